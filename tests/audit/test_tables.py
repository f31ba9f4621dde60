"""Claim tables: good ones in both formats, bad ones named by their fault, the schema, the bundled ones."""

import csv
import json
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dpexact.audit.auditor import audit
from dpexact.audit.claim_row import COLUMNS, OPTIONAL
from dpexact.audit.claim_table import load_claim_table, read_claim_table
from dpexact.audit.printed import MEANINGS, SAFE_SIDES, VERDICTS
from dpexact.certificates.cell_table import MAX_CELL
from dpexact.certificates.mechanism_document import _from_csv
from dpexact.errors import DocumentError
from dpexact.papers.catalogue import OURS
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses
from tests.values import written

BESIDE = beside(__file__)

ROOT = Path(__file__).parent.parent.parent
TABLES = ROOT / "tests" / "vectors" / "documents" / "claim-tables"

BAD = BESIDE["bad"]
SCHEMA_SEES = """
establishes-a-list establishes-no-text empty-id missing-expected-by no-rows parameter-as-float printed-as-float
printed-as-integer rows-not-tables unknown-column unknown-format-version unknown-key-at-the-top unknown-meaning
unknown-verdict
"""


def schema() -> dict[str, Any]:
    text = resources.files("dpexact.audit").joinpath("claim-table.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


TABLE_FAULTS = {name for name, (place, _) in BAD.items() if place in ("", "format", "line 1") or "syntax" in name}


def test_every_bad_table_is_expected() -> None:
    assert {path.name for path in TABLES.iterdir()} == {*BAD, "good.csv", "good.toml"}


@each("name", sorted(BAD))
def test_a_bad_table_names_file_place_and_fault(name: str) -> None:
    place, fragment = BAD[name]
    file = str(TABLES / name)
    error = fault_of(file, whole=name in TABLE_FAULTS)
    assert (error.file, error.inside) == (file, place)
    said = str(error).removeprefix(f"{file}: {place}: " if place else f"{file}: ")
    cause = fragment if name == "refused-parameter.toml" else "expected"  # in the words of whoever refuses it
    assert said.startswith(cause)
    assert "did you mean " in said or not place.endswith(".quantity")
    assert fragment in str(error)


def fault_of(file: str, *, whole: bool) -> DocumentError:
    """The error of a table that cannot be read at all, or of its first row that cannot."""
    if whole:
        with pytest.raises(DocumentError) as caught:
            audit([file])
        return caught.value
    failed = audit([file]).failed[0]
    assert isinstance(failed.error, DocumentError)
    return failed.error


def test_a_bad_row_does_not_hide_the_others(tmp_path: Path) -> None:
    good = (TABLES / "good.toml").read_text(encoding="utf-8")
    broken = good.replace('printed = "2.33"', 'printed = "two"', 1).replace('id = "seven-thirds-low"', 'id = "low"')
    file = written(tmp_path / "table.toml", broken + good.partition("\n")[2] + "[[claim]]\nid = 5\n")
    result = audit([file, TABLES / "good.csv"])
    names = [row.id for row in result.entries]
    assert names[:6] == ["seven-thirds", "low", "seven-thirds", "seven-thirds-low", None, "seven-thirds"]
    assert len(result.failed) == 3
    places = [getattr(row.error, "inside", None) for row in result.failed]
    assert places == ["claim[0].printed", "claim[2].id", "claim[4]"]
    refuses(DocumentError, "expected a number such as", load_claim_table, file)
    assert [row.id for row in read_claim_table(file).rows if row.error] == ["seven-thirds", "seven-thirds", None]


def test_the_cells_of_a_toml_row() -> None:
    table = load_claim_table(TABLES / "good.toml")
    first, second = table.claims
    assert (first.id, second.id) == ("seven-thirds", "seven-thirds-low")
    assert first.parameters == {"numerator": "7", "denominator": "3"}
    assert (first.printed, first.meaning, first.expected, first.note) == ("2.33", "rounded", "correct", "")
    assert [row.place for row in table.rows] == ["claim[0].parameters", "claim[1].parameters"]


def test_csv_says_the_same_in_any_order_of_parameters() -> None:
    table = load_claim_table(TABLES / "good.csv")
    first, second = table.claims
    assert first.parameters == second.parameters == {"numerator": "7", "denominator": "3"}
    assert (second.id, second.note) == ("low, by one", "a note, with a comma")


def test_parameters_as_text_in_toml(tmp_path: Path) -> None:
    text = (TABLES / "good.toml").read_text(encoding="utf-8")
    table = '{ numerator = "7", denominator = "3" }'
    changed = written(tmp_path / "changed.toml", text.replace(table, '"numerator = 7; denominator = 3"'))
    assert load_claim_table(changed).claims == load_claim_table(TABLES / "good.toml").claims


def test_what_a_row_establishes_as_a_table_or_as_text(tmp_path: Path) -> None:
    text = (TABLES / "good.toml").read_text(encoding="utf-8")
    expected = {"lemma-4": "holds-if, fails", "rainbow/x": "refuted"}
    for cell in (
        '{ lemma-4 = "holds-if, fails", "rainbow/x" = "refuted" }',
        '"lemma-4: holds-if, fails; rainbow/x: refuted"',
    ):
        changed = written(tmp_path / "changed.toml", text.replace('note = ""', f"establishes = {cell}"))
        assert [row.establishes for row in load_claim_table(changed).claims] == [expected, {}]


def test_the_schema_agrees_with_the_reader() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    validator = jsonschema.Draft202012Validator(schema())
    validator.validate(tomllib.loads((TABLES / "good.toml").read_text(encoding="utf-8")))
    for name in SCHEMA_SEES.split():
        assert not validator.is_valid(tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8"))), name


def test_the_schema_lists_the_columns_and_words_of_the_reader() -> None:
    claim = schema()["$defs"]["claim"]
    assert set(claim["properties"]) == set(COLUMNS)
    assert claim["required"] == [column for column in COLUMNS if column not in OPTIONAL]
    assert claim["properties"]["safe"]["enum"] == list(SAFE_SIDES)
    assert claim["properties"]["meaning"]["enum"] == list(MEANINGS)
    assert claim["properties"]["expected"]["enum"] == list(VERDICTS)


@pytest.mark.slow
def test_the_tables_of_our_papers_are_valid_by_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    tables = [paper.printed for paper in OURS if paper.printed is not None]
    assert len(tables) == 4
    for table in tables:
        validator.validate(tomllib.loads(table.read_text(encoding="utf-8")))


def test_the_documentation_lists_every_column_meaning_and_verdict() -> None:
    text = (ROOT / "docs" / "claim-table.md").read_text(encoding="utf-8")
    for word in (*COLUMNS, *MEANINGS, *VERDICTS):
        assert f"`{word}`" in text


@pytest.mark.parametrize(
    ("name", "content", "place", "fragment"),
    [
        ("words.csv", b"garbage\n", "", "a line for each claim"),
        ("zero-byte.csv", b"\0", "", "a line for each claim"),
        ("mark-alone.csv", b"\xef\xbb\xbf", "", "got none"),
        ("header-alone.csv", ",".join(COLUMNS).encode() + b"\n", "", "a line for each claim"),
        ("no-columns.csv", b"garbage\nin\n", "line 1", "the column 'id'"),
        ("one-more-column.csv", (",".join(COLUMNS) + ",{x}\n" + "a," * 9 + "a\n").encode(), "line 1", "'{x}'"),
        ("other-key.toml", b"format='dpexact-claim-table/1'\nx=[]", "", "the keys x"),
        ("several.toml", b"[[claims]]\nquantity='formula'\nprinted='1'\n", "", "the keys claims"),
        ("no-rows-at-all.toml", b"claim=[]", "", "a list of 0"),
        ("claim-as-text.toml", b'claim="{}"', "", "the text '{}'"),
        ("braces.toml", b'format = "dpexact-claim-table/1"\n[["cl{aim}"]]\nid=1\n', "", "cl{aim}"),
        ("huge-id.toml", b"[[claim]]\nid=0x" + b"f" * 5000, "claim[0]", "the column 'source'"),
    ],
)
def test_a_table_without_claims_or_with_other_columns_is_refused(
    tmp_path: Path, name: str, content: bytes, place: str, fragment: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    error = fault_of(str(file), whole=not place.startswith("claim"))
    assert error.inside == place
    assert fragment in str(error)


HEAD = "id,source,quantity,parameters,printed,meaning\n"


def test_a_cell_that_is_too_long_costs_only_its_row(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    long = "x" * (MAX_CELL + 1)
    rows = f"long,{long},formula,expression=1,1,exact\n{long},x,formula,expression=1,1,exact\n"
    table.write_text(f"{HEAD}{rows}fine,{long[1:]},formula,expression=1,1,exact\n", encoding="utf-8")
    limit = csv.field_size_limit()
    found = audit([table])
    assert csv.field_size_limit() == limit
    assert [row.claim.id for row in found.rows] == ["fine"]
    assert [row.id for row in found.failed] == ["long", None]
    assert all(f"cells of at most {MAX_CELL} characters" in str(row.error) for row in found.failed)
    assert "line 2" in str(found.failed[0].error)


def test_a_row_with_too_few_or_too_many_cells(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(f"{HEAD}a,b\na,b,c,d,1,234,exact\n", encoding="utf-8")
    few, many = (str(row.error) for row in audit([tmp_path / "t.csv"]).failed)
    assert few.endswith("line 2: expected 6 cells, as in the header, got 2; write the empty cells too")
    assert many.endswith("line 3: expected 6 cells, as in the header, got 7; quote cells that contain commas")


def test_a_matrix_with_a_cell_that_is_too_long() -> None:
    refuses(DocumentError, "line 2: expected cells of at most", _from_csv, "m.csv", f",a\nx,1{'0' * MAX_CELL}\n", None)


@pytest.mark.parametrize(("parameters", "place", "words"), BESIDE["the_places_of_formulas"])
def test_the_places_of_formulas(parameters: str, place: str, words: str, tmp_path: Path) -> None:
    table = written(tmp_path / "t.csv", f"{HEAD}a,x,formula,{parameters},1,exact\n")
    (row,) = audit([table]).failed
    assert f": line 2, column {place}: " in str(row.error)
    assert words in str(row.error)
