"""Solving one connected part of a square system exactly: over the rationals, or over a field of exact numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from flint import fmpz, fmpz_mat

from dpexact.linear_programs.clearing import cleared
from dpexact.linear_programs.field_part import solve_over_field
from dpexact.linear_programs.refinement import solve_by_refinement
from dpexact.linear_programs.scaled import Scaled
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpexact.linear_programs.number import Number

REFINED_FROM = 600  # unknowns; below this, the dense solver of flint is as fast as the refinement of floats


def solve_part(matrix: Mapping[int, Mapping[int, Number]], right: Mapping[int, Number]) -> Scaled:
    """The solution of a part in which all numbers of `matrix` are integers, or sums with integer coefficients.

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
    """(x, d) with rows x = sides d and d > 0."""
    size = len(rows)
    matrix: Any = fmpz_mat(size, size, [row.get(j, 0) for row in rows for j in range(size)])
    numerators, denominator = matrix.solve(fmpz_mat(size, 1, list(sides))).numer_denom()
    return numerators.entries(), denominator
