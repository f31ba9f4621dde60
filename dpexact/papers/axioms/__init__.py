"""Axioms of privacy and utility, with generic predicates, the sufficiency order, utilities and row graphs.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility".
"""

from dpexact.audit import paper
from dpexact.papers.axioms.bounds import ApproxDPPredicate as ApproxDPPredicate
from dpexact.papers.axioms.bounds import GaussianPredicate as GaussianPredicate
from dpexact.papers.axioms.bounds import LaplacePredicate as LaplacePredicate
from dpexact.papers.axioms.bounds import LinePredicate as LinePredicate
from dpexact.papers.axioms.bounds import LogisticPredicate as LogisticPredicate
from dpexact.papers.axioms.bounds import PiecewiseLinearPredicate as PiecewiseLinearPredicate
from dpexact.papers.axioms.bounds import PiecewiseRationalPredicate as PiecewiseRationalPredicate
from dpexact.papers.axioms.bounds import exponential_predicate as exponential_predicate
from dpexact.papers.axioms.bounds import uniform_predicate as uniform_predicate
from dpexact.papers.axioms.conditions import check_predicate as check_predicate
from dpexact.papers.axioms.definitions import PrivacyDefinition as PrivacyDefinition
from dpexact.papers.axioms.definitions import anonymous as anonymous
from dpexact.papers.axioms.definitions import cosine as cosine
from dpexact.papers.axioms.definitions import generic as generic
from dpexact.papers.axioms.definitions import probabilistic as probabilistic
from dpexact.papers.axioms.definitions import second_moment as second_moment
from dpexact.papers.axioms.definitions import singletons as singletons
from dpexact.papers.axioms.definitions import strict as strict
from dpexact.papers.axioms.predicate import RawPredicate as RawPredicate
from dpexact.papers.axioms.predicate import minimum as minimum
from dpexact.papers.axioms.predicate import symmetrised as symmetrised
from dpexact.papers.axioms.satisfaction import satisfies as satisfies
from dpexact.papers.axioms.search import BrokenBranching as BrokenBranching
from dpexact.papers.axioms.search import BrokenSufficiency as BrokenSufficiency
from dpexact.papers.axioms.search import break_branching as break_branching
from dpexact.papers.axioms.search import break_convexity as break_convexity
from dpexact.papers.axioms.search import break_sufficiency as break_sufficiency
from dpexact.papers.axioms.search import break_transformation as break_transformation
from dpexact.papers.axioms.utilities import branching as branching
from dpexact.papers.axioms.utilities import contraction as contraction
from dpexact.papers.axioms.utilities import decision_value as decision_value
from dpexact.papers.axioms.utilities import determinant as determinant
from dpexact.papers.axioms.utilities import discrimination as discrimination
from dpexact.papers.axioms.utilities import dobrushin as dobrushin
from dpexact.papers.axioms.utilities import expected_loss as expected_loss
from dpexact.papers.axioms.utilities import least_expected_loss as least_expected_loss
from dpexact.papers.axioms.utilities import lorenz_volume as lorenz_volume
from dpexact.papers.axioms.utilities import volume_squared as volume_squared
from dpexact.public_names import exported
from dpexact.sufficiency import canonical as canonical
from dpexact.sufficiency import is_equivalent as is_equivalent
from dpexact.sufficiency import is_maximally_sufficient as is_maximally_sufficient
from dpexact.sufficiency import is_sufficient as is_sufficient
from dpexact.sufficiency import row_graphs as row_graphs
from dpexact.sufficiency import sharpen as sharpen
from dpexact.sufficiency import split_output as split_output

PAPER = paper.Paper.of_room(__name__, "An Axiomatic View of Statistical Privacy and Utility")
__all__ = exported(globals())  # noqa: PLE0605
