"""Axioms of privacy and utility: generic predicates, the sufficiency order, utilities, row graphs.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility".
"""

from __future__ import annotations

from dpexact.axioms.breaking import break_convexity, break_transformation
from dpexact.axioms.combined import minimum, symmetrised
from dpexact.axioms.conditions import check_predicate
from dpexact.axioms.definitions import (
    PrivacyDefinition,
    anonymous,
    cosine,
    generic,
    probabilistic,
    second_moment,
    singletons,
    strict,
)
from dpexact.axioms.lines import ApproxDPPredicate, LinePredicate, PiecewiseLinearPredicate
from dpexact.axioms.paper import PAPER
from dpexact.axioms.pieces import PiecewiseRationalPredicate
from dpexact.axioms.raw import RawPredicate
from dpexact.axioms.satisfaction import satisfies
from dpexact.axioms.shifts import (
    GaussianPredicate,
    LaplacePredicate,
    LogisticPredicate,
    exponential_predicate,
    uniform_predicate,
)

__all__ = [
    "PAPER",
    "ApproxDPPredicate",
    "GaussianPredicate",
    "LaplacePredicate",
    "LinePredicate",
    "LogisticPredicate",
    "PiecewiseLinearPredicate",
    "PiecewiseRationalPredicate",
    "PrivacyDefinition",
    "RawPredicate",
    "anonymous",
    "break_convexity",
    "break_transformation",
    "check_predicate",
    "cosine",
    "exponential_predicate",
    "generic",
    "minimum",
    "probabilistic",
    "satisfies",
    "second_moment",
    "singletons",
    "strict",
    "symmetrised",
    "uniform_predicate",
]
