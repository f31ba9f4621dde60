"""Pairs of distributions with counts, the factors of a composition, and their exact product without a lattice.

Each pair has a part with two positive masses, and a certain mass. The composed pair has every product of ratios with
its masses, and equal ratios are merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, product
from math import prod
from operator import mul

from flint import arb

from dpexact.composition.sampled import Sampled
from dpexact.errors import TooLargeError
from dpexact.laws.noise import NormalNoise
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.privacy.divergence import ratio_groups

ONE = Exact.of_rational(1)
MAX_PRODUCTS = 1 << 18  # of masses, in all
MAX_FACTORS = 1 << 10
TOO_MANY = f"composition: more than {MAX_PRODUCTS} products of likelihood ratios of no common lattice"


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
    atoms = {ONE: (ONE, ONE)}
    for common in runs:
        products: dict[Exact, tuple[Exact, Exact]] = {}
        for (ratio, (a, b)), (other, c, d) in product(atoms.items(), common):
            key = ratio * other
            mass, mass2 = products.get(key, (Exact.of_rational(0), Exact.of_rational(0)))
            products[key] = mass + a * c, mass2 + b * d
        atoms = products
    return Pair(tuple(atoms.values()))
