"""The generators over which an exact number is written, and how two of them are brought together.

A number of dpexact is a quotient of sums of c t^i u^j with rational c, where t = exp(g) for a rational g > 0 (or
t = E, left free) and u = b^(1/n) for a primitive rational b > 1. The t^i u^j (0 <= j < n) are linearly
independent over Q: the u^j because x^n - b is irreducible, and then the t^i over the algebraic numbers by
Lindemann-Weierstrass. So a sum is zero exactly when all its coefficients are.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any

from flint import Ordering, arb, fmpq, fmpq_mpoly_ctx, fmpq_poly

from dpexact.errors import DivisionByZeroError, IncompatibleFieldsError

CONTEXT = fmpq_mpoly_ctx.get(("t", "u"), Ordering.lex)
T, U = CONTEXT.gens()
ONE = CONTEXT.constant(1)


@dataclass(frozen=True, slots=True)
class Generators:
    """t = exp(exponent) and u = base^(1/degree); exponent 0 means no t, base 1 (degree 1) no u."""

    exponent: Fraction = Fraction(0)
    base: Fraction = Fraction(1)
    degree: int = 1

    def __str__(self) -> str:
        """How error messages name the field."""
        parts = []
        if self.exponent:
            parts.append(f"exp({self.exponent})")
        if self.degree > 1:
            parts.append(f"({self.base})**(1/{self.degree})")
        return "Q(" + ", ".join(parts) + ")" if parts else "Q"


@dataclass(frozen=True, slots=True)
class Free:
    """t = E, any real number of [lower, upper]; upper None means [lower, oo)."""

    lower: Fraction
    upper: Fraction | None

    def __str__(self) -> str:
        """How error messages name the field."""
        return f"Q(E), E free on [{self.lower}, " + ("oo)" if self.upper is None else f"{self.upper}]")


Field = Generators | Free
RATIONALS = Generators()


def rational_gcd(first: Fraction, second: Fraction) -> Fraction:
    """The largest rational of which both are integer multiples; 0 counts as absent."""
    return Fraction(
        gcd(first.numerator * second.denominator, second.numerator * first.denominator),
        first.denominator * second.denominator,
    )


@lru_cache(maxsize=4096)
def join(first: Field, second: Field) -> tuple[Field, tuple[int, int], tuple[int, int]]:
    """The smallest common field, and for each side the powers of (t, u) that its own t and u become."""
    if isinstance(first, Free) or isinstance(second, Free):
        for one, other in ((first, second), (second, first)):
            if isinstance(one, Free) and other in (one, RATIONALS):
                return one, (1, 1), (1, 1)
        message = (
            f"no common field of {first} and {second}: a free E goes with rationals and with the same free E only; "
            "choose one interval for E, or put a number in place of E"
        )
        raise IncompatibleFieldsError(message)
    if 1 not in (first.degree, second.degree) and first.base != second.base:
        message = (
            f"no common field of {first} and {second}: roots of multiplicatively independent rationals "
            f"({first.base} and {second.base}) are not combined; write every root over one base"
        )
        raise IncompatibleFieldsError(message)
    exponent = rational_gcd(first.exponent, second.exponent)
    degree = lcm(first.degree, second.degree)
    field = Generators(exponent, second.base if first.degree == 1 else first.base, degree)

    def powers(side: Generators) -> tuple[int, int]:
        return int(side.exponent / exponent) if side.exponent else 1, degree // side.degree

    return field, powers(first), powers(second)


def reduce_root(field: Generators, polynomial: Any) -> Any:
    """The polynomial with u^degree replaced by base, so that u has degree < `degree`."""
    degree = field.degree
    if polynomial.degrees()[1] < degree:
        return polynomial
    base = fmpq(field.base.numerator, field.base.denominator)
    terms: dict[tuple[int, int], Any] = {}
    for (i, j), coefficient in polynomial.to_dict().items():
        turns, rest = divmod(int(j), degree)
        key = (int(i), rest)
        terms[key] = terms.get(key, 0) + coefficient * base**turns
    return CONTEXT.from_dict(terms)


def invert_root(field: Generators, polynomial: Any) -> Any:
    """1 / polynomial, for a non-zero polynomial in u alone, as a polynomial in u."""
    dense = [0] * field.degree
    for (_, j), coefficient in polynomial.to_dict().items():
        dense[int(j)] = coefficient
    modulus = fmpq_poly([-fmpq(field.base.numerator, field.base.denominator)] + [0] * (field.degree - 1) + [1])
    common, inverse, _ = fmpq_poly(dense).xgcd(modulus)
    if common.degree() != 0:
        message = "division by zero"
        raise DivisionByZeroError(message)
    inverse = inverse / common[0]
    return CONTEXT.from_dict({(0, j): c for j, c in enumerate(inverse.coeffs()) if c})


@lru_cache(maxsize=1024)
def t_ball(field: Generators, bits: int) -> Any:
    """The generator t at `bits` bits; the caller has set that working precision."""
    del bits  # part of the cache key: the precision is the caller's
    return arb(fmpq(field.exponent.numerator, field.exponent.denominator)).exp()


@lru_cache(maxsize=1024)
def u_ball(field: Generators, bits: int) -> Any:
    """The generator u at `bits` bits; the caller has set that working precision."""
    del bits
    return arb(fmpq(field.base.numerator, field.base.denominator)).root(field.degree)
