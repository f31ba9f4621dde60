"""Other values for integer indeterminates: k + 1 in place of k, and then E X in place of X = E^k, the next term ..."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.proving.expression import Expression, indeterminate, operand_of
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Power, Recursive, Relation, Term, Terms, Whole, formulas

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from dpexact.proving.formula import Formula

    Values = Mapping[str, Expression | Fraction | int]


def shifted(expression: Expression, values: Values, given: Iterable[Formula]) -> Expression:
    """The expression for other values of indeterminates, powers and terms of sequences replaced with their index.

    Raises: ProofError for a power or term that is given a value of its own, a base that is replaced while its power
    occurs, a new exponent that is no integer combination of exponents whose powers have names, and a place of a
    sequence about which nothing is said.
    """
    images: dict[str, Expression] = {name: operand_of(value) for name, value in values.items()}
    facts = tuple(given)
    for definition in formulas(facts, Power):
        touched = {definition.base, definition.exponent} & values.keys()
        if definition.name in expression.names and touched:
            if definition.name in values or definition.base in values:
                raise ProofError(f"{definition}: replace its exponent only", "substitution")
            images[definition.name] = power_value(definition.base, images[definition.exponent], facts)
    sequences: list[Terms | Recursive] = [*formulas(facts, Terms), *formulas(facts, Recursive)]
    for sequence in sequences:
        if sequence.index in values:
            images |= _terms(sequence, expression, images[sequence.index], facts)
    return expression.substitute(images)


def shifted_relation(relation: Relation, values: Values, given: Iterable[Formula]) -> Relation:
    """The relation for other values of indeterminates."""
    facts = tuple(given)
    return Relation(shifted(relation.left, values, facts), shifted(relation.right, values, facts), relation.sign)


def power_value(base: str, exponent: Expression, given: Iterable[Formula]) -> Expression:
    """base^exponent for an exponent that is an integer combination of 1 and named exponents."""
    names = {power.exponent: power.name for power in formulas(given, Power) if power.base == base}
    value = indeterminate(base) ** 0
    if exponent.denominator != 1:
        raise ProofError(f"{base}^({exponent}): expected an exponent with integer coefficients", "substitution")
    for monomial, coefficient in exponent.terms():
        match list(monomial.items()):
            case []:
                value = value * indeterminate(base) ** coefficient
            case [(name, 1)] if name in names:
                value = value * indeterminate(names[name]) ** coefficient
            case _:
                known = ", ".join(names) or "no name"
                raise ProofError(f"{base}^({exponent}): expected a sum of integers and of {known}", "substitution")
    return value


def _terms(
    sequence: Terms | Recursive, expression: Expression, place: Expression, facts: tuple[Formula, ...]
) -> dict[str, Expression]:
    """What stands in place of the terms of a sequence that an expression mentions, when its index is `place`."""
    following = sequence.following if isinstance(sequence, Terms) else None
    if place == indeterminate(sequence.index):
        return {}
    if following in expression.names:
        raise ProofError(f"{following} has no name for {sequence.index} = {place}", "substitution")
    if sequence.name not in expression.names:
        return {}
    if place == indeterminate(sequence.index) + 1:
        return {sequence.name: indeterminate(sequence.following) if isinstance(sequence, Terms) else sequence.rule}
    if place == sequence.start:
        return {sequence.name: sequence.first}
    for term in formulas(facts, Term):
        if term.name == sequence.name and term.place == place:
            return {sequence.name: term.value}
    raise ProofError(f"{sequence.name}: nothing is said about its term {place}", "substitution")


def is_whole(value: Expression, given: Iterable[Formula]) -> bool:
    """Whether the expression is an integer polynomial in integer indeterminates."""
    return value.denominator == 1 and set(value.names) <= {formula.name for formula in formulas(given, Whole)}
