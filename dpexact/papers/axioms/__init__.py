"""Axioms of privacy and utility, with generic predicates, the sufficiency order, utilities and row graphs.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility".
"""

from dpexact.audit.paper import Paper
from dpexact.papers.axioms.bounds import (
    ApproxDPPredicate,
    GaussianPredicate,
    LaplacePredicate,
    LinePredicate,
    LogisticPredicate,
    PiecewiseLinearPredicate,
    PiecewiseRationalPredicate,
    exponential_predicate,
    uniform_predicate,
)
from dpexact.papers.axioms.conditions import check_predicate
from dpexact.papers.axioms.definitions import (
    PrivacyDefinition,
    anonymous,
    cosine,
    generic,
    probabilistic,
    second_moment,
    singletons,
    strict,
)
from dpexact.papers.axioms.predicate import RawPredicate, minimum, symmetrised
from dpexact.papers.axioms.satisfaction import satisfies
from dpexact.papers.axioms.search import (
    BrokenBranching,
    BrokenSufficiency,
    break_branching,
    break_convexity,
    break_sufficiency,
    break_transformation,
)
from dpexact.papers.axioms.utilities import (
    branching,
    contraction,
    decision_value,
    determinant,
    discrimination,
    dobrushin,
    expected_loss,
    least_expected_loss,
    lorenz_volume,
    volume_squared,
)
from dpexact.sufficiency import (
    canonical,
    is_equivalent,
    is_maximally_sufficient,
    is_sufficient,
    row_graphs,
    sharpen,
    split_output,
)

PAPER = Paper.of_room(__name__, "An Axiomatic View of Statistical Privacy and Utility")

__all__ = [
    "PAPER",
    "ApproxDPPredicate",
    "BrokenBranching",
    "BrokenSufficiency",
    "GaussianPredicate",
    "LaplacePredicate",
    "LinePredicate",
    "LogisticPredicate",
    "PiecewiseLinearPredicate",
    "PiecewiseRationalPredicate",
    "PrivacyDefinition",
    "RawPredicate",
    "anonymous",
    "branching",
    "break_branching",
    "break_convexity",
    "break_sufficiency",
    "break_transformation",
    "canonical",
    "check_predicate",
    "contraction",
    "cosine",
    "decision_value",
    "determinant",
    "discrimination",
    "dobrushin",
    "expected_loss",
    "exponential_predicate",
    "generic",
    "is_equivalent",
    "is_maximally_sufficient",
    "is_sufficient",
    "least_expected_loss",
    "lorenz_volume",
    "minimum",
    "probabilistic",
    "row_graphs",
    "satisfies",
    "second_moment",
    "sharpen",
    "singletons",
    "split_output",
    "strict",
    "symmetrised",
    "uniform_predicate",
    "volume_squared",
]
