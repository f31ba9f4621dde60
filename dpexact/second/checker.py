"""The second checker: a certificate is accepted or rejected, by docs/certificate-format.md and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpexact.second import greatest, linear_program, maximal, mechanism, price, sufficiency
from dpexact.second.document import opened, text_of
from dpexact.second.fields import Field, field_of, require_independent
from dpexact.second.free import FreeSigns
from dpexact.second.rejected import need
from dpexact.second.signs import GivenSigns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpexact.second.numbers import Signs

KINDS = (*mechanism.KINDS, *linear_program.KINDS, greatest.KIND, *sufficiency.KINDS, *maximal.KINDS)


def check(certificate: str | Mapping[str, Any]) -> dict[str, Any]:
    """Check a certificate, given as text or as decoded JSON; return the statement that it proves.

    Guarantee: exact; no sign is taken from a float, and zero is decided by coefficients.

    Raises: Rejected, whose `check` names the failed check.

    Reference: docs/certificate-format.md.
    """
    statement, require_true = decoded(certificate, price.Budget(price.BUDGET))
    require_true()
    return statement


def cost_of(certificate: str | Mapping[str, Any]) -> int:
    """The cost of a certificate in steps, whether its statement is true or not.

    Raises: Rejected, if it is not written as the format says.
    """
    budget = price.Budget(None)
    decoded(certificate, budget)
    return budget.spent


def decoded(certificate: str | Mapping[str, Any], budget: price.Budget) -> tuple[dict[str, Any], Callable[[], None]]:
    """The statement, when its cost has been paid, and the function that checks it."""
    text = text_of(certificate)
    budget.pay(price.reading(text))
    version, statement, evidence = opened(text)
    kind = statement.get("kind")
    need(type(kind) is str and kind in KINDS, "kind", f"the kind is none of {', '.join(KINDS)}")
    need("generators" in statement, "structure", "statement: no generators")
    field = field_of(statement["generators"], version)
    budget.pay(price.generators(field))
    require_independent(field)
    signs = signs_of(field, budget)
    if kind in mechanism.KINDS:
        claim = mechanism.decoded(statement, evidence, field, signs, version)
        pairs = price.Pairs(len(claim.pairs), len(claim.unlike), len(claim.rows[0]))
        budget.pay(price.of_mechanism(claim.kind, pairs, claim.parts))
        return statement, lambda: mechanism.require_true(claim, budget)
    if kind in linear_program.KINDS:
        program = linear_program.decoded(statement, evidence, field, signs)
        budget.pay(program.cost)
        return statement, lambda: linear_program.require_true(program)
    if kind in sufficiency.KINDS:
        comparison = sufficiency.decoded(statement, evidence, field, signs)
        budget.pay(comparison.cost)
        return statement, lambda: sufficiency.require_true(comparison)
    if kind in maximal.KINDS:
        case = maximal.decoded(statement, evidence, field, signs)
        budget.pay(case.cost)
        return statement, lambda: maximal.require_true(case)
    scenario = greatest.decoded(statement, evidence, field, signs)
    budget.pay(scenario.cost)
    return statement, lambda: greatest.require_true(scenario)


def signs_of(field: Field, budget: price.Budget) -> Signs:
    """How the signs of sums over the field are decided."""
    if field.lower is not None:
        return FreeSigns(field.lower, field.upper, budget.pay)
    return GivenSigns(field.exponent or Fraction(0), field.roots, budget.pay)
