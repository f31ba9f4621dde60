"""The kernel: checks a certificate; dull, small, and importing nothing but python-flint and the standard library."""

from __future__ import annotations

from dpexact.kernel.budget import Rejected
from dpexact.kernel.checker import KINDS, check

__all__ = ["KINDS", "Rejected", "check"]
