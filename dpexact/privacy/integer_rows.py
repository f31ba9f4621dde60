"""Rows of integers: the greatest divergence of a pair, with float filters that only leave work out.

Rational E with small numbers: one integer expression. Otherwise the filter settles the clear signs and
`positive_places` the others on exact integers; the sums are integer sums. No verdict rests on a float. Work is cut into
blocks that stay in cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpexact.mechanisms.rows import LIMB_BITS, WORD_BITS, IntegerMatrix
from dpexact.numbers.exact import Exact
from dpexact.numbers.precision import WorkingPrecision

START_BITS = 128


def positive_places(pairs: Iterable[tuple[int, int]], factor: Exact) -> list[int]:
    """Return the places n with a_n > E b_n, for non-negative integers; E is a real number (not a free E).

    E rational: one integer comparison each. E irrational: a = E b only where a = b = 0, so rational bounds
    low / 2^k < E < high / 2^k decide every other place once k is large enough. An E larger than every a is never
    written out: then E b >= E > a unless b = 0.

    Guarantee: exact.
    """
    if factor.is_rational():
        ratio = factor.as_fraction()
        n, m = ratio.numerator, ratio.denominator
        return [place for place, (a, b) in enumerate(pairs) if a * m > b * n]
    known = list(pairs)
    with WorkingPrecision(START_BITS):
        is_larger = factor.ball() > max((a for a, _ in known), default=0)  # True only where the whole ball is larger
    if is_larger:
        return [place for place, (a, b) in enumerate(known) if a and not b]
    bits = START_BITS
    low, high = integer_bounds(factor, bits)
    places = []
    for place, (a, b) in enumerate(known):
        if b == 0:
            if a:
                places.append(place)
            continue
        while b * low < a << bits < b * high:
            bits *= 2
            low, high = integer_bounds(factor, bits)
        if a << bits >= b * high:
            places.append(place)
    return places


def integer_bounds(factor: Exact, bits: int) -> tuple[int, int]:
    """Return integers with low / 2^bits < E < high / 2^bits, for an irrational E."""
    lower, upper = factor.enclosure(bits + 2)
    return (lower.numerator << bits) // lower.denominator, -((-upper.numerator << bits) // upper.denominator)


Sums = dict[tuple[int, int], int]  # {(A, B): the first place that has these sums}


def largest_divergence(sums: Mapping[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """Return (place, (A - E B) / denominator) for the largest; the first place of several. Guarantee: exact."""
    if not factor.is_rational():
        return _largest_irrational(sums, factor, denominator)
    ratio = factor.as_fraction()
    keys = {place: a * ratio.denominator - b * ratio.numerator for (a, b), place in sums.items()}
    top = max(keys.values())
    place = min(place for place, key in keys.items() if key == top)
    return place, Exact.of_rational(fmpq(top, denominator * ratio.denominator))


def _largest_irrational(sums: Mapping[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """Return the same, sorted out by integer bounds of E first; A - E B is equal only for equal sums."""
    bounded = len(sums) > 1 and any(b for _, b in sums)
    low, high = integer_bounds(factor, START_BITS) if bounded else (0, 0)
    floor = max((a << START_BITS) - high * b for a, b in sums)
    best: tuple[int, Exact] | None = None
    for (a, b), place in sums.items():
        if len(sums) == 1 or (a << START_BITS) - low * b >= floor:
            value = a - factor * b
            if best is None or value > best[1]:
                best = place, value
    return (0, Exact.of_rational(0)) if best is None else (best[0], best[1] / denominator)


@dataclass(frozen=True)
class IntegerRows:
    """Rows of Python integers at E = factor."""

    matrix: IntegerMatrix
    factor: Exact

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first other row from which row i diverges most; equal rows count once."""
        last_to_first = range(len(others) - 1, -1, -1)
        equals = map(self.matrix.first_equals.__getitem__, reversed(others))
        sums: Sums = {}
        for j, place in dict(zip(equals, last_to_first, strict=True)).items():
            event = self.positive(i, j)
            pair = self.matrix.total(i, event), self.matrix.total(j, event)
            sums[pair] = min(place, sums.get(pair, place))
        place, value = largest_divergence(sums, self.factor, self.matrix.denominator)
        return others[place], value

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with a > E b, ascending."""
        return positive_places(zip(self.matrix.row(i), self.matrix.row(j), strict=True), self.factor)

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return the worst of the other rows if row i diverges from it by more than the bound."""
        j, value = self.worst(i, others)
        return j if value > bound else None


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
        """Return the filter for E, or None where floats could overflow."""
        if factor >= FILTER_LIMIT:
            return None
        middle = float(factor.enclosure(64)[0])
        low, high = middle * (1 - MARGIN), middle * (1 + MARGIN)
        absolute = 0.0 if matrix.limbs is None else ABSOLUTE
        kept = matrix.shape[0] > 2 and matrix.shape[0] * matrix.shape[1] <= KEPT
        products = (matrix.approximations * low, (matrix.approximations + absolute) * high) if kept else None
        return cls(low, high, absolute, products)

    def bounds(self, matrix: IntegerMatrix, rows: list[int], wide: slice) -> tuple[Any, Any]:
        """Return what the numerators of a row are compared with: (the least E b that is possible, the largest)."""
        if self.products is not None:
            return part(self.products[0], rows, wide), part(self.products[1], rows, wide)
        second = part(matrix.approximations, rows, wide)
        return second * self.low, (second + self.absolute if self.absolute else second) * self.high


def part(array: Any, rows: list[int], columns: slice) -> Any:
    """Return rows x columns of an array, as a view where the rows are consecutive."""
    if rows[-1] - rows[0] + 1 == len(rows):
        return array[rows[0] : rows[-1] + 1, ..., columns]
    return array[rows][..., columns]


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
        """Return the layout with the filter for E."""
        return cls(matrix, factor, _word_factors(matrix, factor), Filter.of(matrix, factor))

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first of the other rows from which row i diverges most."""
        if self.words is not None:
            excesses = self._word_excesses(i, others, *self.words)
            place = max(range(len(others)), key=excesses.__getitem__)
            value = Exact.of_rational(fmpq(excesses[place], self.matrix.denominator * self.words[1]))
        else:
            place, value = largest_divergence(self._largest_sums(i, others), self.factor, self.matrix.denominator)
        return others[place], value

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with a > E b, ascending."""
        import numpy as np

        blocks = [(wide, self._chosen(i, [j], wide)) for _, wide in _blocks([j], self.matrix.shape[1])]
        return [int(o) for o in np.concatenate([np.flatnonzero(chosen[0]) + wide.start for wide, chosen in blocks])]

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return the worst of the other rows if row i diverges from it by more than the bound."""
        j, value = self.worst(i, others)
        return j if value > bound else None

    def _word_excesses(self, i: int, others: list[int], n: int, m: int) -> list[int]:
        """Return the sums of the positive parts of a m - b n, row i against every other row, as integers."""
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
        """Return the boolean array of the outcomes with a > E b: one line for each of the other rows.

        Guarantee: exact.
        """
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
        """Return {(A, B): first place in others} of the sums of both numerators over the outcomes with a > E b.

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
    """Yield blocks of (places in rows, columns) with about BLOCK entries each."""
    wide = min(columns, BLOCK)
    tall = max(1, BLOCK // wide)
    for top in range(0, len(rows), tall):
        for left in range(0, columns, wide):
            yield slice(top, top + tall), slice(left, left + wide)


def _sums(numerators: Any, chosen: Any) -> Any:
    """Return sums of the chosen numerators: (rows, columns) words or (rows, limbs, columns) limbs."""
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
