"""Tables of other people's numbers in `claims/`: every row can be read, and none is off by more than float error."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpexact.audit import audit

TABLES = sorted((Path(__file__).parents[2] / "claims").glob("*.toml"))
FLOAT_DIGITS = 13  # of a double: past them a wrong last digit is its rounding error


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_rows_are_right_to_the_digits_of_a_double(table: Path) -> None:
    result = audit([table])
    assert not result.failed
    for row in result.refuted:
        digits = row.claim.printed.lstrip("0.").replace(".", "")
        assert len(digits) >= FLOAT_DIGITS, row.claim.id
        assert row.judgement.units_off is not None
        assert row.judgement.units_off < 10
