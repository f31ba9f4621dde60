"""Outcomes of two distributions in the order of their likelihood ratio p/q, decided exactly."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.numbers.exact import Exact


def ratio_groups(p: Sequence[Exact], q: Sequence[Exact]) -> list[tuple[Exact, Exact]]:
    """[(P(G), Q(G))] for the groups G of outcomes with equal ratio p/q, largest ratio (q = 0) first.

    Outcomes with p = q = 0 belong to no group. Ties are found by exact comparison of p q' and p' q.
    """
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a != 0 or b != 0]

    def order(first: tuple[Exact, Exact], second: tuple[Exact, Exact]) -> int:
        left, right = first[0] * second[1], second[0] * first[1]
        return -1 if left > right else int(left < right)

    groups: list[tuple[Exact, Exact]] = []
    last: tuple[Exact, Exact] | None = None
    for pair in sorted(pairs, key=cmp_to_key(order)):
        if last is not None and order(last, pair) == 0:
            groups[-1] = (groups[-1][0] + pair[0], groups[-1][1] + pair[1])
        else:
            groups.append(pair)
        last = pair
    return groups
