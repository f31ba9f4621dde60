"""The reports of an audit as the command line makes them, each whole."""

from collections.abc import Mapping, Sequence

from dpexact.audit.auditor import Audit
from dpexact.audit.formats import audit_rows, listed, row_json
from dpexact.audit.page import audit_page
from dpexact.audit.printed import Claim
from dpexact.audit.quantity import Quantity
from dpexact.audit.row import OPEN, AuditRow
from dpexact.audit.sentences import GLOSSARY
from dpexact.certificates.certificate import checker_page
from dpexact.errors import DPExactError
from dpexact.report.formats import junit, sarif
from dpexact.report.page import page_html


def audit_json(audit: Audit, *, refuted: bool = False) -> list[dict[str, object]]:
    return [row_json(row) for row in listed(audit, refuted=refuted)]


def audit_junit(audit: Audit) -> str:
    return junit("dpexact audit", list(audit_rows(audit)))


def audit_sarif(audit: Audit, version: str) -> str:
    return sarif(list(audit_rows(audit)), GLOSSARY.verdicts, version)


def audit_html(
    audit: Audit, version: str, quantities: Mapping[str, Quantity] | None = None, options: Sequence[str] = ()
) -> str:
    return page_html(audit_page(audit, quantities, options), version, checker_page)


def unreadable(table: str, name: str, error: DPExactError) -> AuditRow:
    return AuditRow(table, Claim(name, "", "", {}, "", "exact"), None, OPEN, error=error)
