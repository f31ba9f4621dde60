"""Scores of decision problems, and utilities in small whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd

from flint import fmpq, fmpq_mat

from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.sufficiency.echelon import ZERO
from dpexact.sufficiency.rays import Column

MARGIN = 1e-9
SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 50, 100, 10**3, 10**4, 10**6, 10**9, 10**12, 10**18, 10**27)


def tidy(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> list[list[Exact]]:
    """Return a utility in small whole numbers by which the target still leads, or the given one if none is found.

    Floating point says which are worth an exact look. Nothing rests on it.

    Guarantee: exact.
    """
    about = _lead_in_floats(source, target)
    largest = max(abs(u) for us in rows for u in us if u)
    parts = [[u / largest if u else u for u in us] for us in rows]
    for scale in SCALES:
        rounded = [[round(scale * u) for u in us] for us in parts]
        shared = gcd(*(u for us in rounded for u in us))
        if shared and about(rounded):
            whole = [[Exact.of_rational(u // shared) for u in us] for us in rounded]
            if lead(whole, source, target) > 0:
                return whole
    return [list(us) for us in rows]


def lead(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> Exact:
    """Return by how much the target scores more than the best use of the source. Guarantee: exact."""
    if all(value.ratio is not None for part in (rows, source, target) for line in part for value in line):
        prices, columns = (fmpq_mat([[value.ratio for value in line] for line in part]) for part in (rows, source))
        products = columns * prices.transpose()
        best = sum((max(products[k, r] for r in range(len(rows))) for k in range(len(source))), fmpq(0))
        own = sum(
            (
                u.ratio * p.ratio
                for us, column in zip(rows, target, strict=True)
                for u, p in zip(us, column, strict=True)
            ),
            fmpq(0),
        )
        return Exact.of_rational(own - best)
    own_score, best_score = scores(rows, source, target)
    return own_score - best_score


def scores(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> tuple[Exact, Exact]:
    """Return the scores of the target, and of the best use of the source. Guarantee: exact."""
    own = exact_sum([ZERO, *(score(us, column) for us, column in zip(rows, target, strict=True) if any(us))])
    paying = [us for us in rows if any(us)]
    nothing = [ZERO] if len(paying) < len(rows) else []  # an action that earns nothing anywhere
    return own, exact_sum(max([*nothing, *(score(us, column) for us in paying)]) for column in source)


def _lead_in_floats(source: Sequence[Column], target: Sequence[Column]) -> Callable[[Sequence[Sequence[int]]], bool]:
    """Return whether a utility seems to show something, by more than the errors of floating point. Guarantee: none."""
    import numpy as np

    s, t = (np.array([[float(value) for value in column] for column in columns]) for columns in (source, target))

    def about(rows: Sequence[Sequence[int]]) -> bool:
        u = np.array([[float(value) for value in us] for us in rows])
        return bool((u * t).sum() - (s @ u.T).max(axis=1).sum() > MARGIN * np.abs(u).max())

    return about


def score(us: Sequence[Exact], column: Column) -> Exact:
    """Return the earnings of an action by a column, over all inputs."""
    return exact_sum([ZERO, *(u * p for u, p in zip(us, column, strict=True) if u and p)])
