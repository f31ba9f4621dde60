"""The second checker of certificates: written from docs/certificate-format.md alone, with Fraction, SymPy and mpmath.

It imports nothing else of dpexact and shares no code with the kernel. SymPy and mpmath are loaded when it first checks.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpexact.second.meter import Rejected, need

__all__ = ["Rejected", "check"]


def check(certificate: str | Mapping[str, Any]) -> dict[str, Any]:
    """Check a certificate, given as text or as decoded JSON, and return the statement that it proves.

    The answer is exact. No sign is taken from a float, and zero is decided by coefficients.

    Raises Rejected, whose `check` names the failed check.
    """
    from dpexact.second import composition, greatest, linear_program, mechanism, sufficiency
    from dpexact.second.document import opened, text_of
    from dpexact.second.fields import field_of, require_independent
    from dpexact.second.signs import FreeSigns, GivenSigns

    kinds = (*mechanism.KINDS, *linear_program.KINDS, greatest.KIND, *sufficiency.KINDS, *composition.KINDS)
    version, statement, evidence = opened(text_of(certificate))
    kind = statement.get("kind")
    need(type(kind) is str and kind in kinds, "kind", f"the kind is none of {', '.join(kinds)}")
    need("generators" in statement, "structure", "statement: no generators")
    field = field_of(statement["generators"], version)
    require_independent(field)
    signs: FreeSigns | GivenSigns = (
        GivenSigns(field.exponent or Fraction(0), field.roots, field.meter)
        if field.lower is None
        else FreeSigns(field.lower, field.upper, field.meter)
    )
    if kind in mechanism.KINDS:
        mechanism.require_true(mechanism.decoded(statement, evidence, field, signs, version))
    elif kind in linear_program.KINDS:
        linear_program.require_true(linear_program.decoded(statement, evidence, field, signs))
    elif kind in sufficiency.KINDS:
        sufficiency.require_true(sufficiency.decoded(statement, evidence, field, signs))
    elif isinstance(signs, GivenSigns) and kind in composition.KINDS:
        composition.require_true(statement, evidence, field, signs)
    else:
        need(kind == greatest.KIND, "generators", f"{kind}: t is free")
        greatest.require_true(greatest.decoded(statement, evidence, field, signs))
    return statement
