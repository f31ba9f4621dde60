"""Other people's floating-point code against exact computation."""

from dpexact.crosscheck.crosschecker import Crosscheck, crosscheck
from dpexact.crosscheck.result import CrosscheckResult

__all__ = ["Crosscheck", "CrosscheckResult", "crosscheck"]
