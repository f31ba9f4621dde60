"""An audit as data: one object for each row, in the fields of docs/claim-table.md."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import PurePath
from typing import TYPE_CHECKING

from dpexact.numbers.exact import Exact, exact
from dpexact.report.decimals import decimal_nearest

if TYPE_CHECKING:
    from dpexact.audit.auditor import Audit, AuditRow
    from dpexact.numbers.enclosure import Enclosure

DIGITS = 20
BOUND_DIGITS = 30
BITS = 128


def audit_json(audit: Audit, *, refuted: bool = False) -> list[dict[str, object]]:
    """The rows of an audit, ready for `json.dumps`; only the wrong ones if `refuted`."""
    return [row_json(row) for row in (audit.refuted if refuted else audit.rows)]


def row_json(row: AuditRow) -> dict[str, object]:
    """One row: what was recorded, the true number, and the judgement."""
    claim = row.claim
    return {
        "table": PurePath(row.table).name,
        "id": claim.id,
        "source": claim.source,
        "quantity": claim.quantity,
        "parameters": dict(claim.parameters),
        "printed": claim.printed,
        "meaning": claim.meaning,
        "expected": claim.expected,
        "expected_by": claim.expected_by,
        "note": claim.note,
        "as_expected": row.as_expected,
        **number_fields(row.number),
        **asdict(row.judgement),
    }


def number_fields(number: Exact | Enclosure | None) -> dict[str, str]:
    """`exact`, or `lower` and `upper` rounded outwards; and `decimal` where it is settled."""
    if number is None:
        return {}
    decimal = decimal_nearest(number, DIGITS)
    settled = {} if decimal is None else {"decimal": decimal}
    if isinstance(number, Exact):
        return {"exact": str(number), **settled}
    refined = number.refine(BITS)
    lower, upper = exact(refined.lower), exact(refined.upper)
    return {"lower": lower.decimal(BOUND_DIGITS, "down"), "upper": upper.decimal(BOUND_DIGITS, "up"), **settled}
