"""Envelope: the maximum of lines over E >= 1, a convex piecewise linear function, as its pieces from left to right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterator

BITS = 192  # of the fixed point in which two lines are compared first


@dataclass(frozen=True)
class Line:
    """The function intercept + slope E."""

    slope: Exact
    intercept: Exact

    def at(self, factor: Exact) -> Exact:
        """The value at E."""
        return self.intercept + self.slope * factor

    @cached_property
    def floors(self) -> tuple[int, int]:
        """`floor_of` both numbers, computed once."""
        return floor_of(self.slope), floor_of(self.intercept)


Envelope = tuple[tuple[Exact, Line], ...]  # (where a line takes over, the line); the first from 1, the last to infinity


def floor_of(value: Exact) -> int:
    """An integer n with n <= value 2^192 <= n + 2."""
    if value.is_rational():
        ratio = value.as_fmpq()
        return int((ratio.p << BITS) // ratio.q)
    lower = value.enclosure(BITS)[0]
    return (lower.numerator << BITS) // lower.denominator


def upper(first: Envelope, second: Envelope) -> Envelope:
    """The maximum of two envelopes. Guarantee: exact."""
    pieces: list[tuple[Exact, Line]] = []
    for start, end, one, two in _together(first, second):
        for place, line in _larger(start, end, one, two):
            if not pieces or pieces[-1][1].slope != line.slope:  # of a convex function, equal slopes are one line
                pieces.append((place, line))
    return tuple(pieces)


def _together(first: Envelope, second: Envelope) -> Iterator[tuple[Exact, Exact | None, Line, Line]]:
    """(start, end, line of the first, line of the second) between neighbouring knots of both; end None is infinity."""
    i = j = 0
    start = first[0][0]
    while True:
        ends = [e[k + 1][0] for e, k in ((first, i), (second, j)) if k + 1 < len(e)]
        end = min(ends, default=None)
        yield start, end, first[i][1], second[j][1]
        if end is None:
            return
        i += i + 1 < len(first) and first[i + 1][0] == end
        j += j + 1 < len(second) and second[j + 1][0] == end
        start = end


def _larger(start: Exact, end: Exact | None, one: Line, two: Line) -> Iterator[tuple[Exact, Line]]:
    """The larger of two lines on [start, end], where it takes over."""
    if one.slope == two.slope:
        yield start, one if one.intercept >= two.intercept else two
        return
    flat, steep = (one, two) if one.slope > two.slope else (two, one)
    if _sign(flat, steep, start) >= 0:
        yield start, flat
        return
    yield start, steep
    if end is None or _sign(flat, steep, end) > 0:
        yield (steep.intercept - flat.intercept) / (flat.slope - steep.slope), flat


def _sign(one: Line, two: Line, factor: Exact) -> int:
    """The sign of one - two at E: in fixed point where that decides, else exactly."""
    (slope, intercept), (slope2, intercept2), point = one.floors, two.floors, floor_of(factor)
    products = [s * e for s in (slope - slope2 - 2, slope - slope2 + 2) for e in (point, point + 2)]
    if (intercept - intercept2 - 2 << BITS) + min(products) > 0:
        return 1
    if (intercept - intercept2 + 2 << BITS) + max(products) < 0:
        return -1
    return (one.at(factor) - two.at(factor)).sign()
