"""Proofs and theorems of Rocq as text and as data, the checked conclusions apart from the arguments in words."""

from collections.abc import Sequence

from dpexact.numbers.typography import printable
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.proof import ProofRun
from dpexact.papers.proving.rocq import CLOSED, Recheck, Theorem, Theorems

LABELS = {"proved": "proved   ", "compared": "compared ", "rejected": "REJECTED "}


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


def verdict_of(theorem: Theorem, book: Theorems, again: Recheck) -> str:
    """Return "proved" if Rocq accepted it just now, "compared" if text and sources did not change, or "rejected"."""
    if book.faults or again.faults or theorem.assumptions != CLOSED:
        return "rejected"
    return "proved" if again.done else "compared"


def theorem_text(theorem: Theorem, book: Theorems, again: Recheck) -> str:
    """Return a theorem with verdict, statement and assumptions."""
    head = f"{LABELS[verdict_of(theorem, book, again)]} rocq/{theorem.name}"
    return f"{head}\n  {theorem.kind}: {theorem.statement}\n  assumptions: {_assumptions(theorem)}"


def theorem_json(theorem: Theorem, book: Theorems, again: Recheck) -> dict[str, object]:
    """Return the same as data."""
    return {
        "name": f"rocq/{theorem.name}",
        "verdict": verdict_of(theorem, book, again),
        "kind": theorem.kind,
        "statement": theorem.statement,
        "assumptions": _assumptions(theorem),
        "digest": book.digest,
        "rechecked": again.done and not again.faults,
        "message": "; ".join([_words(book, again), *book.faults, *again.faults]),
    }


def summary_text(theorems: Sequence[Theorem], book: Theorems, again: Recheck) -> str:
    """Return the result for all of them, with the digest and the run of Rocq or the reason why not."""
    kinds = [entry.kind for entry in book.entries]
    lines = [
        f"rocq      {len(theorems)} of {kinds.count('theorem')} theorems and {kinds.count('example')} examples",
        "  Definitions.v says what they are about",
        f"  digest of the sources {book.digest}",
        f"  {_words(book, again)}",
        *(f"  REJECTED: {line}" for line in (*book.faults, *again.faults)),
    ]
    return "\n".join(lines)


def _words(book: Theorems, again: Recheck) -> str:
    if again.done:
        return again.words
    return f"statement and digest {'differ' if book.faults else 'compared'}; {again.words}"


def _assumptions(theorem: Theorem) -> str:
    return "none: closed under the global context" if theorem.assumptions == CLOSED else theorem.assumptions
