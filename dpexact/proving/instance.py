"""Evidence by specialisation: a fact for other values of its indeterminates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.proving.expression import constant, indeterminate
from dpexact.proving.fact import Fact, relation_of
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Every, Power, Recursive, Relation, Term, Terms, Whole, at_least, mentioned
from dpexact.proving.positivity import is_manifest
from dpexact.proving.shifting import about, is_whole, shifted_relation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from dpexact.proving.expression import Expression
    from dpexact.proving.formula import Formula


@dataclass(frozen=True)
class Instance:
    """A fact for other values, such as k + 1 in place of k; powers and terms of sequences change with their index.

    Every hypothesis of the fact has to hold for the new values, by what is given. For a hypothesis `every(...)`, the
    relation at a place within its bounds; {"i": i} is a place too.

    Guarantee: exact.
    """

    fact: Fact
    values: Mapping[str, Expression | Fraction | int]
    given: tuple[Fact, ...] = ()

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return (self.fact, *self.given)

    @property
    def formula(self) -> Relation:
        """The relation for the new values."""
        said = self.fact.formula
        relation = said.relation if isinstance(said, Every) else relation_of(self.fact)
        return shifted_relation(relation, self.values, self._definitions())

    def check(self) -> None:
        """Check every hypothesis of the fact for the new values. Raises: ProofError."""
        if isinstance(self.fact.formula, Every):
            self._check_place(self.fact.formula)
        for hypothesis in self.fact.rests_on:
            if not self._holds(hypothesis.formula):
                values = ", ".join(f"{name} = {value}" for name, value in self.values.items())
                raise ProofError(f"{hypothesis.name} ({hypothesis.formula}) is not shown for {values}", "substitution")

    def _check_place(self, said: Every) -> None:
        if set(self.values) != {said.index}:
            raise ProofError(f"{self.fact.name}: expected a value for {said.index} only", "substitution")
        place = constant(0) + self.values[said.index]
        within = is_manifest(at_least(place, said.lower), self.given) and (
            said.upper is None or is_manifest(at_least(said.upper, place), self.given)
        )
        if not within or not is_whole(place, self.given):
            raise ProofError(f"{said.index} = {place} is not shown to be among the places of {said}", "substitution")

    def _definitions(self) -> tuple[Fact, ...]:
        """What is given, and what the fact rests on."""
        return (*self.given, *(Fact(item.name, item.formula, frozenset()) for item in self.fact.rests_on))

    def _holds(self, formula: Formula) -> bool:
        """Whether a hypothesis of the fact holds for the new values too."""
        changed = self._changed()
        if not mentioned(formula) & changed:
            return True
        match formula:
            case Relation():
                return is_manifest(shifted_relation(formula, self.values, self._definitions()), self.given)
            case Whole(name):
                return name in self.values and is_whole(constant(0) + self.values[name], self.given)
            case Power(_, _, index) | Terms(_, _, index, _, _) | Recursive(_, index, _, _, _) | Every(_, index, _, _):
                return mentioned(formula) & changed <= about(index, self._definitions())
            case Term(_, place, value):
                return not {*place.names, *value.names} & changed
            case _:
                return False

    def _changed(self) -> frozenset[str]:
        """The indeterminates that get another meaning."""
        moved = [name for name, value in self.values.items() if indeterminate(name) != value]
        return frozenset(name for value in moved for name in about(value, self._definitions()))
