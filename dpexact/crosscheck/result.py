"""CrosscheckResult: one question to a library, its answer, the truth, and what is on record."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpexact.crosscheck.judging import Outcome, Side, Size


@dataclass(frozen=True)
class CrosscheckResult:
    """One line of a crosscheck; every value is a text, a bool or a tuple of texts.

    `outcome` is equal, agrees (within rounding), safe, unsafe, wrong, raises, undecided or missing; `size` of the gap
    none, rounding, small or material. `reproduce` are lines to paste that need the library and mpmath, not dpexact.
    `as_recorded` is None where the library is missing.
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
    size: Size
    recorded: tuple[str, ...]
    as_recorded: bool | None
    error: str
    note: str
    reference: str
    reproduce: str

    @property
    def seen(self) -> str:
        """What a table keeps of the answer, such as "1.25: agrees, unsafe side" or "0.5 from 1 and 2: unsafe"."""
        said = self.output or f"raises {self.error.partition(':')[0]}"
        return f"{said}{' from ' if self.found else ''}{' and '.join(self.found)}: {phrase(self.outcome, self.side)}"

    def to_json(self) -> dict[str, Any]:
        """The fields, as JSON has them; `arguments` as an object."""
        return {
            **asdict(self),
            "arguments": dict(self.arguments),
            "found": list(self.found),
            "recorded": list(self.recorded),
        }


def phrase(outcome: Outcome, side: Side) -> str:
    """A judgement in a word or two, such as "agrees, unsafe side"."""
    return f"{outcome}, {side} side" if outcome == "agrees" and side != "neither" else outcome
