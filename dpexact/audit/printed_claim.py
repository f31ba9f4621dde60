"""The Claim of a printed number: one row of a claim table, the number that a paper prints and what it says about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Meaning = Literal["rounded", "truncated", "rounded-up", "at-most", "at-least", "exact", "about"]
Verdict = Literal["correct", "wrong", "valid-bound", "violated-bound", "undecided"]

SafeSide = Literal["larger", "smaller", "neither"]

MEANINGS: tuple[Meaning, ...] = ("rounded", "truncated", "rounded-up", "at-most", "at-least", "exact", "about")
VERDICTS: tuple[Verdict, ...] = ("correct", "wrong", "valid-bound", "violated-bound", "undecided")
BOUNDS: tuple[Meaning, ...] = ("at-most", "at-least")
REFUTED: tuple[Verdict, ...] = ("wrong", "violated-bound")
RIGHT: tuple[Verdict, ...] = ("correct", "valid-bound")  # what a row without a recorded verdict came for
SAFE_SIDES: tuple[SafeSide, ...] = ("larger", "smaller", "neither")


@dataclass(frozen=True)
class Claim:
    """One row of a claim table; every cell is the text that stands there. docs/claim-table.md says what it means.

    `expected` is None where no verdict is recorded, `safe` None where the row does not say which side is safe.
    `tolerance`: how far off the source itself lets the number be, as `parse_tolerance` reads it. `reading`: the row
    asks what another reading of the source would give, and is in no count. `reason`: why the number is off, in words.
    `establishes`: for which claims of a ledger the row is evidence, and with which verdict.
    """

    id: str
    source: str
    quantity: str
    parameters: Mapping[str, str]
    printed: str
    meaning: Meaning
    expected: Verdict | None = None
    expected_by: str = ""
    safe: SafeSide | None = None
    note: str = ""
    tolerance: str = ""
    reading: bool = False
    reason: str = ""
    establishes: Mapping[str, str] = field(default_factory=dict)
