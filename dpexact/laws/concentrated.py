"""Conversions of concentrated and Renyi privacy to epsilon at a delta, and the subsampled Gaussian mechanism.

The order at which rho a + ln(1/(a delta))/(a-1) + ln(1 - 1/a) is least is the one root of its derivative
rho + ln(a delta)/(a-1)^2 over a > 1, since rho (a-1)^2 + ln(a delta) rises from ln(delta) < 0.

The divergence of sampled Gaussian noise at an integer order a is ln(sum over k of binomial(a, k) (1-q)^(a-k) q^k
e^((k^2-k)/(2 sigma^2)))/(a-1), q the rate. At any other real order it is enclosed by the trapezoidal rule with its
error proved. With m = 1/sigma and standard normal z, the divergence at the order a is log I / (a - 1), where

    I = integral of g,  g(z) = phi(z) f(z)^a,  f(z) = 1 - q + q e^(mz - m^2/2),  phi the normal density.

The rule is T = h (sum of g(jh) over all integers j). f avoids (-inf, 0] for |Im z| < pi/m, so g is analytic
there, and |g(x + iy)| <= e^(y^2/2) g(x), since |phi(x + iy)| = e^(y^2/2) phi(x) and |f(x + iy)| <= f(x). By Trefethen
and Weideman, "The Exponentially Convergent Trapezoidal Rule" (2014), Theorem 5.1, for every 0 < c <= pi/m

    (1)  |T - I| <= 2 e^(c^2/2) / (e^(2 pi c/h) - 1) I.

The sum leaves out all points that are Z or more from 0 and from a m. For a >= 1 and x, y >= 0, x^a + y^a <= (x + y)^a
<= 2^(a-1) (x^a + y^a). With A = (1 - q)^a and B = q^a e^((a^2 - a) m^2/2) this is A + B <= I, and g(z) <= 2^(a-1)
(A phi(z) + B phi(z - am)). On one side of 0, h phi at points that are Z or more away sums to at most h phi(Z) plus the
integral of phi from Z on, which for h <= 1 is at most (1/2 + 1/2) e^(-Z^2/2). So, on both sides, the points left out
sum to at most

    (2)  2^(a-1) 2 e^(-Z^2/2) I = 2^a e^(-Z^2/2) I.

With e the sum of both errors, I is the sum over the other points times a number from 1/(1 + e) to 1/(1 - e).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial

from flint import arb, ctx, fmpq

from dpexact.errors import TooLargeError
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
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, tree_of
from dpexact.numbers.grammar import Term, term_of_text

MAX_WORK = 1 << 27  # points of all orders, times the bits of each
GUARD_BITS = 16  # by which the errors of the rule lie below the working precision
LOG_2 = math.log(2)
SIMPLE = term_of_text("rho + 2*sqrt(rho*log(1/delta))")
BEST_ORDER = term_of_text("root(rho*(a - 1)**2 + log(a*delta), a, 1, min(1/delta, 1 + sqrt(log(1/delta)/rho)))")
OPTIMAL = term_of_text("max(0, rho*a + log(1/(a*delta))/(a - 1) + log(1 - 1/a))")
WHOLE = term_of_text("a/(2*sigma**2)")  # the divergence without a sample
ADDED = {
    "mironov": term_of_text("log(1/delta)/(a - 1)"),
    "optimal": term_of_text("log(1/(a*delta))/(a - 1) + log(1 - 1/a)"),
}
MAX_ORDER = 10**5


@dataclass
class TrapezoidalRule:
    """The rule for one rate and sigma, both balls, at the current flint working precision."""

    rate: arb
    sigma: arb
    logs: dict[int, arb] = field(default_factory=dict)  # log f at the points
    points: int = 0  # of all orders so far

    @cached_property
    def bits(self) -> int:
        """Return to how many bits the rule is to be right."""
        return int(ctx.prec) + GUARD_BITS

    @cached_property
    def step(self) -> fmpq:
        """Return a rational h <= 1 for which (1) is about 2^-bits, with c = 2 pi/h, or pi/m if this is less."""
        strip = min(math.pi * float(self.sigma.mid()), 1e9)  # about pi/m, and at most as much as a step can use
        wanted = self.bits * LOG_2
        free = math.pi * math.sqrt(2 / wanted)
        step = free if 2 * math.pi / free <= strip else 2 * math.pi * strip / (wanted + strip**2 / 2)
        if step * MAX_WORK < 1:
            raise self._refusal(f"more than {MAX_WORK}")
        return fmpq(int(min(step, 1.0) * 2**60), 2**60)

    def error(self, order: arb, reach: arb) -> arb:
        """Return a ball around (1) + (2)."""
        step, pi = arb(self.step), arb.pi()
        middle = (2 * pi / step).min(pi * self.sigma).lower()
        analytic = 2 * (middle**2 / 2).exp() / (2 * pi * middle / step).expm1()
        return analytic + (order * arb.const_log2() - reach**2 / 2).exp()

    def divergence(self, order: arb) -> arb:
        """Return a ball around the divergence at an order > 1, a ball. Raises TooLargeError."""
        reach = arb(math.sqrt(2 * LOG_2 * (self.bits + float(order.upper()))) + 1).mid()
        error = self.error(order, reach)
        if not error < 0.25 or not (order / self.sigma / arb(self.step)).rad() < 0.25:
            return arb.nan()
        total = arb(0)
        for j in self.places(order, reach):
            place = arb(j * self.step)
            if j not in self.logs:
                self.logs[j] = (self.rate * ((place - 1 / (2 * self.sigma)) / self.sigma).expm1()).log1p()
            total += (order * self.logs[j] - place * place / 2).exp()
        total *= arb(self.step) / (2 * arb.pi()).sqrt()
        return (total * arb(1, 2 * error.upper())).log() / (order - 1)

    def places(self, order: arb, reach: arb) -> Iterator[int]:
        """Return the places of all points that are less than the reach from 0 or from a m, and of a few others."""
        last, middle = reach / arb(self.step), order / self.sigma / arb(self.step)
        low, first = _whole(-last) - 1, _whole(last) + 2
        second, high = _whole(middle - last) - 1, _whole(middle + last) + 2
        ends = [(low, first), (second, high)] if first < second else [(low, high)]
        self.points += sum(end - start for start, end in ends)
        if self.points * self.bits > MAX_WORK:
            raise self._refusal(f"{self.points} or more")
        for start, end in ends:
            yield from range(start, end)

    def _refusal(self, points: str) -> TooLargeError:
        return TooLargeError(
            f"a Renyi divergence at orders that are no integers needs {points} points of {self.bits} bits here, past "
            f"the limit of {MAX_WORK} bits in all",
            place="sigma",
            remedy="take a larger sigma, fewer orders, or integers",
        )


def _whole(ball: arb) -> int:
    """Return the floor, or a number that is 1 off, of a ball that is narrower than 1/2."""
    return int(ball.mid().floor().fmpz())


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
    return Enclosure(partial(_least, parameters["rate"], parameters["sigma"], 1, [a], [tree_of(0)]))


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


def _least(rate: Term, sigma: Term, steps: int, orders: Sequence[int | Fraction | Term], added: list[Term]) -> arb:
    """Return the least of the converted divergences, at the current precision."""
    whole = [order for order in orders if isinstance(order, int)]
    known = dict(zip(whole, _divergences(rate, sigma, whole), strict=True))
    rule, least = TrapezoidalRule(ball_value(rate), ball_value(sigma)), arb.pos_inf()
    for order, term in zip(orders, added, strict=True):
        size = known[order] if isinstance(order, int) else rule.divergence(ball_value(tree_of(order)))
        least = least.min(steps * size + ball_value(term))
    return least.max(arb(0))


def _divergences(rate: Term, sigma: Term, orders: Sequence[int]) -> list[arb]:
    """Return the divergence at integer orders, by the binomial sum, with powers computed once for the largest order."""
    chance, unit = ball_value(rate), 1 / (2 * ball_value(sigma) ** 2)
    numbers = range(max(orders, default=0) + 1)
    drawn, left = [chance**k * (k * (k - 1) * unit).exp() for k in numbers], [(1 - chance) ** k for k in numbers]
    results = []
    for order in orders:
        parts = (arb.bin_uiui(order, k) * drawn[k] * left[order - k] for k in range(order + 1))
        results.append(sum(parts, arb(0)).log() / (order - 1))
    return results
