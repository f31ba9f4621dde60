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

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.mechanisms.integers import IntegerMatrix
    from dpexact.numbers.exact import Exact

BLOCK = 1 << 15  # entries handled at a time
KEPT = 1 << 20  # entries of a matrix whose products with both bounds of E are kept
FILTER_LIMIT = 2**900  # a larger E goes to the exact path, where no float can overflow
MARGIN = 2.0**-46  # relative: covers the errors of both approximations, of E, and of two roundings
ABSOLUTE = 2.0**-90  # in units of the top limb: covers the limbs that the approximation leaves out


@dataclass(frozen=True)
class Filter:
    """Float bounds of E on both sides, and the absolute margin: a > E b is certain above, impossible below.

    `products` are the matrix times both bounds, kept where many rows are compared with the same ones.
    """

    low: float
    high: float
    absolute: float
    products: tuple[Any, Any] | None = None

    @classmethod
    def of(cls, matrix: IntegerMatrix, factor: Exact) -> Filter | None:
        """The filter for E, or None where floats could overflow."""
        if factor >= FILTER_LIMIT:
            return None
        middle = float(factor.enclosure(64)[0])
        low, high = middle * (1 - MARGIN), middle * (1 + MARGIN)
        absolute = 0.0 if matrix.limbs is None else ABSOLUTE
        kept = matrix.shape[0] > 2 and matrix.shape[0] * matrix.shape[1] <= KEPT
        products = (matrix.approximations * low, (matrix.approximations + absolute) * high) if kept else None
        return cls(low, high, absolute, products)

    def bounds(self, matrix: IntegerMatrix, rows: list[int], wide: slice) -> tuple[Any, Any]:
        """What the numerators of a row are compared with: (the least E b that is possible, the largest)."""
        if self.products is not None:
            return _part(self.products[0], rows, wide), _part(self.products[1], rows, wide)
        second = _part(matrix.approximations, rows, wide)
        return second * self.low, (second + self.absolute if self.absolute else second) * self.high


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
    """Rows x columns of an array, as a view where the rows are consecutive."""
    if rows[-1] - rows[0] + 1 == len(rows):
        return array[rows[0] : rows[-1] + 1, ..., columns]
    return array[rows][..., columns]


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
        first = matrix.approximations[i, wide]
        low, high = sieve.bounds(matrix, rows, wide)
        certain = first > high
        possible = (first + sieve.absolute if sieve.absolute else first) > low
    unsure = certain ^ possible
    for place in np.flatnonzero(unsure.any(axis=1)) if unsure.any() else ():
        columns = np.flatnonzero(unsure[place]) + wide.start
        pairs = zip(matrix.select(i, columns), matrix.select(rows[int(place)], columns), strict=True)
        certain[place, columns[positive_places(pairs, factor)] - wide.start] = True
    return certain


def _sums(part: Any, chosen: Any) -> Any:
    """Sums of the chosen numerators: part is (rows, columns) words or (rows, limbs, columns) limbs."""
    import numpy as np

    if part.dtype == np.uint32:
        return (part * chosen[:, None, :]).sum(axis=2, dtype=np.int64)
    if len(part) == 1:
        return np.dot(chosen, part[0])
    return np.einsum("ij,ij->i", part, chosen)


def largest_sums(
    matrix: IntegerMatrix, i: int, others: list[int], factor: Exact, sieve: Filter | None
) -> dict[tuple[int, int], int]:
    """{(A, B): first place in others} of the sums of both numerators over the outcomes with a > E b.

    Only those that can have the largest A - E B: words are sifted by the filter, with its margin.
    """
    import numpy as np

    stored = matrix.words if matrix.words is not None else matrix.limbs
    shape = (len(others),) if matrix.words is not None else (len(others), stored.shape[1])
    first, second = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for tall, wide in _blocks(others, matrix.shape[1]):
        chosen = _chosen(matrix, i, others[tall], wide, factor, sieve)
        first[tall] += _sums(_part(stored, [i], wide), chosen)
        second[tall] += _sums(_part(stored, others[tall], wide), chosen)
    places: Iterable[int] = range(len(others))
    if sieve is not None and matrix.words is not None and len(others) > 1:
        upper, lower = first * (1 + MARGIN) - second * sieve.low, first * (1 - MARGIN) - second * sieve.high
        places = np.flatnonzero(upper >= lower.max())
    found: dict[tuple[int, int], int] = {}
    for place in places:
        found.setdefault((_integer(first[place]), _integer(second[place])), int(place))
    return found


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
