"""A row of an audit as an Entry of a page: what is printed, what is true, how far off it is and on which side."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

from dpexact.audit.printed import parse_printed
from dpexact.audit.printed_claim import RIGHT
from dpexact.errors import DocumentError
from dpexact.numbers.exact import Exact
from dpexact.report.audit_json import failed_json, number_fields, row_json
from dpexact.report.audit_pictures import curves, number_line_plot, pair_certificate
from dpexact.report.audit_text import FAILED, SAID_OF_WEIGHT, row_name, table_name, true_value, weight_text, zero_text
from dpexact.report.audit_words import MEANINGS, distance_sentence, right_text, side_sentence
from dpexact.report.page import Attachment, Cell, Column, Detail, Entry
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.audit.auditor import AuditRow, FailedRow
    from dpexact.audit.quantity import Quantity

LONGEST = 2000  # characters of an exact number
COLUMNS = (Column("printed", numbers=True), Column("true value", numbers=True), Column("how far off"))


def failed_entry(row: FailedRow) -> Entry:
    """A row that cannot be read or computed, with the error, which names the place."""
    name = table_name(row.table)
    return Entry(
        name=row_name(row),
        origin=name,
        group=name,
        cells=tuple(Cell("", missing=True) for _ in COLUMNS),
        verdict=FAILED,
        remark=getattr(row.error, "place", ""),
        attention=True,
        opened=True,
        details=tuple(_mistake_details(row)),
        attachments=(_row_attachment(row_name(row), failed_json(row)),),
    )


def _mistake_details(row: FailedRow) -> Iterator[Detail]:
    """What is wrong, in the parts of the error; the whole message where it has none."""
    error = row.error
    if not isinstance(error, DocumentError) or not error.expected:
        yield Detail("what is wrong", str(error), code="\n" in str(error))  # a caret stands below its place
        return
    yield Detail("where", ": ".join(filter(None, (error.file, error.place))))
    yield Detail("what was expected", error.expected)
    yield Detail("what came", error.came)
    yield Detail("what to do", error.remedy)


def _row_attachment(name: str, row: dict[str, object]) -> Attachment:
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "_" for sign in name)
    return Attachment(f"{safe[:80] or 'row'}.json", json.dumps(row, indent=2) + "\n", "this row as JSON", is_row=True)


def row_entry(row: AuditRow, quantity: Quantity | None, *, curve: bool) -> Entry:
    """A row with a verdict; `curve`: whether pictures are wanted for which its quantity is computed again."""
    claim, name = row.claim, table_name(row.table)
    certificate = pair_certificate(row, quantity) if curve else None
    attachments = [_row_attachment(claim.id, row_json(row))]
    if certificate is not None:
        attachments.append(Attachment("certificate.json", certificate, "certificate of the true value"))
    return Entry(
        name=claim.id,
        origin=f"{claim.source} ({name})",
        group=name,
        cells=(_printed_cell(row), _true_cell(row), _off_cell(row)),
        verdict=row.outcome,
        remark=_remark(row),
        attention=not row.as_expected or bool(row.caution),
        details=tuple(_details(row, quantity)),
        plots=(*number_line_plot(row), *(curves(row, quantity) if curve and quantity is not None else ())),
        attachments=tuple(attachments),
    )


def _remark(row: AuditRow) -> str:
    """What stands below the verdict."""
    recorded = "" if row.as_expected or row.claim.expected is None else f"recorded as {row.claim.expected}"
    said = row.judgement.verdict if row.outcome != row.judgement.verdict else ""
    small = SAID_OF_WEIGHT["small"] if row.judgement.weight == "small" else ""
    return "; ".join(filter(None, (said, small, recorded, "no privacy bound" if row.caution else "")))


def _printed_cell(row: AuditRow) -> Cell:
    claim = row.claim
    return Cell(claim.printed, claim.meaning, parse_printed(claim.printed).value)


def _true_cell(row: AuditRow) -> Cell:
    shown = true_value(row)
    if row.number is None:
        return Cell(shown, missing=True)
    if isinstance(row.number, float):
        return Cell("infinite", key="infinite")
    if isinstance(row.number, Exact):
        return Cell(shown, key=Fraction(row.number.decimal(20)))
    return Cell(shown, key=row.number.lower)


def _off_cell(row: AuditRow) -> Cell:
    judgement = row.judgement
    small = f"{judgement.side} side" if judgement.side in ("safe", "unsafe") else ""
    off, slack = judgement.units_off, judgement.slack
    if off:
        return Cell(f"{counted(off, 'unit')} too {judgement.printed_is}", small, off)
    if slack is not None:
        loose = {"1": "attained", "infinite": "loose beyond every factor"}
        return Cell(loose.get(slack, f"loose by a factor {slack}"), small, 0)
    if judgement.verdict in RIGHT:
        rounded = judgement.printed_is in ("high", "low") and bool(small)
        return Cell("nothing", f"right, and rounded to the {small}" if rounded else small, 0)
    too = {"high": "too high", "low": "too low"}  # a fraction has no unit, infinity is too far away
    return Cell(too.get(str(judgement.printed_is), "not settled"), small, missing=True)


def _details(row: AuditRow, quantity: Quantity | None) -> Iterator[Detail]:
    claim = row.claim
    yield Detail("where it is printed", f"{claim.source}, in the table {table_name(row.table)}")
    yield Detail("what is printed", f"{claim.printed} ({MEANINGS[claim.meaning]})")
    arguments = ", ".join(f"{name} = {text}" for name, text in claim.parameters.items())
    yield Detail("what was computed", f"{claim.quantity}({arguments})", code=True)
    if quantity is not None:
        yield Detail("defined in", quantity.reference)
        if quantity.assumptions:
            yield Detail("assuming", quantity.assumptions)
    yield from _number_details(row)
    yield Detail("how far off", distance_sentence(row))
    if said := weight_text(row):
        yield Detail("weight", said)
    if claim.tolerance:
        yield Detail("tolerance of the source", claim.tolerance)
    if claim.reason:
        yield Detail("reason", claim.reason)
    if (right := right_text(row)) is not None:
        yield Detail("would be right", right, code=True)
    for text in filter(None, (zero_text(row), row.caution)):
        yield Detail("caution", text)
    if row.remark:
        yield Detail("remark", row.remark)
    if (side := side_sentence(row, loose=quantity is not None and quantity.loose)) is not None:
        yield Detail("on which side", side)
    if row.judgement.fits:
        yield Detail("roundings that give it", ", ".join(row.judgement.fits))
    if claim.expected is not None:
        yield Detail("recorded verdict", f"{claim.expected}, by {claim.expected_by}")
    if claim.note:
        yield Detail("note", claim.note)
    if claim.establishes:
        yield Detail("evidence for", "; ".join(f"{name}: {verdict}" for name, verdict in claim.establishes.items()))


def _number_details(row: AuditRow) -> Iterator[Detail]:
    fields = {name: _cut(text) for name, text in number_fields(row.number).items()}
    if "exact" in fields:
        yield Detail("the true number, exactly", fields["exact"], code=True)
    elif "lower" in fields:
        yield Detail("it lies between", f"{fields['lower']}\n{fields['upper']}", code=True)
    else:
        yield Detail("the true number", "could not be enclosed")
    if "decimal" in fields and fields["decimal"] != fields.get("exact"):
        yield Detail("to 20 digits, rounded", fields["decimal"], code=True)


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}... ({len(text)} characters, all of them in the JSON)"
