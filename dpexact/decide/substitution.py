"""A claim with a free E, read at one concrete E."""

from __future__ import annotations

from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.numbers.field import Free
from dpexact.privacy.privacy_claim import PrivacyClaim


def number_at(number: Exact, point: Exact) -> Exact:
    """The number with the free E replaced by a point of its interval."""
    return number.substitute(point) if isinstance(number.field, Free) else number


def claim_at(claim: PrivacyClaim, point: Exact) -> PrivacyClaim:
    """The claim with the free E replaced everywhere: in the probabilities, in E itself and in delta."""
    mechanism = claim.mechanism
    if any(isinstance(field, Free) for field in mechanism.fields):
        rows = [[number_at(value, point) for value in row] for row in mechanism.rows()]
        mechanism = Mechanism.from_rows(mechanism.inputs, mechanism.outputs, rows)
    factor = number_at(claim.exp_epsilon, point) if isinstance(claim.exp_epsilon, Exact) else claim.exp_epsilon
    return PrivacyClaim(mechanism, claim.neighbors, factor, number_at(claim.delta, point))
