"""The second checker of certificates: written from docs/certificate-format.md alone, with Fraction, SymPy and mpmath.

It imports nothing else of dpexact and shares no code with the kernel. SymPy and mpmath are loaded when it first checks.
"""

from collections.abc import Mapping
from typing import Any

from dpexact.second.meter import Rejected, need

__all__ = ["Rejected", "check"]


def check(certificate: str | Mapping[str, Any]) -> dict[str, Any]:
    """Check a certificate, given as text or as decoded JSON, and return the statement that it proves.

    The answer is exact. No sign is taken from a float, and zero is decided by coefficients.

    Raises Rejected, whose `check` names the failed check.
    """
    from dpexact.second import composition, greatest, linear_program, mechanism, sufficiency
    from dpexact.second.document import opened
    from dpexact.second.fields import field_of

    rooms = (mechanism, linear_program, greatest, sufficiency, composition)
    kinds = {kind: room.require_true for room in rooms for kind in room.KINDS}
    statement, evidence = opened(certificate)
    kind = statement.get("kind")
    need(type(kind) is str and kind in kinds, "kind", f"the kind is none of {', '.join(kinds)}")
    need("generators" in statement, "structure", "statement: no generators")
    field = field_of(statement["generators"])
    is_meant = field.is_free == (kind == mechanism.FOR_ALL)
    need(is_meant, "generators", f"{kind}: t is {'free' if field.is_free else 'given'}")
    kinds[kind](statement, evidence, field)
    return statement
