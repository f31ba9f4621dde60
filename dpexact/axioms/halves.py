"""The events of two distributions against a bound of straight pieces, by their two halves: meet in the middle.

An event is a part of one half of the outputs and a part of the other; with (a, b) = (P(S), Q(S)) of each. On the piece
of M from X to X' through (X, Y) and (X', Y') the event is above M if and only if

    (b dX - a dY) of the one half + (b dX - a dY) of the other > Y dX - X dY,    dX = X' - X, dY = Y' - Y,

for some pair whose a add up to something from X to X'. Sorted by a, the second half is a window that slides as a of the
first one falls, and the greatest of a sliding window is known at once. For 2k outputs 2^k sums, not 2^(2k).
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from dpexact.errors import TooLargeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

MAX_SUMS = 1 << 16  # different P(S) of one half


class Piece(NamedTuple):
    """M from `start` to `end` by its value at both, whole numbers; `open` if `start` is not part of it."""

    start: int
    end: int
    first: int
    last: int
    open: bool


Sums = dict[int, tuple[int, int]]  # P(S): the greatest Q(S), the outputs of S as bits


def event_above(
    p: Sequence[Fraction], q: Sequence[Fraction], knots: Sequence[tuple[Fraction, Fraction]], at_zero: Fraction | None
) -> tuple[int, ...] | None:
    """The outputs of an event with Q(S) > M(P(S)), or None if there is none; M is straight between its knots.

    Guarantee: exact. Raises: TooLargeError where one half has more than 2^16 different P(S).
    """
    numbers = [*p, *q, *(value for knot in knots for value in knot), *([] if at_zero is None else [at_zero])]
    scale = lcm(*(value.denominator for value in numbers))

    def whole(value: Fraction) -> int:
        return value.numerator * (scale // value.denominator)

    pieces = [
        Piece(whole(a), whole(c), whole(b), whole(d), n == 0 and at_zero is not None)
        for n, ((a, b), (c, d)) in enumerate(pairwise(knots))
    ]
    if at_zero is not None:
        pieces.insert(0, Piece(0, 0, whole(at_zero), whole(at_zero), open=False))
    left, right = _halves([(whole(a), whole(b)) for a, b in zip(p, q, strict=True)])
    for piece in pieces:
        event = _above_piece(left, right, piece)
        if event is not None:
            return tuple(place for place in range(len(p)) if event >> place & 1)
    return None


def _halves(points: Sequence[tuple[int, int]]) -> tuple[Sums, Sums]:
    """The sums of both halves; an output goes to the half that has fewer. Raises: TooLargeError."""
    halves: list[Sums] = [{0: (0, 0)}, {0: (0, 0)}]
    for place, (a, b) in enumerate(points):
        halves.sort(key=len)
        known = halves[0]
        for x, (y, event) in list(known.items()):
            if x + a not in known or known[x + a][0] < y + b:
                known[x + a] = (y + b, event | 1 << place)
        if len(known) > MAX_SUMS:
            message = (
                f"more than {MAX_SUMS} different probabilities of events for half of the outputs, and the predicate is "
                "not known to be convex"
            )
            raise TooLargeError(message)
    return halves[0], halves[1]


def _above_piece(left: Sums, right: Sums, piece: Piece) -> int | None:
    """An event above this piece, as bits."""
    run, rise = piece.end - piece.start or 1, piece.last - piece.first
    bound = piece.first * run - piece.start * rise
    columns = sorted((a, b * run - a * rise, event) for a, (b, event) in right.items())
    for (a, (b, event)), best in _windows(sorted(left.items(), reverse=True), columns, piece):
        if best is not None and b * run - a * rise + best[0] > bound:
            return event | best[1]
    return None


def _windows(
    left: Sequence[tuple[int, tuple[int, int]]], right: Sequence[tuple[int, int, int]], piece: Piece
) -> Iterator[tuple[tuple[int, tuple[int, int]], tuple[int, int] | None]]:
    """For each of the left, whose a fall: the greatest (value, event) of the right in its window, if there is one."""
    window: deque[int] = deque()
    entered = 0
    for one in left:
        low, high = piece.start - one[0], piece.end - one[0]
        while entered < len(right) and right[entered][0] <= high:
            while window and right[window[-1]][1] <= right[entered][1]:
                window.pop()
            window.append(entered)
            entered += 1
        while window and (right[window[0]][0] < low or (piece.open and right[window[0]][0] == low)):
            window.popleft()
        yield one, (right[window[0]][1:] if window else None)
