"""A Claim: something a paper says, whether it is true, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["holds", "holds-if", "refuted", "misprint", "rounding", "not-checkable"]

VERDICTS: tuple[Verdict, ...] = ("holds", "holds-if", "refuted", "misprint", "rounding", "not-checkable")
CORRECTED: tuple[Verdict, ...] = ("holds-if", "refuted", "misprint")  # these say what should stand there
UNCORRECTED: tuple[Verdict, ...] = ("holds", "not-checkable")  # nothing to correct; for rounding it is optional


@dataclass(frozen=True)
class Claim:
    """One row of a ledger.

    `where`: the places in the paper's own words, separated by "; ". `evidence`: references such as
    "proof:count_queries/lemma_4". `corrected`: what should stand there, "" where nothing is wrong.
    docs/ledger-format.md says what each verdict needs.
    """

    id: str
    paper: str
    where: str
    claim: str
    verdict: Verdict
    evidence: tuple[str, ...]
    corrected: str = ""

    @property
    def by_hand(self) -> bool:
        """Whether an argument in words is part of the evidence: alone, or as what holds its pieces together."""
        return any(reference.startswith("hand") for reference in self.evidence)

    @property
    def by_hand_only(self) -> bool:
        """Whether nothing but arguments in words is named as evidence."""
        return all(reference.startswith("hand") for reference in self.evidence)
