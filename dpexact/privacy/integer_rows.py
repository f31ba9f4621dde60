"""Rows of Python integers over one denominator, at one E, with divergences by integer arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flint import fmpq

from dpexact.mechanisms.rows import IntegerMatrix
from dpexact.numbers.exact import Exact
from dpexact.numbers.precision import WorkingPrecision
from dpexact.privacy.layout import Layout

START_BITS = 128

Sums = dict[tuple[int, int], int]  # {(A, B): the first place that has these sums}


def positive_places(pairs: Iterable[tuple[int, int]], factor: Exact) -> list[int]:
    """Return the places n with a_n > E b_n, for non-negative integers. E is a real number (not a free E).

    A rational E needs one integer comparison for each place. For an irrational E, a = E b only if a = b = 0, so
    rational bounds low / 2^k < E < high / 2^k decide every other place once k is large enough. An E larger than every a
    is never written out, since then E b >= E > a unless b = 0.

    Guarantee: exact.
    """
    if factor.is_rational():
        ratio = factor.as_fraction()
        n, m = ratio.numerator, ratio.denominator
        return [place for place, (a, b) in enumerate(pairs) if a * m > b * n]
    listed = list(pairs)
    with WorkingPrecision(START_BITS):
        is_larger = factor.ball() > max((a for a, _ in listed), default=0)  # True only if the whole ball is larger
    if is_larger:
        return [place for place, (a, b) in enumerate(listed) if a and not b]
    bits = START_BITS
    low, high = integer_bounds(factor, bits)
    places = []
    for place, (a, b) in enumerate(listed):
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


def largest_divergence(sums: Mapping[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """Return (place, (A - E B) / denominator) for the largest, at the first place of several. Guarantee: exact."""
    if not factor.is_rational():
        return _largest_irrational(sums, factor, denominator)
    ratio = factor.as_fraction()
    scaled = {place: a * ratio.denominator - b * ratio.numerator for (a, b), place in sums.items()}
    top = max(scaled.values())
    place = min(place for place, value in scaled.items() if value == top)
    return place, Exact.of_rational(fmpq(top, denominator * ratio.denominator))


def _largest_irrational(sums: Mapping[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """Return the same, sorted out by integer bounds of E first, since A - E B is equal only for equal sums."""
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
class IntegerRows(Layout):
    """Rows of Python integers at E = factor."""

    matrix: IntegerMatrix
    factor: Exact

    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with a > E b, ascending."""
        return positive_places(zip(self.matrix.row(i), self.matrix.row(j), strict=True), self.factor)

    def largest(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first other row from which row i diverges most. Equal rows count once."""
        last_to_first = range(len(others) - 1, -1, -1)
        equals = map(self.matrix.first_equals.__getitem__, reversed(others))
        sums: Sums = {}
        for j, place in dict(zip(equals, last_to_first, strict=True)).items():
            event = self.positive(i, j)
            pair = self.matrix.total(i, event), self.matrix.total(j, event)
            sums[pair] = min(place, sums.get(pair, place))
        place, divergence = largest_divergence(sums, self.factor, self.matrix.denominator)
        return others[place], divergence
