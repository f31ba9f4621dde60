"""The generators over which an exact number is written, and how two of them are brought together.

A number of dpexact is a quotient of sums of c t^i u^j with integer c, where t = exp(g) for a rational g > 0 (or
t = E, left free) and u = b^(1/n) for a primitive rational b > 1. The t^i u^j (0 <= j < n) are linearly
independent over Q: the u^j because x^n - b is irreducible, and then the t^i over the algebraic numbers by
Lindemann-Weierstrass. So a sum is zero exactly when all its coefficients are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

from flint import Ordering, fmpz_mpoly_ctx

from dpexact.errors import IncompatibleFieldsError
from dpexact.numbers.excerpt import rational_excerpt
from dpexact.numbers.radicals import MAX_ROOT, common_radical, root_too_deep

CONTEXT = fmpz_mpoly_ctx.get(("t", "u"), Ordering.lex)
T, U = CONTEXT.gens()
ONE = CONTEXT.constant(1)


@dataclass(frozen=True, slots=True)
class Generators:
    """t = exp(exponent) and u = base^(1/degree); exponent 0 means no t, base 1 (degree 1) no u."""

    exponent: Fraction = Fraction(0)
    base: Fraction = Fraction(1)
    degree: int = 1
    _hash: int = field(init=False, repr=False, compare=False)  # fields are looked up for every operation

    def __post_init__(self) -> None:
        """Compute the hash once."""
        object.__setattr__(self, "_hash", hash((self.exponent, self.base, self.degree)))

    def __hash__(self) -> int:
        """Equal generators hash alike."""
        return self._hash

    def __str__(self) -> str:
        """How error messages name the field."""
        parts = []
        if self.exponent:
            parts.append(f"exp({rational_excerpt(self.exponent)})")
        if self.degree > 1:
            base = rational_excerpt(self.base)
            parts.append(f"{base if self.base.denominator == 1 else f'({base})'}**(1/{self.degree})")
        return "Q(" + ", ".join(parts) + ")" if parts else "Q"


@dataclass(frozen=True, slots=True)
class Free:
    """t = E, any real number of [lower, upper]; upper None means [lower, oo)."""

    lower: Fraction
    upper: Fraction | None

    def __str__(self) -> str:
        """How error messages name the field."""
        end = "oo)" if self.upper is None else f"{rational_excerpt(self.upper)}]"
        return f"Q(E), E free on [{rational_excerpt(self.lower)}, {end}"


Field = Generators | Free
RATIONALS = Generators()


class Rewriting(NamedTuple):
    """How generators are written over others: t becomes t^`t`, u becomes `scale` * u^`u`."""

    t: int = 1
    u: int = 1
    scale: Fraction = Fraction(1)


AS_IT_IS = Rewriting()


def rational_gcd(first: Fraction, second: Fraction) -> Fraction:
    """The largest rational of which both are integer multiples; 0 counts as absent."""
    return Fraction(
        gcd(first.numerator * second.denominator, second.numerator * first.denominator),
        first.denominator * second.denominator,
    )


@lru_cache(maxsize=4096)
def join(first: Field, second: Field) -> tuple[Field, Rewriting, Rewriting]:
    """The smallest common field, and how the generators of each side are written over it.

    Raises: IncompatibleFieldsError, TooLargeError for a root of degree over 1024.
    """
    if isinstance(first, Free) or isinstance(second, Free):
        return _join_free(first, second)
    exponent = rational_gcd(first.exponent, second.exponent)
    base, degree, (mine, my_scale), (theirs, their_scale) = _join_roots(first, second)
    my_power, their_power = (int(side.exponent / exponent) if side.exponent else 1 for side in (first, second))
    return (
        Generators(exponent, base, degree),
        Rewriting(my_power, mine, my_scale),
        Rewriting(their_power, theirs, their_scale),
    )


def _join_free(first: Field, second: Field) -> tuple[Field, Rewriting, Rewriting]:
    for one, other in ((first, second), (second, first)):
        if isinstance(one, Free) and other in (one, RATIONALS):
            return one, AS_IT_IS, AS_IT_IS
    message = (
        f"no common field of {first} and {second}: a free E goes with rationals and with the same free E only; "
        "choose one interval for E, or put a number in place of E"
    )
    raise IncompatibleFieldsError(message)


def _join_roots(
    first: Generators, second: Generators
) -> tuple[Fraction, int, tuple[int, Fraction], tuple[int, Fraction]]:
    """(base, degree) of a common root, and for each side the (power, scale) that its root is of it."""
    degree = lcm(first.degree, second.degree)
    if degree > MAX_ROOT:
        raise root_too_deep(degree)
    if first.base == second.base or 1 in (first.degree, second.degree):
        base = second.base if first.degree == 1 else first.base
        return base, degree, (degree // first.degree, Fraction(1)), (degree // second.degree, Fraction(1))
    joined = common_radical((first.base, first.degree), (second.base, second.degree))
    if joined is None:
        message = (
            f"no common field of {first} and {second}: neither root is a rational times a power of the other, "
            "and dpexact decides over one root at a time; write every root over one base"
        )
        raise IncompatibleFieldsError(message)
    return joined
