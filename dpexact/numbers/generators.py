"""The generators over which exact numbers are written, and the smallest common field of two of them.

A number of dpexact is a quotient of sums of c t^i u^j with integer c, where t = exp(g) for a rational g > 0 (or
t = E, left free) and u = b^(1/n) for a primitive rational b > 1. The t^i u^j (0 <= j < n) are linearly
independent over Q. For the u^j this holds because x^n - b is irreducible, and then for the t^i over the algebraic
numbers by Lindemann-Weierstrass. So a sum is zero exactly when all its coefficients are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

from dpexact.errors import IncompatibleFieldsError
from dpexact.numbers.roots import MAX_ROOT, common_radical, root_too_deep
from dpexact.numbers.typography import rational_excerpt


@dataclass(frozen=True, slots=True)
class Generators:
    """t = exp(exponent), absent for exponent 0, and u = base^(1/degree), absent for base 1 and degree 1."""

    exponent: Fraction = Fraction(0)
    base: Fraction = Fraction(1)
    degree: int = 1
    _hash: int = field(init=False, repr=False, compare=False)  # fields are looked up for every operation

    def __post_init__(self) -> None:
        """Compute the hash once."""
        object.__setattr__(self, "_hash", hash((self.exponent, self.base, self.degree)))

    def __hash__(self) -> int:
        """Hash equal generators alike."""
        return self._hash

    def __str__(self) -> str:
        """Name the field for error messages."""
        parts = []
        if self.exponent:
            parts.append(f"exp({rational_excerpt(self.exponent)})")
        if self.degree > 1:
            base = rational_excerpt(self.base)
            parts.append(f"{base if self.base.denominator == 1 else f'({base})'}**(1/{self.degree})")
        return "Q(" + ", ".join(parts) + ")" if parts else "Q"


@dataclass(frozen=True, slots=True)
class Free:
    """t = E, any real number of [lower, upper], or of [lower, oo) if upper is None."""

    lower: Fraction
    upper: Fraction | None

    def __str__(self) -> str:
        """Name the field for error messages."""
        end = "oo)" if self.upper is None else f"{rational_excerpt(self.upper)}]"
        return f"Q(E), E free on [{rational_excerpt(self.lower)}, {end}"


class Rewriting(NamedTuple):
    """The generators of one field, written over those of another, t as t^`t` and u as `scale` * u^`u`."""

    t: int = 1
    u: int = 1
    scale: Fraction = Fraction(1)


Field = Generators | Free
RATIONALS = Generators()
AS_IT_IS = Rewriting()


def rational_gcd(first: Fraction, second: Fraction) -> Fraction:
    """Return the largest rational of which both are integer multiples. 0 counts as absent."""
    return Fraction(
        gcd(first.numerator * second.denominator, second.numerator * first.denominator),
        first.denominator * second.denominator,
    )


@lru_cache(maxsize=4096)
def join(first: Field, second: Field) -> tuple[Field, Rewriting, Rewriting]:
    """Return the smallest common field, and how the generators of each side are written over it.

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
    for free, other in ((first, second), (second, first)):
        if isinstance(free, Free) and other in (free, RATIONALS):
            return free, AS_IT_IS, AS_IT_IS
    raise IncompatibleFieldsError(
        f"no common field of {first} and {second}: a free E goes with rationals and with the same free E only",
        remedy="choose one interval for E, or put a number in place of E",
    )


def _join_roots(
    first: Generators, second: Generators
) -> tuple[Fraction, int, tuple[int, Fraction], tuple[int, Fraction]]:
    """Return (base, degree) of a common root, and for each side the (power, scale) that its root is of it."""
    degree = lcm(first.degree, second.degree)
    if degree > MAX_ROOT:
        raise root_too_deep(degree)
    if first.base == second.base or 1 in (first.degree, second.degree):
        base = second.base if first.degree == 1 else first.base
        return base, degree, (degree // first.degree, Fraction(1)), (degree // second.degree, Fraction(1))
    joined = common_radical((first.base, first.degree), (second.base, second.degree))
    if joined is None:
        raise IncompatibleFieldsError(
            f"no common field of {first} and {second}: neither root is a rational times a power of the other, and "
            "dpexact decides over one root at a time",
            remedy="write every root over one base",
        )
    return joined
