"""Clearing denominators: a positive number that makes all the given numbers whole.

Whole are integers, and sums of c t^i u^j with integer c. A denominator in which u occurs is first replaced by one in t
alone (its norm), since products of these cancel as polynomials.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpz

from dpexact.linear_programs.field_part import solve_over_field
from dpexact.linear_programs.number import Number, exact_number
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Generators

if TYPE_CHECKING:
    from collections.abc import Iterable


def cleared(values: Iterable[Number]) -> tuple[Number, list[Number]]:
    """A positive whole number, and the products of the values with it, all whole; fmpz where everything is rational.

    >>> cleared([fmpq(1, 2), fmpq(1, 3)])
    (6, [3, 2])
    """
    given: list[Any] = [value.ratio if isinstance(value, Exact) and value.is_rational() else value for value in values]
    common = fmpz(1)
    for value in given:
        if isinstance(value, fmpq):
            common = common.lcm(value.q)
    if not any(isinstance(value, Exact) for value in given):
        return common, [fmpq(value * common).p for value in given]
    quotients = [_quotient(value) for value in given]
    factor = Exact.of_rational(common)
    for below in {below for _, below in quotients}:
        factor = abs(factor * _parts(factor / below)[1])
    shares = {below: factor / below for _, below in quotients}
    return factor, [above * shares[below] for above, below in quotients]


def _quotient(value: Number) -> tuple[Exact, Exact]:
    """The number as one that is whole (or rational) over a positive whole one in t alone."""
    if not isinstance(value, Exact):
        return Exact.of_rational(value), Exact.of_rational(1)
    above, below = _parts(value)
    if below.is_rational():
        return above, below
    if isinstance(below.field, Generators) and below.field.degree > 1:
        solved = solve_over_field([{0: below}], [above])
        return exact_number(solved.values[0]), exact_number(solved.scale)
    return (-above, -below) if below.sign() < 0 else (above, below)


def _parts(number: Exact) -> tuple[Exact, Exact]:
    above, below = number.sums()
    return Exact.of_sums(number.field, above), Exact.of_sums(number.field, below)
