"""Order and equality of exact numbers, decided by balls around sums of c t^i u^j, which show the sign of all but 0."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq, fmpz, fmpz_mpoly, fmpz_poly

from dpexact.errors import DPExactError, IncompatibleFieldsError, SignChangesError, TooLargeError
from dpexact.numbers.abstract import ExactNumber
from dpexact.numbers.balls import ball_sign
from dpexact.numbers.free import sign_changes
from dpexact.numbers.generators import Free, Generators
from dpexact.numbers.quotients import is_zero, lift, subtracted

MAX_SIGN_BITS = 1 << 20
DENSE_FACTOR = 8
APART_BITS = 4096  # numbers without a common field are compared by enclosures of up to this precision
SHOWN = 20  # places at which a sign changes
Relation = Callable[[Any, Any], bool]  # operator.lt, ...


@lru_cache(maxsize=512)
def _generator_ball(field: Generators, name: str, bits: int) -> arb:
    """Return t or u. `bits`, the working precision that the caller has set, is part of the cache's key."""
    del bits
    if name == "t":
        return arb(fmpq(field.exponent.numerator, field.exponent.denominator)).exp()
    return arb(fmpq(field.base.numerator, field.base.denominator)).root(field.degree)


def sum_ball(field: Generators, polynomial: fmpz_mpoly) -> arb:
    """Return a ball around the value of a sum, at the current flint working precision.

    With one generator and few gaps it is by Horner's scheme, otherwise each term by itself.
    """
    coefficients = polynomial.coeffs()
    t_degree, u_degree = (int(d) for d in polynomial.degrees())
    top = t_degree + u_degree
    if (t_degree > 0 and u_degree > 0) or top > DENSE_FACTOR * len(coefficients):
        return _sparse_ball(field, polynomial)
    if top == len(coefficients) - 1:
        dense = coefficients[::-1]
    else:
        dense = [fmpz(0)] * (top + 1)
        for (i, j), coefficient in zip(polynomial.monoms(), coefficients, strict=True):
            dense[int(i) + int(j)] = coefficient
    return fmpz_poly(dense)(_generator_ball(field, "u" if u_degree else "t", ctx.prec))


def _sparse_ball(field: Generators, polynomial: fmpz_mpoly) -> arb:
    total, exponent = arb(0), fmpq(field.exponent.numerator, field.exponent.denominator)
    for (i, j), coefficient in polynomial.terms():
        term = arb(coefficient)
        if i:
            term *= arb(exponent * i).exp()
        if j:
            term *= _generator_ball(field, "u", ctx.prec) ** int(j)
        total += term
    return total


def sum_sign(field: Generators, polynomial: fmpz_mpoly) -> int:
    """Return the sign of a sum, 0 exactly when it is empty, otherwise shown by a ball that excludes 0.

    Guarantee: exact. Raises: TooLargeError past 2^20 bits of precision (the sum is then not zero, but that close).
    """
    coefficients = polynomial.coeffs()
    if all(c > 0 for c in coefficients):
        return 1 if coefficients else 0
    sign = ball_sign(lambda: sum_ball(field, polynomial), MAX_SIGN_BITS)
    if not sign:
        raise TooLargeError(
            f"a sum over {field} is not zero, but closer to 0 than {MAX_SIGN_BITS} bits of precision show: no sign"
        )
    return sign


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
