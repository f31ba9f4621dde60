"""The meter of work, and what work costs, as the section "Cost" of the format has it; no verdict rests on prices."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt, prod
from reprlib import repr as brief
from typing import TYPE_CHECKING

from flint import fmpz

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flint import fmpz_mpoly

    from dpexact.kernel.claim import Claim
    from dpexact.kernel.field import Field


BUDGET = 2**31  # steps of work for one certificate


class Rejected(Exception):  # noqa: N818 - rejecting a certificate is an outcome, not a fault of the program
    """A certificate that is not accepted: `check` names the check that failed, the text says where and why."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(f"{check}: {message}")
        self.check = check


class Budget:
    """A meter of steps: what is known before the work is spent before it, the rest before each piece of work."""

    def __init__(self, limit: int | None = BUDGET) -> None:
        self.limit = limit
        self.spent = 0

    def spend(self, steps: int) -> None:
        """Charge steps; more than the limit in all is a rejection."""
        self.spent += steps
        if self.limit is not None and self.spent > self.limit:
            raise Rejected("size", f"the cost is {brief(self.spent)} steps or more, over the budget of {self.limit}")


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
    return size | Size(1, max(*whole, -min(whole)).bit_length(), size.degrees)


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


def sign_steps(field: Field, size: Size) -> int:
    """Price the first attempt at a sign, by a bracket and then by coefficients; for a free t, the polynomial of it."""
    if not any(size.degrees):
        return 8
    dense = 64 * size.degrees[0] if field.exponent is None else 0
    reduced = sum(d // n * _words(a, b) for d, (a, b, n) in zip(size.degrees[1:], field.roots, strict=True))
    powers = sum(2 * d.bit_length() + 1 for d in size.degrees)
    return dense + 16 + 32 * size.terms * (size.words + powers + reduced)


def attempt_steps(size: Size, bits: int) -> int:
    """Price another attempt at a sign."""
    return 16 + 32 * size.terms * (size.words + bits // 64 * sum(d.bit_length() + 1 for d in size.degrees))


def factor_steps(n: int, bits: int) -> int:
    """Price the factors of a polynomial of n coefficients, and their product."""
    return n**2 * (4 * n + bits // 2 + 64)


def chain_steps(n: int, bits: int) -> int:
    """Price a Sturm chain: n divisions, of n coefficients whose bits grow up to 2 n times."""
    words = n * (bits + n.bit_length()) // 64 + 1
    return n**2 * (32 + 4 * words * isqrt(words))


def value_steps(n: int, bits: int) -> int:
    """Price the value of a polynomial at a rational number, which has so many bits."""
    return 96 + n * (8 + bits // 32)


def field_steps(field: Field) -> int:
    """Price the tests that the roots are independent."""
    return sum(64 * (len(field.roots) + n.bit_length()) * _words(a, b) for a, b, n in field.roots)


def bracket_steps(field: Field, bits: int) -> int:
    """Price brackets of t and of the roots, unless they are known."""
    if bits in field.known:
        return 0
    powers = [(n * (bits + 2) + (a * b).bit_length()) // 64 + 1 for a, b, n in field.roots]
    steps = sum(16 * words * words.bit_length() for words in powers)
    if field.exponent:
        magnitude = (field.exponent.p * field.exponent.q).bit_length()
        steps += 16 * (magnitude + 4 * isqrt(bits + magnitude)) * ((bits + magnitude) // 64 + 1)
    return int(steps)


def _words(a: fmpz, b: fmpz) -> int:
    return int((a * b).bit_length()) // 64 + 1


@dataclass(frozen=True)
class Costs:
    """What the parts of a check cost: all demands; the search of the worst event of a pair; the excess of an event."""

    demands: int
    worst: int
    excess: int


def costs(field: Field, claim: Claim) -> Costs:
    """Price the parts of a check, as the format defines them, from maxima over all rows."""
    rows, n, m = claim.rows, len(claim.rows), len(claim.rows[0]) if claim.rows else 0
    bottoms = {id(x): x for row in rows for _, x in row}
    single, most = len(bottoms) <= 1, 1
    if not single:
        most = max(len({id(x) for _, x in row}) for row in rows)
    a = measure((top for row in rows for top, _ in row), field.generators)
    x = measure(bottoms.values(), field.generators)
    q = measure([*(claim.exp_epsilon or ()), *claim.delta], field.generators)
    return prices(field, (n, m), (a, x, q), (most, len(bottoms)))


def prices(field: Field, shape: tuple[int, int], sizes: tuple[Size, Size, Size], different: tuple[int, int]) -> Costs:
    """Price a mechanism of N x m from sizes A, X, Q and the numbers of denominators in a row, and in all rows."""
    (n, m), (a, x, q), (d, c) = shape, sizes, different
    steps, top, bottom = tree(d, m * a, x)
    v, sums = top | bottom, add(m, a) + steps
    signs = 5 * sign_steps(field, 2 * q) + c * sign_steps(field, x) + n * m * sign_steps(field, a)
    demands = signs + n * (sums + sign_steps(field, 2 * v))
    if c <= 1:
        worst = m * (2 * multiply(a, q) + sign_steps(field, 2 * (a * q)))
    else:
        worst = m * (2 * multiply(a, x) + 2 * multiply(a * x, q) + sign_steps(field, 2 * (a * x * q)))
    products = 3 * multiply(v, v) + 5 * multiply(v * v * q, q)
    return Costs(demands, worst, 2 * sums + products + sign_steps(field, 3 * (v * v * q * q)))
