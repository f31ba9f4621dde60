"""The counterexample of a violating pair of rows, its worst event with the excess over the bound."""

from __future__ import annotations

from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import PrivacyClaim
from dpexact.privacy.pairs import worst_event
from dpexact.privacy.verdict import Counterexample, NotPrivate, Refuted


def refutation(claim: PrivacyClaim, i: int, j: int) -> NotPrivate:
    """Return the claim refuted by a violating pair of rows and its worst event."""
    mechanism, event = claim.mechanism, worst_event(claim, i, j)
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
