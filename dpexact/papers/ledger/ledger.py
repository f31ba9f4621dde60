"""The ledger compares claims with evidence, which are kept in two books, and reports every disagreement."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dpexact.audit.paper import Paper
from dpexact.papers.ledger.books import JUDGED, Books, Piece, Progress, differences, survey
from dpexact.papers.ledger.claim import BOTH, ESTABLISHED, FAILS, HOLDS, NOTHING, Claim

HEAD = 40  # characters of a conclusion that suffice to quote it


@dataclass(frozen=True)
class LedgerRow:
    """A claim with its pieces of evidence that are there, and the reasons why they do not support its verdict, if any.

    The pieces are named by their references.
    """

    claim: Claim
    faults: tuple[str, ...]
    pieces: Mapping[str, Piece] = field(default_factory=dict)

    @property
    def lock(self) -> dict[str, str]:
        """Return the lines for a lock."""
        key, pieces = self.claim.key, self.pieces.items()
        lines = {name: f"{piece.establishes.get(key, 'no verdict')}: {piece.says}" for name, piece in pieces}
        return {JUDGED: self.claim.judged, **lines}

    @property
    def as_recorded(self) -> bool:
        """Return whether the evidence supports the recorded verdict."""
        return not self.faults


@dataclass(frozen=True)
class Ledger:
    """The rows of one examination, in the order of the ledgers, and the names in the second books that no row has."""

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
    """Examine the evidence of the papers of these claims, and of other papers whose evidence they name, and compare it.

    With `relock` the locks will be written anew from `LedgerRow.lock`, so their present lines are not faults. The
    guarantees and the errors are those of `survey` and `compare`.
    """
    named = {_paper(piece.partition(":")[2]) for claim in claims for piece in claim.pieces}
    books = survey(papers, progress, named | {claim.paper for claim in claims})
    if relock:
        books = replace(books, locks={row.claim.key: row.lock for row in compare(claims, books).rows})
    return compare(claims, books)


def compare(claims: Sequence[Claim], books: Books) -> Ledger:
    """Compare the claims with the claims that the evidence names itself.

    The answer is exact. A row is without fault only if each of its references is a sound piece of evidence that names
    the row with its verdict, if no other piece names it, if the lock agrees with its pieces now, and if the kind of
    evidence fits the verdict.
    """
    rows = tuple(_row(claim, books) for claim in claims)
    known, loaded = {claim.key for claim in claims}, {claim.paper for claim in claims}
    unclaimed = [
        f"{reference} names {key}, and there is no such claim"
        for key, references in books.naming.items()
        for reference in references
        if key not in known and (_paper(key) in loaded or _paper(key) not in books.papers)
    ]
    recorded = [key for key in books.locks if key not in known and _paper(key) in loaded]
    gone = [f"the lock has {key}, and there is no such claim" for key in recorded]
    broken = [f"{reference} {fault}" for reference, fault in books.broken.items()]
    return Ledger(rows, (*unclaimed, *gone, *broken))


def _paper(key: str) -> str:
    return key.partition("/")[0]


def _row(claim: Claim, books: Books) -> LedgerRow:
    pieces = {name: books.pieces[name] for name in claim.pieces if name in books.pieces}
    row = LedgerRow(claim, (), pieces)
    faults = (
        *_reference_faults(claim, pieces, books),
        *differences(claim.id, books.locks.get(claim.key, {}), row.lock),
        *_object_faults(claim, pieces),
        *_nothing_faults(claim),
        *_verdict_faults(claim, pieces),
    )
    return replace(row, faults=faults)


def _reference_faults(claim: Claim, pieces: Mapping[str, Piece], books: Books) -> Iterator[str]:
    """Yield the pieces that are missing, unsound or for another claim or verdict, and those that the claim omits."""
    for name in claim.pieces:
        if name in pieces:
            yield from (f"{name} {fault}" for fault in _piece_faults(claim, pieces[name]))
        else:
            yield f"{name} {_missing(name, books)}"
    for reference in books.naming.get(claim.key, ()):
        if reference not in claim.pieces:
            yield f"{reference} names this claim, which does not name it"


def _missing(reference: str, books: Books) -> str:
    """Return the reason why the piece is missing."""
    file, _, part = reference.partition("#")
    broken = books.broken.get(file) or books.broken.get(reference)
    whole, sound = f"{file}#", () if broken else books.pieces
    others = sorted(known.removeprefix(whole) for known in sound if known.startswith(whole))
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


def _object_faults(claim: Claim, pieces: Mapping[str, Piece]) -> Iterator[str]:
    """Yield the theorems about nothing that the claim names, and the names that no theorem is about."""
    theorems = {name: piece for name, piece in pieces.items() if name.startswith("rocq:")}
    for name, piece in theorems.items():
        if piece.objects and not set(piece.objects) & set(claim.objects):
            named = ", ".join(claim.objects) or "none"
            yield f"{name} is about no object of the claim ({named}), only about {', '.join(piece.objects)}"
        if not piece.objects and not any(_quotes(head, piece) for head in claim.about):
            yield f"{name} is a formula, and `about` does not quote its conclusion, {piece.conclusion}"
    for subject in claim.objects:
        if not any(subject in piece.objects for piece in theorems.values()):
            yield f"objects: no theorem of the evidence is about {subject}"
    for head in claim.about:
        if not any(_quotes(head, piece) for piece in theorems.values()):
            yield f"about: no formula of the evidence concludes {head}"
    formulas = [name for name, piece in theorems.items() if not piece.objects]
    if formulas == [*claim.evidence] and not claim.glue:
        yield "its theorems are formulas that name no definition: expected glue that says what their letters stand for"


def _quotes(head: str, formula: Piece) -> bool:
    """Return whether a text is the conclusion of a formula, or a long beginning of it."""
    whole = formula.conclusion
    return not formula.objects and (head == whole or (len(head) >= HEAD and whole.startswith(head)))


def _nothing_faults(claim: Claim) -> Iterator[str]:
    """Yield the reasons why a row cannot have nothing to prove."""
    kind = claim.nothing_to_prove
    if kind and claim.checked == "checked":
        yield f"nothing_to_prove = {kind!r} is for rows in words, and this one is checked"
    allowed = [verdict for verdict in NOTHING.get(kind, ()) if verdict != "holds" or not claim.by_hand]
    if kind and claim.verdict not in allowed:
        yield f"nothing_to_prove = {kind!r} is for {' or '.join(allowed) or 'no verdict'}, not for {claim.verdict}"


def _verdict_faults(claim: Claim, pieces: Mapping[str, Piece]) -> Iterator[str]:
    """Yield the reasons why the kinds of evidence taken together do not fit the verdict."""
    evidence = [pieces[name] for name in claim.evidence if name in pieces]  # glue is not a counterexample
    refuting = any(piece.refutes for piece in evidence)
    against = any(piece.refutes and not piece.supports for piece in evidence)
    match claim.verdict:
        case "refuted" if not refuting:
            yield "no evidence is a counterexample"
        case "rounding" if not refuting:
            yield "no number in the evidence is off"
        case "misprint":
            yield from _misprint_faults(
                claim, [piece.printed for piece in pieces.values() if piece.printed], refuting=refuting
            )
        case "holds" if against and not claim.denies:
            yield "a counterexample is evidence that it holds: expected denies = true, if it says that something fails"
        case "holds-if":
            yield from _condition_faults([(piece.establishes.get(claim.key), piece) for piece in pieces.values()])
    if claim.denies and claim.verdict != "holds":
        yield f"denies = true is for a claim that holds, not for {claim.verdict}"
    if claim.denies and not against:
        yield "denies = true, and no evidence is a counterexample"


def _misprint_faults(claim: Claim, printed: Sequence[str], *, refuting: bool) -> Iterator[str]:
    if not printed and (claim.by_hand or not refuting):
        yield "no evidence refutes what is printed: expected a counterexample, or an argument with `printed`"
    for text in printed:
        if text not in claim.claim:
            yield f"an argument has `printed` = {text!r}, which is not in the claim"


def _condition_faults(sides: Sequence[tuple[str | None, Piece]]) -> Iterator[str]:
    if not any(side in (HOLDS, BOTH) and piece.supports for side, piece in sides):
        yield "no evidence shows that the claim holds under the condition"
    if not any(side in (FAILS, BOTH) and piece.refutes for side, piece in sides):
        yield "no evidence shows that the claim fails without the condition: expected a counterexample"
