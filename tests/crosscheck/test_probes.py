"""The truths that probes name, and renamings in both routes."""

import tomllib
from fractions import Fraction
from importlib import resources
from typing import Any

import pytest

from dpexact.crosscheck.library import chosen_libraries
from dpexact.crosscheck.truths import COMPUTED, PLACE, TrueNumber, of_renaming, shared_truths
from dpexact.numbers.exact import Exact, exact


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
    renamed = of_renaming(NUMBER, {"names": names})
    assert (set(renamed.takes), renamed.again) == (takes, again)
    values = {"first": exact(10), "second": exact(3), "output": exact(7)}
    assert renamed.compute(**{name: values[name] for name in takes}) == number


def test_a_formula_in_a_renaming_comes_with_lines_of_mpmath() -> None:
    renamed = of_renaming(NUMBER, {"names": {"second": "first/3"}, "again": "truth = {first}/3"})
    assert renamed.again == "truth = {first}/3"
    assert renamed.compute(first=exact(1)) == Fraction(1, 3)


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
