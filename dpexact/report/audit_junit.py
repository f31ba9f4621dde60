"""An audit as JUnit XML: a row fails when its verdict is not the recorded one; one without verdict is an error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpexact.audit.auditor import AuditRow
from dpexact.audit.printed_claim import RIGHT
from dpexact.report.audit_text import FAILED, READING, remarks, row_name, rows_by_table, true_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.audit.auditor import Audit, FailedRow

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def audit_junit(audit: Audit) -> str:
    """The audit as JUnit XML: a test suite for each table, a test case for each row."""
    totals = {name: count for name, count in _counts(audit.entries).items() if name != "skipped"}  # no attribute here
    suites = Element("testsuites", {"name": "dpexact audit", **totals})
    for table, rows in rows_by_table(audit):
        suite = SubElement(suites, "testsuite", {"name": _xml_text(table), **_counts(rows)})
        for row in rows:
            if isinstance(row, AuditRow):
                _add_case(suite, row)
            else:
                _add_error(suite, row)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _counts(rows: Sequence[AuditRow | FailedRow]) -> dict[str, str]:
    """The attributes of a suite; a reading that is as recorded asserts nothing, and is skipped."""
    failures = sum(isinstance(row, AuditRow) and not row.as_expected for row in rows)
    errors = sum(not isinstance(row, AuditRow) for row in rows)
    skipped = sum(isinstance(row, AuditRow) and row.claim.reading and row.as_expected for row in rows)
    return {"tests": str(len(rows)), "failures": str(failures), "errors": str(errors), "skipped": str(skipped)}


def _add_case(suite: Element, row: AuditRow) -> None:
    claim = row.claim
    names = {"classname": _xml_text(claim.quantity), "name": _xml_text(claim.id)}
    case = SubElement(suite, "testcase", names)
    verdict = row.judgement.verdict
    printed = f"printed {claim.printed} ({claim.meaning}) in {claim.source}; true value {true_value(row)}: {verdict}"
    if not row.as_expected:
        message = f"expected {claim.expected or ' or '.join(RIGHT)}, got {verdict}"
        SubElement(case, "failure", {"message": message}).text = _xml_text(printed)
    elif claim.reading:
        SubElement(case, "skipped", {"message": READING})
    SubElement(case, "system-out").text = _xml_text(f"{printed}; {remarks(row)}")


def _add_error(suite: Element, row: FailedRow) -> None:
    case = SubElement(suite, "testcase", {"classname": _xml_text(row.table), "name": _xml_text(row_name(row))})
    SubElement(case, "error", {"message": FAILED}).text = _xml_text(str(row.error))


def _xml_text(text: str) -> str:
    """The text without the characters that XML cannot carry; those that turn its direction as their escapes."""
    plain = _TURNING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", plain)
