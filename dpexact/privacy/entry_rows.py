"""Rows of exact numbers of any kind, at one E or at E = infinity, compared pair by pair.

Sums of rational entries are first bounded in fixed point, so that only a near tie pays for the exact sums.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from flint import fmpq, fmpz

from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum, unreduced_sum
from dpexact.numbers.exact import Exact
from dpexact.privacy.integer_rows import positive_places
from dpexact.privacy.layout import Layout

FIXED_BITS = 192


class _PairRows(Layout):
    """Rows with a divergence for each pair."""

    @abstractmethod
    def divergence(self, i: int, j: int) -> Exact:
        """Return the divergence of row i from row j."""

    def _exceeds(self, i: int, j: int, bound: Exact) -> bool:
        return self.divergence(i, j) > bound

    def largest(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first of the other rows from which row i diverges most."""
        divergences = [self.divergence(i, j) for j in others]
        place = max(range(len(others)), key=divergences.__getitem__)
        return others[place], divergences[place]

    def largest_above(self, i: int, others: list[int], bound: Exact) -> tuple[int, Exact] | None:
        """Return the same if the divergence is more than the bound, else None."""
        return None if self.exceeding(i, others, bound) is None else self.largest(i, others)

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return the first of the other rows from which row i diverges by more than the bound."""
        return next((j for j in others if self._exceeds(i, j, bound)), None)


@dataclass(frozen=True)
class EntryRows(_PairRows):
    """Rows of exact numbers at E = factor."""

    mechanism: Mechanism
    factor: Exact

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with P_i(o) > E P_j(o), ascending."""
        p, q = self.mechanism.rows()[i], self.mechanism.rows()[j]
        if self.mechanism.is_rational:
            fractions = ((a.as_fmpq(), b.as_fmpq()) for a, b in zip(p, q, strict=True))
            return positive_places(((a.p * b.q, b.p * a.q) for a, b in fractions), self.factor)
        return [o for o, (a, b) in enumerate(zip(p, q, strict=True)) if a > self.factor * b]

    def divergence(self, i: int, j: int) -> Exact:
        """Return the sum of the positive parts of P_i(o) - E P_j(o)."""
        p, q = self.mechanism.rows()[i], self.mechanism.rows()[j]
        event = self.positive(i, j)
        if not (self.mechanism.is_rational and self.factor.is_rational()):
            return exact_sum(p[o] for o in event) - self.factor * exact_sum(q[o] for o in event)
        scale = self.factor.as_fmpq()
        (a, b), (c, d) = (unreduced_sum(row[o].as_fmpq() for o in event) for row in (p, q))
        return Exact.of_rational(fmpq(a * d * scale.q - c * b * scale.p, b * d * scale.q))

    def _exceeds(self, i: int, j: int, bound: Exact) -> bool:
        if self.mechanism.is_rational:
            low, high = self._bounds(i, j)
            if low > bound:
                return True
            if high <= bound:
                return False
        return self.divergence(i, j) > bound

    def _bounds(self, i: int, j: int) -> tuple[Exact, Exact]:
        """Return bounds of the divergence of two rows of rational entries, from sums in fixed point of 2^-192."""
        event = self.positive(i, j)
        unit = Exact.of_rational(fmpq(1, 1 << FIXED_BITS))
        sums = []
        for row in (self.mechanism.rows()[k] for k in (i, j)):
            entries = (row[o].as_fmpq() for o in event)
            sums.append(sum(((value.p << FIXED_BITS) // value.q for value in entries), fmpz(0)) * unit)
        slack = len(event) * unit
        return sums[0] - self.factor * (sums[1] + slack), sums[0] + slack - self.factor * sums[1]


@dataclass(frozen=True)
class InfiniteRows(_PairRows):
    """Rows at E = infinity."""

    mechanism: Mechanism
    _zeros: dict[int, list[int]] = field(default_factory=dict, init=False, repr=False)

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with P_i(o) > 0 and P_j(o) = 0, ascending."""
        if j not in self._zeros:
            self._zeros[j] = [o for o, weight in enumerate(self._row(j)) if not weight]
        row = self._row(i)
        return [o for o in self._zeros[j] if row[o]]

    def divergence(self, i: int, j: int) -> Exact:
        """Return the mass of row i on the outcomes that j never gives."""
        return self.mechanism.total(i, self.positive(i, j))

    def _row(self, i: int) -> Sequence[int | Exact]:
        matrix = self.mechanism.stored_integers()
        return self.mechanism.rows()[i] if matrix is None else matrix.row(i)
