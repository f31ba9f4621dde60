"""layout_of: the rows of a mechanism in the form in which its divergences are fastest.

Max over all 2^m events of P_i(S) - E P_j(S) is the sum of the positive parts of P_i(o) - E P_j(o), the *divergence* of
row i from row j; the event that attains it is the set of outcomes with a positive part. At E = infinity the claim says
something only of events with P_j(S) = 0: the divergence is the mass of P_i on the outcomes that j never gives.

Here are entries of any kind and E = infinity; integers and numpy arrays are in `dpexact.privacy.integer_rows`. Sums of
rational entries are first bounded in fixed point; only a near tie pays for the exact sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from flint import fmpq, fmpz

from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum, unreduced_sum
from dpexact.numbers.exact import Exact
from dpexact.privacy.integer_rows import ArrayRows, IntegerRows, positive_places

FIXED_BITS = 192


@dataclass(frozen=True)
class EntryRows:
    """Rows of exact numbers at E = factor."""

    mechanism: Mechanism
    factor: Exact

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first of the other rows from which row i diverges most."""
        values = [self._divergence(i, j) for j in others]
        place = max(range(len(others)), key=values.__getitem__)
        return others[place], values[place]

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with P_i(o) > E P_j(o), ascending."""
        p, q = self.mechanism.rows()[i], self.mechanism.rows()[j]
        if self.mechanism.is_rational:
            fractions = ((a.as_fmpq(), b.as_fmpq()) for a, b in zip(p, q, strict=True))
            return positive_places(((a.p * b.q, b.p * a.q) for a, b in fractions), self.factor)
        return [o for o, (a, b) in enumerate(zip(p, q, strict=True)) if a > self.factor * b]

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return the first of the other rows from which row i diverges by more than the bound."""
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
        """Return bounds of the divergence of two rows of rational entries, from sums in fixed point of 2^-192."""
        places = self.positive(i, j)
        unit = Exact.of_rational(fmpq(1, 1 << FIXED_BITS))
        sums = []
        for k in (i, j):
            row = self.mechanism.rows()[k]
            chosen = (row[o].as_fmpq() for o in places)
            sums.append(sum(((value.p << FIXED_BITS) // value.q for value in chosen), fmpz(0)) * unit)
        slack = len(places) * unit
        return sums[0] - self.factor * (sums[1] + slack), sums[0] + slack - self.factor * sums[1]


@dataclass(frozen=True)
class InfiniteRows:
    """Rows at E = infinity; `never(j)` lists the outcomes that j never gives."""

    mechanism: Mechanism
    never: Callable[[int], list[int]]

    @classmethod
    def of(cls, mechanism: Mechanism) -> InfiniteRows:
        """Return the layout; what an input never gives is looked up once."""

        @cache
        def never(j: int) -> list[int]:
            return [o for o, weight in enumerate(_row(mechanism, j)) if not weight]

        return cls(mechanism, never)

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, mass) for the first of the other rows that row i is told from with the largest mass."""
        masses = [self.mechanism.total(i, self.positive(i, j)) for j in others]
        place = max(range(len(others)), key=masses.__getitem__)
        return others[place], masses[place]

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with P_i(o) > 0 and P_j(o) = 0, ascending."""
        row = _row(self.mechanism, i)
        return [o for o in self.never(j) if row[o]]

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return the first of the other rows that row i is told from with more than the bound."""
        return next((j for j in others if self.mechanism.total(i, self.positive(i, j)) > bound), None)


def _row(mechanism: Mechanism, i: int) -> Sequence[int | Exact]:
    matrix = mechanism.stored_integers()
    return mechanism.rows()[i] if matrix is None else matrix.row(i)


class Layout(Protocol):
    """The rows of a mechanism at one E. Guarantee of every answer: exact."""

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first of the other rows from which row i diverges most."""

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with P_i(o) > E P_j(o), ascending: the smallest event that attains the divergence."""

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return one of the other rows from which row i diverges by more than the bound, or None if there is none."""


def layout_of(mechanism: Mechanism, factor: Exact | float) -> Layout:
    """Return the layout that a mechanism is held in, at E = factor, which may be math.inf."""
    if not isinstance(factor, Exact):
        return InfiniteRows.of(mechanism)
    matrix = mechanism.stored_integers()
    if matrix is None:
        return EntryRows(mechanism, factor)
    if matrix.ints is not None:
        return IntegerRows(matrix, factor)
    return ArrayRows.of(matrix, factor)
