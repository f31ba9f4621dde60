"""Tell rows to programs, as JUnit and SARIF.

SARIF leaves out the rows that nobody needs to see, since many viewers show every result as an alert, and counts them.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpexact.report.row import Row, Verdict
from dpexact.report.text import grouped

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "SRCROOT"  # the folder that relative locations start from: where the command ran


def junit(name: str, rows: Sequence[Row]) -> str:
    """Return the rows as JUnit XML, with a test suite for each group and a test case for each row."""
    totals = {what: count for what, count in _counts(rows).items() if what != "skipped"}  # no attribute here
    suites = Element("testsuites", {"name": name, **totals})
    for group, members in grouped(rows):
        suite = SubElement(suites, "testsuite", {"name": _xml_text(group), **_counts(members)})
        for row in members:
            _add_case(suite, row)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _counts(rows: Sequence[Row]) -> dict[str, str]:
    parts = {"failures": "fault", "errors": "error", "skipped": "skipped"}
    counts = {name: sum(bool(getattr(row, part)) for row in rows) for name, part in parts.items()}
    return {name: str(count) for name, count in {"tests": len(rows), **counts}.items()}


def _add_case(suite: Element, row: Row) -> None:
    case = SubElement(suite, "testcase", {"classname": _xml_text(row.subject), "name": _xml_text(row.name)})
    if row.error:
        SubElement(case, "error", {"message": row.verdict}).text = _xml_text(row.error + row.caret)
        return
    if row.fault:
        SubElement(case, "failure", {"message": _xml_text(row.fault)}).text = _xml_text(row.said)
    elif row.skipped:
        SubElement(case, "skipped", {"message": _xml_text(row.skipped)})
    SubElement(case, "system-out").text = _xml_text("; ".join(filter(None, (row.said, row.notes))))


def _xml_text(text: str) -> str:
    """Return the text without characters that XML cannot carry, and with escapes for those that turn its direction."""
    plain = _TURNING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", plain)


def sarif(rows: Sequence[Row], verdicts: Sequence[Verdict], version: str) -> str:
    """Return the rows as a SARIF log with one run, whose rules are the verdicts."""
    rules = {verdict.name: verdict.rule or verdict.name for verdict in verdicts}
    run = {
        "tool": {"driver": {"name": "dpexact", "version": version, "rules": [_rule(verdict) for verdict in verdicts]}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "the folder in which the command ran"}}},
        "invocations": [{"executionSuccessful": not any(row.error for row in rows)}],
        "results": [_result(row, rules, row.level) for row in rows if row.level is not None],
        "properties": {
            "rows": len(rows),
            "verdicts": dict(sorted(Counter(row.verdict for row in rows if not row.error).items())),
        },
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(verdict: Verdict) -> dict[str, object]:
    return {
        "id": verdict.rule or verdict.name,
        "shortDescription": {"text": verdict.name},
        "fullDescription": {"text": verdict.meaning},
        "defaultConfiguration": {"level": "error" if verdict.tone == "bad" else "warning"},
    }


def _result(row: Row, rules: dict[str, str], level: str) -> dict[str, object]:
    name = f"{row.group}\n{row.name}"
    return {
        "ruleId": rules[row.verdict],
        "ruleIndex": [*rules].index(row.verdict),
        "kind": "open" if level == "none" else "fail",
        "level": level,
        "message": {"text": _message(row)},
        "locations": [_location(row)],
        "partialFingerprints": {"row/v1": sha256(name.encode("utf-8", "surrogatepass")).hexdigest()},
        "properties": row.data,
    }


def _message(row: Row) -> str:
    if row.error:
        return f"{row.verdict}: {row.error}{row.caret}"
    recorded = f"recorded as {row.recorded}" if row.recorded else ""
    return "; ".join(filter(None, (f"{row.name}: {row.said}", row.notes, recorded)))


def _location(row: Row) -> dict[str, object]:
    """Return the line of the file, as far as it is known, and the name of the row."""
    logical = [{"name": row.name, "fullyQualifiedName": f"{row.group}/{row.name}"}]
    if not Path(row.file).is_file():
        return {"logicalLocations": logical}
    path = os.path.realpath(row.file)
    below = os.path.relpath(path, os.path.realpath("."))
    artifact = {"uri": quote(Path(below).as_posix()), "uriBaseId": ROOT}  # relative to where the command runs, if below
    if below.startswith(os.pardir):
        artifact = {"uri": Path(path).as_uri()}
    region = {} if row.line is None else {"region": {"startLine": row.line}}
    return {"physicalLocation": {"artifactLocation": artifact, **region}, "logicalLocations": logical}
