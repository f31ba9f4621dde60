"""Where the curves of a figure are computed: on a grid, and between its points wherever a curve bends."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from dpexact.numbers.enclosure import DECIDE_BITS, START_BITS
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction

    from dpexact.numbers.enclosure import Enclosure

    Values = Sequence[Exact | Enclosure]

DIGITS = 12
BEND = 0.01  # how far a curve may be from straight in the middle of two points, in decades
HALVINGS = 5  # of a step of the grid, at most


def bounds(value: Exact | Enclosure) -> tuple[str, str]:
    """Decimals below and above the value; an enclosure is refined until they differ in the last digits only."""
    if isinstance(value, Exact):
        return value.decimal(DIGITS, "down"), value.decimal(DIGITS, "up")
    bits, refined = START_BITS, value
    while bits < DECIDE_BITS and refined.upper - refined.lower > abs(refined.lower) / 10**DIGITS:
        bits *= 2
        refined = value.refine(bits)
    return exact(refined.lower).decimal(DIGITS, "down"), exact(refined.upper).decimal(DIGITS, "up")


def sampled(grid: Iterable[Fraction], curves: Callable[[Fraction], Values]) -> Iterator[tuple[Fraction, Values]]:
    """Places with the values of all curves there, in order: the grid, the middles of its steps, and more at kinks.

    A step is halved until every curve, drawn over a logarithmic axis, is straight in it, five times at most.
    """
    known: dict[Fraction, tuple[Values, list[float]]] = {}

    def at(x: Fraction) -> list[float]:
        if x not in known:
            values = curves(x)
            known[x] = values, [math.log10(max(float(bounds(value)[1]), 1e-300)) for value in values]
        return known[x][1]

    def fill(a: Fraction, b: Fraction, halvings: int) -> None:
        if not halvings:
            return
        middle = (a + b) / 2
        triples = zip(at(a), at(middle), at(b), strict=True)
        if any(abs(y - (left + right) / 2) > BEND for left, y, right in triples):
            fill(a, middle, halvings - 1)
            fill(middle, b, halvings - 1)

    places = list(grid)
    for a, b in pairwise(places):
        fill(a, b, HALVINGS)
    return ((x, known[x][0]) for x in sorted(known))
