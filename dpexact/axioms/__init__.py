"""Axioms of privacy and utility: generic predicates, the sufficiency order, utilities, row graphs.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility".
"""

from __future__ import annotations

from dpexact.axioms.paper import PAPER
from dpexact.sufficiency import (
    canonical,
    is_equivalent,
    is_maximally_sufficient,
    is_sufficient,
    row_graphs,
    sharpen,
    split_output,
)

__all__ = [
    "PAPER",
    "canonical",
    "is_equivalent",
    "is_maximally_sufficient",
    "is_sufficient",
    "row_graphs",
    "sharpen",
    "split_output",
]
