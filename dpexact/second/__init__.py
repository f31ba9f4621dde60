"""The second checker of certificates: written from docs/certificate-format.md alone, with Fraction, SymPy and mpmath.

It imports nothing else of dpexact and shares no code with the kernel. SymPy and mpmath are loaded when it first checks.
"""

from collections.abc import Mapping
from typing import Any

from dpexact.second.meter import Rejected

__all__ = ["Rejected", "check"]


def check(certificate: str | Mapping[str, Any]) -> dict[str, Any]:
    """Check a certificate, given as text or as decoded JSON, and return the statement that it proves.

    The answer is exact. No sign is taken from a float, and zero is decided by coefficients.

    Raises Rejected, whose `check` names the failed check.
    """
    from dpexact.second.checker import check as run

    return run(certificate)
