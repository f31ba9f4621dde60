"""The ledger: claims and evidence kept in two books, and every disagreement between the two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dpexact.audit.paper import Paper
from dpexact.papers.ledger.claim import BOTH, ESTABLISHED, FAILS, HOLDS, NOTHING, Claim
from dpexact.papers.ledger.evidence import Books, Piece, Progress, survey
from dpexact.papers.ledger.lock import JUDGED, differences
from dpexact.papers.ledger.reference import parse_reference


@dataclass(frozen=True)
class LedgerRow:
    """A claim, and why the evidence does not support its verdict; nothing if it does.

    `says`: what each piece says now, by the reference that the claim has. `lock`: what a lock records of the row.
    """

    claim: Claim
    faults: tuple[str, ...]
    says: Mapping[str, str] = field(default_factory=dict)
    lock: Mapping[str, str] = field(default_factory=dict)

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


def examine(
    claims: Sequence[Claim], papers: Iterable[Paper], progress: Progress | None = None, *, relock: bool = False
) -> Ledger:
    """Examine the evidence of papers and compare it with their claims; `survey_of` and `compare` say how.

    `relock`: the locks are to be written anew, so what they have now is no fault; `LedgerRow.lock` has the new lines.
    """
    books = survey_of(claims, papers, progress)
    if relock:
        books = replace(books, locks={row.claim.key: dict(row.lock) for row in compare(claims, books).rows})
    return compare(claims, books)


def survey_of(claims: Sequence[Claim], papers: Iterable[Paper], progress: Progress | None = None) -> Books:
    """Examine the evidence of the papers that these claims are of, and of those whose evidence they name.

    Guarantee, Raises: as `survey`.
    """
    known = tuple(papers)
    named = {_paper(_full(piece, claim).partition(":")[2]) for claim in claims for piece in claim.pieces}
    named |= {claim.paper for claim in claims}
    books = survey([paper for paper in known if paper.name in named], progress)
    return replace(books, papers=tuple(paper.name for paper in known))


def compare(claims: Sequence[Claim], books: Books) -> Ledger:
    """Compare the claims with what the evidence says of itself.

    Guarantee: exact; a row is without fault only if each of its references is a sound piece of evidence that names the
    row with its verdict; if no other piece names it; if the lock has of it what there is now; and if the kind of
    evidence fits the verdict.
    """
    rows = tuple(_row(claim, books) for claim in claims)
    known, loaded = {claim.key for claim in claims}, {claim.paper for claim in claims}
    left = [
        f"{reference} names {key}, and there is no such claim"
        for key, references in books.naming.items()
        for reference in references
        if key not in known and (_paper(key) in loaded or _paper(key) not in books.papers)
    ]
    recorded = [key for key in books.locks if key not in known and _paper(key) in loaded]
    gone = [f"the lock has {key}, and there is no such claim" for key in recorded]
    broken = [f"{reference} {fault}" for reference, fault in books.broken.items()]
    return Ledger(rows, (*left, *gone, *broken))


def _paper(key: str) -> str:
    return key.partition("/")[0]


def _row(claim: Claim, books: Books) -> LedgerRow:
    pieces = {named: books.pieces.get(_full(named, claim)) for named in claim.pieces}
    says = {named: piece.says for named, piece in pieces.items() if piece is not None}
    lock = {JUDGED: claim.judged}
    for named, piece in pieces.items():
        if piece is not None:
            lock[named] = f"{piece.establishes.get(claim.key, 'no verdict')}: {piece.says}"
    return LedgerRow(claim, tuple(_faults(claim, pieces, lock, books)), says, lock)


def _faults(claim: Claim, pieces: Mapping[str, Piece | None], lock: Mapping[str, str], books: Books) -> Iterator[str]:
    references = [_full(named, claim) for named in pieces]
    for (named, piece), reference in zip(pieces.items(), references, strict=True):
        if piece is None:
            yield f"{named} {_missing(reference, books)}"
        else:
            yield from (f"{named} {fault}" for fault in _piece_faults(claim, piece))
    for reference in books.naming.get(claim.key, ()):
        if reference not in references:
            yield f"{reference} names this claim, which does not name it"
    yield from differences(claim.id, books.locks.get(claim.key, {}), lock)
    yield from _object_faults(claim, pieces)
    yield from _nothing_faults(claim)
    yield from _verdict_faults(claim, [*pieces.values()])


def _full(piece: str, claim: Claim) -> str:
    """Return the reference with its paper, as the books have it."""
    reference = parse_reference(piece)
    return piece if reference is None else str(reference.within(claim.paper))


def _missing(reference: str, books: Books) -> str:
    """Say why there is no such piece."""
    file, _, part = reference.partition("#")
    broken = books.broken.get(file) or books.broken.get(reference)
    others = sorted(known.partition("#")[2] for known in books.pieces if known.startswith(f"{file}#"))
    return broken or (f"has no conclusion {part}, only {', '.join(others)}" if others else "is not there")


def _piece_faults(claim: Claim, piece: Piece) -> Iterator[str]:
    if piece.fault:
        yield piece.fault
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
    evidence = [piece for piece in pieces[: len(claim.evidence)] if piece is not None]  # glue is not a counterexample
    refuting = any(piece.refutes for piece in evidence)
    if claim.verdict == "refuted" and not refuting:
        yield "no evidence is a counterexample"
    if claim.verdict == "rounding" and not refuting:
        yield "no number in the evidence is off"
    yield from _misprint_faults(claim, pieces, refuting=refuting)
    against = any(piece.refutes and not piece.supports for piece in evidence)
    if claim.verdict == "holds" and against and not claim.denies:
        yield "a counterexample is evidence that it holds: expected denies = true, if it says that something fails"
    if claim.denies and claim.verdict != "holds":
        yield f"denies = true is for a claim that holds, not for {claim.verdict}"
    if claim.denies and not against:
        yield "denies = true, and no evidence is a counterexample"
    if claim.verdict == "holds-if":
        sides = [(piece.establishes.get(claim.key), piece) for piece in pieces if piece is not None]
        if not any(side in (HOLDS, BOTH) and piece.supports for side, piece in sides):
            yield "no evidence shows that the claim holds under the condition"
        if not any(side in (FAILS, BOTH) and piece.refutes for side, piece in sides):
            yield "no evidence shows that the claim fails without the condition: expected a counterexample"


def _nothing_faults(claim: Claim) -> Iterator[str]:
    """Say why a row cannot be said to have nothing to prove."""
    kind = claim.nothing_to_prove
    if kind and claim.checked == "checked":
        yield f"nothing_to_prove = {kind!r} is for rows in words, and this one is checked"
    allowed = [one for one in NOTHING.get(kind, ()) if one != "holds" or not claim.by_hand]
    if kind and claim.verdict not in allowed:
        yield f"nothing_to_prove = {kind!r} is for {' or '.join(allowed) or 'no verdict'}, not for {claim.verdict}"


def _object_faults(claim: Claim, pieces: Mapping[str, Piece | None]) -> Iterator[str]:
    """Say which theorems are about nothing that the claim names, and what it names that no theorem is about."""
    theorems = {ref: piece.objects for ref, piece in pieces.items() if piece is not None and ref.startswith("rocq:")}
    for ref, objects in theorems.items():
        if not set(objects) & set(claim.objects):
            named = ", ".join(claim.objects) or "none"
            yield f"{ref} is about no object of the claim ({named}), only about {', '.join(objects)}"
    for name in claim.objects:
        if not any(name in objects for objects in theorems.values()):
            yield f"objects: no theorem of the evidence is about {name}"


def _misprint_faults(claim: Claim, pieces: Sequence[Piece | None], *, refuting: bool) -> Iterator[str]:
    """Say why nothing shows that the words in print are not meant."""
    if claim.verdict != "misprint":
        return
    printed = [piece.printed for piece in pieces if piece is not None and piece.printed]
    if not printed and (claim.by_hand or not refuting):
        yield "no evidence refutes what is printed: expected a counterexample, or an argument with `printed`"
    for text in printed:
        if text not in claim.claim:
            yield f"an argument has `printed` = {text!r}, which is not in the claim"
