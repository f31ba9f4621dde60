"""The largest (A - E B) / denominator among pairs of integer sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from dpexact.decide.selection import START_BITS, integer_bounds
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Mapping

Sums = dict[tuple[int, int], int]  # {(A, B): the first place that has these sums}


def largest_divergence(sums: Mapping[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """(place, (A - E B) / denominator) for the largest; the first place of several. Guarantee: exact."""
    if not factor.is_rational():
        return _largest_irrational(sums, factor, denominator)
    ratio = factor.as_fraction()
    keys = {place: a * ratio.denominator - b * ratio.numerator for (a, b), place in sums.items()}
    top = max(keys.values())
    place = min(place for place, key in keys.items() if key == top)
    return place, Exact.of_rational(fmpq(top, denominator * ratio.denominator))


def _largest_irrational(sums: Mapping[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """The same, sorted out by integer bounds of E first; A - E B is equal only for equal sums."""
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
