"""`dpexact audit TABLE --fix OUT`: what is wrong is printed right in the copy, and nothing else changes."""

import csv
import io
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact.audit.auditor import audit
from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.corrected import corrected_table
from dpexact.certificates.cell_table import toml_text
from dpexact.errors import DocumentError
from tests.golden.run import ran
from tests.refusals import refuses

HEADER = "id,source,quantity,parameters,printed,meaning\n"
TOML = """\
# kept
[[claim]]
id = "a"  # kept
source = "s"
quantity = 'formula'
parameters = { expression = "x/3", x = "2" }
printed = '0.66'   # two thirds
meaning = "rounded"

  [[claim]]
id = "b"
source = \"\"\"
printed = "0.66"
\"\"\"
quantity = "formula"
meaning = "at-most"
"printed" = "1.2\\\\times10^{-5}"
[claim.parameters]
expression = "1.37e-5"

[[claim]]
id = "right"
source = "printed = '7'"
quantity = "formula"
parameters = "expression = 1/3"
printed = "0.33"
meaning = "rounded"
"""


def fixed(path: Path) -> tuple[bytes, str, int]:
    out = path.with_name(f"out{path.suffix}")
    found = ran("audit", str(path), "--fix", str(out))
    return out.read_bytes(), found.complaint, found.status


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\N{ZERO WIDTH NO-BREAK SPACE}"])
def test_toml_keeps_everything_else(tmp_path: Path, end: str, mark: str) -> None:
    path = tmp_path / "a.toml"
    text = (mark + TOML).replace("\n", end)
    path.write_bytes(text.encode())
    written, said, status = fixed(path)
    expected = text.replace("printed = '0.66'   #", "printed = '0.67'   #").replace("1.2\\\\times", "1.4\\\\times")
    assert written.decode() == expected
    assert status == 1  # that of the table, which is wrong
    assert "2 rows corrected (a, b)" in said
    assert audit([tmp_path / "out.toml"]).as_expected


def test_the_first_row_may_be_right_behind_a_byte_order_mark(tmp_path: Path) -> None:
    path, text = tmp_path / "a.toml", "\N{ZERO WIDTH NO-BREAK SPACE}" + TOML.removeprefix("# kept\n")
    path.write_text(text, encoding="utf-8")
    assert [row.line for row in read_claim_table(path).rows] == [1, 9, 20]
    assert fixed(path)[0].decode().count("0.67") == 1


def test_csv_keeps_everything_else(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    text = (
        f'\N{ZERO WIDTH NO-BREAK SPACE}{HEADER}a,"s, ""t""\r\nu",formula,expression = 2/3,0.66,rounded\r\n\r\n'
        'b,s,formula,"expression = 1/3","0.34",rounded\nc,s,formula,expression = 1, 1 ,exact'
    )
    path.write_bytes(text.encode())
    written, said, _ = fixed(path)
    assert written.decode() == text.replace("2/3,0.66", "2/3,0.67").replace('"0.34"', '"0.33"')
    assert "2 rows corrected (a, b)" in said


CELLS = st.sampled_from(["s", "a, b", 'say "x"', "é # printed = '3'", "two\nlines", " b "])
NUMBERS = st.builds("{}/{}".format, st.integers(-300, 300), st.integers(1, 70))
PRINTED = st.builds(
    "{}.{}{}".format, st.integers(0, 9), st.integers(0, 99), st.sampled_from(["", "e-2", "%", " x 10^{1}"])
)
MEANING = st.sampled_from(["rounded", "truncated", "rounded-up", "at-most", "at-least", "about"])
ROWS = st.lists(st.tuples(CELLS, NUMBERS, PRINTED, MEANING), min_size=1, max_size=6)


@pytest.mark.slow
@given(ROWS, st.sampled_from(["csv", "toml"]), st.sampled_from(["\n", "\r\n"]))
def test_after_a_fix_an_audit_passes_and_the_rest_is_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str, str]], kind: str, end: str
) -> None:
    path = tmp_path_factory.mktemp("tables") / f"a.{kind}"
    cells = [
        {"id": f"r{n}", "source": source, "quantity": "formula", "parameters": f"expression = {number}"}
        | {"printed": printed, "meaning": meaning}
        for n, (source, number, printed, meaning) in enumerate(rows)
    ]
    path.write_text(_csv(cells, end) if kind == "csv" else _toml(cells, end), encoding="utf-8", newline="")
    result = audit([path])
    copy = corrected_table(str(path), result.entries)
    assert copy.left == ()
    assert len(copy.corrected) == len(result.refuted)
    other = path.with_name(f"b.{kind}")
    other.write_text(copy.text, encoding="utf-8", newline="")
    assert audit([other]).as_expected
    right = [row.judgement.print or row.claim.printed for row in result.rows]
    expected = [{**row, "printed": printed} for row, printed in zip(cells, right, strict=True)]
    assert _read(kind, copy.text) == _read(kind, _csv(expected, end) if kind == "csv" else _toml(expected, end))


def _csv(cells: list[dict[str, str]], end: str) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*cells[0]], lineterminator=end)
    writer.writeheader()
    writer.writerows(cells)
    return text.getvalue()


def _toml(cells: list[dict[str, str]], end: str) -> str:
    rows = ("\n".join(["[[claim]]", *(f"{name} = {toml_text(text)}" for name, text in row.items())]) for row in cells)
    return "\n\n".join(rows).replace("\n", end)


def _read(kind: str, text: str) -> Any:
    return list(csv.DictReader(io.StringIO(text, newline=""))) if kind == "csv" else tomllib.loads(text)


@pytest.mark.slow
def test_what_is_on_record_or_has_no_right_text_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        f"{HEADER.strip()},expected,expected_by,reading\n"
        "as-recorded,s,formula,expression = 2,3,rounded,wrong,by hand,\n"
        "two-routes,s,formula,expression = 2,3,rounded,correct,by hand,\n"
        "no-text,s,formula,expression = sqrt(2),1.4,exact,,,\n"
        "a-reading,s,formula,expression = 2,3,rounded,,,true\n"
        "unreadable,s,formula,expression = 2/0,3,rounded,,,\n"
        "right,s,formula,expression = 3,3,rounded,,,\n"
    )
    written, said, status = fixed(path)
    assert written == path.read_bytes()
    assert "0 rows corrected" in said
    assert "3 rows left as printed (two-routes, no-text, unreadable)" in said
    assert status == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        (
            'claim = [{ id = "a", source = "s", quantity = "formula", parameters = "expression = 2", printed = "3", '
            'meaning = "rounded" }]\n'
        ),
        (
            '[[claim]]\nid = "a"\nsource = "s"\nquantity = "formula"\nparameters = "expression = 2"\n'
            'printed = """3"""\nmeaning = "rounded"\n'
        ),
        (
            '[[claim]]\nid = "a"\nsource = """\nprinted = "3"\n"""\nquantity = "formula"\n'
            'parameters = "expression = 2"\nprinted = """3"""\nmeaning = "rounded"\n'
        ),
    ],
)
def test_another_layout_is_refused_and_nothing_is_written(tmp_path: Path, text: str) -> None:
    path, out = tmp_path / "a.toml", tmp_path / "out.toml"
    path.write_text(text)
    found = ran("audit", str(path), "--fix", str(out))
    assert (found.status, out.exists()) == (2, False)
    assert "expected each printed on a line of its own" in found.complaint


TEXTS = [  # a text, and the corrected one; f(x) stands for a formula
    ("= 0.66, {0.66 = f(2/3)}.", "= 0.67, {0.67 = f(2/3)}."),
    ("0.66 and 0.33 {0.66 = f(2/3)} {0.33 = f(1/3)}", "0.67 and 0.33 {0.67 = f(2/3)} {0.33 = f(1/3)}"),
    (
        "a = 0.66 # {0.66 = f(2/3)}\r\nb = 0.66 # {0.66 = f(2/3)}",
        "a = 0.67 # {0.67 = f(2/3)}\r\nb = 0.67 # {0.67 = f(2/3)}",
    ),
    ("{0.66 = f(2/3)}\n0.66\n{0.66 <= f(2/3)}", None),  # the other claim needs it
    ("{0.66 = f(2/3)}\n0.66\n{0.66 = f(2/3)}", "{0.67 = f(2/3)}\n0.67\n{0.67 = f(2/3)}"),
    ("{0.66 = f(2/3)}\n0.66\n{0.66 = f(3/4)}", None),  # each says another number
    ("0.66 or 0.66 {0.66 = f(2/3)}", None),  # which of the two?
    ("0.66\n{0.66 = f(2/3)}\n0.66", None),
    ("a = 0.66\n{0.66 = f(2/3)} it was 0.66 once", None),
    ("0.66 {0.66 = f(2/3)}\n0.66\n0.66 {0.66 = f(2/3)}", None),
    ("10.66 and 0.66, {0.66 = f(2/3)}", "10.66 and 0.67, {0.67 = f(2/3)}"),
    ('1.2 x 10^-5 {"1.2 x 10^-5" >= f(1.37e-5)}', '1.4 x 10^-5 {"1.4 x 10^-5" >= f(1.37e-5)}'),
    ("1,234,567 {1,234,567 = f(1234568)}", None),  # groups are not printed again
    ("0.67 {0.66 = f(2/3)}", None),
]


@pytest.mark.parametrize(("before", "after"), TEXTS)
def test_a_text_keeps_everything_else(tmp_path: Path, before: str, after: str | None) -> None:
    texts = [
        re.sub(r"f\((.*?)\)", r"formula(expression=\1)", text).replace("{", "/* dpexact: ").replace("}", " */")
        for text in (before, after or before)
    ]
    path = tmp_path / "a.c"
    path.write_bytes(texts[0].encode())
    result = audit([path])
    copy = corrected_table(str(path), result.entries)
    assert copy.text == texts[1]
    assert len(copy.corrected) == (0 if after is None else len(result.refuted))
    assert {row.id for row in copy.left} == {row.id for row in result.entries if not row.as_expected and after is None}


@pytest.mark.slow
def test_targets_that_are_refused(tmp_path: Path) -> None:
    table, out = tmp_path / "a.csv", tmp_path / "out.csv"
    table.write_text(f"{HEADER}a,s,formula,expression = 2,3,rounded\n")
    for words, said in (
        ([str(table), "--fix", str(table)], "a file of its own"),
        ([str(table), "--fix", str(tmp_path / "out.toml")], "ends in .csv"),
        ([str(table), str(table), "--fix", str(out)], "got 2"),
        (["--fix", str(out)], "got 0"),
        ([str(tmp_path), "--fix", str(out)], "got a folder"),
        (["-", "--fix", str(out)], "got the standard input"),
        ([str(table), "--fix", str(out), "--sarif", str(out)], "used already"),
        ([str(table), "--fix", str(tmp_path / "no" / "out.csv")], "no directory"),
    ):
        found = ran("audit", *words)
        assert (found.status, found.out) == (2, "")
        assert said in found.complaint
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv"]
    refuses(DocumentError, "standard input", corrected_table, "-", [])
