"""The discrete Gaussian: sums over the integers, tails, and the law itself with its least delta.

A sum of z^p q^(z^2) over integers z >= start, q = exp(-1 / (2 s)), is a flint ball at the current working precision. It
is cut off before an integer m >= 1. For z = m + j, j >= 0, the term is at most m^p q^(m^2) r^j with
r = exp(p/m) q^(2m+1), since (1 + j/m)^p <= exp(pj/m) and z^2 >= m^2 + j(2m+1). So the rest lies between 0 and
m^p q^(m^2) / (1 - r) if r < 1. The place of the cut decides the width of a ball, never its truth. A ball without a
bound (r < 1 is not certain) is not finite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb, ctx, fmpq

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.laws.parameters import Number, first_from, formula, positive
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.formula import Real, tree_of
from dpexact.numbers.generators import Free
from dpexact.numbers.grammar import Term, term_of_text
from dpexact.numbers.sign_change import crossing

MAX_TERMS = 1_000_000
NONE = term_of_text("max(0, 1 - exp(epsilon))")
POSITION = term_of_text("epsilon*scale - 1/2")
MAX_PARAMETER = 10**8  # a sum has about sqrt(parameter * bits) terms


def total(s: arb) -> arb:
    """Return the sum of q^(z^2) over all integers z."""
    return 1 + 2 * upper_sum(s, 1, 0)


def tail(s: arb, start: int) -> arb:
    """Return the sum of q^(z^2) over z >= start."""
    return upper_sum(s, start, 0) if start > 0 else total(s) - upper_sum(s, 1 - start, 0)


def variance(s: arb) -> arb:
    """Return the sum of z^2 q^(z^2) over all integers z, divided by the total."""
    return 2 * upper_sum(s, 1, 2) / total(s)


def term(s: arb, z: int) -> arb:
    """Return q^(z^2)."""
    return (-arb(z * z) / (2 * s)).exp()


def probability(z: int, s: arb) -> arb:
    """Return q^(z^2), divided by the total."""
    return term(s, z) / total(s)


def tail_excess(least: int, shift: int, s: arb, ratio: arb) -> arb:
    """Return the tail from `least` on minus ratio times that from `shift` integers later on, divided by the total."""
    return (tail(s, least) - ratio * tail(s, least + shift)) / total(s)


def upper_sum(s: arb, start: int, power: int) -> arb:
    """Return the sum of z^power q^(z^2) over z >= start, start >= 1."""
    cut = cut_of(s, start)
    *head, first = terms(s, start, cut)
    return sum((z**power * p for z, p in enumerate(head, start)), arb(0)) + _rest(s, cut, first, power)


def cut_of(s: arb, start: int) -> int:
    """Return an m >= max(start, 1) such that q^(m^2) is at most about 2^-precision q^(start^2)."""
    reach = (2 * s * ctx.prec * arb.const_log2() + start * start).sqrt()
    top = reach.upper().ceil().unique_fmpz() if reach.is_finite() else None
    return max(start, 1, int(top or 0))


def terms(s: arb, start: int, stop: int) -> Iterator[arb]:
    """Yield q^(z^2) for z = start, ..., stop, each from the last."""
    base = (-1 / (2 * s)).exp()
    current, step, growth = term(s, start), base ** (2 * start + 1), base * base
    for _ in range(start, stop + 1):
        yield current
        current, step = current * step, step * growth


def _rest(s: arb, cut: int, first: arb, power: int) -> arb:
    """Return a ball that contains the sum of z^power q^(z^2) over z >= cut, first = q^(cut^2)."""
    ratio: arb = (arb(power) / cut - arb(2 * cut + 1) / (2 * s)).exp()
    if not ratio < 1:
        return arb("nan")
    bound: arb = cut**power * first / (1 - ratio)
    return bound.union(arb(0))


def require_terms(count: Any) -> None:
    """Raise TooLargeError for more than MAX_TERMS."""
    if not count <= MAX_TERMS:
        raise TooLargeError("a wider one", place="sigma", expected=f"a law of which at most {MAX_TERMS} terms count")


def discrete_gaussian_tail(sigma: Real, first: int) -> Number:
    """Return P(Z >= first) of noise proportional to e^(-z^2/(2 sigma^2)) on the integers, for an integer from 1 on."""
    return Enclosure(partial(_tail_probability, positive("sigma", sigma), first))


def _tail_probability(width: Term, first: int) -> arb:
    s = ball_value(width) ** 2
    require_terms(cut_of(s, 0))
    return tail(s, first) / total(s)


@need.made_by("discrete_gaussian(parameter)", parameter=(Exact, Enclosure))
@dataclass(frozen=True)
class DiscreteGaussian:
    """The law of an integer Z with P(Z = z) proportional to exp(-z^2 / (2 parameter)).

    Its authors call the parameter sigma^2, and the variance is smaller. `discrete_gaussian(parameter)` and
    `DiscreteGaussian.of_variance(variance)` make it.

    The answer is an enclosure.
    Reference: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), equation (1).
    """

    parameter: Exact | Enclosure

    @classmethod
    def of_variance(cls, variance: object) -> DiscreteGaussian:
        """Return the discrete Gaussian whose variance (not parameter) is the given positive number.

        There is exactly one, since with t = -1 / (2 parameter) the derivative of E[Z^2] by t is the variance of Z^2, so
        the variance increases with the parameter. The parameter is enclosed by bisection.

        Raises ParameterError unless the variance is positive.
        """
        target = _positive("variance", variance)
        low = high = Enclosure.of(target).upper
        while not discrete_gaussian(low).variance < target:
            low /= 2
        while not discrete_gaussian(high).variance > target:
            high *= 2
        return cls(Enclosure.computed(partial(_parameter_ball, low, high), target))

    def probability(self, z: int) -> Enclosure:
        """Return P(Z = z)."""
        z = need.integer(z, "z")
        return self._enclosed(partial(probability, z))

    @property
    def variance(self) -> Enclosure:
        """E[Z^2], the variance (the mean is 0)."""
        return self._enclosed(variance)

    def tight_delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Enclosure:
        """Return the least delta, over all events, for n + Z against n + 1 + Z (and back, by symmetry), at E.

        Raises the errors of `equation_45`.
        """
        return self.equation_45(exp_epsilon, epsilon=epsilon)

    def equation_45(
        self, exp_epsilon: object = None, sigma_squared: object | None = None, *, epsilon: object = None
    ) -> Enclosure:
        """Return delta_G = P(Z > epsilon sigma^2 - 1/2) - E P(Z > epsilon sigma^2 + 1/2), epsilon = log E.

        With sigma^2 the parameter (the default) this is the tight delta. Equation (45) of the count-query paper calls
        sigma^2 the variance. With the variance as `sigma_squared`, the value belongs to another event, so it is at most
        the tight delta.

        Raises ParameterError for E < 1 or sigma^2 <= 0, and UndecidedError if the bounds do not show which integers
        lie above epsilon sigma^2 - 1/2 (a tie is decided if sigma^2 is rational).
        Reference: Sadeghi, Asoodeh, Calmon (2020), equation (45); Canonne, Kamath, Steinke (2020), Theorem 7.
        """
        ratio = privacy_factor(one_factor(exp_epsilon, epsilon))
        scale = self.parameter if sigma_squared is None else _positive("sigma_squared", sigma_squared)
        loss = Term("call", (tree_of(ratio),), "log")
        least = first_from(formula(POSITION, epsilon=loss, scale=scale), beyond=True)
        return self._enclosed(partial(tail_excess, least, 1), ratio)

    def _enclosed(self, rule: Callable[..., arb], *more: Exact) -> Enclosure:
        return Enclosure.computed(rule, self.parameter, *more)


def discrete_gaussian(parameter: object) -> DiscreteGaussian:
    """Return the discrete Gaussian with P(Z = z) proportional to exp(-z^2 / (2 parameter)), parameter > 0.

    The parameter is a value or an Enclosure, and `.probability(z)`, `.variance` and `.tight_delta(exp_epsilon)` are
    Enclosures.

    The answer is an enclosure.
    Raises ParameterError unless parameter > 0, and TooLargeError beyond 10^8.
    Reference: Canonne, Kamath, Steinke (2020), equation (1).

    >>> discrete_gaussian("1/2").probability(1).decimal(10)
    '[0.2075322802, 0.2075322803]'
    """
    return DiscreteGaussian(_positive("parameter", parameter))


def _positive(name: str, value: object) -> Exact | Enclosure:
    number = value if isinstance(value, Enclosure) else exact_at(value, name)
    if (isinstance(number, Exact) and isinstance(number.field, Free)) or not number > 0:
        raise ParameterError(repr(number), place=name, expected="a number > 0")
    if number > MAX_PARAMETER:
        raise TooLargeError(repr(number), place=name, expected=f"at most {MAX_PARAMETER}")
    return number


def _parameter_ball(low: Fraction, high: Fraction, target: arb) -> arb:
    """Return a ball that contains the parameter in (low, high) whose variance, which increases, is the target."""
    ends = [arb(fmpq(end.numerator, end.denominator)) for end in (low, high)]
    return crossing(lambda parameter: variance(parameter) - target, *ends)
