"""Steps, and the check of one: its evidence is of a known kind, uses what is cited, and proves what it says."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from dpexact.proving import algebra, finite, induction, instance, optimum, sturm, sums
from dpexact.proving.fact import Fact
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Relation, Words, defined

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.proving.fact import Hypothesis

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


def check_step(step: Step, cited: dict[str, Fact]) -> CheckedStep:
    """Get the evidence of a step for the facts that it cites, and check it.

    Raises: ProofError, also for whatever goes wrong inside the step.
    """
    try:
        evidence = step.evidence(**cited)
        _require_known(evidence)
        _require_premises(evidence.premises, cited)
        evidence.check()
        formula = evidence.formula
    except ProofError as error:
        raise ProofError(error.message, error.check, step.name) from error
    except Exception as error:  # a step is code of a proof, and its mistakes are the proof's
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
