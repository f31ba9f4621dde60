"""The kernel: checks a certificate; dull, small, and importing nothing but python-flint and the standard library."""

from __future__ import annotations

from dpexact.kernel.checker import KINDS, check, cost
from dpexact.kernel.document import BUDGET, Rejected

__all__ = ["BUDGET", "KINDS", "Rejected", "check", "cost"]
