"""The one sign change of a function on an interval, and its least value, each enclosed by a search.

The sign change lies between points with a certain sign.

The least value is bounded by pieces, which are left out, settled or halved. Over a piece a ball around the function
bounds it from below, and so does its value in the middle with a ball around its slope. If the slope has a sign, the
least value of the piece is at one end. Points at which the function is evaluated bound the least value from above. Both
bounds hold for every choice of the cuts.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise

from flint import arb, ctx

from dpexact.errors import ParameterError
from dpexact.numbers.grammar import Term

CLOSER = "move the bounds closer to the root that is meant"
FIRST_STEPS = 24  # bisections of a root before secants are tried
EVEN_SAMPLES, END_SAMPLES = 32, 16
SAMPLES = sorted(  # the search for a second change of sign, at even distances and closer to the ends
    {i / EVEN_SAMPLES for i in range(1, EVEN_SAMPLES)}
    | {part for k in range(2, END_SAMPLES) for part in (2.0**-k, 1 - 2.0**-k)}
)
MAX_PIECES = 3000
Piece = tuple[arb, arb]  # both ends of a part of an interval
SETTLED_PART = (7, 8)  # of the working precision: bounds that are 2^-(7/8 precision) apart are close enough


def not_one_change(root: Term, came: str, remedy: str = CLOSER) -> ParameterError:
    """Return the error for bounds of a root between which the sign changes more than once, or not at all."""
    return root.error(ParameterError, came, remedy, expected=f"one change of sign between the bounds of {root.name}")


def shown_sign(ball: arb) -> int:
    """Return the sign of the number in a ball, or 0 if this precision does not show it."""
    return int(ball > 0) - int(ball < 0)


def crossing(value: Callable[[arb], arb], low: arb, high: arb) -> arb:
    """Return a ball around the number between two others above which a function is positive, and negative below it.

    The bounds are narrowed by bisection, then secants. A guess is believed only if the signs on both sides are certain.
    """

    def split(low: arb, high: arb, guess: arb, margin: arb | None) -> tuple[arb, arb] | None:
        """Return bounds around the guess with a margin, or without on one side of it, or None if no signs show."""
        if margin is None:
            sign = shown_sign(value(guess))
            return None if sign == 0 else (low, guess) if sign > 0 else (guess, high)
        left, right = (guess - margin).mid(), (guess + margin).mid()
        inside = low < left and right < high
        return (left, right) if inside and value(left) < 0 and value(right) > 0 else None

    steps, shrink = 0, 4
    while True:
        width = high - low
        middle = (low + high).mid() / 2
        near = (abs(middle) * arb(2) ** (8 - ctx.prec)).max(arb(2) ** -ctx.prec)  # a root at 0 is near nothing else
        if not width > near or not (low < middle < high):
            return low.union(high)
        if value(middle).is_zero() and split(low, high, middle, (near / 4).mid()):  # else it touches 0
            return middle
        steps += 1
        guess, margin = middle, None
        if steps > FIRST_STEPS:
            at_low, at_high = value(low).mid(), value(high).mid()
            guess = (low - at_low * width / (at_high - at_low)).mid()
            margin = (width * arb(2) ** -shrink).mid()
        narrower = split(low, high, guess, margin)
        if margin is not None:
            shrink = 4 if narrower is None else 2 * shrink
        low_high = (
            narrower
            or split(low, high, middle, None)
            or split(low, high, middle, width.mid() / 8)
            or split(low, high, (low + middle).mid() / 2, None)
        )
        if low_high is None:
            return low.union(high)
        low, high = low_high


def sign_change(root: Term, value: Callable[[arb], arb], low: arb, high: arb) -> arb | None:
    """Return a ball around the sign change of the expression of a root, at the current flint working precision.

    `value` gives a ball that holds for every number of its ball, and `low` < `high` are balls around the bounds. The
    result is None if this precision does not show the signs at both.

    Raises ParameterError for equal signs at both bounds, and for more than one change of sign between samples.
    """
    at_low, at_high = shown_sign(value(low)), shown_sign(value(high))
    if 0 in (at_low, at_high):
        return None
    if at_low == at_high:
        came = f"{'positive' if at_low > 0 else 'negative'} values at both"
        remedy = "choose bounds with one root between them; a root where the sign does not change is not found"
        raise not_one_change(root, came, remedy)
    low, high = low.upper(), high.lower()
    samples = (shown_sign(value((low + (high - low) * arb(part)).mid())) for part in SAMPLES)
    changes = sum(a != b for a, b in pairwise([at_low, *filter(None, samples), at_high]))
    if changes > 1:
        raise not_one_change(root, f"{changes} or more")
    ball = crossing(lambda x: at_high * value(x), low, high)
    return ball if value(ball).is_finite() else arb("nan")  # a pole, or too low a precision


class Least:
    """The search for the least value of a function between two numbers, at the current flint working precision.

    `value` and `slope` give balls that hold for every number of their argument, a ball or a piece. A ball that is not
    finite says nothing.
    """

    def __init__(self, value: Callable[[arb | Piece], arb], slope: Callable[[arb], arb], low: arb, high: arb) -> None:
        self.value, self.slope, self.low, self.high = value, slope, low, high
        self.best = arb("inf")  # an upper bound of the least value
        self.floor = arb("inf")  # a lower bound of the function on all pieces that are settled
        self.pieces: list[tuple[arb, arb, arb]] = []  # a lower bound of the function, and the ends, the lowest first

    def ball(self) -> arb:
        """Return a ball around the least value, which is not finite if this precision does not settle it."""
        for ball in (self.value(self.low), self.value(self.high)):  # they bound the least value from both sides
            self.floor = self.floor.min(ball.lower()) if ball.is_finite() else arb("-inf")
            self._improve(ball)
        if not self.floor.is_finite():
            return arb("nan")
        self._add(self.low.lower(), self.high.upper())
        part, whole = SETTLED_PART
        near = arb(2) ** (-ctx.prec * part // whole)
        for _ in range(MAX_PIECES):
            if not self.pieces:
                break
            bound, low, high = heappop(self.pieces)
            if bound >= self.best - near:  # and so are those of all the others
                self.floor = self.floor.min(bound)
                break
            middle = (low + high).mid() / 2
            is_narrow = high - low < arb(2) ** -ctx.prec
            if not low < middle < high or (is_narrow and not bound.is_finite()):
                return arb("nan")  # a pole, or too low a precision
            self._sample(middle)
            self._add(low, middle)
            self._add(middle, high)
        else:
            return arb("nan")
        if not (self.floor.is_finite() and self.best.is_finite()):
            return arb("nan")
        return self.floor.min(self.best).lower().union(self.best)

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
        piece, over = low.union(high), self.value((low, high))
        bound = over.lower() if over.is_finite() else arb("-inf")
        if bound > self.best:
            return
        slope = self.slope(piece)
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
        heappush(self.pieces, (bound, low, high))
