"""The kernel checks a certificate. It is dull and small, and imports only python-flint and the standard library."""

from dpexact.kernel.budget import Rejected
from dpexact.kernel.checker import KINDS, check

__all__ = ["KINDS", "Rejected", "check"]
