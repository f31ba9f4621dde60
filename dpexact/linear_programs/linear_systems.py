"""Sparse square systems, solved exactly, single entries first, then the rest, part by part.

A row with one unknown left gives that unknown. An unknown that occurs in one row only is found from that row at the
end. The remaining rows fall apart into connected parts, each of which is solved as a whole, over the rationals or over
a field of exact numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from flint import fmpz, fmpz_mat

from dpexact.linear_programs.field_systems import cleared, solve_over_field
from dpexact.linear_programs.number import Number, Scaled, as_divisor, joined
from dpexact.linear_programs.refinement import solve_by_refinement
from dpexact.numbers.exact import Exact

Matrix = Mapping[int, Mapping[int, Number]]
Pivot = tuple[int, int]
REFINED_FROM = 600  # unknowns; below this, the dense solver of flint is as fast as the refinement of floats
ZERO = fmpz(0)


def solve_part(matrix: Mapping[int, Mapping[int, Number]], right: Mapping[int, Number]) -> Scaled:
    """Return the solution of a part in which all numbers of `matrix` are integers, or sums with integer coefficients.

    Raises: ZeroDivisionError for a singular matrix.
    """
    unknowns = sorted({j for row in matrix.values() for j in row})
    if len(unknowns) != len(matrix):
        raise ZeroDivisionError("singular")
    places = {j: k for k, j in enumerate(unknowns)}
    rows = [{places[j]: value for j, value in row.items()} for row in matrix.values()]
    sides = [right[i] for i in matrix]
    if any(isinstance(value, Exact) for values in (sides, *(row.values() for row in rows)) for value in values):
        return solve_over_field(rows, sides).renamed(unknowns)
    return _solve_rational(cast("Any", rows), sides).renamed(unknowns)


def _solve_rational(rows: Sequence[Mapping[int, fmpz]], sides: Sequence[Number]) -> Scaled:
    common, whole = cast("Any", cleared(sides))
    solved = None
    if len(rows) >= REFINED_FROM:
        solved = solve_by_refinement(rows, whole)
    numerators, denominator = solved or _solve_dense(rows, whole)
    return Scaled(dict(enumerate(numerators)), denominator * common)


def _solve_dense(rows: Sequence[Mapping[int, fmpz]], sides: Sequence[fmpz]) -> tuple[list[fmpz], fmpz]:
    """Return (x, d) with rows x = sides d and d > 0."""
    size = len(rows)
    matrix: Any = fmpz_mat(size, size, [row.get(j, 0) for row in rows for j in range(size)])
    numerators, denominator = matrix.solve(fmpz_mat(size, 1, list(sides))).numer_denom()
    return numerators.entries(), denominator


def solve_sparse(matrix: Matrix, right: Mapping[int, Number]) -> Scaled:
    """Return the solution x of sum_j matrix[i][j] x_j = right[i] for all rows i. A right[i] that is not listed is 0.

    Guarantee: exact.
    Raises: ZeroDivisionError for a singular matrix (unless right is 0), TooLargeError over a field.
    """
    if not right:
        return Scaled({j: ZERO for row in matrix.values() for j in row}, fmpz(1))
    rows = {i: set(row) for i, row in matrix.items()}
    first, last = _peel(rows)
    known: dict[int, Number] = {}
    for i, j in first:
        known[j] = _remainder(matrix[i], right.get(i, ZERO), known) / as_divisor(matrix[i][j])
    parts = []
    for part in _parts(rows):
        inner = {i: {j: matrix[i][j] for j in rows[i]} for i in part}
        parts.append(solve_part(inner, {i: _remainder(matrix[i], right.get(i, ZERO), known) for i in part}))
    solved = joined(parts)
    values, scale = solved.values, solved.scale
    values |= {j: value * scale for j, value in known.items()}
    for i, j in reversed(last):
        values[j] = _remainder(matrix[i], right.get(i, ZERO) * scale, values) / as_divisor(matrix[i][j])
    return Scaled(values, scale)


def _remainder(row: Mapping[int, Number], right: Number, known: Mapping[int, Number]) -> Number:
    """Return the rest of the right hand side after the unknowns that are known."""
    for j, value in row.items():
        if j in known:
            right = right - value * known[j]
    return right


def _peel(rows: dict[int, set[int]]) -> tuple[list[Pivot], list[Pivot]]:
    """Take rows with one unknown and unknowns in one row out of `rows`, as pivots to be solved first, and last.

    Raises: ZeroDivisionError if a row without unknowns or an unknown without rows is left.
    """
    columns: dict[int, set[int]] = {}
    for i, row in rows.items():
        for j in row:
            columns.setdefault(j, set()).add(i)
    first: list[Pivot] = []
    last: list[Pivot] = []
    queue = deque(
        [(rows, i) for i in rows if len(rows[i]) <= 1] + [(columns, j) for j in columns if len(columns[j]) <= 1]
    )
    while queue:
        side, place = queue.popleft()
        if place not in side:
            continue
        if not side[place]:
            raise ZeroDivisionError("singular")
        (other,) = side[place]
        i, j = (place, other) if side is rows else (other, place)
        (first if side is rows else last).append((i, j))
        for k in rows.pop(i) - {j}:
            columns[k].remove(i)
            if len(columns[k]) <= 1:
                queue.append((columns, k))
        for k in columns.pop(j) - {i}:
            rows[k].remove(j)
            if len(rows[k]) <= 1:
                queue.append((rows, k))
    if len(rows) != len(columns):
        raise ZeroDivisionError("singular")
    return first, last


def _parts(rows: Mapping[int, set[int]]) -> Iterable[list[int]]:
    """Yield the sets of rows that share no unknown with each other."""
    columns: dict[int, list[int]] = {}
    for i, row in rows.items():
        for j in row:
            columns.setdefault(j, []).append(i)
    seen: set[int] = set()
    for start in rows:
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for i in part:  # grows while it is read
            for j in rows[i]:
                fresh = [k for k in columns.pop(j, ()) if k not in seen]
                seen.update(fresh)
                part += fresh
        yield part
