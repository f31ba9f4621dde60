"""The examined evidence of papers, by running proofs, auditing rows and checking certificates, with its claims."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from dpexact.audit.claim_table import load_claim_table
from dpexact.audit.paper import Paper, registered
from dpexact.audit.printed import REFUTED
from dpexact.audit.row import OPEN, AuditRow, audit_claim
from dpexact.certificates.certificate import Certificate, check
from dpexact.certificates.source import read_text
from dpexact.errors import CertificateError, DocumentError, ParameterError
from dpexact.kernel.sentence import sentence as sentence_of_statement
from dpexact.papers.ledger.books import Entry, load_by_hand, load_index, load_locks, load_theorems, qualified, said
from dpexact.papers.ledger.claim import BOTH, ESTABLISHED, FAILS, HOLDS
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.proof import Conclusion, load_proof, proof_names
from dpexact.papers.proving.source import text_of_step

Progress = Callable[[int, int, str], None]

RIGHT, WRONG = ("holds", HOLDS, FAILS, BOTH), ("refuted", "misprint", FAILS)
FITTING = {  # the verdicts that a row of a claim table can support, by its own, and rounding for `ONE_UNIT`
    "correct": (*RIGHT, "rounding"),
    "valid-bound": RIGHT,
    "wrong": WRONG,
    "violated-bound": WRONG,
    "undecided": ("not-checkable",),
}
DENIAL = re.compile(r"(?<!~)~(?!~)")  # of Rocq, in which ~~ turns a decided answer round
ONE_UNIT = 1  # a number that is off by more units of its last place is off by more than its rounding
WORDS = tuple(verdict for verdict in ESTABLISHED if verdict != "rounding")  # the verdicts for arguments
CHECKABLE = tuple(verdict for verdict in WORDS if verdict != "not-checkable")
# Kinds and answers of certificates that can refute.
NEGATIVE = (
    "not-private",
    "none",
    "infeasible",
    "not-post-processing",
    "not-maximally-sufficient",
    "linear-program-infeasible",
)


@dataclass(frozen=True)
class Piece:
    """One piece of evidence with its line in the lock, the verdicts of claims that it is for, and its fault or "".

    It `refutes` if it can show that a claim is false, and `supports` if it can show that one is true, which a
    counterexample does only for a claim that denies. `fits` has the verdicts that its kind can establish, with the
    sides of holds-if. `printed` has the words of the claim that an argument rejects. A theorem has the `objects` that
    it names and its `conclusion`.
    """

    says: str
    establishes: Mapping[str, str]
    fault: str = ""
    refutes: bool = False
    supports: bool = True
    fits: tuple[str, ...] = CHECKABLE
    printed: str = ""
    objects: tuple[str, ...] = ()
    conclusion: str = ""


@dataclass(frozen=True)
class Books:
    """All pieces by their reference, the reasons of files that gave none, and the locks of the claims.

    `papers` are all known ones, also if only some were examined.
    """

    papers: tuple[str, ...]
    pieces: dict[str, Piece] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    locks: dict[str, dict[str, str]] = field(default_factory=dict)

    @cached_property
    def naming(self) -> Mapping[str, list[str]]:
        """For each claim the references of the pieces that name it."""
        references = defaultdict(list)
        for reference, piece in self.pieces.items():
            for claim in piece.establishes:
                references[claim].append(reference)
        return references


def survey(papers: Iterable[Paper], progress: Progress | None = None) -> Books:
    """Run the proofs, audit the tables, check the certificates and read the arguments and theorems of papers.

    `progress(done, total, name)` is called before each proof.

    Guarantee: exact for proofs and certificates, and as the audit for rows. Arguments in words are not examined.
    Theorems of Rocq are compared with their sources by digest and not re-checked, as `dpexact prove --rocq` does.
    Raises: DocumentError for a second book or a lock that cannot be read.
    """
    chosen = tuple(papers)
    books = Books(tuple(paper.name for paper in chosen), locks=load_locks(chosen))
    _add_proofs(books, chosen, progress)
    for paper in chosen:
        _add_rows(books, paper, chosen)
        if paper.certificates is not None:
            _add_certificates(books, paper.certificates, paper.name)
        if paper.proofs is not None:
            for name, argument in load_by_hand(paper.proofs / "by_hand.toml").items():
                books.pieces[f"hand:{paper.name}/{name}"] = _argument(argument, paper.name)
    for folder in sorted({paper.proofs.parent for paper in chosen if paper.proofs is not None}):
        _add_certificates(books, folder / "certificates" / "families", "families")
        books.pieces.update(pieces_of_theorems(folder / "rocq"))
    return books


def _add_proofs(books: Books, papers: tuple[Paper, ...], progress: Progress | None) -> None:
    names = proof_names(papers)
    for done, name in enumerate(names):
        if progress is not None:
            progress(done, len(names), name)
        try:
            proof = load_proof(name, papers)
            conclusions = proof.run(twice=False).conclusions  # `dpexact prove` asks twice
        except (ParameterError, ProofError) as error:
            books.broken[f"proof:{name}"] = f"is not accepted: {error}"
            continue
        books.pieces.update(pieces_of_proof(name, conclusions, proof.claims))


def pieces_of_proof(
    name: str, conclusions: tuple[Conclusion, ...], claims: Mapping[str, Mapping[str, str]]
) -> dict[str, Piece]:
    """Return the proof as a whole and each of its conclusions, by their references."""
    paper = name.partition("/")[0]
    named = {part: qualified(verdicts, paper) for part, verdicts in claims.items()}
    pieces = {f"proof:{name}": _conclusions(conclusions, named.get("", {}))}
    for conclusion in conclusions:
        pieces[f"proof:{name}#{conclusion.name}"] = _conclusions((conclusion,), named.get(conclusion.name, {}))
    return pieces


def pieces_of_theorems(folder: Path) -> dict[str, Piece]:
    """Return the theorems of a folder of Rocq by their references, with the fingerprint of `Theorem.whole`.

    Raises: DocumentError.
    """
    pieces = {}
    for theorem, claims, fault in load_theorems(folder):
        conclusion = conclusion_of(theorem.statement)
        refutes = bool(DENIAL.search(conclusion))
        words = said(theorem.statement, theorem.whole)
        pieces[f"rocq:{theorem.name}"] = Piece(
            words, claims, fault, refutes, objects=theorem.objects, conclusion=conclusion
        )
    return pieces


def conclusion_of(statement: str) -> str:
    """Return a statement without its names and hypotheses, which is the text behind the last arrow outside parentheses.

    >>> conclusion_of("forall x, (~ a -> b) -> ~ c")
    '~ c'
    >>> conclusion_of("forall x y : R, x = y <-> y = x")
    'x = y <-> y = x'
    """
    depth, last, binds = 0, 0, False
    for place, mark in enumerate(statement):
        depth += (mark in "([{") - (mark in ")]}")
        if depth == 0 and statement.startswith("->", place) and not statement.startswith("<", place - 1):
            last = place + len("->")
        binds |= depth == 0 and statement.startswith("forall ", place) and not statement[last:place].strip()
        if binds and depth == 0 and mark == ",":
            last, binds = place + 1, False
    return " ".join(statement[last:].split())


def _conclusions(conclusions: tuple[Conclusion, ...], claims: Mapping[str, str]) -> Piece:
    """Return the text of one conclusion, or the names of several, with a fingerprint of all computations."""
    first, count = conclusions[0].shown.text, len(conclusions)
    text = first if count == 1 else f"{count} conclusions: {', '.join(each.name for each in conclusions)}"
    whole = "\n".join(
        f"{each.name} {each.shown.says}\n{each.shown.source}\n{text_of_step(each.evidence)}" for each in conclusions
    )
    refutes = all(each.kind == "Counterexample" for each in conclusions)
    return Piece(said(text, whole), claims, "", refutes, supports=not refutes)


def _add_rows(books: Books, paper: Paper, papers: tuple[Paper, ...]) -> None:
    if paper.printed is None:
        return
    quantities = registered(papers)
    table = load_claim_table(paper.printed, quantities)
    for row, place in zip(table.claims, table.places, strict=True):
        judgement = audit_claim(AuditRow(table.file, row, None, OPEN, place=place), quantities).judgement
        verdict, wrong = judgement.verdict, judgement.verdict in REFUTED
        rounded = wrong and judgement.units_off is not None and judgement.units_off <= ONE_UNIT
        question = f"{row.quantity} {sorted(row.parameters.items())} {row.printed} {row.meaning}"
        books.pieces[f"audit:{paper.name}/{row.id}"] = Piece(
            says=said(f"printed {row.printed}, {row.meaning}: {verdict}", question),
            establishes=qualified(row.establishes, paper.name),
            fault=f"records {row.expected}, and is {verdict}" if row.expected not in (None, verdict) else "",
            refutes=wrong,
            supports=not wrong,
            fits=(*FITTING[verdict], "rounding") if rounded else FITTING[verdict],
        )


def _add_certificates(books: Books, folder: Path, paper: str) -> None:
    index = load_index(folder / "index.toml")
    for path in sorted(folder.glob("*.json")):
        if path.stem not in index:
            books.broken[f"certificate:{paper}/{path.stem}"] = "is not in index.toml"
    for name, entry in index.items():
        books.pieces[f"certificate:{paper}/{name}"] = _certificate(folder / f"{name}.json", entry, paper)


def _certificate(path: Path, entry: Entry, paper: str) -> Piece:
    claims = qualified(entry.establishes, paper)
    try:
        certificate = Certificate.from_json(read_text(path))
        check(certificate)
    except (CertificateError, DocumentError) as error:
        return Piece("", claims, f"is not accepted: {error}")
    statement = certificate.statement
    digest, answers = statement_digest(statement), {statement["kind"], statement.get("answer")}
    fault = "" if digest == entry.text else f"states what has the digest {digest}, index.toml has {entry.text}"
    refused = ("holds", HOLDS) if statement["kind"] == "not-private" else ()
    fits = tuple(verdict for verdict in CHECKABLE if verdict not in refused)
    line = sentence_of_statement(statement).partition("\n")[0]
    return Piece(said(line, digest), claims, fault, bool(answers & set(NEGATIVE)), fits=fits)


def statement_digest(statement: Mapping[str, object]) -> str:
    """Return the SHA-256 of the canonical JSON of a certificate's statement (sorted keys, no white space, UTF-8)."""
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def _argument(entry: Entry, paper: str) -> Piece:
    """Return an argument in words, which refutes, and only refutes, if it names the wrong words or a case."""
    fits = ("misprint",) if entry.printed else (*WRONG, BOTH) if entry.refutes else WORDS
    refutes = bool(entry.printed or entry.refutes)
    claims = qualified(entry.establishes, paper)
    return Piece(said(entry.text, entry.whole), claims, "", refutes, fits=fits, printed=entry.printed)
