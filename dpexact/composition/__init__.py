"""Exact privacy loss of pairs and of mechanisms that are composed independently, and the optimal bound.

Reference: Kairouz, Oh and Viswanath, "The Composition Theorem for Differential Privacy". Murtagh and Vadhan, "The
Complexity of Computing the Optimal Composition of Differential Privacy". Doroshenko, Ghazi, Kamath, Kumar and
Manurangsi, "Connect the Dots: Tighter Discrete Approximations of Privacy Loss Distributions".
"""

from __future__ import annotations

from dpexact.composition.accountant import Accountant
from dpexact.composition.dominating import (
    DominatingPair,
    discrete_gaussian,
    discrete_laplace,
    finite,
    gaussian,
    laplace,
    randomized_response,
)
from dpexact.composition.expression import parse_composition
from dpexact.composition.loss import PrivacyLoss, privacy_loss
from dpexact.composition.optimal import optimal_composition_delta

__all__ = [
    "Accountant",
    "DominatingPair",
    "PrivacyLoss",
    "discrete_gaussian",
    "discrete_laplace",
    "finite",
    "gaussian",
    "laplace",
    "optimal_composition_delta",
    "parse_composition",
    "privacy_loss",
    "randomized_response",
]
