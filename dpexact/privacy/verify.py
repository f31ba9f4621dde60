"""verify: is the mechanism (epsilon, delta)-private? Proved, Refuted with a pair and an event, or Undecided."""

from collections.abc import Callable

from dpexact.certificates.encoding import check_writable
from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import UNFINISHED, PartialMechanism
from dpexact.mechanisms.rows import TO_DISTRIBUTIONS
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import counted
from dpexact.privacy.claim import PrivacyClaim
from dpexact.privacy.for_all import verify_for_all
from dpexact.privacy.verdict import (
    Counterexample,
    EveryPair,
    NotPrivate,
    Private,
    Proved,
    Refuted,
    Undecided,
    Verdict,
    in_text,
)
from dpexact.privacy.worst_case import excess, layout_of, refutation, violating_pair, worst_pair


def verify(
    mechanism: Mechanism | PartialMechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Verdict:
    """Decide whether P_i(S) <= E P_j(S) + delta for every event S and every ordered neighboring pair (i, j).

    A claim with a free E is Proved for all E of its interval, or Refuted with a concrete E. Undecided is the answer,
    with the reason, for a float matrix whose rows do not sum to 1, for numbers without a common field, and past a size
    limit. E may be math.inf, and infinity times 0 is 0. Then P_i(S) <= delta is claimed for the events with P_j(S) = 0.

    A partial mechanism (of a program that was not followed to all its ends) is Proved if the bound holds wherever
    the unfinished mass lies, Refuted if it fails wherever that lies, else Undecided.

    The answer is exact. Raises ParameterError, MechanismError.
    """
    if isinstance(mechanism, PartialMechanism):
        return _verify_partial(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    claim = PrivacyClaim.of(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    return _unless_open(claim, lambda: (_decided(claim), None))[0]


def verify_and_measure(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object
) -> tuple[Verdict, Exact | None]:
    """Decide like `verify`, and by the walk over the pairs measure the tight delta at this E.

    A refutation names the first pair that attains the tight delta. The tight delta is None for a free E, beside
    Undecided, and if only a refutation could be decided, which needs one pair, while a tight delta needs all of them.

    The answer is exact. Raises ParameterError, MechanismError.
    """
    claim = PrivacyClaim.of(mechanism, neighbors, exp_epsilon, delta)
    return _unless_open(claim, lambda: (_decided(claim), None) if claim.free_intervals else _measured(claim))


def _unless_open(
    claim: PrivacyClaim, decide: Callable[[], tuple[Verdict, Exact | None]]
) -> tuple[Verdict, Exact | None]:
    """Return the answer of `decide`, or Undecided with the reason."""
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


def _decided(claim: PrivacyClaim) -> Private | NotPrivate:
    if claim.free_intervals:
        return verify_for_all(claim)
    pair = violating_pair(claim)
    return Proved(claim, EveryPair()) if pair is None else refutation(claim, *pair)


def _measured(claim: PrivacyClaim) -> tuple[Private | NotPrivate, Exact | None]:
    """Return the verdict, and the largest divergence of all pairs if that can be decided as well."""
    try:
        worst = worst_pair(claim)
        if worst is None or worst[2] <= claim.delta:
            return Proved(claim, EveryPair()), Exact.of_rational(0) if worst is None else worst[2]
    except (IncompatibleFieldsError, TooLargeError, UndecidedError):
        return _decided(claim), None
    i, j, tight = worst
    return refutation(claim, i, j), tight


def _verify_partial(mechanism: PartialMechanism, neighbors: NeighborGraph, factor: object, delta: object) -> Verdict:
    """Decide whether every completion keeps the bound (Proved), none does (Refuted), or that depends (Undecided)."""
    verdict = verify(mechanism.completion(), neighbors, factor, delta)
    if isinstance(verdict, Proved):
        return Proved(verdict.claim, EveryPair(completions=True))
    if isinstance(verdict, Undecided):
        return verdict
    claim = verdict.concrete
    return _unless_open(claim, lambda: (_refuted_of_all(mechanism, verdict), None))[0]


def _refuted_of_all(mechanism: PartialMechanism, verdict: NotPrivate) -> Verdict:
    """Return the refutation for a pair that violates the claim in every completion, or else Undecided."""
    claim = verdict.concrete
    rows, inputs = layout_of(claim.mechanism, claim.exp_epsilon), claim.mechanism.inputs
    for i, others in claim.runs:
        for j in others:
            pair = (inputs[i], inputs[j])
            if rows.largest(i, [j])[1] - mechanism.in_doubt(pair, claim.exp_epsilon) > claim.delta:
                outputs = (claim.mechanism.outputs[o] for o in rows.positive(i, j))
                event = tuple(o for o in outputs if o != (UNFINISHED, pair[0]))
                best = mechanism.completion({pair[1]: event[0]})  # for the claim, which fails all the same
                first, second = (best.probability(name, event) for name in pair)
                example = Counterexample(pair, event, excess(claim, first, second), completions=True)
                return Refuted(PrivacyClaim(best, claim.neighbors, claim.exp_epsilon, claim.delta), example)
    left = max(mechanism.unfinished.values())
    unknown = counted(sum(1 for mass in mechanism.unfinished.values() if mass != 0), "input")
    reason = (
        f"mass of up to {in_text(left)} is unfinished for {unknown}: the claim holds of some completions and fails of "
        f"others ({verdict.counterexample.said(claim)}, if it lies worst); follow more paths (paths=, mass=), or name "
        "subprograms="
    )
    return Undecided(verdict.claim, reason)
