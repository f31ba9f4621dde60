"""The divergences of one row from several others, on numpy arrays of words or limbs.

Rational E with small numbers: one integer expression. Otherwise a float filter settles the clear signs and
`positive_places` the others on exact integers; the sums are integer sums. No verdict rests on a float: the filter's
margin covers every rounding, and what it leaves open is decided exactly. Work is cut into blocks that stay in cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpexact.decide.selection import positive_places
from dpexact.mechanisms.integers import LIMB_BITS, WORD_BITS
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.mechanisms.integers import IntegerMatrix

BLOCK = 1 << 14  # entries of one row handled at a time
FILTER_LIMIT = 2**900  # a larger E goes to the exact path, where no float can overflow
MARGIN = 2.0**-46  # relative: covers the errors of both approximations, of E, and of two roundings
ABSOLUTE = 2.0**-90  # in units of the top limb: covers the limbs that the approximation leaves out


@dataclass(frozen=True)
class Filter:
    """Float bounds of E on both sides, and the absolute margin: a > E b is certain above, impossible below."""

    low: float
    high: float
    absolute: float

    @classmethod
    def of(cls, matrix: IntegerMatrix, factor: Exact) -> Filter | None:
        """The filter for E, or None where floats could overflow."""
        if factor >= FILTER_LIMIT:
            return None
        middle = float(factor.enclosure(64)[0])
        return cls(middle * (1 - MARGIN), middle * (1 + MARGIN), 0 if matrix.limbs is None else ABSOLUTE)


def word_factors(matrix: IntegerMatrix, factor: Exact) -> tuple[int, int] | None:
    """(n, m) with E = n/m if a m and b n fit into a word for all numerators, else None."""
    if matrix.words is None or not factor.is_rational():
        return None
    ratio = factor.as_fraction()
    bits = matrix.denominator.bit_length() + max(ratio.numerator.bit_length(), ratio.denominator.bit_length())
    return (ratio.numerator, ratio.denominator) if bits <= WORD_BITS else None


def _blocks(rows: list[int], columns: int) -> Iterator[tuple[slice, slice]]:
    """Blocks of (places in rows, columns) with about BLOCK entries each."""
    wide = min(columns, BLOCK)
    tall = max(1, BLOCK // wide)
    for top in range(0, len(rows), tall):
        for left in range(0, columns, wide):
            yield slice(top, top + tall), slice(left, left + wide)


def _part(array: Any, rows: list[int], columns: slice) -> Any:
    """Rows x columns of an array, as a view where one row is asked for."""
    return array[rows[0] : rows[0] + 1, ..., columns] if len(rows) == 1 else array[rows][..., columns]


def word_excesses(matrix: IntegerMatrix, i: int, others: list[int], n: int, m: int) -> list[int]:
    """The sums of the positive parts of a m - b n, row i against every other row, as integers."""
    import numpy as np

    totals = np.zeros(len(others), dtype=np.int64)
    for tall, wide in _blocks(others, matrix.shape[1]):
        differences = _part(matrix.words, others[tall], wide) * -n
        differences += matrix.words[i, wide] * m
        np.maximum(differences, 0, out=differences)
        totals[tall] += differences.sum(axis=1)
    return [int(total) for total in totals]


def _chosen(matrix: IntegerMatrix, i: int, rows: list[int], wide: slice, factor: Exact, sieve: Filter | None) -> Any:
    """The boolean array of the outcomes with a > E b: one line for each of the other rows. Guarantee: exact."""
    import numpy as np

    if sieve is None:
        certain = np.zeros((len(rows), len(range(*wide.indices(matrix.shape[1])))), dtype=bool)
        possible = ~certain
    else:
        first, second = matrix.approximations[i, wide], _part(matrix.approximations, rows, wide)
        certain = first > (second + sieve.absolute) * sieve.high if sieve.absolute else first > second * sieve.high
        possible = first + sieve.absolute > second * sieve.low
    unsure = certain ^ possible
    for place in np.flatnonzero(unsure.any(axis=1)):
        columns = np.flatnonzero(unsure[place]) + wide.start
        pairs = zip(matrix.select(i, columns), matrix.select(rows[int(place)], columns), strict=True)
        certain[place, columns[positive_places(pairs, factor)] - wide.start] = True
    return certain


def _sums(part: Any, chosen: Any) -> Any:
    """Sums of the chosen numerators: part is (rows, columns) words or (rows, limbs, columns) limbs."""
    import numpy as np

    if part.dtype == np.uint32:
        return (part * chosen[:, None, :]).sum(axis=2, dtype=np.int64)
    if len(chosen) == 1:
        return np.dot(part, chosen[0])
    return (part * chosen).sum(axis=1)


def excess_sums(matrix: IntegerMatrix, i: int, others: list[int], factor: Exact) -> list[tuple[int, int]]:
    """For every other row the sums (A, B) of both numerators over the outcomes with a > E b."""
    import numpy as np

    stored = matrix.words if matrix.words is not None else matrix.limbs
    shape = (len(others),) if matrix.words is not None else (len(others), stored.shape[1])
    first, second = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    sieve = Filter.of(matrix, factor)
    for tall, wide in _blocks(others, matrix.shape[1]):
        chosen = _chosen(matrix, i, others[tall], wide, factor, sieve)
        first[tall] += _sums(_part(stored, [i], wide), chosen)
        second[tall] += _sums(_part(stored, others[tall], wide), chosen)
    return [(_integer(a), _integer(b)) for a, b in zip(first, second, strict=True)]


def _integer(total: Any) -> int:
    if total.ndim == 0:
        return int(total)
    return sum(int(limb) << (LIMB_BITS * k) for k, limb in enumerate(total))


def positive_columns(matrix: IntegerMatrix, i: int, j: int, factor: Exact) -> list[int]:
    """The outcomes with a > E b, ascending. Guarantee: exact."""
    import numpy as np

    sieve = Filter.of(matrix, factor)
    found = [
        np.flatnonzero(_chosen(matrix, i, [j], wide, factor, sieve)[0]) + wide.start
        for _, wide in _blocks([j], matrix.shape[1])
    ]
    return [int(o) for o in np.concatenate(found)]
