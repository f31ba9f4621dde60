"""Theorems of Rocq as text and as data, with their assumptions and the comparison or the re-check."""

from __future__ import annotations

from collections.abc import Sequence

from dpexact.papers.proving.rocq import CLOSED, Recheck, Theorem, Theorems

LABELS = {"proved": "proved   ", "compared": "compared ", "rejected": "REJECTED "}


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


def summary_text(shown: Sequence[Theorem], book: Theorems, again: Recheck) -> str:
    """Return the result for all of them, with the digest and the run of Rocq or the reason why not."""
    kinds = [entry.kind for entry in book.entries]
    lines = [
        f"rocq      {len(shown)} of {kinds.count('theorem')} theorems and {kinds.count('example')} examples",
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
