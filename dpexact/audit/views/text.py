"""An audit as text and Markdown, with every row or with the wrong ones at first sight, the worst first."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from dpexact.audit.auditor import Audit
from dpexact.audit.views.formats import VERDICTS, told
from dpexact.audit.views.order import gravity, is_listed
from dpexact.audit.views.sentences import table_name
from dpexact.audit.views.summary import audit_summary, table_counts
from dpexact.numbers.typography import counted, printable
from dpexact.report.markdown import cell
from dpexact.report.row import Row
from dpexact.report.text import INDENT, TextView
from dpexact.report.wrapping import filled

COLUMNS = ("claim", "printed", "true value")
HINT = "--all prints every row, --only wrong those that are wrong table by table."


def audit_plain(audit: Audit, *, refuted: bool = False, width: int | None = None, color: bool = False) -> str:
    """Return the audit as text, with a heading for each table, or only the wrong and the failed rows if `refuted`.

    No line is longer than `width`, if it is given. The remarks are wrapped. If the other columns leave no room for
    them, each row is a block of lines, the first of which has its verdict and its name.
    """
    view = TextView(COLUMNS, VERDICTS, width, color)
    return "\n".join([*view.lines(_rows(audit, refuted=refuted)), _summary(audit, view)])


def audit_overview(audit: Audit, *, width: int | None = None, color: bool = False) -> str:
    """Return a line for each table, the rows that are wrong with the worst first, and the summary.

    Rows that cannot be read come first, then those that are not as recorded, then by weight, side and relative size.
    Rows that are off in their last digits only, and readings, are counted and not listed.
    """
    view = TextView(COLUMNS, VERDICTS, width, color)
    tables = [(table_name(table), list(rows)) for table, rows in groupby(audit.entries, key=attrgetter("table"))]
    longest = max((len(name) for name, _ in tables), default=0)
    lines = [filled(f"{name.ljust(longest)}  {table_counts(rows)}", width, rest=INDENT) for name, rows in tables]
    listed = sorted(filter(is_listed, audit.entries), key=gravity)
    if listed:
        lines += ["", f"What is wrong, the worst first ({counted(len(listed), 'row')}):", ""]
        lines += [view.block(told(row), group=True) for row in listed]
    return "\n".join([*lines, "", _summary(audit, view), filled(HINT, width)])


def audit_markdown(audit: Audit, *, refuted: bool = False) -> str:
    """Return the audit as Markdown, or only the wrong and the failed rows if `refuted`."""
    view = TextView(COLUMNS, VERDICTS)
    return "\n".join([cell(printable(audit_summary(audit))), *view.markdown(_rows(audit, refuted=refuted))])


def _rows(audit: Audit, *, refuted: bool) -> list[Row]:
    return [told(row) for row in audit.entries if not refuted or row.refuted or row.error is not None]


def _summary(audit: Audit, view: TextView) -> str:
    return filled(printable(audit_summary(audit)), view.limit, rest=INDENT)
