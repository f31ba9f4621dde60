"""Exact SymPy numbers read as exact numbers, and exact numbers written as SymPy expressions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpexact.errors import InexactInputError, ParameterError
from dpexact.numbers.abstract import AnyNumber, ExactNumber
from dpexact.numbers.generators import Free
from dpexact.numbers.log_sum import LogSum
from dpexact.numbers.lowest_terms import fraction_of
from dpexact.numbers.typography import value_excerpt


def from_sympy(value: Any, made: type[AnyNumber]) -> AnyNumber:
    """Read a SymPy number of rationals, +, *, rational powers, exp, and log inside exp, as one of this class.

    Guarantee: exact. Raises: InexactInputError for Float, symbols, pi and other values without an exact form here.
    """
    import sympy

    if isinstance(value, sympy.Rational):
        return made.of_rational(fraction_of(value))
    if isinstance(value, sympy.Add):
        return sum((from_sympy(part, made) for part in value.args), made.of_rational(0))
    if isinstance(value, sympy.Mul):
        return _product(value, made)
    if isinstance(value, (sympy.exp, sympy.exp(1).__class__)):
        return made.exp(_log_sum(value.args[0] if value.args else sympy.Integer(1)))
    if isinstance(value, sympy.Pow):
        base, exponent = value.args
        logarithm = _log_of_factor(value)
        return from_sympy(base, made) ** from_sympy(exponent, made) if logarithm is None else made.exp(logarithm)
    raise InexactInputError(
        f"{value_excerpt(value)} of type {type(value).__name__}",
        expected="an exact SymPy number (rationals, + * **, exp, log inside exp)",
    )


def _product(value: Any, made: type[AnyNumber]) -> AnyNumber:
    """Return the product of a Mul, its powers of rationals and of e under one root.

    Each by itself may lie in a field that has nothing in common with the others, since SymPy writes 12**(1/4) as
    sqrt(2)*3**(1/4).
    """
    logarithm, product = LogSum(Fraction(0)), made.of_rational(1)
    for part in value.args:
        factor = _log_of_factor(part)
        if factor is None:
            product *= from_sympy(part, made)
        else:
            logarithm = logarithm.plus(factor)
    return made.exp(logarithm) * product


def _log_of_factor(value: Any) -> LogSum | None:
    """Return the logarithm of exp(...) or of a positive rational to some power, and None for another factor."""
    import sympy

    base, exponent = value.as_base_exp()
    if base is sympy.E:
        return _log_sum(exponent)
    if base.is_Rational and base.is_positive and not value.is_Rational:
        return _log_sum(exponent * sympy.log(base))
    return None


def _log_sum(value: Any) -> LogSum:
    """Return the r + sum of s log(q) that stands inside exp."""
    import sympy

    if value.is_Rational:
        return LogSum(fraction_of(value))
    if isinstance(value, sympy.log) and value.args[0].is_Rational and value.args[0].is_positive:
        number = value.args[0]
        return LogSum(Fraction(0), {fraction_of(number): Fraction(1)})
    if isinstance(value, sympy.Add):
        total = LogSum(Fraction(0))
        for part in value.args:
            total = total.plus(_log_sum(part), 1)
        return total
    if isinstance(value, sympy.Mul):
        factor, rest = value.as_coeff_Mul()
        if factor != 1 and factor.is_Rational:
            return _log_sum(rest).times(fraction_of(factor))
    raise ParameterError(value_excerpt(value), expected="r + s*log(q) with rational r, s, q inside exp")


def to_sympy(number: ExactNumber) -> Any:
    """Return the number as a SymPy expression, with a free E as the positive symbol E."""
    import sympy

    field, num, den = number.parts()

    def rational(value: Fraction) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    def power(i: int, j: int) -> Any:
        if isinstance(field, Free):
            return sympy.Symbol("E", positive=True) ** i
        return sympy.exp(rational(field.exponent * i)) * rational(field.base) ** sympy.Rational(j, field.degree)

    def total(terms: dict[tuple[int, int], int]) -> Any:
        return sympy.Add(*(c * power(i, j) for (i, j), c in terms.items()))

    return total(num) / total(den)
