"""Tell an audit as a page of HTML that needs nothing else."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dpexact.audit import sentences
from dpexact.audit.auditor import Audit
from dpexact.audit.formats import VERDICTS, number_fields, row_json, told
from dpexact.audit.paper import bundled_tables, installed_papers
from dpexact.audit.pictures import curves, number_line_plot, pair_certificate
from dpexact.audit.printed import RIGHT
from dpexact.audit.quantity import Quantity
from dpexact.audit.row import FAILED, AuditRow
from dpexact.errors import DocumentError, DPExactError
from dpexact.numbers.typography import counted
from dpexact.report.page import Column, Page, Word
from dpexact.report.row import Cell, Detail, Row, present

MOST_NAMED = 8  # rows that the first sentence names
LONGEST = 2000  # characters of an exact number
COLUMNS = (Column("printed", numbers=True), Column("true value", numbers=True), Column("how far off"))
LIMIT = 3000  # rows on a page
MOST_CURVES = 60  # rows with a picture for which the quantity is computed again at many places
ANSWERED = (
    "How it was answered: dpexact computed each number again from its definition, by exact arithmetic (fractions, "
    "or bounds that provably enclose the number, as narrow as the question needs; never floating point), and "
    "compared it with the printed text. Open a row to see the number, the source and the evidence."
)
MEANINGS = {
    "rounded": "rounded: the nearest number with this many digits",
    "truncated": "truncated: the further digits are cut off",
    "rounded-up": "rounded up: the least number with this many digits that is not smaller",
    "exact": "exact: this very number",
    "about": "about: off by at most one unit of its last digit",
    "at-most": "a bound: the number is said to be at most this",
    "at-least": "a bound: the number is said to be at least this",
}
WORDS = (
    Word(
        "epsilon, delta",
        "How private a mechanism is: whatever is seen of its output is at most e^epsilon times as likely with one "
        "person's data as without, but for a probability of delta. Smaller is more private.",
    ),
    Word(
        "unit",
        "One step of the last printed digit: 0.001 where 0.123 is printed. How far off a number is, is counted in "
        "these: by how many the printed text would have to move to be right.",
    ),
    Word(
        "safe side, unsafe side",
        "A printed epsilon or delta that is larger than the true one promises less privacy than there is: nobody is "
        "harmed. One that is smaller promises privacy that is not there: the unsafe side. It is said only of numbers "
        "that promise privacy, also of those that are right: correct rounding errs to one side, too. Where the number "
        "is the bound of a theorem, the sides are those of what the theorem gives; the truth may be better.",
    ),
    Word(
        "weight",
        "How much it matters that a number is wrong: material; small, by less than 0.1 per cent; last digits, by less "
        "than one part in 10^9 or within the tolerance that the source itself states.",
    ),
    Word("true value", "The number itself, rounded half to even; an opened row has it exactly, or between two bounds."),
    Word("enclosure", "Two fractions between which a number provably lies, as narrow as the question needs."),
    Word("recorded verdict", "What someone found before, by another route than dpexact. A row that differs is marked."),
    Word("certificate", "A file from which a small independent program finds the same answer: dpexact check FILE."),
)


def _mistake_details(error: DPExactError) -> Iterator[Detail]:
    """Yield the parts of an error, or the whole message if it is without parts."""
    if not isinstance(error, DocumentError) or not error.expected:
        yield Detail("what is wrong", str(error), code="\n" in str(error))  # a caret stands below its place
        return
    yield Detail("where", error.place)
    yield Detail("what was expected", error.expected)
    yield Detail("what came", error.came)
    yield Detail("what to do", error.remedy)


def row_entry(row: AuditRow, quantity: Quantity | None = None, *, curve: bool = False) -> Row:
    """Return a row, or its error, with all that a page shows.

    With `curve` it has pictures for which its quantity is computed again.
    """
    base = replace(told(row), data=row_json(row))
    if row.error is not None:
        return replace(
            base,
            cells=tuple(Cell("", missing=True) for _ in COLUMNS),
            remark=getattr(row.error, "inside", ""),
            opened=True,
            details=tuple(_mistake_details(row.error)),
        )
    certificate = pair_certificate(row, quantity) if curve else None
    first = f"{row.outcome}: {row.claim.printed} printed, truly {sentences.true_value(row)}"
    rest = [part for part in (sentences.print_text(row), _remark(row)) if part]
    return replace(
        base,
        cells=(*base.cells, _off_cell(row)),
        remark="; ".join(rest),
        look="" if row.judgement.verdict in RIGHT else "; ".join([first, *rest]),
        details=present(_details(row, quantity)),
        plots=(*number_line_plot(row), *(curves(row, quantity) if curve and quantity is not None else ())),
        attachments=() if certificate is None else (certificate,),
    )


def _remark(row: AuditRow) -> str:
    """Return the text below the verdict."""
    recorded = "" if row.as_expected or row.claim.expected is None else f"recorded as {row.claim.expected}"
    verdict = row.judgement.verdict if row.outcome != row.judgement.verdict else ""
    small = sentences.SAID_OF_WEIGHT["small"] if row.judgement.weight == "small" else ""
    return "; ".join(filter(None, (verdict, small, recorded, "no privacy bound" if row.caution else "")))


def _off_cell(row: AuditRow) -> Cell:
    judgement = row.judgement
    small = f"{judgement.side} side" if judgement.side in ("safe", "unsafe") else ""
    off, slack = judgement.units_off, judgement.slack
    if off:
        return Cell(f"{counted(off, 'unit')} too {judgement.printed_is}", small, off)
    if slack is not None:
        return Cell("attained" if slack == "1" else sentences.slack_text(slack), small, 0)
    if judgement.verdict in RIGHT:
        rounded = judgement.printed_is in ("high", "low") and bool(small)
        return Cell("-", f"right, and rounded to the {small}" if rounded else small, 0)
    too = {"high": "too high", "low": "too low"}  # a fraction has no unit, infinity is too far away
    return Cell(too.get(str(judgement.printed_is), "not settled"), small, missing=True)


def _details(row: AuditRow, quantity: Quantity | None) -> Iterator[Detail]:
    claim = row.claim
    yield Detail("where it is printed", f"{claim.source}, in the table {sentences.table_name(row.table)}")
    yield Detail("what is printed", f"{claim.printed} ({MEANINGS[claim.meaning]})")
    arguments = ", ".join(f"{name} = {text}" for name, text in claim.parameters.items())
    yield Detail("what was computed", f"{claim.quantity}({arguments})", code=True)
    if quantity is not None:
        yield Detail("defined in", quantity.reference)
        yield Detail("assuming", quantity.assumptions)
    yield from _number_details(row)
    yield Detail("how far off", sentences.distance_sentence(row))
    yield Detail("weight", sentences.weight_text(row))
    yield Detail("tolerance of the source", claim.tolerance)
    yield Detail("reason", claim.reason)
    yield Detail("would be right", row.judgement.print or "", code=True)
    yield Detail("on the safe side", row.judgement.print_safe or "", code=True)
    yield Detail("caution", sentences.zero_text(row))
    yield Detail("caution", row.caution)
    yield Detail("remark", row.remark)
    yield Detail("on which side", sentences.side_sentence(row, loose=quantity is not None and quantity.loose))
    yield Detail("roundings that give it", ", ".join(row.judgement.fits))
    yield Detail("recorded verdict", "" if claim.expected is None else f"{claim.expected}, by {claim.expected_by}")
    yield Detail("note", claim.note)
    yield Detail("evidence for", "; ".join(f"{name}: {verdict}" for name, verdict in claim.establishes.items()))


def _number_details(row: AuditRow) -> Iterator[Detail]:
    more = "{}... ({} characters, all of them in the JSON)"
    fields = {
        name: text if len(text) <= LONGEST else more.format(text[:LONGEST], len(text))
        for name, text in number_fields(row.shown, row.evidence.digits).items()
    }
    if "exact" in fields:
        yield Detail("the true number, exactly", fields["exact"], code=True)
    elif "lower" in fields:
        yield Detail("it lies between", f"{fields['lower']}\n{fields['upper']}", code=True)
    else:
        yield Detail("the true number", "could not be enclosed")
    if "decimal" in fields and fields["decimal"] != fields.get("exact"):
        yield Detail("to 20 digits, rounded", fields["decimal"], code=True)


def audit_page(audit: Audit, quantities: Mapping[str, Quantity] | None = None, options: Sequence[str] = ()) -> Page:
    """Return the audit as a page. `quantities` by name give the definition of each number, and draw the curves of some.

    `options` are words of the command line without which the tables do not give these answers, as --quantities.
    """
    known = {} if quantities is None else quantities
    calmest_last = sorted(range(len(audit.entries)), key=lambda place: _calm(audit.entries[place]))
    chosen = [audit.entries[place] for place in sorted(calmest_last[:LIMIT])]
    named = [(row, known.get(row.claim.quantity)) for row in sorted(chosen, key=_calm) if row.error is None]
    curved = [row for row, quantity in named if quantity and (quantity.pair or quantity.profile_over)]
    drawn = {id(row) for row in curved[:MOST_CURVES]}
    return Page(
        title="Printed numbers against exact computation",
        asked=(_asked(audit), ANSWERED),
        summary=_summary(audit),
        name_title="claim",
        group_title="Table",
        columns=COLUMNS,
        verdicts=VERDICTS,
        entries=tuple(
            row_entry(row, known.get(row.claim.quantity), curve=id(row) in drawn) for row in sentences.by_part(chosen)
        ),
        words=WORDS,
        again=tuple(_again(audit, options)),
        counts=Counter(str(row.outcome) for row in audit.entries),
        left_out=_left_out(audit.entries, chosen),
    )


def _again(audit: Audit, options: Sequence[str]) -> Iterator[str]:
    """Yield the commands that audit these tables, those shipped with dpexact by their names and the others as files."""
    names = {str(path): name for name, path in bundled_tables(installed_papers()).items()}
    tables = list(dict.fromkeys(row.table for row in audit.entries))
    every = set(names) <= set(tables)
    shipped = [names[table] for table in tables if table in names and not every]
    files = [Path(table) for table in tables if table not in names]
    others = [str(file.name if file.is_absolute() else file) for file in files]
    words = [*shipped, *others]
    if every:
        yield " ".join(("dpexact audit", *(() if words else map(shlex.quote, options))))
    if words:
        yield f"dpexact audit {' '.join(map(shlex.quote, (*words, *options)))}"


def _asked(audit: Audit) -> str:
    tables = list(dict.fromkeys(sentences.table_name(row.table) for row in audit.entries))
    many = f"{len(tables)} tables" if len(tables) > 1 else f"the table {', '.join(tables)}"
    number = counted(len(audit.entries), "number")
    where = f"{number} that documents print, listed in {many} with the place where each stands"
    return f"What was asked: {where} and with what the text around it says: that it is rounded, a bound, or exact."


def _summary(audit: Audit) -> str:
    """Say how many numbers are wrong, of those with a recorded verdict how many differ from it, and how many fail."""
    recorded = [row for row in audit.rows if row.claim.expected is not None]
    different = sum(not row.as_expected for row in recorded)
    differ = "differs" if different < 2 else "differ"
    compared = f"Of {counted(len(recorded), 'recorded verdict')} {different or 'none'} {differ}."
    parts = [sentences.headline(audit, MOST_NAMED), compared if recorded else ""]
    parts += [f"{counted(len(audit.failed), 'row')} of {len(audit.entries)} {FAILED}."] if audit.failed else []
    return " ".join(filter(None, parts)) or f"{counted(len(audit.entries), 'row')}."


def _calm(row: AuditRow) -> int:
    """Return 0 for a row that is not as it should be, 1 for one that is recorded as wrong, 2 for one that is right."""
    if not row.as_expected:
        return 0
    return 1 if row.outcome in ("wrong", "violated-bound", "undecided") else 2


def _left_out(rows: Sequence[AuditRow], chosen: Sequence[AuditRow]) -> str:
    """Return a sentence on the rows that are not shown, or "" if all are."""
    if len(rows) == len(chosen):
        return ""
    before, after = (Counter(map(_calm, counted_rows)) for counted_rows in (rows, chosen))
    parts = zip(("not as they should be", "wrong, as recorded", "right"), (0, 1, 2), strict=True)
    missing = ", ".join(f"{before[calm] - after[calm]} {said}" for said, calm in parts if before[calm] > after[calm])
    return f"To keep this page small, rows are left out: {missing}. The command prints every row with --format json."
