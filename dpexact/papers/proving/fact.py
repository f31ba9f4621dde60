"""Hypotheses, and facts: opaque tokens that only the core makes; what they say is written in the core's book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import Relation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.papers.proving.expression import Expression
    from dpexact.papers.proving.formula import Formula

HypothesisKind = Literal["definition", "premise", "cited", "assumed"]

KINDS: tuple[HypothesisKind, ...] = ("definition", "premise", "cited", "assumed")


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


@dataclass(frozen=True, slots=True)
class _Entry:
    """The entry of the book about a fact."""

    name: str
    formula: Formula
    rests_on: frozenset[Hypothesis]
    conditions: frozenset[Expression]

    def written(self) -> str:
        """Everything as text, so that a change behind the book's back shows."""
        resting = sorted(repr(item) for item in self.rests_on)
        return f"{self.formula!r} {resting} {sorted(map(str, self.conditions))}"


class Fact:
    """The result of a checked step: for all values of the indeterminates for which the hypotheses in `rests_on`
    hold and no polynomial in `conditions` is 0, the formula holds.

    A fact is a token without content of its own; nothing outside the core makes, changes or extends one.
    """  # noqa: D205 - one sentence

    __slots__ = ("__weakref__",)

    def __init__(self) -> None:
        """Refuse. Raises: ProofError."""
        raise ProofError("a fact is made by the core, from evidence", "fact")

    def __init_subclass__(cls) -> None:
        """Refuse. Raises: ProofError."""
        raise ProofError("Fact has no subclasses", "fact")

    @property
    def name(self) -> str:
        """The hypothesis or the step that it comes from."""
        return _entry(self).name

    @property
    def formula(self) -> Formula:
        """Return what it says."""
        return _entry(self).formula

    @property
    def rests_on(self) -> frozenset[Hypothesis]:
        """The hypotheses under which it holds."""
        return _entry(self).rests_on

    @property
    def conditions(self) -> frozenset[Expression]:
        """The polynomials that have to differ from 0."""
        return _entry(self).conditions


_BOOK: WeakKeyDictionary[Fact, tuple[_Entry, str]] = WeakKeyDictionary()


def _mint(
    name: str, formula: Formula, rests_on: Iterable[Hypothesis], conditions: Iterable[Expression]
) -> Fact:  # for core.py alone
    fact: Fact = object.__new__(Fact)
    entry = _Entry(name, formula, frozenset(rests_on), frozenset(conditions))
    _BOOK[fact] = (entry, entry.written())
    return fact


def _entry(fact: Fact) -> _Entry:
    if type(fact) is not Fact or fact not in _BOOK:
        raise ProofError("expected a fact of the core, got another object", "fact")
    return _BOOK[fact][0]


def require_unchanged(fact: Fact) -> None:
    """Check that the book still says what it said when the fact was made. Raises: ProofError."""
    if _entry(fact).written() != _BOOK[fact][1]:
        raise ProofError(f"{fact.name} was changed after it was established", "fact")


def relation_of(fact: Fact) -> Relation:
    """Return the relation that a fact says. Raises: ProofError for a fact of another form."""
    formula = _entry(fact).formula
    if not isinstance(formula, Relation):
        raise ProofError(f"expected a relation, got {fact.name}: {formula}", "premise")
    return formula
