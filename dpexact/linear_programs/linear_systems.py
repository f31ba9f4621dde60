"""Sparse square systems, solved exactly, single entries first, then the rest, part by part.

A row with one unknown left gives that unknown. An unknown that occurs in one row only is found from that row at the
end. The remaining rows fall apart into connected parts, each of which is solved as a whole, over the rationals or over
a field of exact numbers.

A large part of integers is factored in floating point. Each step solves for the rest of the right hand side (an exact
integer vector), rounds the answer, and computes the new rest exactly, so that it adds about 40 bits. From time to time
the vector is read as fractions with one denominator and the equations are checked on integers. Only that check counts.

Reference: Z. Wan, An algorithm to solve integer linear systems exactly using numerical methods, J. Symbolic
Computation 41 (2006).
"""

from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

import numpy as np
from flint import fmpz, fmpz_mat
from numpy.typing import NDArray

from dpexact.linear_programs.floats import factorize
from dpexact.linear_programs.number import Number, Scaled, as_divisor, cleared, joined, remainder, solve_over_field
from dpexact.mechanisms.graph import components
from dpexact.numbers.exact import Exact

STEP = 48  # bits of the rounded solution of a step
LEAST_GAIN = 8  # bits by which a step has to shrink what is left
FIRST_ATTEMPT = 50  # bits after the point at which fractions are looked for first
MAX_REFINED_BITS = 1 << 17
WORD = 62
Matrix = Mapping[int, Mapping[int, Number]]
Pivot = tuple[int, int]
REFINED_FROM = 600  # unknowns; below this, the dense solver of flint is as fast as the refinement of floats
ZERO = fmpz(0)


def solve_by_refinement(rows: Sequence[Mapping[int, fmpz]], sides: Sequence[fmpz]) -> tuple[list[fmpz], fmpz] | None:
    """Return (x, d) with rows x = sides d and d > 0, or None if floats do not lead there or HiGHS is not installed.

    The answer is exact.
    """
    factors = factorize(rows)
    if factors is None:
        return None
    starts = np.cumsum([0] + [len(row) for row in rows[:-1]])
    places = np.array([j for row in rows for j in row])
    entries = np.array([int(value) for row in rows for value in row.values()], dtype=object)

    def product(vector: NDArray[Any]) -> NDArray[Any]:
        return np.add.reduceat(entries * vector[places], starts)

    right = np.array([int(value) for value in sides], dtype=object)
    base = int(factors.exponents.min())  # kept out of the floats: HiGHS takes what is tiny for zero
    point, left = np.zeros(len(rows), dtype=object), right  # left is 2^shift sides - matrix point
    shift, precision, attempt = 0, 0, FIRST_ATTEMPT  # point / 2^shift is right to `precision` bits after the point
    while precision < MAX_REFINED_BITS:
        if not left.any():
            return [fmpz(value) for value in point], fmpz(1) << shift
        if precision >= attempt:
            numerators, denominator = _as_fractions(point, shift, precision)
            if denominator and not (product(numerators) - right * denominator).any():
                return [fmpz(value) for value in numerators], fmpz(denominator)
            attempt = 3 * precision // 2
        size = _bits(left)
        drop = max(0, size - WORD)
        floats = np.ldexp((left >> drop).astype(float), drop - size - (factors.exponents - base))
        solution = factors.solve(floats)
        largest = float(np.max(np.abs(solution)))
        if not 0 < largest < np.inf:
            return None
        exponent = int(np.frexp(largest)[1])
        step = np.array([int(value) for value in np.rint(np.ldexp(solution, STEP - exponent))], dtype=object)
        place = size + exponent - base - STEP  # step * 2^place is to be added to the point
        more = max(0, -place)
        point = (point << more) + (step << place + more)
        left = (left << more) - (product(step) << place + more)
        if _bits(left) > size + more - LEAST_GAIN:
            return None
        shift += more
        precision = shift - max(0, _bits(left) + exponent - base)
    return None


def _as_fractions(point: NDArray[Any], shift: int, precision: int) -> tuple[NDArray[Any], int]:
    """Return numerators and one denominator of the fractions that point / 2^shift shows, or the denominator 0."""
    one = 1 << shift
    bound = 1 << max(0, (precision - LEAST_GAIN) // 2)
    denominator = 1
    for value in point:
        product = value * denominator
        error = one * denominator >> precision - 2
        if abs(product - ((product + one // 2) // one) * one) <= error:
            continue
        fraction = Fraction(product, one).limit_denominator(bound // denominator)
        denominator *= fraction.denominator
        if abs(fraction * one - product) > error or denominator > bound // 2:
            return point, 0
    return (point * denominator + one // 2) // one, denominator


def _bits(vector: NDArray[Any]) -> int:
    return int(max(abs(value) for value in vector)).bit_length()


def solve_part(matrix: Mapping[int, Mapping[int, Number]], right: Mapping[int, Number]) -> Scaled:
    """Return the solution of a part in which all numbers of `matrix` are integers, or sums with integer coefficients.

    Raises ZeroDivisionError for a singular matrix.
    """
    unknowns = sorted({j for row in matrix.values() for j in row})
    if len(unknowns) != len(matrix):
        raise ZeroDivisionError("singular")
    places = {j: k for k, j in enumerate(unknowns)}
    rows = [{places[j]: value for j, value in row.items()} for row in matrix.values()]
    sides = [right[i] for i in matrix]
    if any(isinstance(value, Exact) for values in (sides, *(row.values() for row in rows)) for value in values):
        scaled = solve_over_field(rows, sides)
        return Scaled({unknowns[k]: value for k, value in scaled.values.items()}, scaled.scale)
    integers, (common, whole) = cast("Any", rows), cast("Any", cleared(sides))
    solved = solve_by_refinement(integers, whole) if len(rows) >= REFINED_FROM else None
    if solved is None:
        square: Any = fmpz_mat([[row.get(k, 0) for k in range(len(rows))] for row in integers])
        solution, denominator = square.solve(fmpz_mat([[side] for side in whole])).numer_denom()
        solved = solution.entries(), denominator
    return Scaled(dict(zip(unknowns, solved[0], strict=True)), solved[1] * common)


def solve_sparse(matrix: Matrix, right: Mapping[int, Number]) -> Scaled:
    """Return the solution x of sum_j matrix[i][j] x_j = right[i] for all rows i. A right[i] that is not listed is 0.

    The answer is exact.
    Raises ZeroDivisionError for a singular matrix (unless right is 0), TooLargeError over a field.
    """
    if not right:
        return Scaled({j: ZERO for row in matrix.values() for j in row}, fmpz(1))
    rows = {i: set(row) for i, row in matrix.items()}
    first, last = _peel(rows)
    known: dict[int, Number] = {}
    for i, j in first:
        known[j] = remainder(matrix[i], right.get(i, ZERO), known) / as_divisor(matrix[i][j])
    parts = []
    for part in _parts(rows):
        inner = {i: {j: matrix[i][j] for j in rows[i]} for i in part}
        parts.append(solve_part(inner, {i: remainder(matrix[i], right.get(i, ZERO), known) for i in part}))
    solved = joined(parts)
    values, scale = solved.values, solved.scale
    values |= {j: value * scale for j, value in known.items()}
    for i, j in reversed(last):
        values[j] = remainder(matrix[i], right.get(i, ZERO) * scale, values) / as_divisor(matrix[i][j])
    return Scaled(values, scale)


def _peel(rows: dict[int, set[int]]) -> tuple[list[Pivot], list[Pivot]]:
    """Take rows with one unknown and unknowns in one row out of `rows`, as pivots to be solved first, and last.

    Raises ZeroDivisionError if a row without unknowns or an unknown without rows is left.
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
        for lines, crossing, here, there in ((rows, columns, i, j), (columns, rows, j, i)):
            for k in lines.pop(here) - {there}:
                crossing[k].remove(here)
                if len(crossing[k]) <= 1:
                    queue.append((crossing, k))
    if len(rows) != len(columns):
        raise ZeroDivisionError("singular")
    return first, last


def _parts(rows: Mapping[int, set[int]]) -> list[list[int]]:
    """Return the sets of rows that share no unknown with each other."""
    first: dict[int, int] = {}
    return components(rows, [(first.setdefault(j, i), i) for i, row in rows.items() for j in row])
