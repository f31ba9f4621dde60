"""An audit as SARIF 2.1.0: a result for each row that is wrong, undecided, unreadable or not as recorded.

Rows that are right and as recorded are no results, since many viewers show every result as an alert; they are counted.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from dpexact.audit.auditor import AuditRow
from dpexact.audit.printed_claim import RIGHT
from dpexact.audit.row_lines import row_lines
from dpexact.report.audit_json import failed_json, row_json
from dpexact.report.audit_text import FAILED, remarks, row_name, table_name, true_value
from dpexact.report.audit_words import VERDICTS

if TYPE_CHECKING:
    from dpexact.audit.auditor import Audit, FailedRow

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
UNREADABLE = "unreadable"  # the rule of rows without a verdict
RULES = tuple(UNREADABLE if verdict.name == FAILED else verdict.name for verdict in VERDICTS)
ROOT = "SRCROOT"  # the folder that relative locations start from: where the command ran


def audit_sarif(audit: Audit, version: str) -> str:
    """The audit as a SARIF log with one run."""
    results = []
    for table, rows in groupby(audit.entries, key=attrgetter("table")):
        found = list(rows)
        lines = row_lines(table, len(found))
        results += [_result(row, line) for row, line in zip(found, lines, strict=True) if _is_result(row)]
    run = {
        "tool": {"driver": {"name": "dpexact", "version": version, "rules": _rules()}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "the folder in which the command ran"}}},
        "invocations": [{"executionSuccessful": not audit.failed}],
        "results": results,
        "properties": {"rows": len(audit.entries), "verdicts": dict(sorted(audit.outcomes.items()))},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rules() -> list[dict[str, object]]:
    return [
        {
            "id": rule,
            "shortDescription": {"text": verdict.name},
            "fullDescription": {"text": verdict.meaning},
            "defaultConfiguration": {"level": "error" if verdict.tone == "bad" else "warning"},
        }
        for rule, verdict in zip(RULES, VERDICTS, strict=True)
    ]


def _is_result(row: AuditRow | FailedRow) -> bool:
    if not isinstance(row, AuditRow) or not row.as_expected:
        return True
    return row.judgement.verdict not in RIGHT and not row.claim.reading


def _result(row: AuditRow | FailedRow, line: int | None) -> dict[str, object]:
    rule = row.outcome if isinstance(row, AuditRow) else UNREADABLE
    kind, level = _kind(row)
    name = f"{table_name(row.table)}\n{row_name(row)}"
    return {
        "ruleId": rule,
        "ruleIndex": RULES.index(rule),
        "kind": kind,
        "level": level,
        "message": {"text": _message(row)},
        "locations": [_location(row, line)],
        "partialFingerprints": {"row/v1": sha256(name.encode("utf-8", "surrogatepass")).hexdigest()},
        "properties": row_json(row) if isinstance(row, AuditRow) else failed_json(row),
    }


def _kind(row: AuditRow | FailedRow) -> tuple[str, str]:
    """The kind and the level: an error unless the verdict is the recorded one, or open; last digits are a warning."""
    if not isinstance(row, AuditRow):
        return "fail", "error"
    if row.judgement.verdict == "undecided" and (row.as_expected or row.open):
        return "open", "none"
    if row.as_expected:
        return "fail", "note"
    return "fail", "warning" if row.outcome == "last-digits" and row.claim.expected is None else "error"


def _message(row: AuditRow | FailedRow) -> str:
    if not isinstance(row, AuditRow):
        return f"{FAILED}: {row.error}"
    claim = row.claim
    said = f"{claim.id}: printed {claim.printed} ({claim.meaning}) in {claim.source}; true value {true_value(row)}"
    recorded = "" if claim.expected is None else f"; recorded as {claim.expected}"
    return "; ".join(filter(None, (f"{said}: {row.judgement.verdict}", remarks(row)))) + recorded


def _location(row: AuditRow | FailedRow, line: int | None) -> dict[str, object]:
    """The line of the table, as far as it is known, and the name of the row."""
    logical = [{"name": row_name(row), "fullyQualifiedName": f"{table_name(row.table)}/{row_name(row)}"}]
    if not Path(row.table).is_file():
        return {"logicalLocations": logical}
    region = {} if line is None else {"region": {"startLine": line}}
    return {"physicalLocation": {"artifactLocation": _artifact(row.table), **region}, "logicalLocations": logical}


def _artifact(table: str) -> dict[str, str]:
    """The file: relative to the folder in which the command runs, where it lies below that."""
    path = os.path.realpath(table)
    below = os.path.relpath(path, os.path.realpath("."))
    if below.startswith(os.pardir):
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(Path(below).as_posix()), "uriBaseId": ROOT}
