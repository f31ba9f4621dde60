"""Utilities in whole numbers: decision problems that a person can check by hand.

A utility pays u_i(r) for the action r where the input is i, rows[r][i] here.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.sufficiency.rays import Column

SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 50, 100, 10**3, 10**4, 10**6, 10**9, 10**12, 10**18, 10**27)


def tidy(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> list[list[Exact]]:
    """A utility in small whole numbers that still shows what the given one shows; itself where none is found.

    Guarantee: exact.
    """
    largest = max(abs(u) for us in rows for u in us if u)
    parts = [[u / largest if u else u for u in us] for us in rows]
    for scale in SCALES:
        rounded = [[round(scale * u) for u in us] for us in parts]
        shared = gcd(*(u for us in rounded for u in us))
        if shared:
            whole = [[Exact.of_rational(u // shared) for u in us] for us in rounded]
            if lead(whole, source, target) > 0:
                return whole
    return [list(us) for us in rows]


def lead(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> Exact:
    """What the target scores more than the best use of the source. Guarantee: exact."""
    if all(value.ratio is not None for part in (rows, source, target) for line in part for value in line):
        prices, columns = (fmpq_mat([[value.ratio for value in line] for line in part]) for part in (rows, source))
        scores = columns * prices.transpose()
        best = sum((max(scores[k, r] for r in range(len(rows))) for k in range(len(source))), fmpq(0))
        own = sum(
            (
                u.ratio * p.ratio
                for us, column in zip(rows, target, strict=True)
                for u, p in zip(us, column, strict=True)
            ),
            fmpq(0),
        )
        return Exact.of_rational(own - best)
    own_score = exact_sum(score(us, column) for us, column in zip(rows, target, strict=True))
    return own_score - exact_sum(max(score(us, column) for us in rows) for column in source)


def score(us: Sequence[Exact], column: Column) -> Exact:
    """What an action earns by a column, over all inputs."""
    return exact_sum(u * p for u, p in zip(us, column, strict=True) if u and p)
