"""Evidence about sequences: a closed form of a rule, and induction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.proving.expression import constant, indeterminate
from dpexact.proving.fact import Fact, formulas, relation_of
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import (
    Every,
    Power,
    Recursive,
    Relation,
    Term,
    Terms,
    Whole,
    at_least,
    equal,
    greater,
    mentioned,
)
from dpexact.proving.positivity import is_manifest
from dpexact.proving.shifting import about, shifted

if TYPE_CHECKING:
    from dpexact.proving.expression import Expression
    from dpexact.proving.fact import Hypothesis
    from dpexact.proving.formula import Formula


@dataclass(frozen=True)
class ClosedForm:
    """A sequence given by its first value and a rule is `closed`, an expression in the index and its powers.

    Guarantee: exact.
    """

    sequence: Fact
    closed: Expression
    given: tuple[Fact, ...]

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return (self.sequence, *self.given)

    @property
    def formula(self) -> Relation:
        """The term of the sequence against the closed form."""
        return equal(indeterminate(_recursive(self.sequence).name), self.closed)

    def check(self) -> None:
        """Check the first term and the rule. Raises: ProofError."""
        rule = _recursive(self.sequence)
        if rule.name in self.closed.names:
            raise ProofError(f"the closed form mentions {rule.name} itself", "recursion")
        if not is_manifest(at_least(indeterminate(rule.index), rule.start), self.given):
            raise ProofError(f"{rule.index} >= {rule.start} is not shown", "recursion")
        if Whole(rule.index) not in formulas(self.given, Whole):
            raise ProofError(f"{rule.index} has to be an integer", "recursion")
        first, following = (
            shifted(self.closed, {rule.index: value}, self.given)
            for value in (constant(rule.start), indeterminate(rule.index) + 1)
        )
        if first != rule.first:
            raise ProofError(f"the closed form begins with {first}, the sequence with {rule.first}", "base")
        if following != rule.rule.substitute({rule.name: self.closed}):
            raise ProofError(f"the closed form goes on with {following}, which is not the rule", "step")


def _recursive(fact: Fact) -> Recursive:
    if not isinstance(fact.formula, Recursive):
        raise ProofError(f"expected a sequence, got {fact.name}: {fact.formula}", "premise")
    return fact.formula


@dataclass(frozen=True)
class Induction:
    """P(k) > 0 or P(k) >= 0 for every integer k >= start: P(start) has that sign, and P(k+1) = m P(k) + r.

    `base`: P(start) > 0 (or >= 0); `multiplier`: m >= 0; `remainder`: r >= 0, facts
    or numbers; for > 0 one of m and r is > 0. `given`:
    k is an integer, k >= start, the powers of k and the sequences with index k, and upper bounds of k. m and r may rest
    on a bound of k that holds for start, ..., k - 1 by what is given, such as k < D where k <= D is given.

    Guarantee: exact.
    """

    formula: Relation
    index: str
    start: int
    base: Fact
    multiplier: Fact | int
    remainder: Fact | int
    given: tuple[Fact, ...]

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return (self.base, *self._step_facts(), *self.given)

    @property
    def discharged(self) -> frozenset[Hypothesis]:
        """The bounds of k that the step alone rests on: they are shown by what is given for the conclusion."""
        kept = frozenset(item for fact in (self.base, *self.given) for item in fact.rests_on)
        return self._step_bounds() - kept

    def check(self) -> None:
        """Check base, step, signs, and what they rest on. Raises: ProofError."""
        k, expression, sign = indeterminate(self.index), self.formula.expression, self.formula.sign
        base, m, r = (_signed(part) for part in (self.base, self.multiplier, self.remainder))
        if sign == "= 0" or "= 0" in (m.sign, base.sign):
            raise ProofError("expected > or >=; equations are proved by ClosedForm or Identity", "induction")
        if base.expression != shifted(expression, {self.index: self.start}, self.given):
            raise ProofError(f"{base} is not the case {self.index} = {self.start} of {self.formula}", "base")
        if shifted(expression, {self.index: k + 1}, self.given) != m.expression * expression + r.expression:
            raise ProofError("P(k + 1) is not m P(k) + r", "step")
        if sign == "> 0" and (base.sign != "> 0" or "> 0" not in (m.sign, r.sign)):
            raise ProofError(f"{self.formula}: the signs of base, multiplier and remainder show >= 0 only", "step")
        if Whole(self.index) not in formulas(self.given, Whole) or not is_manifest(at_least(k, self.start), self.given):
            raise ProofError(f"{self.index} has to be an integer >= {self.start}", "induction")
        self._check_step(k)

    def _check_step(self, k: Expression) -> None:
        """The step may rest on definitions that are given and on bounds of k that hold before k."""
        given, names = {fact.formula for fact in self.given}, about(self.index, self.given)
        for item in self._step_hypotheses():
            if is_about(item.formula, self.index) and item.formula not in given:
                raise ProofError(f"{item.name} ({item.formula}) has to be given", "step")
        for item in self._step_bounds():
            relation = item.formula
            if not isinstance(relation, Relation) or mentioned(relation) & names != {self.index}:
                raise ProofError(f"the step rests on {item.name} ({relation})", "step")
            if is_manifest(relation, (at_least(k, self.start),)):
                continue
            before = relation.substitute({self.index: k - 1})
            falling = (before.expression - relation.expression).as_fraction()
            if falling is None or falling < 0 or not is_manifest(before, self.given):
                raise ProofError(f"the step rests on {item.name} ({relation}), not shown for every k before", "step")

    def _step_facts(self) -> tuple[Fact, ...]:
        return tuple(part for part in (self.multiplier, self.remainder) if isinstance(part, Fact))

    def _step_hypotheses(self) -> frozenset[Hypothesis]:
        return frozenset(item for fact in self._step_facts() for item in fact.rests_on)

    def _step_bounds(self) -> frozenset[Hypothesis]:
        names = about(self.index, self.given)
        return frozenset(
            item
            for item in self._step_hypotheses()
            if isinstance(item.formula, Relation) and mentioned(item.formula) & names
        )


def _signed(part: Fact | int) -> Relation:
    """A fact as its relation, a number >= 0 as a relation too. Raises: ProofError."""
    if isinstance(part, Fact):
        return relation_of(part)
    number = constant(part).as_fraction()
    if number is None or number < 0:
        raise ProofError(f"expected a fact or a number >= 0, got {part}", "step")
    return greater(part) if number > 0 else at_least(part)


def is_about(formula: Formula, index: str) -> bool:
    """Whether the formula defines a power or a sequence with this index, or its bounds depend on it."""
    match formula:
        case Power(_, _, exponent):
            return exponent == index
        case Terms(_, _, place, _, _) | Recursive(_, place, _, _, _):
            return place == index
        case Term(_, place, value):
            return index in (*place.names, *value.names)
        case Every(_, _, lower, upper):
            return index in lower.names or (upper is not None and index in upper.names)
        case _:
            return False
