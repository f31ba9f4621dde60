"""An audit as Markdown: a table for each claim table, and the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.report.audit_text import COLUMNS, audit_cells, audit_summary, rows_by_table
from dpexact.report.markdown import cell, row_of_cells

if TYPE_CHECKING:
    from dpexact.audit.auditor import Audit


def audit_markdown(audit: Audit, *, refuted: bool = False) -> str:
    """The audit as Markdown; only the wrong and the failed rows if `refuted`."""
    lines = [cell(audit_summary(audit))]
    for table, rows in rows_by_table(audit, refuted=refuted):
        lines += ["", f"## {cell(table)}", "", row_of_cells(COLUMNS), f"|{' --- |' * len(COLUMNS)}"]
        lines += [row_of_cells(audit_cells(row)) for row in rows]
    return "\n".join(lines)
