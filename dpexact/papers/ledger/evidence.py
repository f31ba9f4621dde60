"""Evidence, examined: proofs run, rows audited, certificates checked by the kernel; and what each piece is for."""

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
from dpexact.audit.paper import Paper
from dpexact.audit.printed import REFUTED
from dpexact.audit.registry import registered
from dpexact.audit.row import OPEN, AuditRow, audit_claim
from dpexact.certificates.certificate import Certificate, check
from dpexact.certificates.source import read_text
from dpexact.errors import CertificateError, DocumentError, ParameterError
from dpexact.kernel.sentence import sentence as sentence_of_statement
from dpexact.papers.ledger.books import Entry, load_by_hand, load_index, load_theorems, qualified, said
from dpexact.papers.ledger.claim import BOTH, ESTABLISHED, FAILS, HOLDS
from dpexact.papers.ledger.lock import load_locks
from dpexact.papers.ledger.step_text import text_of_step
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.library import load_proof, proof_names
from dpexact.papers.proving.proof import Conclusion

Progress = Callable[[int, int, str], None]

RIGHT, WRONG = ("holds", HOLDS, FAILS, BOTH), ("refuted", "misprint", FAILS)
FITTING = {  # what a row of a claim table can be evidence for, by its verdict now; `ONE_UNIT` may be rounding as well
    "correct": (*RIGHT, "rounding"),
    "valid-bound": RIGHT,
    "wrong": WRONG,
    "violated-bound": WRONG,
    "undecided": ("not-checkable",),
}
DENIAL = re.compile(r"(?<!~)~(?!~)")  # of Rocq; ~~ turns a decided answer round
ONE_UNIT = 1  # a number that is off by more units of its last place is off by more than its rounding
WORDS = tuple(verdict for verdict in ESTABLISHED if verdict != "rounding")  # what an argument can be for
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
    """One piece of evidence: what it says, for which claims it is and with which verdict, and whether it is sound.

    `refutes`: it can show that a claim is false. `supports`: that one is true; a counterexample does only
    where a claim denies. `fits`: what its kind can establish, with the sides of holds-if. `printed`: the words of the
    claim that an argument says cannot stand. `objects`: what a theorem is about.
    """

    says: str
    establishes: Mapping[str, str]
    fault: str = ""
    refutes: bool = False
    supports: bool = True
    fits: tuple[str, ...] = CHECKABLE
    printed: str = ""
    objects: tuple[str, ...] = ()


@dataclass(frozen=True)
class Books:
    """All pieces by their reference, what is wrong with files that give none, and the locks of the claims.

    `papers` are those that there are, also where not all were examined.
    """

    papers: tuple[str, ...]
    pieces: dict[str, Piece] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    locks: dict[str, dict[str, str]] = field(default_factory=dict)

    @cached_property
    def naming(self) -> Mapping[str, list[str]]:
        """For each claim the references of the pieces that name it."""
        found = defaultdict(list)
        for reference, piece in self.pieces.items():
            for claim in piece.establishes:
                found[claim].append(reference)
        return found


def survey(papers: Iterable[Paper], progress: Progress | None = None) -> Books:
    """Run the proofs, audit the tables, check the certificates and read the arguments and theorems of papers.

    `progress(done, total, name)` is called before each proof.

    Guarantee: exact for proofs and certificates; as the audit for rows; arguments in words are not examined, theorems
    of Rocq are compared with their sources by digest and not re-checked: `dpexact prove --rocq` lets Rocq do that.
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
            arguments = load_by_hand(paper.proofs / "by_hand.toml")
            books.pieces.update(
                {f"hand:{paper.name}/{name}": _argument(one, paper.name) for name, one in arguments.items()}
            )
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
    named = {part: qualified(found, _theory(name)) for part, found in claims.items()}
    found = {f"proof:{name}": _conclusions(conclusions, named.get("", {}))}
    for one in conclusions:
        found[f"proof:{name}#{one.name}"] = _conclusions((one,), named.get(one.name, {}))
    return found


def pieces_of_theorems(folder: Path) -> dict[str, Piece]:
    """Return the theorems of a folder of Rocq by their references; the fingerprint is of what `Theorem.whole` says.

    Raises: DocumentError.
    """
    return {
        f"rocq:{name}": Piece(
            said(entry.text, entry.whole),
            entry.establishes,
            fault,
            refutes=bool(DENIAL.search(_conclusion(entry.text))),
            objects=entry.objects,
        )
        for name, (entry, fault) in load_theorems(folder).items()
    }


def _conclusion(statement: str) -> str:
    """Return what stands behind the last arrow of a statement that is in no parentheses: not its hypotheses.

    >>> _conclusion("forall x, (~ a -> b) -> ~ c")
    ' ~ c'
    """
    depth, last = 0, 0
    for place, mark in enumerate(statement):
        depth += (mark in "([{") - (mark in ")]}")
        if depth == 0 and statement.startswith("->", place):
            last = place + len("->")
    return statement[last:]


def _theory(name: str) -> str:
    return name.partition("/")[0]


def _conclusions(conclusions: tuple[Conclusion, ...], claims: Mapping[str, str]) -> Piece:
    """Return what conclusions say, or how many there are; with the fingerprint of what was computed and how."""
    first, count = conclusions[0].shown.text, len(conclusions)
    text = first if count == 1 else f"{count} conclusions: {', '.join(one.name for one in conclusions)}"
    whole = "\n".join(
        f"{one.name} {one.shown.says}\n{one.shown.source}\n{text_of_step(one.evidence)}" for one in conclusions
    )
    refutes = all(one.kind == "Counterexample" for one in conclusions)
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
        asked = f"{row.quantity} {sorted(row.parameters.items())} {row.printed} {row.meaning}"
        books.pieces[f"audit:{paper.name}/{row.id}"] = Piece(
            says=said(f"printed {row.printed}, {row.meaning}: {verdict}", asked),
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
    fits = tuple(
        verdict for verdict in CHECKABLE if verdict not in ("holds", HOLDS) or statement["kind"] != "not-private"
    )
    line = sentence_of_statement(statement).partition("\n")[0]
    return Piece(said(line, digest), claims, fault, bool(answers & set(NEGATIVE)), fits=fits)


def statement_digest(statement: Mapping[str, object]) -> str:
    """Return the SHA-256 of the canonical JSON of a certificate's statement: sorted keys, no white space, UTF-8."""
    text = json.dumps(statement, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def _argument(entry: Entry, paper: str) -> Piece:
    """Return an argument in words: it refutes only if it says which words, or which case, and then nothing else."""
    fits = ("misprint",) if entry.printed else (*WRONG, BOTH) if entry.refutes else WORDS
    refutes = bool(entry.printed or entry.refutes)
    claims = qualified(entry.establishes, paper)
    return Piece(said(entry.text, entry.whole), claims, "", refutes, fits=fits, printed=entry.printed)
