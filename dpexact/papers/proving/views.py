"""Proof runs as text and as data, the checked conclusions apart from the arguments in words."""

from __future__ import annotations

from dpexact.numbers.typography import printable
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.proof import ProofRun


def proof_text(name: str, run: ProofRun) -> str:
    """Return an accepted proof, conclusion by conclusion, and then its arguments in words.

    Texts of the author come behind a bar, so that none passes for a line of the output.
    """
    lines = [f"proved    {name}"]
    for conclusion in run.conclusions:
        says, *more = conclusion.shown.says.splitlines()  # a mechanism is written on several lines
        lines += [f"  checked: {conclusion.name} ({conclusion.kind})", f"    {says}"]
        lines += [f"      | {line}" for line in (*more, *conclusion.shown.source.splitlines())]
    lines += ["  argued in words:", *(f"    | {line}".rstrip() for line in run.statement.strip().splitlines())]
    lines += [f"    {conclusion.name}: {conclusion.text.splitlines()[0]}" for conclusion in run.conclusions]
    return "\n".join(map(printable, lines))


def rejected_text(name: str, error: ProofError) -> str:
    """Return a rejected proof and the reason, whose further lines come behind a bar."""
    first, *more = str(error).splitlines() or [""]
    return "\n".join(map(printable, [f"REJECTED  {name}", f"  {first}", *(f"    | {line}" for line in more)]))


def proof_json(name: str, run: ProofRun) -> dict[str, object]:
    """Return an accepted proof as data."""
    checked = [
        {
            "conclusion": conclusion.name,
            "class": "computed",
            "says": conclusion.shown.says,
            "text": conclusion.text,
            "evidence": conclusion.kind,
            "source": conclusion.shown.source,
            "domain": conclusion.shown.domain,
        }
        for conclusion in run.conclusions
    ]
    statement = run.statement.strip()
    return {"name": name, "verdict": "proved", "checked": checked, "argued": statement, "statement": statement}


def rejected_json(name: str, error: ProofError) -> dict[str, object]:
    """Return a rejected proof as data."""
    return {"name": name, "verdict": "rejected", "step": error.step, "check": error.check, "message": str(error)}
