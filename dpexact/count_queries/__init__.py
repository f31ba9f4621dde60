"""Noise on integer counts: the closed forms, the printed design and the discrete Gaussian of the count-query paper.

Reference: P. Sadeghi, S. Asoodeh, F. du Pin Calmon, "Differentially Private Mechanisms for Count Queries", 2020.
"""

from __future__ import annotations

from dpexact.count_queries.bounds import crossover, lower_bound
from dpexact.count_queries.data_dependent import DataDependentNoise, linear_program
from dpexact.count_queries.design import CountQueryDesign, printed_design
from dpexact.count_queries.gap import PrivacyGap, privacy_gap, real_delta
from dpexact.count_queries.gaussian import DiscreteGaussian, discrete_gaussian
from dpexact.count_queries.noise import two_point_noise
from dpexact.count_queries.optimum import optimal_design
from dpexact.count_queries.paper import PAPER
from dpexact.count_queries.parametric import EtaPiece, delta_in_eta

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
