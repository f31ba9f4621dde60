"""The paper: its numbers are rows that are audited, and its counts are those of today."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

from dpexact.audit import audit

PAPER = Path(__file__).parents[2] / "paper"
TEXT = (PAPER / "paper.tex").read_text(encoding="utf-8")
CLAIM = re.compile(r"^(.*)% dpexact: (\S+) (.+)$", re.MULTILINE)
NUMBER = re.compile(r"\d+/\d+|-?\d+(?:\.\d+)?(?: \\times 10\^\{-?\d+\})?")


def rows(text: str) -> list[tuple[str, str, dict[str, str]]]:
    """The number before each comment, its quantity, and the texts of its parameters."""
    found = []
    for before, quantity, rest in CLAIM.findall(text):
        given = dict(part.split("=", 1) for part in shlex.split(rest, posix=True))
        found.append((NUMBER.findall(before)[-1], quantity, given))
    return found


def table(text: str) -> str:
    """A claim table of the numbers of a text."""
    parts = ['format = "dpexact-claim-table/1"\n']
    for index, (number, quantity, given) in enumerate(rows(text)):
        meaning = given.pop("meaning", "rounded")
        parameters = ", ".join(f"{name} = '{value}'" for name, value in given.items())
        head = f'[[claim]]\nid = "row-{index}"\nsource = "paper/paper.tex"\nquantity = "{quantity}"\n'
        parts.append(f"{head}parameters = {{ {parameters} }}\nprinted = '{number}'\nmeaning = \"{meaning}\"\n")
    return "\n".join(parts)


def verdicts(text: str, folder: Path) -> list[str | None]:
    path = folder / "paper.toml"
    path.write_text(table(text), encoding="utf-8")
    found = audit([path])
    assert [row.error for row in found.failed] == []
    return [row.judgement.verdict for row in found.rows]


def test_every_number_with_a_claim_is_correct(tmp_path: Path) -> None:
    found = verdicts(TEXT, tmp_path)
    assert len(found) == TEXT.count("% dpexact:") >= 14
    assert set(found) == {"correct"}


def test_a_number_that_is_moved_is_noticed(tmp_path: Path) -> None:
    moved = TEXT.replace("\n$0.0989$%", "\n$0.0988$%").replace("\n$7/29$%", "\n$7/28$%")
    assert moved != TEXT
    assert verdicts(moved, tmp_path).count("wrong") == 2


def test_the_counts_are_those_of_today() -> None:
    assert (PAPER / "numbers.tex").read_text(encoding="utf-8") == runpy.run_path(str(PAPER / "counts.py"))["text"]()
    macros = re.findall(r"\\newcommand\{(\\\w+)\}", (PAPER / "numbers.tex").read_text(encoding="utf-8"))
    assert [name for name in macros if f"{name}{{}}" not in TEXT and name not in TEXT] == []
