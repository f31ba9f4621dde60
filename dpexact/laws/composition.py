"""Composition of (epsilon, delta): basic, advanced, and optimal (Kairouz, Oh, Viswanath; all mechanisms alike).

The pair that dominates: with probability delta it gives itself away, else it is binary randomized response. k-fold, its
least delta at T = e^total is 1 - (1-delta)^k (1 - H), with H the sum over l of C(k, l) max(0, E^(k-l) - T E^l)/(1+E)^k.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from flint import arb, fmpz

from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import value_of_term
from dpexact.numbers.grammar import Term, term_of_text
from dpexact.quantities.divergence import enclosed, least_exp_epsilon
from dpexact.quantities.given import (
    Number,
    formula,
    integer,
    is_exactly,
    least_epsilon,
    nonnegative,
    numeral,
    probability,
    term,
    value,
)

BASIC = term_of_text("epsilon*count")
ADVANCED = term_of_text("sqrt(2*count*log(1/delta))*epsilon + count*epsilon*(exp(epsilon) - 1)")
OPTIMAL = term_of_text(
    "1 - (1 - delta)**k*(1 - sum(binomial(k, l)*max(0, exp(epsilon)**(k - l) - exp(total)*exp(epsilon)**l), l, 0, k)"
    "/(1 + exp(epsilon))**k)"
)
LEFT = term_of_text("1 - (1 - total)/(1 - delta)**k")  # for the part that does not give itself away
MAX_COUNT = 100_000
EXACT_COUNT = 256


def basic_epsilon(epsilon: str, count: str) -> Number:
    """K epsilon."""
    return formula(BASIC, epsilon=nonnegative("epsilon", epsilon), count=numeral(integer("count", count)))


def advanced_epsilon(epsilon: str, count: str, delta: str) -> Number | float:
    """sqrt(2k ln(1/delta)) epsilon + k epsilon (e^epsilon - 1)."""
    given = {"epsilon": nonnegative("epsilon", epsilon), "delta": probability("delta", delta)}
    times = integer("count", count)
    if times == 0 or is_exactly(value("epsilon", epsilon), 0):
        return exact(0)
    if is_exactly(value("delta", delta), 0):
        return math.inf
    return formula(ADVANCED, count=numeral(times), **given)


def optimal_delta(epsilon: str, delta: str, count: str, total_epsilon: str) -> Number:
    """The least delta of k mechanisms that are each (epsilon, delta)-private, at any real total epsilon."""
    value("total_epsilon", total_epsilon)
    given = {
        "epsilon": nonnegative("epsilon", epsilon),
        "delta": probability("delta", delta),
        "total": term("total_epsilon", total_epsilon),
    }
    times = integer("count", count, 0, MAX_COUNT)
    tree = OPTIMAL.substituted({**given, "k": numeral(times)})
    return value_of_term(tree) if times <= EXACT_COUNT else enclosed(tree)


def optimal_epsilon(epsilon: str, delta: str, count: str, total_delta: str) -> Number | float:
    """The least total epsilon >= 0 of k mechanisms that are each (epsilon, delta)-private, at a total delta."""
    given = {"delta": probability("delta", delta), "total": probability("total_delta", total_delta)}
    E, times = nonnegative("epsilon", epsilon), integer("count", count, 0, MAX_COUNT)
    if is_exactly(value("total_delta", total_delta), 1):
        return exact(0)
    if times and is_exactly(value("delta", delta), 1):
        return math.inf
    left = LEFT.substituted({**given, "k": numeral(times)})
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
