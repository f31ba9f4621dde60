"""The exact curve of Gaussian noise, which is Balle and Wang's, and its inverses.

With m = sensitivity/sigma the least delta is Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m), for every real
epsilon. It falls in epsilon and in sigma.

The event x > m/2 shows a delta of at least 1 - (1 + E) Phi(-m/2) > 1 - E e^(-m^2/8), which is the delta of TOO_SMALL.
Delta is below m, and below e^(-(epsilon - rho)^2/(4 rho)) with rho = m^2/2 (Bun and Steinke), so that ENOUGH is enough.
"""

import math
from fractions import Fraction

from dpexact.errors import TooLargeError
from dpexact.laws.discrete_gaussian import NONE
from dpexact.laws.parameters import (
    Number,
    enclosed,
    formula,
    is_exactly,
    nonnegative,
    positive,
    probability,
    real,
    substituted,
    value,
)
from dpexact.numbers.exact import exact
from dpexact.numbers.formula import Real, tree_of
from dpexact.numbers.grammar import Term, term_of_text

CURVE = (
    "Phi(sensitivity/(2*sigma) - epsilon*sigma/sensitivity)"
    " - exp(epsilon)*Phi(-sensitivity/(2*sigma) - epsilon*sigma/sensitivity)"
)
CURVE_TERM = term_of_text(CURVE)
EXCESS = term_of_text(f"{CURVE} - delta")
FAR = term_of_text("(sensitivity/sigma)**2/2 + sensitivity/sigma*sqrt(2*log(1/delta)) + 1")  # delta is smaller there
CLASSICAL = term_of_text("sensitivity*sqrt(2*log(1.25/delta))/epsilon")
TOO_SMALL = "sensitivity/sqrt(8*(epsilon + log(1/(1 - delta))))"
ENOUGH = "sensitivity/max(delta, sqrt(2)*epsilon/(sqrt(log(1/delta) + epsilon) + sqrt(log(1/delta))))"
SIGMA = term_of_text(f"exp(root({CURVE.replace('sigma', 'exp(t)')} - delta, t, log({TOO_SMALL}), log({ENOUGH})))")
MAX_EXPONENT = 400  # of 10, for a ratio of sensitivity to sigma, and for the sensitivity in `gaussian_sigma`
RATIO = term_of_text("sensitivity/sigma")


def gaussian_delta(sigma: Real, sensitivity: Real, epsilon: Real) -> Number:
    """Return the least delta of Gaussian noise at an epsilon."""
    parameters = {"sigma": positive("sigma", sigma), "sensitivity": nonnegative("sensitivity", sensitivity)}
    parameters["epsilon"] = real("epsilon", epsilon)
    if is_exactly("sensitivity", sensitivity, 0):
        return formula(NONE, epsilon=parameters["epsilon"])
    return enclosed(CURVE_TERM.substituted(parameters))


def gaussian_epsilon(sigma: Real, sensitivity: Real, delta: Real) -> Number | float:
    """Return the least epsilon >= 0 of Gaussian noise at a delta."""
    parameters = {
        "sigma": positive("sigma", sigma),
        "sensitivity": nonnegative("sensitivity", sensitivity),
        "delta": probability("delta", delta),
    }
    if is_exactly("sensitivity", sensitivity, 0):
        return exact(0)
    if is_exactly("delta", delta, 0):
        return math.inf
    _refuse_extremes("sensitivity", "sensitivity/sigma", formula(RATIO, sensitivity=sensitivity, sigma=sigma))
    excess = EXCESS.substituted(parameters)
    if enclosed(substituted(excess, epsilon=0)) < 0:
        return exact(0)
    return enclosed(Term("root", (excess, tree_of(0), FAR.substituted(parameters)), "epsilon"))


def gaussian_sigma(epsilon: Real, delta: Real, sensitivity: Real) -> Number | float:
    """Return the least sigma of Gaussian noise for an epsilon >= 0 and a delta, or infinity at delta 0.

    An epsilon below 0, which no promise of privacy has, is refused, although there is a delta for it.
    """
    parameters = {
        "epsilon": nonnegative("epsilon", epsilon),
        "delta": probability("delta", delta),
        "sensitivity": nonnegative("sensitivity", sensitivity),
    }
    if is_exactly("sensitivity", sensitivity, 0) or is_exactly("delta", delta, 1):
        return exact(0)
    if is_exactly("delta", delta, 0):
        return math.inf
    _refuse_extremes("sensitivity", "a number", value("sensitivity", sensitivity), least=Fraction(1, 10**MAX_EXPONENT))
    return enclosed(SIGMA.substituted(parameters))


def _refuse_extremes(name: str, what: str, number: Number, least: Fraction = Fraction(0)) -> None:
    """Raise TooLargeError for a number whose answer would need thousands of digits."""
    if least <= number <= 10**MAX_EXPONENT:
        return
    low = f" and >= 1e-{MAX_EXPONENT}" if least else ""
    raise TooLargeError("one beyond", place=name, expected=f"{what} <= 1e{MAX_EXPONENT}{low}")


def gaussian_classical_sigma(epsilon: Real, delta: Real, sensitivity: Real) -> Number:
    """Return sensitivity * sqrt(2 ln(1.25/delta)) / epsilon, which is a theorem for 0 < epsilon < 1 only."""
    probability("delta", delta)
    return formula(
        CLASSICAL,
        epsilon=positive("epsilon", epsilon),
        delta=positive("delta", delta),
        sensitivity=nonnegative("sensitivity", sensitivity),
    )
