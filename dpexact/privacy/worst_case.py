"""The pair of rows that violates a claim, the pair that diverges most, and the event by which it does.

The least delta is the largest divergence of all pairs, and the least E for a delta is found from worst events.
"""

import math
from dataclasses import dataclass, field
from typing import overload

from dpexact.certificates.certificate import Certificate, privacy_certificate
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.numbers.enclosure import START_BITS, Enclosure, still
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.privacy.array_rows import ArrayRows
from dpexact.privacy.claim import PrivacyClaim
from dpexact.privacy.layout import EntryRows, IntegerRows, Layout
from dpexact.privacy.verdict import Counterexample, NotPrivate, Refuted

UNFOLLOWED = "what is left depends on paths of the program that were not followed; follow more (paths=, mass=)"


def layout_of(mechanism: Mechanism, factor: Exact | float) -> Layout:
    """Return the rows in the form in which the mechanism holds them, at E = factor, which may be math.inf."""
    matrix = mechanism.stored_integers()
    if matrix is None:
        return EntryRows(mechanism, factor)
    if not isinstance(factor, Exact):
        factor = Exact.of_rational(matrix.denominator + 1)  # above every ratio of numerators, as infinity is
    return IntegerRows(matrix, factor) if matrix.ints is not None else ArrayRows.of(matrix, factor)


def violating_pair(claim: PrivacyClaim) -> tuple[int, int] | None:
    """Return a pair of rows that violates the claim, from the first run that has one. The answer is exact."""
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    for i, others in rows.sifted(claim, claim.delta):
        if (j := rows.exceeding(i, others, claim.delta)) is not None:
            return i, j
    return None


def worst_pair(claim: PrivacyClaim) -> tuple[int, int, Exact] | None:
    """Return (i, j, divergence) for the first of all pairs that diverges most, or None without a pair.

    The answer is exact.
    """
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    worst: tuple[int, int, Exact] | None = None
    for i, others in rows.sifted(claim, None):
        pair = rows.largest(i, others) if worst is None else rows.largest_above(i, others, worst[2])
        if pair is not None:
            worst = i, *pair
    return worst


def refutation(claim: PrivacyClaim, i: int, j: int) -> NotPrivate:
    """Return the claim refuted by a violating pair of rows and its worst event."""
    mechanism, event = claim.mechanism, layout_of(claim.mechanism, claim.exp_epsilon).positive(i, j)
    first, second = (mechanism.total(k, event) for k in (i, j))
    example = Counterexample(
        (mechanism.inputs[i], mechanism.inputs[j]),
        tuple(mechanism.outputs[o] for o in event),
        excess(claim, first, second),
    )
    return Refuted(claim, example)


def excess(claim: PrivacyClaim, first: Exact, second: Exact) -> Exact | Enclosure:
    """Return P_i(S) - E P_j(S) - delta, which is known to be positive. Infinity times 0 is 0."""
    factor = claim.exp_epsilon
    if not isinstance(factor, Exact):
        return first - claim.delta
    try:
        return first - factor * second - claim.delta
    except (IncompatibleFieldsError, TooLargeError):
        return Enclosure.of(first) - Enclosure.of(factor) * second - claim.delta


@dataclass(frozen=True)
class WorstCase:
    """The least valid delta at E, and an ordered pair and event that attain it (None and () without a pair).

    At E = math.inf the bound is about the events that the second input of a pair never gives.
    """

    mechanism: Mechanism = field(repr=False)
    neighbors: NeighborGraph = field(repr=False)
    exp_epsilon: Exact | float
    delta: Exact
    pair: tuple[Label, Label] | None
    event: tuple[Label, ...]

    def certificate(self) -> Certificate:
        """Return a certificate that the tight delta is exactly `delta`, built on demand."""
        pairs = self.neighbors.ordered_pairs()
        return privacy_certificate(
            "tight-delta", self.mechanism, pairs, self.exp_epsilon, self.delta, self.pair, self.event
        )


def _concrete(claim: PrivacyClaim, what: str) -> PrivacyClaim:
    """Return the claim, if it is about numbers, without a free E, and rows that sum to 1. Raises ParameterError."""
    if claim.free_intervals:
        raise ParameterError(
            "a free E", place=what, expected="numbers for E, delta and the probabilities", remedy="verify takes one"
        )
    require_distributions(claim.mechanism, f"{what}: mechanism", ParameterError)
    return claim


def worst_case(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object = None, *, epsilon: object = None
) -> WorstCase:
    """Return the tight delta with the first pair that attains it and the smallest event that does.

    The answer is exact. Raises ParameterError, MechanismError.
    """
    claim = _concrete(PrivacyClaim.of(mechanism, neighbors, one_factor(exp_epsilon, epsilon), 0), "worst_case")
    worst = worst_pair(claim)
    if worst is None:
        return WorstCase(mechanism, neighbors, claim.exp_epsilon, Exact.of_rational(0), None, ())
    i, j, delta = worst
    event = tuple(mechanism.outputs[o] for o in layout_of(mechanism, claim.exp_epsilon).positive(i, j))
    return WorstCase(mechanism, neighbors, claim.exp_epsilon, delta, (mechanism.inputs[i], mechanism.inputs[j]), event)


@overload
def tight_delta(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object = None, *, epsilon: object = None
) -> Exact: ...


@overload
def tight_delta(
    mechanism: PartialMechanism, neighbors: NeighborGraph, exp_epsilon: object = None, *, epsilon: object = None
) -> Enclosure: ...


def tight_delta(
    mechanism: Mechanism | PartialMechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    *,
    epsilon: object = None,
) -> Exact | Enclosure:
    """Return the least delta for which the mechanism is (epsilon, delta)-private, over all events and ordered pairs.

    It is 0 without a pair. exp_epsilon may be math.inf, an answer of `tight_exp_epsilon`. Infinity times 0 is 0.
    Of a partial mechanism it is an Enclosure that holds whatever the unfinished mass is, and is as wide as that allows.

    The answer is exact. Raises ParameterError, MechanismError.

    >>> from dpexact import NeighborGraph
    >>> from dpexact.mechanisms.families import randomized_response
    >>> mechanism = randomized_response("3/4")
    >>> tight_delta(mechanism, NeighborGraph.complete(mechanism.inputs), 2)
    exact('1/4')
    """
    if isinstance(mechanism, PartialMechanism):
        return _tight_delta_of_partial(mechanism, neighbors, one_factor(exp_epsilon, epsilon))
    claim = _concrete(PrivacyClaim.of(mechanism, neighbors, one_factor(exp_epsilon, epsilon), 0), "tight_delta")
    worst = worst_pair(claim)
    return Exact.of_rational(0) if worst is None else worst[2]


def _tight_delta_of_partial(mechanism: PartialMechanism, neighbors: NeighborGraph, factor: object) -> Enclosure:
    """Return bounds between which the tight delta of every completion lies, both attained or 0."""
    claim = PrivacyClaim.of(mechanism.completion(), neighbors, factor, 0)
    rows, inputs = layout_of(claim.mechanism, claim.exp_epsilon), claim.mechanism.inputs
    upper = lower = Exact.of_rational(0)
    for i, others in claim.runs:
        for j in others:
            _, divergence = rows.largest(i, [j])
            upper = max(upper, divergence)
            lower = max(lower, divergence - mechanism.in_doubt((inputs[i], inputs[j]), claim.exp_epsilon))
    if lower == upper:
        return Enclosure.of(upper)
    return still(lower.enclosure(START_BITS)[0], upper.enclosure(START_BITS)[1], reason=UNFOLLOWED)


def tight_exp_epsilon(mechanism: Mechanism, neighbors: NeighborGraph, delta: object = 0) -> Exact | float:
    """Return the least E >= 1 for which the mechanism is (log E, delta)-private, or math.inf without one.

    Newton's iteration on the convex, piecewise linear, non-increasing profile of each pair. From an E to the left
    of the solution it steps along the line P(S) - E Q(S) of the worst event at E, never past the solution, and
    each step uses another event, so it ends at the solution itself. Every step serves a pair that still exceeds delta
    at the E found so far, since the answer is the largest over all pairs.

    The answer is exact. Raises ParameterError, MechanismError.
    """
    claim = _concrete(PrivacyClaim.of(mechanism, neighbors, 1, delta), "tight_exp_epsilon")
    factor, allowed = Exact.of_rational(1), claim.delta
    rows = layout_of(mechanism, factor)
    for i, others in claim.runs:
        while (j := rows.exceeding(i, others, allowed)) is not None:
            event = rows.positive(i, j)
            first, second = (mechanism.total(k, event) for k in (i, j))
            if second == 0:
                return math.inf
            factor = (first - allowed) / second
            rows = layout_of(mechanism, factor)
    return factor
