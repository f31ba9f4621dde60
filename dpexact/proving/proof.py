"""Proof: one statement, its hypotheses and the steps that lead to it; and the run that checks them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from dpexact.errors import DPExactError
from dpexact.proving import algebra, finite, induction, instance, optimum, sturm, sums
from dpexact.proving.fact import KINDS, Fact, Hypothesis
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Relation, Words, defined

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.proving.fact import HypothesisKind
    from dpexact.proving.formula import Formula

EVIDENCE: tuple[type, ...] = (
    algebra.Identity,
    algebra.Manifest,
    algebra.Combination,
    instance.Instance,
    algebra.Cases,
    sturm.OnInterval,
    sums.Telescoping,
    sums.SumOfPositives,
    induction.ClosedForm,
    induction.Induction,
    optimum.Optimum,
    finite.Exhaustive,
    finite.Counterexample,
    finite.Compared,
    finite.Certified,
)


@dataclass(frozen=True)
class Step:
    """A named step: what it shows in words, what it cites, and the function that gives the evidence."""

    name: str
    text: str
    cites: tuple[str, ...]
    evidence: Callable[..., Any]
    concludes: bool


@dataclass(frozen=True)
class CheckedStep:
    """A step that the harness has accepted: what it established and by which kind of evidence."""

    step: Step
    kind: str
    fact: Fact


@dataclass(frozen=True)
class ProofRun:
    """An accepted proof: its statement, its hypotheses and its steps, in order."""

    statement: str
    hypotheses: tuple[Hypothesis, ...]
    steps: tuple[CheckedStep, ...]

    @property
    def conclusions(self) -> tuple[CheckedStep, ...]:
        """The steps that are the statement."""
        return tuple(checked for checked in self.steps if checked.step.concludes)

    def resting(self, kind: HypothesisKind) -> tuple[Hypothesis, ...]:
        """The hypotheses of one kind that some conclusion rests on."""
        used = {item for checked in self.conclusions for item in checked.fact.rests_on}
        return tuple(item for item in self.hypotheses if item.kind == kind and item in used)


@dataclass
class Proof:
    """A proof under construction: hypotheses are declared, then steps are added in order.

    A step is a function. The names of its parameters are what it cites: hypotheses and earlier steps, which it gets as
    facts. It returns evidence, whose premises are among those facts. `@proof.conclusion` marks the steps that are
    the statement.
    """

    statement: str
    hypotheses: dict[str, Hypothesis] = field(default_factory=dict)
    steps: dict[str, Step] = field(default_factory=dict)

    def define(self, name: str, formula: Formula | str, text: str = "") -> None:
        """Say what a symbol means or which values it takes."""
        self.declare(name, "definition", formula, text)

    def suppose(self, name: str, formula: Formula | str, text: str = "") -> None:
        """Declare a premise, an "if" of the statement."""
        self.declare(name, "premise", formula, text)

    def cite(self, name: str, formula: Formula | str, text: str = "") -> None:
        """Declare a theorem of the literature, with its source."""
        self.declare(name, "cited", formula, text)

    def assume(self, name: str, formula: Formula | str, text: str = "") -> None:
        """Declare something that is believed and not proved."""
        self.declare(name, "assumed", formula, text)

    def declare(self, name: str, kind: HypothesisKind, formula: Formula | str, text: str = "") -> None:
        """Declare a hypothesis of any kind. Raises: ProofError for a name that is taken or an unknown kind."""
        self._require_new(name)
        if kind not in KINDS:
            raise ProofError(f"expected one of {', '.join(KINDS)}, got {kind!r}", "hypothesis", name)
        if self.steps:
            raise ProofError("hypotheses are declared before the first step", "hypothesis", name)
        said = Words(formula) if isinstance(formula, str) else formula
        self.hypotheses[name] = Hypothesis(name, kind, text or str(said), said)

    def step(self, evidence: Callable[..., Any]) -> Callable[..., Any]:
        """Add a step (a decorator)."""
        return self._add(evidence, concludes=False)

    def conclusion(self, evidence: Callable[..., Any]) -> Callable[..., Any]:
        """Add a step that is the statement or a part of it (a decorator)."""
        return self._add(evidence, concludes=True)

    def _add(self, evidence: Callable[..., Any], *, concludes: bool) -> Callable[..., Any]:
        name = evidence.__name__
        self._require_new(name)
        text = inspect.getdoc(evidence) or ""
        if not text:
            raise ProofError("expected a docstring that says what the step shows", "text", name)
        cites = tuple(inspect.signature(evidence).parameters)
        self.steps[name] = Step(name, text, cites, evidence, concludes)
        return evidence

    def _require_new(self, name: str) -> None:
        if name in self.hypotheses or name in self.steps:
            raise ProofError("expected a new name, got one that is taken", "name", name)

    def run(self) -> ProofRun:
        """Check everything.

        Raises: ProofError for a step whose evidence fails, a citation of a later step or of something undeclared, a
        premise that was not handed out, and an idle hypothesis, step or citation.
        """
        facts = {
            name: Fact(name, hypothesis.formula, frozenset((hypothesis,)))
            for name, hypothesis in self.hypotheses.items()
        }
        checked = []
        for step in self.steps.values():
            checked.append(_checked(step, self._cited(step, facts)))
            facts[step.name] = checked[-1].fact
        self._require_used()
        return ProofRun(self.statement, tuple(self.hypotheses.values()), tuple(checked))

    def _cited(self, step: Step, facts: dict[str, Fact]) -> dict[str, Fact]:
        for name in step.cites:
            if name not in facts:
                later = name in self.steps
                reason = "a step that is not an earlier one" if later else "something that is not declared"
                raise ProofError(f"cites {name}, {reason}", "later step" if later else "hidden hypothesis", step.name)
        return {name: facts[name] for name in step.cites}

    def _require_used(self) -> None:
        if not any(step.concludes for step in self.steps.values()):
            raise ProofError("expected at least one conclusion", "conclusion")
        cited = {name for step in self.steps.values() for name in step.cites}
        for name in self.hypotheses:
            if name not in cited:
                raise ProofError("no step cites it", "idle hypothesis", name)
        for name, step in self.steps.items():
            if name not in cited and not step.concludes:
                raise ProofError("no later step cites it and it is no conclusion", "idle step", name)


def _checked(step: Step, cited: dict[str, Fact]) -> CheckedStep:
    try:
        evidence = step.evidence(**cited)
        _require_known(evidence)
        _require_premises(evidence.premises, cited)
        evidence.check()
        formula = evidence.formula
    except ProofError as error:
        raise ProofError(error.message, error.check, step.name) from error
    except (DPExactError, ValueError, TypeError, ArithmeticError) as error:
        raise ProofError(f"{type(error).__name__}: {error}", "evidence", step.name) from error
    resting = frozenset(item for fact in cited.values() for item in fact.rests_on)
    resting -= getattr(evidence, "discharged", frozenset())
    _require_consistent(resting, step.name)
    return CheckedStep(step, type(evidence).__name__, Fact(step.name, formula, resting))


def _require_consistent(resting: frozenset[Hypothesis], step: str) -> None:
    """From two definitions of one indeterminate, or a premise and its opposite, everything would follow."""
    for one, other in combinations(sorted(resting, key=lambda item: item.name), 2):
        twice = defined(one.formula) & defined(other.formula)
        if twice:
            raise ProofError(f"{one.name} and {other.name} both define {', '.join(twice)}", "contradiction", step)
        if isinstance(one.formula, Relation) and isinstance(other.formula, Relation):
            signs = {one.formula.sign, other.formula.sign}
            if one.formula.expression == -other.formula.expression and "> 0" in signs:
                raise ProofError(f"{one.name} and {other.name} exclude each other", "contradiction", step)


def _require_known(evidence: object) -> None:
    """Evidence of a class defined elsewhere would check itself."""
    if type(evidence) not in EVIDENCE:
        raise ProofError(f"expected evidence of a known kind, got {type(evidence).__name__}", "evidence")


def _require_premises(premises: tuple[Fact, ...], cited: dict[str, Fact]) -> None:
    for premise in premises:
        if not any(premise is fact for fact in cited.values()):
            name = getattr(premise, "name", premise)
            raise ProofError(f"uses {name}, which the step does not cite", "hidden hypothesis")
    for fact in cited.values():
        if not isinstance(fact.formula, Words) and not any(premise is fact for premise in premises):
            raise ProofError(f"cites {fact.name} and does not use it", "idle citation")
