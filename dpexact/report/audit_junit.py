"""An audit as JUnit XML: a row fails when its verdict is not the recorded one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpexact.report.audit_text import remarks, true_value

if TYPE_CHECKING:
    from dpexact.audit.auditor import Audit, AuditRow

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def audit_junit(audit: Audit) -> str:
    """The audit as JUnit XML, one test case for each row."""
    failures = sum(not row.as_expected for row in audit.rows)
    counts = {"tests": str(len(audit.rows)), "failures": str(failures), "errors": "0", "skipped": "0"}
    suites = Element("testsuites", counts)
    suite = SubElement(suites, "testsuite", {"name": "dpexact audit", **counts})
    for row in audit.rows:
        _add_case(suite, row)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _add_case(suite: Element, row: AuditRow) -> None:
    claim = row.claim
    names = {"classname": _xml_text(claim.quantity), "name": _xml_text(claim.id)}
    case = SubElement(suite, "testcase", names)
    verdict = row.judgement.verdict
    printed = f"printed {claim.printed} ({claim.meaning}) in {claim.source}; true value {true_value(row)}: {verdict}"
    if not row.as_expected:
        message = f"expected {claim.expected}, got {verdict}"
        SubElement(case, "failure", {"message": message}).text = _xml_text(printed)
    SubElement(case, "system-out").text = _xml_text(f"{printed}; {remarks(row)}")


def _xml_text(text: str) -> str:
    """The text without the characters that XML cannot carry."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
