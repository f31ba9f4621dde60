"""The layout at E = infinity, where infinity times 0 is 0: what a pair of inputs reveals for certain.

P_i(S) <= E P_j(S) + delta says something only for events with P_j(S) = 0, and the most that such an event has is the
mass of P_i on the outcomes that j never gives. That mass is the divergence here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class InfiniteRows:
    """Rows at E = infinity; `never(j)` lists the outcomes that j never gives."""

    mechanism: Mechanism
    never: Callable[[int], list[int]]

    @classmethod
    def of(cls, mechanism: Mechanism) -> InfiniteRows:
        """The layout; what an input never gives is looked up once."""

        @cache
        def never(j: int) -> list[int]:
            return [o for o, weight in enumerate(_row(mechanism, j)) if not weight]

        return cls(mechanism, never)

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """(j, mass) for the first of the other rows that row i is told from with the largest mass."""
        masses = [self.mechanism.total(i, self.positive(i, j)) for j in others]
        place = max(range(len(others)), key=masses.__getitem__)
        return others[place], masses[place]

    def positive(self, i: int, j: int) -> list[int]:
        """The outcomes with P_i(o) > 0 and P_j(o) = 0, ascending."""
        row = _row(self.mechanism, i)
        return [o for o in self.never(j) if row[o]]

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """The first of the other rows that row i is told from with more than the bound."""
        return next((j for j in others if self.mechanism.total(i, self.positive(i, j)) > bound), None)


def _row(mechanism: Mechanism, i: int) -> Sequence[int | Exact]:
    matrix = mechanism.stored_integers()
    return mechanism.rows()[i] if matrix is None else matrix.row(i)
