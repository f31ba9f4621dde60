"""Claims in texts: how they are read, which numbers confirm them, what is refused, where rows go, hook and action."""

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
from hypothesis import example, given
from hypothesis import strategies as st

from dpexact.audit.auditor import audit
from dpexact.audit.claim_table import claimed_files, read_claim_table
from dpexact.audit.claims_in_text import claims_of_text, written_claim
from dpexact.audit.corrected import corrected_table
from dpexact.errors import DocumentError
from tests.audit_reports import audit_junit, audit_sarif
from tests.beside import beside
from tests.each import each
from tests.golden.run import ran
from tests.refusals import refuses
from tests.values import written

BESIDE = beside(__file__)

ROOT = Path(__file__).parent.parent.parent
SIGMA = "gaussian.sigma(epsilon=1, delta=1e-5, sensitivity=1)"  # 3.7304 by mpmath (tests/second_routes)
LANGUAGES = BESIDE["languages"]


@pytest.mark.slow
@pytest.mark.parametrize("file", LANGUAGES)
def test_in_every_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    monkeypatch.chdir(tmp_path)
    text, line = LANGUAGES[file]
    claims = text.count("{}")
    Path(file).write_text(text.format(*[f"dpexact: 3.74 >= {SIGMA}"] * claims))
    rows = audit([file]).entries
    assert (rows[-1].id, rows[-1].error, rows[-1].judgement.verdict) == (f"{file}:{line}", None, "valid-bound")
    assert [row.outcome for row in rows[:-1]] == ["cannot be read or computed"] * (claims - 1)
    Path(file).write_text(text.format(*[f"dpexact: 3.73 >= {SIGMA}"] * claims).replace("3.74", "3.73"))
    wrong = audit([file]).entries
    assert wrong[-1].judgement.verdict == "violated-bound"
    if claims == 1:
        assert corrected_table(file, wrong).text == text.format(f"dpexact: 3.74 >= {SIGMA}")
    Path(file).write_text(text.format(*[f"dpexact: 3.75 >= {SIGMA}"] * claims))
    assert "3.75 does not stand on line" in str(audit([file]).entries[-1].error)


def claimed(text: str, number: str = "3.74", file: str = "a.md") -> Any:
    (claim,) = claims_of_text(file, f"{text}\n<!-- dpexact: {number} = formula(expression=1) -->\n")
    return claim


OWN = BESIDE["own"]
NOT_OWN = BESIDE["not_own"]


def test_a_number_of_its_own_confirms() -> None:
    assert [text for text in OWN if claimed(text).fault is not None] == []


def test_a_part_of_a_longer_number_does_not_confirm() -> None:
    assert [text for text in NOT_OWN if claimed(text).fault is None] == []
    assert "does not stand" in str(claimed("a loss of **3.74**\nmillion").fault)


TIMES = "\N{MULTIPLICATION SIGN}"
OVER_LINES = BESIDE["over_lines"]


@pytest.mark.parametrize("file", OVER_LINES)
def test_a_number_may_go_on_in_another_line(file: str) -> None:
    mark = {"a.md": "<!-- {} -->", "a.tex": "% {}", "a.py": "# {}"}[file].format("dpexact: 3.74 = f(a=1)")

    def is_confirmed(text: str) -> bool:
        found = [claims_of_text(file, beside)[0] for beside in (f"{mark}\n{text}\n", f"{text}\n{mark}\n")]
        return any(claim.fault is None for claim in found)

    own, not_own = OVER_LINES[file]
    assert [text for text in own if not is_confirmed(text)] == []
    assert [text for text in not_own if is_confirmed(text)] == []


LONG = "words " * 60
LAID_OUT = [  # by numbers that say nothing to readers
    '<td width="{}">5</td>', "<td colspan={}>5</td>", '<a href="{}">x</a>', '<i x="a" id = "{}" y>', "<br a='{}'/>",
    "<p\nid={}>", "[x]({})", "[x](https://x.org/a_(b)?q={})", "[x](y '{}')", "[x]: {}", "[{}]: https://x.org",
]  # fmt: skip
SET = [
    "\\multicolumn{{}}{c}{5}", "\\multirow{{}}{*}{5}", "\\includegraphics[width={}\\textwidth]{x}", "\\scalebox{{}}{5}",
    "\\includegraphics[scale={}]{x}", "\\vspace{{}\\baselineskip}", "\\begin{minipage}{{}\\linewidth}", "\\href{{}}{5}",
    "\\setcounter{page}{{}}", "\\addtocounter{page}{{}}", "$\\ominus {}$", "\\definecolor{x}{rgb}{{},0.1,0.1}",
    "{\\color[gray]{{}} x}", "\\textcolor[gray]{{}}{x}", "\\begin{tikzpicture}[scale={}]", "\\rotatebox{{}}{x}",
    "\\rule{{}}{2}", "\\setlength{\\parskip}{{}}", "\\setlength\\x{{}}", "\\renewcommand{\\arraystretch}{{}}",
    "\\typeout{x {}}", "\\hypersetup{x={}}", "\\geometry{margin={}}",
    "\\begin{filecontents}{x}\n{}\n\\end{filecontents}",
    "\\begin{minipage}{{}}", "\\begin{tabular}{p{{}}}", "\\includepdf[scale={}]{x}", "\\begin{axis}[xmin={}, x]",
    "\\iffalse\\ifx\\a\\b\\fi {} \\fi", "\\begin{wrapfigure}{r}{{}}", "\\pgfplotsset{x={y={}}}", "\\write16{a {} b}",
]  # fmt: skip
UNREAD = [  # by a browser that shows the page
    "<script>x = {};</script>", "<noscript>{}</noscript>", "<head><title>{}</title></head>", "<canvas>{}</canvas>",
    "<svg><desc>{}</desc></svg>", "<?php {} ?>", "<!ELEMENT {}>", "<![CDATA[ {} ]]>", "{# was {} #}", "{{/* {} */}}",
    "![{}](a.png)", '[a]: http://x.org\n  "{}"', "[a]:\n  {}", '<b style="opacity:0">{}</b>',
    "<b style='font-size: 0'>{}</b>",
    '<b style="font-weight: bold; text-indent: -99em">{}</b>', "<p style='visibility:collapse'>the {}</p>",
    '<b style="position:absolute;left:-9999px">{}</b>', '<b style="transform:scale(0)"><i>{}</i></b>',
    "<b popover>{}</b>",
    '<b style="width:0;overflow:hidden">{}</b>', '<b class="d-none">{}</b>', "<b class='x sr-only'>{}</b>",
    "![x](y){width={}}", "![x](y){: width={}}", "::: {.column width={}}", "{{< fig scale={} >}}",
    "# T {#sec data-x={}}",
    "```python title={}", "```{r, fig.width={}}", "[x](<a {}>)", "[x][{}]", "~~~ {.r x={}}",
    '<b style="color:#fff">{}</b>', "<b style=color:white>{}</b>", '<b style="color: #FAFAFA;">{}</b>',
    "$\\color{white} {}$",
]  # fmt: skip
SHOWN = [
    '<b style="color:#b00">{}</b>', '<td style="text-align: right; width: 50px">{}</td>', "<b style='color:red'>{}</b>",
    '<p style="display: inline-block; margin: 1px; font-size: x-large;">{}</p>', "<col style='opacity:0'>{}",
    '<b style="opacity:0">x</b> {}', "<b class='shown'>{}</b>", "<script>x = 5</script> {}", "a [link](x.org) {}",
    "with {x = {}}", "$x_{y}$ {} {.5}", "```\n{}", "```x {}```", "[{}][x]", "`x={}`", "{{< x >}} {}", "# {} {#x}",
    "$\\{x={}\\}$",
    '<b style="border-left: 1px solid #ccc; font-weight:600">{}</b>', "{# x #} {}", "a ![x](y) {}", "\\color{blue}{{}}",
]  # fmt: skip
HIDDEN = {  # from readers: in each kind of file around a number, and what is not
    "a.md": [
        "<!-- {} -->",
        f"<!--\n{LONG}\n{{}}\n-->",
        "[//]: # ({})",
        "3<!-- x -->{}",
        "{}<!-- x -->%",
        *LAID_OUT,
        *UNREAD,
    ],
    "a.tex": [*SET, "\\iffalse {} \\fi", f"\\begin{{comment}}\n{LONG}\n{{}}\n\\end{{comment}}", "% {}", "3%\n{}"],
    "a.html": [
        f"~~{LONG}{{}} x~~",
        f"<del>{LONG}{{}}</del>",
        f"<p hidden>{LONG}{{}}</p>",
        "<style>p {width: {}}</style>",
    ],
    "a.ltx": [f"\\DIFdel{{{LONG}{{}}}}", f"\\todo{{{LONG}{{}}}}"],
    "a.rst": [".. was {}", "..\n   was {}\n", ".. x\n\n   {}", ".. _a: x{}", "  .. was\n     {}"],
    "a.adoc": ["// was {}"],
    "a.typ": ["  // was {}"],
}
SEEN = {
    "a.md": [
        "<!-- x --> {}",
        "`<!--` is {}",
        f"<!-- {LONG} -->\n{{}}",
        "{}<!-- x -->",
        "[^1]: # ({})",
        "{} (see [//]: # (x))",
        '<td width="5">{}</td>',
        "[{}](x)",
        "[x](y 5) {}",
        "[x]: {} is right",
        "a<b, {} and c>d",
        "[{}]: of 5 runs",
        *SHOWN,
    ],
    "a.tex": [
        "\\multicolumn{2}{c}{{}}",
        "\\colorbox{red}{{}}",
        "\\begin{tabular}{c} {}",
        "\\begin{axis}[xmin=1] {}",
        "\\inputs{{}}",
        "\\iffalse\\ifx\\a\\b x\\fi x\\fi {}",
        "\\iffalse $a \\iff b$ \\fi {}, \\fi",
        "\\begin{theorem}[$x = {}$]",
        "\\renewcommand{\\eps}{{}}",
        "\\rule{1}{2} {}",
        "\\href{5}{{}}",
        "\\includegraphics[width=5\\textwidth]{x} {}",
        "\\setcounter{page}{5}{}",
        "{}\\textbf{x}",
        "\\iffalse x \\fi {}",
        "5 \\% of it: {}",
        "5 \\\\% x\n{}",
        "{}\\\\% x",
    ],
    "a.html": [f"~~{LONG}~~ {{}}", f"~~x\n\n{LONG}{{}}", f"<del>{LONG}</del>{{}}", "`<s>` is {}", "<s>\n\nx {}"],
    "a.ltx": [f"\\DIFdel{{{LONG}}} {{}}"],
    "a.rst": ["{}", ".. note:: {}", ".. [1] {}", ".. x\n\n{}", "... {}", "  .. x\n  {}", ".. math::\n   {}"],
    "a.adoc": ["see {}", "http://x.org {}"],
    "a.typ": ["{}"],
}


def test_a_number_that_readers_do_not_see_does_not_confirm() -> None:
    for file, texts in HIDDEN.items():
        assert [text for text in texts if claimed(text.replace("{}", "3.74"), file=file).fault is None] == []
        assert [text for text in SEEN[file] if claimed(text.replace("{}", "3.74"), file=file).fault is not None] == []


@pytest.mark.parametrize("text", ["3.74 {}%", "3.74{} million", "3.74 {} x 10^-5", "1e-3 * {} 3.74"])
def test_a_claim_in_the_midst_of_a_number(text: str) -> None:
    for mark in ("<!-- {} -->", "/* {} */"):
        (claim,) = claims_of_text("a.md", text.format(mark.format("dpexact: 3.74 = f(a=1)")))
        assert "does not stand" in str(claim.fault)


KINDS = BESIDE["kinds"]


def test_other_kinds_of_numbers() -> None:
    for number, (own, not_own) in KINDS.items():
        assert [text for text in own.split("|") if claimed(text, number).fault is not None] == [], number
        assert [text for text in not_own.split("|") if claimed(text, number).fault is None] == [], number


@pytest.mark.slow
@given(st.text(alphabet="0123456789.,-+*/^_ xe=a%\N{EN DASH}\N{MINUS SIGN}", max_size=16), st.integers(0, 16))
def test_digits_beside_a_number_never_confirm_it(text: str, place: int) -> None:
    if claimed(f"{text[:place]}3.74{text[place:]}").fault is None and "3.74" not in text:
        assert not re.search(r"[0-9a-z.^/]\Z|[-+\N{MINUS SIGN}\N{EN DASH}]\Z", text[:place])
        assert not re.match(r"[0-9%^]|\.[0-9]|[eax](?![^\W_])[0-9]", text[place:])


@each(("text", "said"), BESIDE["places"])
def test_where_the_number_is_looked_for(text: str, said: str) -> None:
    text = text.replace("{", "<!-- dpexact: ").replace("f}", "formula(expression=1) -->")
    faults = [str(claim.fault or "") for claim in claims_of_text("a.md", text)]
    assert all(said in fault and bool(said) == bool(fault) for fault in faults), faults


def test_a_percent_sign_that_begins_a_comment_is_none_of_the_number() -> None:
    for file, text, is_confirmed in (
        ("a.tex", "3.74% dpexact: 3.74 = f(a=1)", True),
        ("a.tex", "3.74 % as printed\n% dpexact: 3.74 = f(a=1)", True),
        ("a.md", "3.74 % as printed\n% dpexact: 3.74 = f(a=1)", False),
        ("a.tex", "3.74\\% % dpexact: 3.74 = f(a=1)", False),
        ("a.tex", "3.74\\%% dpexact: 3.74 = f(a=1)", False),
        ("a.tex", "3.74%% dpexact: 3.74 = f(a=1)", True),
        ("a.tex", "3.74\\% % dpexact: 3.74\\% = f(a=1)", True),
        ("a.md", "3.74% dpexact: 3.74 = f(a=1)", False),
        ("a.tex", "3.47 % was 3.74\n% dpexact: 3.74 = f(a=1)", False),
        ("a.tex", "0.9 & 3.74 \\\\% dpexact: 3.74 = f(a=1)", True),
    ):
        (claim,) = claims_of_text(file, text)
        assert (claim.fault is None) == is_confirmed, (file, text)


READ = BESIDE["read"]


def test_how_a_claim_is_read() -> None:
    for claim, meaning, printed, parameters in READ:
        (found,) = claims_of_text("a.c", f"/*dpexact: {claim} */ x")
        stated = found.cells["printed"], found.cells["meaning"], found.cells["quantity"], found.cells["parameters"]
        assert stated == (printed, meaning, "f", parameters), claim
        assert "does not stand" in str(found.fault)


WRONG = BESIDE["wrong"]


def test_what_is_wrong_in_a_claim() -> None:
    for claim, said in WRONG:
        (found,) = claims_of_text("a.md", f"5\n<!-- dpexact: {claim}\n")
        assert str(found.fault).startswith("a.md: line 2: expected "), claim
        assert said in str(found.fault), claim


EARLIER = BESIDE["earlier"]


def test_the_earlier_syntax_is_an_error_that_shows_the_new_one() -> None:
    for earlier, new in EARLIER.items():
        (found,) = claims_of_text("a.md", f"5 <!-- dpexact: {earlier} -->\n")
        assert f"write {new}, with the number that stands beside it" in str(found.fault), earlier


WORDS = (
    *("dpexact", "dpexact:", "dpexact: it opens from a folder", "dpexact: README.md: no claim", "dpexact::f(a=1)"),
    *("dpexact: NUMBER MEANING QUANTITY(name=value, ...)", "dpexact: 3 of 4 rows differ", "dpexact: 0.2.0"),
    *("dpexact: 3.74 >= gaussian.sigma(...)", 'dpexact: "10^{-5}" = ...', "from dpexact import exact"),
    *("dpexcat: a note", "other: 5 = f(a=1)", "dpexact: rejected (status 1)"),
)
MISSPELT = ("dpexcat:", "DP-exact:", "dpexact2:", "dpexat:", "dpexact", "dpexact claim", "dpexact(")
BETWEEN = ("\N{FULLWIDTH COLON} ", ";", " = ", "**: ", "`: ", ":\n", ":\r\n  # ", ": \n// ")


def test_a_word_like_any_other_claims_nothing_and_a_misspelt_mark_is_not_passed_over() -> None:
    assert [text for text in WORDS if claims_of_text("a.md", f"5\n{text}\n")] == []
    for word in MISSPELT:
        (claim,) = claims_of_text("a.md", f"1 <!-- {word} 1 = formula(expression=1) -->\n")
        assert f"expected dpexact:, got {re.split('[ :(]', word)[0]!r}" in str(claim.fault)
    for between in BETWEEN:  # another sign, or no claim on its line
        (claim,) = claims_of_text("a.md", f"1\ndpexact{between}1 = formula(expression=1)\n")
        assert "expected dpexact:" in str(claim.fault), between
    (claim,) = claims_of_text("a.md", "1 dpexact: 1 = formula(expression=1)\n- 5\n* 6\n")  # a list is no part of it
    assert claim.fault is None


def test_the_names_of_a_claim_are_checked_as_in_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    for content, said in (
        ("formul(expression=1)", "did you mean 'formula'? correct it"),
        ("formula(expresion=1)", "line 2, parameters.expresion: expected exactly the parameters expression"),
        ("formula(expression=1/0)", "line 2, parameters.expression: division by zero"),
        ("gaussian.delta(sigma=1, sensitivity=1)", "epsilon"),
    ):
        path.write_text(
            f"Text.\n5.22 <!-- dpexact: 5.22 = {content} -->\n1/3 <!-- dpexact: 1/3 = formula(expression=1) -->"
        )
        row, fraction = audit([path]).entries
        assert said in str(row.error)
        assert "a decimal" in str(fraction.error)


NAMES = st.sampled_from(["a", "expression", "total_delta"])
VALUES = st.text(alphabet="ab1.,;=()[]{}+-*/\"' ", min_size=1, max_size=12)


@pytest.mark.parametrize("suffix", ["ipynb", "json"])
def test_an_escape_of_json_is_the_sign_that_it_says(suffix: str) -> None:
    """A notebook has each backslash of LaTeX twice, and other signs by their numbers."""
    claim = "<!-- dpexact: 3.74 = f(a=1) -->"
    own = [text for text in OWN if not re.match(r"[ #>/*]*[-+*] ", text)]  # an item does not begin its line there
    for text, is_own in {**dict.fromkeys(own, True), **dict.fromkeys(NOT_OWN, False)}.items():
        cell = json.dumps({"source": [f"{text}\n", claim]}, indent=1)
        (found,) = claims_of_text(f"a.{suffix}", cell)
        assert (found.fault is None) == is_own, (text, found.fault)
        assert all(cell[slice(*place)] == "3.74" for place in found.beside)
    for text in OVER_LINES["a.md"][1]:
        for indent in (1, None):
            cell = json.dumps({"source": [f"{claim}\n", *text.splitlines(keepends=True)]}, indent=indent)
            assert claims_of_text(f"a.{suffix}", cell)[0].fault is not None, text


def test_a_field_of_a_notebook_confirms_nothing() -> None:
    def is_read(source: str) -> bool:
        """In a notebook on one line."""
        cells = [{"source": source}, {"execution_count": 3, "x": {"y": -3.0}, "nbformat": 3, "z": 3}]
        (claim,) = claims_of_text("a.ipynb", json.dumps({"cells": cells}))
        return claim.fault is None

    claim = "<!-- dpexact: 3 = f(a=1) -->"
    assert not is_read(f"x = 4 {claim}")
    assert is_read(f"x = 3 {claim}")
    assert is_read(f'{{"x": 3}} {claim}')


@pytest.mark.slow
@example({"a": "="}, "rounded")
@given(st.dictionaries(NAMES, VALUES), st.sampled_from(["rounded", "exact", "at-most", "truncated"]))
def test_a_written_claim_is_read_as_it_was(parameters: dict[str, str], meaning: str) -> None:
    written = written_claim("1.2 x 10^-5", meaning, "own.q", parameters)
    if written is None:
        assert any('"' in text and "'" in text for text in parameters.values())
        return
    (claim,) = claims_of_text("a.txt", f"1.2 x 10^-5 {written}")
    assert claim.fault is None
    assert (claim.cells["meaning"], claim.cells["parameters"]) == (meaning, parameters)


MARK = "<!-- dpexact: 1 = formula(expression=1) -->"


def test_several_claims_on_a_line_and_every_kind_of_line_end(tmp_path: Path) -> None:
    claims = claims_of_text("a.md", f"1 {MARK} {MARK}{MARK}\n{MARK}\n")
    assert [claim.id for claim in claims] == ["a.md:1", "a.md:1#2", "a.md:1#3", "a.md:2"]
    assert [claim.place for claim in claims][1:3] == ["line 1, claim 2", "line 1, claim 3"]
    text = f"One\n\n1 {MARK}\ntwo\n1\n{MARK}\n"
    found = []
    for end in ("\n", "\r\n", "\r"):
        path = tmp_path / "a.md"
        path.write_bytes(("\N{ZERO WIDTH NO-BREAK SPACE}" + text.replace("\n", end)).encode())
        table = read_claim_table(path)
        found.append(table.rows)
    assert found[0] == found[1] == found[2]
    assert [row.line for row in found[0]] == [3, 6]
    assert len(table.claims) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        *("dpexact: 1" * 20_000, "dpexact:" + " " * 200_000 + "1", "dpexact: " + "=" * 200_000),
        *("dpexact: 1 = f(" + "(" * 100_000, "a" * 200_000 + "(", "1" + "/" * 100_000 + " dpexact: 1 = f(a=1)"),
        "dpexact: 1 = f(a=" + "1" * 100_000 + ") " + "-" * 100_000,
    ],
)
def test_a_long_line_is_read_at_once(text: str) -> None:
    claims_of_text("a.md", text)


def test_rows_go_the_way_of_all_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(f"1 {MARK}\n\n3 <!-- dpexact: 3 = formula(expression=2) -->\n\nx {MARK}\n")
    result = audit(["a.md"])
    assert [(row.id, row.outcome) for row in result.entries] == [
        ("a.md:1", "correct"),
        ("a.md:3", "wrong"),
        ("a.md:5", "cannot be read or computed"),
    ]
    assert not result.as_expected
    found = json.loads(audit_sarif(result, "0"))["runs"][0]["results"]
    places = [one["locations"][0]["physicalLocation"] for one in found]
    assert [(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places] == [
        ("a.md", 3),
        ("a.md", 5),
    ]
    assert 'name="a.md:3"' in audit_junit(result)


TABLE = '[[claim]]\nid = "a"\nsource = "s"\nquantity = "formula"\nparameters = {expression = "1"}\nprinted = "1"\n'
TABLE += 'meaning = "rounded"\n'


@pytest.mark.slow
def test_which_files_are_tables(tmp_path: Path) -> None:
    for file, text, ids in (
        ("t.toml", TABLE, ["a"]),
        ("u.toml", f'format = "dpexact-claim-table/1"\n{TABLE}', ["a"]),
        ("v.toml", f"x = 1 # {MARK[5:]}\n", ["v.toml:1"]),
        ("w.toml", 'format = "of something else"\n', []),
        ("t2.toml", f"{{{{ template }}}}\n1 {MARK}\n", ["t2.toml:2"]),
        ("x.md", f"{TABLE}1 {MARK}\n", ["x.md:8"]),
        ("y.json", "{}", []),
        ("z.csv", "id,source,quantity,parameters,printed,meaning\na,s,formula,expression = 1,1,rounded\n", ["a"]),
    ):
        path = written(tmp_path / file, text)
        found = [row.id and Path(row.id).name for row in audit([path]).entries]
        assert found == ids, file
    for file, text in (
        ("a.csv", "dpexact: 1"),
        ("b.toml", "[[claim]]\nx=\n"),
        ("c.toml", "format='dpexact-claim-table/9'"),
    ):
        (tmp_path / file).write_text(text)
        refuses(DocumentError, "", read_claim_table, tmp_path / file)


def test_a_folder_is_searched(tmp_path: Path) -> None:
    files = {
        "a.md": f"1 {MARK}\n",
        "deep/er/b.rs": f"1 // {MARK}\n",
        "deep/t.toml": TABLE,
        "deep/data.csv": "x,y\n1,2\n",
        "deep/p.toml": "[project]\nformat = 'x'\n",
        "none.txt": "dpexact: a word\n",
        ".git/c.md": f"1 {MARK}\n",
        "venv/pyvenv.cfg": "",
        "venv/c.md": f"1 {MARK}\n",
        "node_modules/c.md": f"1 {MARK}\n",
    }
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\0dpexact: 1 = f(a=1)\xff")
    (tmp_path / "latin.txt").write_bytes(b"r\xe9sum\xe9\n")
    result = audit([tmp_path])
    assert [Path(row.table).name for row in result.entries] == ["a.md", "t.toml", "b.rs"]
    assert result.as_expected
    (tmp_path / "latin.txt").write_bytes(b"r\xe9sum\xe9 dpexact: 1 = f(a=1)\n")
    refuses(DocumentError, "byte 0xe9 at offset 1", audit, [tmp_path])
    assert audit([tmp_path / "venv" / "none", tmp_path / "none.txt"][1:]).entries == ()
    (tmp_path / "empty").mkdir()
    assert "in the folder" in audit([tmp_path / "empty"]).notes[0]


@pytest.mark.parametrize(
    ("file", "content", "is_found"),
    [
        ("inline.toml", f"claim = [{{{', '.join(TABLE.splitlines()[1:])}}}]", True),
        ("late.toml", f"# {'x' * 70_000}\n{TABLE}", True),
        ("broken.toml", "<<<<<<< HEAD\nx = 1 # dpexact: 1 = formula(expression=1)\n# a claim\n", True),
        ("other.toml", "claim = 'x'\n", False),
        ("t.csv", "id;source;quantity;parameters;printed;meaning\na;s;formula;expression = 1;1;rounded\n", True),
        ("data.csv", "id;printed\n1;2\n", False),
        ("u.md", "\ufeff1 dpexact: 1 = formula(expression=1)".encode("utf-16-le"), True),
        ("v.md", "\ufeffanother text".encode("utf-16-be"), False),
    ],
)
def test_no_table_and_no_encoding_of_a_folder_is_passed_over(
    tmp_path: Path, *, file: str, content: str | bytes, is_found: bool
) -> None:
    (tmp_path / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert claimed_files(tmp_path) == [str(tmp_path / file)] * is_found


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir()
    listed = os.scandir

    def scandir(folder: str) -> Any:
        if Path(folder).name == "closed":
            raise PermissionError(13, "Permission denied", folder)
        return listed(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(DocumentError, match=r"closed: expected a folder that can be read, got Permission denied"):
        claimed_files(tmp_path)


@pytest.mark.slow
def test_a_text_without_a_claim_is_no_success(tmp_path: Path) -> None:
    empty, plain, good, mechanism = (tmp_path / file for file in ("e.md", "p.tex", "g.md", "m.json"))
    empty.write_text("")
    plain.write_text("5\n")
    good.write_text(f"1 {MARK}\n")
    mechanism.write_text('{"inputs": [], "outputs": [], "rows": []}')
    assert not audit([plain]).as_expected
    assert audit([plain, good]).as_expected
    found = ran("audit", str(empty), str(plain), str(mechanism))
    assert found.status == 3
    assert "p.tex: no claim; one reads dpexact: NUMBER MEANING QUANTITY(" in found.complaint
    assert "m.json: no claim; a mechanism is for dpexact verify" in found.complaint
    assert "nothing was claimed" in found.complaint
    assert ran("audit", str(empty), str(plain), "--pass-with-no-claims").status == 0
    assert ran("audit", str(plain), str(good)).status == 0
    assert "no claim in 2 further files" in ran("audit", *[str(plain)] * 5).complaint


def test_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes(b"One\nr\xe9sum\xe9 % dpexact: 1 = f(a=1)\n")
    refuses(DocumentError, r"byte 0xe9 at offset 5, on line 2; save the file as UTF-8", read_claim_table, path)
    path.write_bytes(b"One\nr\xe9sum\xe9\n")
    assert read_claim_table(path).rows == ()


@pytest.mark.slow
def test_the_examples_of_the_page_are_right() -> None:
    result = audit([ROOT / "docs" / "claim-table.md"])
    assert len(result.entries) == 4
    assert result.as_expected


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    """Return a folder with `dpexact` and `python` as commands, wherever the tests run."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, words in (("dpexact", "-m dpexact "), ("python", "")):
        command = written(folder / name, f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {words}"$@"\n')
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return folder


@pytest.mark.slow
def test_the_hook(tmp_path: Path, bin_folder: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert (hook["types"], hook["exclude"]) == (["text"], "\\.csv$")
    (tmp_path / "good.go").write_text("no claim\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "bad.rs").write_text(f"2 // {MARK.replace(': 1', ': 2')}\n")
    for files, status in ((["good.go", "pyproject.toml"], 0), (["good.go", "bad.rs"], 1)):
        assert _run([*hook["entry"].split(), *files], tmp_path, bin_folder).returncode == status


def _steps() -> dict[str, str]:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return {step["name"]: step.get("run", "") for step in action["runs"]["steps"] if "name" in step}


@pytest.mark.slow
def test_the_action_audits_files(tmp_path: Path, bin_folder: Path) -> None:
    folder = tmp_path / "docs" / "deep"
    folder.mkdir(parents=True)
    (folder / "bad.md").write_text(f"one\n2 {MARK.replace(': 1', ': 2')}\n")
    (tmp_path / "a b.md").write_text(f"1 {MARK}\n")
    for files, status, count in (("docs/**/*.md", 1, 1), ("*.md", 0, 0), ("none/*.md", 2, None), ("docs", 1, 1)):
        report = tmp_path / "out.sarif"
        report.unlink(missing_ok=True)
        more = {"FILES": files, "QUANTITIES": "", "SARIF": "out.sarif"}
        done = _run(["bash", "-e", "-o", "pipefail", "-c", _steps()["Audit"]], tmp_path, bin_folder, more)
        assert done.returncode == status, done.stderr
        assert report.exists() == (count is not None)
        if count is not None:
            assert len(json.loads(report.read_text())["runs"][0]["results"]) == count


@pytest.mark.slow
def test_the_action_runs_tests_and_programs(tmp_path: Path, bin_folder: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "def test_a_b() -> None:\n    assert True\n\n\ndef test_c() -> None:\n    assert 0\n"
    )
    (tmp_path / "noise.py").write_text(
        "def same(source, x):\n    return source.bit()\n\n\ndef tells(source, x):\n    return x\n"
    )
    program = "noise.py:{} --inputs 0,1 --epsilon 'log(2)'\n"
    for step, words, status in (
        ("Tests", {"PYTEST": "-q -p no:cacheprovider test_a.py -k 'a and b'"}, 0),
        ("Tests", {"PYTEST": "-q -p no:cacheprovider test_a.py"}, 1),
        ("Programs", {"PROGRAM": program.format("same") * 2}, 0),
        ("Programs", {"PROGRAM": program.format("tells") + "\n" + program.format("same")}, 1),
        ("Something to do", {}, 2),
    ):
        done = _run(["bash", "-e", "-o", "pipefail", "-c", _steps()[step]], tmp_path, bin_folder, words)
        assert done.returncode == status, (step, words, done.stdout, done.stderr)


def _run(words: list[str], folder: Path, bin_folder: Path, more: dict[str, str] | None = None) -> Any:
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **(more or {})}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
