"""Axioms of privacy and utility: generic predicates, the sufficiency order, utilities, row graphs.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility".
"""

from __future__ import annotations

from dpexact.axioms.paper import PAPER

__all__ = ["PAPER"]
