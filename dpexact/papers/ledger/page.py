"""A ledger as rows for the reports, and as a Page: the claims, their verdicts, what is true instead, the evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from dpexact.audit.claim_table import row_lines
from dpexact.audit.paper import Paper, project_folder
from dpexact.certificates.source import read_text
from dpexact.errors import DPExactError
from dpexact.numbers.typography import counted
from dpexact.papers.ledger.books import load_by_hand
from dpexact.papers.ledger.claim import SEVERITIES, UNCORRECTED, Claim
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.reference import Reference, parse_reference
from dpexact.papers.ledger.views import OCR, ORDER, ledger_row_json, ledger_summary
from dpexact.report.page import Column, Page, Word, page_html
from dpexact.report.row import Attachment, Cell, Detail, Level, Row, Tone, Verdict

FAMILIES = "families"  # certificates that belong to no paper
MEANINGS: dict[str, tuple[Tone, str]] = {
    "refuted": ("bad", "False: there is an exact counterexample."),
    "holds-if": ("open", "True under a condition that is missing in the text; the row gives the condition."),
    "misprint": ("open", "A slip of the pen: the context shows what is meant, and the row says what."),
    "rounding": ("open", "A printed number that is off by its rounding only."),
    "not-checkable": (
        "plain",
        "No exact computation can decide it, or there is nothing to decide: a definition. The row says why.",
    ),
    "holds": ("good", "True as it stands, for all parameters that it speaks of."),
}
VERDICTS = tuple(Verdict(name, *MEANINGS[name]) for name in ORDER)
KINDS = {
    "proof": "proof, run again",
    "audit": "printed number, computed again",
    "certificate": "certificate, checked again",
    "rocq": "theorem, proved in Rocq",
    "hand": "argument in words",
}
NAMES = {  # one, several
    "proof": ("proof", "proofs"),
    "audit": ("printed number", "printed numbers"),
    "certificate": ("certificate", "certificates"),
    "rocq": ("theorem in Rocq", "theorems in Rocq"),
    "hand": ("argument in words", "arguments in words"),
}
ANSWERED = (
    "How it was answered: each claim has a verdict and the evidence for it. What a machine can examine was "
    "examined again when this page was made; what rests on words only is marked. Open a row to see the evidence."
)
AGAIN = {"proof": "dpexact prove {}", "rocq": "dpexact prove rocq/{}", "certificate": "dpexact check FILE"}
WORDS = (
    Word("central", "A severity: a main result, or one on which others rest, fails for ordinary parameters."),
    Word("substantive", "A severity: a statement is false, or needs a condition, for ordinary parameters."),
    Word("minor", "A severity: it fails at an edge only, most readers add the condition, or the theorem stands."),
    Word("slip", "A severity: a letter, a reference, a word taken literally; no reader is misled."),
    Word("cause", "Another row with the same fault; rows without one are counted as independent faults."),
    Word("OCR", "The texts went through text recognition; where it may be to blame the fault is not counted."),
    Word("reading", "The row is judged in a reading that the text hardly asks for; the fault is not counted."),
    Word("proof", "A program that states a theorem and derives it step by step, each decided by exact computation."),
    Word("eight digits in brackets", "A fingerprint of the whole of what stands before them, to notice changes."),
    Word("certificate", "A file from which a small independent program, the kernel, finds the same answer again."),
    Word("printed number", "A row of a claim table: what the paper prints, computed again exactly."),
    Word("theorem in Rocq", "Proved in the proof assistant Rocq; what it says and what it assumes is compared."),
    Word("argument in words", "What no machine has checked: the reader has to judge it. Rows say where it is so."),
)


def ledger_html(ledger: Ledger, papers: Sequence[Paper], version: str) -> str:
    """Return the ledger as one HTML file; every text is escaped."""
    return page_html(ledger_page(ledger, papers), version)


def ledger_page(ledger: Ledger, papers: Sequence[Paper]) -> Page:
    """Return the ledger as a page; certificates that the claims name can be downloaded from it."""
    known = {paper.name: paper for paper in papers}
    titles = [known[name].title for name in dict.fromkeys(row.claim.paper for row in ledger.rows) if name in known]
    taken = f"{counted(len(ledger.rows), 'claim')} {'was' if len(ledger.rows) == 1 else 'were'} taken"
    asked = (
        f"What was asked: is it true? {taken} from {_count(titles)}: every numbered "
        "statement, definition, example and caption, and every sentence that can be checked."
    )
    return Page(
        title="What the papers say, and whether it is true",
        asked=(asked, ANSWERED),
        summary=ledger_summary(ledger),
        name_title="where",
        group_title="Paper",
        columns=(Column("what is said"), Column("what is true instead"), Column("severity"), Column("rests on")),
        verdicts=VERDICTS,
        entries=ledger_rows(ledger, papers),
        words=WORDS,
        again=("dpexact ledger", "dpexact prove", "dpexact audit"),
    )


def _arguments(papers: Sequence[Paper]) -> dict[str, str]:
    """Return the arguments in words of papers, by their references."""
    found: dict[str, str] = {}
    for paper in papers:
        try:
            entries = {} if paper.proofs is None else load_by_hand(paper.proofs / "by_hand.toml")
        except DPExactError:  # the ledger says so too
            entries = {}
        found |= {f"hand:{paper.name}/{name}": entry.text for name, entry in entries.items()}
    return found


def _count(titles: Sequence[str]) -> str:
    return f"the paper {titles[0]}" if len(titles) == 1 else f"{len(titles)} papers"


def ledger_rows(ledger: Ledger, papers: Sequence[Paper]) -> tuple[Row, ...]:
    """Return the claims as every report tells them, at their places in the ledgers of the papers."""
    known, arguments = {paper.name: paper for paper in papers}, _arguments(papers)
    lines: dict[str, Iterator[int | None]] = {}
    for name, count in Counter(row.claim.paper for row in ledger.rows).items():
        file = known[name].ledger if name in known else None
        lines[name] = iter([None] * count if file is None else row_lines(file, count))
    return tuple(replace(_row(row, known, arguments), line=next(lines[row.claim.paper])) for row in ledger.rows)


def _row(row: LedgerRow, papers: dict[str, Paper], arguments: dict[str, str]) -> Row:
    claim = row.claim
    paper = papers.get(claim.paper)
    return Row(
        name=claim.key,
        title=claim.where,
        origin=claim.key,
        group=claim.paper if paper is None else paper.title,
        cells=(
            Cell(claim.claim),
            Cell(claim.corrected, missing=not claim.corrected),
            _severity(claim),
            Cell(_rests_on(claim)),
        ),
        verdict=claim.verdict,
        remark="" if row.as_recorded else "the evidence does not support it",
        attention=not row.as_recorded,
        details=tuple(_details(row, arguments)),
        attachments=tuple(_certificates(row, papers)),
        subject=claim.paper,
        said=f"{claim.where}: {claim.claim}: {claim.verdict}",
        notes=f"instead: {claim.corrected}" if claim.corrected else "",
        fault="; ".join(row.faults),
        level=_level(row),
        file="" if paper is None or paper.ledger is None else str(paper.ledger),
        data=ledger_row_json(row),
    )


def _level(row: LedgerRow) -> Level | None:
    """Return an error where the evidence does not support the verdict, a note for what is not true as it stands."""
    if not row.as_recorded:
        return "error"
    return None if row.claim.verdict in UNCORRECTED else "note"


def _severity(claim: Claim) -> Cell:
    rank = SEVERITIES.index(claim.severity) if claim.severity else None
    small = [f"cause: {claim.root}"] * bool(claim.root) + ["not counted (OCR)"] * claim.ocr
    small += ["not counted (reading)"] * bool(claim.reading)
    return Cell(claim.severity, small="; ".join(small), key=rank, missing=rank is None)


def _rests_on(claim: Claim) -> str:
    if claim.by_hand:
        return f"words only, nothing to prove: {claim.nothing_to_prove}" if claim.nothing_to_prove else "words only"
    kinds = Counter(piece.partition(":")[0] for piece in claim.evidence)
    parts = [f"{count} {NAMES[kind][count > 1]}" for kind, count in kinds.items()]
    return ", ".join(parts) + (", held together by words" if claim.partly_by_hand else "")


def _details(row: LedgerRow, arguments: dict[str, str]) -> Iterator[Detail]:
    claim = row.claim
    yield Detail("where it stands", claim.where)
    yield Detail("what is said", claim.claim)
    if claim.corrected:
        yield Detail("what is true instead", claim.corrected)
    if claim.severity:
        yield Detail("how much it matters", claim.severity + (f" ({OCR})" if claim.ocr else ""))
    if claim.reading:
        yield Detail("the reading, not counted as a fault", claim.reading)
    if claim.root:
        yield Detail("same cause as", f"{claim.paper}/{claim.root}")
    if claim.objects:
        yield Detail("its theorems are about", ", ".join(claim.objects), code=True)
    for formula in claim.about:
        yield Detail("a formula that it rests on", formula, code=True)
    if claim.nothing_to_prove:
        yield Detail("nothing to prove", claim.nothing_to_prove)
    for fault in row.faults:
        yield Detail("fault", fault)
    for piece in claim.pieces:
        term = KINDS[piece.partition(":")[0]] if piece in claim.evidence else "held together by"
        argument = _argument(piece, claim, arguments)
        yield (
            Detail(term, f"{piece}\n{row.says.get(piece, '')}", code=True)
            if argument is None
            else Detail(term, argument)
        )
    commands = dict.fromkeys(_command(piece, claim) for piece in claim.pieces)
    yield Detail("to see it again", "\n".join(command for command in commands if command), code=True)


def _argument(piece: str, claim: Claim, arguments: dict[str, str]) -> str | None:
    """Return the whole of an argument in words, which the reader has to judge; None for other evidence."""
    reference = parse_reference(piece)
    return None if reference is None else arguments.get(str(reference.within(claim.paper)))


def _command(piece: str, claim: Claim) -> str:
    reference = parse_reference(piece)
    if reference is None or reference.kind not in AGAIN:
        return f"dpexact ledger --theory {claim.paper}"
    name = f"{reference.name}#{reference.part}" if reference.kind == "rocq" else reference.name
    return AGAIN[reference.kind].format(name)


def _certificates(row: LedgerRow, papers: dict[str, Paper]) -> Iterator[Attachment]:
    for piece in row.claim.evidence:
        reference = parse_reference(piece)
        if reference is not None and reference.kind == "certificate":
            yield from _certificate(reference.within(row.claim.paper), papers)


def _certificate(reference: Reference, papers: dict[str, Paper]) -> Iterator[Attachment]:
    paper, _, name = reference.name.partition("/")
    folder = _folder(paper, papers)
    try:
        text = None if folder is None else read_text(folder / f"{name}.json")
    except DPExactError:  # the ledger says so too
        text = None
    if text is not None:
        yield Attachment(f"{name}.json", text, f"the certificate {name}", is_certificate=True)


def _folder(paper: str, papers: dict[str, Paper]) -> Path | None:
    if paper == FAMILIES:
        return project_folder("proofs") / "certificates" / FAMILIES
    return papers[paper].certificates if paper in papers else None
