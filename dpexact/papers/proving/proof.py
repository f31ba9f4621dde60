"""Proof: one statement, its hypotheses and the steps that lead to it; and the run that checks them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dpexact.errors import ParameterError
from dpexact.papers.proving.core import suppose, take_over
from dpexact.papers.proving.fact import KINDS, Hypothesis
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import Words
from dpexact.papers.proving.step import CheckedStep, Step, check_step
from dpexact.papers.proving.witness import Witness, witnesses_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from dpexact.papers.proving.fact import Fact, HypothesisKind
    from dpexact.papers.proving.formula import Formula


@dataclass(frozen=True)
class Reference:
    """A conclusion of another proof."""

    proof: str
    conclusion: str

    def __str__(self) -> str:
        """As the ledger writes it."""
        return f"{self.proof}#{self.conclusion}"


@dataclass(frozen=True)
class ProofRun:
    """An accepted proof: its statement, its hypotheses, what it took over, and its steps, in order.

    `witnesses`: for each step one of them meets all hypotheses and conditions that it rests on.
    """

    statement: str
    hypotheses: tuple[Hypothesis, ...]
    lemmas: tuple[tuple[str, Reference], ...]
    steps: tuple[CheckedStep, ...]
    witnesses: tuple[Witness, ...] = ()

    @property
    def conclusions(self) -> tuple[CheckedStep, ...]:
        """The steps that are the statement."""
        return tuple(checked for checked in self.steps if checked.step.concludes)

    def resting(self, kind: HypothesisKind) -> tuple[Hypothesis, ...]:
        """Return the hypotheses of one kind that some conclusion rests on."""
        used = {item for checked in self.conclusions for item in checked.fact.rests_on}
        return tuple(item for item in self.hypotheses if item.kind == kind and item in used)


@dataclass(slots=True)
class Proof:
    """A proof under construction: hypotheses are declared, then steps are added in order.

    A step is a function. The names of its parameters are what it cites: hypotheses and earlier steps, which it gets as
    facts. It returns evidence, whose premises are among those facts. `@proof.conclusion` marks the steps that are
    the statement. `lemma` takes a conclusion over from another proof, which is run again.
    """

    statement: str
    hypotheses: dict[str, Hypothesis] = field(default_factory=dict)
    lemmas: dict[str, Reference] = field(default_factory=dict)
    steps: dict[str, Step] = field(default_factory=dict)
    offered: list[Witness] = field(default_factory=list)
    claims: dict[str, dict[str, str]] = field(default_factory=dict)
    load: Callable[[str], Proof] | None = field(default=None, repr=False, compare=False)  # for lemmas; the library's

    def __init_subclass__(cls) -> None:
        """Refuse: a subclass would run itself. Raises: ProofError."""
        raise ProofError("Proof has no subclasses", "proof")

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
        self._require_no_step(name)
        said = Words(formula) if isinstance(formula, str) else formula
        self.hypotheses[name] = Hypothesis(name, kind, text or str(said), said)

    def witness(self, **values: Fraction | int) -> None:
        """Offer values of the symbols for which all hypotheses hold at once; without one, the harness searches."""
        self.offered.append(dict(values))

    def lemma(self, name: str, proof: str, conclusion: str) -> None:
        """Take over a conclusion of another proof, such as "count_queries/lemma_3", "equation_35".

        What that conclusion rests on has to be declared here too, with the same formulas.
        """
        self._require_new(name)
        self._require_no_step(name)
        self.lemmas[name] = Reference(proof, conclusion)

    def step(self, evidence: Callable[..., Any]) -> Callable[..., Any]:
        """Add a step (a decorator)."""
        return self._add(evidence, concludes=False)

    def conclusion(self, evidence: Callable[..., Any]) -> Callable[..., Any]:
        """Add a step that is the statement or a part of it (a decorator)."""
        return self._add(evidence, concludes=True)

    def establishes(self, claims: dict[str, str], *conclusions: str) -> None:
        """Say for which claims of the ledger, and with which verdict, conclusions are evidence: {"lemma-1": "holds"}.

        Without conclusions the proof as a whole is meant. It is the second book of the ledger (docs/ledger-format.md);
        a claim of another paper is "paper/claim".

        Raises: ProofError for a name that no conclusion above has, a name given before, or claims that are not texts.
        """
        for name in conclusions or ("",):
            if name and not (name in self.steps and self.steps[name].concludes):
                raise ProofError("expected a conclusion that stands above", "establishes", name)
            if name in self.claims:
                raise ProofError("expected each conclusion once", "establishes", name or "the proof as a whole")
            if not claims or not all(isinstance(text, str) and text for pair in claims.items() for text in pair):
                raise ProofError('expected claims and verdicts, such as {"lemma-1": "holds"}', "establishes", name)
            self.claims[name] = dict(claims)

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
        if name in self.hypotheses or name in self.lemmas or name in self.steps:
            raise ProofError("expected a new name, got one that is taken", "name", name)

    def _require_no_step(self, name: str) -> None:
        if self.steps:
            raise ProofError("hypotheses and lemmas are declared before the first step", "hypothesis", name)

    def run(self, within: tuple[str, ...] = ()) -> ProofRun:
        """Check everything. `within`: the proofs that are being run and take something over from this one.

        Raises: ProofError for a step whose evidence fails, a citation of a later step or of something undeclared, a
        premise that was not handed out, an idle hypothesis, step or citation, a lemma that is not proved or rests on
        something that is not declared here, and hypotheses that no values of the symbols meet together.
        """
        hypotheses, lemmas = tuple(self.hypotheses.values()), tuple(self.lemmas.items())
        steps, offered = tuple(self.steps.values()), tuple(dict(values) for values in self.offered)
        facts = {item.name: suppose(item) for item in hypotheses}
        facts |= {name: self._taken_over(name, reference, within) for name, reference in lemmas}
        checked = []
        for step in steps:
            checked.append(check_step(step, self._cited(step, facts)))
            facts[step.name] = checked[-1].fact
        self._require_used(facts)
        found = witnesses_of([(one.step.name, one.fact) for one in checked], offered)
        return ProofRun(self.statement, hypotheses, lemmas, tuple(checked), found)

    def _taken_over(self, name: str, reference: Reference, within: tuple[str, ...]) -> Fact:
        if reference.proof in within:
            raise ProofError(f"{' -> '.join((*within, reference.proof))} is a circle", "circular lemma", name)
        try:
            run = self._loaded(reference).run((*within, reference.proof))
        except (ParameterError, ProofError) as error:
            check = error.check if isinstance(error, ProofError) else "lemma"
            raise ProofError(f"{reference}: {error}", check, name) from error
        for checked in run.conclusions:
            if checked.step.name == reference.conclusion:
                own = [self._own(item, name) for item in checked.fact.rests_on]
                return take_over(name, checked.fact, (*self.hypotheses.values(), *own))
        raise ProofError(f"{reference}: there is no such conclusion", "lemma", name)

    def _loaded(self, reference: Reference) -> Proof:
        if self.load is None:
            message = "expected the papers among whose proofs it is, got none; load this proof with load_proof"
            raise ParameterError(message)
        return self.load(reference.proof)

    def _own(self, foreign: Hypothesis, name: str) -> Hypothesis:
        """Return the hypothesis of this proof that says the same.

        A definition may serve for a premise and the reverse.
        """
        local = ("definition", "premise")
        for own in self.hypotheses.values():
            if own.formula == foreign.formula and (own.kind == foreign.kind or {own.kind, foreign.kind} <= {*local}):
                return own
        message = f"rests on {foreign.name} ({foreign.formula}), a hypothesis of the kind {foreign.kind}"
        raise ProofError(f"{message} that is not declared here", "hidden hypothesis", name)

    def _cited(self, step: Step, facts: dict[str, Fact]) -> dict[str, Fact]:
        for name in step.cites:
            if name not in facts:
                later = name in self.steps
                reason = "a step that is not an earlier one" if later else "something that is not declared"
                raise ProofError(f"cites {name}, {reason}", "later step" if later else "hidden hypothesis", step.name)
        return {name: facts[name] for name in step.cites}

    def _require_used(self, facts: dict[str, Fact]) -> None:
        if not any(step.concludes for step in self.steps.values()):
            raise ProofError("expected at least one conclusion", "conclusion")
        cited = {name for step in self.steps.values() for name in step.cites}
        for name in self.lemmas:
            if name not in cited:
                raise ProofError("no step cites it", "idle lemma", name)
        for name in self.hypotheses:
            if name not in cited and not self._is_of_a_lemma(name, facts):
                raise ProofError("no step cites it", "idle hypothesis", name)
        for name, step in self.steps.items():
            if name not in cited and not step.concludes:
                raise ProofError("no later step cites it and it is no conclusion", "idle step", name)

    def _is_of_a_lemma(self, name: str, facts: dict[str, Fact]) -> bool:
        return any(self.hypotheses[name] in facts[lemma].rests_on for lemma in self.lemmas)
