"""Hypotheses, and facts: what a step may cite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Least, Power, Recursive, Relation, Sum, Term, Terms, Whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.proving.expression import Expression
    from dpexact.proving.formula import Formula

HypothesisKind = Literal["definition", "premise", "cited", "assumed"]

KINDS: tuple[HypothesisKind, ...] = ("definition", "premise", "cited", "assumed")

Kind = TypeVar("Kind", Relation, Whole, Power, Terms, Recursive, Term)


@dataclass(frozen=True)
class Hypothesis:
    """Something that a proof does not prove.

    definition: what a symbol means; premise: an "if" of the statement; cited: a theorem of the literature; assumed:
    believed without proof.
    """

    name: str
    kind: HypothesisKind
    text: str
    formula: Formula


@dataclass(frozen=True)
class Fact:
    """A hypothesis, or what a checked step has established, with the hypotheses that it rests on.

    The harness hands facts to the steps that cite them; one that it has not handed out is refused.
    """

    name: str
    formula: Formula
    rests_on: frozenset[Hypothesis]

    @property
    def value(self) -> Expression:
        """The value of a sum or of an optimum. Raises: ProofError for a fact of another form."""
        if not isinstance(self.formula, (Sum, Least)):
            raise ProofError(f"expected a sum or an optimum, got {self.name}: {self.formula}", "premise")
        return self.formula.value


def relation_of(fact: Fact) -> Relation:
    """The relation that a fact says. Raises: ProofError for a fact of another form."""
    if not isinstance(fact.formula, Relation):
        message = f"expected a relation, got {fact.name}: {fact.formula}"
        raise ProofError(message, "premise")
    return fact.formula


def formulas(facts: Iterable[Fact], kind: type[Kind]) -> list[Kind]:
    """The formulas of one kind among facts."""
    return [fact.formula for fact in facts if isinstance(fact.formula, kind)]
