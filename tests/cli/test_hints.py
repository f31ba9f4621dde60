"""Test what messages say about the mistakes that people make: the remedy names their own word or number."""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpexact import NeighborGraph, exact, verify
from dpexact.audit import audit, load_claim_table
from dpexact.audit.paper import installed_quantities, own_quantities
from dpexact.certificates import load_mechanism
from dpexact.errors import DocumentError, MechanismError, NumberSyntaxError, ParameterError
from dpexact.papers.catalogue import OURS
from dpexact.testing import exact_reference
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses
from tests.values import written

BESIDE = beside(__file__)

ROOT = Path(__file__).parent.parent.parent
TABLES = ROOT / "tests" / "vectors" / "documents" / "claim-tables"


def document(**changes: object) -> dict[str, Any]:
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    parts = {"format": "dpexact-mechanism/1", "inputs": [0, 1], "outputs": [0, 1], "rows": rows, "neighbors": "all"}
    return {**parts, **changes}


@pytest.mark.parametrize(("sign", "name"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
@pytest.mark.parametrize("end", [".csv", ""])
def test_a_claim_table_with_something_else_than_commas(sign: str, name: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / f"table{end}"
    lines = (
        ["id", "source", "quantity", "parameters", "printed", "meaning"],
        ["a", "b", "formula", "", "3,74", "exact"],
    )
    file.write_text("".join(sign.join(line) + "\n" for line in lines), encoding="utf-8")
    said = refuses(DocumentError, "", load_claim_table, file)
    remedy = "write commas instead, and decimals with a point"
    assert said == f"{file}: line 1: expected cells separated by commas, got {name}; {remedy}"


def test_blanks_around_csv_labels_say_nothing(tmp_path: Path) -> None:
    file = written(tmp_path / "matrix.csv", "input, a , b\nx , 1/2 , 1/2\n y,1/4, 3/4\n")
    mechanism, _ = load_mechanism(file)
    assert (mechanism.inputs, mechanism.outputs) == (("x", "y"), ("a", "b"))
    file.write_text("input,a, a\nx,1/2,1/2\n", encoding="utf-8")
    refuses(DocumentError, "distinct labels", load_mechanism, file)


@pytest.mark.slow
def test_a_misspelt_quantity_and_column(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    text = (TABLES / "good.csv").read_text(encoding="utf-8")
    name = load_claim_table(TABLES / "good.csv").claims[0].quantity
    file.write_text(text.replace(name, name[:-1]), encoding="utf-8")
    refuses(DocumentError, f"did you mean '{re.escape(name)}'", load_claim_table, file)
    for wrong, begin in (
        (name[:-1], f"expected one like .*did you mean '{name}'[?]"),
        ("zzzzzz", "expected a registered"),
    ):
        file.write_text(text.replace(name, wrong), encoding="utf-8")
        said = refuses(DocumentError, rf"quantity: {begin}", load_claim_table, file)
        assert "--quantities FILE.py" in said
        listed = said.partition("expected ")[2].partition(", got ")[0].split(", ")
        assert len(listed) <= 9  # eight names, and "such as"
    file.write_text(text.replace("note", "notes", 1), encoding="utf-8")
    refuses(DocumentError, "'notes'; correct or remove it; did you mean 'note'", load_claim_table, file)


@pytest.mark.parametrize("name", ["good.csv", "good.toml"])
def test_a_table_from_the_standard_input(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO((TABLES / name).read_bytes()))
    monkeypatch.setattr(sys, "stdin", stream)
    found = [row.judgement for row in audit(["-"]).rows]
    assert found == [row.judgement for row in audit([TABLES / name]).rows]
    assert found


def test_the_quantities_are_listed_as_they_are_registered() -> None:
    page = (ROOT / "docs" / "claim-table.md").read_text(encoding="utf-8")
    of_papers, rest_of_page = page.split("Those that belong to no paper.")
    listed = re.findall(r"^\| `([a-z]\w*\.\w+)` \| (.*?) \| (.*) \|$", of_papers, re.MULTILINE)
    expected = [
        (quantity.name, ", ".join(f"`{name}`" for name in quantity.parameters), quantity.privacy_direction)
        for paper in OURS
        for quantity in paper.quantities()
    ]
    assert [(name, parameters, rest.partition(" | ")[0]) for name, parameters, rest in listed] == expected
    table = [line for line in rest_of_page.partition("## Formulas")[0].splitlines() if line.startswith("|")]
    for quantity in installed_quantities():
        (line,) = [line for line in table if f"`{quantity.name}`" in line.partition(" | ")[0]]
        assert all(f"`{name}`" in line for name in quantity.parameters), quantity.name
        assert all(f"[`{name}`]" in line for name in quantity.optional), quantity.name


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("x*10^-5", "; write 1e-5 or 10**-5"),
        ("2*10^(-7)", "; write 1e-7 or 10**-7"),
        ("110^2", "; write ** for powers"),
        ("x^2", "; write ** for powers"),
    ],
)
def test_a_power_written_as_on_paper(text: str, hint: str) -> None:
    with pytest.raises(NumberSyntaxError) as error:
        exact_reference("laplace.delta", scale="1", sensitivity="1", epsilon=text)
    first, shown, caret = str(error.value).split("\n")
    assert first.endswith(hint)
    assert shown == f"    {text}"
    assert caret == f"    {' ' * text.index('^')}^"
    with pytest.raises(NumberSyntaxError) as error:
        exact_reference("laplace.delta", scale="1", sensitivity="1", epsilon="10?-5")
    assert "write" not in str(error.value)


TABLE_ROW = '[[claim]]\nid = "a"\nsource = "s"\nquantity = "formula"\nparameters = { expression = "1/3" }\n'


def test_a_cell_table_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = written(tmp_path / "table.toml", f'\ufeff{TABLE_ROW}printed = "0.33"\nmeaning = "rounded"\n')
    (row,) = audit([file]).rows
    assert row.judgement.verdict == "correct"


QUARTERS = ["1/4", "3/4"]
MISREAD = [  # a reader, a file, its text, and a part of what is said
    (load_claim_table, "m.csv", ",0,1\n0,3/4,1/4\n1,1/4,3/4\n", "got a mechanism; a mechanism is for dpexact"),
    (
        load_claim_table,
        "n.toml",
        '{"dpexact-claim-table": 1}',
        "got JSON; a claim table is TOML or CSV; mechanisms are",
    ),
    (load_claim_table, "t.toml", "[[claim]\n", "expected TOML, got a syntax error"),
    (load_mechanism, "t.toml", TABLE_ROW, "a mechanism, in JSON or CSV, got TOML; a claim table is for dpexact audit"),
    (load_mechanism, "c.json", {"format": "dpexact-certificate/1"}, "; a certificate is for dpexact check"),
    (load_mechanism, "m.json", {"format": "other/1"}, "; this version of dpexact reads only that format"),
    (load_mechanism, "f.json", {"rows": [[0.75, "1/4"], QUARTERS]}, 'the JSON float 0.75; write it in quotes: "0.75"'),
    (load_mechanism, "p.json", {"rows": [["10^-6", "1-10^-6"], QUARTERS]}, "write 1e-6 or 10**-6"),
    (load_mechanism, "s.json", {"rows": [["0.85", "1/4"], QUARTERS]}, "got the sum 11/10, off by 0.100000; correct"),
    (
        load_mechanism,
        "s.csv",
        "x,a,b\nu,1/3,2/3\nv,5/4,-1/4\n",
        "2: expected a probability from 0 to 1, got 5/4; correct",
    ),
    (load_mechanism, "d.csv", ";a;b\nx;1/2;1/2\n", "line 1: expected cells separated by commas, got semicolons"),
    *(
        (
            load_mechanism,
            "k.json",
            {key: 1},
            f"the key {key!r}; remove it or correct its spelling; did you mean {right!r}",
        )
        for key, right in (("neighbours", "neighbors"), ("row", "rows"), ("input", "inputs"))
    ),
    (load_mechanism, "z.json", {"zzz": 1}, "got the key 'zzz'; remove it or correct its spelling"),
]


@pytest.mark.parametrize(("read", "name", "text", "said"), MISREAD)
def test_what_is_no_table_or_no_mechanism(
    read: Any, name: str, text: str | dict[str, Any], said: str, tmp_path: Path
) -> None:
    file = written(tmp_path / name, text if isinstance(text, str) else json.dumps(document(**text)))
    assert name != "z.json" or "did you mean" not in refuses(DocumentError, re.escape(said), read, file)


@pytest.mark.parametrize("read", [load_mechanism, load_claim_table])
def test_a_folder_instead_of_a_file(read: Callable[[Path], object], tmp_path: Path) -> None:
    refuses(DocumentError, "Is a directory; name a file in it", read, tmp_path)


@pytest.mark.parametrize(("name", "came"), [("q.json", "another file"), ("none.py", "no such file"), ("", "a folder")])
def test_what_is_no_file_of_quantities(name: str, came: str, tmp_path: Path) -> None:
    (tmp_path / "q.json").touch()
    with pytest.raises(DocumentError, match=rf"expected a Python file \(.py\) with QUANTITIES, got {came}; correct"):
        own_quantities(tmp_path / name)


@each(("text", "remedy"), BESIDE["a_number_in_the_writing_of_print"])
def test_a_number_in_the_writing_of_print(text: str, remedy: str) -> None:
    refuses(NumberSyntaxError, re.escape(remedy), exact, text)


def test_a_greek_letter_is_no_number_by_its_name() -> None:
    said = refuses(NumberSyntaxError, r"EPSILON\); write numbers like", exact, "\N{GREEK SMALL LETTER EPSILON}")
    refuses(NumberSyntaxError, "", exact, "epsilon")  # which the message must therefore not propose
    assert "write epsilon" not in said


def test_a_decimal_comma_in_a_claim_table() -> None:
    with pytest.raises(NumberSyntaxError, match=re.escape("a decimal has a point: 0.1; docs/claim-table.md")):
        exact_reference("composition.basic_epsilon", epsilon="0,1", count="2")


def test_bounds_with_two_roots_between_them() -> None:
    with pytest.raises(ParameterError, match=r"got positive values at both.*choose bounds with one root between them"):
        exact_reference("formula", expression="root(x**2 - 3*x + 2, x, 0, 3)")


def test_a_word_for_neighbors() -> None:
    mechanism, _ = load_mechanism(document())
    with pytest.raises(MechanismError, match=re.escape("got 'all' of type str; make one: NeighborGraph.complete(")):
        verify(mechanism, "all", 2, 0)  # type: ignore[arg-type]
    with pytest.raises(MechanismError, match=re.escape("of type list; make one: Mechanism.from_rows(")):
        verify([[1, 0], [0, 1]], NeighborGraph.complete([0, 1]), 2, 0)  # type: ignore[arg-type]
