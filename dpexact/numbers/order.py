"""Order and equality of exact numbers, decided, for numbers without a common field by enclosures that lie apart."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from dpexact.errors import DPExactError, IncompatibleFieldsError, SignChangesError, TooLargeError
from dpexact.numbers.abstract import ExactNumber
from dpexact.numbers.balls import ball_sign
from dpexact.numbers.free import sign_changes
from dpexact.numbers.generators import Free
from dpexact.numbers.quotients import is_zero, lift, subtracted
from dpexact.numbers.sums import MAX_SIGN_BITS

APART_BITS = 4096  # numbers without a common field are compared by enclosures of up to this precision
SHOWN = 20  # places at which a sign changes

Relation = Callable[[Any, Any], bool]  # operator.lt, ...


def ordered(first: ExactNumber, second: ExactNumber, holds: Relation) -> bool:
    """Return whether a relation (operator.lt, ...) holds between two numbers, for all E of a free field at once.

    Guarantee: exact.
    Raises: SignChangesError if it holds for some E only, IncompatibleFieldsError, TooLargeError.
    """
    try:
        difference = first - second
    except (IncompatibleFieldsError, TooLargeError) as error:
        return holds(_sign_without_difference(first, second, error), 0)
    answers = {holds(sign, 0) for sign in difference.signs()}
    if len(answers) != 1:
        raise sign_changes_error(difference)
    return answers.pop()


def equal(first: ExactNumber, second: ExactNumber, holds: Relation) -> bool:
    """Decide equality by cross-multiplication, or refute it by enclosures that lie apart.

    Guarantee: exact.
    Raises: IncompatibleFieldsError (TooLargeError) for numbers without a common field, or with too large a one, that
    no enclosure tells apart.
    """
    if first.is_rational() or second.is_rational():
        return False  # exactly one of them is
    quotient, quotient2 = first.sums(), second.sums()
    if quotient == quotient2 and first.field == second.field:
        return True
    try:
        field, quotient, quotient2 = lift(first.field, quotient, second.field, quotient2)
        return is_zero(field, subtracted(quotient, quotient2)[0])
    except (IncompatibleFieldsError, TooLargeError) as error:
        return holds(_sign_apart(first, second, error, APART_BITS), 0)


def _sign_without_difference(first: ExactNumber, second: ExactNumber, error: DPExactError) -> int:
    """Return the sign of first - second if the field of the difference is unknown or too large."""
    try:
        same = equal(first, second, operator.eq)
    except (IncompatibleFieldsError, TooLargeError):
        raise error from None
    return 0 if same else _sign_apart(first, second, error, MAX_SIGN_BITS)


def _sign_apart(first: ExactNumber, second: ExactNumber, error: DPExactError, bits: int) -> int:
    """Return the sign of first - second, never 0, if enclosures of up to this many bits lie apart.

    Raises: the error.
    """
    if not isinstance(first.field, Free) and not isinstance(second.field, Free):
        sign = ball_sign(lambda: first.ball() - second.ball(), bits)
        if sign:
            return sign
    raise error


def sign_changes_error(number: ExactNumber) -> SignChangesError:
    """Return the error with the places at which the sign of a number with a free E is 0, changes or is undefined."""
    field, (num, den) = number.field, number.sums()
    intervals = sign_changes(field, num * den)  # type: ignore[arg-type]
    places = ", ".join(str(interval) for interval in intervals[:SHOWN])
    return SignChangesError(
        f"the sign of {number!r} is not the same for all E of {field}",
        intervals,
        remedy=f"it vanishes, changes or is not defined at {places}",
    )
