"""One Row from the table to the page; the older names of its two kinds go on working."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dpexact import ParameterError, exact
from dpexact.audit import AuditRow, Claim, judge, parse_printed
from dpexact.audit.auditor import Audit, FailedRow
from dpexact.audit.row import FAILED, OPEN, Row

if TYPE_CHECKING:
    from dpexact.audit.printed import Verdict

ERROR = ParameterError("no number")
CLAIM = Claim("a", "page 1", "formula", {"expression": "1/3"}, "0.3", "rounded")
JUDGED = AuditRow("t.csv", CLAIM, exact("1/3"), judge(parse_printed("0.3"), "rounded", exact("1/3")))


def test_code_that_tells_failed_rows_by_their_type_finds_them() -> None:
    old = FailedRow("t.csv", "a", ERROR)
    assert (old.table, old.id, old.error) == ("t.csv", "a", ERROR)
    assert FailedRow("t.csv", None, ERROR).id is None
    rows = (JUDGED, old)
    assert [isinstance(row, FailedRow) for row in rows] == [False, True]
    assert [isinstance(row, AuditRow) for row in rows] == [True, True]
    assert Audit(rows).rows == (JUDGED,)
    assert Audit(rows).failed == (old,)


@pytest.mark.parametrize("expected", ["undecided", "correct", None])
@pytest.mark.parametrize("reading", [False, True])
def test_a_row_with_an_error_is_never_as_expected_and_never_refuted(expected: Verdict | None, *, reading: bool) -> None:
    claim = Claim("a", "page 1", "formula", {}, "1", "exact", expected, reading=reading)
    row = Row("t.csv", claim, None, OPEN, error=ERROR)
    assert not row.as_expected
    assert not row.refuted
    assert not row.open
    assert row.outcome == FAILED
    assert row.judgement.verdict == "undecided"
    assert not Audit((JUDGED, row)).as_expected
