"""The discrete Gaussian law with its probabilities, its variance and its least delta, all of them enclosed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from flint import arb, ctx, fmpq

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.laws.discrete_gaussian import discrete_gaussian_delta
from dpexact.laws.gaussian_sums import probability, tail_excess, variance
from dpexact.laws.parameters import first_from, formula
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.formula import tree_of
from dpexact.numbers.generators import Free
from dpexact.numbers.grammar import Term, term_of_text

POSITION = term_of_text("epsilon*scale - 1/2")
MAX_PARAMETER = 10**8  # a sum has about sqrt(parameter * bits) terms


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
        low, high = _bracket(target)
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

        Raises ParameterError for E < 1.
        """
        ratio = privacy_factor(one_factor(exp_epsilon, epsilon))
        sigma, loss = Term("call", (tree_of(self.parameter),), "sqrt"), Term("call", (tree_of(ratio),), "log")
        return Enclosure.of(discrete_gaussian_delta(sigma, 1, loss))

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


def _bracket(target: Exact | Enclosure) -> tuple[Fraction, Fraction]:
    """Return two parameters, one with a smaller variance than the target and one with a larger."""
    low = high = Enclosure.of(target).upper
    while not discrete_gaussian(low).variance < target:
        low /= 2
    while not discrete_gaussian(high).variance > target:
        high *= 2
    return low, high


def _parameter_ball(low: Fraction, high: Fraction, target: arb) -> arb:
    """Return a ball that contains the parameter in (low, high) whose variance is the target.

    The variance increases, so every point whose variance certainly differs from the target bounds the parameter.
    """
    cuts = (Fraction(1, 2), Fraction(3, 7))  # a second point, in case the first one is the parameter itself
    while (high - low) * 2**ctx.prec > 1:
        for cut in cuts:
            point = low + (high - low) * cut
            spread = variance(arb(fmpq(point.numerator, point.denominator)))
            if spread < target:
                low = point
                break
            if spread > target:
                high = point
                break
        else:
            break
    ends = [arb(fmpq(end.numerator, end.denominator)) for end in (low, high)]
    return ends[0].union(ends[1])
