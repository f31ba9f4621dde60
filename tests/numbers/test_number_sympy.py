"""SymPy numbers in and out; the border without SymPy."""

import pytest
import sympy

from dpexact import DPExactError, InexactInputError, ParameterError, TooLargeError, exact, free_exp_epsilon
from tests.each import each
from tests.refusals import refuses

R = sympy.Rational


@each(
    ("value", "text"),
    [
        (sympy.Integer(3), "3"),
        (R(1, 3), "1/3"),
        (sympy.sqrt(2), "sqrt(2)"),
        (2 ** R(1, 3), "2**(1/3)"),
        (R(4, 9) ** R(3, 4), "(4/9)**(3/4)"),
        (sympy.E, "exp(1)"),
        (sympy.exp(2), "exp(2)"),
        (sympy.E ** R(-1, 2), "exp(-1/2)"),
        (sympy.exp(1 + sympy.log(2) / 2), "exp(1)*sqrt(2)"),
        (sympy.exp(sympy.log(6) / 2), "sqrt(6)"),
        (sympy.sqrt(2) + sympy.E, "sqrt(2)+exp(1)"),
        ((1 - sympy.exp(-1)) / (1 + sympy.exp(-1)), "(exp(1)-1)/(exp(1)+1)"),
        (sympy.Pow(2, R(3, 2), evaluate=False), "2*sqrt(2)"),
    ],
)
def test_sympy_numbers_are_taken(value: sympy.Expr, text: str) -> None:
    assert exact(value) == exact(text)
    assert exact(1) + value == exact(text) + 1
    assert value + exact(1) == exact(text) + 1


@each(
    "value",
    [
        sympy.Float("0.5"),
        sympy.oo,
        sympy.nan,
        sympy.zoo,
        sympy.pi,
        sympy.Symbol("x"),
        sympy.true,
        sympy.I,
        sympy.log(2),
    ],
)
def test_other_sympy_values_are_refused(value: sympy.Basic) -> None:
    refuses(InexactInputError, "SymPy", exact, value)
    with pytest.raises(InexactInputError):
        exact(1) + value


@pytest.mark.parametrize("value", [sympy.exp(sympy.pi), sympy.exp(sympy.sqrt(2)), sympy.exp(sympy.Symbol("x"))])
def test_exponents_outside_the_fields(value: sympy.Basic) -> None:
    refuses(ParameterError, "inside exp", exact, value)


def test_large_sympy_powers_are_refused() -> None:
    refuses(TooLargeError, "", exact, sympy.Pow(2, 10**12, evaluate=False))
    refuses(DPExactError, "", exact, sympy.Pow(0, -1, evaluate=False))


@each("text", ["-7/3", "0", "exp(1)", "2*exp(1/2)/3", "(exp(1)+sqrt(2))/(exp(2)-3)", "12**(1/3)-1"])
def test_numbers_go_to_sympy_and_back(text: str) -> None:
    number = exact(text)
    expression = number.to_sympy()
    assert exact(expression) == number
    assert abs(sympy.N(expression, 40) - sympy.N(sympy.sympify(number.decimal(45)), 45)) < R(1, 10**35)


def test_a_free_e_becomes_a_symbol() -> None:
    e = free_exp_epsilon()
    symbol = sympy.Symbol("E", positive=True)
    assert sympy.simplify(((e**2 - 2) / (3 * e + 1)).to_sympy() - (symbol**2 - 2) / (3 * symbol + 1)) == 0
