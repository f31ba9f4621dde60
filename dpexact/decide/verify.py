"""verify: is the mechanism (epsilon, delta)-private? Proved, Refuted with a pair and an event, or Undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from dpexact.certificates.generators import check_writable
from dpexact.decide.divergence import exceeds, positive_event, worst_neighbors
from dpexact.decide.infinite import masses_apart
from dpexact.decide.verdict import Counterexample, Proved, Refuted, Undecided
from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import PrivacyClaim, neighbor_runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.decide.verdict import Verdict
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism


def verify(mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object) -> Verdict:
    """Whether P_i(S) <= E P_j(S) + delta for every event S and every ordered neighbouring pair (i, j).

    With a free E: Proved for all E of its interval, or Refuted with a concrete E. Undecided, with the reason, for a
    float matrix whose rows do not sum to 1, for numbers without a common field, and past a size limit. E may be
    math.inf, where infinity times 0 is 0: P_i(S) <= delta for every event with P_j(S) = 0.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    """
    claim = PrivacyClaim.of(mechanism, neighbors, exp_epsilon, delta)
    if mechanism.defects:
        worst = max(mechanism.defects, key=abs)
        reason = f"the rows do not sum to 1 (off by up to {worst.decimal(5)}); round them to a distribution first"
        return Undecided(claim, reason)
    try:
        check_writable(claim.fields)
        return _decided(claim)
    except (IncompatibleFieldsError, TooLargeError) as error:
        return Undecided(claim, str(error))


def _decided(claim: PrivacyClaim) -> Verdict:
    if claim.free_intervals:
        from dpexact.decide.free_epsilon import verify_for_all

        return verify_for_all(claim)
    if not isinstance(claim.exp_epsilon, Exact):
        return _decided_at_infinity(claim)
    violation = _first_violation(claim)
    return Proved(claim) if violation is None else refutation(claim, *violation)


def _first_violation(claim: PrivacyClaim) -> tuple[int, int] | None:
    mechanism, factor, delta = claim.mechanism, cast("Exact", claim.exp_epsilon), claim.delta
    runs = neighbor_runs(mechanism, claim.neighbors)
    found: Iterator[tuple[int, int]]
    if mechanism.stored_integers() is not None:
        found = ((i, j) for i, j, value in worst_neighbors(mechanism, runs, factor) if value > delta)
    else:
        found = ((i, j) for i, others in runs for j in others if exceeds(mechanism, i, j, factor, delta))
    return next(found, None)


def _decided_at_infinity(claim: PrivacyClaim) -> Proved | Refuted:
    mechanism = claim.mechanism
    for i, j, mass, event in masses_apart(mechanism, neighbor_runs(mechanism, claim.neighbors)):
        if mass > claim.delta:
            pair = mechanism.inputs[i], mechanism.inputs[j]
            example = Counterexample(pair, tuple(mechanism.outputs[o] for o in event), mass - claim.delta)
            return Refuted(claim, example, claim)
    return Proved(claim)


def refutation(claim: PrivacyClaim, i: int, j: int) -> Refuted:
    """The counterexample of a violating pair of rows: its worst event."""
    mechanism, factor = claim.mechanism, cast("Exact", claim.exp_epsilon)
    event = positive_event(mechanism, i, j, factor)
    first, second = (mechanism.total(k, event) for k in (i, j))
    example = Counterexample(
        (mechanism.inputs[i], mechanism.inputs[j]),
        tuple(mechanism.outputs[o] for o in event),
        _excess(first, factor, second, claim.delta),
    )
    return Refuted(claim, example, claim)


def _excess(first: Exact, factor: Exact, second: Exact, delta: Exact) -> Exact | Enclosure:
    """P_i(S) - E P_j(S) - delta, which is known to be positive."""
    try:
        return first - factor * second - delta
    except (IncompatibleFieldsError, TooLargeError):
        return Enclosure.of(first) - Enclosure.of(factor) * second - delta
