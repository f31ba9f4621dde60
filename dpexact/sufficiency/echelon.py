"""Linear equations with exact numbers, brought into reduced echelon form, and determinants.

Rational equations become integers, first row by row, for the columns that have denominators in common there, and then
column by column, as one large denominator would make a whole row large. Pivots are found modulo a prime, and the
entries by one square system, with Dixon's p-adic solver. The product is checked, so pivots that hold modulo the prime
only are noticed, and FLINT's own way is taken.

Other equations are eliminated between neighbors (Neville's elimination). Nearly all mechanisms with irrational
probabilities are made of powers of one number, or have few different ones. Then adjacent equations differ in few
places, and the remaining entries stay short.
"""

from collections.abc import Iterable, Sequence
from math import lcm, prod
from typing import Any

from flint import fmpq_mat, fmpz_mat, nmod_mat

from dpexact.numbers.exact import Exact
from dpexact.sufficiency.rays import direction

PRIME = (1 << 61) - 1
ZERO, ONE = Exact.of_rational(0), Exact.of_rational(1)


def rational_echelon(rows: Sequence[Sequence[Any]], common: int | None = None) -> tuple[Any, list[int]]:
    """Return R and its pivot columns, for rows of fmpq. R is in reduced echelon form and spans the same space.

    `common` counts the first columns, all by default, whose entries in a row have a common denominator. It is a hint.

    The answer is exact.
    """
    scaled = [[value * factor for value in row] for row in rows for factor in [_denominator(row[:common])]]
    below = [_denominator(column) for column in zip(*scaled, strict=True)]
    whole = fmpz_mat([[(value * factor).p for value, factor in zip(row, below, strict=True)] for row in scaled])
    if (echelon := _by_prime(whole)) is None:
        matrix, rank = fmpq_mat(whole).rref()
        echelon = matrix, _pivots(matrix, rank)
    matrix, pivots = echelon
    lines = ([matrix[n, j] * below[pivot] / factor for j, factor in enumerate(below)] for n, pivot in enumerate(pivots))
    return fmpq_mat([*lines]), pivots


def _denominator(values: Iterable[Any]) -> int:
    return lcm(*(int(value.q) for value in values))


def _by_prime(whole: fmpz_mat) -> tuple[Any, list[int]] | None:
    """Return the echelon form with the pivots modulo the prime, or None if it has others."""
    residues = nmod_mat(whole, PRIME)
    pivots, places = _pivots(*residues.rref()), _pivots(*residues.transpose().rref())
    if not pivots:
        return None
    columns: dict[int, Any] = {pivot: [int(n == m) for m in range(len(pivots))] for n, pivot in enumerate(pivots)}
    rest = [j for j in range(whole.ncols()) if j not in columns]
    square, sides = (fmpz_mat([[whole[i, j] for j in part] for i in places]) for part in (pivots, rest))
    columns |= zip(rest, fmpq_mat(square).solve(fmpq_mat(sides), "dixon").transpose().tolist(), strict=True)
    matrix = fmpq_mat([columns[j] for j in range(whole.ncols())]).transpose()
    is_echelon = all(matrix[n, j] == 0 for n, pivot in enumerate(pivots) for j in range(pivot))
    shares = fmpz_mat([[row[j] for j in pivots] for row in whole.tolist()])  # of R in each row, by its entries there
    return (matrix, pivots) if is_echelon and shares * matrix == fmpq_mat(whole) else None


def _pivots(matrix: Any, rank: int) -> list[int]:
    return [next(j for j in range(matrix.ncols()) if matrix[i, j] != 0) for i in range(rank)]


def reduced(equations: Sequence[Sequence[Exact]], common: int | None = None) -> tuple[list[list[Exact]], list[int]]:
    """Bring equations into reduced echelon form, whose row n begins with 1 at column pivots[n]. The answer is exact."""
    if all(value.ratio is not None for row in equations for value in row):
        matrix, pivots = rational_echelon([[value.ratio for value in row] for row in equations], common)
        return [[Exact.of_rational(value) for value in row] for row in matrix.tolist()], pivots
    return _reduced_by_neighbors([list(direction(row)) for row in equations])  # no factor that a row has in common


def solution(equations: Sequence[Sequence[Exact]], values: Sequence[Exact]) -> list[Exact]:
    """Return one x with equations x = values, if there is one. The answer is exact."""
    width = len(equations[0])
    x = [ZERO] * width
    rows, pivots = reduced([[*row, value] for row, value in zip(equations, values, strict=True)], 0)
    for row, place in zip(rows, pivots, strict=True):
        x[place] = row[width]
    return x


def determinant(matrix: Sequence[Sequence[Exact]]) -> Exact:
    """Return the determinant of a square matrix. The answer is exact."""
    if all(value.ratio is not None for row in matrix for value in row):
        return Exact.of_rational(fmpq_mat([[value.as_fmpq() for value in row] for row in matrix]).det())
    rows = [list(row) for row in matrix]
    _, sign = _triangular(rows)
    return prod((row[n] for n, row in enumerate(rows)), start=Exact.of_rational(sign))


def _triangular(rows: list[list[Exact]]) -> tuple[list[int], int]:
    """Eliminate downwards, and return the pivots, and the sign by which exchanges of rows change the determinant."""
    pivots: list[int] = []
    sign = 1
    for column in range(len(rows[0])):
        done = len(pivots)
        for i in range(len(rows) - 1, done, -1):
            if rows[i][column] and rows[i - 1][column]:
                rows[i] = _minus(rows[i], rows[i - 1], column)
            elif rows[i][column]:
                rows[i - 1], rows[i], sign = rows[i], rows[i - 1], -sign
        if done < len(rows) and rows[done][column]:
            pivots.append(column)
    return pivots, sign


def _reduced_by_neighbors(rows: list[list[Exact]]) -> tuple[list[list[Exact]], list[int]]:
    """Eliminate downwards, then upwards."""
    pivots, _ = _triangular(rows)
    for n, column in reversed(list(enumerate(pivots))):
        for i in range(n):
            if rows[i][column]:
                rows[i] = _minus(rows[i], rows[i + 1] if rows[i + 1][column] else rows[n], column)
        rows[n] = list(direction(rows[n]))
    return rows[: len(pivots)], pivots


def _minus(row: list[Exact], other: list[Exact], column: int) -> list[Exact]:
    """Return the row minus a multiple of the other one, so that the column is 0."""
    factor = row[column] / other[column]
    left = [x - factor * y if y else x for x, y in zip(row, other, strict=True)]
    left[column] = ZERO
    return left
