"""Tell an audit to programs: JSON, JUnit, SARIF; and as a table in Markdown.

Rows that are right and as recorded are not results, since many viewers show every result as an alert; they are counted.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpexact.audit.printed import RIGHT
from dpexact.audit.row import FAILED, row_lines
from dpexact.numbers.enclosure import narrowed
from dpexact.numbers.exact import Exact, exact
from dpexact.report.audit_text import (
    COLUMNS,
    READING,
    VERDICTS,
    audit_cells,
    audit_summary,
    remarks,
    row_name,
    rows_by_table,
    table_name,
    true_value,
)
from dpexact.report.decimals import decimal_nearest
from dpexact.report.markdown import cell, cells, markdown_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpexact.audit.auditor import Audit
    from dpexact.audit.row import Row
    from dpexact.numbers.enclosure import Enclosure


DIGITS = 20
BOUND_DIGITS = 36
AGREEING = 10**32  # the ends differ by less than this part of either, so they agree to more than 30 digits
BITS = 160
MOST_BITS = 8192


def audit_json(audit: Audit, *, refuted: bool = False) -> list[dict[str, object]]:
    """Return the rows of an audit, ready for `json.dumps`; only the wrong and the failed ones if `refuted`."""
    return list(audit_json_rows(audit, refuted=refuted))


def audit_json_rows(audit: Audit, *, refuted: bool = False) -> Iterator[dict[str, object]]:
    """Yield the rows of `audit_json`, one at a time."""
    for row in audit.entries:
        if row.refuted or not refuted or row.error is not None:
            yield row_json(row)


def row_json(row: Row) -> dict[str, object]:
    """Return one row: what was recorded, the true number, and the judgement; of a row that failed the error."""
    claim = row.claim
    if row.error is not None:
        return {"id": row.id, "table": table_name(row.table), "error": str(row.error)}
    return {
        "table": table_name(row.table),
        "id": claim.id,
        "source": claim.source,
        "quantity": claim.quantity,
        "parameters": dict(claim.parameters),
        "printed": claim.printed,
        "meaning": claim.meaning,
        "expected": claim.expected,
        "expected_by": claim.expected_by,
        **({} if claim.safe is None else {"safe": claim.safe}),
        "note": claim.note,
        "reading": claim.reading,
        **({"tolerance": claim.tolerance} if claim.tolerance else {}),
        **({"reason": claim.reason} if claim.reason else {}),
        "as_expected": row.as_expected,
        **number_fields(row.number),
        **asdict(row.judgement),
        **({"caution": row.caution} if row.caution else {}),
        **({"remark": row.remark} if row.remark else {}),
    }


def number_fields(number: Exact | Enclosure | float | None) -> dict[str, str]:
    """Return `exact` ("inf" for infinity), or `lower` and `upper` rounded outwards; and `decimal` if it is settled."""
    if number is None:
        return {}
    if isinstance(number, float):
        return {"exact": "inf", "decimal": "inf"}
    decimal = decimal_nearest(number, DIGITS)
    settled = {} if decimal is None else {"decimal": decimal}
    if isinstance(number, Exact):
        return {"exact": str(number), **settled}
    return {**_bounds(number), **settled}


def _bounds(number: Enclosure) -> dict[str, str]:
    """Return decimals below and above the number, narrowed to agree to 30 significant digits where that succeeds."""
    lower, upper = narrowed(
        number, BITS, MOST_BITS, lambda low, high: (high - low) * AGREEING <= min(abs(low), abs(high))
    )
    return {"lower": exact(lower).decimal(BOUND_DIGITS, "down"), "upper": exact(upper).decimal(BOUND_DIGITS, "up")}


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def audit_junit(audit: Audit) -> str:
    """Return the audit as JUnit XML: a test suite for each table, a test case for each row."""
    totals = {name: count for name, count in _counts(audit.entries).items() if name != "skipped"}  # no attribute here
    suites = Element("testsuites", {"name": "dpexact audit", **totals})
    for table, rows in rows_by_table(audit):
        suite = SubElement(suites, "testsuite", {"name": _xml_text(table), **_counts(rows)})
        for row in rows:
            _add_case(suite, row)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _counts(rows: Sequence[Row]) -> dict[str, str]:
    """Return the attributes of a suite; a reading that is as recorded asserts nothing, and is skipped."""
    errors = sum(row.error is not None for row in rows)
    failures = sum(not row.as_expected for row in rows) - errors
    skipped = sum(row.claim.reading and row.as_expected for row in rows)
    return {"tests": str(len(rows)), "failures": str(failures), "errors": str(errors), "skipped": str(skipped)}


def _add_case(suite: Element, row: Row) -> None:
    claim, verdict = row.claim, row.judgement.verdict
    belongs = claim.quantity if row.error is None else row.table
    case = SubElement(suite, "testcase", {"classname": _xml_text(belongs), "name": _xml_text(row_name(row))})
    if row.error is not None:
        SubElement(case, "error", {"message": FAILED}).text = _xml_text(str(row.error))
        return
    printed = f"printed {claim.printed} ({claim.meaning}) in {claim.source}; true value {true_value(row)}: {verdict}"
    if not row.as_expected:
        message = f"expected {claim.expected or ' or '.join(RIGHT)}, got {verdict}"
        SubElement(case, "failure", {"message": message}).text = _xml_text(printed)
    elif claim.reading:
        SubElement(case, "skipped", {"message": READING})
    SubElement(case, "system-out").text = _xml_text(f"{printed}; {remarks(row)}")


def _xml_text(text: str) -> str:
    """Return the text without the characters that XML cannot carry; those that turn its direction as their escapes."""
    plain = _TURNING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", plain)


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
UNREADABLE = "unreadable"  # the rule of rows without a verdict
RULES = tuple(UNREADABLE if verdict.name == FAILED else verdict.name for verdict in VERDICTS)
ROOT = "SRCROOT"  # the folder that relative locations start from: where the command ran


def audit_sarif(audit: Audit, version: str) -> str:
    """Return the audit as a SARIF log with one run."""
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


def _is_result(row: Row) -> bool:
    return not row.as_expected or (row.judgement.verdict not in RIGHT and not row.claim.reading)


def _result(row: Row, line: int | None) -> dict[str, object]:
    rule = UNREADABLE if row.outcome == FAILED else row.outcome
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
        "properties": row_json(row),
    }


def _kind(row: Row) -> tuple[str, str]:
    """Return the kind and the level: an error unless the verdict is the recorded one, or open.

    A row that is off in its last digits only is a warning.
    """
    if row.judgement.verdict == "undecided" and (row.as_expected or row.open):
        return "open", "none"
    if row.as_expected:
        return "fail", "note"
    return "fail", "warning" if row.outcome == "last-digits" and row.claim.expected is None else "error"


def _message(row: Row) -> str:
    if row.error is not None:
        return f"{FAILED}: {row.error}"
    claim = row.claim
    said = f"{claim.id}: printed {claim.printed} ({claim.meaning}) in {claim.source}; true value {true_value(row)}"
    recorded = "" if claim.expected is None else f"; recorded as {claim.expected}"
    return "; ".join(filter(None, (f"{said}: {row.judgement.verdict}", remarks(row)))) + recorded


def _location(row: Row, line: int | None) -> dict[str, object]:
    """Return the line of the table, as far as it is known, and the name of the row."""
    logical = [{"name": row_name(row), "fullyQualifiedName": f"{table_name(row.table)}/{row_name(row)}"}]
    if not Path(row.table).is_file():
        return {"logicalLocations": logical}
    region = {} if line is None else {"region": {"startLine": line}}
    return {"physicalLocation": {"artifactLocation": _artifact(row.table), **region}, "logicalLocations": logical}


def _artifact(table: str) -> dict[str, str]:
    """Return the file: relative to the folder in which the command runs, where it lies below that."""
    path = os.path.realpath(table)
    below = os.path.relpath(path, os.path.realpath("."))
    if below.startswith(os.pardir):
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(Path(below).as_posix()), "uriBaseId": ROOT}


def audit_markdown(audit: Audit, *, refuted: bool = False) -> str:
    """Return the audit as Markdown; only the wrong and the failed rows if `refuted`."""
    lines = [cell(audit_summary(audit))]
    for table, rows in rows_by_table(audit, refuted=refuted):
        lines += ["", f"## {cell(table)}", "", *markdown_table(COLUMNS, (cells(audit_cells(row)) for row in rows))]
    return "\n".join(lines)
