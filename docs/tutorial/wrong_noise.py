"""The same with the classical formula, which is a theorem only for epsilon < 1."""

from math import log, sqrt


def sigma_for(epsilon: float, delta: float) -> float:
    """A standard deviation that is said to promise (epsilon, delta)."""
    return sqrt(2 * log(1.25 / delta)) / epsilon
