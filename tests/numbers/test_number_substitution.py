"""A concrete E in place of a free one."""

from fractions import Fraction

import pytest

from dpexact import (
    DivisionByZeroError,
    Exact,
    InexactInputError,
    ParameterError,
    TooLargeError,
    exact,
    free_exp_epsilon,
)
from tests.each import each
from tests.refusals import refuses

E = free_exp_epsilon(1, 10)


@each(
    ("number", "point", "value"),
    [
        ((E - 2) / (E + 2), 1, "-1/3"),
        ((E**2 + 5) / (E + 2), 3, "14/5"),
        (E**2 - E / 4, "5/2", "45/8"),
        ((3 * E - 4) / E, "sqrt(2)", "3-2*sqrt(2)"),
        ((E**3 - 3) / (E + 2), "exp(1)", "(exp(3)-3)/(exp(1)+2)"),
        (E**100, "2**(1/100)", "2"),
        (2 * E / 2 - E + 7, 4, "7"),
    ],
)
def test_values(number: Exact, point: object, value: str) -> None:
    assert number.substitute(point) == exact(value)


def test_common_factors_are_gone_before_the_substitution() -> None:
    assert ((E**2 - 1) / (E - 1)).substitute(1) == 2


def test_numbers_without_e_are_unchanged() -> None:
    for text in ("1/3", "exp(1)", "sqrt(2)"):
        assert exact(text).substitute(5) == exact(text)
    assert (E / E).substitute(7) == 1


@pytest.mark.parametrize("point", [2, "2", Fraction(2)])
def test_poles(point: object) -> None:
    refuses(DivisionByZeroError, "pole at E = 2", (1 / (E - 2)).substitute, point)
    refuses(ZeroDivisionError, "", (1 / (E**2 - 2)).substitute, "sqrt(2)")


@each("point", [0, "9/10", 11, "exp(3)", E, free_exp_epsilon()])
def test_points_outside_the_interval(point: object) -> None:
    refuses(ParameterError, "interval", E.substitute, point)


def test_floats_and_sizes() -> None:
    refuses(InexactInputError, "", E.substitute, 1.5)
    refuses(TooLargeError, "", (E ** (10**9) + 1).substitute, 3)
