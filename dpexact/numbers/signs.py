"""Signs and balls of sums over the generators: a ball whose precision is doubled until the sign shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import arb, ctx, fmpq, fmpq_poly

from dpexact.errors import TooLargeError
from dpexact.numbers.generators import t_ball, u_ball

if TYPE_CHECKING:
    from dpexact.numbers.generators import Generators

FIRST_BITS = 64
MAX_BITS = 1 << 24
DENSE_FACTOR = 8


def sum_ball(field: Generators, polynomial: Any, bits: int) -> Any:
    """A ball around the value of a sum; the caller has set the working precision to `bits`.

    One generator and few gaps: Horner on integer coefficients. Many gaps: each term by itself.
    """
    coefficients = polynomial.coeffs()
    if not coefficients:
        return arb(0)
    monomials = polynomial.monoms()
    t_degree, u_degree = (int(d) for d in polynomial.degrees())
    top = t_degree + u_degree
    if (t_degree == 0 or u_degree == 0) and top <= DENSE_FACTOR * len(coefficients) + DENSE_FACTOR:
        dense: list[Any] = [0] * (top + 1)
        for (i, j), coefficient in zip(monomials, coefficients, strict=True):
            dense[int(i) + int(j)] = coefficient
        packed = fmpq_poly(dense)
        return packed.numer()(t_ball(field, bits) if t_degree else u_ball(field, bits)) / packed.denom()
    total = arb(0)
    g = fmpq(field.exponent.numerator, field.exponent.denominator)
    for (i, j), coefficient in zip(monomials, coefficients, strict=True):
        term = arb(coefficient)
        if i:
            term *= arb(g * i).exp()
        if j:
            term *= u_ball(field, bits) ** int(j)
        total += term
    return total


def sum_sign(field: Generators, polynomial: Any) -> int:
    """The sign of a sum: 0 exactly when it has no term, otherwise shown by a ball that excludes 0.

    Guarantee: exact. Raises: TooLargeError past 2^24 bits of precision (the sum is then not zero, but that close).
    """
    if polynomial.is_zero():
        return 0
    bits = FIRST_BITS
    while bits <= MAX_BITS:
        with ctx.workprec(bits):
            ball = sum_ball(field, polynomial, bits)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
        bits *= 2
    message = f"a sum over {field} is not zero but closer to 0 than {MAX_BITS} bits of precision show; its sign is not decided"
    raise TooLargeError(message)
