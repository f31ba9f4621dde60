"""Formulas: what a hypothesis says and a step establishes.

The indeterminates of a formula stand for all values that satisfy the hypotheses it rests on. For each choice of the
integers an expression is read as an element of Q(real indeterminates) in lowest terms, a power X of E^k being the
monomial E^k; it has a value where that denominator does not vanish. So (X - 1)/(E - 1) is the polynomial
1 + E + ... + E^(k-1), with the value k at E = 1. An order relation says that the difference of its sides has a value,
of that sign; an equation says that the sides are equal wherever both have a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from dpexact.proving.expression import Expression, operand_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    Value = Expression | Fraction | int

Sign = Literal["= 0", "> 0", ">= 0"]


@dataclass(frozen=True)
class Relation:
    """left = right, left > right or left >= right; `sign` is that of left - right."""

    left: Expression
    right: Expression
    sign: Sign

    @property
    def expression(self) -> Expression:
        """Left - right."""
        return self.left - self.right

    def substitute(self, values: Mapping[str, Value]) -> Relation:
        """The relation with values in place of indeterminates."""
        return Relation(self.left.substitute(values), self.right.substitute(values), self.sign)

    def __str__(self) -> str:
        """The relation as text."""
        return f"{self.left} {self.sign.removesuffix(' 0')} {self.right}"


@dataclass(frozen=True)
class Whole:
    """The indeterminate is an integer."""

    name: str

    def __str__(self) -> str:
        """The formula as text."""
        return f"{self.name} is an integer"


@dataclass(frozen=True)
class Power:
    """The indeterminate `name` is base^exponent, both indeterminates, the exponent an integer."""

    name: str
    base: str
    exponent: str

    def __str__(self) -> str:
        """The formula as text."""
        return f"{self.name} = {self.base}^{self.exponent}"


@dataclass(frozen=True)
class Recursive:
    """The indeterminate `name` is a_j of a sequence: a_start = first, a_(j+1) = rule (which mentions a_j as `name`)."""

    name: str
    index: str
    start: int
    first: Expression
    rule: Expression

    def __str__(self) -> str:
        """The formula as text."""
        return (
            f"{self.name} is term {self.index} of a sequence: {self.first} for {self.index} = {self.start}, "
            f"then {self.rule}"
        )


@dataclass(frozen=True)
class Sum:
    """The sum of the summand for index = lower, ..., upper is `value`; empty for upper = lower - 1."""

    summand: Expression
    index: str
    lower: Expression
    upper: Expression
    value: Expression

    def __str__(self) -> str:
        """The formula as text."""
        return f"sum_({self.index} = {self.lower})^({self.upper}) {self.summand} = {self.value}"


@dataclass(frozen=True)
class Words:
    """Something said in words: a definition or a cited theorem, or what a finite check has shown."""

    text: str

    def __str__(self) -> str:
        """The words."""
        return self.text


Formula = Relation | Whole | Power | Recursive | Sum | Words


def equal(left: Value, right: Value = 0) -> Relation:
    """Left = right."""
    return Relation(operand_of(left), operand_of(right), "= 0")


def greater(left: Value, right: Value = 0) -> Relation:
    """Left > right."""
    return Relation(operand_of(left), operand_of(right), "> 0")


def at_least(left: Value, right: Value = 0) -> Relation:
    """Left >= right."""
    return Relation(operand_of(left), operand_of(right), ">= 0")


def whole(name: Expression) -> Whole:
    """The indeterminate is an integer."""
    return Whole(name_of(name))


def power(name: Expression, base: Expression, exponent: Expression) -> Power:
    """The first indeterminate is the second to the third."""
    return Power(name_of(name), name_of(base), name_of(exponent))


def name_of(value: Expression) -> str:
    """The name of an indeterminate. Raises: ValueError for anything else."""
    if len(value.names) != 1 or str(value) != value.names[0]:
        message = f"expected an indeterminate, got {value}"
        raise ValueError(message)
    return value.names[0]


def mentioned(formula: Formula) -> frozenset[str]:
    """The indeterminates that a formula says something about."""
    match formula:
        case Relation(left, right):
            return frozenset((*left.names, *right.names))
        case Whole(name):
            return frozenset((name,))
        case Power(name, base, exponent):
            return frozenset((name, base, exponent))
        case Recursive(name, index, _, first, rule):
            return frozenset((name, index, *first.names, *rule.names))
        case Sum(summand, index, lower, upper, value):
            return frozenset((*summand.names, *lower.names, *upper.names, *value.names)) - {index}
        case Words():
            return frozenset()
