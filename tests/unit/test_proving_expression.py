"""Expressions against Fraction arithmetic and SymPy; substitution, parts, refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from dpexact import exact
from dpexact.errors import DivisionByZeroError, InexactInputError, ParameterError, TooLargeError
from dpexact.papers.proving import Expression, constant, indeterminates

x, y, E = indeterminates("x y E")
NUMBERS = st.fractions(min_value=-3, max_value=3, max_denominator=4)
POINT = {"x": Fraction(3, 2), "y": Fraction(-5, 7), "E": Fraction(11, 4)}


def leaves() -> st.SearchStrategy[Expression]:
    return st.one_of(st.sampled_from([x, y, E]), NUMBERS.map(constant))


@st.composite
def expressions(draw: st.DrawFn) -> tuple[Expression, Fraction]:
    """An expression and its value at POINT, computed with Fraction alone."""
    first, value = draw(leaves()), Fraction(0)
    value = POINT[str(first)] if first.names else first.as_fraction() or Fraction(0)
    for _ in range(draw(st.integers(0, 4))):
        other = draw(leaves())
        operand = POINT[str(other)] if other.names else other.as_fraction() or Fraction(0)
        name = draw(st.sampled_from(["+", "-", "*", "/"]))
        if name == "/" and (operand == 0 or other == 0):
            continue
        match name:
            case "+":
                first, value = first + other, value + operand
            case "-":
                first, value = first - other, value - operand
            case "*":
                first, value = first * other, value * operand
            case _:
                first, value = first / other, value / operand
    return first, value


@pytest.mark.slow
@given(expressions())
def test_value_at_a_point(pair: tuple[Expression, Fraction]) -> None:
    expression, value = pair
    assert expression.at(POINT).as_fraction() == value
    assert expression.substitute(POINT).as_fraction() == value


@pytest.mark.slow
@given(expressions(), expressions())
def test_equality_is_that_of_rational_functions(
    first: tuple[Expression, Fraction], second: tuple[Expression, Fraction]
) -> None:
    (one, _), (other, _) = first, second
    assert ((one - other) == 0) == (one == other)
    assert (one + other) - other == one
    assert hash((one + other) - other) == hash(one)


def test_lowest_terms_as_sympy_has_them() -> None:
    value = (x**3 - y**3) / (x**2 - y**2)
    numerator, denominator = sympy.fraction(sympy.cancel(sympy.sympify("(x**3 - y**3)/(x**2 - y**2)")))
    assert sympy.expand(sympy.sympify(str(value.numerator).replace("^", "**")) - numerator) == 0
    assert sympy.expand(sympy.sympify(str(value.denominator).replace("^", "**")) - denominator) == 0


def test_only_indeterminates_that_occur_are_named() -> None:
    assert (x * y / y + E - E).names == ("x",)
    assert (x - x).names == ()
    assert (x - x) == 0
    assert hash(x - x) == hash(constant(0))


def test_the_sign_stands_in_the_numerator() -> None:
    value = (1 - x) / (y - x)
    assert (str(value.numerator), str(value.denominator)) == ("x - 1", "x - y")


def test_substitution_is_simultaneous() -> None:
    assert (x - 2 * y).substitute({"x": y, "y": x}) == y - 2 * x


def test_parts() -> None:
    value = (3 * x**2 * y - x + 5) / (2 * y)
    assert value.degree("x") == 2
    assert value.degree("E") == 0
    assert value.coefficient("x", 2) == Fraction(3, 2)
    assert value.coefficient("x", 1) == -1 / (2 * y)
    assert value.coefficient("E", 0) == value
    assert value.coefficient("E", 1) == 0
    assert sorted(str(term) for term in value.terms()) == sorted(
        str(term) for term in [({"x": 2, "y": 1}, 3), ({"x": 1}, -1), ({}, 5)]
    )
    with pytest.raises(ParameterError, match="polynomial in y"):
        value.coefficient("y", 0)


def test_value_at_irrational_numbers() -> None:
    assert ((x**2 - 1) / (x - 1)).at({"x": "exp(1)"}) == exact("exp(1)") + 1


def test_numbers() -> None:
    assert constant(Fraction(-2, 6)).as_fraction() == Fraction(-1, 3)
    assert x.as_fraction() is None
    assert constant(2) == 2
    assert x != 2
    assert (x == "x") is False
    assert x**-2 == 1 / (x * x)


def test_refusals() -> None:
    with pytest.raises(DivisionByZeroError):
        x / (y - y)
    with pytest.raises(DivisionByZeroError):
        (1 / (x - y)).substitute({"x": y})
    with pytest.raises(DivisionByZeroError):
        (1 / (x - 1)).at({"x": 1})
    with pytest.raises(InexactInputError):
        x + 0.5  # type: ignore[operator]
    with pytest.raises(TypeError):
        x + "y"  # type: ignore[operator]
    with pytest.raises(TooLargeError):
        x**100000
    with pytest.raises(ParameterError, match="none for y"):
        (x + y).at({"x": 1})
    with pytest.raises(ParameterError, match=r"got 'x\+y'"):
        indeterminates("x+y")
    with pytest.raises(TypeError):
        Expression()
