"""The paper: its numbers are rows that are audited, and its counts are those of today."""

import re
import runpy
from pathlib import Path

import pytest

from dpexact.audit import audit

PAPER = Path(__file__).parents[2] / "paper"
TEXT = (PAPER / "paper.tex").read_text(encoding="utf-8")


def verdicts(text: str, folder: Path) -> list[str | None]:
    path = folder / "paper.tex"
    path.write_text(text, encoding="utf-8")
    found = audit([path])
    assert [row.error for row in found.failed] == []
    return [row.judgement.verdict for row in found.rows]


def test_every_number_with_a_claim_is_correct(tmp_path: Path) -> None:
    found = verdicts(TEXT, tmp_path)
    assert len(found) == TEXT.count("% dpexact:") >= 14
    assert set(found) == {"correct"}


def test_a_number_that_is_moved_is_noticed(tmp_path: Path) -> None:
    moved = re.sub(r"\$0\.0989\$% dpexact: 0\.0989 ", "$0.0988$% dpexact: 0.0988 ", TEXT).replace("7/29", "7/28")
    assert verdicts(moved, tmp_path).count("wrong") == 2
    (tmp_path / "paper.tex").write_text(TEXT.replace("\n$0.0989$%", "\n$0.0988$%"), encoding="utf-8")
    assert ["0.0989 does not stand" in str(row.error) for row in audit([tmp_path / "paper.tex"]).failed] == [True]


@pytest.mark.slow
def test_the_counts_are_those_of_today() -> None:
    assert (PAPER / "numbers.tex").read_text(encoding="utf-8") == runpy.run_path(str(PAPER / "counts.py"))["text"]()
    macros = re.findall(r"\\newcommand\{(\\\w+)\}", (PAPER / "numbers.tex").read_text(encoding="utf-8"))
    assert [name for name in macros if f"{name}{{}}" not in TEXT and name not in TEXT] == []
