"""Linear systems with exact numbers: rational ones by one square system, others between adjacent equations.

Nearly all mechanisms with irrational probabilities are made of powers of one number, or have few different ones: then
adjacent equations differ in few places, and what is left stays short (Neville's elimination).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.numbers.exact import Exact
from dpexact.sufficiency.rational_echelon import rational_echelon

if TYPE_CHECKING:
    from collections.abc import Sequence

ZERO, ONE = Exact.of_rational(0), Exact.of_rational(1)


@dataclass(frozen=True)
class Reduced:
    """Equations in reduced echelon form: row n begins at column pivots[n], with 1."""

    rows: list[list[Exact]]
    pivots: list[int]


def reduced(equations: Sequence[Sequence[Exact]]) -> Reduced:
    """Bring equations into reduced echelon form. Guarantee: exact."""
    width = len(equations[0])
    if all(value.ratio is not None for row in equations for value in row):
        matrix, pivots = rational_echelon([[value.ratio for value in row] for row in equations])
        return Reduced([[Exact.of_rational(matrix[i, j]) for j in range(width)] for i in range(len(pivots))], pivots)
    rows = _reduced_by_neighbours([_over_first(row) for row in equations])
    return Reduced(rows, [next(j for j, value in enumerate(row) if value) for row in rows])


def solution(equations: Sequence[Sequence[Exact]], values: Sequence[Exact]) -> list[Exact] | None:
    """One x with equations x = values, or None if there is none. Guarantee: exact."""
    width = len(equations[0])
    found = reduced([[*row, value] for row, value in zip(equations, values, strict=True)])
    if width in found.pivots:
        return None
    x = [ZERO] * width
    for row, place in zip(found.rows, found.pivots, strict=True):
        x[place] = row[width]
    return x


def _over_first(row: Sequence[Exact]) -> list[Exact]:
    """The equation divided by its first number that is not 0, so that a common factor of all disappears."""
    first = next((value for value in row if value), ONE)
    return [value / first if value else value for value in row]


def _reduced_by_neighbours(rows: list[list[Exact]]) -> list[list[Exact]]:
    """Eliminate downwards, then upwards."""
    done, pivots = 0, []
    for column in range(len(rows[0])):
        for i in range(len(rows) - 1, done, -1):
            if rows[i][column]:
                if rows[i - 1][column]:
                    rows[i] = _less(rows[i], rows[i - 1], column)
                else:
                    rows[i - 1], rows[i] = rows[i], rows[i - 1]
        if done < len(rows) and rows[done][column]:
            pivots.append(column)
            done += 1
    rows = rows[:done]
    for n, column in reversed(list(enumerate(pivots))):
        for i in range(n):
            if rows[i][column]:
                rows[i] = _less(rows[i], rows[i + 1] if rows[i + 1][column] else rows[n], column)
        if rows[n][column] != 1:
            rows[n] = [value / rows[n][column] if value else value for value in rows[n]]
    return rows


def _less(row: list[Exact], other: list[Exact], column: int) -> list[Exact]:
    """The row less a multiple of the other one, so that the column is 0."""
    factor = row[column] / other[column]
    left = [x - factor * y if y else x for x, y in zip(row, other, strict=True)]
    left[column] = ZERO
    return left
