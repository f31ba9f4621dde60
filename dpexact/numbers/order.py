"""Equality of irrational numbers, and order where two numbers have no common field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.errors import IncompatibleFieldsError
from dpexact.numbers.generators import Free
from dpexact.numbers.quotients import is_zero, lift, subtracted
from dpexact.numbers.signs import ball_sign

if TYPE_CHECKING:
    from dpexact.numbers.number import Exact

APART_BITS = 4096  # numbers without a common field are compared by enclosures of up to this precision


def equal_quotients(first: Exact, second: Exact) -> bool:
    """Equality of two irrational numbers: by cross-multiplication, or False by enclosures that lie apart.

    Guarantee: exact.
    Raises: IncompatibleFieldsError for numbers without a common field that no enclosure tells apart.
    """
    quotient, quotient2 = first.sums(), second.sums()
    if quotient == quotient2 and first.field == second.field:
        return True
    try:
        field, quotient, quotient2 = lift(first.field, quotient, second.field, quotient2)
    except IncompatibleFieldsError as error:
        return sign_apart(first, second, error) == 0
    return is_zero(field, subtracted(quotient, quotient2)[0])


def sign_apart(first: Exact, second: Exact, error: IncompatibleFieldsError) -> int:
    """The sign of first - second, never 0, for numbers without a common field whose enclosures lie apart.

    Guarantee: exact.
    Raises: the given error where the enclosures do not lie apart, or E is free.
    """
    if not isinstance(first.field, Free) and not isinstance(second.field, Free):
        sign = ball_sign(lambda: first.ball() - second.ball(), APART_BITS)
        if sign:
            return sign
    raise error
