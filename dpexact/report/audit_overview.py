"""An audit of many tables at first sight: a line for each table, then what is wrong, the worst first."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from dpexact.audit.auditor import AuditRow
from dpexact.audit.printed import parse_printed
from dpexact.audit.weight import WEIGHTS
from dpexact.numbers.exact import Exact
from dpexact.report.audit_text import INDENT, audit_block, audit_summary, filled, printable, row_name, table_name
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.audit.auditor import Audit, FailedRow

SIDES = ("unsafe", "neither", "safe", None)
BITS = 64  # of the sizes that rows are sorted by


def audit_overview(audit: Audit, *, width: int | None = None, color: bool = False) -> str:
    """Return a line for each table, the rows that are wrong with the worst first, and the summary.

    What cannot be read comes first, then what is not as recorded, then by weight, side and relative size. Rows that are
    off in their last digits only, and readings, are counted and not listed.
    """
    tables = [(table_name(table), list(rows)) for table, rows in groupby(audit.entries, key=attrgetter("table"))]
    longest = max((len(name) for name, _ in tables), default=0)
    lines = [filled(f"{name.ljust(longest)}  {_counts(rows)}", width, INDENT) for name, rows in tables]
    chosen = [row for row in audit.entries if is_listed(row)]
    if chosen:
        lines += ["", f"What is wrong, the worst first ({counted(len(chosen), 'row')}):", ""]
        lines += [audit_block(row, width, color=color, table=True) for row in sorted(chosen, key=gravity)]
    hint = "--all prints every row, --only wrong those that are wrong table by table."
    return "\n".join([*lines, "", filled(printable(audit_summary(audit)), width, INDENT), filled(hint, width)])


def is_listed(row: AuditRow | FailedRow) -> bool:
    """Return whether a row is worth a line at first sight."""
    if not isinstance(row, AuditRow) or not row.as_expected:
        return True
    return row.refuted and row.judgement.weight != "last-digits"


def gravity(row: AuditRow | FailedRow) -> tuple[int, int, int, int, Fraction, str]:
    """Return what rows are sorted by, the gravest first; the size is an approximation that decides nothing."""
    if not isinstance(row, AuditRow):
        return (0, 0, 0, 0, Fraction(0), row_name(row))
    judgement = row.judgement
    weight = WEIGHTS.index(judgement.weight) if judgement.weight in WEIGHTS else len(WEIGHTS)
    relative = _relative_size(row)
    infinite = 0 if relative is None else 1
    return (
        1 + row.as_expected,
        weight,
        SIDES.index(judgement.side),
        infinite,
        -(relative or Fraction(0)),
        row.claim.id,
    )


def _relative_size(row: AuditRow) -> Fraction | None:
    """Return how far the printed number is from the true one, relative to it; None where that is infinite."""
    if row.number is None or isinstance(row.number, float):
        return None
    true = _approximation(row.number)
    printed = parse_printed(row.claim.printed).value
    if isinstance(printed, float) or true == 0:
        return None
    return abs(_approximation(printed) - true) / abs(true)


def _approximation(number: object) -> Fraction:
    if isinstance(number, Exact):
        return number.enclosure(BITS)[0]
    return number if isinstance(number, Fraction) else Fraction(getattr(number, "lower", 0))


def _counts(rows: Sequence[AuditRow | FailedRow]) -> str:
    """Return how many rows of a table are right, wrong by weight, readings, and unreadable."""
    known = [row for row in rows if isinstance(row, AuditRow)]
    counted_rows = [row for row in known if not row.claim.reading]
    wrong = {weight: sum(row.judgement.weight == weight for row in counted_rows if row.refuted) for weight in WEIGHTS}
    right = sum(row.judgement.verdict in ("correct", "valid-bound") for row in counted_rows)
    parts = [
        (right, "right"),
        (wrong["material"], "wrong"),
        (wrong["small"], "wrong by less than 0.1 %"),
        (wrong["last-digits"], "off in the last digits"),
        (sum(row.judgement.verdict == "undecided" for row in counted_rows), "undecided"),
        (len(known) - len(counted_rows), "asked in another reading"),
        (sum(not row.as_expected for row in known), "NOT AS RECORDED"),
        (len(rows) - len(known), "that cannot be read or computed"),
    ]
    return ", ".join(f"{count} {words}" for count, words in parts if count)
