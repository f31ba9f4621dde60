"""verify: is the mechanism (epsilon, delta)-private? Proved, Refuted with a pair and an event, or Undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.certificates.generators import check_writable
from dpexact.decide.free_epsilon import verify_for_all
from dpexact.decide.layout import layout_of
from dpexact.decide.refutation import refutation
from dpexact.decide.verdict import Proved, Undecided
from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.mechanisms.float_rows import TO_DISTRIBUTIONS
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.privacy.privacy_claim import PrivacyClaim, neighbor_runs

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.decide.verdict import Refuted, Verdict
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism


def verify(
    mechanism: Mechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Verdict:
    """Whether P_i(S) <= E P_j(S) + delta for every event S and every ordered neighbouring pair (i, j).

    With a free E: Proved for all E of its interval, or Refuted with a concrete E. Undecided, with the reason, for a
    float matrix whose rows do not sum to 1, for numbers without a common field, and past a size limit. E may be
    math.inf, where infinity times 0 is 0: P_i(S) <= delta for every event with P_j(S) = 0.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    """
    claim = PrivacyClaim.of(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    return _unless_open(claim, lambda: (_decided(claim), None))[0]


def verify_and_measure(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object
) -> tuple[Verdict, Exact | None]:
    """`verify`, and by the same walk over the pairs the tight delta at this E.

    The tight delta is None for a free E, beside Undecided, and where a refutation is all that could be decided: that
    needs one pair, and a tight delta all of them.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    """
    claim = PrivacyClaim.of(mechanism, neighbors, exp_epsilon, delta)
    return _unless_open(claim, lambda: (_decided(claim), None) if claim.free_intervals else _measured(claim))


def _unless_open(
    claim: PrivacyClaim, decide: Callable[[], tuple[Verdict, Exact | None]]
) -> tuple[Verdict, Exact | None]:
    """What `decide` says, where something can be said."""
    defects = claim.mechanism.defects
    if defects:
        worst = max(defects, key=abs)
        reason = f"the rows do not sum to 1 (off by up to {worst.decimal(5)}); {TO_DISTRIBUTIONS}"
        return Undecided(claim, reason), None
    try:
        check_writable(claim.fields)
        return decide()
    except (IncompatibleFieldsError, TooLargeError) as error:
        return Undecided(claim, str(error)), None


def _decided(claim: PrivacyClaim) -> Proved | Refuted:
    if claim.free_intervals:
        return verify_for_all(claim)
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    for i, others in neighbor_runs(claim.mechanism, claim.neighbors):
        j = rows.exceeding(i, others, claim.delta)
        if j is not None:
            return refutation(claim, i, j)
    return Proved(claim)


def _measured(claim: PrivacyClaim) -> tuple[Proved | Refuted, Exact | None]:
    """The verdict with the first violating pair, and the largest divergence of all pairs."""
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    tight, refuted = Exact.of_rational(0), None
    try:
        for i, others in neighbor_runs(claim.mechanism, claim.neighbors):
            if rows.exceeding(i, others, tight) is None:
                continue
            tight = rows.worst(i, others)[1]
            if refuted is None and (j := rows.exceeding(i, others, claim.delta)) is not None:
                refuted = refutation(claim, i, j)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError):
        return _decided(claim), None
    return Proved(claim) if refuted is None else refuted, tight
