"""The ledger as rows for the reports, and as a Page, with claims, verdicts, corrections and evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from dpexact.audit.claim_table import row_lines
from dpexact.audit.paper import Paper, project_folder
from dpexact.certificates.certificate import checker_page
from dpexact.certificates.source import read_text
from dpexact.errors import DPExactError
from dpexact.numbers.typography import counted
from dpexact.papers.ledger.books import load_by_hand
from dpexact.papers.ledger.claim import SEVERITIES, UNCORRECTED, Claim, full_reference, parse_reference
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.views import OCR, ledger_row_json, ledger_summary
from dpexact.report.page import Column, Page, Word, page_html
from dpexact.report.row import Attachment, Cell, Detail, Level, Row, Tone, Verdict

FAMILIES = "families"  # certificates that belong to no paper
MEANINGS: dict[str, tuple[Tone, str]] = {  # in the order of the page
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
VERDICTS = tuple(Verdict(name, *meaning) for name, meaning in MEANINGS.items())
KINDS = {  # how a page names one piece, and counts several
    "proof": ("proof, run again", "proof", ""),
    "audit": ("printed number, computed again", "printed number", ""),
    "certificate": ("certificate, checked again", "certificate", ""),
    "rocq": ("theorem, proved in Rocq", "theorem", " in Rocq"),
    "hand": ("argument in words", "argument", " in words"),
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
    """Return the ledger as one HTML file, in which every text is escaped."""
    return page_html(ledger_page(ledger, papers), version, checker_page)


def ledger_page(ledger: Ledger, papers: Sequence[Paper]) -> Page:
    """Return the ledger as a page with the certificates of the claims to download."""
    known = {paper.name: paper for paper in papers}
    titles = [known[name].title for name in dict.fromkeys(row.claim.paper for row in ledger.rows) if name in known]
    taken = f"{counted(len(ledger.rows), 'claim')} {'was' if len(ledger.rows) == 1 else 'were'} taken"
    titles_text = f"the paper {titles[0]}" if len(titles) == 1 else f"{len(titles)} papers"
    asked = (
        f"What was asked: is it true? {taken} from {titles_text}: every numbered "
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


def ledger_rows(ledger: Ledger, papers: Sequence[Paper]) -> tuple[Row, ...]:
    """Return the claims as rows of a report, with their lines in the ledgers of the papers."""
    known, arguments = {paper.name: paper for paper in papers}, _arguments(papers)
    lines: dict[str, Iterator[int | None]] = {}
    for name, count in Counter(row.claim.paper for row in ledger.rows).items():
        file = known[name].ledger if name in known else None
        lines[name] = iter([None] * count if file is None else row_lines(file, count))
    return tuple(replace(_row(row, known, arguments), line=next(lines[row.claim.paper])) for row in ledger.rows)


def _arguments(papers: Sequence[Paper]) -> dict[str, str]:
    """Return the arguments in words of papers, by their references."""
    arguments: dict[str, str] = {}
    for paper in papers:
        with suppress(DPExactError):  # the ledger reports it too
            entries = {} if paper.proofs is None else load_by_hand(paper.proofs / "by_hand.toml")
            arguments |= {f"hand:{paper.name}/{name}": entry.text for name, entry in entries.items()}
    return arguments


def _row(row: LedgerRow, papers: dict[str, Paper], arguments: dict[str, str]) -> Row:
    claim = row.claim
    paper = papers.get(claim.paper)
    note: Level | None = None if claim.verdict in UNCORRECTED else "note"
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
        attachments=tuple(_certificates(claim, papers)),
        subject=claim.paper,
        said=f"{claim.where}: {claim.claim}: {claim.verdict}",
        notes=f"instead: {claim.corrected}" if claim.corrected else "",
        fault="; ".join(row.faults),
        level=note if row.as_recorded else "error",
        file="" if paper is None or paper.ledger is None else str(paper.ledger),
        data=ledger_row_json(row),
    )


def _severity(claim: Claim) -> Cell:
    rank = SEVERITIES.index(claim.severity) if claim.severity else None
    small = [f"cause: {claim.root}"] * bool(claim.root) + ["not counted (OCR)"] * claim.ocr
    small += ["not counted (reading)"] * bool(claim.reading)
    return Cell(claim.severity, small="; ".join(small), key=rank, missing=rank is None)


def _rests_on(claim: Claim) -> str:
    if claim.by_hand:
        return f"words only, nothing to prove: {claim.nothing_to_prove}" if claim.nothing_to_prove else "words only"
    counts = Counter(piece.partition(":")[0] for piece in claim.evidence)
    parts = [f"{counted(count, KINDS[kind][1])}{KINDS[kind][2]}" for kind, count in counts.items()]
    return ", ".join(parts) + (", held together by words" if claim.partly_by_hand else "")


def _details(row: LedgerRow, arguments: dict[str, str]) -> Iterator[Detail]:
    claim = row.claim
    weight = claim.severity + (f" ({OCR})" if claim.ocr else "") if claim.severity else ""
    details = (
        Detail("where it stands", claim.where),
        Detail("what is said", claim.claim),
        Detail("what is true instead", claim.corrected),
        Detail("how much it matters", weight),
        Detail("the reading, not counted as a fault", claim.reading),
        Detail("same cause as", f"{claim.paper}/{claim.root}" if claim.root else ""),
        Detail("its theorems are about", ", ".join(claim.objects), code=True),
        *(Detail("a formula that it rests on", formula, code=True) for formula in claim.about),
        Detail("nothing to prove", claim.nothing_to_prove),
        *(Detail("fault", fault) for fault in row.faults),
    )
    yield from (detail for detail in details if detail.text)
    for piece in claim.pieces:
        term = KINDS[piece.partition(":")[0]][0] if piece in claim.evidence else "held together by"
        argument = arguments.get(full_reference(piece, claim.paper))  # the whole of it, which the reader must judge
        text = f"{piece}\n{row.says.get(piece, '')}" if argument is None else argument
        yield Detail(term, text, code=argument is None)
    commands = dict.fromkeys(_command(piece, claim) for piece in claim.pieces)
    yield Detail("to see it again", "\n".join(commands), code=True)


def _command(piece: str, claim: Claim) -> str:
    reference = parse_reference(piece)
    if reference is None or reference.kind not in AGAIN:
        return f"dpexact ledger --theory {claim.paper}"
    name = f"{reference.name}#{reference.part}" if reference.kind == "rocq" else reference.name
    return AGAIN[reference.kind].format(name)


def _certificates(claim: Claim, papers: dict[str, Paper]) -> Iterator[Attachment]:
    for piece in claim.evidence:
        kind, _, name = full_reference(piece, claim.paper).partition(":")
        paper, _, stem = name.partition("/")
        folder = papers[paper].certificates if paper in papers else None
        if paper == FAMILIES:
            folder = project_folder("proofs") / "certificates" / FAMILIES
        if kind != "certificate" or folder is None:
            continue
        try:
            text = read_text(folder / f"{stem}.json")
        except DPExactError:  # the ledger reports it too
            continue
        yield Attachment(f"{stem}.json", text, f"the certificate {stem}", is_certificate=True)
