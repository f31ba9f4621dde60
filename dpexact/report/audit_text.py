"""An audit as text: a table on a terminal, one line for each row elsewhere, and a summary."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from operator import attrgetter
from pathlib import PurePath
from typing import TYPE_CHECKING

from dpexact.audit.roundings import ROUNDINGS
from dpexact.report.decimals import decimal_nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from dpexact.audit.auditor import Audit, AuditRow

COLUMNS = ("claim", "printed", "true value", "verdict", "remarks")
DIGITS = 10
GAP = 2  # between two columns on a terminal
LEAST_REMARKS = 24
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


def rows_by_table(audit: Audit, *, refuted: bool = False) -> list[tuple[str, list[AuditRow]]]:
    """The file name of each table with its rows, in their order; only the wrong ones if `refuted`."""
    chosen = audit.refuted if refuted else audit.rows
    return [(PurePath(table).name, list(rows)) for table, rows in groupby(chosen, key=attrgetter("table"))]


def audit_plain(audit: Audit, *, refuted: bool = False) -> str:
    """The audit in columns of plain text, a heading for each table; only the wrong rows if `refuted`."""
    parts = rows_by_table(audit, refuted=refuted)
    cells = [COLUMNS, *(audit_cells(row) for _, rows in parts for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS))]
    lines = []
    for table, rows in parts:
        lines += [f"# {table}", *(_line(line, widths) for line in (COLUMNS, *map(audit_cells, rows))), ""]
    return "\n".join([*lines, audit_summary(audit)])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def print_audit_table(audit: Audit, *, refuted: bool = False) -> None:
    """Print the audit on the terminal, a table for each claim table; only the wrong rows if `refuted`.

    Only the remarks are wrapped. Where the terminal is too narrow for the other columns the lines are longer than it.
    """
    from rich.console import Console
    from rich.text import Text

    console = Console()
    for name, rows in rows_by_table(audit, refuted=refuted):
        cells = [COLUMNS, *map(audit_cells, rows)]
        widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS) - 1)]
        least = sum(widths) + GAP * len(COLUMNS) + LEAST_REMARKS
        wide = Console(width=max(console.width, least))
        wide.print(_rich_table(name, rows, widths))
        wide.print()
    console.print(Text(audit_summary(audit)))


def _rich_table(name: str, rows: Sequence[AuditRow], widths: Sequence[int]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=name, title_justify="left", title_style="bold underline", box=None, pad_edge=False, padding=(0, GAP, 0, 0)
    )
    for column, width in zip(COLUMNS, widths, strict=False):
        table.add_column(column, no_wrap=True, min_width=width)
    table.add_column(COLUMNS[-1], overflow="fold")
    for row in rows:
        claim, printed, value, verdict, remark = (Text(cell) for cell in audit_cells(row))
        verdict.stylize(STYLES[row.judgement.verdict] if row.as_expected else "bold reverse red")
        table.add_row(claim, printed, value, verdict, remark)
    return table
