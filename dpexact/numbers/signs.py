"""Signs and balls of sums over the generators: a ball whose precision is doubled until the sign shows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flint import arb, ctx, fmpq, fmpz_poly

from dpexact.errors import TooLargeError
from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.numbers.generators import Generators

FIRST_BITS = 64
MAX_BITS = 1 << 20
DENSE_FACTOR = 8


@lru_cache(maxsize=256)
def _t_ball(field: Generators, bits: int) -> Any:
    """The generator t; `bits`, the working precision that the caller has set, is part of the cache's key."""
    del bits
    return arb(fmpq(field.exponent.numerator, field.exponent.denominator)).exp()


@lru_cache(maxsize=256)
def _u_ball(field: Generators, bits: int) -> Any:
    """The generator u, likewise."""
    del bits
    return arb(fmpq(field.base.numerator, field.base.denominator)).root(field.degree)


def sum_ball(field: Generators, polynomial: Any) -> Any:
    """A ball around the value of a sum, at the current flint working precision.

    One generator and few gaps: Horner's scheme. Otherwise each term by itself.
    """
    coefficients = polynomial.coeffs()
    t_degree, u_degree = (int(d) for d in polynomial.degrees())
    top = t_degree + u_degree
    if (t_degree > 0 and u_degree > 0) or top > DENSE_FACTOR * len(coefficients):
        return _sparse_ball(field, polynomial)
    if top == len(coefficients) - 1:
        dense = coefficients[::-1]
    else:
        dense = [0] * (top + 1)
        for (i, j), coefficient in zip(polynomial.monoms(), coefficients, strict=True):
            dense[int(i) + int(j)] = coefficient
    return fmpz_poly(dense)((_u_ball if u_degree else _t_ball)(field, ctx.prec))


def _sparse_ball(field: Generators, polynomial: Any) -> Any:
    total, exponent = arb(0), fmpq(field.exponent.numerator, field.exponent.denominator)
    for (i, j), coefficient in polynomial.terms():
        term = arb(coefficient)
        if i:
            term *= arb(exponent * i).exp()
        if j:
            term *= _u_ball(field, ctx.prec) ** int(j)
        total += term
    return total


def sum_sign(field: Generators, polynomial: Any) -> int:
    """The sign of a sum: 0 exactly when it has no term, otherwise shown by a ball that excludes 0.

    Guarantee: exact. Raises: TooLargeError past 2^20 bits of precision (the sum is then not zero, but that close).
    """
    coefficients = polynomial.coeffs()
    if all(c > 0 for c in coefficients):
        return 1 if coefficients else 0
    sign = ball_sign(lambda: sum_ball(field, polynomial), MAX_BITS)
    if not sign:
        message = f"a sum over {field} is not zero, but closer to 0 than {MAX_BITS} bits of precision show: no sign"
        raise TooLargeError(message)
    return sign


def ball_sign(ball: Callable[[], Any], most: int) -> int:
    """The sign of the number in a ball that is evaluated at ever higher precision; 0 if `most` bits do not show it."""
    bits = FIRST_BITS
    while bits <= most:
        with WorkingPrecision(bits):
            value = ball()
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2
    return 0
