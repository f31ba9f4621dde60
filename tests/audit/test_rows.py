"""One Row from the table to the page."""

from dpexact import ParameterError, exact
from dpexact.audit import AuditRow, Claim, judge, parse_printed
from dpexact.audit.auditor import Audit
from dpexact.audit.printed import Verdict
from dpexact.audit.row import FAILED, OPEN
from tests.each import each

ERROR = ParameterError("no number")
CLAIM = Claim("a", "page 1", "formula", {"expression": "1/3"}, "0.3", "rounded")
JUDGED = AuditRow("t.csv", CLAIM, exact("1/3"), judge(parse_printed("0.3"), "rounded", exact("1/3")))


@each("expected", ["undecided", "correct", None])
@each("reading", [False, True])
def test_a_row_with_an_error_is_never_as_expected_and_never_refuted(expected: Verdict | None, *, reading: bool) -> None:
    claim = Claim("a", "page 1", "formula", {}, "1", "exact", expected, reading=reading)
    row = AuditRow("t.csv", claim, None, OPEN, error=ERROR)
    assert not row.as_expected
    assert not row.refuted
    assert not row.open
    assert row.outcome == FAILED
    assert row.judgement.verdict == "undecided"
    assert not Audit((JUDGED, row)).as_expected
