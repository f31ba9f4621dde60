"""Rows of a numpy array of integers, at one E. Float filters leave work out, and integers decide.

A rational E with small numbers needs one integer expression. Otherwise the filter settles the clear signs,
`positive_places` the others on exact integers, and the sums are integer sums. The same filter bounds the divergences of
all pairs, so that only those near the largest are computed. No verdict rests on a float. Work is cut into blocks that
stay in cache.
"""
# ruff: noqa: D102 - the methods of a layout are those of `Layout`, which describes them

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from dpexact.mechanisms.rows import LIMB_BITS, WORD_BITS, IntegerMatrix
from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import PrivacyClaim, Run
from dpexact.privacy.layout import Layout, Sums, largest_divergence, positive_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEPT = 1 << 20  # entries of a matrix whose products with E are kept
FILTER_LIMIT = 2**900  # a larger E goes to the exact path, where no float can overflow
MARGIN = 2.0**-46  # relative: covers the errors of both approximations, of E, and of two roundings
ABSOLUTE = 2.0**-90  # in units of the top limb: covers the limbs that the approximation leaves out
SUM_MARGIN = 2.0**-51  # for each term of a sum: twice the share of the sum that its rounding can lose
BLOCK = 1 << 17  # entries handled at a time
ABOUT, LEAST, MOST = range(3)  # of the products with E


@dataclass(frozen=True)
class Filter:
    """Float bounds of E, with a number between them, and of its products with the approximations of a matrix.

    `unit` is the sum of a row in units of the approximations, and `error` an upper bound for the error of an estimate.
    `products` are those of all rows, kept if many rows are compared with the same ones.
    """

    matrix: IntegerMatrix
    low: float
    middle: float
    high: float
    absolute: float
    unit: float
    products: tuple[NDArray[Any], ...] | None = None

    @classmethod
    def of(cls, matrix: IntegerMatrix, factor: Exact) -> Filter | None:
        """Return the filter for E, or None if floats could overflow."""
        if factor >= FILTER_LIMIT:
            return None
        middle = float(factor.enclosure(64)[0])
        limbs = 1 if matrix.limbs is None else matrix.limbs.shape[1]
        unit = matrix.denominator / (1 << LIMB_BITS * (limbs - 1))
        ends = middle * (1 - MARGIN), middle, middle * (1 + MARGIN)
        made = cls(matrix, *ends, 0.0 if matrix.limbs is None else ABSOLUTE, unit)
        if matrix.shape[0] == 2 or matrix.shape[0] * matrix.shape[1] > KEPT:
            return made
        everything = list(range(matrix.shape[0]))
        return replace(made, products=tuple(made.product(bound, everything, slice(None)) for bound in range(3)))

    def product(self, bound: int, rows: list[int], wide: slice) -> NDArray[Any]:
        """Return E b for the numerators b of some rows, about (ABOUT), or LEAST or MOST that is possible."""
        if self.products is not None:
            return part(self.products[bound], rows, wide)
        second = part(self.matrix.approximations, rows, wide)
        if bound == MOST and self.absolute:
            second = second + self.absolute
        return second * (self.middle, self.low, self.high)[bound]

    @property
    def error(self) -> float:
        """An upper bound for the error of an estimate.

        A term max(a, E b) is off by at most MARGIN / 2 of a + E b. Summed in any order, m terms lose less than m 2^-53
        of their sum, which is at most (1 + E) unit, as does the difference at the end.
        """
        return self.unit * (1 + self.high) * (MARGIN + (self.matrix.shape[1] + 2) * SUM_MARGIN)

    def estimates(self, i: int, others: list[int]) -> NDArray[Any]:
        """Return the divergences of row i from the other rows, up to the error, as the sums of max(a, E b), less E."""
        import numpy as np

        first, last = min(others), max(others)
        dense = last - first < 2 * len(others)  # a view of all rows between costs less than a copy of some
        rows = list(range(first, last + 1)) if dense else others
        sums = np.zeros(len(rows))
        for tall, wide in blocks(rows, self.matrix.shape[1]):
            product = self.product(ABOUT, rows[tall], wide)
            larger = np.maximum(product, self.matrix.approximations[i, wide], out=None if self.products else product)
            sums[tall] += larger.sum(axis=1)
        sums -= self.middle * self.unit
        return sums[np.array(others) - first] if dense else sums


def part(array: NDArray[Any], rows: list[int], columns: slice) -> NDArray[Any]:
    """Return rows x columns of an array, as a view if the rows are consecutive."""
    if rows == list(range(rows[0], rows[0] + len(rows))):
        return array[rows[0] : rows[-1] + 1, ..., columns]
    return array[rows][..., columns]


def blocks(rows: list[int], columns: int) -> Iterator[tuple[slice, slice]]:
    """Yield blocks of (places in rows, columns) with about BLOCK entries each."""
    wide = min(columns, BLOCK)
    tall = max(1, BLOCK // wide)
    for top in range(0, len(rows), tall):
        for left in range(0, columns, wide):
            yield slice(top, top + tall), slice(left, left + wide)


@dataclass(frozen=True)
class ArrayRows(Layout):
    """Rows of an array at E = factor.

    `words` is (n, m) with E = n/m if a m and b n fit into a word for all numerators, else None. `sieve` is None if
    floats could overflow.
    """

    matrix: IntegerMatrix
    factor: Exact
    words: tuple[int, int] | None
    sieve: Filter | None

    @classmethod
    def of(cls, matrix: IntegerMatrix, factor: Exact) -> ArrayRows:
        """Return the layout with the filter for E."""
        words = None
        if matrix.words is not None and factor.is_rational():
            ratio = factor.as_fraction().as_integer_ratio()
            if matrix.denominator.bit_length() + max(ratio).bit_length() <= WORD_BITS:
                words = ratio
        return cls(matrix, factor, words, Filter.of(matrix, factor))

    def positive(self, i: int, j: int) -> list[int]:
        import numpy as np

        events = [
            np.flatnonzero(self._event(i, [j], wide)[0]) + wide.start for _, wide in blocks([j], self.matrix.shape[1])
        ]
        return [int(o) for o in np.concatenate(events)]

    def largest(self, i: int, others: list[int]) -> tuple[int, Exact]:
        if self.words is not None:
            excesses = self._word_excesses(i, others, *self.words)
            place = max(range(len(others)), key=excesses.__getitem__)
            divergence = Exact.of_rational(fmpq(excesses[place], self.matrix.denominator * self.words[1]))
        else:
            place, divergence = largest_divergence(self._largest_sums(i, others), self.factor, self.matrix.denominator)
        return others[place], divergence

    def sifted(self, claim: PrivacyClaim, bound: Exact | None) -> Iterator[Run]:
        """Yield the runs without pairs that, by their estimates, diverge by at most the bound or less than the worst.

        An estimate costs as much as the integers do if these fit into words.
        """
        import numpy as np

        sieve = self.sieve
        if self.words is not None or sieve is None:
            yield from claim.runs
            return
        error = sieve.error
        if bound is None:
            tops = [float(sieve.estimates(i, others).max()) for i, others in claim.runs]
            floor = max(tops, default=0.0) - error
        else:
            tops = []
            floor = float(bound.enclosure(64)[0]) * sieve.unit
        for place, (i, others) in enumerate(claim.runs):
            if tops and (tops[place] + error < floor or len(others) == 1):
                if tops[place] + error >= floor:
                    yield i, others
                continue
            kept = np.flatnonzero(sieve.estimates(i, others) + error >= floor)
            if len(kept):
                yield i, [others[k] for k in kept]

    def _word_excesses(self, i: int, others: list[int], n: int, m: int) -> list[int]:
        """Return the sums of the positive parts of a m - b n, row i against every other row, as integers.

        They are the sums of max(a m, b n), which stay below 2^63, less the sum of the b n.
        """
        import numpy as np

        words, totals = self.matrix.words, np.zeros(len(others), dtype=np.int64)
        for tall, wide in blocks(others, self.matrix.shape[1]):
            larger = part(words, others[tall], wide) * n
            np.maximum(larger, words[i, wide] * m, out=larger)
            totals[tall] += larger.sum(axis=1)
        return [int(total) - n * self.matrix.denominator for total in totals]

    def _event(self, i: int, rows: list[int], wide: slice) -> NDArray[Any]:
        """Return the boolean array of the outcomes with a > E b, one line for each of the other rows.

        The answer is exact.
        """
        import numpy as np

        matrix, sieve = self.matrix, self.sieve
        if sieve is None:
            certain = np.zeros((len(rows), len(range(*wide.indices(matrix.shape[1])))), dtype=bool)
            unsure = ~certain
        else:
            first = matrix.approximations[i, wide]
            certain = first > sieve.product(MOST, rows, wide)
            least = sieve.product(LEAST, rows, wide)
            unsure = certain ^ ((first + sieve.absolute if sieve.absolute else first) > least)
        for place in np.flatnonzero(unsure.any(axis=1)) if unsure.any() else ():
            columns = np.flatnonzero(unsure[place]) + wide.start
            pairs = zip(matrix.select(i, columns), matrix.select(rows[int(place)], columns), strict=True)
            certain[place, columns[positive_places(pairs, self.factor)] - wide.start] = True
        return certain

    def _largest_sums(self, i: int, others: list[int]) -> Sums:
        """Return {(A, B): first place in others} of the sums of both numerators over the outcomes with a > E b.

        Words are sifted by the filter, with its margin, so that only candidates for the largest A - E B remain.
        """
        import numpy as np

        matrix, sieve = self.matrix, self.sieve
        stored = matrix.words if matrix.words is not None else matrix.limbs
        shape = (len(others),) if matrix.words is not None else (len(others), stored.shape[1])
        first, second = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for tall, wide in blocks(others, matrix.shape[1]):
            event = self._event(i, others[tall], wide)
            sums = _sums(part(stored, [i], wide), part(stored, others[tall], wide), event)
            first[tall] += sums[0]
            second[tall] += sums[1]
        places: Iterable[int] = range(len(others))
        if sieve is not None and matrix.words is not None and len(others) > 1:
            upper, lower = first * (1 + MARGIN) - second * sieve.low, first * (1 - MARGIN) - second * sieve.high
            places = np.flatnonzero(upper >= lower.max())
        largest: Sums = {}
        for place in places:
            largest.setdefault((_integer(first[place]), _integer(second[place])), int(place))
        return largest


def _sums(first: NDArray[Any], second: NDArray[Any], event: NDArray[Any]) -> tuple[Any, Any]:
    """Return the sums of both numerators in each event: (rows, columns) words or (rows, limbs, columns) limbs."""
    import numpy as np

    if first.dtype == np.uint32:
        mask = event[:, None, :]
        return (first * mask).sum(axis=2, dtype=np.int64), (second * mask).sum(axis=2, dtype=np.int64)
    mask = event.astype(np.int64)
    np.negative(mask, out=mask)  # all bits of 1, or none
    return (first & mask).sum(axis=1), (second & mask).sum(axis=1)


def _integer(total: Any) -> int:
    if total.ndim == 0:
        return int(total)
    return sum(int(limb) << (LIMB_BITS * k) for k, limb in enumerate(total))
