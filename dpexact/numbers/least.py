"""The least value of a function on an interval, enclosed by pieces, which are left out, settled or halved.

Over a piece a ball around the function bounds it from below, and so does its value in the middle with a ball around its
slope. If the slope has a sign, the least value of the piece is at one end. Points at which the function is evaluated
bound the least value from above. Both bounds hold for every choice of the cuts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

from flint import arb, ctx

MAX_PIECES = 3000
SETTLED_PART = (7, 8)  # of the working precision: bounds that are 2^-(7/8 precision) apart are close enough


@dataclass(frozen=True)
class _Part:
    """A part of the interval with an exact lower bound of the function on it. The lowest bound goes first."""

    bound: arb
    low: arb
    high: arb

    def __lt__(self, other: _Part) -> bool:
        return bool(self.bound < other.bound)


class Least:
    """The search for the least value of a function between two numbers, at the current flint working precision.

    `value` and `slope` give balls that hold for every number of their argument, a ball. A ball that is not finite says
    nothing.
    """

    def __init__(self, value: Callable[[arb], arb], slope: Callable[[arb], arb], low: arb, high: arb) -> None:
        self.value, self.slope, self.low, self.high = value, slope, low, high
        self.best = arb("inf")  # an upper bound of the least value
        self.floor = arb("inf")  # a lower bound of the function on all pieces that are settled
        self.pieces: list[_Part] = []

    def ball(self) -> arb:
        """Return a ball around the least value, which is not finite if this precision does not settle it."""
        for end in (self.low, self.high):
            self._add_end(self.value(end))
        self._add(self.low.lower(), self.high.upper())
        part, whole = SETTLED_PART
        near = arb(2) ** (-ctx.prec * part // whole)
        for _ in range(MAX_PIECES):
            if not self.pieces:
                break
            piece = heappop(self.pieces)
            if piece.bound >= self.best - near:  # and so are those of all the others
                self.floor = self.floor.min(piece.bound)
                break
            middle = (piece.low + piece.high).mid() / 2
            if not piece.low < middle < piece.high:
                return arb("nan")
            self._sample(middle)
            self._add(piece.low, middle)
            self._add(middle, piece.high)
        else:
            return arb("nan")
        if not (self.floor.is_finite() and self.best.is_finite()):
            return arb("nan")
        return self.floor.min(self.best).lower().union(self.best)

    def _add_end(self, ball: arb) -> None:
        """Take the value at an end, which bounds the least value from both sides of it."""
        self.floor = self.floor.min(ball.lower()) if ball.is_finite() else arb("-inf")
        self._improve(ball)

    def _improve(self, ball: arb) -> None:
        if ball.is_finite():
            self.best = self.best.min(ball.upper()).upper()

    def _sample(self, point: arb) -> arb:
        """Return the function at a point, which is an upper bound if it certainly lies between the ends."""
        ball = self.value(point)
        if self.low <= point <= self.high:
            self._improve(ball)
        return ball

    def _add(self, low: arb, high: arb) -> None:
        """Settle a piece, leave it out, or queue it by its bound."""
        piece = low.union(high)
        over, slope = self.value(piece), self.slope(piece)
        bound = over.lower() if over.is_finite() else arb("-inf")
        if slope > 0 or slope < 0:
            end = low if slope > 0 else high
            inside = self.low < end < self.high
            at_end = self._sample(end) if inside else self.value(self.low if slope > 0 else self.high)
            if at_end.is_finite():
                self.floor = self.floor.min(at_end.lower())
                return
        if slope.is_finite():
            middle = piece.mid()
            around = self._sample(middle) + slope * (piece - middle)
            if around.is_finite() and not around.lower() < bound:
                bound = around.lower()
        if bound > self.best:
            return
        heappush(self.pieces, _Part(bound, low, high))
