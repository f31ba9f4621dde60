"""An audit as JUnit XML: a row fails when its verdict is not the recorded one; one without verdict is an error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpexact.audit.auditor import AuditRow
from dpexact.audit.printed_claim import RIGHT
from dpexact.report.audit_text import FAILED, remarks, row_name, true_value

if TYPE_CHECKING:
    from dpexact.audit.auditor import Audit, FailedRow

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def audit_junit(audit: Audit) -> str:
    """The audit as JUnit XML, one test case for each row."""
    failures, errors = sum(not row.as_expected for row in audit.rows), len(audit.failed)
    counts = {"tests": str(len(audit.entries)), "failures": str(failures), "errors": str(errors), "skipped": "0"}
    suites = Element("testsuites", counts)
    suite = SubElement(suites, "testsuite", {"name": "dpexact audit", **counts})
    for row in audit.entries:
        if isinstance(row, AuditRow):
            _add_case(suite, row)
        else:
            _add_error(suite, row)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _add_case(suite: Element, row: AuditRow) -> None:
    claim = row.claim
    names = {"classname": _xml_text(claim.quantity), "name": _xml_text(claim.id)}
    case = SubElement(suite, "testcase", names)
    verdict = row.judgement.verdict
    printed = f"printed {claim.printed} ({claim.meaning}) in {claim.source}; true value {true_value(row)}: {verdict}"
    if not row.as_expected:
        message = f"expected {claim.expected or ' or '.join(RIGHT)}, got {verdict}"
        SubElement(case, "failure", {"message": message}).text = _xml_text(printed)
    SubElement(case, "system-out").text = _xml_text(f"{printed}; {remarks(row)}")


def _add_error(suite: Element, row: FailedRow) -> None:
    case = SubElement(suite, "testcase", {"classname": _xml_text(row.table), "name": _xml_text(row_name(row))})
    SubElement(case, "error", {"message": FAILED}).text = _xml_text(str(row.error))


def _xml_text(text: str) -> str:
    """The text without the characters that XML cannot carry."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
