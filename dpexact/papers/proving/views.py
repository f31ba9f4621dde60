"""Proof runs as text and as data: what was checked, and what is argued in words."""

from __future__ import annotations

from dpexact.numbers.typography import printable
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.proof import Conclusion, ProofRun


def proof_text(name: str, run: ProofRun) -> str:
    """Return an accepted proof: what is checked, conclusion by conclusion, and what is argued in words.

    What an author wrote stands behind a bar, so that no text passes for a line of the output.
    """
    lines = [f"proved    {name}"]
    for one in run.conclusions:
        says, *more = one.shown.says.splitlines()  # a mechanism is written on several lines
        lines += [f"  checked: {one.name} ({one.kind})", f"    {says}"]
        lines += [f"      | {line}" for line in (*more, *one.shown.source.splitlines())]
    lines += ["  argued in words:", *(f"    | {line}".rstrip() for line in run.statement.strip().splitlines())]
    lines += [f"    {one.name}: {one.text.splitlines()[0]}" for one in run.conclusions]
    return "\n".join(map(printable, lines))


def rejected_text(name: str, error: ProofError) -> str:
    """Return a rejected proof and why; what is quoted over several lines stands behind a bar."""
    first, *more = str(error).splitlines() or [""]
    return "\n".join(map(printable, [f"REJECTED  {name}", f"  {first}", *(f"    | {line}" for line in more)]))


def proof_json(name: str, run: ProofRun) -> dict[str, object]:
    """Return an accepted proof as data."""
    return {
        "name": name,
        "verdict": "proved",
        "checked": [_conclusion_json(one) for one in run.conclusions],
        "argued": run.statement.strip(),
        "statement": run.statement.strip(),
    }


def rejected_json(name: str, error: ProofError) -> dict[str, object]:
    """Return a rejected proof as data."""
    return {"name": name, "verdict": "rejected", "step": error.step, "check": error.check, "message": str(error)}


def _conclusion_json(one: Conclusion) -> dict[str, object]:
    return {
        "conclusion": one.name,
        "class": "computed",
        "says": one.shown.says,
        "text": one.text,
        "evidence": one.kind,
        "source": one.shown.source,
        "domain": one.shown.domain,
    }
