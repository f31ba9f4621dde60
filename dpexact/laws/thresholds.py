"""The probability that a count of one passes a threshold once noise is added, and that of an output cut off at ends.

The first is the delta of a key that one person brings. It makes a difference whether a count at the threshold itself
passes, if the noise is an integer.
"""

from dpexact.laws.discrete_gaussian import discrete_gaussian_tail
from dpexact.laws.parameters import Number, choice, first_from, formula, integer, positive, real, value
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import term_of_text

COMPARISONS = (">", ">=")
LAPLACE_ABOVE = term_of_text("exp((1 - threshold)/scale)/2")
LAPLACE_BELOW = term_of_text("1 - exp((threshold - 1)/scale)/2")
GAUSSIAN = term_of_text("Phi((1 - threshold)/sigma)")
GEOMETRIC_TAIL = term_of_text("exp(-decay*first)/(1 + exp(-decay))")
INNER = term_of_text("(1 - exp(-decay))*exp(-decay*distance)/(1 + exp(-decay))")


def laplace_threshold(scale: Real, threshold: Real) -> Number:
    """Return the probability that 1 plus Laplace noise is above a threshold, or at it, which is the same."""
    parameters = {"scale": positive("scale", scale), "threshold": real("threshold", threshold)}
    return formula(LAPLACE_ABOVE if value("threshold", threshold) >= 1 else LAPLACE_BELOW, **parameters)


def gaussian_threshold(sigma: Real, threshold: Real) -> Number:
    """Return the probability that 1 plus Gaussian noise is above a threshold, or at it, which is the same."""
    return formula(GAUSSIAN, sigma=positive("sigma", sigma), threshold=real("threshold", threshold))


def discrete_laplace_threshold(decay: Real, threshold: Real, comparison: str) -> Number:
    """Return the probability that 1 + Z passes, where the mass of Z at z is proportional to e^(-decay abs(z))."""
    rate, first = positive("decay", decay), _first(threshold, comparison)
    tail = formula(GEOMETRIC_TAIL, decay=rate, first=first if first > 0 else 1 - first)
    return tail if first > 0 else 1 - tail


def discrete_gaussian_threshold(sigma: Real, threshold: Real, comparison: str) -> Number:
    """Return the probability that 1 + Z passes, where the mass of Z at z is proportional to e^(-z^2/(2 sigma^2))."""
    positive("sigma", sigma)
    first = _first(threshold, comparison)
    return discrete_gaussian_tail(sigma, first) if first > 0 else 1 - discrete_gaussian_tail(sigma, 1 - first)


def _first(threshold: Real, comparison: str) -> int:
    """Return the least integer z for which 1 + z passes."""
    choice("comparison", comparison, COMPARISONS)
    return first_from(value("threshold", threshold), beyond=comparison == ">") - 1


def truncated_geometric_probability(decay: Real, upper: Real, value: Real, output: Real) -> Number:
    """Return the probability of an output of value + Z, which is cut off at 0 and at the upper end."""
    rate, end = positive("decay", decay), integer("upper", upper, 1)
    distance = abs(integer("output", output, 0, end) - integer("value", value, 0, end))
    at_end = integer("output", output) in (0, end)
    return (
        formula(GEOMETRIC_TAIL, decay=rate, first=distance) if at_end else formula(INNER, decay=rate, distance=distance)
    )
