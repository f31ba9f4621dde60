"""Axioms of privacy and utility: generic predicates, the sufficiency order, utilities, row graphs.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility".
"""

from __future__ import annotations

from dpexact.axioms.combined import minimum, symmetrised
from dpexact.axioms.conditions import check_predicate
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
    "RawPredicate",
    "check_predicate",
    "exponential_predicate",
    "minimum",
    "satisfies",
    "symmetrised",
    "uniform_predicate",
]
