"""Compare what the commands say, which names can be imported and which certificates are made with the record."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

import pytest

from tests.golden.make import PARTS, record

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 40  # lines of a difference
WHOLE = 3  # rows that are told in full
AGAIN = "python -m tests.golden.make {}: records it anew; review the diff"


def difference(part: str, recorded: Sequence[str], now: Sequence[tuple[str, str]]) -> str:
    """Return nothing, or the lines that differ, the first new ones in full, and what to do."""
    found = list(unified_diff(recorded, "\n".join(line for line, _ in now).splitlines(), lineterm="", n=0))
    if not found:
        return ""
    added = {line[1:] for line in found if line.startswith("+")}
    full = [row for line, row in now if line in added and row][:WHOLE]
    more = [f"... {len(found) - SHOWN} more lines"] if len(found) > SHOWN else []
    return "\n".join([*found[:SHOWN], *more, *full, AGAIN.format(part)])


MARKS = {part: [pytest.mark.long, pytest.mark.xdist_group("proofs")] for part in ("ledger", "prove")}  # run once there
MARKS |= {"audit": [pytest.mark.long, pytest.mark.xdist_group("tables")], "crosscheck": [pytest.mark.long]}
MARKS |= {part: [pytest.mark.slow] for part in ("certificates", "decisions", "texts")}


@pytest.mark.parametrize("part", [pytest.param(part, marks=MARKS.get(part, ())) for part in PARTS])
def test_it_is_as_recorded(part: str) -> None:
    text = difference(part, record(part).read_text(encoding="utf-8").splitlines(), list(PARTS[part]()))
    assert not text, text


def test_a_difference_is_shown_with_the_whole_row() -> None:
    now = [("a: 1", '{"a": 1}'), ("b: 3", '{"b": 3}')]
    assert difference("audit", ["a: 1", "b: 3"], now) == ""
    text = difference("audit", ["a: 1", "b: 2", "c: 4"], now)
    assert "-b: 2\n-c: 4\n+b: 3\n" in text
    assert '{"b": 3}' in text
    assert '{"a": 1}' not in text
    assert text.endswith("python -m tests.golden.make audit: records it anew; review the diff")
