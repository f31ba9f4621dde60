"""The tables in claims/: the second route gives the verdicts that are recorded, and the numbers of the audit.

By default every eleventh row and all rows that are not right; with DPEXACT_SLOW every row.
"""

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from mpmath import isinf, mp
from mpmath.libmp import to_rational

from dpexact.audit import audit
from dpexact.audit.paper import published_tables
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from tests.audited_once import audit_cache
from tests.second_routes.printed import DIGITS, rows, verdict
from tests.second_routes.published.recompute import in_floats, number

STEP = 1 if os.environ.get("DPEXACT_SLOW") else 11
HERE = Path(__file__).parent
BITS = 700


@pytest.mark.long
@pytest.mark.xdist_group("tables")
@pytest.mark.parametrize("table", published_tables(), ids=lambda path: path.stem)
def test_verdicts_and_numbers_are_those_of_the_second_route(table: Path) -> None:
    audited = {row.claim.id: row for row in audit([table], cache=audit_cache()).rows}
    chosen = [
        row
        for place, row in enumerate(rows(table))
        if place % STEP == 0 or (row["expected"] == "violated-bound" and len(audited) < 100)
    ]
    assert chosen
    with mp.workdps(DIGITS):
        for row in chosen:
            found = number(row)
            assert verdict(found, row["printed"], row["meaning"]) == row["expected"], row["id"]
            close = is_between if in_floats(row) else agrees
            assert close(audited[row["id"]].number, found), row["id"]


def is_between(ours: object, theirs: Any) -> bool:
    """Return whether a number that is known to 7 digits lies between proved bounds, but for these digits."""
    assert isinstance(ours, Enclosure)
    other = Fraction(float(theirs))
    slack = other / 10**7
    return ours.lower - slack <= other <= ours.upper + slack


def agrees(ours: object, theirs: Any) -> bool:
    """To 25 digits; infinity is infinity."""
    if isinf(theirs) or isinstance(ours, float):
        return bool(isinf(theirs)) and ours == float("inf")
    assert isinstance(ours, Exact | Enclosure)
    low = ours.enclosure(BITS)[0] if isinstance(ours, Exact) else ours.refine(BITS).lower
    other = Fraction(*(int(part) for part in to_rational(mp.mpf(theirs)._mpf_)))
    return abs(low - other) <= max(abs(other), Fraction(1, 10**60)) / 10**25


def test_the_second_route_does_not_use_dpexact() -> None:
    for script in ("recompute.py", "laws.py", "expressions.py", "sampled_gaussian.py"):
        text = (HERE / script).read_text(encoding="utf-8")
        assert "import dpexact" not in text
        assert "from dpexact" not in text
