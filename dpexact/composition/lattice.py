"""Likelihood ratios as points of a lattice: r = g_1^n_1 ... g_d^n_d, so that a product of ratios is a sum of points.

A ratio is a rational times powers of irreducible polynomials in t and u. The rationals are split over a coprime base,
found by greatest common divisors (nothing is factored), and a reduced basis of the exponents gives as few generators
as the ratios have: powers of one number lie on a line. Any generators would be right; these merge what is equal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd
from operator import mul
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq_mat, fmpz_mat

from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Field, Generators
from dpexact.numbers.quotients import lift, sum_of, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[int, ...]

RADICAL = (((0, 1), 1),)  # the polynomial u, whose power is a rational


@dataclass(frozen=True)
class Lattice:
    """The numbers g_1^n_1 ... g_d^n_d: `bases` are positive numbers, `generators` the exponents of each g over them.

    The exponents of a rational base are in units of 1/root.
    """

    bases: tuple[Exact, ...]
    generators: tuple[tuple[int, ...], ...]
    root: int = 1

    def number(self, point: Point) -> Exact:
        """The number at a point. Raises: TooLargeError."""
        rational, other = Exact.of_rational(1), Exact.of_rational(1)
        for place, base in enumerate(self.bases):
            exponent = sum(n * generator[place] for n, generator in zip(point, self.generators, strict=True))
            if base.is_rational():
                rational *= base**exponent
            else:
                other *= base**exponent
        return other * (rational if self.root == 1 else rational ** Fraction(1, self.root))

    def logarithms(self) -> list[Any]:
        """Balls around the logarithms of the generators, at the current flint working precision."""
        logs = [base.ball().log() / (self.root if base.is_rational() else 1) for base in self.bases]
        return [sum(map(mul, generator, logs), arb(0)) for generator in self.generators]


def lattice_of(ratios: Iterable[Exact]) -> tuple[Lattice, dict[Exact, Point]]:
    """A lattice of positive numbers that contains the ratios, and their points.

    Raises: IncompatibleFieldsError where no field holds all ratios.
    """
    chosen = list(dict.fromkeys(ratios))
    start: Field = RATIONALS
    field = reduce(lambda known, ratio: lift(known, ratio.sums(), ratio.field, ratio.sums())[0], chosen, start)
    pieces = [_factors(ratio, field) for ratio in chosen]
    root, (n, d) = (field.degree, field.base.as_integer_ratio()) if isinstance(field, Generators) else (1, (1, 1))
    radicals = [factors.pop(RADICAL, 0) for _, factors in pieces]
    integers = coprime_base([n, d, *(number for rational, _ in pieces for number in rational)])
    others = list(dict.fromkeys(factor for _, factors in pieces for factor in factors))
    values = [Exact.of_rational(number) for number in integers]
    values += [abs(Exact.of_sums(field, sum_of(dict(factor)))) for factor in others]
    radical = [_exponent((n, d), base) for base in integers]
    rows = [
        [root * _exponent(rational, base) + count * power for base, power in zip(integers, radical, strict=True)]
        + [factors[factor] for factor in others]
        for (rational, factors), count in zip(pieces, radicals, strict=True)
    ]
    basis = _basis(rows)
    points = _coordinates(rows, basis)
    return Lattice(tuple(values), tuple(map(tuple, basis)), root), dict(zip(chosen, points, strict=True))


def coprime_base(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime integers > 1 of which each of the numbers is a product of powers, by gcd alone.

    >>> coprime_base([12, 18])
    [2, 3]
    """
    base: list[int] = []
    pending = [number for number in numbers if number > 1]
    while pending:
        number = pending.pop()
        for place, other in enumerate(base):
            common = gcd(number, other)
            if common > 1:
                del base[place]
                pending += [part for part in (common, number // common, other // common) if part > 1]
                break
        else:
            base.append(number)
    return sorted(base)


def _exponent(rational: tuple[int, int], base: int) -> int:
    """How often the base, one of a coprime base, is in n/d."""
    count, (n, d) = 0, rational
    while n % base == 0:
        n, count = n // base, count + 1
    while d % base == 0:
        d, count = d // base, count - 1
    return count


def _factors(ratio: Exact, field: Field) -> tuple[tuple[int, int], Counter[tuple[Any, ...]]]:
    """The rational part (n, d), and the irreducible polynomials of the ratio with their exponents."""
    _, (num, den), _ = lift(ratio.field, ratio.sums(), field, ratio.sums())
    found: Counter[tuple[Any, ...]] = Counter()
    contents = []
    for polynomial, sign in ((num, 1), (den, -1)):
        content, factors = polynomial.factor()
        contents.append(abs(int(content)))
        for factor, exponent in factors:
            found[tuple(sorted(terms_of(factor).items()))] += sign * int(exponent)
    return (contents[0], contents[1]), found


def _basis(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """A reduced basis of the lattice that the rows span."""
    if not rows or not rows[0]:
        return []
    echelon = [row for row in fmpz_mat(rows).hnf().tolist() if any(row)]
    return [[int(n) for n in row] for row in fmpz_mat(echelon).lll().tolist()] if echelon else []


def _coordinates(rows: Sequence[Sequence[int]], basis: Sequence[Sequence[int]]) -> list[Point]:
    if not basis:
        return [() for _ in rows]
    b = fmpz_mat([list(row) for row in basis])
    gram = fmpq_mat(b * b.transpose())
    found = fmpq_mat(fmpz_mat([list(row) for row in rows]) * b.transpose()) * gram.inv()
    return [tuple(int(n.p) for n in row) for row in found.tolist()]
