"""The reduced echelon form of a rational matrix: its shape modulo a prime, its entries by one square system, checked.

FLINT's own way clears the denominators row by row, so that one entry with a large denominator makes its whole row
large, and the determinants on the way larger still. Here rows are scaled by the pivot columns only and each other
column by itself; Dixon's p-adic solver then needs as many digits as the answer has. The product is checked, so a shape
that holds modulo the prime only is noticed; then FLINT's own way is taken.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

from flint import fmpq_mat, nmod_mat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PRIME = (1 << 61) - 1


def rational_echelon(rows: Sequence[Sequence[Any]]) -> tuple[Any, list[int]]:
    """R and its pivot columns, for rows of fmpq: R is in reduced echelon form and spans the same space.

    Guarantee: exact.
    """
    width = len(rows[0])
    shape = _shape(rows)
    if shape is not None:
        places, pivots = shape
        matrix = _solved(rows, places, pivots, width)
        if _is_echelon(matrix, pivots, width) and _spans(rows, pivots, matrix):
            return matrix, pivots
    matrix, rank = fmpq_mat([list(row) for row in rows]).rref()
    pivots = [next(j for j in range(width) if matrix[i, j]) for i in range(rank)]
    return fmpq_mat([[matrix[i, j] for j in range(width)] for i in range(rank)]), pivots


def _shape(rows: Sequence[Sequence[Any]]) -> tuple[list[int], list[int]] | None:
    """Rows that are independent and pivot columns, modulo the prime; None where it says nothing."""
    if any(value.q % PRIME == 0 for row in rows for value in row):
        return None
    residues = [[int(value.p % PRIME) * pow(int(value.q % PRIME), -1, PRIME) % PRIME for value in row] for row in rows]
    pivots = _pivots(residues)
    places = _pivots(list(zip(*residues, strict=True)))
    return (places, pivots) if pivots else None


def _pivots(residues: Sequence[Sequence[int]]) -> list[int]:
    width = len(residues[0])
    matrix, rank = nmod_mat(len(residues), width, [value for row in residues for value in row], PRIME).rref()
    return [next(j for j in range(width) if int(matrix[i, j])) for i in range(rank)]


def _solved(rows: Sequence[Sequence[Any]], places: list[int], pivots: list[int], width: int) -> Any:
    """The R with R = 1 on the pivot columns and rows[places, pivots] R = rows[places]."""
    taken = set(pivots)
    rest = [j for j in range(width) if j not in taken]
    scaled = []
    for i in places:
        factor = _denominator(rows[i][j] for j in pivots)
        scaled.append([value * factor for value in rows[i]])
    matrix = fmpq_mat(len(pivots), width)
    for n, j in enumerate(pivots):
        matrix[n, j] = 1
    if not rest:
        return matrix
    below = [_denominator(row[j] for row in scaled) for j in rest]
    right = fmpq_mat([[row[j] * factor for j, factor in zip(rest, below, strict=True)] for row in scaled])
    square: Any = fmpq_mat([[row[j] for j in pivots] for row in scaled])
    found = square.solve(right, algorithm="dixon")
    for m, (j, factor) in enumerate(zip(rest, below, strict=True)):
        for n in range(len(pivots)):
            matrix[n, j] = found[n, m] / factor
    return matrix


def _denominator(values: Iterable[Any]) -> int:
    return lcm(*(int(value.q) for value in values))


def _is_echelon(matrix: Any, pivots: list[int], width: int) -> bool:
    return all(matrix[n, j] == 0 for n, pivot in enumerate(pivots) for j in range(min(pivot, width)))


def _spans(rows: Sequence[Sequence[Any]], pivots: list[int], matrix: Any) -> bool:
    """Whether each row is a combination of those of R: the one that its entries in the pivot columns name."""
    return bool(fmpq_mat([[row[j] for j in pivots] for row in rows]) * matrix == fmpq_mat([list(row) for row in rows]))
