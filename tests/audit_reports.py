"""The reports of an audit as the command line makes them, each whole."""

from __future__ import annotations

from dpexact.audit.auditor import Audit
from dpexact.audit.views.formats import VERDICTS, audit_json_rows, audit_rows
from dpexact.report.formats import junit, sarif


def audit_json(audit: Audit, *, refuted: bool = False) -> list[dict[str, object]]:
    return list(audit_json_rows(audit, refuted=refuted))


def audit_junit(audit: Audit) -> str:
    return junit("dpexact audit", list(audit_rows(audit)))


def audit_sarif(audit: Audit, version: str) -> str:
    return sarif(list(audit_rows(audit)), VERDICTS, version)
