"""Formulas: what a hypothesis says and a step establishes.

The indeterminates of a formula stand for all real numbers that satisfy the hypotheses it rests on and make no
denominator in it 0: every fact carries the polynomials that have to differ from 0. So every expression has a value
wherever a fact speaks of it, and arithmetic with expressions is arithmetic with numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from dpexact.papers.proving.expression import Expression, operand_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
        """Return the relation with values in place of indeterminates."""
        return Relation(self.left.substitute(values), self.right.substitute(values), self.sign)

    def __str__(self) -> str:
        """Return the relation as text."""
        return f"{self.left} {self.sign.removesuffix(' 0')} {self.right}"


@dataclass(frozen=True)
class Words:
    """Something said in words: a definition or a cited theorem, or what a finite check has shown."""

    text: str

    def __str__(self) -> str:
        """Return the words."""
        return self.text


@dataclass(frozen=True)
class Finite:
    """The result of a computation in words, with the source of what was computed and for which arguments."""

    text: str
    source: str
    domain: str

    def __str__(self) -> str:
        """Return the words."""
        return self.text


Formula = Relation | Words | Finite


def equal(left: Value, right: Value = 0) -> Relation:
    """Left = right."""
    return Relation(operand_of(left), operand_of(right), "= 0")


def greater(left: Value, right: Value = 0) -> Relation:
    """Left > right."""
    return Relation(operand_of(left), operand_of(right), "> 0")


def at_least(left: Value, right: Value = 0) -> Relation:
    """Left >= right."""
    return Relation(operand_of(left), operand_of(right), ">= 0")


def name_of(value: Expression) -> str:
    """Return the name of an indeterminate. Raises: ValueError for anything else."""
    if len(value.names) != 1 or str(value) != value.names[0]:
        message = f"expected an indeterminate, got {value}"
        raise ValueError(message)
    return value.names[0]


def mentioned(formula: Formula) -> frozenset[str]:
    """Return the indeterminates that a formula says something about."""
    return frozenset(name for part in expressions(formula) for name in part.names)


def relations(said: Iterable[Formula]) -> list[Relation]:
    """Return the relations among formulas."""
    return [formula for formula in said if isinstance(formula, Relation)]


def expressions(formula: Formula) -> tuple[Expression, ...]:
    """Return the expressions in a formula."""
    return (formula.left, formula.right) if isinstance(formula, Relation) else ()


def denominators(formula: Formula) -> frozenset[Expression]:
    """Return the irreducible factors of the denominators in a formula, numbers left out."""
    return frozenset(factor for part in expressions(formula) for factor in part.denominator.factors())


def primitive(relation: Relation) -> tuple[Expression, Sign]:
    """Left - right up to a positive factor (for an equation, any factor) and the sign: what the relation says."""
    expression = relation.expression
    if expression == 0:
        return expression, relation.sign
    leading = Fraction(expression.terms()[0][1], expression.denominator.terms()[0][1])
    return expression / (leading if relation.sign == "= 0" else abs(leading)), relation.sign
