"""Sixty claims in every quantity that belongs to no paper, half of them wrong by a unit in the last printed digit."""

from collections import Counter
from pathlib import Path

import pytest

from dpexact.audit import audit
from dpexact.audit.auditor import AuditRow
from dpexact.audit.quantities import QUANTITIES

pytestmark = pytest.mark.slow

TABLE = Path(__file__).parents[1] / "vectors/claims_literature.toml"
WRONG = ("wrong", "violated-bound")


@pytest.fixture(scope="module")
def rows() -> tuple[AuditRow, ...]:
    found = audit([TABLE])
    assert not found.failed
    return found.rows


def test_every_wrong_one_is_found_and_no_right_one_accused(rows: tuple[AuditRow, ...]) -> None:
    assert {row.claim.id: row.judgement.verdict for row in rows} == {row.claim.id: row.claim.expected for row in rows}
    verdicts = Counter(row.claim.expected in WRONG for row in rows)
    assert (verdicts[True], verdicts[False]) == (34, 47)


def test_a_wrong_one_is_wrong_by_one_unit(rows: tuple[AuditRow, ...]) -> None:
    assert {row.judgement.units_off for row in rows if row.claim.expected in WRONG} == {1}
    assert {row.judgement.units_off for row in rows if row.claim.expected not in WRONG} == {0}


def test_every_quantity_has_claims(rows: tuple[AuditRow, ...]) -> None:
    assert {row.claim.quantity for row in rows} == {quantity.name for quantity in QUANTITIES}
