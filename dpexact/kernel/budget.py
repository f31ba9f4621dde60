"""Sizes of sums and what work on them costs, as the section "Cost" of the format defines them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt, prod
from typing import TYPE_CHECKING

from flint import fmpz

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flint import fmpz_mpoly


@dataclass(frozen=True)
class Size:
    """Number of terms, bits of the greatest coefficient, greatest power of each generator."""

    terms: int
    bits: int
    degrees: tuple[int, ...]

    @property
    def words(self) -> int:
        """Words of a term: its coefficient and its powers."""
        return (self.bits + sum(d.bit_length() + 8 for d in self.degrees)) // 64 + 1

    def __or__(self, other: Size) -> Size:
        degrees = tuple(map(max, self.degrees, other.degrees))
        return Size(max(self.terms, other.terms), max(self.bits, other.bits), degrees)

    def __mul__(self, other: Size) -> Size:
        degrees = tuple(d + e for d, e in zip(self.degrees, other.degrees, strict=True))
        bits = self.bits + other.bits + min(self.terms, other.terms).bit_length()
        return Size(_most(self.terms * other.terms, degrees), bits, degrees)

    def __rmul__(self, count: int) -> Size:
        return Size(_most(count * self.terms, self.degrees), self.bits + count.bit_length(), self.degrees)


def _most(terms: int, degrees: tuple[int, ...]) -> int:
    return min(terms, prod(d + 1 for d in degrees))


def measure(sums: Iterable[fmpz | fmpz_mpoly], generators: int) -> Size:
    """Measure several sums together, each in t and the roots: the maximum of their sizes."""
    whole = [fmpz(0)]
    size = Size(1, 0, (0,) * generators)
    for value in sums:
        if isinstance(value, fmpz):
            whole.append(value)
        else:
            bits = max(c.bit_length() for c in value.coeffs())
            size |= Size(len(value), bits, tuple(int(d) for d in value.degrees()))
    return size | Size(1, max(max(whole), -min(whole)).bit_length(), size.degrees)


def multiply(a: Size, b: Size) -> int:
    """Price a product."""
    return 16 + 16 * a.terms * b.terms * (a.words + b.words)


def add(count: int, size: Size) -> int:
    """Price a sum of so many."""
    return count * (8 + size.terms * size.words * count.bit_length())


def tree(count: int, top: Size, bottom: Size) -> tuple[int, Size, Size]:
    """Price a sum of so many quotients with different denominators, two and two; the size of the result."""
    steps = 0
    while count > 1:
        count = (count + 1) // 2
        steps += count * (2 * multiply(top, bottom) + multiply(bottom, bottom))
        top, bottom = 2 * (top * bottom), bottom * bottom
    return steps, top, bottom


def exponential_steps(magnitude: int, bits: int) -> int:
    """Price a bracket of exp(p/q), where p q has `magnitude` bits."""
    return 8 * (magnitude + 4 * isqrt(bits + magnitude)) * ((bits + magnitude) // 64 + 1)


def root_steps(magnitude: int, degree: int, bits: int) -> int:
    """Price a bracket of (a/b)^(1/degree), where a b has `magnitude` bits."""
    return 64 * ((degree * (bits + 2) + magnitude) // 64 + 1)
