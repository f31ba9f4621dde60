"""A Claim: one row of a claim table, the number that a paper prints and what it says about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Meaning = Literal["rounded", "truncated", "rounded-up", "at-most", "at-least", "exact", "about"]
Verdict = Literal["correct", "wrong", "valid-bound", "violated-bound", "undecided"]

MEANINGS: tuple[Meaning, ...] = ("rounded", "truncated", "rounded-up", "at-most", "at-least", "exact", "about")
VERDICTS: tuple[Verdict, ...] = ("correct", "wrong", "valid-bound", "violated-bound", "undecided")
BOUNDS: tuple[Meaning, ...] = ("at-most", "at-least")
REFUTED: tuple[Verdict, ...] = ("wrong", "violated-bound")


@dataclass(frozen=True)
class Claim:
    """One row of a claim table; every cell is the text that stands there. docs/claim-table.md says what it means."""

    id: str
    source: str
    quantity: str
    parameters: Mapping[str, str]
    printed: str
    meaning: Meaning
    expected: Verdict
    expected_by: str
    note: str = ""
