"""Basic, advanced and optimal composition of (epsilon, delta).

The pair that dominates each (epsilon, delta)-private pair gives itself away with probability delta, and otherwise is
binary randomized response with ratio E. So the least delta that all such mechanisms keep together is the delta of the
composition of these pairs, which is computed exactly.

For k equal mechanisms any real numbers are allowed. The least delta at T = e^total is 1 - (1-delta)^k (1 - H), with H
the sum over l of C(k, l) max(0, E^(k-l) - T E^l)/(1+E)^k (Kairouz, Oh, Viswanath). The pairs are the same in both
directions, so that the least delta at a T < 1 is 1 - T + T times the least delta at 1/T.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flint import arb, fmpz

from dpexact.composition.loss import PrivacyLoss, privacy_loss
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, need
from dpexact.laws.parameters import (
    Number,
    enclosed,
    formula,
    integer,
    is_exactly,
    least_epsilon,
    nonnegative,
    real,
    substituted,
    value,
)
from dpexact.laws.parameters import probability as probability_term
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import claimed_factor, privacy_factor, probability
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import Term, term_of_text

BASIC = term_of_text("epsilon*count")
ADVANCED = term_of_text("sqrt(2*count*log(1/delta))*epsilon + count*epsilon*(exp(epsilon) - 1)")
FACTOR = term_of_text("exp(epsilon)")
OPTIMAL = term_of_text(
    "1 - (1 - delta)**k*(1 - sum(binomial(k, l)*max(0, exp(epsilon)**(k - l) - exp(total)*exp(epsilon)**l), l, 0, k)"
    "/(1 + exp(epsilon))**k)"
)
LEFT = term_of_text("1 - (1 - total)/(1 - delta)**k")  # for the part that does not give itself away
MAX_COUNT = 100_000
EXACT_COUNT = 256


def basic_epsilon(epsilon: Real, count: Real) -> Number:
    """Return k epsilon, the epsilon of basic composition, with k the count."""
    return formula(BASIC, epsilon=nonnegative("epsilon", epsilon), count=integer("count", count))


def advanced_epsilon(epsilon: Real, count: Real, delta: Real) -> Number | float:
    """Return sqrt(2k ln(1/delta)) epsilon + k epsilon (e^epsilon - 1), advanced composition with k the count."""
    parameters = {"epsilon": nonnegative("epsilon", epsilon), "delta": probability_term("delta", delta)}
    times = integer("count", count)
    if times == 0 or is_exactly("epsilon", epsilon, 0):
        return exact(0)
    if is_exactly("delta", delta, 0):
        return math.inf
    return formula(ADVANCED, count=times, **parameters)


def optimal_composition_delta(
    exp_epsilons: Sequence[object], deltas: Sequence[object], total_exp_epsilon: object
) -> Exact | Enclosure:
    """Return the least delta at E of the composition of any mechanisms that are each (epsilon_i, delta_i)-private.

    The answer is as exact as that of `PrivacyLoss.delta`.
    Raises ParameterError for lists of different length, and as `PrivacyLoss.delta`.
    Reference: Murtagh and Vadhan, Theorem 1.5, and for equal entries Kairouz, Oh and Viswanath, Theorem 3.3.

    >>> optimal_composition_delta([2, 3], [0, 0], 2)
    exact('1/3')
    """
    factors, slacks = need.values(exp_epsilons, "exp_epsilons"), need.values(deltas, "deltas")
    total = claimed_factor(total_exp_epsilon, "total_exp_epsilon")
    if len(factors) != len(slacks):
        expected = f"{len(factors)} numbers, one for each of exp_epsilons"
        raise ParameterError(f"{len(slacks)}", place="deltas", expected=expected)
    whole = PrivacyLoss(())
    for place, (factor, delta) in enumerate(zip(factors, slacks, strict=True)):
        known = privacy_factor(factor, f"exp_epsilons[{place}]"), probability(delta, f"deltas[{place}]")
        whole *= privacy_loss(*dominating_pair(*known))
    return whole.delta(total)


def dominating_pair(factor: Exact, delta: Exact) -> tuple[list[Exact], list[Exact]]:
    """Return the pair that dominates all private ones, on (sure, yes, no, sure of the other)."""
    high, low = (1 - delta) * factor / (1 + factor), (1 - delta) / (1 + factor)
    zero = delta - delta
    return [delta, high, low, zero], [zero, low, high, delta]


def optimal_delta(epsilon: Real, delta: Real, count: Real, total_epsilon: Real) -> Number:
    """Return the least delta of k mechanisms that are each (epsilon, delta)-private, at any real total epsilon."""
    parameters = {
        "total": real("total_epsilon", total_epsilon),
        "epsilon": nonnegative("epsilon", epsilon),
        "delta": probability_term("delta", delta),
    }
    times, total = integer("count", count, 0, MAX_COUNT), formula(FACTOR, epsilon=parameters["total"])
    loss = _loss(parameters["epsilon"], value("delta", delta), times)
    if loss is not None and isinstance(total, Exact):
        with suppress(IncompatibleFieldsError, TooLargeError):
            return loss.delta(total)
    return enclosed(substituted(OPTIMAL, **parameters, k=times))


def optimal_epsilon(epsilon: Real, delta: Real, count: Real, total_delta: Real) -> Number | float:
    """Return the least total epsilon >= 0 of k mechanisms that are each (epsilon, delta)-private, at a total delta."""
    parameters = {"delta": probability_term("delta", delta), "total": probability_term("total_delta", total_delta)}
    E, times = nonnegative("epsilon", epsilon), integer("count", count, 0, MAX_COUNT)
    if is_exactly("total_delta", total_delta, 1):
        return exact(0)
    if times and is_exactly("delta", delta, 1):
        return math.inf
    loss, total = _loss(E, value("delta", delta), times), value("total_delta", total_delta)
    if loss is not None and isinstance(total, Exact):
        with suppress(IncompatibleFieldsError, TooLargeError):
            return least_epsilon(loss.exp_epsilon(total)) if loss.exact else loss.epsilon(total)
    left = substituted(LEFT, **parameters, k=times)
    if formula(left) < 0:
        return math.inf
    return least_epsilon(Enclosure(partial(_steepest, E, left, times)))


def _loss(epsilon: Term, delta: Number, times: int) -> PrivacyLoss | None:
    """Return the composition of the pairs that dominate, if they are exact.

    Return None too if its exact numbers get too long.
    """
    factor = formula(FACTOR, epsilon=epsilon)
    if not isinstance(factor, Exact) or not isinstance(delta, Exact):
        return None
    try:
        loss = privacy_loss(*dominating_pair(factor, delta)) ** times
    except (IncompatibleFieldsError, TooLargeError):
        return None
    return None if loss.exact and times > EXACT_COUNT else loss


def _steepest(epsilon: Term, left: Term, times: int) -> Any:
    """Return the largest (P(S) - delta)/Q(S), at least 1, over the prefixes in the order of falling loss."""
    factor, delta = ball_value(epsilon).exp(), ball_value(left)
    whole = (1 + factor) ** fmpz(times)
    best, mass, other = arb(1), arb(0), arb(0)
    for l in range(times + 1):
        weight = arb.bin_uiui(times, l) / whole
        mass += weight * factor ** fmpz(times - l)
        other += weight * factor ** fmpz(l)
        best = best.max((mass - delta) / other)
    return best
