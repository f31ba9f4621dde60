"""Write the tables of dev/dp-sgd.md, of what is printed and of accountants: python dev/make_dp_sgd.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpexact.audit import audit
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import exact

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.audit.row import AuditRow

FOLDER = Path(__file__).parent
PAGE = FOLDER / "dp-sgd.md"
TABLE = FOLDER.parent / "claims" / "dp_sgd.toml"
RECORD = FOLDER.parent / "benchmarks" / "crosscheck_composed.json"
MARKS = ("<!-- rows, made by dev/make_dp_sgd.py -->", "<!-- end of rows -->")
OTHER_MARKS = ("<!-- accountants, made by dev/make_dp_sgd.py -->", "<!-- end of accountants -->")
DIGITS = 5
HEAD = "| row | printed | proved | verdict | loose by | |\n| --- | --- | --- | --- | --- | --- |"
ANSWERS = "| case | proved | {} |\n| --- | --- |{} |"


def band(number: Enclosure) -> str:
    """Write both bounds, rounded outwards."""
    lower, upper = exact(number.lower).decimal(DIGITS, "down"), exact(number.upper).decimal(DIGITS, "up")
    return lower if lower == upper else f"{lower} .. {upper}"


def rank(row: AuditRow) -> tuple[int, float]:
    """Put what is too small first, readings of it after, then what is loosest."""
    if row.judgement.verdict == "violated-bound":
        return int(row.claim.reading), 0.0
    return 2, -float(row.judgement.slack or 1)


def line(row: AuditRow) -> str:
    """One row of the table."""
    assert isinstance(row.number, Enclosure)  # noqa: S101 - for the type checker
    judgement, claim = row.judgement, row.claim
    least = "at least " if claim.meaning == "at-least" else ""
    verdict = {"violated-bound": "**too small**", "valid-bound": "holds", "correct": "right"}[judgement.verdict]
    loose = "" if judgement.slack in (None, "1") else f"{judgement.slack}"
    kind = "delta " if claim.quantity == "dp_sgd.delta" else ""
    reading = "reading" if claim.reading else ""
    return f"| `{claim.id}` | {least}{kind}{claim.printed} | {band(row.number)} | {verdict} | {loose} | {reading} |"


def rows_markdown(rows: Iterable[AuditRow]) -> str:
    """Write the rows, the worst first."""
    return "\n".join([HEAD, *(line(row) for row in sorted(rows, key=rank))])


def accountants_markdown(record: dict[str, Any]) -> str:
    """Write a table of what accountants answer, each against the proved bounds."""
    names = record["accountants"]
    lines = [ANSWERS.format(" | ".join(names), " |".join([" ---"] * len(names)))]
    for case in record["cases"]:
        proved = f"{case['lower']} .. {case['upper']}"
        lines.append(f"| `{case['case']}` | {proved} | {' | '.join(_answer(case, name) for name in names)} |")
    return "\n".join(lines)


def _answer(case: dict[str, Any], name: str) -> str:
    """Write what an accountant answers, in bold where it is below the proved lower bound."""
    answer = case["answers"].get(name)
    if answer is None:
        return ""
    if isinstance(answer, str):
        return "an error"
    return f"**{answer:.5g}**" if answer < float(case["lower"]) else f"{answer:.5g}"


def replaced(text: str, marks: tuple[str, str], made: str) -> str:
    """Return the text with what is made between two marks."""
    before, _, rest = text.partition(marks[0])
    return f"{before}{marks[0]}\n\n{made}\n\n{marks[1]}{rest.partition(marks[1])[2]}"


def page(text: str, rows: Iterable[AuditRow]) -> str:
    """Return the page with both tables."""
    made = replaced(text, MARKS, rows_markdown(rows))
    return replaced(made, OTHER_MARKS, accountants_markdown(json.loads(RECORD.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), audit([TABLE]).rows), encoding="utf-8")
