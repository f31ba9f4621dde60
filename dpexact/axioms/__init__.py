"""Axioms of privacy and utility: generic predicates, the sufficiency order, utilities, row graphs.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility".
"""

from __future__ import annotations

from dpexact.axioms.branching import branching, decision_value
from dpexact.axioms.dobrushin import contraction, discrimination, dobrushin
from dpexact.axioms.expected_loss import expected_loss, least_expected_loss
from dpexact.axioms.paper import PAPER
from dpexact.axioms.search import BrokenBranching, BrokenSufficiency, break_branching, break_sufficiency
from dpexact.axioms.volume import determinant, lorenz_volume, volume_squared

__all__ = [
    "PAPER",
    "BrokenBranching",
    "BrokenSufficiency",
    "branching",
    "break_branching",
    "break_sufficiency",
    "contraction",
    "decision_value",
    "determinant",
    "discrimination",
    "dobrushin",
    "expected_loss",
    "least_expected_loss",
    "lorenz_volume",
    "volume_squared",
]
