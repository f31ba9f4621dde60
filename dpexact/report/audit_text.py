"""An audit as text: a table on a terminal, one line for each row elsewhere, and a summary."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dpexact.audit.roundings import ROUNDINGS
from dpexact.report.decimals import decimal_nearest

if TYPE_CHECKING:
    from dpexact.audit.auditor import Audit, AuditRow

COLUMNS = ("claim", "printed", "true value", "verdict", "remarks")
DIGITS = 10
STYLES = {"correct": "green", "valid-bound": "green", "wrong": "red", "violated-bound": "red", "undecided": "yellow"}


def audit_cells(row: AuditRow) -> tuple[str, ...]:
    """The cells of one row, under COLUMNS."""
    claim, verdict = row.claim, row.judgement.verdict
    shown = verdict if row.as_expected else f"{verdict}, RECORDED AS {claim.expected}"
    return (claim.id, f"{claim.printed} {claim.meaning}", true_value(row), shown, remarks(row))


def true_value(row: AuditRow) -> str:
    """The true number to 10 significant digits, half to even, or its bounds in brackets."""
    if row.number is None:
        return "unknown"
    return decimal_nearest(row.number, DIGITS) or row.number.decimal(DIGITS)


def remarks(row: AuditRow) -> str:
    """Which roundings fit, by how many units it is off, on which side it errs, how loose a bound is."""
    judgement = row.judgement
    fits = "every rounding" if judgement.fits == ROUNDINGS else ", ".join(judgement.fits)
    found = [f"fits {fits}"] if fits else []
    if judgement.units_off:
        unit = "unit" if judgement.units_off == 1 else "units"
        found.append(f"{judgement.units_off} {unit} off, too {judgement.printed_is}")
    if judgement.side in ("safe", "unsafe"):
        found.append(f"{judgement.side} side")
    if judgement.slack is not None:
        found.append(_slack_text(judgement.slack))
    return "; ".join(found)


def _slack_text(slack: str) -> str:
    match slack:
        case "1":
            return "tight"
        case "infinite":
            return "loose beyond every factor"
        case _:
            return f"loose by a factor {slack} (rounded down)"


def audit_summary(audit: Audit) -> str:
    """One sentence that counts the verdicts, and one that says whether they are the recorded ones."""
    counts = Counter(row.judgement.verdict for row in audit.rows)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    different = [row.claim.id for row in audit.rows if not row.as_expected]
    recorded = f"not the recorded verdict: {', '.join(different)}" if different else "every verdict is the recorded one"
    return f"{len(audit.rows)} rows: {verdicts or 'none'}; {recorded}."


def audit_plain(audit: Audit) -> str:
    """The audit in columns of plain text."""
    cells = [COLUMNS, *(audit_cells(row) for row in audit.rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]
    return "\n".join([*lines, "", audit_summary(audit)])


def print_audit_table(audit: Audit) -> None:
    """Print the audit as a table on the terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title="printed numbers against exact computation")
    for column in COLUMNS:
        table.add_column(column, overflow="fold")
    for row in audit.rows:
        claim, printed, value, verdict, remark = (Text(cell) for cell in audit_cells(row))
        verdict.stylize(STYLES[row.judgement.verdict] if row.as_expected else "bold reverse red")
        table.add_row(claim, printed, value, verdict, remark)
    console = Console()
    console.print(table)
    console.print(Text(audit_summary(audit)))
