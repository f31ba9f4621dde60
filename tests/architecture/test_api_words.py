"""The sentence of the public interface about numbers outside of dpexact, clause by clause."""

import copy
import math
import operator
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpexact import Enclosure, Mechanism, NeighborGraph, epsilon_of, exact, verify
from dpexact.audit import audit
from dpexact.testing import exact_reference
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

TIES = (1 + Fraction(1, 1 << 53), 1 + Fraction(3, 1 << 53), Fraction(1, 3), Fraction(2**53 + 1), Fraction(-7, 10))
SMALL = (Fraction(1, 1 << 1074), Fraction(1, 1 << 1075), Fraction(3, 1 << 1076), Fraction(0))


@each("number", [*TIES, *SMALL], ids=str)
def test_float_is_the_nearest_double(number: Fraction) -> None:
    """Python rounds a Fraction to the nearest double, ties to even: a second route."""
    assert float(exact(number)) == float(number)
    assert math.copysign(1, float(exact(number))) == (-1 if number < 0 else 1)


def test_the_last_double_before_the_overflow() -> None:
    """2^1024 - 2^970, half a step past the largest double, is 1.797...3034150799... 10^308."""
    assert float(exact("179769313486231580793728971405303415e273")) == 1.7976931348623157e308


def test_float_of_an_irrational_number_is_the_nearest_double() -> None:
    assert float(exact("sqrt(2)")) == 1.4142135623730951
    assert float(exact("exp(1)")) == 2.718281828459045


@pytest.mark.parametrize("text", ["1e309", "-1e309", "exp(1000)", "179769313486231580793728971405303416e273"])
def test_overflow_past_the_range(text: str) -> None:
    refuses(OverflowError, "", float, exact(text))


OPERATIONS = (
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.pow),
    *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
)


@each("operation", OPERATIONS, ids=lambda operation: operation.__name__)
@each("number", [exact("1/2"), exact("exp(1)"), epsilon_of(2)], ids=str)
def test_arithmetic_and_comparison_with_a_float_still_raise(operation: Callable[[Any, Any], Any], number: Any) -> None:
    for pair in ((number, 0.5), (0.5, number)):
        refuses(TypeError, "", operation, *pair)


@pytest.mark.parametrize("number", [exact("1/2"), exact("exp(1)"), epsilon_of(2)], ids=str)
def test_equality_with_a_text_raises(number: Any) -> None:
    for compare in (operator.eq, operator.ne):
        for pair in ((number, "1/2"), ("1/2", number)):
            refuses(TypeError, "", compare, *pair)


@each(
    ("text", "specification", "shown"),
    [
        *(("2/3", ".4f", "0.6667"), ("2/3", "10.3e", " 6.667e-01"), ("1/8", "%", "12.500000%")),
        *(
            ("1/40", ".2f", "0.02"),
            ("1e30", ",.1f", "1,000,000,000,000,000,000,000,000,000,000.0"),
            ("-1/3", "+.2g", "-0.33"),
        ),
    ],
)
def test_format_specifications_work(text: str, specification: str, shown: str) -> None:
    """Of the number itself: 1/40 is a tie, which no float is."""
    assert format(exact(text), specification) == shown


REFERENCES = BESIDE["references"]


@pytest.mark.slow
@pytest.mark.parametrize("name", REFERENCES)
def test_enclosures_pickle_and_can_still_be_refined(name: str) -> None:
    number = exact_reference(name, **REFERENCES[name])
    assert isinstance(number, Enclosure)
    for twin in (pickle.loads(pickle.dumps(number)), copy.deepcopy(number)):  # noqa: S301 - its own
        assert (twin.lower, twin.upper) == (number.lower, number.upper)
        finer = twin.refine(700)
        assert (finer.lower, finer.upper) == ((again := number.refine(700)).lower, again.upper)


def test_notebooks_show_tables_and_latex() -> None:
    mechanism = Mechanism.from_rows([0, 1], [0, 1], [[1, 0], [0, 1]])
    shown = (mechanism, verify(mechanism, NeighborGraph.path([0, 1]), 2, 0), audit([]))
    assert all(thing._repr_html_().startswith("<table>") for thing in shown)
    assert exact("1/3")._repr_latex_() == r"$\frac{1}{3}$"
    assert epsilon_of(2)._repr_latex_().startswith("$[0.69")
