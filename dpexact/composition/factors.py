"""Pairs of distributions with counts, the factors of a composition, and their exact product.

Each pair has a part with two positive masses, and a certain mass. With the ratios x^n (a point n of a lattice for each
group) and the masses a_n it is the polynomial sum of a_n x^n. Independent composition is the product of polynomials,
one for the first distribution and one for the second.

The composed pair without a lattice has every product of ratios with its masses, and equal ratios are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import accumulate
from math import comb, gcd, prod
from operator import mul
from typing import Any

from flint import Ordering, arb, fmpq, fmpz, fmpz_mpoly_ctx

from dpexact.composition.lattice import Lattice, Point, lattice_of, places_above
from dpexact.composition.sampled import Sampled
from dpexact.errors import TooLargeError
from dpexact.laws.noise import NormalNoise
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Field
from dpexact.numbers.quotients import lift, sum_of
from dpexact.privacy.divergence import ratio_groups

ONE = Exact.of_rational(1)
MAX_PRODUCTS = 1 << 18  # of masses, in all
MAX_FACTORS = 1 << 10
TOO_MANY = f"composition: more than {MAX_PRODUCTS} products of likelihood ratios of no common lattice"
MAX_RATIOS = 256  # distinct ratios for which a lattice is looked for
MAX_TERMS = 1 << 19  # of a polynomial that is written out
MAX_GROWTH = 1 << 12  # terms c t^i u^j of the sum that is one mass
MAX_SUMS = 1 << 23  # of c t^i u^j
MAX_EXACT_BITS = 1 << 31  # of all masses together
LARGEST = 1 << 52  # coordinate of a point, which a float holds exactly


@dataclass(frozen=True)
class Pair:
    """The parts of two distributions that losses depend on, (P(G), Q(G)) for the groups G of equal ratio, falling."""

    groups: tuple[tuple[Exact, Exact], ...]

    @classmethod
    def of(cls, p: Sequence[Exact], q: Sequence[Exact]) -> Pair:
        """Return the pair of two distributions on the same outcomes."""
        return cls(tuple(ratio_groups(p, q)))

    @cached_property
    def certain(self) -> Exact:
        """The mass of the first distribution on the outcomes that have mass 0 in the second."""
        return exact_sum(a for a, b in self.groups if b == 0)

    @cached_property
    def common(self) -> tuple[tuple[Exact, Exact, Exact], ...]:
        """The triples (ratio, P(G), Q(G)) of the groups with two positive masses."""
        return tuple((a / b, a, b) for a, b in self.groups if a != 0 and b != 0)

    def largest_ratio(self) -> Exact | None:
        """Return the largest likelihood ratio of two positive masses, or None if there is none."""
        return self.common[0][0] if self.common else None

    def largest(self) -> arb:
        """Return a ball around the largest loss, or minus infinity."""
        return self.common[0][0].ball().log() if self.common else arb.neg_inf()

    def reversed(self) -> Pair:
        """Return the pair of the second distribution against the first."""
        return Pair(tuple((b, a) for a, b in reversed(self.groups)))

    def above(self, factor: Exact) -> list[int]:
        """Return the places of the groups in `common` whose ratio is larger than E. The answer is exact."""
        return [place for place, (ratio, _, _) in enumerate(self.common) if ratio > factor]

    def totals(self, places: list[int]) -> tuple[Exact, Exact]:
        """Return the mass of both distributions at these places. The answer is exact."""
        return tuple(exact_sum(self.common[place][side] for place in places) for side in (1, 2))  # type: ignore[return-value]


Factors = tuple[tuple[Pair | Sampled, int], ...]
Pairs = tuple[tuple[Pair, int], ...]


def gathered(factors: Iterable[tuple[Pair | Sampled, int]]) -> Factors:
    """Count equal pairs together, omit pairs of count 0 and merge all Gaussian noise without a sample into one law.

    The losses of N(m, 1) against N(0, 1) are N(m^2/2, m^2) and add up, so m^2 does.
    """
    counts: dict[Pair | Sampled, int] = {}
    squared: Exact | None = None
    for pair, count in factors:
        known = pair.noise.squared if isinstance(pair, Sampled) and pair.rate == 1 else None
        if known is not None:
            squared = count * known if squared is None else squared + count * known
        else:
            counts[pair] = counts.get(pair, 0) + count
    if squared is not None and squared != 0:
        counts[Sampled(NormalNoise((squared,)), ONE)] = 1
    return tuple((pair, count) for pair, count in counts.items() if count)


def pairs_of(factors: Factors) -> Pairs:
    """Return the pairs whose outcomes are listed."""
    return tuple((pair, count) for pair, count in factors if isinstance(pair, Pair))


def laws_of(factors: Factors) -> tuple[tuple[Sampled, int], ...]:
    """Return the laws of noise."""
    return tuple((law, count) for law, count in factors if isinstance(law, Sampled))


def certain_mass(factors: Factors) -> Exact | Enclosure:
    """Return the mass of the first distribution outside the support of the second, 1 minus the product of the rest.

    The answer is exact, or an enclosure if the product is too long.
    """
    left = ONE
    try:
        for pair, count in factors:
            left *= (1 - pair.certain) ** count
    except TooLargeError:
        return Enclosure(partial(_certain_ball, factors))
    return 1 - left


def _certain_ball(factors: Factors) -> arb:
    return 1 - prod(((1 - pair.certain.ball()) ** count for pair, count in factors), start=arb(1))


def multiply(factors: Pairs) -> Pair:
    """Return the composed pair, without the outcomes that have mass in one distribution only.

    The answer is exact. Raises TooLargeError before it is computed for more than 2^10 pairs, or 2^18 products if none
    of them are equal.
    """
    if sum(count for _, count in factors) > MAX_FACTORS:
        message = f"more than {MAX_FACTORS} pairs with likelihood ratios of no common lattice"
        raise TooLargeError(message, place="composition")
    runs = [pair.common for pair, count in factors for _ in range(count)]
    if sum(accumulate(map(len, runs), mul)) > MAX_PRODUCTS:
        raise TooLargeError(TOO_MANY)
    atoms: dict[Exact, tuple[Exact, Exact]] = reduce(_times, runs, {ONE: (ONE, ONE)})
    return Pair(tuple(atoms.values()))


def _times(
    atoms: dict[Exact, tuple[Exact, Exact]], common: tuple[tuple[Exact, Exact, Exact], ...]
) -> dict[Exact, tuple[Exact, Exact]]:
    products: dict[Exact, tuple[Exact, Exact]] = {}
    for ratio, (a, b) in atoms.items():
        for other, c, d in common:
            key = ratio * other
            mass, mass2 = products.get(key, (Exact.of_rational(0), Exact.of_rational(0)))
            products[key] = mass + a * c, mass2 + b * d
    return products


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

    @property
    def terms(self) -> int:
        """A bound of the number of points of the composed pair."""
        chosen = prod(comb(count + len(groups) - 1, max(0, len(groups) - 1)) for groups, count in self.factors)
        return min(chosen, prod(self.box))


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
    terms = plan.terms
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
