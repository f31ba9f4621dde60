"""Noise on integer counts, by the closed forms, the printed design and the discrete Gaussian of the paper.

Reference: P. Sadeghi, S. Asoodeh, F. du Pin Calmon, "Differentially Private Mechanisms for Count Queries", 2020.
"""

from dpexact.audit import paper
from dpexact.laws.discrete_gaussian import DiscreteGaussian as DiscreteGaussian
from dpexact.laws.discrete_gaussian import discrete_gaussian as discrete_gaussian
from dpexact.papers.count_queries.design import CountQueryDesign as CountQueryDesign
from dpexact.papers.count_queries.design import PrivacyGap as PrivacyGap
from dpexact.papers.count_queries.design import crossover as crossover
from dpexact.papers.count_queries.design import lower_bound as lower_bound
from dpexact.papers.count_queries.design import optimal_design as optimal_design
from dpexact.papers.count_queries.design import printed_design as printed_design
from dpexact.papers.count_queries.design import privacy_gap as privacy_gap
from dpexact.papers.count_queries.design import real_delta as real_delta
from dpexact.papers.count_queries.design import two_point_noise as two_point_noise
from dpexact.papers.count_queries.program import DataDependentNoise as DataDependentNoise
from dpexact.papers.count_queries.program import EtaPiece as EtaPiece
from dpexact.papers.count_queries.program import delta_in_eta as delta_in_eta
from dpexact.papers.count_queries.program import linear_program as linear_program
from dpexact.public_names import exported

PAPER = paper.Paper.of_room(__name__, "Differentially Private Mechanisms for Count Queries")
__all__ = exported(globals())  # noqa: PLE0605
