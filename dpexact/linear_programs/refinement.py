"""Large sparse systems of integers, with floats refined to rationals, which are then checked exactly.

The matrix is factored in floating point. Each step solves for the rest of the right hand side (an exact integer
vector), rounds the answer, and computes the new rest exactly, so that it adds about 40 bits. From time to time the
vector is read as fractions with one denominator and the equations are checked on integers. Only that check counts.

Reference: Z. Wan, An algorithm to solve integer linear systems exactly using numerical methods, J. Symbolic
Computation 41 (2006).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpz

from dpexact.linear_programs.floats import FloatFactors, factorize

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEP = 48  # bits of the rounded solution of a step
LEAST_GAIN = 8  # bits by which a step has to shrink what is left
FIRST_ATTEMPT = 50  # bits after the point at which fractions are looked for first
MAX_BITS = 1 << 17
WORD = 62


class _SparseIntegers:
    """Rows of integers in one array. Products stay in machine words if they fit."""

    def __init__(self, rows: Sequence[Mapping[int, fmpz]]) -> None:
        self.starts = np.cumsum([0] + [len(row) for row in rows[:-1]])
        self.places = np.array([j for row in rows for j in row])
        self.entries = np.array([int(value) for row in rows for value in row.values()], dtype=object)
        bits = max(abs(value) for value in self.entries).bit_length() + max(len(row) for row in rows).bit_length()
        self.words = self.entries.astype(np.int64) if bits + STEP + 1 <= WORD else None

    def times(self, vector: NDArray[Any]) -> NDArray[Any]:
        """Return the product with a vector of python integers of any size."""
        return np.add.reduceat(self.entries * vector[self.places], self.starts)

    def times_rounded(self, vector: NDArray[Any]) -> NDArray[Any]:
        """Return the product with a vector of int64 of at most STEP + 1 bits."""
        if self.words is None:
            return self.times(vector.astype(object))
        return np.add.reduceat(self.words * vector[self.places], self.starts).astype(object)


@dataclass(frozen=True)
class _Approximation:
    """point / 2^shift, right to `precision` bits after the point, and the rest 2^shift sides - matrix point."""

    point: NDArray[Any]
    left: NDArray[Any]
    shift: int
    precision: int


def solve_by_refinement(rows: Sequence[Mapping[int, fmpz]], sides: Sequence[fmpz]) -> tuple[list[fmpz], fmpz] | None:
    """Return (x, d) with rows x = sides d and d > 0, or None if floats do not lead there or HiGHS is not installed.

    Guarantee: exact.
    """
    factors = factorize(rows)
    if factors is None:
        return None
    matrix = _SparseIntegers(rows)
    right = np.array([int(value) for value in sides], dtype=object)
    current: _Approximation | None = _Approximation(np.zeros(len(rows), dtype=object), right, 0, 0)
    attempt = FIRST_ATTEMPT
    while current is not None and current.precision < MAX_BITS:
        if not current.left.any():
            return [fmpz(value) for value in current.point], fmpz(1) << current.shift
        if current.precision >= attempt:
            numerators, denominator = _as_fractions(current)
            if denominator and not (matrix.times(numerators) - right * denominator).any():
                return [fmpz(value) for value in numerators], fmpz(denominator)
            attempt = 3 * current.precision // 2
        current = _refined(current, matrix, factors)
    return None


def _refined(current: _Approximation, matrix: _SparseIntegers, factors: FloatFactors) -> _Approximation | None:
    """Take one step of refinement, or return None if it does not shrink the rest."""
    size = _bits(current.left)
    drop = max(0, size - WORD)
    base = int(factors.exponents.min())  # kept out of the floats: HiGHS takes what is tiny for zero
    floats = np.ldexp((current.left >> drop).astype(float), drop - size - (factors.exponents - base))
    solution = factors.solve(floats)
    largest = float(np.max(np.abs(solution)))
    if not 0 < largest < np.inf:
        return None
    exponent = int(np.frexp(largest)[1])
    rounded = np.rint(np.ldexp(solution, STEP - exponent)).astype(np.int64)
    place = size + exponent - base - STEP  # rounded * 2^place is to be added to the point
    more = max(0, -place)
    place += more
    point = (current.point << more) + (rounded.astype(object) << place)
    left = (current.left << more) - (matrix.times_rounded(rounded) << place)
    if _bits(left) > size + more - LEAST_GAIN:
        return None
    shift = current.shift + more
    return _Approximation(point, left, shift, shift - max(0, _bits(left) + exponent - base))


def _as_fractions(current: _Approximation) -> tuple[NDArray[Any], int]:
    """Return numerators and one denominator of the fractions that the approximation shows, or the denominator 0."""
    one = 1 << current.shift
    bound = 1 << max(0, (current.precision - LEAST_GAIN) // 2)
    denominator = 1
    for value in current.point:
        product = value * denominator
        error = one * denominator >> current.precision - 2
        if abs(product - ((product + one // 2) // one) * one) <= error:
            continue
        fraction = Fraction(product, one).limit_denominator(bound // denominator)
        denominator *= fraction.denominator
        if abs(fraction * one - product) > error or denominator > bound // 2:
            return current.point, 0
    return (current.point * denominator + one // 2) // one, denominator


def _bits(vector: NDArray[Any]) -> int:
    return int(max(abs(value) for value in vector)).bit_length()
