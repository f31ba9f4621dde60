"""Decide whether a mechanism satisfies a predicate.

The events of two distributions against a bound of straight pieces, by their two halves: meet in the middle.

An event is a part of one half of the outputs and a part of the other; with (a, b) = (P(S), Q(S)) of each. On the piece
of M from X to X' through (X, Y) and (X', Y') the event is above M if and only if

    (b dX - a dY) of the one half + (b dX - a dY) of the other > Y dX - X dY,    dX = X' - X, dY = Y' - Y,

for some pair whose a add up to something from X to X'. Sorted by a, the second half is a window that slides as a of the
first one falls, and the greatest of a sliding window is known at once. For 2k outputs 2^k sums, not 2^(2k).

Decide whether every event of every neighboring pair is allowed by the predicate.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import lcm
from typing import Literal, NamedTuple

from dpexact.errors import IncompatibleFieldsError, MechanismError, SignChangesError, TooLargeError, UndecidedError
from dpexact.mechanisms.float_rows import TO_DISTRIBUTIONS
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free
from dpexact.papers.axioms.lines import ApproxDPPredicate, Bound, LinePredicate, PiecewiseLinearPredicate
from dpexact.papers.axioms.pieces import PiecewiseRationalPredicate
from dpexact.papers.axioms.predicate import ZERO, Predicate, RawPredicate, checked_predicate, weak_order
from dpexact.papers.axioms.predicate_verdict import DisallowedEvent, Granted, PredicateVerdict, Reason
from dpexact.papers.axioms.shifts import Both, Exchanged, fields_of, predicate_at
from dpexact.privacy.claim import check_neighbors, number_at
from dpexact.privacy.verdict import Proved, Refuted, Undecided
from dpexact.privacy.verify import verify
from dpexact.sufficiency.intervals import points_of

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
    """Return the outputs of an event with Q(S) > M(P(S)), or None if there is none; M is straight between its knots.

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
    """Return the sums of both halves; an output goes to the half that has fewer. Raises: TooLargeError."""
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


def _above_piece(left: Sums, right: Sums, piece: Piece) -> int | None:
    """Return an event above this piece, as bits."""
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
    """Yield for each of the left, a falling, the greatest (value, event) of the right in its window, if any."""
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


MAX_POINTS = 1 << 17  # different pairs (P_i(S), P_j(S)) that are listed where no shape of the predicate helps


OPEN = (IncompatibleFieldsError, TooLargeError, UndecidedError, SignChangesError)


Side = Literal["above", "below", "not allowed"]


Corner = tuple["Exact", "Exact", tuple[int, ...]]  # a, b, the outputs of the event


@dataclass(frozen=True)
class Part:
    """One of the predicates that have to hold together: q(a, b), or q(b, a) if it is `exchanged`."""

    predicate: Predicate | RawPredicate
    exchanged: bool

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether it allows the pair. Raises: UndecidedError, SignChangesError."""
        return self.predicate.allows(b, a) if self.exchanged else self.predicate.allows(a, b)


@dataclass(frozen=True)
class Satisfaction:
    """The claim that the predicate allows (P_i(S), P_j(S)) for every ordered neighboring pair and every event."""

    mechanism: Mechanism
    neighbors: NeighborGraph
    predicate: Predicate | RawPredicate

    @property
    def vacuous(self) -> bool:
        """Return whether there is no pair of neighbors, so that nothing is claimed."""
        return self.neighbors.is_empty


def satisfies(mechanism: Mechanism, neighbors: NeighborGraph, predicate: Predicate | RawPredicate) -> PredicateVerdict:
    """Decide whether q(P_i(S), P_j(S)) holds for every ordered pair (i, j) of the relation and every event S.

    All 2^m events, the empty one too: a minimum of lines as (epsilon, delta)-bounds by `verify`; another convex
    predicate by its corners, the likelihood-ratio prefixes; one with knots by the two halves of the outputs; any other
    by listing the different pairs (P_i(S), P_j(S)). Refuted has `.counterexample` with the pair, the event, a, b and
    the side; with a free E it is about `.point`, or about every E. Undecided where an enclosure cannot be told from a
    bound, and where there are more than 2^17 pairs to list or 2^16 sums of a half. A relation without pairs is
    satisfied, and the reason says that nothing was claimed.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    Reference: Kifer and Lin, Definition 2.0.4.
    """
    checked_predicate(predicate)
    check_neighbors(mechanism, neighbors)
    claim = Satisfaction(mechanism, neighbors, predicate)
    if mechanism.defects:
        return Undecided(claim, f"the rows do not sum to 1; {TO_DISTRIBUTIONS}")
    bounds: list[Bound] = []
    others: list[Part] = []
    undecided: list[str] = []
    for part in parts_of(predicate):
        try:
            found = bounds_of(part.predicate)
        except OPEN as error:
            undecided.append(str(error))
            continue
        if found is None:
            others.append(part)
        else:
            bounds += [Bound(b.exp_epsilon, b.delta, b.forward != part.exchanged) for b in found]
    proofs: list[Granted] = []
    for one in [*([None] if bounds else []), *others]:  # all bounds at once, then part by part
        try:
            verdict = _by_bounds(claim, bounds) if one is None else _by_events(claim, one)
        except OPEN as error:
            verdict = Undecided(claim, str(error))
        match verdict:
            case Refuted():
                return verdict
            case Undecided(reason=reason):
                undecided.append(reason)
            case Proved():
                proofs.append(verdict)
    if undecided:
        refuted = _at_some_point(claim, others)
        return Undecided(claim, "; ".join(dict.fromkeys(undecided))) if refuted is None else refuted
    evidence = () if others else tuple(verdict for proof in proofs for verdict in proof.by.evidence)
    reason = "; ".join(dict.fromkeys(proof.by.reason for proof in proofs)) or "nothing is forbidden"
    return Proved(claim, Reason(f"nothing was claimed: {NO_PAIR}" if claim.vacuous else reason, evidence))


def _at_some_point(claim: Satisfaction, parts: Sequence[Part]) -> PredicateVerdict | None:
    """Find, with a free E, a refutation at one of a few E, if there is one."""
    mechanism = claim.mechanism
    fields = mechanism.fields.union(*(fields_of(part.predicate) for part in parts))
    free = [field for field in fields if isinstance(field, Free)]
    if len(free) != 1:
        return None
    for point in points_of(free[0]):
        try:
            rows = [[number_at(value, point) for value in row] for row in mechanism.rows()]
            concrete = Mechanism.from_rows(mechanism.inputs, mechanism.outputs, rows)
        except (MechanismError, ZeroDivisionError):  # no mechanism at this E
            continue
        for part in parts:
            try:
                there = replace(claim, mechanism=concrete)
                verdict = _by_events(there, Part(predicate_at(part.predicate, point), part.exchanged))
            except OPEN:
                continue
            if isinstance(verdict, Refuted):
                return replace(verdict, claim=claim, point=point)
    return None


def parts_of(predicate: Predicate | RawPredicate, *, exchanged: bool = False) -> Iterator[Part]:
    """Yield the predicates that it is made of, all of which have to hold."""
    match predicate:
        case Both(parts=parts):
            for part in parts:
                yield from parts_of(part, exchanged=exchanged)
        case Exchanged(original=original):
            yield from parts_of(original, exchanged=not exchanged)
        case _:
            yield Part(predicate, exchanged)


def bounds_of(predicate: Predicate | RawPredicate) -> tuple[Bound, ...] | None:
    """Return the predicate as (epsilon, delta)-bounds, if its M is a minimum of lines with M(1) = 1; else None."""
    match predicate:
        case LinePredicate():
            return predicate.bounds
        case ApproxDPPredicate() | PiecewiseLinearPredicate():
            lines = predicate.line_predicate
            return None if lines is None else lines.bounds
        case _:
            return None


def _by_bounds(claim: Satisfaction, bounds: Sequence[Bound]) -> PredicateVerdict:
    """Decide by `verify`, once for each (E, delta), over the pairs of both directions in which it is asked for."""
    mechanism, neighbors = claim.mechanism, claim.neighbors
    asked = tuple(neighbors.ordered_pairs())
    pairs: dict[tuple[Exact | float, Exact], dict[tuple[Label, Label], bool]] = {}
    for bound in bounds:
        known = pairs.setdefault((bound.exp_epsilon, bound.delta), {})
        for i, j in asked:
            known.setdefault((i, j) if bound.forward else (j, i), bound.forward)
    evidence = []
    for (factor, delta), directions in pairs.items():
        verdict = verify(
            mechanism, NeighborGraph.from_edges(neighbors.inputs, directions, directed=True), factor, delta
        )
        match verdict:
            case Proved():
                evidence.append(verdict)
            case Undecided():
                return Undecided(claim, verdict.reason)
            case Refuted(counterexample=found, concrete=concrete):
                forward = directions[found.pair]
                pair = found.pair if forward else (found.pair[1], found.pair[0])
                places = tuple(mechanism.output_place(label) for label in found.event)
                event = _disallowed(concrete.mechanism, pair, places, "below" if forward else "above")
                return Refuted(claim, replace(event, evidence=(verdict,)), point=verdict.point)
    reason = "; ".join(
        f"P_{'i' if b.forward else 'j'}(S) <= {b.exp_epsilon} P_{'j' if b.forward else 'i'}(S) + {b.delta}"
        for b in dict.fromkeys(bounds)
    )
    return Proved(claim, Reason(f"every event and pair (i, j): {reason}", tuple(evidence)))


def _by_events(claim: Satisfaction, part: Part) -> PredicateVerdict:
    mechanism, neighbors = claim.mechanism, claim.neighbors
    rows, predicate = mechanism.rows(), part.predicate
    convex = getattr(predicate, "convex", False)
    if isinstance(predicate, PiecewiseRationalPredicate):
        convex = predicate.concave
    undecided: UndecidedError | SignChangesError | None = None
    for pair in neighbors.ordered_pairs():
        p, q = (rows[mechanism.input_place(label)] for label in pair)
        if part.exchanged:
            p, q = q, p
        for a, b, event in prefixes(p, q) if convex else _candidates(p, q, predicate):
            try:
                allowed = predicate.allows(a, b)
            except (UndecidedError, SignChangesError) as error:
                undecided = error
                continue
            if not allowed:
                return Refuted(claim, _disallowed(mechanism, pair, event, _side(part, a, b, convex=convex)))
    if undecided is not None:
        raise undecided
    said = "every corner is allowed, and the allowed pairs are convex" if convex else "every event is allowed"
    return Proved(claim, Reason(said))


def _candidates(p: Sequence[Exact], q: Sequence[Exact], predicate: Predicate | RawPredicate) -> Iterator[Corner]:
    """Return events of which one is not allowed, if any is: one that the two halves show, or all."""
    if not isinstance(predicate, PiecewiseLinearPredicate):
        return event_points(p, q)
    jump = predicate.at_zero
    known = [*p, *q, *(value for knot in predicate.knots for value in knot), *([] if jump is None else [jump])]
    if not all(value.is_rational() for value in known):
        return event_points(p, q)
    one, other = ([value.as_fraction() for value in row] for row in (p, q))
    knots = [(a.as_fraction(), b.as_fraction()) for a, b in predicate.knots]
    event = event_above(one, other, knots, None if jump is None else jump.as_fraction())
    return iter([] if event is None else [_corner(p, q, event)])


def _corner(p: Sequence[Exact], q: Sequence[Exact], event: tuple[int, ...]) -> Corner:
    return exact_sum([ZERO, *(p[n] for n in event)]), exact_sum([ZERO, *(q[n] for n in event)]), event


def prefixes(p: Sequence[Exact], q: Sequence[Exact]) -> Iterator[Corner]:
    """Yield the events that are corners of what (P(S), Q(S)) can be: prefixes in descending order of q/p.

    Outputs with p = 0 come first, so a mass of q where p is 0 meets M(0). Complements need no look where the
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

    Raises: TooLargeError past 2^17 of them.
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


def _side(part: Part, a: Exact, b: Exact, *, convex: bool) -> Side:
    """Return where the pair lies that the predicate of the part does not allow, as it is asked."""
    predicate = part.predicate
    if isinstance(predicate, RawPredicate) or not hasattr(predicate, "upper"):
        return "not allowed"
    if part.exchanged and not convex:  # there may be no M for the exchanged pairs
        return "not allowed"
    return "above" if bool(b > predicate.upper(a)) != part.exchanged else "below"


def _disallowed(
    mechanism: Mechanism, pair: tuple[Label, Label], places: tuple[int, ...], side: Side
) -> DisallowedEvent:
    i, j = (mechanism.input_place(label) for label in pair)
    event = tuple(mechanism.outputs[place] for place in places)
    return DisallowedEvent(pair, event, mechanism.total(i, places), mechanism.total(j, places), side)
