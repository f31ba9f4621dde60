"""The second checker: a certificate is accepted or rejected, by docs/certificate-format.md and nothing else."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpexact.second import composition, greatest, linear_program, mechanism, sufficiency
from dpexact.second.document import opened, text_of
from dpexact.second.fields import Field, Signs, field_of, require_independent
from dpexact.second.meter import need
from dpexact.second.signs import FreeSigns, GivenSigns

KINDS = (
    *mechanism.KINDS,
    *linear_program.KINDS,
    greatest.KIND,
    *sufficiency.KINDS,
    *composition.KINDS,
)


def check(certificate: str | Mapping[str, Any]) -> dict[str, Any]:
    """Check a certificate, as `dpexact.second.check` says. Raises Rejected, whose `check` names the failed check."""
    version, statement, evidence = opened(text_of(certificate))
    kind = statement.get("kind")
    need(type(kind) is str and kind in KINDS, "kind", f"the kind is none of {', '.join(KINDS)}")
    need("generators" in statement, "structure", "statement: no generators")
    field = field_of(statement["generators"], version)
    require_independent(field)
    signs = signs_of(field)
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


def signs_of(field: Field) -> Signs:
    """Choose how the signs of sums over the field are decided."""
    if field.lower is not None:
        return FreeSigns(field.lower, field.upper, field.meter)
    return GivenSigns(field.exponent or Fraction(0), field.roots, field.meter)
