"""Decide whether every event of every neighbouring pair is allowed by the predicate."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING

from dpexact.axioms.combined import Both, Exchanged
from dpexact.axioms.lines import ApproxDPPredicate, Bound, LinePredicate, PiecewiseLinearPredicate
from dpexact.axioms.predicate import ZERO
from dpexact.axioms.predicate_verdict import DisallowedEvent, Proved, Refuted, Undecided
from dpexact.axioms.raw import RawPredicate
from dpexact.decide import verdict as privacy_verdict
from dpexact.decide.verify import verify
from dpexact.errors import IncompatibleFieldsError, ParameterError, SignChangesError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.numbers.excerpt import value_excerpt
from dpexact.privacy.privacy_claim import check_neighbors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpexact.axioms.predicate import Predicate
    from dpexact.axioms.predicate_verdict import PredicateVerdict
    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.numbers.exact import Exact

MAX_POINTS = 1 << 17  # different pairs (P_i(S), P_j(S)) that are listed where no shape of the predicate helps

Corner = tuple["Exact", "Exact", tuple[int, ...]]  # a, b, the outputs of the event


def satisfies(mechanism: Mechanism, neighbors: NeighborGraph, predicate: Predicate | RawPredicate) -> PredicateVerdict:
    """Whether q(P_i(S), P_j(S)) holds for every ordered pair (i, j) of the relation and every event S.

    All 2^m events, the empty one too: a minimum of lines as (epsilon, delta)-bounds by `verify`; another convex
    predicate by its corners, the likelihood-ratio prefixes; any other by listing the different pairs (P_i(S), P_j(S)).
    Refuted has `.counterexample` with the pair, the event, a, b and the side. Undecided where an enclosure is not told
    from a bound and where there are more than 2^17 pairs to list. A relation without pairs is satisfied.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    Reference: Kifer and Lin, Definition 2.0.4.
    """
    if not hasattr(predicate, "allows"):
        message = f"predicate: expected one with .allows, such as ApproxDPPredicate, got {value_excerpt(predicate)}"
        raise ParameterError(message)
    check_neighbors(mechanism, neighbors)
    if mechanism.defects:
        return Undecided("the rows do not sum to 1; round them to a distribution first")
    try:
        bounds = bounds_of(predicate)
        if bounds is not None:
            return _by_bounds(mechanism, neighbors, predicate, bounds)
        return _by_events(mechanism, neighbors, predicate)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError, SignChangesError) as error:
        return Undecided(str(error))


def bounds_of(predicate: Predicate | RawPredicate) -> tuple[Bound, ...] | None:
    """The predicate as (epsilon, delta)-bounds, where its M is a minimum of lines that ends in M(1) = 1; else None."""
    match predicate:
        case LinePredicate():
            return predicate.bounds
        case ApproxDPPredicate() | PiecewiseLinearPredicate():
            lines = predicate.line_predicate
            return None if lines is None else lines.bounds
        case Both(parts=parts):
            found = [bounds_of(part) for part in parts]
            return None if None in found else tuple(bound for bounds in found if bounds for bound in bounds)
        case Exchanged(original=original):
            bounds = bounds_of(original)
            return (
                None
                if bounds is None
                else tuple(Bound(bound.exp_epsilon, bound.delta, not bound.forward) for bound in bounds)
            )
        case _:
            return None


def _by_bounds(
    mechanism: Mechanism, neighbors: NeighborGraph, predicate: Predicate | RawPredicate, bounds: Sequence[Bound]
) -> PredicateVerdict:
    pairs = tuple(neighbors.ordered_pairs())
    graphs = {
        True: NeighborGraph.from_edges(neighbors.inputs, pairs, directed=True),
        False: NeighborGraph.from_edges(neighbors.inputs, [(j, i) for i, j in pairs], directed=True),
    }
    evidence = []
    for bound in bounds:
        verdict = verify(mechanism, graphs[bound.forward], bound.exp_epsilon, bound.delta)
        match verdict:
            case privacy_verdict.Proved():
                evidence.append(verdict)
            case privacy_verdict.Undecided():
                return Undecided(verdict.reason)
            case privacy_verdict.Refuted(counterexample=found):
                pair = found.pair if bound.forward else (found.pair[1], found.pair[0])
                places = tuple(mechanism.output_place(label) for label in found.event)
                return Refuted(_disallowed(mechanism, predicate, pair, places))
    reason = "; ".join(
        f"P_{'i' if b.forward else 'j'}(S) <= {b.exp_epsilon} P_{'j' if b.forward else 'i'}(S) + {b.delta}"
        for b in bounds
    )
    return Proved(f"every event and pair (i, j): {reason}", tuple(evidence))


def _by_events(mechanism: Mechanism, neighbors: NeighborGraph, predicate: Predicate | RawPredicate) -> PredicateVerdict:
    rows = mechanism.rows()
    corners = prefixes if predicate.convex else event_points
    undecided: UndecidedError | None = None
    for pair in neighbors.ordered_pairs():
        p, q = (rows[mechanism.input_place(label)] for label in pair)
        for a, b, event in corners(p, q):
            try:
                allowed = predicate.allows(a, b)
            except UndecidedError as error:
                undecided = error
                continue
            if not allowed:
                return Refuted(_disallowed(mechanism, predicate, pair, event))
    if undecided is not None:
        raise undecided
    return Proved("every corner is allowed, and the allowed pairs are convex" if predicate.convex else "every event")


def prefixes(p: Sequence[Exact], q: Sequence[Exact]) -> Iterator[Corner]:
    """The events that are corners of what (P(S), Q(S)) can be: prefixes in descending order of q/p.

    Outputs with p = 0 come first, so a mass of q where p is 0 meets M(0). Complements need no look where the
    predicate is its own reflection.
    """
    places = [n for n in range(len(p)) if p[n] != 0 or q[n] != 0]

    def order(m: int, n: int) -> int:
        left, right = q[m] * p[n], q[n] * p[m]
        return -1 if left > right else int(left < right)

    a, b, event = ZERO, ZERO, []
    yield a, b, ()
    places.sort(key=cmp_to_key(order))
    for n, place in enumerate(places):
        a, b = a + p[place], b + q[place]
        event.append(place)
        if n + 1 == len(places) or order(place, places[n + 1]) != 0:
            yield a, b, tuple(sorted(event))


def event_points(p: Sequence[Exact], q: Sequence[Exact]) -> Iterator[Corner]:
    """Every different (P(S), Q(S)), with one event for each. Raises: TooLargeError past 2^17 of them."""
    known: dict[tuple[Exact, Exact], tuple[int, ...]] = {(ZERO, ZERO): ()}
    for place, (x, y) in enumerate(zip(p, q, strict=True)):
        for (a, b), event in list(known.items()):
            known.setdefault((a + x, b + y), (*event, place))
        if len(known) > MAX_POINTS:
            message = (
                f"more than {MAX_POINTS} different pairs of probabilities, and the predicate is not known to be convex"
            )
            raise TooLargeError(message)
    for (a, b), event in known.items():
        yield a, b, event


def _disallowed(
    mechanism: Mechanism, predicate: Predicate | RawPredicate, pair: tuple[Label, Label], places: tuple[int, ...]
) -> DisallowedEvent:
    i, j = (mechanism.input_place(label) for label in pair)
    a, b = mechanism.total(i, places), mechanism.total(j, places)
    event = tuple(mechanism.outputs[place] for place in places)
    if isinstance(predicate, RawPredicate):
        return DisallowedEvent(pair, event, a, b, "not allowed")
    return DisallowedEvent(pair, event, a, b, "above" if b > predicate.upper(a) else "below")
