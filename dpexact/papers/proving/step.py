"""Steps: a function that gives evidence for the facts that it cites, and what the core made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpexact.papers.proving.core import establish
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import Relation, primitive

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.papers.proving.fact import Fact


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
    """A step that the core has accepted: what it established and by which kind of evidence."""

    step: Step
    kind: str
    fact: Fact


def check_step(step: Step, cited: dict[str, Fact]) -> CheckedStep:
    """Get the evidence of a step for the facts that it cites, and let the core make a fact of it.

    Raises: ProofError, also for whatever goes wrong inside the step.
    """
    try:
        evidence = step.evidence(**cited)
        fact = establish(step.name, evidence, dict(cited))
        if step.concludes:
            _require_new(fact)
    except ProofError as error:
        raise ProofError(error.message, error.check, step.name) from error
    except Exception as error:  # a step is code of a proof, and its mistakes are the proof's
        raise ProofError(f"{type(error).__name__}: {error}", "evidence", step.name) from error
    return CheckedStep(step, type(evidence).__name__, fact)


def _require_new(fact: Fact) -> None:
    """Require a conclusion to say more than one of the hypotheses that it rests on."""
    if not isinstance(fact.formula, Relation):
        return
    for item in fact.rests_on:
        if isinstance(item.formula, Relation) and primitive(item.formula) == primitive(fact.formula):
            raise ProofError(f"it says no more than the hypothesis {item.name} ({item.formula})", "repeated hypothesis")
