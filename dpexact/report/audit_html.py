"""An audit as one HTML file without anything outside it."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from dpexact.audit.auditor import AuditRow
from dpexact.report.audit_json import row_json
from dpexact.report.audit_text import FAILED, audit_summary, remarks, row_name, rows_by_table, true_value

if TYPE_CHECKING:
    from dpexact.audit.auditor import Audit, FailedRow


def audit_html(audit: Audit, version: str) -> str:
    """The audit as a page; every text of a table is escaped."""
    from jinja2 import Environment, StrictUndefined

    template = resources.files("dpexact.report").joinpath("audit.html.jinja").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    tables = [(name, [_cells(row) for row in rows]) for name, rows in rows_by_table(audit)]
    return environment.from_string(template).render(tables=tables, summary=audit_summary(audit), version=version)


def _cells(row: AuditRow | FailedRow) -> dict[str, object]:
    if not isinstance(row, AuditRow):
        return {"name": row_name(row), "error": str(row.error), "verdict": FAILED}
    return {**row_json(row), "true_value": true_value(row), "remarks": remarks(row)}
