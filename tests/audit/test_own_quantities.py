"""Quantities of the user's own: by file, as an argument; the docs' example runs; refusals name the place."""

import re
from pathlib import Path

import pytest

from dpexact import Exact, exact
from dpexact.audit import Quantity, audit
from dpexact.audit.paper import own_quantities
from dpexact.audit.quantity import QuantityList
from dpexact.errors import DocumentError, ParameterError
from tests.commands import run
from tests.refusals import refuses
from tests.values import present, written

PAGE = Path(__file__).parents[2] / "docs" / "claim-table.md"
HEAD = "id,source,quantity,parameters,printed,meaning\n"


def example() -> str:
    found = present(re.search(r"## Own quantities.*?```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    return found[1]


@pytest.mark.slow
def test_the_example_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(example(), encoding="utf-8")
    (tmp_path / "t.csv").write_text(
        HEAD + "a,x,mine.odds,p=3/4,3,exact\nb,x,mine.odds,p=3/4,3.1,rounded\n", encoding="utf-8"
    )
    page = tmp_path / "page.html"
    own = ("--quantities", str(tmp_path / "mine.py"), "--html", str(page))
    assert "1 correct, 1 wrong" in run("audit", str(tmp_path / "t.csv"), *own, status=1)
    assert "<code>dpexact audit t.csv --quantities mine.py</code>" in page.read_text(encoding="utf-8")


def test_as_an_argument(tmp_path: Path) -> None:
    table = written(tmp_path / "t.csv", HEAD + "a,x,mine.half,x=3,1.5,exact\n")
    mine = Quantity("mine.half", ("x",), lambda x: exact(x) / 2, "neither", "here")
    assert audit([table], quantities=[mine]).as_expected
    refuses(ParameterError, "twice", audit, [table], quantities=[mine, mine])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a tuple QUANTITIES"),
        ("QUANTITIES = 3", "QUANTITIES: expected a sequence of quantities, got 3 of type int"),
        ("QUANTITIES = (3,)", r"QUANTITIES\[0\]: expected a Quantity, got 3 of type int"),
        ("1/0", "ZeroDivisionError"),
        ("QUANTITIES = (", "SyntaxError"),
    ],
)
def test_files_that_hold_none(tmp_path: Path, text: str, words: str) -> None:
    assert "mine.py" in refuses(DocumentError, words, own_quantities, written(tmp_path / "mine.py", text))


@pytest.mark.parametrize("name", ["missing.py", "t.csv"])
def test_files_that_are_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "t.csv").write_text("", encoding="utf-8")
    refuses(DocumentError, "expected a Python file", own_quantities, tmp_path / name)


def test_the_parameters_of_a_function_are_those_of_its_quantity() -> None:
    listed = QuantityList("mine", "my paper")

    @listed.add("equation (1)", "larger-is-safe", assumptions="none")
    def _power(base: str, exponent: str = "2", **names: str) -> Exact:
        return exact(base) ** (int(exponent) + len(names))

    @listed.add("page 3", name="third")
    def _by_three(x: str) -> Exact:
        return exact(x) / 3

    assert _by_three("1") == exact("1/3")  # the function stays what it was
    more = {"optional": ("exponent",), "any_names": True, "assumptions": "none"}
    assert listed == [
        Quantity("mine.power", ("base",), _power, "larger-is-safe", "my paper, equation (1)", **more),  # type: ignore[arg-type]
        Quantity("mine.third", ("x",), _by_three, "neither", "my paper, page 3"),
    ]


def test_a_file_may_list_its_quantities_by_the_decorator(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dpexact import exact\nfrom dpexact.audit.quantity import QuantityList\n"
        'QUANTITIES = QuantityList("mine", "my paper")\n\n\n'
        '@QUANTITIES.add("page 2")\ndef half(x):\n    return exact(x) / 2\n',
        encoding="utf-8",
    )
    table = written(tmp_path / "t.csv", HEAD + "a,x,mine.half,x=3,1.5,exact\n")
    assert audit([table], quantities=own_quantities(file)).as_expected
