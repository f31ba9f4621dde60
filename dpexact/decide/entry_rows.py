"""The layout of mechanisms without a common denominator: entry by entry.

Rational entries: sums are first bounded in fixed point; only a near tie pays for the exact sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import fmpq, fmpz

from dpexact.decide.selection import positive_places
from dpexact.mechanisms.summation import exact_sum, unreduced_sum
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from dpexact.mechanisms.mechanism import Mechanism

FIXED_BITS = 192


@dataclass(frozen=True)
class EntryRows:
    """Rows of exact numbers at E = factor."""

    mechanism: Mechanism
    factor: Exact

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """(j, divergence) for the first of the other rows from which row i diverges most."""
        values = [self._divergence(i, j) for j in others]
        place = max(range(len(others)), key=values.__getitem__)
        return others[place], values[place]

    def positive(self, i: int, j: int) -> list[int]:
        """The outcomes with P_i(o) > E P_j(o), ascending."""
        p, q = self.mechanism.rows()[i], self.mechanism.rows()[j]
        if self.mechanism.is_rational:
            fractions = ((a.as_fmpq(), b.as_fmpq()) for a, b in zip(p, q, strict=True))
            return positive_places(((a.p * b.q, b.p * a.q) for a, b in fractions), self.factor)
        return [o for o, (a, b) in enumerate(zip(p, q, strict=True)) if a > self.factor * b]

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """The first of the other rows from which row i diverges by more than the bound."""
        return next((j for j in others if self._exceeds(i, j, bound)), None)

    def _exceeds(self, i: int, j: int, bound: Exact) -> bool:
        if self.mechanism.is_rational:
            low, high = self._bounds(i, j)
            if low > bound:
                return True
            if high <= bound:
                return False
        return self._divergence(i, j) > bound

    def _divergence(self, i: int, j: int) -> Exact:
        p, q = self.mechanism.rows()[i], self.mechanism.rows()[j]
        places = self.positive(i, j)
        if not (self.mechanism.is_rational and self.factor.is_rational()):
            return exact_sum(p[o] for o in places) - self.factor * exact_sum(q[o] for o in places)
        scale = self.factor.as_fmpq()
        (a, b), (c, d) = (unreduced_sum(row[o].as_fmpq() for o in places) for row in (p, q))
        return Exact.of_rational(fmpq(a * d * scale.q - c * b * scale.p, b * d * scale.q))

    def _bounds(self, i: int, j: int) -> tuple[Exact, Exact]:
        """Bounds of the divergence of two rows of rational entries, from sums in fixed point of 2^-192."""
        places = self.positive(i, j)
        unit = Exact.of_rational(fmpq(1, 1 << FIXED_BITS))
        sums = []
        for k in (i, j):
            row = self.mechanism.rows()[k]
            chosen = (row[o].as_fmpq() for o in places)
            sums.append(sum(((value.p << FIXED_BITS) // value.q for value in chosen), fmpz(0)) * unit)
        slack = len(places) * unit
        return sums[0] - self.factor * (sums[1] + slack), sums[0] + slack - self.factor * sums[1]
