"""Compute how much Gaussian noise a query of sensitivity 1 needs: a program in floats."""

from math import erfc, exp, sqrt

MARGIN = 1e-9  # the floats below are not exact: round to the safe side by more than they can be off


def delta_of(sigma: float, epsilon: float) -> float:
    """Balle and Wang's curve: Phi(1/(2s) - es) - e^e Phi(-1/(2s) - es), with Phi(x) = erfc(-x / sqrt(2)) / 2."""
    above, below = 1 / (2 * sigma) - epsilon * sigma, -1 / (2 * sigma) - epsilon * sigma
    return (erfc(-above / sqrt(2)) - exp(epsilon) * erfc(-below / sqrt(2))) / 2


def sigma_for(epsilon: float, delta: float) -> float:
    """A standard deviation that promises (epsilon, delta), hardly larger than needed."""
    low, high = 1e-3, 1e6
    while high - low > MARGIN * low / 4:
        middle = (low + high) / 2
        low, high = (middle, high) if delta_of(middle, epsilon) > delta else (low, middle)
    return high * (1 + MARGIN)
