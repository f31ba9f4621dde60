"""Linear equations with exact numbers, brought into reduced echelon form.

Of a rational matrix, the shape is found modulo a prime, and the entries by one square system, checked. FLINT's own way
clears the denominators row by row, so that one entry with a large denominator makes its whole row large, and the
determinants on the way larger still. Here rows are scaled by the pivot columns only and each other column by itself.
Dixon's p-adic solver then needs as many digits as the answer has. The product is checked, so a shape that holds modulo
the prime only is noticed, and FLINT's own way is taken.

Other equations are eliminated between neighbors (Neville's elimination). Nearly all mechanisms with irrational
probabilities are made of powers of one number, or have few different ones. Then adjacent equations differ in few
places, and the remaining entries stay short.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from flint import fmpq_mat, nmod_mat

from dpexact.numbers.exact import Exact
from dpexact.sufficiency.rays import direction

PRIME = (1 << 61) - 1
ZERO, ONE = Exact.of_rational(0), Exact.of_rational(1)


def rational_echelon(rows: Sequence[Sequence[Any]]) -> tuple[Any, list[int]]:
    """Return R and its pivot columns, for rows of fmpq. R is in reduced echelon form and spans the same space.

    The answer is exact.
    """
    width = len(rows[0])
    shape = _shape(rows)
    if shape is not None:
        places, pivots = shape
        matrix = _solved(rows, places, pivots, width)
        is_echelon = all(matrix[n, j] == 0 for n, pivot in enumerate(pivots) for j in range(min(pivot, width)))
        shares = fmpq_mat([[row[j] for j in pivots] for row in rows])  # of R in each row, by its entries there
        if is_echelon and shares * matrix == fmpq_mat([list(row) for row in rows]):
            return matrix, pivots
    matrix, rank = fmpq_mat([list(row) for row in rows]).rref()
    pivots = [next(j for j in range(width) if matrix[i, j]) for i in range(rank)]
    return fmpq_mat([[matrix[i, j] for j in range(width)] for i in range(rank)]), pivots


def _shape(rows: Sequence[Sequence[Any]]) -> tuple[list[int], list[int]] | None:
    """Return rows that are independent and pivot columns, modulo the prime, or None if that says nothing."""
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
    """Return the R with R = 1 on the pivot columns and rows[places, pivots] R = rows[places]."""
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
    solved = square.solve(right, algorithm="dixon")
    for m, (j, factor) in enumerate(zip(rest, below, strict=True)):
        for n in range(len(pivots)):
            matrix[n, j] = solved[n, m] / factor
    return matrix


def _denominator(values: Iterable[Any]) -> int:
    return lcm(*(int(value.q) for value in values))


@dataclass(frozen=True)
class Reduced:
    """Equations in reduced echelon form. Row n begins at column pivots[n], with 1."""

    rows: list[list[Exact]]
    pivots: list[int]


def reduced(equations: Sequence[Sequence[Exact]]) -> Reduced:
    """Bring equations into reduced echelon form. The answer is exact."""
    width = len(equations[0])
    if all(value.ratio is not None for row in equations for value in row):
        matrix, pivots = rational_echelon([[value.ratio for value in row] for row in equations])
        return Reduced([[Exact.of_rational(matrix[i, j]) for j in range(width)] for i in range(len(pivots))], pivots)
    rows = _reduced_by_neighbors([list(direction(row)) for row in equations])  # no factor that a row has in common
    return Reduced(rows, [next(j for j, value in enumerate(row) if value) for row in rows])


def solution(equations: Sequence[Sequence[Exact]], values: Sequence[Exact]) -> list[Exact] | None:
    """Return one x with equations x = values, or None if there is none. The answer is exact."""
    width = len(equations[0])
    echelon = reduced([[*row, value] for row, value in zip(equations, values, strict=True)])
    if width in echelon.pivots:
        return None
    x = [ZERO] * width
    for row, place in zip(echelon.rows, echelon.pivots, strict=True):
        x[place] = row[width]
    return x


def _reduced_by_neighbors(rows: list[list[Exact]]) -> list[list[Exact]]:
    """Eliminate downwards, then upwards."""
    done, pivots = 0, []
    for column in range(len(rows[0])):
        for i in range(len(rows) - 1, done, -1):
            if rows[i][column]:
                if rows[i - 1][column]:
                    rows[i] = _minus(rows[i], rows[i - 1], column)
                else:
                    rows[i - 1], rows[i] = rows[i], rows[i - 1]
        if done < len(rows) and rows[done][column]:
            pivots.append(column)
            done += 1
    rows = rows[:done]
    for n, column in reversed(list(enumerate(pivots))):
        for i in range(n):
            if rows[i][column]:
                rows[i] = _minus(rows[i], rows[i + 1] if rows[i + 1][column] else rows[n], column)
        if rows[n][column] != 1:
            rows[n] = [value / rows[n][column] if value else value for value in rows[n]]
    return rows


def _minus(row: list[Exact], other: list[Exact], column: int) -> list[Exact]:
    """Return the row minus a multiple of the other one, so that the column is 0."""
    factor = row[column] / other[column]
    left = [x - factor * y if y else x for x, y in zip(row, other, strict=True)]
    left[column] = ZERO
    return left
