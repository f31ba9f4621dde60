"""Formulas: what a hypothesis says and a step establishes.

The indeterminates of a formula stand for all real numbers (integers, where it says so) that satisfy the hypotheses it
rests on and make no denominator in it 0: every fact carries the polynomials that have to differ from 0. So every
expression has a value wherever a fact speaks of it, and arithmetic with expressions is arithmetic with numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeVar

from dpexact.proving.expression import Expression, operand_of

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
    """The indeterminate `name` is base^exponent, both indeterminates; the exponent is an integer, the base not 0."""

    name: str
    base: str
    exponent: str

    def __str__(self) -> str:
        """The formula as text."""
        return f"{self.name} = {self.base}^{self.exponent}"


@dataclass(frozen=True)
class Terms:
    """The indeterminates `name` and `following` are the terms a_j and a_(j+1) of some sequence with a_start = first.

    The index is an integer and at least `start`.
    """

    name: str
    following: str
    index: str
    start: int
    first: Expression

    def __str__(self) -> str:
        """The formula as text."""
        places = f"terms {self.index} and {self.index} + 1"
        return f"{self.name} and {self.following} are {places} of a sequence that begins with {self.first}"


@dataclass(frozen=True)
class Recursive:
    """The indeterminate `name` is a_j of a sequence: a_start = first, a_(j+1) = rule (which mentions a_j as `name`).

    The index is an integer and at least `start`.
    """

    name: str
    index: str
    start: int
    first: Expression
    rule: Expression

    def __str__(self) -> str:
        """The formula as text."""
        start = f"{self.first} for {self.index} = {self.start}"
        return f"{self.name} is term {self.index} of a sequence: {start}, then {self.rule}"


@dataclass(frozen=True)
class Term:
    """The term of a sequence (named by its indeterminate) at a place has this value."""

    name: str
    place: Expression
    value: Expression

    def __str__(self) -> str:
        """The formula as text."""
        return f"term {self.place} of the sequence of {self.name} is {self.value}"


@dataclass(frozen=True)
class Every:
    """The relation holds for every integer index from `lower` to `upper` (None: without end)."""

    relation: Relation
    index: str
    lower: Expression
    upper: Expression | None

    def __str__(self) -> str:
        """The formula as text."""
        end = "" if self.upper is None else f", {self.index} <= {self.upper}"
        return f"{self.relation} for every {self.index} >= {self.lower}{end}"


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


@dataclass(frozen=True)
class Finite:
    """What a computation has shown, in words, with the source of what was computed and for which arguments."""

    text: str
    source: str
    domain: str

    def __str__(self) -> str:
        """The words."""
        return self.text


Formula = Relation | Whole | Power | Terms | Recursive | Term | Every | Sum | Words | Finite


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


def terms(name: Expression, following: Expression, index: Expression, start: int, first: Value) -> Terms:
    """The first two indeterminates are the terms j and j + 1 of some sequence whose term `start` is `first`."""
    return Terms(name_of(name), name_of(following), name_of(index), start, operand_of(first))


def recursive(name: Expression, index: Expression, start: int, first: Value, rule: Value) -> Recursive:
    """The first indeterminate is term j of the sequence with a_start = first and a_(j+1) = rule."""
    return Recursive(name_of(name), name_of(index), start, operand_of(first), operand_of(rule))


def term(name: Expression, place: Value, value: Value) -> Term:
    """The term of a sequence at a place has this value."""
    return Term(name_of(name), operand_of(place), operand_of(value))


def every(relation: Relation, index: Expression, lower: Value, upper: Value | None = None) -> Every:
    """The relation for every integer index from `lower` to `upper`, None for no end."""
    return Every(relation, name_of(index), operand_of(lower), None if upper is None else operand_of(upper))


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
        case Terms(name, following, index, _, first):
            return frozenset((name, following, index, *first.names))
        case Recursive(name, index, _, first, rule):
            return frozenset((name, index, *first.names, *rule.names))
        case Term(name, place, value):
            return frozenset((name, *place.names, *value.names))
        case Every(relation, index, lower, upper):
            ends = lower.names + (upper.names if upper is not None else ())
            return mentioned(relation) | {index, *ends}
        case Sum(summand, index, lower, upper, value):
            return frozenset((*summand.names, *lower.names, *upper.names, *value.names)) - {index}
        case Words() | Finite():
            return frozenset()


def defined(formula: Formula) -> frozenset[str]:
    """The indeterminates whose meaning a formula fixes."""
    match formula:
        case Power(name, _, _) | Recursive(name, _, _, _, _):
            return frozenset((name,))
        case Terms(name, following, _, _, _):
            return frozenset((name, following))
        case _:
            return frozenset()


Kind = TypeVar("Kind", Relation, Whole, Power, Terms, Recursive, Term)


def formulas(said: Iterable[Formula], kind: type[Kind]) -> list[Kind]:
    """The formulas of one kind."""
    return [formula for formula in said if isinstance(formula, kind)]


def expressions(formula: Formula) -> tuple[Expression, ...]:
    """The expressions in a formula."""
    match formula:
        case Relation(left, right):
            return (left, right)
        case Terms(_, _, _, _, first):
            return (first,)
        case Recursive(_, _, _, first, rule):
            return (first, rule)
        case Term(_, place, value):
            return (place, value)
        case Every(relation, _, lower, upper):
            return (*expressions(relation), lower, *(() if upper is None else (upper,)))
        case Sum(summand, _, lower, upper, value):
            return (summand, lower, upper, value)
        case _:
            return ()


def denominators(formula: Formula) -> frozenset[Expression]:
    """The irreducible factors of the denominators in a formula, numbers left out."""
    return frozenset(factor for part in expressions(formula) for factor in part.denominator.factors())


def about(index: str, said: Iterable[Formula]) -> frozenset[str]:
    """The indeterminates whose meaning depends on an index: itself, its powers, the terms of its sequences."""
    known = tuple(said)
    powers = {power.name for power in formulas(known, Power) if power.exponent == index}
    terms = {name for item in formulas(known, Terms) if item.index == index for name in (item.name, item.following)}
    sums = {item.name for item in formulas(known, Recursive) if item.index == index}
    return frozenset({index} | powers | terms | sums)


def primitive(relation: Relation) -> tuple[Expression, Sign]:
    """Left - right up to a positive factor (for an equation, any factor) and the sign: what the relation says."""
    expression = relation.expression
    if expression == 0:
        return expression, relation.sign
    leading = Fraction(expression.terms()[0][1], expression.denominator.terms()[0][1])
    return expression / (leading if relation.sign == "= 0" else abs(leading)), relation.sign
