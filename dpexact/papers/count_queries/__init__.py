"""Noise on integer counts, by the closed forms, the printed design and the discrete Gaussian of the paper.

Reference: P. Sadeghi, S. Asoodeh, F. du Pin Calmon, "Differentially Private Mechanisms for Count Queries", 2020.
"""

from dpexact.audit.paper import Paper
from dpexact.laws.discrete_gaussian_law import DiscreteGaussian, discrete_gaussian
from dpexact.papers.count_queries.design import (
    CountQueryDesign,
    PrivacyGap,
    crossover,
    lower_bound,
    optimal_design,
    printed_design,
    privacy_gap,
    real_delta,
    two_point_noise,
)
from dpexact.papers.count_queries.program import DataDependentNoise, EtaPiece, delta_in_eta, linear_program

PAPER = Paper.of_room(__name__, "Differentially Private Mechanisms for Count Queries")

__all__ = [
    "PAPER",
    "CountQueryDesign",
    "DataDependentNoise",
    "DiscreteGaussian",
    "EtaPiece",
    "PrivacyGap",
    "crossover",
    "delta_in_eta",
    "discrete_gaussian",
    "linear_program",
    "lower_bound",
    "optimal_design",
    "printed_design",
    "privacy_gap",
    "real_delta",
    "two_point_noise",
]
