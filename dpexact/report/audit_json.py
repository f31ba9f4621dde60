"""An audit as data: one object for each row, in the fields of docs/claim-table.md."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from dpexact.audit.auditor import AuditRow
from dpexact.numbers.exact import Exact, exact
from dpexact.report.audit_text import table_name
from dpexact.report.decimals import decimal_nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.audit.auditor import Audit, FailedRow
    from dpexact.numbers.enclosure import Enclosure

DIGITS = 20
BOUND_DIGITS = 36
AGREEING = 10**32  # the ends differ by less than this part of either, so they agree to more than 30 digits
BITS = 160
LAST_BITS = 4096


def audit_json(audit: Audit, *, refuted: bool = False) -> list[dict[str, object]]:
    """The rows of an audit, ready for `json.dumps`; only the wrong and the failed ones if `refuted`."""
    return list(audit_json_rows(audit, refuted=refuted))


def audit_json_rows(audit: Audit, *, refuted: bool = False) -> Iterator[dict[str, object]]:
    """The rows of `audit_json`, one at a time."""
    for row in audit.entries:
        if not isinstance(row, AuditRow):
            yield failed_json(row)
        elif row.refuted or not refuted:
            yield row_json(row)


def failed_json(row: FailedRow) -> dict[str, object]:
    """A row that cannot be read or computed."""
    return {"id": row.id, "table": table_name(row.table), "error": str(row.error)}


def row_json(row: AuditRow) -> dict[str, object]:
    """One row: what was recorded, the true number, and the judgement."""
    claim = row.claim
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
    """`exact` ("inf" for infinity), or `lower` and `upper` rounded outwards; and `decimal` where it is settled."""
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
    """Decimals below and above the number; narrowed until they agree to 30 significant digits, where that succeeds."""
    bits = BITS
    while True:
        refined = number.refine(bits)
        apart, size = refined.upper - refined.lower, min(abs(refined.lower), abs(refined.upper))
        if apart * AGREEING <= size or bits >= LAST_BITS:
            break
        bits *= 2
    lower, upper = exact(refined.lower), exact(refined.upper)
    return {"lower": lower.decimal(BOUND_DIGITS, "down"), "upper": upper.decimal(BOUND_DIGITS, "up")}
