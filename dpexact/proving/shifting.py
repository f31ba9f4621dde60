"""Other values for integer indeterminates: k + 1 in place of k, and then E X in place of X = E^k."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.proving.expression import Expression, indeterminate, operand_of
from dpexact.proving.fact import formulas
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Power, Whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from dpexact.proving.fact import Fact


def with_powers(
    values: Mapping[str, Expression | Fraction | int], given: Iterable[Fact]
) -> dict[str, Expression | Fraction | int]:
    """The substitution, extended to every power X = E^k whose exponent it replaces.

    Raises: ProofError if the base is replaced too, a power is given a value of its own, or a new exponent is not an
    integer combination of exponents whose powers have names.
    """
    facts = tuple(given)
    extended = dict(values)
    for definition in formulas(facts, Power):
        if definition.name in values or definition.base in values:
            message = f"{definition}: expected a substitution that leaves the power and its base alone"
            raise ProofError(message, "substitution")
        if definition.exponent in values:
            exponent = operand_of(values[definition.exponent])
            extended[definition.name] = power_value(definition.base, exponent, facts)
    return extended


def power_value(base: str, exponent: Expression, given: Iterable[Fact]) -> Expression:
    """base^exponent for an exponent that is an integer combination of 1 and named exponents."""
    names = {power.exponent: power.name for power in formulas(given, Power) if power.base == base}
    value = indeterminate(base) ** 0
    if exponent.denominator != 1:
        message = f"{base}^({exponent}): expected an exponent with integer coefficients"
        raise ProofError(message, "substitution")
    for monomial, coefficient in exponent.terms():
        match list(monomial.items()):
            case []:
                value = value * indeterminate(base) ** coefficient
            case [(name, 1)] if name in names:
                value = value * indeterminate(names[name]) ** coefficient
            case _:
                message = f"{base}^({exponent}): expected a sum of integers and of {', '.join(names) or 'no name'}"
                raise ProofError(message, "substitution")
    return value


def is_whole(value: Expression, given: Iterable[Fact]) -> bool:
    """Whether the expression is an integer polynomial in integer indeterminates."""
    return value.denominator == 1 and set(value.names) <= {formula.name for formula in formulas(given, Whole)}
