"""Decide whether a mechanism satisfies a predicate, for every event of every neighboring pair, with the evidence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from dpexact.errors import IncompatibleFieldsError, MechanismError, SignChangesError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import TO_DISTRIBUTIONS, exact_sum
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free
from dpexact.papers.axioms.bounds import (
    DENSITIES,
    DirectedBound,
    LinePredicate,
    PiecewiseLinearPredicate,
    PiecewiseRationalPredicate,
)
from dpexact.papers.axioms.conditions import PredicateVerdict, Reason, check_predicate
from dpexact.papers.axioms.events import Corner, event_above, event_points, prefixes
from dpexact.papers.axioms.predicate import ZERO, Part, Predicate, RawPredicate, checked_predicate, parts_of
from dpexact.privacy.claim import check_neighbors, mechanism_at
from dpexact.privacy.verdict import NotPrivate, Proved, Refuted, Undecided
from dpexact.privacy.verify import points_of, verify

OPEN = (IncompatibleFieldsError, TooLargeError, UndecidedError, SignChangesError)
Side = Literal["above", "below", "not allowed"]


@dataclass(frozen=True)
class DisallowedEvent:
    """An ordered pair (i, j) and an event S with (P_i(S), P_j(S)) = (a, b) not allowed.

    By `side` b is "above" M(a), "below" m(a), or, without an M, the pair is "not allowed". `evidence` is the verdict of
    `verify`, if a bound fails.
    """

    pair: tuple[Label, Label]
    event: tuple[Label, ...]
    a: Exact
    b: Exact
    side: Side
    evidence: tuple[NotPrivate, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Satisfaction:
    """The claim that the predicate allows (P_i(S), P_j(S)) for every ordered neighboring pair and every event."""

    mechanism: Mechanism
    neighbors: NeighborGraph
    predicate: Predicate | RawPredicate

    @property
    def vacuous(self) -> bool:
        """Return whether the relation lacks pairs, so that nothing is claimed."""
        return self.neighbors.is_empty


def satisfies(mechanism: Mechanism, neighbors: NeighborGraph, predicate: Predicate | RawPredicate) -> PredicateVerdict:
    """Decide whether q(P_i(S), P_j(S)) holds for every ordered pair (i, j) of the relation and every event S.

    All 2^m events count, the empty one too. A minimum of lines is decided as (epsilon, delta)-bounds by `verify`,
    another convex predicate by its corners, the likelihood-ratio prefixes, and one with knots by the two halves of the
    outputs. For any other the different pairs (P_i(S), P_j(S)) are listed. Refuted has `.counterexample` with the pair,
    the event, a, b and the side. With a free E it is about `.point`, or about every E. Undecided if an enclosure cannot
    be told from a bound, and past 2^17 pairs to list or 2^16 sums of a half. A relation without pairs is satisfied, and
    the reason says that nothing was claimed.

    The answer is exact. Raises ParameterError, MechanismError.
    Reference: Kifer and Lin, Definition 2.0.4.
    """
    checked_predicate(predicate)
    check_neighbors(mechanism, neighbors)
    claim = Satisfaction(mechanism, neighbors, predicate)
    if mechanism.defects:
        return Undecided(claim, f"the rows do not sum to 1; {TO_DISTRIBUTIONS}")
    bounds, others = _sorted_parts(predicate)
    proofs: list[Reason] = []
    undecided: list[str] = []
    for part in [*([None] if bounds else []), *others]:  # all bounds at once, then part by part
        try:
            answer = _by_bounds(claim, bounds) if part is None else _by_events(claim, part)
        except OPEN as error:
            undecided.append(str(error))
            continue
        if isinstance(answer, Refuted):
            return answer
        proofs.append(answer)
    if undecided:
        refuted = _at_some_point(claim, others)
        return Undecided(claim, "; ".join(dict.fromkeys(undecided))) if refuted is None else refuted
    evidence = () if others else tuple(verdict for proof in proofs for verdict in proof.evidence)
    reason = "; ".join(dict.fromkeys(proof.reason for proof in proofs)) or "nothing is forbidden"
    return Proved(claim, Reason(f"nothing was claimed: {NO_PAIR}" if claim.vacuous else reason, evidence))


def _sorted_parts(whole: Predicate | RawPredicate) -> tuple[list[DirectedBound], list[Part]]:
    """Return the (epsilon, delta)-bounds of the parts whose M is a minimum of lines with M(1) = 1, and the others."""
    bounds: list[DirectedBound] = []
    others: list[Part] = []
    for predicate, exchanged in parts_of(whole):
        lines = predicate if isinstance(predicate, LinePredicate) else getattr(predicate, "line_predicate", None)
        try:
            own = None if lines is None else lines.bounds
        except OPEN:  # a slope that is above 1 for some E only
            own = None
        if own is None:
            others.append((predicate, exchanged))
        else:
            bounds += [(factor, delta, forward != exchanged) for factor, delta, forward in own]
    return bounds, others


def _at_some_point(claim: Satisfaction, parts: Sequence[Part]) -> Refuted[Any, Any] | None:
    """Find, with a free E, a refutation at one of a few E, if there is one."""
    shifts = [tuple(vars(q).values()) if isinstance(q, DENSITIES) else () for q, _ in parts]
    fields = claim.mechanism.fields.union(shift.field for shift in chain(*shifts))
    free = [field for field in fields if isinstance(field, Free)]
    if len(free) != 1:
        return None
    for point in points_of(free[0]):
        try:
            concrete = mechanism_at(claim.mechanism, point)
        except (MechanismError, ZeroDivisionError):  # no mechanism at this E
            continue
        for (predicate, exchanged), own in zip(parts, shifts, strict=True):
            kind: Any = type(predicate)
            try:
                there = kind(*(shift.substitute(point) for shift in own)) if own else predicate
                answer = _by_events(replace(claim, mechanism=concrete), (there, exchanged))
            except OPEN:
                continue
            if isinstance(answer, Refuted):
                return replace(answer, claim=claim, point=point)
    return None


def _by_bounds(claim: Satisfaction, bounds: Sequence[DirectedBound]) -> Reason | Refuted[Any, Any]:
    """Decide by `verify`, once for each (E, delta), over the pairs in the directions of its bounds."""
    mechanism, neighbors = claim.mechanism, claim.neighbors
    pairs: dict[tuple[Exact | float, Exact], dict[tuple[Label, Label], bool]] = {}
    for factor, delta, forward in bounds:
        known = pairs.setdefault((factor, delta), {})
        for i, j in neighbors.ordered_pairs():
            known.setdefault((i, j) if forward else (j, i), forward)
    evidence = []
    for (factor, delta), directions in pairs.items():
        directed = NeighborGraph.from_edges(neighbors.inputs, directions, directed=True)
        verdict = verify(mechanism, directed, factor, delta)
        match verdict:
            case Proved():
                evidence.append(verdict)
            case Undecided(reason=reason):
                raise UndecidedError(reason)
            case Refuted(counterexample=violation, concrete=concrete):
                forward = directions[violation.pair]
                pair = violation.pair if forward else (violation.pair[1], violation.pair[0])
                places = tuple(mechanism.output_place(label) for label in violation.event)
                event = _disallowed(concrete.mechanism, pair, places, "below" if forward else "above")
                return Refuted(claim, replace(event, evidence=(verdict,)), point=verdict.point)
    inequalities = (
        f"P_i(S) <= {factor} P_j(S) + {delta}" if forward else f"P_j(S) <= {factor} P_i(S) + {delta}"
        for factor, delta, forward in dict.fromkeys(bounds)
    )
    return Reason(f"every event and pair (i, j): {'; '.join(inequalities)}", tuple(evidence))


def _by_events(claim: Satisfaction, part: Part) -> Reason | Refuted[Any, Any]:
    mechanism, (predicate, exchanged) = claim.mechanism, part
    rows, convex = mechanism.rows(), getattr(predicate, "convex", False)
    if isinstance(predicate, PiecewiseRationalPredicate):
        convex = check_predicate(predicate)[3].proved
    undecided: UndecidedError | SignChangesError | None = None
    for pair in claim.neighbors.ordered_pairs():
        p, q = (rows[mechanism.input_place(label)] for label in pair)
        if exchanged:
            p, q = q, p
        for a, b, event in prefixes(p, q) if convex else _candidates(p, q, predicate):
            try:
                allowed = predicate.allows(a, b)
            except (UndecidedError, SignChangesError) as error:
                undecided = error
                continue
            if allowed:
                continue
            side: Side = "not allowed"  # of exchanged pairs there may be no M
            if hasattr(predicate, "upper") and not isinstance(predicate, RawPredicate) and (convex or not exchanged):
                side = "above" if bool(b > predicate.upper(a)) != exchanged else "below"
            return Refuted(claim, _disallowed(mechanism, pair, event, side))
    if undecided is not None:
        raise undecided
    return Reason("every corner is allowed, and the allowed pairs are convex" if convex else "every event is allowed")


def _candidates(p: Sequence[Exact], q: Sequence[Exact], predicate: Predicate | RawPredicate) -> Iterator[Corner]:
    """Return events of which one is not allowed, if there is one, by the two halves or by listing all."""
    if not isinstance(predicate, PiecewiseLinearPredicate):
        return event_points(p, q)
    knots, jump = predicate.knots, predicate.at_zero
    if not all(value.is_rational() for value in chain(p, q, *knots, () if jump is None else (jump,))):
        return event_points(p, q)
    event = event_above(p, q, knots, jump)
    if event is None:
        return iter([])
    a, b = (exact_sum([ZERO, *(row[n] for n in event)]) for row in (p, q))
    return iter([(a, b, event)])


def _disallowed(mechanism: Mechanism, pair: tuple[Label, Label], places: Sequence[int], side: Side) -> DisallowedEvent:
    i, j = (mechanism.input_place(label) for label in pair)
    event = tuple(mechanism.outputs[place] for place in places)
    return DisallowedEvent(pair, event, mechanism.total(i, places), mechanism.total(j, places), side)
