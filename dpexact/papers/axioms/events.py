"""Events of two distributions that decide a predicate.

For a bound M of straight pieces the events are searched by their two halves. An event is a part of one half of the
outputs and a part of the other, with (a, b) = (P(S), Q(S)) of each. On the piece of M from X to X' through (X, Y) and
(X', Y') the event is above M if and only if

    (b dX - a dY) of the one half + (b dX - a dY) of the other > Y dX - X dY,    dX = X' - X, dY = Y' - Y,

for some pair whose a add up to a number from X to X'. Sorted by a, the second half is a window that slides as a of the
first one falls, and the greatest value of a sliding window is known at once. For 2k outputs these are 2^k sums, not
2^(2k).
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from itertools import chain, pairwise
from math import lcm

from dpexact.errors import TooLargeError
from dpexact.numbers.exact import Exact
from dpexact.papers.axioms.predicate import ZERO, weak_order

Point = tuple[int, int]
Sums = dict[int, tuple[int, int]]  # P(S): the greatest Q(S), the outputs of S as bits
Corner = tuple[Exact, Exact, tuple[int, ...]]  # a, b, the outputs of the event

MAX_SUMS = 1 << 16  # different P(S) of one half
MAX_POINTS = 1 << 17  # different pairs (P_i(S), P_j(S)) that are listed if the shape of the predicate does not help


def event_above(
    p: Sequence[Exact], q: Sequence[Exact], knots: Sequence[tuple[Exact, Exact]], at_zero: Exact | None
) -> tuple[int, ...] | None:
    """Return the outputs of an event with Q(S) > M(P(S)), or None if there is none. M is straight between its knots.

    All numbers are rational. The answer is exact.
    Raises TooLargeError if one half has more than 2^16 different P(S).
    """
    numbers = chain(p, q, *knots, () if at_zero is None else (at_zero,))
    scale = lcm(*(value.as_fraction().denominator for value in numbers))

    def whole(value: Exact) -> int:
        return int(value * scale)

    ends = pairwise((whole(a), whole(b)) for a, b in knots)
    pieces = [(start, end, n == 0 and at_zero is not None) for n, (start, end) in enumerate(ends)]
    if at_zero is not None:
        pieces.insert(0, ((0, whole(at_zero)), (0, whole(at_zero)), False))
    left, right = _halves([(whole(a), whole(b)) for a, b in zip(p, q, strict=True)])
    for start, end, is_open in pieces:
        event = _above_piece(left, right, start, end, is_open=is_open)
        if event is not None:
            return tuple(place for place in range(len(p)) if event >> place & 1)
    return None


def _halves(points: Sequence[Point]) -> tuple[Sums, Sums]:
    """Return the sums of both halves. An output goes to the half that has fewer. Raises TooLargeError."""
    halves: list[Sums] = [{0: (0, 0)}, {0: (0, 0)}]
    for place, (a, b) in enumerate(points):
        halves.sort(key=len)
        known = halves[0]
        for x, (y, event) in list(known.items()):
            if x + a not in known or known[x + a][0] < y + b:
                known[x + a] = (y + b, event | 1 << place)
        if len(known) > MAX_SUMS:
            raise TooLargeError(
                f"more than {MAX_SUMS} different probabilities of events for half of the outputs, and the "
                "predicate is not known to be convex"
            )
    return halves[0], halves[1]


def _above_piece(left: Sums, right: Sums, start: Point, end: Point, *, is_open: bool) -> int | None:
    """Return an event above M between two of its points, as bits, if `is_open` without the first one.

    The window has the places of values of the right that fall.
    """
    run, rise = end[0] - start[0] or 1, end[1] - start[1]
    bound = start[1] * run - start[0] * rise
    columns = sorted((a, b * run - a * rise, event) for a, (b, event) in right.items())
    window: deque[int] = deque()
    entered = 0
    for a, (b, event) in sorted(left.items(), reverse=True):
        low, high = start[0] - a, end[0] - a
        while entered < len(columns) and columns[entered][0] <= high:
            while window and columns[window[-1]][1] <= columns[entered][1]:
                window.pop()
            window.append(entered)
            entered += 1
        while window and (columns[window[0]][0] < low or (is_open and columns[window[0]][0] == low)):
            window.popleft()
        if window and b * run - a * rise + columns[window[0]][1] > bound:
            return event | columns[window[0]][2]
    return None


def prefixes(p: Sequence[Exact], q: Sequence[Exact]) -> Iterator[Corner]:
    """Yield the events at the corners of the possible (P(S), Q(S)), prefixes in descending order of q/p.

    Outputs with p = 0 come first, so that a mass of q at them meets M(0). Complements are left out, since the
    predicate is its own reflection. With a free E outputs whose ratios meet at some E may be in either order.
    """
    places = [n for n in range(len(p)) if p[n] != 0 or q[n] != 0]

    def order(m: int, n: int) -> int:
        return -weak_order(q[m] * p[n], q[n] * p[m])

    a, b, event = ZERO, ZERO, []
    yield a, b, ()
    places.sort(key=cmp_to_key(order))
    for n, place in enumerate(places):
        a, b = a + p[place], b + q[place]
        event.append(place)
        if n + 1 == len(places) or order(place, places[n + 1]) != 0:
            yield a, b, tuple(sorted(event))


def event_points(p: Sequence[Exact], q: Sequence[Exact]) -> Iterator[Corner]:
    """Yield every different (P(S), Q(S)), with one event for each, as soon as it is known.

    Raises TooLargeError past 2^17 of them.
    """
    known: dict[tuple[Exact, Exact], tuple[int, ...]] = {(ZERO, ZERO): ()}
    yield ZERO, ZERO, ()
    for place, (x, y) in enumerate(zip(p, q, strict=True)):
        for (a, b), event in list(known.items()):
            point = (a + x, b + y)
            if point in known:
                continue
            if len(known) == MAX_POINTS:
                raise TooLargeError(
                    f"more than {MAX_POINTS} different pairs of probabilities, and the predicate is not known to "
                    "be convex"
                )
            known[point] = (*event, place)
            yield *point, known[point]
