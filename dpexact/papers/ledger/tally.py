"""A Tally of a paper counts its faults, those with a cause of their own, and the statements that fail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dpexact.papers.ledger.claim import Claim

STATEMENT = re.compile(
    r"((?:Theorem|Lemma|Proposition|Corollary|Remark) [A-Z0-9][A-Z0-9.-]*)(?: \([A-Z]\))?(?:, (?:parts?|items?) .*)?"
)


@dataclass(frozen=True)
class Tally:
    """The counts of the claims of one paper.

    `independent` counts the faults without a root, by severity. `failing` has the numbered statements that fail as
    printed, and `at_an_edge` those whose faults are all minor. Slips do not count, but a fault without a severity does.
    `ocr` and `reading` count the rows that are excluded for this reason.
    """

    faults: int
    independent: Mapping[str, int]
    failing: tuple[str, ...]
    at_an_edge: tuple[str, ...]
    ocr: int
    reading: int

    @classmethod
    def of(cls, claims: Iterable[Claim]) -> Tally:
        """Count the faults among the claims of one paper."""
        rows = tuple(claims)
        faults = [claim for claim in rows if claim.faulty]
        independent = Counter[str](claim.severity for claim in faults if not claim.root)
        statements: dict[str, set[str]] = {}
        for claim in faults:
            name = statement(claim)
            if name is not None and claim.severity != "slip":
                statements.setdefault(name, set()).add(claim.severity)
        failing = tuple(name for name, severities in statements.items() if severities != {"minor"})
        minor = tuple(name for name in statements if name not in failing)
        excluded = sum(claim.ocr for claim in rows), sum(bool(claim.reading) for claim in rows)
        return cls(len(faults), dict(independent), failing, minor, *excluded)


def statement(claim: Claim) -> str | None:
    """Return the numbered statement that is the claim's first place, or None for a proof, equation or section."""
    name = STATEMENT.fullmatch(claim.where.partition("; ")[0])
    return None if name is None else name.group(1)
