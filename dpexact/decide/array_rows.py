"""The layout of large matrices: numpy arrays of 64-bit words, or of 32-bit limbs for numerators of any size.

Rational E with small numbers: one integer expression. Otherwise the filter settles the clear signs and
`positive_places` the others on exact integers; the sums are integer sums. No verdict rests on a float. Work is cut into
blocks that stay in cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpq

from dpexact.decide.integer_sums import Sums, largest_divergence
from dpexact.decide.selection import positive_places
from dpexact.decide.sieve import MARGIN, Filter, part
from dpexact.mechanisms.integers import LIMB_BITS, WORD_BITS
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.mechanisms.integers import IntegerMatrix

BLOCK = 1 << 15  # entries handled at a time


@dataclass(frozen=True)
class ArrayRows:
    """Rows of an array at E = factor.

    `words` is (n, m) with E = n/m where a m and b n fit into a word for all numerators, else None; `sieve` is None
    where it is not needed, or where floats could overflow.
    """

    matrix: IntegerMatrix
    factor: Exact
    words: tuple[int, int] | None
    sieve: Filter | None

    @classmethod
    def of(cls, matrix: IntegerMatrix, factor: Exact) -> ArrayRows:
        """The layout with the filter for E."""
        return cls(matrix, factor, _word_factors(matrix, factor), Filter.of(matrix, factor))

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """(j, divergence) for the first of the other rows from which row i diverges most."""
        if self.words is not None:
            excesses = self._word_excesses(i, others, *self.words)
            place = max(range(len(others)), key=excesses.__getitem__)
            value = Exact.of_rational(fmpq(excesses[place], self.matrix.denominator * self.words[1]))
        else:
            place, value = largest_divergence(self._largest_sums(i, others), self.factor, self.matrix.denominator)
        return others[place], value

    def positive(self, i: int, j: int) -> list[int]:
        """The outcomes with a > E b, ascending."""
        import numpy as np

        blocks = [(wide, self._chosen(i, [j], wide)) for _, wide in _blocks([j], self.matrix.shape[1])]
        return [int(o) for o in np.concatenate([np.flatnonzero(chosen[0]) + wide.start for wide, chosen in blocks])]

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """The worst of the other rows if row i diverges from it by more than the bound."""
        j, value = self.worst(i, others)
        return j if value > bound else None

    def _word_excesses(self, i: int, others: list[int], n: int, m: int) -> list[int]:
        """The sums of the positive parts of a m - b n, row i against every other row, as integers."""
        import numpy as np

        words = self.matrix.words
        totals = np.zeros(len(others), dtype=np.int64)
        for tall, wide in _blocks(others, self.matrix.shape[1]):
            differences = part(words, others[tall], wide) * -n
            differences += words[i, wide] * m
            np.maximum(differences, 0, out=differences)
            totals[tall] += differences.sum(axis=1)
        return [int(total) for total in totals]

    def _chosen(self, i: int, rows: list[int], wide: slice) -> Any:
        """The boolean array of the outcomes with a > E b: one line for each of the other rows. Guarantee: exact."""
        import numpy as np

        matrix, sieve = self.matrix, self.sieve
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
            certain[place, columns[positive_places(pairs, self.factor)] - wide.start] = True
        return certain

    def _largest_sums(self, i: int, others: list[int]) -> Sums:
        """{(A, B): first place in others} of the sums of both numerators over the outcomes with a > E b.

        Only those that can have the largest A - E B: words are sifted by the filter, with its margin.
        """
        import numpy as np

        matrix, sieve = self.matrix, self.sieve
        stored = matrix.words if matrix.words is not None else matrix.limbs
        shape = (len(others),) if matrix.words is not None else (len(others), stored.shape[1])
        first, second = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for tall, wide in _blocks(others, matrix.shape[1]):
            chosen = self._chosen(i, others[tall], wide)
            first[tall] += _sums(part(stored, [i], wide), chosen)
            second[tall] += _sums(part(stored, others[tall], wide), chosen)
        places: Iterable[int] = range(len(others))
        if sieve is not None and matrix.words is not None and len(others) > 1:
            upper, lower = first * (1 + MARGIN) - second * sieve.low, first * (1 - MARGIN) - second * sieve.high
            places = np.flatnonzero(upper >= lower.max())
        found: Sums = {}
        for place in places:
            found.setdefault((_integer(first[place]), _integer(second[place])), int(place))
        return found


def _word_factors(matrix: IntegerMatrix, factor: Exact) -> tuple[int, int] | None:
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


def _sums(numerators: Any, chosen: Any) -> Any:
    """Sums of the chosen numerators: (rows, columns) words or (rows, limbs, columns) limbs."""
    import numpy as np

    if numerators.dtype == np.uint32:
        return (numerators * chosen[:, None, :]).sum(axis=2, dtype=np.int64)
    if len(numerators) == 1:
        return np.dot(chosen, numerators[0])
    return np.einsum("ij,ij->i", numerators, chosen)


def _integer(total: Any) -> int:
    if total.ndim == 0:
        return int(total)
    return sum(int(limb) << (LIMB_BITS * k) for k, limb in enumerate(total))
