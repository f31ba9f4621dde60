"""A random map with positive probabilities, found near the middle: projections in floating point, corrected exactly.

The A with A S = T and columns that sum to 1 are an affine space, onto which one projects; cutting off what is not
positive and projecting again ends among the positive A, if they are not too few. Nothing rests on floats: the rounded A
is corrected by linear algebra over the rationals, and then checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_mat

from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.sufficiency.rays import Column

ROUNDS = 500
BITS = 40  # of a rounded entry
FLOOR = 1e-4
POSITIVE = 1e-7


def interior_kernel(
    source: Sequence[Column], target: Sequence[Column], independent: Sequence[int]
) -> list[list[Exact]] | None:
    """The rows A_k(r) of a random map, or None where none is found so; `independent` columns of the source span all.

    Guarantee: exact, for what is found.
    """
    if not all(value.ratio is not None for column in (*source, *target) for value in column):
        return None
    guess = _guess([[float(x) for x in column] for column in source], [[float(x) for x in column] for column in target])
    if guess is None:
        return None
    s, t = (fmpq_mat([[value.ratio for value in column] for column in columns]) for columns in (source, target))
    scale = 1 << BITS
    a = fmpq_mat([[fmpq(round(float(value) * scale), scale) for value in row] for row in guess])
    rest = t - a * s
    part = fmpq_mat([[s[k, i] for i in range(s.ncols())] for k in independent])
    matrix, rank = part.rref()
    inputs = [next(i for i in range(s.ncols()) if matrix[n, i]) for n in range(rank)]
    square = fmpq_mat([[part[n, i] for n in range(rank)] for i in inputs])  # transposed
    right = fmpq_mat([[rest[r, i] for r in range(t.nrows())] for i in inputs])
    correction = square.solve(right)
    for n, k in enumerate(independent):
        for r in range(t.nrows()):
            a[r, k] += correction[n, r]
    for k in range(s.nrows()):
        missing = (1 - sum((a[r, k] for r in range(t.nrows())), fmpq(0))) / t.nrows()
        for r in range(t.nrows()):
            a[r, k] += missing
    if a * s != t or any(value < 0 for value in a.entries()):
        return None
    return [[Exact.of_rational(a[r, k]) for r in range(t.nrows())] for k in range(s.nrows())]


def _guess(source: list[list[float]], target: list[list[float]]) -> Any:
    """A positive A with about the right products and sums, as an array, or None."""
    import numpy as np

    s, t = np.array(source), np.array(target)
    try:
        inverse = np.linalg.pinv(s)
    except np.linalg.LinAlgError:
        return None
    a = np.full((len(t), len(s)), 1 / len(t))
    for _ in range(ROUNDS):
        a -= (a @ s - t) @ inverse
        missing = 1 - a.sum(axis=0)
        a += (missing - (missing @ s) @ inverse) / len(t)
        if not np.isfinite(a).all():
            return None
        if a.min() > POSITIVE:
            return a
        a = np.maximum(a, FLOOR / len(t))
    return None
