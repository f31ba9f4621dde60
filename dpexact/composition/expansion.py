"""Expand the composed pair of distributions point by point of a lattice, exactly.

A pair with the ratios x^n (a point n for each group) and the masses a_n is the polynomial sum of a_n x^n. Independent
composition is the product of polynomials, one for the first distribution and one for the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from math import comb, gcd, prod
from typing import Any

from flint import Ordering, fmpq, fmpz, fmpz_mpoly_ctx

from dpexact.composition.factors import Pairs
from dpexact.composition.lattice import Lattice, Point, lattice_of, places_above
from dpexact.errors import TooLargeError
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Field
from dpexact.numbers.quotients import lift, sum_of

MAX_RATIOS = 256  # distinct ratios for which a lattice is looked for
MAX_TERMS = 1 << 19  # of a polynomial that is written out
MAX_GROWTH = 1 << 12  # terms c t^i u^j of the sum that is one mass
MAX_SUMS = 1 << 23  # of c t^i u^j
MAX_EXACT_BITS = 1 << 31  # of all masses together
LARGEST = 1 << 52  # coordinate of a point, which a float holds exactly


@dataclass(frozen=True)
class Plan:
    """The factors on a lattice, each as (point, P(G), Q(G)) of its groups with its count."""

    lattice: Lattice
    factors: tuple[tuple[tuple[tuple[Point, Exact, Exact], ...], int], ...]
    field: Field

    @classmethod
    def of(cls, factors: Pairs) -> Plan:
        """Return the plan. Raises TooLargeError for too many ratios, IncompatibleFieldsError."""
        ratios = [ratio for pair, _ in factors for ratio, _, _ in pair.common]
        if len(set(ratios)) > MAX_RATIOS:
            message = f"{len(set(ratios))} distinct likelihood ratios, more than {MAX_RATIOS}"
            raise TooLargeError(message, place="composition")
        lattice, points = lattice_of(ratios)
        placed = tuple((tuple((points[ratio], a, b) for ratio, a, b in pair.common), count) for pair, count in factors)
        masses = [mass for groups, _ in placed for _, *both in groups for mass in both]
        start: Field = RATIONALS
        field = reduce(lambda known, mass: lift(known, mass.sums(), mass.field, mass.sums())[0], masses, start)
        plan = cls(lattice, placed, field)
        if any(
            abs(low) + step * size >= LARGEST
            for low, step, size in zip(plan.ends(min), plan.steps, plan.box, strict=True)
        ):
            raise TooLargeError("the exponents of the likelihood ratios are too large", place="composition")
        return plan

    @property
    def rank(self) -> int:
        """Return the number of generators of the lattice."""
        return len(self.lattice.generators)

    @cached_property
    def steps(self) -> list[int]:
        """For each coordinate, a number that divides all differences of the composed points in it."""
        steps = [0] * self.rank
        for groups, _ in self.factors:
            for point, _, _ in groups:
                steps = [gcd(step, n - m) for step, n, m in zip(steps, point, groups[0][0], strict=True)]
        return [max(1, step) for step in steps]

    def ends(self, end: Callable[[Iterable[int]], int]) -> list[int]:
        """Return the least or the greatest value of each coordinate of the composed points, for `min` or `max`."""
        several = [
            [count * end(column) for column in zip(*(point for point, _, _ in groups), strict=True)]
            for groups, count in self.factors
            if groups
        ]
        return [sum(column) for column in zip(*several, strict=True)]

    @cached_property
    def box(self) -> list[int]:
        """Return the number of possible values of each coordinate of the composed points."""
        ends = zip(self.ends(min), self.ends(max), self.steps, strict=True)
        return [1 + (most - least) // step for least, most, step in ends]

    @cached_property
    def sides(self) -> list[list[tuple[list[Any], Any]]]:
        """For both distributions and each factor, the masses as numerators over one denominator."""
        return [
            [_over_one_denominator(self, [both[side] for _, *both in groups]) for groups, _ in self.factors]
            for side in (0, 1)
        ]

    @cached_property
    def growth(self) -> list[int]:
        """For both distributions, a bound of the number of terms c t^i u^j of the sum that is one mass."""
        return [
            prod(
                count * max((int(p.degrees()[k]) for p in numerators), default=0) + 1
                for (numerators, _), (_, count) in zip(side, self.factors, strict=True)
                for k in (0, 1)
            )
            for side in self.sides
        ]


@dataclass(frozen=True)
class PointMasses:
    """The masses of one distribution, as polynomials in t and u or integers over one denominator."""

    field: Field
    values: list[Any]
    denominator: Any

    def total(self, places: Iterable[int]) -> Exact:
        """Return the mass of the points at these places. The answer is exact."""
        values = (self.values[place] for place in places)
        if self.field == RATIONALS:
            return Exact.of_rational(fmpq(sum(values, fmpz(0)), self.denominator))
        sums: dict[tuple[int, int], int] = {}
        for value in values:
            for key, coefficient in value.items():
                sums[key] = sums.get(key, 0) + coefficient
        return Exact.of_sums(self.field, sum_of(sums), self.denominator)


@dataclass(frozen=True)
class Expansion:
    """The points of the composed pair with two positive masses, and both masses at each."""

    lattice: Lattice
    points: list[Point]
    first: PointMasses
    second: PointMasses

    def above(self, factor: Exact) -> list[int]:
        """Return the places of the points whose ratio is larger than E. The answer is exact. Raises UndecidedError."""
        return places_above(self.lattice, self.points, factor)

    def totals(self, places: list[int]) -> tuple[Exact, Exact]:
        """Return the mass of both distributions at these places. The answer is exact."""
        return self.first.total(places), self.second.total(places)


def expand(plan: Plan) -> Expansion:
    """Return the composed pair of a small plan. The answer is exact."""
    sides = [_power_product(plan, side) for side in (0, 1)]
    corner, rank = plan.ends(min), plan.rank
    expanded: list[tuple[list[Point], PointMasses]] = []
    for polynomial, denominator in sides:
        cells: dict[Point, Any] = {}
        for key, coefficient in polynomial.to_dict().items():
            point = tuple(int(n) + low for n, low in zip(key[:rank], corner, strict=True))
            if plan.field == RATIONALS:
                cells[point] = coefficient
            else:
                cells.setdefault(point, {})[int(key[rank]), int(key[rank + 1])] = int(coefficient)
        points = sorted(cells)
        expanded.append((points, PointMasses(plan.field, [cells[point] for point in points], denominator)))
    (points, first), (others, second) = expanded
    if points != others:
        message = "composition: expected both masses to be positive at the same points"
        raise ArithmeticError(message)
    return Expansion(plan.lattice, points, first, second)


def is_small(plan: Plan) -> bool:
    """Return whether the exact masses are written out."""
    chosen, bits = [1, 1], [0, 0]
    for k, side in enumerate(plan.sides):
        for (numerators, denominator), (_, count) in zip(side, plan.factors, strict=True):
            monomials = max(1, sum(len(p) for p in numerators))
            chosen[k] *= comb(count + monomials - 1, monomials - 1)
            height = sum(abs(int(c)) for p in (*numerators, denominator) for c in p.coeffs())
            bits[k] += count * height.bit_length()
    points = prod(comb(count + len(groups) - 1, max(0, len(groups) - 1)) for groups, count in plan.factors)
    terms = min(points, prod(plan.box))
    sums = max(min(terms * bound, count) for bound, count in zip(plan.growth, chosen, strict=True))
    is_short = max(plan.growth) <= MAX_GROWTH and terms <= MAX_TERMS
    return is_short and sums <= MAX_SUMS and sums * max(bits) <= MAX_EXACT_BITS


def _over_one_denominator(plan: Plan, values: list[Exact]) -> tuple[list[Any], Any]:
    """Return polynomials in t and u, and the polynomial that is the denominator of them all."""
    quotients = [lift(value.field, value.sums(), plan.field, value.sums())[1] for value in values]
    common = sum_of({(0, 0): 1})
    for _, den in quotients:
        common = common / common.gcd(den) * den
    return [num * (common / den) for num, den in quotients], common


def _power_product(plan: Plan, side: int) -> tuple[Any, Any]:
    """Return the product of the polynomials of one side, in x_1 ... x_d, t and u, and its denominator."""
    rank = plan.rank
    context = fmpz_mpoly_ctx.get((*(f"x{k}" for k in range(rank)), "t", "u"), Ordering.lex)
    whole, denominator = context.constant(1), sum_of({(0, 0): 1})
    for (groups, count), (numerators, common) in zip(plan.factors, plan.sides[side], strict=True):
        low = [min(column) for column in zip(*(point for point, _, _ in groups), strict=True)]
        terms: dict[tuple[int, ...], Any] = {}
        for (point, _, _), numerator in zip(groups, numerators, strict=True):
            place = tuple(n - least for n, least in zip(point, low, strict=True))
            for (i, j), coefficient in numerator.to_dict().items():
                terms[*place, int(i), int(j)] = coefficient
        whole *= context.from_dict(terms) ** count
        denominator *= common**count
    return whole, denominator.leading_coefficient() if plan.field == RATIONALS else denominator
