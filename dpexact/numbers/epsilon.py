"""The parameters epsilon, E = e^epsilon, delta and other probabilities, read and checked.

E is the exact number, and epsilon is only ever printed.
"""

import math
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import TypeGuard

from dpexact.errors import DPExactError, ParameterError, need
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.generators import Free, Generators
from dpexact.numbers.powers import LogSum
from dpexact.numbers.quotients import T
from dpexact.numbers.text import log_sum_of_text
from dpexact.numbers.typography import value_excerpt

INFINITE = ("inf", "infinity")  # as people write an infinite epsilon, or E


def exp_of_epsilon(text: str | object) -> Exact:
    """Return E = e^epsilon for an epsilon as people write it: "log(2)", "ln(6/5)", "1", "2.18", "log(2)/2", "1+log(3)".

    A rational number (int, Fraction, Exact) is taken as epsilon too. A negative epsilon is accepted here, since a
    function with an E checks itself that E >= 1, and whether it may be infinite.

    The answer is exact.
    Raises NumberSyntaxError, InexactInputError, TooLargeError, ParameterError.

    >>> exp_of_epsilon("log(6/5)")
    exact('6/5')
    >>> exp_of_epsilon("2.18")
    exact('exp(109/50)')
    """
    if isinstance(text, str):
        return Exact.exp(log_sum_of_text(text, Exact))
    return Exact.exp(LogSum(exact_at(text, "epsilon").as_fraction()))


def epsilon_of(E: object) -> Enclosure:
    """Return epsilon = log E, as an enclosure.

    The answer is an enclosure (a single point for E = 1).
    Raises ParameterError for E <= 0.
    """
    number = exact(E)
    if isinstance(number.field, Free) or not number > 0:
        raise ParameterError(repr(number), place="epsilon_of", expected="a number E > 0")
    return Enclosure.of(number).log()


def rational_epsilon(E: Exact) -> Fraction | None:
    """Return the epsilon of E = 1 or E = exp(r) with a rational r, and None for every other E. The answer is exact."""
    generators, num, den = E.parts()
    if not isinstance(generators, Generators) or list(num.values()) != [1] or list(den.values()) != [1]:
        return None
    ((up, u_power),), ((down, root),) = num, den
    return generators.exponent * (up - down) if u_power == root == 0 else None


def free_exp_epsilon(lower: object = 1, upper: object = None) -> Exact:
    """Make an E = e^epsilon left free between rationals, on [lower, upper], or on [lower, oo) if upper is None.

    Arithmetic is as usual, and == is identity for all E. `.sign()` and < answer for all E of the interval at once or
    raise `SignChangesError` with `.intervals`. With lower == upper the number itself is returned, which is not free.

    The answer is exact.
    Raises ParameterError unless 1 <= lower <= upper, and IrrationalError for irrational bounds.
    """
    low = exact_at(lower, "lower")
    high = None if upper is None else exact_at(upper, "upper")
    if low < 1 or (high is not None and high < low):
        expected = "1 <= lower <= upper"
        raise ParameterError(f"lower = {low!r}, upper = {high!r}", place="free_exp_epsilon", expected=expected)
    if high is not None and low == high:
        return low
    return Exact.of_sums(Free(low.as_fraction(), None if high is None else high.as_fraction()), T)


def one_factor(exp_epsilon: object, epsilon: object, least: Exact | int | None = 1) -> object:
    """Return E from exactly one of E itself, which is returned as it is, and epsilon as people write it.

    An epsilon is a text ("1", "log(3)", "inf"), an int, a Fraction or an Exact. `least` is the least E of the caller.
    Raises ParameterError for both, neither, or an epsilon that is too small, and as `exp_of_epsilon`.
    """
    if (exp_epsilon is None) == (epsilon is None):
        came = "neither" if epsilon is None else "both"
        expected = "exactly one of exp_epsilon, which is E = e^epsilon, and epsilon"
        remedy = 'for example epsilon="log(2)", or exp_epsilon=2'
        raise ParameterError(came, place="exp_epsilon", expected=expected, remedy=remedy)
    if epsilon is None:
        return exp_epsilon
    if is_infinite(epsilon) or (isinstance(epsilon, str) and epsilon.strip().lower() in INFINITE):
        return math.inf
    try:
        factor = exp_of_epsilon(epsilon)
    except DPExactError as error:
        raise (error if error.place.startswith("epsilon") else error.at("epsilon")) from None
    if least is not None and factor < least:
        raise ParameterError(value_excerpt(epsilon), place="epsilon", expected="0 or more")
    return factor


def privacy_factor(exp_epsilon: object, name: str = "exp_epsilon") -> Exact:
    """Return E as an exact number. Raises ParameterError for E < 1."""
    if is_infinite(exp_epsilon):
        raise ParameterError("infinity", place=name, expected="a finite E = e^epsilon >= 1")
    number = exact_at(exp_epsilon, name)
    if not number >= 1:
        expected = "E = e^epsilon >= 1"
        raise ParameterError(repr(number), place=name, expected=expected, remedy="pass an epsilon by name, epsilon=...")
    return number


def claimed_factor(exp_epsilon: object, name: str = "exp_epsilon") -> Exact | float:
    """Return the E of a claim, an exact number or math.inf. Raises ParameterError for E < 1."""
    return math.inf if is_infinite(exp_epsilon) else privacy_factor(exp_epsilon, name)


def is_infinite(exp_epsilon: object) -> TypeGuard[float]:
    """Return whether E is plus infinity, the one float that has an exact meaning."""
    return isinstance(exp_epsilon, float) and exp_epsilon == math.inf


def probability(value: object, name: str) -> Exact:
    """Return a probability, such as delta, as an exact number. Raises ParameterError outside [0, 1]."""
    number = exact_at(value, name)
    if not 0 <= number <= 1:
        raise ParameterError(repr(number), place=name, expected="a number from 0 to 1")
    return number


def pairs_of(values: object, name: str) -> tuple[tuple[Exact, Exact], ...]:
    """Return a sequence of pairs of probabilities. Raises ParameterError."""
    listed = need.values(values, name, "a sequence of pairs", also=(AbstractSet,))
    pairs = []
    for place, pair in enumerate(listed):
        pair_place = f"{name}[{place}]"
        first, second = need.values(pair, pair_place, "a pair of probabilities", count=2)
        pairs.append((probability(first, pair_place), probability(second, pair_place)))
    return tuple(pairs)
