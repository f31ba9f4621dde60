"""CrosscheckResult: one question to a library, its answer, the truth, and what is on record."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpexact.crosscheck.judging import Gap, Outcome, Side


@dataclass(frozen=True)
class CrosscheckResult:
    """One line of a crosscheck; every value is a text, a bool or a tuple of texts.

    `outcome` is equal, agrees (but for the last digits), safe, unsafe, wrong, refused, raises, undecided or missing;
    `weight` of the gap none, last-digits, small or material; `delta` what is needed at the epsilon that is claimed,
    where that is known. `as_recorded` compares the judgements, not the digits, and is None where the library is
    missing; `seen` is what a table would keep of the answer, and `same_digits` says whether the very answer is on
    record. `finding`, `promise`, `usable`, `range` and `known` are of the table (see `table.Finding`), empty and None
    where the case belongs to no finding. `reproduce` are lines to paste that need the library and mpmath, not dpexact.
    """

    library: str
    id: str
    probe: str
    says: str
    arguments: tuple[tuple[str, str], ...]
    version: str
    recorded_version: str
    output: str
    found: tuple[str, ...]
    claimed: str
    truth: str
    difference: str
    ulps: str
    relative: str
    outcome: Outcome
    side: Side
    weight: Gap
    delta: str
    measures: str
    seen: str
    recorded: tuple[str, ...]
    as_recorded: bool | None
    same_digits: bool | None
    finding: str
    promise: tuple[str, ...]
    usable: bool | None
    range: str
    known: str
    error: str
    note: str
    reference: str
    reproduce: str

    def to_json(self) -> dict[str, Any]:
        """The fields, as JSON has them; `arguments` as an object."""
        return {
            **asdict(self),
            "arguments": dict(self.arguments),
            "found": list(self.found),
            "recorded": list(self.recorded),
        }
