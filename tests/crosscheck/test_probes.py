"""The probes of the tables and the truths that they name: faulty ones, and renamings in both routes."""

import tomllib
from fractions import Fraction
from importlib import resources
from typing import Any

import mpmath
import pytest

from dpexact.certificates.cell_table import CellTable
from dpexact.crosscheck.library import chosen_libraries, read_probes
from dpexact.crosscheck.truths import COMPUTED, PLACE, TrueNumber, read_renaming, shared_truths
from dpexact.errors import DocumentError
from dpexact.numbers.exact import Exact, exact
from tests.each import each

RIGHT = """[[probe]]
name = "noise"
kind = "delta"
says = "the noise has this delta"
lines = "output = f({epsilon}, {scale})"
claim = "epsilon"
formula = "max(0, 1 - exp((epsilon - inverse)/2))"
parts = { inverse = "1/scale" }
again = "truth = max(mpf(0), 1 - exp((mpf({epsilon}) - 1/mpf({scale}))/2))"
safe = "larger"
reference = "a book"
"""
FORMULA = "".join(line + "\n" for line in RIGHT.splitlines() if line.startswith(("formula", "parts")))


def test_a_right_probe_is_read_and_both_routes_agree() -> None:
    (probe,) = read_probes(RIGHT, "a.toml")
    assert probe.truth.takes == {"epsilon", "scale"}
    assert probe.asked({"epsilon": 0.5, "scale": 1.0}) == "output = f(0.5, 1.0)"
    names: dict[str, Any] = {}
    exec("from mpmath import *\nmp.dps = 30\n" + probe.repeated({"epsilon": 0.5, "scale": 1.0}), names)  # noqa: S102
    assert abs(names["truth"] - (1 - mpmath.exp(-0.25))) < 1e-15
    truth = probe.truth.compute(epsilon=exact("1/2"), scale=exact(1))
    assert truth == exact("1 - exp(-1/4)")


@each(
    ("before", "after", "place"),
    [
        ('name = "noise"', 'nam = "noise"', "probe[0]"),
        ('name = "noise"', "name = 1", "probe[0].name"),
        ('kind = "delta"', 'kind = "gamma"', "probe[0].kind"),
        ('safe = "larger"', 'safe = "large"', "probe[0].safe"),
        ('safe = "larger"\n', "", "probe[0]: expected the column 'safe'"),
        ('says = "the noise has this delta"', 'says = ""', "probe[0].says"),
        ("f({epsilon}, {scale})", "f({epsilon})", "probe[0]"),  # the truth takes what nobody gives
        ("1/mpf({scale})", "1/mpf({sigma})", "probe[0]"),
        ('claim = "epsilon"', 'claim = "eps"', "probe[0]"),
        ('again = "', 'uses = ["roots"]\nagain = "', "probe[0].uses"),
        ('again = "', 'uses = "root"\nagain = "', "probe[0].uses"),
        ('parts = { inverse = "1/scale" }', "parts = { inverse = 1 }", "probe[0].parts"),
        ('parts = { inverse = "1/scale" }', 'parts = { inverse = "1/width" }', "probe[0]"),
        (FORMULA, 'truth = "laplace.unit.delt"\n', "did you mean 'laplace.unit.delta'"),
        (FORMULA, 'truth = "laplace.unit.delta"\nnames = { sigma = "scale" }\n', "probe[0].names"),
        (FORMULA, 'truth = "laplace.unit.delta"\nnames = { scale = 1 }\n', "probe[0].names"),
        (FORMULA, FORMULA + 'truth = "laplace.unit.delta"\n', "probe[0]"),  # two truths
        (FORMULA, FORMULA + 'names = { scale = "epsilon" }\n', "probe[0]"),  # of no law
        (FORMULA, "", "probe[0]: expected the column 'formula'"),
        ('safe = "larger"', 'needed = "gaussian.unit.delta"\nsafe = "larger"', "probe[0]"),  # takes sigma
        ('safe = "larger"', 'needed = "nothing"\nsafe = "larger"', "probe[0].needed"),
        ('again = "', 'measures = ""\nagain = "', "probe[0].measures"),
        ('again = "', 'found = "output"\nagain = "', "probe[0].found"),
    ],
)
def test_a_faulty_probe_is_refused_with_its_place(before: str, after: str, place: str) -> None:
    assert before in RIGHT
    with pytest.raises(DocumentError) as caught:
        read_probes(RIGHT.replace(before, after), "a.toml")
    assert str(caught.value).startswith("a.toml")
    assert place in str(caught.value)


def law(first: Any, second: Any) -> Any:
    return first - 2 * second


NUMBER = TrueNumber(law, frozenset({"first", "second"}), "truth = {first} - 2*{second}")


@pytest.mark.parametrize(
    ("names", "takes", "again", "number"),
    [
        ({}, {"first", "second"}, "truth = {first} - 2*{second}", 10 - 2 * 3),
        ({"first": "second", "second": "first"}, {"first", "second"}, "truth = {second} - 2*{first}", 3 - 2 * 10),
        ({"second": "first"}, {"first"}, "truth = {first} - 2*{first}", 10 - 2 * 10),
        ({"second": "output"}, {"first", "output"}, "truth = {first} - 2*{output}", 10 - 2 * 7),
        ({"second": "4"}, {"first"}, "truth = {first} - 2*4", 10 - 2 * 4),
    ],
)
def test_a_renaming_is_at_once_and_the_same_in_both_routes(
    names: dict[str, str], takes: set[str], again: str, number: int
) -> None:
    row = {"truth": "law", "names": names}
    renamed = read_renaming(CellTable("f", "p", row), "truth", {"law": NUMBER})
    assert (set(renamed.takes), renamed.again) == (takes, again)
    values = {"first": exact(10), "second": exact(3), "output": exact(7)}
    assert renamed.compute(**{name: values[name] for name in takes}) == number


def test_a_formula_in_a_renaming_needs_lines_of_mpmath() -> None:
    row: dict[str, Any] = {"truth": "law", "names": {"second": "first/3"}}
    with pytest.raises(DocumentError, match="again"):
        read_renaming(CellTable("f", "p", row), "truth", {"law": NUMBER})
    renamed = read_renaming(CellTable("f", "p", row | {"again": "truth = {first}/3"}), "truth", {"law": NUMBER})
    assert renamed.compute(first=exact(1)) == Fraction(1, 3)
    silent = TrueNumber(law, NUMBER.takes, "")  # a law alone has no second route
    with pytest.raises(DocumentError, match="again"):
        read_renaming(CellTable("f", "p", {"truth": "law"}), "truth", {"law": silent})


def test_every_truth_has_a_second_route_of_its_arguments_and_is_asked_for() -> None:
    truths = shared_truths()
    for name, truth in truths.items():
        places = set(PLACE.findall(truth.again))
        assert "truth = " in truth.again or "claimed" in truth.again, name
        assert places <= truth.takes, name
        assert truth.takes - places <= {"claimed", "logp", "logq"}, name  # `needed` follows the lines of the truth
    tables = [path for library in chosen_libraries(None) for path in (library.table, library.withheld) if path]
    named: set[str] = set()
    for table in (resources.files("dpexact.crosscheck").joinpath("truths.toml"), *tables):
        content = tomllib.loads(table.read_text(encoding="utf-8"))
        rows = content.get("truth", []) + content.get("probe", [])
        named |= {row[key] for row in rows for key in ("of", "truth", "needed") if key in row}
    assert set(truths) | set(COMPUTED) <= named


def test_a_formula_in_a_renaming_keeps_its_exact_value() -> None:
    """Randomized response with probability 3/4 is of log(3), which only a tree keeps: (e^log(3) - 1)/4 is 1/2."""
    delta = shared_truths()["needed.response"].compute(p=exact("3/4"), count=exact(1), claimed=exact(0))
    assert isinstance(delta, Exact)
    assert delta == exact("1/2")
