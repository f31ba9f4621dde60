"""The ledger: claims and evidence kept in two books, and every disagreement between the two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dpexact.papers.ledger.claim import BOTH, ESTABLISHED, FAILS, HOLDS
from dpexact.papers.ledger.evidence import survey
from dpexact.papers.ledger.reference import parse_reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dpexact.audit.paper import Paper
    from dpexact.papers.ledger.claim import Claim, Evidence
    from dpexact.papers.ledger.evidence import Books, Piece, Progress


@dataclass(frozen=True)
class LedgerRow:
    """A claim, and why the evidence does not support its verdict; nothing if it does."""

    claim: Claim
    faults: tuple[str, ...]

    @property
    def as_recorded(self) -> bool:
        """Return whether the evidence supports the recorded verdict."""
        return not self.faults


@dataclass(frozen=True)
class Ledger:
    """The rows of one examination, in the order of the ledgers; and what the second books name that no row has."""

    rows: tuple[LedgerRow, ...]
    faults: tuple[str, ...] = ()

    @property
    def as_recorded(self) -> bool:
        """Return whether every verdict is supported by its evidence, and nothing is left over."""
        return not self.faults and all(row.as_recorded for row in self.rows)

    @property
    def refuted(self) -> tuple[LedgerRow, ...]:
        """The rows whose claim is refuted."""
        return tuple(row for row in self.rows if row.claim.verdict == "refuted")


def examine(claims: Sequence[Claim], papers: Iterable[Paper], progress: Progress | None = None) -> Ledger:
    """Examine the evidence of papers and compare it with their claims; `survey` and `compare` say how."""
    known = tuple(papers)
    named = {_paper(_full(piece, claim).partition(":")[2]) for claim in claims for piece in claim.pieces}
    named |= {claim.paper for claim in claims}
    books = survey([paper for paper in known if paper.name in named], progress)
    return compare(claims, replace(books, papers=tuple(paper.name for paper in known)))


def compare(claims: Sequence[Claim], books: Books) -> Ledger:
    """Compare the claims with what the evidence says of itself.

    Guarantee: exact; a row is without fault only if each of its references is a sound piece of evidence that says what
    the row repeats, and names the row with its verdict; if no other piece names it; if its words have the fingerprint
    that is recorded; and if the kind of evidence fits the verdict.
    """
    rows = tuple(LedgerRow(claim, tuple(_faults(claim, books))) for claim in claims)
    known, loaded = {claim.key for claim in claims}, {claim.paper for claim in claims}
    left = [
        f"{reference} names {key}, and there is no such claim"
        for key, references in books.naming.items()
        for reference in references
        if key not in known and (_paper(key) in loaded or _paper(key) not in books.papers)
    ]
    recorded = [key for key in books.words if key not in known and _paper(key) in loaded]
    gone = [f"words.toml has {key}, and there is no such claim" for key in recorded]
    broken = [f"{reference} {fault}" for reference, fault in books.broken.items()]
    return Ledger(rows, (*left, *gone, *broken))


def _paper(key: str) -> str:
    return key.partition("/")[0]


def _faults(claim: Claim, books: Books) -> Iterator[str]:
    references = [_full(piece, claim) for piece in claim.pieces]
    pieces = [books.pieces.get(reference) for reference in references]
    for named, reference, piece in zip(claim.pieces, references, pieces, strict=True):
        if piece is None:
            yield f"{named.ref} {_missing(reference, books)}"
        else:
            yield from (f"{named.ref} {fault}" for fault in _piece_faults(claim, named, piece))
    for reference in books.naming.get(claim.key, ()):
        if reference not in references:
            yield f"{reference} names this claim, which does not name it"
    if books.words.get(claim.key) != claim.words:
        came = books.words.get(claim.key, "none")
        what = "the words, the verdict or the class of the claim have changed or are new"
        yield f'{what}: {claim.id} = "{claim.words}", words.toml has {came}'
    yield from _verdict_faults(claim, pieces)


def _full(piece: Evidence, claim: Claim) -> str:
    """Return the reference with its paper, as the books have it."""
    reference = parse_reference(piece.ref)
    return piece.ref if reference is None else str(reference.within(claim.paper))


def _missing(reference: str, books: Books) -> str:
    """Say why there is no such piece."""
    file, _, part = reference.partition("#")
    broken = books.broken.get(file) or books.broken.get(reference)
    others = sorted(known.partition("#")[2] for known in books.pieces if known.startswith(f"{file}#"))
    return broken or (f"has no conclusion {part}, only {', '.join(others)}" if others else "is not there")


def _piece_faults(claim: Claim, named: Evidence, piece: Piece) -> Iterator[str]:
    if piece.fault:
        yield piece.fault
    if named.says != piece.says:
        yield f"says {piece.says!r}, the ledger has {named.says!r}"
    established = piece.establishes.get(claim.key)
    if established is None:
        others = ", ".join(piece.establishes) or "none"
        yield f"does not name this claim (it names {others})"
    elif ESTABLISHED.get(established) != claim.verdict:
        yield f"is for the verdict {established}"
    elif established not in piece.fits:
        yield f"cannot be for {established}, only for {'; '.join(piece.fits)}"


def _verdict_faults(claim: Claim, pieces: Sequence[Piece | None]) -> Iterator[str]:
    """Say why the kinds of evidence taken together do not fit the verdict; `pieces` are those of `claim.pieces`."""
    evidence = pieces[: len(claim.evidence)]  # glue is not a counterexample
    if claim.verdict == "refuted" and not any(piece is not None and piece.refutes for piece in evidence):
        yield "no evidence is a counterexample"
    if claim.verdict == "rounding" and not any(piece is not None and piece.refutes for piece in evidence):
        yield "no number in the evidence is off"
    against = any(piece is not None and piece.refutes and not piece.supports for piece in evidence)
    if claim.verdict == "holds" and against and not claim.denies:
        yield "a counterexample is evidence that it holds: expected denies = true, if it says that something fails"
    if claim.denies and claim.verdict != "holds":
        yield f"denies = true is for a claim that holds, not for {claim.verdict}"
    if claim.denies and not against:
        yield "denies = true, and no evidence is a counterexample"
    if claim.verdict == "holds-if":
        sides = {(piece.establishes.get(claim.key), piece.supports) for piece in pieces if piece is not None}
        if not sides & {(HOLDS, True), (BOTH, True)}:
            yield "no evidence shows that the claim holds under the condition"
        if not {side for side, _ in sides} & {FAILS, BOTH}:
            yield "no evidence shows that the claim fails without the condition"
