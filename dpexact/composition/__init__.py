"""Exact privacy loss of pairs and of mechanisms that are composed independently, and the optimal bound.

Reference: Kairouz, Oh and Viswanath, "The Composition Theorem for Differential Privacy". Murtagh and Vadhan, "The
Complexity of Computing the Optimal Composition of Differential Privacy". Doroshenko, Ghazi, Kamath, Kumar and
Manurangsi, "Connect the Dots: Tighter Discrete Approximations of Privacy Loss Distributions".
"""

from dpexact.composition.accountant import Accountant as Accountant
from dpexact.composition.dominating import DominatingPair as DominatingPair
from dpexact.composition.expression import parse_composition as parse_composition
from dpexact.composition.least import least as least
from dpexact.composition.loss import PrivacyLoss as PrivacyLoss
from dpexact.composition.loss import privacy_loss as privacy_loss
from dpexact.composition.named import binomial as binomial
from dpexact.composition.named import discrete_gaussian as discrete_gaussian
from dpexact.composition.named import discrete_laplace as discrete_laplace
from dpexact.composition.named import dp_sgd as dp_sgd
from dpexact.composition.named import epsilon_delta as epsilon_delta
from dpexact.composition.named import exponential_mechanism as exponential_mechanism
from dpexact.composition.named import finite as finite
from dpexact.composition.named import gaussian as gaussian
from dpexact.composition.named import gaussian_mixture as gaussian_mixture
from dpexact.composition.named import gdp as gdp
from dpexact.composition.named import laplace as laplace
from dpexact.composition.named import permute_and_flip as permute_and_flip
from dpexact.composition.named import pure as pure
from dpexact.composition.named import randomized_response as randomized_response
from dpexact.composition.named import shuffled as shuffled
from dpexact.composition.named import skellam as skellam
from dpexact.composition.named import truncated_laplace as truncated_laplace
from dpexact.composition.named import without_replacement as without_replacement
from dpexact.composition.optimal import optimal_composition_delta as optimal_composition_delta
from dpexact.public_names import exported

__all__ = exported(globals())  # noqa: PLE0605
