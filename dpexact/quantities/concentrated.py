"""Concentrated and Renyi privacy: conversions to epsilon at a delta, and the subsampled Gaussian mechanism.

The order at which rho a + ln(1/(a delta))/(a-1) + ln(1 - 1/a) is least is the one root of its derivative
rho + ln(a delta)/(a-1)^2 over a > 1: rho (a-1)^2 + ln(a delta) rises from ln(delta) < 0.
"""

from __future__ import annotations

import math
from typing import Any

from dpexact.errors import ParameterError
from dpexact.formulas.formula import value_of_term
from dpexact.formulas.grammar import term_of_text
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import exact
from dpexact.numbers.excerpt import excerpt
from dpexact.quantities.divergence import enclosed
from dpexact.quantities.given import (
    Number,
    choice,
    formula,
    integer,
    is_exactly,
    nonnegative,
    numeral,
    positive,
    probability,
    value,
)

SIMPLE = term_of_text("rho + 2*sqrt(rho*log(1/delta))")
BEST_ORDER = term_of_text("root(rho*(a - 1)**2 + log(a*delta), a, 1, min(1/delta, 1 + sqrt(log(1/delta)/rho)))")
OPTIMAL = term_of_text("max(0, rho*a + log(1/(a*delta))/(a - 1) + log(1 - 1/a))")
RENYI = term_of_text(
    "log(sum(binomial(a, k)*(1 - rate)**(a - k)*rate**k*exp((k*k - k)/(2*sigma**2)), k, 0, a))/(a - 1)"
)
CONVERTED = {
    "mironov": term_of_text("max(0, steps*renyi + log(1/delta)/(a - 1))"),
    "optimal": term_of_text("max(0, steps*renyi + log(1/(a*delta))/(a - 1) + log(1 - 1/a))"),
}
MAX_ORDERS = 1000


def zcdp_epsilon(rho: str, delta: str, conversion: str) -> Number | float:
    """The epsilon that rho-zCDP gives at a delta, by one of two conversions; at least 0."""
    given = {"rho": nonnegative("rho", rho), "delta": probability("delta", delta)}
    choice("conversion", conversion, ("simple", "optimal"))
    if is_exactly(value("rho", rho), 0):
        return exact(0)
    if is_exactly(value("delta", delta), 0):
        return math.inf
    if conversion == "simple":
        return formula(SIMPLE, **given)
    if is_exactly(value("delta", delta), 1):
        return exact(0)
    return enclosed(OPTIMAL.substituted({**given, "a": BEST_ORDER.substituted(given)}))


def subsampled_gaussian(order: str, rate: str, sigma: str) -> Number:
    """The Renyi divergence of (1-rate) N(0, sigma^2) + rate N(1, sigma^2) from N(0, sigma^2) at an integer order."""
    given = {"rate": probability("rate", rate), "sigma": positive("sigma", sigma)}
    tree = RENYI.substituted({**given, "a": numeral(integer("order", order, 2, 10**5))})
    trivial = any(is_exactly(value("rate", rate), end) for end in (0, 1))
    return value_of_term(tree) if trivial else enclosed(tree)


def subsampled_gaussian_epsilon(
    rate: str, sigma: str, steps: str, delta: str, orders: str, conversion: str
) -> Number | float:
    """Steps times that, converted at a delta: the least over integer orders."""
    given = {"rate": probability("rate", rate), "sigma": positive("sigma", sigma)}
    count, tail = numeral(integer("steps", steps)), probability("delta", delta)
    rule = CONVERTED[choice("conversion", conversion, tuple(CONVERTED))]
    chosen = _orders(orders)
    if is_exactly(value("delta", delta), 0):
        return math.inf
    values = []
    for order in chosen:
        renyi = RENYI.substituted({**given, "a": numeral(order)})
        values.append(enclosed(rule.substituted({"renyi": renyi, "a": numeral(order), "steps": count, "delta": tail})))
    return Enclosure.computed(_least, *values) if len(values) > 1 else values[0]


def _least(*balls: Any) -> Any:
    least = balls[0]
    for ball in balls[1:]:
        least = least.min(ball)
    return least


def _orders(text: str) -> list[int]:
    """Integer orders from a text such as "2..63" or "2, 4, 8..16"."""
    found: set[int] = set()
    for part in text.split(","):
        low, dots, high = (piece.strip() for piece in part.partition(".."))
        first = integer("orders", low, 2, 10**5)
        last = integer("orders", high, first, 10**5) if dots else first
        if last - first + len(found) >= MAX_ORDERS:
            message = f"orders: expected at most {MAX_ORDERS} integer orders, got {excerpt(text)!r}"
            raise ParameterError(message)
        found.update(range(first, last + 1))
    return sorted(found)
