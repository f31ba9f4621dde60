"""Compare what the commands say, which names can be imported and which certificates are made with the record."""

import pytest

from tests.golden.entry import Entry, difference, recorded
from tests.golden.make import PARTS, record

MARKS = {part: [pytest.mark.long, pytest.mark.xdist_group("proofs")] for part in ("ledger", "prove")}  # run once there
MARKS |= {"audit": [pytest.mark.long, pytest.mark.xdist_group("tables")], "crosscheck": [pytest.mark.long]}
MARKS |= {part: [pytest.mark.slow] for part in ("certificates", "decisions", "texts")}


@pytest.mark.parametrize("part", [pytest.param(part, marks=MARKS.get(part, ())) for part in PARTS])
def test_it_is_as_recorded(part: str) -> None:
    text = difference(part, record(part).read_text(encoding="utf-8").splitlines(), list(PARTS[part]()))
    assert not text, text


def test_a_difference_is_shown_with_the_whole_row() -> None:
    before = [Entry("a: 1", "", "table", "right"), Entry("b: 2", "", "table", "right"), Entry("audit ends with 0")]
    now = [before[0], Entry("b: 3", '{"b": 3}', "table", "wrong"), Entry("audit ends with 1")]
    assert difference("audit", recorded(before), before) == ""
    text = difference("audit", recorded(before), now)
    assert "-audit ends with 0\n" in text
    assert "+audit ends with 1\n" in text
    assert "-table: 2 right | " in text
    assert "+table: 1 right, 1 wrong | " in text
    assert 'table, from line 2 on: 1 on record, 1 now\nb: 3\n{"b": 3}\n' in text
    assert "a: 1" not in text
    assert text.endswith("python -m tests.golden.make audit: records it anew; review the diff")


def test_a_row_that_is_gone_and_an_order_that_changed_are_seen() -> None:
    rows = [Entry(f"row {number}", "", "table", "right") for number in range(60)]
    assert "from line 31 on: 1 on record, 0 now" in difference("audit", recorded(rows), rows[:30] + rows[31:])
    assert difference("audit", recorded(rows), [rows[1], rows[0], *rows[2:]])
