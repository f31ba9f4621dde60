"""Exact privacy loss of pairs and of mechanisms that are composed independently, and the optimal bound.

Reference: Kairouz, Oh and Viswanath, "The Composition Theorem for Differential Privacy". Murtagh and Vadhan, "The
Complexity of Computing the Optimal Composition of Differential Privacy". Doroshenko, Ghazi, Kamath, Kumar and
Manurangsi, "Connect the Dots: Tighter Discrete Approximations of Privacy Loss Distributions".
"""

from dpexact.composition.accountant import Accountant
from dpexact.composition.dominating import DominatingPair
from dpexact.composition.expression import parse_composition
from dpexact.composition.least import least
from dpexact.composition.loss import PrivacyLoss, privacy_loss
from dpexact.composition.named import (
    binomial,
    discrete_gaussian,
    discrete_laplace,
    dp_sgd,
    epsilon_delta,
    exponential_mechanism,
    finite,
    gaussian,
    gaussian_mixture,
    gdp,
    laplace,
    permute_and_flip,
    pure,
    randomized_response,
    shuffled,
    skellam,
    truncated_laplace,
    without_replacement,
)
from dpexact.composition.optimal import optimal_composition_delta

__all__ = [
    "Accountant",
    "DominatingPair",
    "PrivacyLoss",
    "binomial",
    "discrete_gaussian",
    "discrete_laplace",
    "dp_sgd",
    "epsilon_delta",
    "exponential_mechanism",
    "finite",
    "gaussian",
    "gaussian_mixture",
    "gdp",
    "laplace",
    "least",
    "optimal_composition_delta",
    "parse_composition",
    "permute_and_flip",
    "privacy_loss",
    "pure",
    "randomized_response",
    "shuffled",
    "skellam",
    "truncated_laplace",
    "without_replacement",
]
