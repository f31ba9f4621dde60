"""The rows of a mechanism at one E, held in the form in which their divergences are fastest.

The divergence of row i from row j is the maximum of P_i(S) - E P_j(S) over all 2^m events S. It is the sum of the
positive parts of P_i(o) - E P_j(o), and the outcomes with a positive part are an event that attains it. At E = infinity
the claim is about the events with P_j(S) = 0, so the divergence is the mass of P_i on the outcomes that j never gives.
At an E above every P_i(o) / P_j(o) with P_j(o) > 0 it is the same.

Rows of Python integers over one denominator are compared by integer arithmetic, exact numbers of any kind pair by pair.
Sums of rational entries are first bounded in fixed point, so that only a near tie pays for the exact sums.
"""
# ruff: noqa: D102 - the methods of a layout are those of `Layout`, which describes them

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from flint import fmpq, fmpz

from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import IntegerMatrix, exact_sum, unreduced_sum
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import PrivacyClaim, Run

START_BITS = 128
Whole = int | fmpz
Sums = dict[tuple[int, int], int]  # {(A, B): the first place that has these sums}
FIXED_BITS = 192


class Layout(ABC):
    """The rows at E, compared in runs of pairs (i, j) with the same i. Every answer is exact."""

    @abstractmethod
    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with P_i(o) > E P_j(o), ascending, the smallest event that attains the divergence."""

    @abstractmethod
    def largest(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first of the other rows from which row i diverges most."""

    def largest_above(self, i: int, others: list[int], bound: Exact) -> tuple[int, Exact] | None:
        """Return the same if the divergence is more than the bound, else None."""
        j, divergence = self.largest(i, others)
        return (j, divergence) if divergence > bound else None

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return one of the other rows from which row i diverges by more than the bound, or None if there is none."""
        pair = self.largest_above(i, others, bound)
        return pair and pair[0]

    def sifted(self, claim: PrivacyClaim, bound: Exact | None) -> Iterator[Run]:
        """Return the runs, if possible without pairs that diverge by at most the bound or less than the worst pair."""
        del bound
        return claim.runs


def positive_places(pairs: Iterable[tuple[Whole, Whole]], factor: Exact) -> list[int]:
    """Return the places n with a_n > E b_n, for non-negative integers. E is a real number (not a free E).

    A rational E needs one integer comparison for each place. For an irrational E, a = E b only if a = b = 0, so
    rational bounds low / 2^k < E < high / 2^k decide every other place once k is large enough. An E larger than every a
    is never written out, since then E b >= E > a unless b = 0.

    The answer is exact.
    """
    bits = START_BITS
    if factor.is_rational():
        ratio, _, scale = integer_bounds(factor, bits)
        return [place for place, (a, b) in enumerate(pairs) if a * scale > b * ratio]
    listed = list(pairs)
    with WorkingPrecision(bits):
        is_larger = factor.ball() > max((a for a, _ in listed), default=0)  # True only if the whole ball is larger
    if is_larger:
        return [place for place, (a, b) in enumerate(listed) if a and not b]
    low, high, scale = integer_bounds(factor, bits)
    places = []
    for place, (a, b) in enumerate(listed):
        while b * low < a * scale <= b * high:
            bits *= 2
            low, high, scale = integer_bounds(factor, bits)
        if a * scale > b * high:
            places.append(place)
    return places


@lru_cache(maxsize=64)  # asked for every pair of a layout
def integer_bounds(factor: Exact, bits: int) -> tuple[int, int, int]:
    """Return integers with low / scale < E < high / scale, a scale of 2^bits, or for a rational E both equal to it."""
    if (ratio := factor.ratio) is not None:
        return int(ratio.p), int(ratio.p), int(ratio.q)
    lower, upper = factor.enclosure(bits + 2)
    high = -((-upper.numerator << bits) // upper.denominator)
    return (lower.numerator << bits) // lower.denominator, high, 1 << bits


def largest_divergence(sums: Mapping[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """Return (place, (A - E B) / denominator) for the largest, at the first place of several.

    Integer bounds of E sort out most of several sums first. The answer is exact.
    """
    bounded = len(sums) > 1 and any(b for _, b in sums)
    low, high, scale = integer_bounds(factor, START_BITS) if bounded else (0, 0, 1)
    floor = max(a * scale - high * b for a, b in sums)
    near = {place: (a, b) for (a, b), place in sums.items() if not bounded or a * scale - low * b >= floor}
    largest, place = max((a - factor * b, -place) for place, (a, b) in near.items())
    return -place, largest / denominator


@dataclass(frozen=True)
class IntegerRows(Layout):
    """Rows of Python integers at E = factor."""

    matrix: IntegerMatrix
    factor: Exact

    def positive(self, i: int, j: int) -> list[int]:
        return positive_places(zip(self.matrix.row(i), self.matrix.row(j), strict=True), self.factor)

    def largest(self, i: int, others: list[int]) -> tuple[int, Exact]:
        last_to_first = range(len(others) - 1, -1, -1)
        equals = map(self.matrix.first_equals.__getitem__, reversed(others))
        sums: Sums = {}
        for j, place in dict(zip(equals, last_to_first, strict=True)).items():
            event = self.positive(i, j)
            pair = self.matrix.total(i, event), self.matrix.total(j, event)
            sums[pair] = min(place, sums.get(pair, place))
        place, divergence = largest_divergence(sums, self.factor, self.matrix.denominator)
        return others[place], divergence


@dataclass(frozen=True)
class EntryRows(Layout):
    """Rows of exact numbers at E = factor, which may be math.inf, with a divergence for each pair."""

    mechanism: Mechanism
    factor: Exact | float

    def positive(self, i: int, j: int) -> list[int]:
        p, q = self.mechanism.rows()[i], self.mechanism.rows()[j]
        if not isinstance(self.factor, Exact):
            return [o for o, (a, b) in enumerate(zip(p, q, strict=True)) if a and not b]
        if self.mechanism.is_rational:
            fractions = ((a.as_fmpq(), b.as_fmpq()) for a, b in zip(p, q, strict=True))
            return positive_places(((a.p * b.q, b.p * a.q) for a, b in fractions), self.factor)
        return [o for o, (a, b) in enumerate(zip(p, q, strict=True)) if a > self.factor * b]

    def largest(self, i: int, others: list[int]) -> tuple[int, Exact]:
        divergences = [self.divergence(i, j) for j in others]
        place = max(range(len(others)), key=divergences.__getitem__)
        return others[place], divergences[place]

    def largest_above(self, i: int, others: list[int], bound: Exact) -> tuple[int, Exact] | None:
        return None if self.exceeding(i, others, bound) is None else self.largest(i, others)

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        return next((j for j in others if self._exceeds(i, j, bound)), None)

    def divergence(self, i: int, j: int) -> Exact:
        """Return the divergence of row i from row j."""
        p, q = self.mechanism.rows()[i], self.mechanism.rows()[j]
        event = self.positive(i, j)
        if not isinstance(self.factor, Exact):
            return exact_sum(p[o] for o in event)
        if not (self.mechanism.is_rational and self.factor.is_rational()):
            return exact_sum(p[o] for o in event) - self.factor * exact_sum(q[o] for o in event)
        scale = self.factor.as_fmpq()
        (a, b), (c, d) = (unreduced_sum(row[o].as_fmpq() for o in event) for row in (p, q))
        return Exact.of_rational(fmpq(a * d * scale.q - c * b * scale.p, b * d * scale.q))

    def _exceeds(self, i: int, j: int, bound: Exact) -> bool:
        if self.mechanism.is_rational and isinstance(self.factor, Exact):
            low, high = self._bounds(i, j, self.factor)
            if low > bound:
                return True
            if high <= bound:
                return False
        return self.divergence(i, j) > bound

    def _bounds(self, i: int, j: int, factor: Exact) -> tuple[Exact, Exact]:
        """Return bounds of the divergence of two rows of rational entries, from sums in fixed point of 2^-192."""
        event = self.positive(i, j)
        unit = Exact.of_rational(fmpq(1, 1 << FIXED_BITS))
        sums = []
        for row in (self.mechanism.rows()[k] for k in (i, j)):
            entries = (row[o].as_fmpq() for o in event)
            sums.append(sum(((value.p << FIXED_BITS) // value.q for value in entries), fmpz(0)) * unit)
        slack = len(event) * unit
        return sums[0] - factor * (sums[1] + slack), sums[0] + slack - factor * sums[1]
