"""Conversions of concentrated and Renyi privacy to epsilon at a delta, and the subsampled Gaussian mechanism.

The order at which rho a + ln(1/(a delta))/(a-1) + ln(1 - 1/a) is least is the one root of its derivative
rho + ln(a delta)/(a-1)^2 over a > 1, since rho (a-1)^2 + ln(a delta) rises from ln(delta) < 0.

The divergence of sampled Gaussian noise at an integer order a is ln(sum over k of binomial(a, k) (1-q)^(a-k) q^k
e^((k^2-k)/(2 sigma^2)))/(a-1), q the rate. At other orders `trapezoidal.py` encloses the integral.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from flint import arb, fmpq

from dpexact.laws.parameters import (
    Number,
    choice,
    enclosed,
    formula,
    integer,
    is_exactly,
    nonnegative,
    positive,
    probability,
    refused,
    substituted,
    value,
)
from dpexact.laws.trapezoidal import TrapezoidalRule
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, tree_of
from dpexact.numbers.grammar import Term, term_of_text

SIMPLE = term_of_text("rho + 2*sqrt(rho*log(1/delta))")
BEST_ORDER = term_of_text("root(rho*(a - 1)**2 + log(a*delta), a, 1, min(1/delta, 1 + sqrt(log(1/delta)/rho)))")
OPTIMAL = term_of_text("max(0, rho*a + log(1/(a*delta))/(a - 1) + log(1 - 1/a))")
WHOLE = term_of_text("a/(2*sigma**2)")  # the divergence without a sample
ADDED = {
    "mironov": term_of_text("log(1/delta)/(a - 1)"),
    "optimal": term_of_text("log(1/(a*delta))/(a - 1) + log(1 - 1/a)"),
}
MAX_ORDER = 10**5


def zcdp_epsilon(rho: Real, delta: Real, conversion: str) -> Number | float:
    """Return the epsilon, at least 0, that rho-zCDP gives at a delta by one of two conversions."""
    parameters = {"rho": nonnegative("rho", rho), "delta": probability("delta", delta)}
    choice("conversion", conversion, ("simple", "optimal"))
    if is_exactly("rho", rho, 0):
        return exact(0)
    if is_exactly("delta", delta, 0):
        return math.inf
    if conversion == "simple":
        return formula(SIMPLE, **parameters)
    if is_exactly("delta", delta, 1):
        return exact(0)
    return enclosed(substituted(OPTIMAL, **parameters, a=substituted(BEST_ORDER, **parameters)))


def subsampled_gaussian(order: Real, rate: Real, sigma: Real) -> Number:
    """Return the Renyi divergence of (1-rate) N(0, sigma^2) + rate N(1, sigma^2) from N(0, sigma^2), any order > 1."""
    parameters = {"rate": probability("rate", rate), "sigma": positive("sigma", sigma)}
    a = _order(order)
    if is_exactly("rate", rate, 0):
        return exact(0)
    if is_exactly("rate", rate, 1):
        return formula(WHOLE, sigma=parameters["sigma"], a=a)
    return Enclosure(partial(_divergence, parameters["rate"], parameters["sigma"], a))


def _order(order: Real) -> int | Term:
    """Return an order as an integer, or as the tree of any other real number > 1."""
    number = value("order", order)
    if not 1 < number <= MAX_ORDER:
        raise refused("order", f"a number > 1 and at most {MAX_ORDER}", order)
    if isinstance(number, Exact) and number.is_rational() and number.as_fraction().denominator == 1:
        return int(number.as_fraction())
    return tree_of(order)


def subsampled_gaussian_epsilon(
    rate: Real, sigma: Real, steps: Real, delta: Real, orders: Sequence[int | Fraction], conversion: str
) -> Number | float:
    """Return the least epsilon at delta, at least 0, to which some order converts `steps` times the divergence."""
    parameters = probability("rate", rate), positive("sigma", sigma)
    count, tail = integer("steps", steps), probability("delta", delta)
    rule = ADDED[choice("conversion", conversion, tuple(ADDED))]
    if is_exactly("delta", delta, 0):
        return math.inf
    added = [substituted(rule, a=order, delta=tail) for order in orders]
    return Enclosure(partial(_least, *parameters, count, orders, added))


def _divergence(rate: Term, sigma: Term, order: int | Term) -> arb:
    """Return the divergence at one order, at the current precision."""
    if isinstance(order, int):
        return _divergences(rate, sigma, [order])[0]
    return TrapezoidalRule(ball_value(rate), ball_value(sigma)).divergence(ball_value(order))


def _least(rate: Term, sigma: Term, steps: int, orders: Sequence[int | Fraction], added: list[Term]) -> arb:
    """Return the least of the converted divergences, at the current precision."""
    whole = [order for order in orders if isinstance(order, int)]
    known: dict[int | Fraction, arb] = dict(zip(whole, _divergences(rate, sigma, whole), strict=True))
    rule = TrapezoidalRule(ball_value(rate), ball_value(sigma))
    for order in orders:
        if isinstance(order, Fraction):
            known[order] = rule.divergence(arb(fmpq(order.numerator, order.denominator)))
    converted = [steps * known[order] + ball_value(term) for order, term in zip(orders, added, strict=True)]
    least: arb = converted[0]
    for ball in converted[1:]:
        least = least.min(ball)
    return least.max(arb(0))


def _divergences(rate: Term, sigma: Term, orders: Sequence[int]) -> list[arb]:
    """Return the divergence at integer orders, by the binomial sum, with powers computed once for the largest order."""
    chance, spread = ball_value(rate), (1 / ball_value(sigma) ** 2).exp()
    drawn, left, grown = [arb(1)], [arb(1)], [arb(1)]  # rate^k, (1 - rate)^k, exp((k^2 - k)/(2 sigma^2))
    ratio = arb(1)  # exp(k/sigma^2)
    for _ in range(max(orders, default=0)):
        drawn.append(drawn[-1] * chance)
        left.append(left[-1] * (1 - chance))
        grown.append(grown[-1] * ratio)
        ratio *= spread
    drawn = [a * b for a, b in zip(drawn, grown, strict=True)]
    results = []
    for order in orders:
        total = arb(0)
        for k in range(order + 1):
            total += arb.bin_uiui(order, k) * drawn[k] * left[order - k]
        results.append(total.log() / (order - 1))
    return results
