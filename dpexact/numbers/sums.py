"""The value of a sum of c t^i u^j, enclosed by balls, and its sign, decided."""

from __future__ import annotations

from functools import lru_cache

from flint import arb, ctx, fmpq, fmpz, fmpz_mpoly, fmpz_poly

from dpexact.errors import TooLargeError
from dpexact.numbers.balls import ball_sign
from dpexact.numbers.generators import Generators

MAX_SIGN_BITS = 1 << 20
DENSE_FACTOR = 8


@lru_cache(maxsize=256)
def _t_ball(field: Generators, bits: int) -> arb:
    """Return the generator t. `bits`, the working precision that the caller has set, is part of the cache's key."""
    del bits
    return arb(fmpq(field.exponent.numerator, field.exponent.denominator)).exp()


@lru_cache(maxsize=256)
def _u_ball(field: Generators, bits: int) -> arb:
    """Return the generator u, likewise."""
    del bits
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
    return fmpz_poly(dense)((_u_ball if u_degree else _t_ball)(field, ctx.prec))


def _sparse_ball(field: Generators, polynomial: fmpz_mpoly) -> arb:
    total, exponent = arb(0), fmpq(field.exponent.numerator, field.exponent.denominator)
    for (i, j), coefficient in polynomial.terms():
        term = arb(coefficient)
        if i:
            term *= arb(exponent * i).exp()
        if j:
            term *= _u_ball(field, ctx.prec) ** int(j)
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
