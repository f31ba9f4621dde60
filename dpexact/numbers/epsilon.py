"""Between epsilon and E = e^epsilon: E is the number that is exact, epsilon is only ever printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.generators import Free, Generators, T
from dpexact.numbers.powers import LogSum
from dpexact.numbers.text import log_sum_of_text

if TYPE_CHECKING:
    from fractions import Fraction


def exp_of_epsilon(text: str | object) -> Exact:
    """E = e^epsilon from an epsilon as people write it: "log(2)", "ln(6/5)", "1", "2.18", "log(2)/2", "1+log(3)".

    A rational number (int, Fraction, Exact) is taken as epsilon too. Infinite or negative epsilons are no error
    here; what takes an E says itself that E >= 1.

    Guarantee: exact.
    Raises: NumberSyntaxError, InexactInputError, TooLargeError, ParameterError.

    >>> exp_of_epsilon("log(6/5)")
    exact('6/5')
    >>> exp_of_epsilon("2.18")
    exact('exp(109/50)')
    """
    if isinstance(text, str):
        return Exact.exp(log_sum_of_text(text, Exact))
    return Exact.exp(LogSum(exact_at(text, "epsilon").as_fraction()))


def epsilon_of(E: object) -> Enclosure:
    """Epsilon = log E, as an enclosure.

    Guarantee: enclosure (a single point for E = 1).
    Raises: ParameterError for E <= 0.
    """
    number = exact(E)
    if isinstance(number.field, Free) or not number > 0:
        message = f"epsilon_of: expected a number E > 0, got {number!r}"
        raise ParameterError(message)
    return Enclosure.of(number).log()


def rational_epsilon(E: Exact) -> Fraction | None:
    """The epsilon of E = 1 or E = exp(r) with a rational r; None for every other E. Guarantee: exact."""
    generators, num, den = E.parts()
    if not isinstance(generators, Generators) or den != {(0, 0): 1} or list(num.values()) != [1]:
        return None
    ((t_power, u_power),) = num
    return generators.exponent * t_power if u_power == 0 else None


def free_exp_epsilon(lower: object = 1, upper: object = None) -> Exact:
    """E = e^epsilon left free on [lower, upper], or on [lower, oo) if upper is None; lower and upper are rational.

    Arithmetic as usual; == is identity for all E; .sign() and < answer for all E of the interval at once or raise
    `SignChangesError` with `.intervals`. With lower == upper nothing is free and the number itself is returned.

    Guarantee: exact.
    Raises: ParameterError unless 1 <= lower <= upper; IrrationalError for irrational bounds.
    """
    low = exact(lower)
    high = None if upper is None else exact(upper)
    if low < 1 or (high is not None and high < low):
        message = f"free_exp_epsilon: expected 1 <= lower <= upper, got lower = {low!r}, upper = {high!r}"
        raise ParameterError(message)
    if high is not None and low == high:
        return low
    return Exact.of_sums(Free(low.as_fraction(), None if high is None else high.as_fraction()), T)
