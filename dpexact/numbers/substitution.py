"""A number that depends on a free E, at one concrete E."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.errors import DivisionByZeroError, ParameterError
from dpexact.numbers.generators import Free

if TYPE_CHECKING:
    from flint import fmpq

    from dpexact.numbers.exact import Exact


def at_concrete_e(number: Exact, point: Exact) -> Exact:
    """The number with `point` in place of the free E; a number without E is unchanged.

    Guarantee: exact.
    Raises: ParameterError for a value outside the interval of E or itself free, DivisionByZeroError at a pole,
    IncompatibleFieldsError and TooLargeError as in arithmetic.
    """
    field = number.field
    if not isinstance(field, Free):
        return number
    if isinstance(point.field, Free) or point < field.lower or (field.upper is not None and point > field.upper):
        message = f"substitute: expected a number E in the interval of {field}, got {point!r}"
        raise ParameterError(message)
    top, bottom = number.sums()
    below = _horner(bottom, point)
    if below == 0:
        message = f"division by zero: {number} has a pole at E = {point}"
        raise DivisionByZeroError(message)
    return _horner(top, point) / below


def _horner(polynomial: Any, point: Exact) -> Exact:
    """The value of a sum in t alone, from the highest power down."""
    terms: list[tuple[int, fmpq]] = sorted(
        ((int(i), c) for (i, _), c in zip(polynomial.monoms(), polynomial.coeffs(), strict=True)),
        reverse=True,
    )
    total = point.of_rational(0)
    for (power, coefficient), (following, _) in zip(terms, [*terms[1:], (0, 0)], strict=True):
        total = (total + point.of_rational(coefficient)) * point ** (power - following)
    return total
