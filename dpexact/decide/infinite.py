"""E = infinity, where infinity times 0 is 0: what a pair of inputs reveals for certain.

P_i(S) <= E P_j(S) + delta says something only for events with P_j(S) = 0, and the most that such an event has is the
mass of P_i on the outcomes that j never gives.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.numbers.exact import Exact


def masses_apart(
    mechanism: Mechanism, runs: Iterable[tuple[int, list[int]]]
) -> Iterator[tuple[int, int, Exact, list[int]]]:
    """(i, j, P_i(S), S) for every pair of the runs, S the outcomes with P_i > 0 and P_j = 0. Guarantee: exact."""

    @cache
    def never(j: int) -> list[int]:
        return [o for o, weight in enumerate(_row(mechanism, j)) if not weight]

    for i, others in runs:
        row = _row(mechanism, i)
        for j in others:
            event = [o for o in never(j) if row[o]]
            yield i, j, mechanism.total(i, event), event


def _row(mechanism: Mechanism, i: int) -> tuple[int, ...] | tuple[Exact, ...]:
    matrix = mechanism.stored_integers()
    return mechanism.rows()[i] if matrix is None else matrix.row(i)
