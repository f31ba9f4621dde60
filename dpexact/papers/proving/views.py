"""Proof runs as text and as data: what was proved, by which steps, and what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.papers.proving.formula import Finite
from dpexact.papers.proving.statement import as_written, class_of, sentence

if TYPE_CHECKING:
    from dpexact.papers.proving.fact import Hypothesis
    from dpexact.papers.proving.failure import ProofError
    from dpexact.papers.proving.proof import ProofRun
    from dpexact.papers.proving.step import CheckedStep


def proof_text(name: str, run: ProofRun) -> str:
    """Return an accepted proof: what is checked, conclusion by conclusion.

    What is argued in words; what it rests on.
    """
    steps = ", ".join(f"{checked.step.name} ({checked.kind})" for checked in run.steps)
    lines = [f"proved    {name}"]
    for checked in run.conclusions:
        lines += [f"  checked: {checked.step.name} ({checked.kind})", f"    {sentence(checked.fact)}"]
        lines += [f"    as written: {written}" for written in _written(checked).values()]
        if isinstance(checked.fact.formula, Finite):
            lines += [f"      | {line}" for line in checked.fact.formula.source.splitlines()]
        lines += [f"    rests on: {', '.join(sorted(item.name for item in checked.fact.rests_on)) or 'nothing'}"]
    words = run.statement.strip().splitlines()
    lines += [f"  argued in words: {words[0]}", *(f"    {line}".rstrip() for line in words[1:])]
    lines += [f"    {checked.step.name}: {_first_line(checked.step.text)}" for checked in run.conclusions]
    lines += [f"  steps   {steps}"]
    for label, kind in (("where", "definition"), ("if", "premise"), ("cites", "cited"), ("ASSUMES", "assumed")):
        lines += [f"  {label:7} {item.name}: {item.text}" for item in run.resting(kind)]  # type: ignore[arg-type]
    lines += [f"  uses    {name}: {reference}" for name, reference in run.lemmas]
    if not run.resting("assumed"):
        lines += ["  assumes nothing"]
    return "\n".join(lines)


def rejected_text(name: str, error: ProofError) -> str:
    """Return a rejected proof and why."""
    return f"REJECTED  {name}\n  {error}"


def proof_json(name: str, run: ProofRun) -> dict[str, object]:
    """Return an accepted proof as data."""
    return {
        "name": name,
        "verdict": "proved",
        "checked": [
            {
                "conclusion": checked.step.name,
                "class": class_of(checked.fact),
                "says": sentence(checked.fact),
                **_written(checked),
            }
            for checked in run.conclusions
        ],
        "argued": run.statement.strip(),
        "statement": run.statement.strip(),
        "steps": [_step_json(checked) for checked in run.steps],
        "uses": {name: str(reference) for name, reference in run.lemmas},
        "rests_on": [_hypothesis_json(item) for item in run.hypotheses],
        "witnesses": [{symbol: str(value) for symbol, value in sorted(one.items())} for one in run.witnesses],
    }


def rejected_json(name: str, error: ProofError) -> dict[str, object]:
    """Return a rejected proof as data."""
    return {"name": name, "verdict": "rejected", "step": error.step, "check": error.check, "message": str(error)}


def _written(checked: CheckedStep) -> dict[str, str]:
    """Return the formula of an identity as its step writes it."""
    written = as_written(checked) if checked.kind == "Identity" else ""
    return {"written": written} if written else {}


def _step_json(checked: CheckedStep) -> dict[str, object]:
    said = checked.fact.formula
    computed = {"source": said.source, "domain": said.domain} if isinstance(said, Finite) else {}
    return {
        "name": checked.step.name,
        "text": checked.step.text,
        "concludes": checked.step.concludes,
        "cites": list(checked.step.cites),
        "evidence": checked.kind,
        "formula": str(checked.fact.formula),
        "says": sentence(checked.fact),
        "class": class_of(checked.fact),
        "conditions": sorted(f"{polynomial} != 0" for polynomial in checked.fact.conditions),
        "rests_on": sorted(item.name for item in checked.fact.rests_on),
        **computed,
    }


def _hypothesis_json(item: Hypothesis) -> dict[str, str]:
    return {"name": item.name, "kind": item.kind, "text": item.text, "formula": str(item.formula)}


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0]
