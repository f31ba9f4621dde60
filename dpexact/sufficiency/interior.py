"""A random map between dependent columns, from a float guess that is corrected exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_mat

from dpexact.numbers.exact import Exact
from dpexact.sufficiency.echelon import rational_echelon
from dpexact.sufficiency.rays import Column

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROUNDS = 500
BITS = 40  # of a rounded entry
FLOOR = 1e-4
POSITIVE = 1e-7


def interior_kernel(
    source: Sequence[Column], target: Sequence[Column], independent: Sequence[int]
) -> list[list[Exact]] | None:
    """Find the rows A_k(r) of a random map, or None. The `independent` columns of the source span all.

    A positive guess is rounded to multiples of 2^-40 and corrected twice. The independent columns take over the part of
    the target that the products miss. Then each row k is brought to the sum 1 by the same number in all its entries.
    That leaves the products, since both lists of columns have the same sum, so that the source times these numbers is
    0. The result is checked, as a correction may be larger than the guess.

    Guarantee: exact, if one is found.
    """
    if not all(value.ratio is not None for column in (*source, *target) for value in column):
        return None
    guess = _guess(*([[float(value) for value in column] for column in columns] for columns in (source, target)))
    if guess is None:
        return None
    sources, targets = (fmpq_mat([[value.ratio for value in column] for column in part]) for part in (source, target))
    scale, actions = 1 << BITS, range(len(target))
    kernel = fmpq_mat([[fmpq(round(float(value) * scale), scale) for value in row] for row in guess])
    missing = targets - kernel * sources
    equations = [
        [*(sources[k, i] for k in independent), *(missing[r, i] for r in actions)] for i in range(sources.ncols())
    ]
    correction, _ = rational_echelon(equations)
    for n, k in enumerate(independent):
        for r in actions:
            kernel[r, k] += correction[n, len(independent) + r]
    for k in range(len(source)):
        rest = (1 - sum((kernel[r, k] for r in actions), fmpq(0))) / len(target)
        for r in actions:
            kernel[r, k] += rest
    if kernel * sources != targets or any(value < 0 for value in kernel.entries()):
        return None
    return [[Exact.of_rational(kernel[r, k]) for r in actions] for k in range(len(source))]


def _guess(source: list[list[float]], target: list[list[float]]) -> NDArray[Any] | None:
    """Return a positive A with about the right products and sums, or None.

    The three conditions are met in turn, by the nearest A with the right products, then the sums, then positive
    entries (alternating projections).
    """
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
