"""The quantities of the gradual release paper that its text and captions print numbers for."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from dpexact.audit.quantities.given import PaperQuantities, integer, numbers, word
from dpexact.errors import ParameterError, need
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt, value_excerpt
from dpexact.papers.gradual_release.laws import laplace, markov
from dpexact.papers.gradual_release.measure import Levels

QUANTITIES = PaperQuantities(
    "gradual_release",
    "Gradual Release of Sensitive Data under Differential Privacy",
    levels=numbers,
    dimension=integer,
    parameter=word,
)
MAX_LEVELS = 4  # the law of m values has a part for each of 2^(m-1) sets of changes and a cone for each order
MAX_DIMENSION = 1000
MAX_THRESHOLD = 100
HALF = exact("1/2")
CHANNELS: dict[str, Callable[[Exact, Exact], tuple[Exact, Exact]]] = {  # P(1 | 0), P(1 | 1)
    "alpha": lambda alpha, _: (alpha / 2, 1 - alpha / 2),
    "beta": lambda beta, gamma: (gamma, beta),
    "gamma": lambda gamma, beta: (gamma, beta),
}


@QUANTITIES.add("Theorem 12: the level of all answers together", "larger-is-safe")
def level(levels: Sequence[Exact]) -> Exact:
    """Return the least epsilon of all answers together, at distance 1, the largest slope of the log density of (36).

    Raises ParameterError unless there are 1 to 4 positive levels that increase.
    """
    if len(levels) > MAX_LEVELS or any(not a < b for a, b in pairwise([exact(0), *levels])):
        came, expected = value_excerpt(levels), f"1 to {MAX_LEVELS} positive numbers in increasing order"
        raise ParameterError(came, place="levels", expected=expected)
    names, variables = (tuple(f"{letter}{i}" for i in range(len(levels))) for letter in "ev")
    slopes = markov(Levels(names), variables).measure().slopes()
    return max(abs(sum((r * e for r, e in zip(form, levels, strict=True)), exact(0))) for form in slopes)


@QUANTITIES.add("(12): E ||V||^2 of Laplace noise")
def squared_error(epsilon: Exact, dimension: int) -> Exact:
    """Return n E V^2 for Laplace noise V of density (epsilon/2) e^(-epsilon |v|), (12) at equality, in n dimensions.

    Raises ParameterError unless epsilon > 0 and the dimension is an integer from 1 to 1000.
    """
    if not epsilon > 0:
        raise ParameterError(repr(epsilon), place="epsilon", expected="a positive number")
    levels = Levels(("a",), ("s",))
    transform = laplace(levels, "a", "x").measure().tilted({"x": levels.form("s")}).total()  # E e^(s V)
    second = transform.derivative("s").derivative("s").at(s=0, a=1)  # E V^2 at a = 1
    count = need.integer(dimension, "dimension", 1, MAX_DIMENSION)
    return count * exact(f"{second.numerator}") / exact(f"{second.denominator}") / epsilon**2


@QUANTITIES.add("(43) and (45): P(V_f > threshold)/alpha")
def flip_share(alpha: Exact, threshold: Exact) -> Exact:
    """Return P(V_f > threshold)/alpha for V_f of (45), the part of alpha that turns a 0 to a 1.

    P(V_f > v) = e^(2 v ln alpha)/2.

    Raises ParameterError unless 0 < alpha < 1 and twice the threshold is an integer from 0 to 200.
    """
    twice = 2 * threshold
    if not 0 < alpha < 1 or twice not in range(2 * MAX_THRESHOLD + 1):
        expected = f"0 < alpha < 1 and a multiple of 1/2 from 0 to {MAX_THRESHOLD}"
        raise ParameterError(f"{alpha!r} and {threshold!r}", place="alpha, threshold", expected=expected)
    return alpha ** int(twice.as_fraction()) / 2 / alpha


@QUANTITIES.add("(43) and (44): where a report says nothing")
def tight(parameter: str, other: Exact = HALF) -> Exact:
    """Return the alpha of (43), or the beta or gamma of (44) given the other, at which the report of a bit is empty.

    There the determinant of the report's matrix is 0, which is linear in each parameter.

    Raises ParameterError for another parameter, or unless 0 <= other <= 1.
    """
    if parameter not in CHANNELS or not 0 <= other <= 1:
        came, expected = f"{excerpt(parameter)!r} and {other!r}", f"{', '.join(CHANNELS)} and a number from 0 to 1"
        raise ParameterError(came, place="parameter, other", expected=expected)
    channels = (CHANNELS[parameter](exact(value), other) for value in (0, 1))
    at_0, at_1 = (from_1 - from_0 for from_0, from_1 in channels)  # the determinants
    return at_0 / (at_0 - at_1)
