"""The optimal composition of (epsilon_i, delta_i): the least delta that all such mechanisms keep together.

The pair that dominates each: with probability delta it gives itself away, else it is binary randomized response with
ratio E. So the least delta is that of the composition of these pairs, which is computed exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact import need
from dpexact.composition.loss import PrivacyLoss, privacy_loss
from dpexact.errors import ParameterError
from dpexact.numbers.epsilon import claimed_factor, privacy_factor, probability

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact


def optimal_composition_delta(
    exp_epsilons: Sequence[object], deltas: Sequence[object], total_exp_epsilon: object
) -> Exact | Enclosure:
    """Return the least delta at E of the composition of any mechanisms that are each (epsilon_i, delta_i)-private.

    Guarantee: as `PrivacyLoss.delta`.
    Raises: ParameterError for lists of different length; as `PrivacyLoss.delta`.
    Reference: Murtagh and Vadhan, Theorem 1.5; equal entries: Kairouz, Oh and Viswanath, Theorem 3.3.

    >>> optimal_composition_delta([2, 3], [0, 0], 2)
    exact('1/3')
    """
    factors, slacks = need.values(exp_epsilons, "exp_epsilons"), need.values(deltas, "deltas")
    total = claimed_factor(total_exp_epsilon, "total_exp_epsilon")
    if len(factors) != len(slacks):
        message = f"deltas: expected {len(factors)} numbers, one for each of exp_epsilons, got {len(slacks)}"
        raise ParameterError(message)
    whole = PrivacyLoss(())
    for place, (factor, delta) in enumerate(zip(factors, slacks, strict=True)):
        whole *= dominating_loss(
            privacy_factor(factor, f"exp_epsilons[{place}]"), probability(delta, f"deltas[{place}]")
        )
    return whole.delta(total)


def dominating_loss(factor: Exact, delta: Exact) -> PrivacyLoss:
    """Return the loss of the pair that dominates all private ones: on (sure, yes, no, sure of the other)."""
    high, low = (1 - delta) * factor / (1 + factor), (1 - delta) / (1 + factor)
    zero = delta - delta
    return privacy_loss((delta, high, low, zero), (zero, low, high, delta))
