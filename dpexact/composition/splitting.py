"""Blocks whose losses are split on a grid, and the products of their masses: integers over 2^bits, rounded down.

What is split, and why, is said in `grid.py`.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import arb, fmpz, fmpz_poly

from dpexact.errors import TooLargeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_LENGTH = 1 << 22  # of one polynomial, whatever its masses are


@dataclass(frozen=True)
class Masses:
    """Masses over 2^bits at the points low, low + 1, ... of a grid."""

    low: int
    values: Sequence[Any]

    @classmethod
    def of(cls, low: int, values: Sequence[Any]) -> Masses:
        """Without the zeros at both ends."""
        places = range(len(values))
        first = next((n for n in places if values[n]), len(values))
        last = next((n for n in reversed(places) if values[n]), first - 1)
        return cls(low + first, values[first : last + 1])

    def times(self, other: Masses, bits: int) -> Masses:
        """The independent sum, rounded down."""
        if not self.values or not other.values:
            return Masses(0, [])
        length = len(self.values) + len(other.values)
        if length > MAX_LENGTH:
            message = f"composition: a grid of {length} losses, more than {MAX_LENGTH}"
            raise TooLargeError(message)
        product = fmpz_poly(self.values) * fmpz_poly(other.values)
        return Masses.of(self.low + other.low, [value >> bits for value in product.coeffs()])

    def power(self, count: int, bits: int) -> Masses:
        """The independent sum of `count` >= 1."""
        if count == 1:
            return self
        half = self.power(count // 2, bits)
        square = half.times(half, bits)
        return square.times(self, bits) if count % 2 else square


def split(atoms: Iterable[tuple[Any, Any]], step: int, bits: int) -> Masses:
    """The masses of a block on the grid, each rounded down.

    A loss that is not told from a grid point i h, |x| <= d for their difference x, stays there but for the part
    (1 - e^-d) / (1 - e^-h); for d > h none does. The true split gives no less to i: for x >= 0 the part
    (1 - e^-x) / (1 - e^-h) goes up; for x = -y < 0 the part 1 - (1 - e^-(h - y)) / (1 - e^-h) goes down, which is
    e^(y - h) (1 - e^-y) / (1 - e^-h) and at most (1 - e^-y) / (1 - e^-h), as y <= h.
    """
    width = arb(2) ** -step
    scale, whole = arb(2) ** step, -(-width).expm1()
    cells: dict[int, Any] = {}
    for mass, loss in atoms:
        place = math.floor(float(loss * scale))  # a guess: what is beside it is corrected below
        place, beyond = _place(place, loss, width)
        if beyond >= 0 and beyond <= width:
            up = mass * (-(-beyond).expm1() / whole)
            cells[place + 1] = cells.get(place + 1, 0) + _down(up, bits)
            cells[place] = cells.get(place, 0) + _down(mass - up, bits)
            continue
        place = place + 1 if beyond > width / 2 else place
        distance = arb(abs(loss - place * width).upper())
        cells[place] = cells.get(place, 0) + _down(mass * (1 + (-distance).expm1() / whole), bits)
    low, high = min(cells, default=0), max(cells, default=-1)
    if high - low >= MAX_LENGTH:
        message = f"composition: a grid of {high - low + 1} losses, more than {MAX_LENGTH}"
        raise TooLargeError(message)
    return Masses.of(low, [cells.get(n, fmpz(0)) for n in range(low, high + 1)])


def _place(place: int, loss: Any, width: Any) -> tuple[int, Any]:
    """A grid point and how far the loss is above it; the one below or above where that is certain."""
    beyond = loss - place * width
    if beyond < 0:
        place, beyond = place - 1, beyond + width
    elif beyond > width:
        place, beyond = place + 1, beyond - width
    return place, beyond


def _down(ball: Any, bits: int) -> Any:
    """The largest integer n with n 2^-bits certainly at most the number, which is >= 0."""
    mantissa, exponent = ball.lower().man_exp()
    if mantissa <= 0:
        return fmpz(0)
    shift = int(exponent) + bits
    return mantissa << shift if shift >= 0 else mantissa >> -shift


def product(parts: list[Masses], bits: int) -> Masses:
    """The product, the two shortest first."""
    heap = [(len(part.values), n, part) for n, part in enumerate(parts)]
    heapq.heapify(heap)
    count = len(heap)
    while len(heap) > 1:
        (_, _, first), (_, _, second) = heapq.heappop(heap), heapq.heappop(heap)
        both, count = first.times(second, bits), count + 1
        heapq.heappush(heap, (len(both.values), count, both))
    return heap[0][2] if heap else Masses(0, [fmpz(1) << bits])
