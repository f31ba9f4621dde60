"""The ledger as text, as data, and as Markdown: a summary for the README and a page with every claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import fill

from dpexact.audit.paper import Paper
from dpexact.numbers.typography import counted
from dpexact.papers.ledger.claim import SEVERITIES, VERDICTS, Claim, Verdict
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.tally import Tally
from dpexact.report.markdown import cells, markdown_table

FAULT = "    FAULT: "
INDENT = "      "  # of what is continued on the next line
ORDER: tuple[Verdict, ...] = ("refuted", "holds-if", "misprint", "rounding", "not-checkable", "holds")  # of the page
OCR = "the recognition of the text may be to blame; not counted as a fault"


def ledger_text(ledger: Ledger, width: int | None = None) -> str:
    """Return a few lines for each claim, with what is true instead of a wrong one, and a summary.

    `width` wraps them, but not the faults: what the evidence says is to be copied from there.
    """
    lines = [line for row in ledger.rows for line in _lines(row)]
    return "\n".join([*(_filled(line, width) for line in lines), "", _filled(ledger_summary(ledger), width)])


def _filled(line: str, width: int | None) -> str:
    if width is None or len(line) <= width or line.startswith(FAULT):
        return line
    return fill(line, width, subsequent_indent=INDENT, break_on_hyphens=False, break_long_words=False)


def _lines(row: LedgerRow) -> list[str]:
    claim = row.claim
    weight = weight_of(claim)
    shown = f"{claim.verdict} ({weight})" if weight else claim.verdict
    shown += "" if row.as_recorded else ", NOT SUPPORTED"
    kinds = Counter(piece.partition(":")[0] for piece in claim.evidence)
    evidence = ", ".join(kind if count == 1 else f"{count} {kind}" for kind, count in kinds.items())
    evidence += ", partly by hand" if claim.partly_by_hand else ""
    evidence += f", nothing to prove: {claim.nothing_to_prove}" if claim.nothing_to_prove else ""
    corrected = [f"    instead: {claim.corrected}"] if claim.corrected else []
    reading = [f"    reading: {claim.reading}"] if claim.reading else []
    faults = [f"{FAULT}{fault}" for fault in row.faults]
    notes = [f"    where: {claim.where}", f"    says: {claim.claim}", *corrected, *reading, *faults]
    return [f"{claim.key}  {shown}  {evidence}", *notes]


def weight_of(claim: Claim) -> str:
    """Say how much a fault matters: its severity, its root, and whether it is counted; "" where nothing is known."""
    uncounted = ["OCR"] * claim.ocr + ["reading"] * bool(claim.reading)
    parts = [claim.severity, f"root {claim.root}" if claim.root else "", *uncounted]
    return ", ".join(part for part in parts if part)


def ledger_summary(ledger: Ledger) -> str:
    """Return what is counted, the verdicts and the faults; whether evidence supports them; what was only compared."""
    counts = Counter(row.claim.verdict for row in ledger.rows)
    verdicts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    different = [row.claim.key for row in ledger.rows if not row.as_recorded]
    support = f"not supported: {', '.join(different)}" if different else "the evidence supports every verdict"
    support += "".join(f"; {fault}" for fault in ledger.faults)
    faults = _faults_summary([row.claim for row in ledger.rows])
    theorems = {piece for row in ledger.rows for piece in row.claim.evidence if piece.startswith("rocq:")}
    rocq = f"; {counted(len(theorems), 'theorem')} of Rocq compared, not re-checked" if theorems else ""
    return f"{counted(len(ledger.rows), 'claim')}: {verdicts or 'none'}; {faults}{support}{rocq}."


def _faults_summary(claims: Sequence[Claim]) -> str:
    """Return what is counted of the faults, with "; " behind it; "" where there is none."""
    if not any(claim.faulty or claim.ocr or claim.reading for claim in claims):
        return ""
    by_paper = [Tally.of(one for one in claims if one.paper == name) for name in {claim.paper for claim in claims}]
    independent = sum((Counter(tally.independent) for tally in by_paper), Counter[str]())
    severities = ", ".join(f"{independent[severity]} {severity}" for severity in SEVERITIES if independent[severity])
    statements = sum(len(tally.failing) for tally in by_paper)
    edges = sum(len(tally.at_an_edge) for tally in by_paper)
    found = f"{counted(sum(tally.faults for tally in by_paper), 'fault')}, {independent.total()} independent"
    found += f" ({severities})" if severities else ""
    found += f"; {counted(statements, 'numbered statement')} false as printed, {edges} more at an edge only"
    found += f"; {counted(sum(tally.ocr for tally in by_paper), 'row')} not counted (OCR)"
    return f"{found}, {sum(tally.reading for tally in by_paper)} more (reading); "


def ledger_json(ledger: Ledger) -> list[dict[str, object]]:
    """Return one object for every claim."""
    return [ledger_row_json(row) for row in ledger.rows]


def ledger_row_json(row: LedgerRow) -> dict[str, object]:
    """Return one claim."""
    return {
        "id": row.claim.id,
        "paper": row.claim.paper,
        "where": row.claim.where,
        "claim": row.claim.claim,
        "verdict": row.claim.verdict,
        "severity": row.claim.severity or None,
        "root": row.claim.root or None,
        "ocr": row.claim.ocr,
        "reading": row.claim.reading or None,
        "evidence": [*row.claim.evidence],
        "says": [row.says.get(piece) for piece in row.claim.evidence],
        "glue": [*row.claim.glue],
        "by_hand": "only" if row.claim.by_hand else "partly" if row.claim.partly_by_hand else "no",
        "objects": [*row.claim.objects],
        "nothing_to_prove": row.claim.nothing_to_prove or None,
        "corrected": row.claim.corrected,
        "as_recorded": row.as_recorded,
        "faults": list(row.faults),
    }


def summary_markdown(claims: Sequence[Claim], papers: Iterable[Paper]) -> str:
    """Write two tables that count the verdicts and the faults of each paper; they stand in the README."""
    shown = [paper for paper in papers if any(claim.paper == paper.name for claim in claims)]
    return "\n".join([*_verdict_table(claims, shown), "", *_fault_table(claims, shown)])


def _verdict_table(claims: Sequence[Claim], papers: Iterable[Paper]) -> list[str]:
    rows = []
    for paper in papers:
        found = [claim for claim in claims if claim.paper == paper.name]
        counts = Counter(claim.verdict for claim in found)
        proving = [claim for claim in found if not claim.nothing_to_prove]
        words = [sum(claim.by_hand for claim in proving), sum(claim.partly_by_hand for claim in proving)]
        words += [len(found) - len(proving)]
        numbers = [len(found), *(counts[verdict] for verdict in VERDICTS), *words]
        rows.append((paper.title, *map(str, numbers)))
    return markdown_table(("paper", "claims", *VERDICTS, "by hand", "partly by hand", "nothing to prove"), rows)


def _fault_table(claims: Sequence[Claim], papers: Iterable[Paper]) -> list[str]:
    header = ["paper", "numbered statements false as printed", "at an edge only", "faults", "independent", *SEVERITIES]
    header += ["not counted (OCR)", "not counted (reading)"]
    rows = []
    for paper in papers:
        tally = Tally.of(claim for claim in claims if claim.paper == paper.name)
        by_severity = [tally.independent.get(severity, 0) for severity in SEVERITIES]
        numbers = [len(tally.failing), len(tally.at_an_edge), tally.faults, sum(tally.independent.values())]
        numbers += [*by_severity, tally.ocr, tally.reading]
        rows.append((paper.title, *map(str, numbers)))
    return markdown_table(header, rows)


def page_markdown(claims: Sequence[Claim], papers: Sequence[Paper]) -> str:
    """Return a page with every claim, the wrong ones first, of these the gravest first."""
    lines = [
        "# The ledger",
        "",
        "Generated by `dpexact ledger --page docs/ledger.md`, which re-examines every proof, row of a claim table and",
        "certificate that is named here. docs/ledger-format.md says what the verdicts mean; arguments in words are in",
        "`proofs/<paper>/by_hand.toml`. The faults that matter most, with counterexamples: docs/faults.md.",
        "",
        summary_markdown(claims, papers),
    ]
    for paper in papers:
        found = [claim for claim in claims if claim.paper == paper.name]
        if found:
            lines += ["", f"## {paper.title}", *_failing(Tally.of(found))]
        for verdict in ORDER:
            chosen = sorted((claim for claim in found if claim.verdict == verdict), key=_gravity)
            if chosen:
                lines += ["", f"### {verdict}", "", *_table(chosen)]
    return "\n".join(lines) + "\n"


def _table(claims: Sequence[Claim]) -> list[str]:
    correcting = any(claim.corrected or claim.reading for claim in claims)
    weighing = any(weight_of(claim) for claim in claims)
    header = ["id", *(["severity"] if weighing else []), "where", "claim"]
    header += [*(["instead"] if correcting else []), "evidence"]
    rows = []
    for claim in claims:
        texts = [claim.id, *([weight_of(claim)] if weighing else []), claim.where, claim.claim]
        rows.append(cells([*texts, *([_instead(claim)] if correcting else []), _references(claim)]))
    return markdown_table(header, rows)


def _instead(claim: Claim) -> str:
    """Return what should stand there, and why it is not counted that it does not."""
    return " ".join(filter(None, [claim.corrected, f"Reading: {claim.reading}" if claim.reading else ""]))


def _gravity(claim: Claim) -> tuple[bool, int, bool]:
    """Return what counts first, then the gravest, then what is a cause itself; otherwise as in the paper."""
    severity = SEVERITIES.index(claim.severity) if claim.severity else len(SEVERITIES)
    return claim.ocr or bool(claim.reading), severity, bool(claim.root)


def _failing(tally: Tally) -> list[str]:
    lines = []
    for words, names in (("as printed", tally.failing), ("at an edge of the parameters only", tally.at_an_edge)):
        lines += ["", f"False {words}: {', '.join(names)}."] if names else []
    return lines


def _references(claim: Claim) -> str:
    glue = "; ".join(claim.glue)
    return "; ".join(claim.evidence) + (f"; glued by {glue}" if glue else "")
