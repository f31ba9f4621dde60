"""verify: is the mechanism (epsilon, delta)-private? Proved, Refuted with a pair and an event, or Undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.certificates.generators import check_writable
from dpexact.decide.layout import layout_of
from dpexact.decide.verdict import Counterexample, Proved, Refuted, Undecided
from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import PrivacyClaim, neighbor_runs

if TYPE_CHECKING:
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


def _decided(claim: PrivacyClaim) -> Proved | Refuted:
    if claim.free_intervals:
        from dpexact.decide.free_epsilon import verify_for_all

        return verify_for_all(claim)
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    for i, others in neighbor_runs(claim.mechanism, claim.neighbors):
        j = rows.exceeding(i, others, claim.delta)
        if j is not None:
            return refutation(claim, i, j)
    return Proved(claim)


def refutation(claim: PrivacyClaim, i: int, j: int) -> Refuted:
    """The counterexample of a violating pair of rows: its worst event."""
    mechanism, factor = claim.mechanism, claim.exp_epsilon
    event = layout_of(mechanism, factor).positive(i, j)
    first, second = (mechanism.total(k, event) for k in (i, j))
    example = Counterexample(
        (mechanism.inputs[i], mechanism.inputs[j]),
        tuple(mechanism.outputs[o] for o in event),
        _excess(first, factor, second, claim.delta),
    )
    return Refuted(claim, example, claim)


def _excess(first: Exact, factor: Exact | float, second: Exact, delta: Exact) -> Exact | Enclosure:
    """P_i(S) - E P_j(S) - delta, which is known to be positive; infinity times 0 is 0."""
    if not isinstance(factor, Exact):
        return first - delta
    try:
        return first - factor * second - delta
    except (IncompatibleFieldsError, TooLargeError):
        return Enclosure.of(first) - Enclosure.of(factor) * second - delta
