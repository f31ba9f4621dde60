"""Composition of (epsilon, delta): basic, advanced, and optimal (Kairouz, Oh, Viswanath; all mechanisms alike).

The pair that dominates: with probability delta it gives itself away, else it is binary randomized response. k-fold, its
least delta at T = e^total is 1 - (1-delta)^k (1 - H), with H the sum over l of C(k, l) max(0, E^(k-l) - T E^l)/(1+E)^k.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from flint import arb, fmpz

from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.laws.parameters import (
    Number,
    enclosed,
    formula,
    integer,
    is_exactly,
    least_epsilon,
    nonnegative,
    probability,
    real,
    substituted,
)
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, value_of_term
from dpexact.numbers.grammar import Term, term_of_text

if TYPE_CHECKING:
    from collections.abc import Sequence

BASIC = term_of_text("epsilon*count")
ADVANCED = term_of_text("sqrt(2*count*log(1/delta))*epsilon + count*epsilon*(exp(epsilon) - 1)")
OPTIMAL = term_of_text(
    "1 - (1 - delta)**k*(1 - sum(binomial(k, l)*max(0, exp(epsilon)**(k - l) - exp(total)*exp(epsilon)**l), l, 0, k)"
    "/(1 + exp(epsilon))**k)"
)
LEFT = term_of_text("1 - (1 - total)/(1 - delta)**k")  # for the part that does not give itself away
MAX_COUNT = 100_000
EXACT_COUNT = 256


def basic_epsilon(epsilon: Real, count: Real) -> Number:
    """K epsilon."""
    return formula(BASIC, epsilon=nonnegative("epsilon", epsilon), count=integer("count", count))


def advanced_epsilon(epsilon: Real, count: Real, delta: Real) -> Number | float:
    """sqrt(2k ln(1/delta)) epsilon + k epsilon (e^epsilon - 1)."""
    given = {"epsilon": nonnegative("epsilon", epsilon), "delta": probability("delta", delta)}
    times = integer("count", count)
    if times == 0 or is_exactly("epsilon", epsilon, 0):
        return exact(0)
    if is_exactly("delta", delta, 0):
        return math.inf
    return formula(ADVANCED, count=times, **given)


def optimal_delta(epsilon: Real, delta: Real, count: Real, total_epsilon: Real) -> Number:
    """The least delta of k mechanisms that are each (epsilon, delta)-private, at any real total epsilon."""
    given = {
        "total": real("total_epsilon", total_epsilon),
        "epsilon": nonnegative("epsilon", epsilon),
        "delta": probability("delta", delta),
    }
    times = integer("count", count, 0, MAX_COUNT)
    tree = substituted(OPTIMAL, **given, k=times)
    return value_of_term(tree) if times <= EXACT_COUNT else enclosed(tree)


def optimal_epsilon(epsilon: Real, delta: Real, count: Real, total_delta: Real) -> Number | float:
    """The least total epsilon >= 0 of k mechanisms that are each (epsilon, delta)-private, at a total delta."""
    given = {"delta": probability("delta", delta), "total": probability("total_delta", total_delta)}
    E, times = nonnegative("epsilon", epsilon), integer("count", count, 0, MAX_COUNT)
    if is_exactly("total_delta", total_delta, 1):
        return exact(0)
    if times and is_exactly("delta", delta, 1):
        return math.inf
    left = substituted(LEFT, **given, k=times)
    rest = value_of_term(left)
    if rest < 0:
        return math.inf
    factor = value_of_term(Term("call", (E,), "exp"))
    if isinstance(factor, Exact) and isinstance(rest, Exact) and times <= EXACT_COUNT:
        try:
            return least_epsilon(least_exp_epsilon(_losses(factor, times), rest))
        except (IncompatibleFieldsError, TooLargeError):
            pass
    return least_epsilon(Enclosure(partial(_steepest, E, left, times)))


def _losses(E: Exact, times: int) -> list[tuple[Exact, Exact]]:
    """The outcomes of k-fold randomized response with equal loss, the largest first."""
    whole = (1 + E) ** times
    powers = [E**l for l in range(times + 1)]
    weights = [exact(int(fmpz.bin_uiui(times, l))) for l in range(times + 1)]
    return [(weights[l] * powers[times - l] / whole, weights[l] * powers[l] / whole) for l in range(times + 1)]


def _steepest(epsilon: Term, left: Term, times: int) -> Any:
    """The largest (P(S) - delta)/Q(S), at least 1, over the prefixes in the order of falling loss."""
    factor, delta = ball_value(epsilon).exp(), ball_value(left)
    whole = (1 + factor) ** fmpz(times)
    best, mass, other = arb(1), arb(0), arb(0)
    for l in range(times + 1):
        weight = arb.bin_uiui(times, l) / whole
        mass += weight * factor ** fmpz(times - l)
        other += weight * factor ** fmpz(l)
        best = best.max((mass - delta) / other)
    return best


def least_exp_epsilon(groups: Sequence[tuple[Exact, Exact]], delta: Number) -> Number | float:
    """The least E >= 1: the largest (P(S) - delta)/Q(S) over the prefixes S in the order of falling p/q.

    An event of largest P(S) - E Q(S) is such a prefix, for every E; those with Q(S) = 0 have to have P(S) <= delta.
    """
    slopes: list[tuple[Exact, Exact]] = []
    mass, other = exact(0), exact(0)
    for a, b in groups:
        mass, other = mass + a, other + b
        if other == 0 and not mass <= delta:
            return math.inf
        if other != 0:
            slopes.append((mass, other))
    if isinstance(delta, Exact):
        try:
            return max([exact(1), *((mass - delta) / other for mass, other in slopes)])
        except (IncompatibleFieldsError, TooLargeError):
            pass
    return Enclosure.computed(_steepest_prefix, delta, *(number for slope in slopes for number in slope))


def _steepest_prefix(delta: arb, *numbers: arb) -> arb:
    best = arb(1)
    for mass, other in zip(numbers[::2], numbers[1::2], strict=True):
        best = best.max((mass - delta) / other)
    return best
