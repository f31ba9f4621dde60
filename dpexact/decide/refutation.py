"""refutation: the counterexample of a pair of rows that is known to violate a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.decide.layout import layout_of
from dpexact.decide.verdict import Counterexample, Refuted
from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from dpexact.privacy.privacy_claim import PrivacyClaim


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
