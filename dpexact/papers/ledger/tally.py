"""A Tally: how many faults a paper has, how many of them are of their own, and which statements fail."""

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

    `independent`: the faults without a root, by severity. `failing`: the numbered statements that fail as printed,
    `at_an_edge` those of which all faults are minor; slips do not count, a fault without a severity does. `ocr`,
    `reading`: the rows that are counted nowhere, by the reason.
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
        found = [claim for claim in rows if claim.faulty]
        independent = Counter[str](claim.severity for claim in found if not claim.root)
        statements: dict[str, set[str]] = {}
        for claim in found:
            name = statement(claim)
            if name is not None and claim.severity != "slip":
                statements.setdefault(name, set()).add(claim.severity)
        failing = tuple(name for name, severities in statements.items() if severities != {"minor"})
        rest = tuple(name for name in statements if name not in failing)
        uncounted = sum(claim.ocr for claim in rows), sum(bool(claim.reading) for claim in rows)
        return cls(len(found), dict(independent), failing, rest, *uncounted)


def statement(claim: Claim) -> str | None:
    """Return the numbered statement that the claim is of, if its first place is one: no proof, equation or section."""
    found = STATEMENT.fullmatch(claim.where.partition("; ")[0])
    return None if found is None else found.group(1)
