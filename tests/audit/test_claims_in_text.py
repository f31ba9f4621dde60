"""Claims in Markdown and LaTeX: which number a comment judges, what is refused, where rows go, hook and action."""

from __future__ import annotations

import json
import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from dpexact.audit.auditor import audit
from dpexact.audit.claim_table import read_claim_table, row_lines
from dpexact.audit.claims_in_text import claims_of_text
from dpexact.audit.views.formats import audit_junit, audit_sarif
from dpexact.errors import DocumentError
from tests.golden.run import ran

ROOT = Path(__file__).parent.parent.parent

PRINTED = [  # (file, the text before the comment, what is judged, its meaning)
    ("a.md", "epsilon = 5.22", "5.22", "rounded"),
    ("a.md", "**5.22**", "5.22", "rounded"),
    ("a.md", "_5.22_", "5.22", "rounded"),
    ("a.md", "`5.22`", "5.22", "rounded"),
    ("a.md", "is 5.22.", "5.22", "rounded"),
    ("a.md", "- 5.22", "5.22", "rounded"),
    ("a.md", "is 5.22!", "5.22", "rounded"),
    ("a.md", "the catalog 5.22", "5.22", "rounded"),
    ("a.md", "the loss\N{EM DASH}5.22", "5.22", "rounded"),
    ("a.md", "_-5.22_", "-5.22", "rounded"),
    ("a.md", "_-5 per cent_", "-5%", "rounded"),
    ("a.tex", "\\multicolumn{2}{c}{5.22}", "5.22", "rounded"),
    ("a.tex", "\\textcolor{red}{5.22}", "5.22", "rounded"),
    ("a.tex", "\\best{5.22}", "5.22", "rounded"),
    ("a.tex", "$5.22$ \\ours", "5.22", "rounded"),
    ("a.md", "5.22 ![of 7 runs](a.png)", "5.22", "rounded"),
    ("a.md", "5.22 millionaires", "5.22", "rounded"),
    ("a.md", "$5.22$%", "5.22%", "rounded"),
    ("a.md", "**5.22** %", "5.22%", "rounded"),
    ("a.tex", "$5.22$\\%", "5.22%", "rounded"),
    ("a.tex", "\\textbf{5.22}\\%", "5.22%", "rounded"),
    ("a.tex", "10\\textsuperscript{-6}", "10^{-6}", "rounded"),
    ("a.tex", "5.22\\hphantom{0}", "5.22", "rounded"),
    ("a.tex", "5.22\\footnotemark[1]", "5.22", "rounded"),
    ("a.tex", "5.22\\tnote{1}", "5.22", "rounded"),
    ("a.tex", "$\\lt 5.22$", "5.22", "at-most"),
    ("a.md", "> 5.22", "5.22", "rounded"),
    ("a.md", "> > \N{LESS-THAN OR EQUAL TO} 5.22", "5.22", "at-most"),
    ("a.md", "| 3 | 5.22", "5.22", "rounded"),
    ("a.md", "> | 3 | 5.22", "5.22", "rounded"),
    ("a.md", "| Ours | 5.22 |", "5.22", "rounded"),
    ("a.md", "3. 5.22", "5.22", "rounded"),
    ("a.md", "SHA256 with x_2 has 5.22", "5.22", "rounded"),
    ("a.tex", "Ours & 2 & 5.22", "5.22", "rounded"),
    ("a.tex", "Ours & 5.22 \\\\ \\cline{1-2}", "5.22", "rounded"),
    ("a.tex", "$\\epsilon_{12}$ is 5.22", "5.22", "rounded"),
    ("a.md", "[5.22](https://a.example/2024?x=1)", "5.22", "rounded"),
    ("a.md", "5.22, see https://a.example/2024", "5.22", "rounded"),
    ("a.md", "5.22[^1]", "5.22", "rounded"),
    ("a.md", '<td width="20">5.22</td>', "5.22", "rounded"),
    ("a.md", "5.22 <!-- was 4.1 -->", "5.22", "rounded"),
    ("a.md", "1.2 \N{MULTIPLICATION SIGN} 10<sup>-5</sup>", "1.2 \N{MULTIPLICATION SIGN} 10^{-5}", "rounded"),
    ("a.md", "1.2&times;10^-5", "1.2\N{MULTIPLICATION SIGN}10^-5", "rounded"),
    ("a.md", "1.2 x 10**-5", "1.2 x 10^-5", "rounded"),
    ("a.md", "10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT FIVE}", "10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT FIVE}", "rounded"),
    ("a.md", "$1.2\\times10^{-5}$", "1.2\\times10^{-5}", "rounded"),
    ("a.md", "\N{MINUS SIGN}2.50", "\N{MINUS SIGN}2.50", "rounded"),
    ("a.md", "99.45%", "99.45%", "rounded"),
    ("a.md", "99.45 %", "99.45%", "rounded"),
    ("a.md", "5 percent of it", "5%", "rounded"),
    ("a.md", "1/3", "1/3", "exact"),
    ("a.md", "0.08987... of", "0.08987...", "rounded"),
    ("a.md", "1,234,567", "1234567", "rounded"),
    ("a.md", "1,234.50", "1234.50", "rounded"),
    ("a.md", "60\N{NARROW NO-BREAK SPACE}000", "60000", "rounded"),
    ("a.md", "\N{GREEK SMALL LETTER EPSILON} \N{LESS-THAN OR EQUAL TO} 5.22", "5.22", "at-most"),
    ("a.md", "&lt; 5.22", "5.22", "at-most"),
    ("a.md", ">= **5.22**", "5.22", "at-least"),
    ("a.md", "~5.22", "5.22", "about"),
    ("a.md", "5\\%", "5%", "rounded"),
    ("a.md", "$5\\%$", "5%", "rounded"),
    ("a.md", "$-\\frac{5}{6}$", "-5/6", "exact"),
    ("a.md", "1.2 \\* 10^-5", "1.2 * 10^-5", "rounded"),
    ("a.md", "60&nbsp;000", "60000", "rounded"),
    ("a.md", "$60\\,000$", "60000", "rounded"),
    ("a.md", "&minus;5.22", "\N{MINUS SIGN}5.22", "rounded"),
    ("a.md", "<b>-</b>5.22", "-5.22", "rounded"),
    ("a.md", "1<b>5</b>", "15", "rounded"),
    ("a.md", "1&#8203;5", "15", "rounded"),
    ("a.md", "~~5.21~~ 5.22", "5.22", "rounded"),
    ("a.tex", "$5.22$", "5.22", "rounded"),
    ("a.tex", "$-\\frac56$", "-5/6", "exact"),
    ("a.tex", "$1.2{\\times}10^{-5}$", "1.2\\times 10^{-5}", "rounded"),
    ("a.tex", "is~5.22", "5.22", "rounded"),
    ("a.tex", "$\\varepsilon\\leq5.22$", "5.22", "at-most"),
    ("a.tex", "$\\left(5.22\\right)$", "5.22", "rounded"),
    ("a.tex", "$\\approx 5.22$", "5.22", "about"),
    ("a.tex", "$1.2\\times 10^{-5}$", "1.2\\times 10^{-5}", "rounded"),
    ("a.tex", "$1.2\\cdot10^{-5}$ \\\\[2pt]", "1.2\\cdot10^{-5}", "rounded"),
    ("a.tex", "99.45\\%", "99.45%", "rounded"),
    ("a.tex", "99.45\\,\\%", "99.45%", "rounded"),
    ("a.tex", "\\SI{99}{\\percent}", "99%", "rounded"),
    ("a.tex", "\\num{1.2e-5}", "1.2e-5", "rounded"),
    ("a.tex", "$\\frac{1}{3}$", "1/3", "exact"),
    ("a.tex", "60\\,000", "60000", "rounded"),
    ("a.md", "it := 5.22", "5.22", "rounded"),
    ("a.md", "it == 5.22", "5.22", "rounded"),
    ("a.md", "it -> 5.22", "5.22", "rounded"),
    ("a.md", "| - | \N{INFINITY}, 5.22", "5.22", "rounded"),
    ("a.md", "~~<~~ 5.22", "5.22", "rounded"),
    ("a.tex", "$\\varepsilon\\!=\\!5.22$", "5.22", "rounded"),
    ("a.tex", "$\\varepsilon \\mathrel{=} 5.22$", "5.22", "rounded"),
    ("a.tex", "$\\boxed{= 5.22}$", "5.22", "rounded"),
    ("a.tex", "$\\leq \\mathbf{5.22}$", "5.22", "at-most"),
    ("a.tex", "$\\leq{5.22}$", "5.22", "at-most"),
    ("a.tex", "$\\varepsilon \\to 5.22$", "5.22", "rounded"),
    ("a.tex", "1{,}234{,}567", "1234567", "rounded"),
    ("a.tex", "5.22 \\cite{abadi2016}\\label{eq:1}", "5.22", "rounded"),
]


def one(file: str, before: str, content: str = "formula expression=1") -> Any:
    comment = f"% dpexact: {content}" if file.endswith(".tex") else f"<!-- dpexact: {content} -->"
    (claim,) = claims_of_text(file, f"First 17.\n{before} {comment}\n")
    return claim


@pytest.mark.parametrize(("file", "before", "printed", "meaning"), PRINTED)
def test_the_last_number_and_its_meaning(file: str, before: str, printed: str, meaning: str) -> None:
    claim = one(file, before)
    assert claim.fault is None
    assert (claim.cells["printed"], claim.cells["meaning"]) == (printed, meaning)
    assert (claim.id, claim.place) == (f"{file}:2", "line 2")


@pytest.mark.parametrize(
    ("file", "before", "came"),
    [
        ("a.md", "none here", "none here"),
        ("a.md", "5.22 in v1.2.3", "v1.2.3"),
        ("a.md", "5.22 of SHA256", "SHA256"),
        ("a.md", "5.22 and x_2", "x_2"),
        ("a.md", "5.22 in 3-5", "3-5"),
        ("a.md", "5.22 in 3\N{EN DASH}5", "3\N{EN DASH}5"),
        ("a.md", "5.22 on 2026-11-23", "2026-11-23"),
        ("a.md", "at 10:30", "10:30"),
        ("a.md", "5,22", "5,22"),
        ("a.md", "1,234", "'1,234'"),
        ("a.md", "5.22 on the 10th", "10th"),
        ("a.md", "1.234,56", "1.234,56"),
        ("a.md", "(5,10)", "5,10"),
        ("a.md", "2^10", "2^10"),
        ("a.md", "5.22 \N{PLUS-MINUS SIGN} 0.03", "0.03"),
        ("a.md", "1 - 0.25", "0.25"),
        ("a.md", "log 2", "log 2"),
        ("a.md", "1.23(4)", "1.23(4)"),
        ("a.md", "5.22 \N{GREATER-THAN OR EQUAL TO} epsilon", "a sign of comparison"),
        ("a.md", "2 5/6", "stands before"),
        ("a.md", "12 000", "stands before"),
        ("a.md", "12'000", "12'000"),
        ("a.md", "5.2**2", "2"),
        ("a.md", "-**5**", "stands before"),
        ("a.md", "\N{EN DASH}5", "stands before"),
        ("a.md", "is <= - 5", "stands before"),
        ("a.md", "is \N{EN DASH} 5", "stands before"),
        ("a.md", "is minus 5", "stands before"),
        ("a.tex", "$\\minus 5$", "stands before"),
        ("a.md", "5 million", "stands behind"),
        ("a.md", "5-billion", "stands behind"),
        ("a.md", "is 5!", "stands behind"),
        ("a.md", "**5** million", "stands behind"),
        ("a.md", "$5$ Million", "stands behind"),
        ("a.md", "5 millionths", "stands behind"),
        ("a.md", "5 ppm", "stands behind"),
        ("a.md", "5 per thousand", "stands behind"),
        ("a.md", "5 squared", "stands behind"),
        ("a.md", "2 \N{VULGAR FRACTION ONE HALF}", "stands behind"),
        ("a.md", "0.(3)", "stands before"),
        ("a.md", "0.3\N{COMBINING OVERLINE}", "stands behind"),
        ("a.md", "is 5.22 [3]", "stands before"),
        ("a.md", "is 5 (1+x)", "stands before"),
        ("a.md", "2**-20", "stands before"),
        ("a.md", "5e -6", "stands before"),
        ("a.md", "2 x 5", "stands before"),
        ("a.md", "10 to the -5", "stands before"),
        ("a.md", "1 in 200000", "stands before"),
        ("a.md", "half of 5", "stands before"),
        ("a.md", "f(5)", "stands before"),
        ("a.md", "5 + x", "stands behind"),
        ("a.md", "x\N{SUPERSCRIPT TWO} 5", "stands before"),
        ("a.md", "5 n\N{SUBSCRIPT TWO}", "stands behind"),
        ("a.md", "two thirds of 5", "stands before"),
        ("a.md", "5 log n", "stands behind"),
        ("a.md", "is (x) -5", "stands before"),
        ("a.md", "is 12.34,56", "stands before"),
        ("a.md", "_5 million_", "stands behind"),
        ("a.md", "5 per  cent", "stands behind"),
        ("a.md", "5 x", "stands behind"),
        ("a.md", "x 5", "stands before"),
        ("a.md", "#5", "stands before"),
        ("a.md", "5 \N{ASTERISK OPERATOR} x", "stands behind"),
        ("a.tex", "- 5", "stands before"),
        ("a.tex", "5.22\\footnote{see 6}", "stands before"),
        ("a.tex", "$5\\,\\mathrm{k}$", "stands behind"),
        ("a.tex", "$5 \\ast x$", "stands behind"),
        ("a.tex", "$x^{a, 5}$", "stands before"),
        ("a.tex", "\\sqrt{a, 5}", "stands before"),
        ("a.md", "minus **5**", "stands before"),
        ("a.md", "is \N{MINUS SIGN} 5", "stands before"),
        ("a.md", "is \N{NON-BREAKING HYPHEN}5", "stands before"),
        ("a.tex", "${-}5$", "stands before"),
        ("a.tex", "$10^{\\text{-}5}$", "stands before"),
        ("a.tex", "\\textminus 5", "stands before"),
        ("a.tex", "$5\\mathrm{e}{-6}$", "stands before"),
        ("a.tex", "$5e{-6}$", "stands before"),
        ("a.tex", "$\\frac1{20}$", "stands before"),
        ("a.tex", "${1\\over 20}$", "stands before"),
        ("a.tex", "$1{/}5$", "stands before"),
        ("a.tex", "$\\epsilon\\cdot 5$", "stands before"),
        ("a.tex", "$3\\,10^{-5}$", "stands before"),
        ("a.tex", "\\numrange{1}{2}", "stands before"),
        ("a.tex", "\\SI{5}{\\permil}", "stands behind"),
        ("a.tex", "$5\\text{ million}$", "stands behind"),
        ("a.tex", "$5 - \\delta$", "stands behind"),
        ("a.tex", "$5\\eta$", "stands behind"),
        ("a.tex", "5\\textsuperscript{2}", "stands before"),
        ("a.tex", "$\\lesssim 5$", "a sign of comparison"),
        ("a.md", "\N{PLUS-MINUS SIGN}5", "stands before"),
        ("a.md", "5 \N{PER MILLE SIGN}", "stands behind"),
        ("a.md", "~~5.22~~", "struck out"),
        ("a.md", "<del>5.22</del>", "struck out"),
        ("a.md", "x<sub>5</sub>", "5"),
        ("a.md", "\N{NOT EQUAL TO} 5", "a sign of comparison"),
        ("a.tex", "$2\\frac{5}{6}$", "2 5/6"),
        ("a.tex", "$\\frac{5}{6}2$", "stands before"),
        ("a.tex", "$\\frac{0.5}{6}$", "stands before"),
        ("a.tex", "$\\frac{5}{x}$", "stands before"),
        ("a.tex", "$\\binom{5}{2}$", "stands before"),
        ("a.tex", "$\\log_{10} 5$", "stands before"),
        ("a.tex", "$0.\\overline{3}$", "stands before"),
        ("a.tex", "$2^{n 5}$", "stands before"),
        ("a.tex", "$5\\delta$", "stands behind"),
        ("a.tex", "$5 \\cdot x$", "stands behind"),
        ("a.tex", "$5!$", "stands behind"),
        ("a.tex", "$5\\mathrm{e}3$", "stands before"),
        ("a.tex", "\\num{5e3 +- 2}", "stands before"),
        ("a.tex", "$-\\,5$", "stands before"),
        ("a.tex", "-\\textbf{5}", "stands before"),
        ("a.tex", "it is --5", "--5"),
        ("a.tex", "$\\not\\leq 5$", "a sign of comparison"),
        ("a.tex", "$5{,}22$", "5,22"),
        ("a.tex", "$1{,}234$", "1,234"),
        ("a.tex", "$\\varepsilon_2$", "_2"),
        ("a.tex", "$e^{-5}$", "e^{-5}"),
        ("a.tex", "$1 - 10^{-5}$", "10^{-5}"),
        ("a.tex", "$\\log 2$", "\\log 2"),
        ("a.tex", "$\\sqrt{2}$", "sqrt{2}"),
        ("a.tex", "$2\\pi$", "pi"),
        ("a.tex", "$5.22 \\pm 0.03$", "0.03"),
        ("a.tex", "$3.74 \\geq \\varepsilon$", "a sign of comparison"),
    ],
)
def test_what_only_looks_like_the_number_is_refused(file: str, before: str, came: str) -> None:
    claim = one(file, before)
    assert claim.fault is not None
    said = str(claim.fault)
    assert said.startswith(f"{file}: line 2: expected ")
    assert came in said


OTHER_SIGNS = [
    *(
        ("a.md", f"eps {sign} 3")
        for sign in ("=/=", "<>", "!=", "=!", "/=", "=\\=", "~=", "^=", "<<", ">>", "<<<", "< >")
    ),
    *(("a.md", f"eps {sign} 3") for sign in "\u2260\u226a\u226b"),
    *(("a.md", sign + " 3") for sign in ("\u2260", "\u226a", "\u226b", "!=", "&ne;", "&#8800;", "&Lt;", "\\!=", "! =")),
    *(
        ("a.md", text)
        for text in ("\u2260 **3**", "**\u2260** 3", "(\u2260) 3", "| eps | \u2260 | 3 |", "=/=3", "is \u2260 1/3")
    ),
    *(
        ("a.md", text)
        for text in ("$\\neq 3$", "$\\neq$ 3", "3 =/= eps", "3 <> eps", "3 \u2260 eps", "is \u2248\u2260 3")
    ),
    *(
        ("a.tex", f"$\\{sign} 3$")
        for sign in ("neq", "ne", "ll", "gg", "not=", "not\\leq", "not{=}", "centernot=", "ngeq")
    ),
    *(
        ("a.tex", text)
        for text in ("$\\neq{3}$", "$\\ne{} 3$", "$\\mathrel{\\neq} 3$", "$\\cancel{=} 3$", "$3 \\neq x$")
    ),
    *(
        ("a.tex", text)
        for text in ("$\\neq \\textbf{3}$", "$\\not\\mathrel{=} 3$", "$x \\neq& 3$", "$/\\!\\!= 3$", "$=\\!/ 3$")
    ),
]


@pytest.mark.parametrize("meaning", ["", " meaning=exact", " meaning=rounded", " meaning=at-most"])
@pytest.mark.parametrize(("file", "before"), OTHER_SIGNS)
def test_a_sign_that_says_what_a_number_is_not_is_refused(file: str, before: str, meaning: str) -> None:
    claim = one(file, before, f"formula expression=3{meaning}")
    assert claim.fault is not None
    assert claim.cells["printed"] == ""


@pytest.mark.parametrize("sign", ["\u2272", "\u2273", "=<", "=>"])
def test_a_sign_that_has_no_meaning_of_its_own_is_given_one(sign: str) -> None:
    assert "a sign of comparison" in str(one("a.md", f"eps {sign} 3").fault)
    claim = one("a.md", f"eps {sign} 3", "formula expression=3 meaning=at-most")
    assert (claim.fault, claim.cells["printed"], claim.cells["meaning"]) == (None, "3", "at-most")


def test_a_long_line_of_signs_is_read_at_once() -> None:
    assert one("a.md", "=" * 50_000 + " 3").fault is not None


@pytest.mark.parametrize(
    ("file", "before", "came"),
    [
        ("a.md", "epsilon = 2.61 at delta = 1e-5", "'2.61' and '1e-5'"),
        ("a.md", "epsilon = 2.61 after 20 epochs", "'2.61' and '20'"),
        ("a.md", "epsilon = 2.61. See Table 3.", "'2.61' and '3'"),
        ("a.md", "Table 3: epsilon = 2.61", "'3' and '2.61'"),
        ("a.md", "(2.0, 1e-5)-DP", "'2.0' and '1e-5'"),
        ("a.md", "at 4.38, and 10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT FIVE}", "'4.38' and '10"),
        ("a.md", "| B | 2.0 | 2 |", "'2.0' and '2'"),
        ("a.md", "| 3 | 5.22 |", "'3' and '5.22'"),
        ("a.md", "epsilon 2.61 for |D| = 5", "'2.61' and '5'"),
        ("a.md", "A 2.0 | 2", "'2.0' and '2'"),
        ("a.md", "| A | 2.0 or 2", "'2.0' and '2'"),
        ("a.md", "| A 2.0 \\| 2", "'2.0' and '2'"),
        ("a.md", "epsilon_2.61 and 4.38", "'61' and '4.38'"),
        ("a.md", "in v1.2.3 it is 4.38", "'2.3' and '4.38'"),
        ("a.md", "\N{ARABIC-INDIC DIGIT TWO} and 10", "'\N{ARABIC-INDIC DIGIT TWO}' and '10'"),
        ("a.md", "\N{VULGAR FRACTION ONE HALF} and 3", "'\N{VULGAR FRACTION ONE HALF}' and '3'"),
        ("a.tex", "$(5.22,10^{-5})$-DP", "'5.22' and '10^{-5}'"),
        ("a.tex", "C & \\textbf{4.38} & 10 \\\\", "'4.38' and '10'"),
        ("a.tex", "Ours & 2 & 5.22 \\\\ \\cline{1-2}", "'2' and '5.22'"),
        ("a.tex", "$\\epsilon &= 2.61, \\delta &= 0.1$", "'2.61' and '0.1'"),
        ("a.tex", "A \\& B 3 and 4", "'3' and '4'"),
    ],
)
def test_two_numbers_before_a_comment_are_refused(file: str, before: str, came: str) -> None:
    claim = one(file, before)
    assert claim.fault is not None
    assert claim.fault.expected == "one number before the comment, on its line"
    assert came in claim.fault.came
    assert "begin a line before the claimed number" in claim.fault.remedy


@pytest.mark.parametrize(
    ("before", "given"),
    [
        ("epsilon = 2.61\nat delta = 1e-5", "delta=1e-5"),
        ("delta = 10^-5", "delta=1e-5"),
        ("delta = 0.001%", "delta=0.00001"),
        ("delta = 1e-5", "delta=1/10**5"),
        ("| 2", "sigma=2.0"),
        ("| A | p = 3/4", "p=0.75"),
        ("sigma <= 2", "sigma=sqrt(4)"),
    ],
)
def test_a_number_that_is_a_parameter_of_its_claim_is_refused(before: str, given: str) -> None:
    claim = one("a.md", before, f"own.quantity {given} more=17")
    assert claim.fault is not None
    assert f"which is its {given.partition('=')[0]}=" in claim.fault.came
    assert one("a.md", before, "own.quantity more=17").fault is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "the quantity first, got nothing"),
        ("expression=1", "the quantity first"),
        ("formula expression=1 + 1", "got '+'; a text with blanks stands in quotes"),
        ('formula expression="1 + 1', "stands in quotes"),
        ("formula expression=\N{LEFT DOUBLE QUOTATION MARK}1 + 1\N{RIGHT DOUBLE QUOTATION MARK}", "stands in quotes"),
        ("formula expression=1 at-most", "write meaning=at-most"),
        ("formula expression=a, a=1", "separated by blanks"),
        ("formula expression=1 expression=2", "'expression' twice"),
    ],
)
def test_what_is_wrong_in_a_comment(content: str, said: str) -> None:
    fault = one("a.md", "5.22", content).fault
    assert fault is not None
    assert said in str(fault)
    assert one("a.tex", "5.22", content).fault is not None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("formul expression=1", "did you mean 'formula'? correct it"),
        ("formula expresion=1", "line 2, parameters.expresion: expected exactly the parameters expression"),
        ("formula expression=1 meaning=most", "line 2, meaning: expected one of rounded"),
        ("formula expression=1/0", "line 2, parameters.expression: division by zero"),
        ("gaussian.delta sigma=1 sensitivity=1", "epsilon"),
    ],
)
def test_what_a_comment_names_is_checked_as_in_a_table(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"Text.\n5.22 <!-- dpexact: {content} -->\n")
    (row,) = audit([path]).entries
    assert said in str(row.error)


def test_blanks_quotes_and_lines_in_a_comment() -> None:
    content = 'formula\n  expression = \'a + "b"\'\n  a=1 b = "2" meaning=at-most'
    claim = one("a.md", "5.22", content)
    assert claim.cells["parameters"] == {"expression": 'a + "b"', "a": "1", "b": "2"}
    assert claim.cells["meaning"] == "at-most"


@pytest.mark.parametrize(
    "content",
    [
        "dpexact: own.q(a=1, b=exp(2))",
        "dpexact own.q(a=1, b=exp(2))",
        "dpexact: 4.38 = own.q(a = 1, b = exp(2))",
        "dpexact: 4.38 >= own.q(a=1,b=exp(2))",
    ],
)
def test_a_claim_that_is_written_as_a_call_is_shown_as_it_should_be(content: str) -> None:
    (claim,) = claims_of_text("a.md", f"4.38 <!-- {content} -->")
    assert claim.fault is not None
    assert claim.fault.remedy == "write own.q a=1 b=exp(2)"


@pytest.mark.parametrize("word", ["dpexcat", "DP-exact", "dpexact2", "dpexat"])
def test_a_misspelt_comment_is_not_passed_over(word: str) -> None:
    for file, comment in (
        ("a.md", f"<!-- {word}: formula expression=1 -->"),
        ("a.tex", f"% {word}: formula expression=1"),
    ):
        (claim,) = claims_of_text(file, f"1 {comment}\n")
        assert f"expected dpexact:, got {word!r}" in str(claim.fault)
    assert claims_of_text("a.md", f"1 <!-- {word}: a note -->\n<!-- example: formula expression=1 -->") == []


def names(text: str, file: str = "a.md") -> list[tuple[str, object]]:
    return [(claim.id, claim.cells.get("printed")) for claim in claims_of_text(file, text)]


MARK = "<!-- dpexact: formula expression=1 -->"


def test_several_claims_on_a_line_and_for_one_number() -> None:
    assert names(f"1 {MARK} and 2 {MARK}{MARK}\n{MARK}\n") == [
        ("a.md:1", "1"),
        ("a.md:1#2", "2"),
        ("a.md:1#3", "2"),
        ("a.md:2", "2"),
    ]
    first, second = claims_of_text("a.md", f"1 {MARK} and no number {MARK}")
    assert first.fault is None
    assert "and no number" in str(second.fault)


def test_the_number_on_the_line_before() -> None:
    assert names(f"It is 5.22\n  {MARK}\n") == [("a.md:2", "5.22")]
    assert names(f"It is 5.22\nand {MARK}\n") == [("a.md:2", "")]
    assert names(f"It is 5.22\n\n{MARK}\n") == [("a.md:3", "")]
    assert names("$5.22$\n% dpexact: formula expression=1\n", "a.tex") == [("a.tex:2", "5.22")]


@pytest.mark.parametrize(
    "text",
    [
        f"```\n5 {MARK}\n```\n",
        f"~~~~md\n5 {MARK}\n~~~\n5 {MARK}\n~~~~\n",
        f"- a list\n\n  ```md\n  5 {MARK}\n  ```\n",
        f"> ```\n> 5 {MARK}\n> ```\n",
        f"write `5 {MARK}` behind it\n",
        f"write `` 5 {MARK} ` `` behind it\n",
        f"<!-- an old one:\n```\n5 {MARK[4:]}\n",
        "<!-- the dpexact: comment -->\n5 <!-- dpexact is a tool -->\n",
    ],
)
def test_an_example_or_another_comment_claims_nothing(text: str) -> None:
    assert names(text) == []
    assert names(f"{text}\n7 {MARK}")[0][1] == "7"


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{verbatim}\n5 % dpexact: formula expression=1\n\\end{verbatim}\n",
        "\\begin{lstlisting}[language=C]\n5 % dpexact: formula expression=1\n\\end{lstlisting}\n",
        "\\begin{comment}\n5 % dpexact: formula expression=1\n\\end{comment}\n",
        "\\verb|5 % dpexact: formula expression=1|\n",
        "% old: 5 % dpexact: formula expression=1\n",
        "5\\% dpexact: formula expression=1\n",
    ],
)
def test_an_example_in_latex_claims_nothing(text: str) -> None:
    assert names(text, "a.tex") == []
    assert names(f"{text}7 % dpexact: formula expression=1", "a.tex")[0][1] == "7"


def test_a_line_break_before_a_percent_sign_does_not_escape_it() -> None:
    assert names("5 \\\\% dpexact: formula expression=1\n", "a.tex") == [("a.tex:1", "5")]


def test_an_unclosed_comment_is_an_error() -> None:
    (claim,) = claims_of_text("a.md", "5 <!-- dpexact: formula expression=1\n")
    assert "ends with -->" in str(claim.fault)


def test_every_kind_of_line_end_and_a_byte_order_mark(tmp_path: Path) -> None:
    text = f"One\n\n5 {MARK}\ntwo\n6\n{MARK}\n"
    found = []
    for end in ("\n", "\r\n", "\r"):
        path = tmp_path / "a.md"
        path.write_bytes(("\N{ZERO WIDTH NO-BREAK SPACE}" + text.replace("\n", end)).encode())
        table = read_claim_table(path)
        found.append((table.rows, row_lines(path, len(table.rows))))
    assert found[0] == found[1] == found[2]
    assert found[0][1] == [3, 6]


@pytest.mark.slow
@given(st.text(alphabet="0123456789.,-+*/^_ xe=a\N{EN DASH}\N{MINUS SIGN}", max_size=24))
def test_what_is_judged_is_the_last_number_and_whole(before: str) -> None:
    claim = one("a.md", before)
    if claim.fault is None:
        printed, plain = str(claim.cells["printed"]), before.replace("**", "^").replace(",", "")
        place = (plain if plain.strip() else "First 17.").rindex(printed)
        assert not re.search("[0-9]", plain[place + len(printed) :])
        assert not re.search(r"[0-9a-z]\Z|[0-9]\.\Z", plain[:place])


def test_rows_go_the_way_of_all_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(f"1 {MARK}\n\n3 <!-- dpexact: formula expression=2 -->\nx {MARK}\n")
    result = audit(["a.md"])
    assert [(row.id, row.outcome) for row in result.entries] == [
        ("a.md:1", "correct"),
        ("a.md:3", "wrong"),
        ("a.md:4", "cannot be read or computed"),
    ]
    assert not result.as_expected
    found = json.loads(audit_sarif(result, "0"))["runs"][0]["results"]
    places = [one["locations"][0]["physicalLocation"] for one in found]
    assert [(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places] == [
        ("a.md", 3),
        ("a.md", 4),
    ]
    assert 'name="a.md:3"' in audit_junit(result)


@pytest.mark.slow
def test_a_text_without_a_claim_is_no_success(tmp_path: Path) -> None:
    empty, plain, good = tmp_path / "e.md", tmp_path / "p.tex", tmp_path / "g.md"
    empty.write_text("")
    plain.write_text("5\n")
    good.write_text(f"1 {MARK}\n")
    assert not audit([plain]).as_expected
    assert audit([plain, good]).as_expected
    found = ran("audit", str(empty), str(plain))
    assert found.status == 3
    assert "p.tex: no claim" in found.complaint
    assert "nothing was claimed" in found.complaint
    assert ran("audit", str(empty), str(plain), "--pass-with-no-claims").status == 0
    assert ran("audit", str(plain), str(good)).status == 0


def test_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes(b"One\nr\xe9sum\xe9\n")
    with pytest.raises(DocumentError, match=r"byte 0xe9 at offset 5, on line 2; save the file as UTF-8"):
        read_claim_table(path)


def test_the_examples_of_the_page_are_right(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "claim-table.md").read_text(encoding="utf-8")
    section = page.partition("## Claims in text")[2].partition("\n## ")[0]
    files = []
    for language, suffix in (("markdown", "md"), ("latex", "tex")):
        (example,) = re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)
        files.append(tmp_path / f"a.{suffix}")
        files[-1].write_text(example, encoding="utf-8")
    result = audit(files)
    assert len(result.entries) == 4
    assert result.as_expected


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    """Return a folder with `dpexact` as a command, wherever the tests run."""
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "dpexact"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m dpexact "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return folder


@pytest.mark.slow
def test_the_hook(tmp_path: Path, bin_folder: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    chosen = re.compile(hook["files"])
    assert [bool(chosen.search(file)) for file in ("README.md", "a/p.tex", "claims.toml", "amd")] == [1, 1, 0, 0]
    (tmp_path / "good.md").write_text("no claim\n")
    (tmp_path / "bad.md").write_text(f"2 {MARK}\n")
    for files, status in ((["good.md"], 0), (["good.md", "bad.md"], 1)):
        assert _run([*hook["entry"].split(), *files], tmp_path, bin_folder).returncode == status


@pytest.mark.slow
def test_the_action(tmp_path: Path, bin_folder: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    step = next(step for step in action["runs"]["steps"] if step.get("name") == "Audit")
    folder = tmp_path / "docs" / "deep"
    folder.mkdir(parents=True)
    (folder / "bad.md").write_text(f"one\n2 {MARK}\n")
    (tmp_path / "a b.md").write_text(f"1 {MARK}\n")
    for files, status, count in (("docs/**/*.md", 1, 1), ("*.md", 0, 0), ("none/*.md", 2, None)):
        report = tmp_path / "out.sarif"
        report.unlink(missing_ok=True)
        more = {"FILES": files, "QUANTITIES": "", "SARIF": "out.sarif"}
        done = _run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], tmp_path, bin_folder, more)
        assert done.returncode == status, done.stderr
        assert report.exists() == (count is not None)
        if count is not None:
            assert len(json.loads(report.read_text())["runs"][0]["results"]) == count


def _run(words: list[str], folder: Path, bin_folder: Path, more: dict[str, str] | None = None) -> Any:
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **(more or {})}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
