"""The ledger: claims with their evidence re-examined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.ledger.evidence import Examiner, Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dpexact.ledger.claim import Claim
    from dpexact.paper import Paper


@dataclass(frozen=True)
class LedgerRow:
    """A claim and what became of each reference of its evidence."""

    claim: Claim
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """Why the evidence does not support the verdict; nothing if it does."""
        found = [f"{finding.reference} {finding.fault}" for finding in self.findings if not finding.supports]
        if self.claim.verdict == "refuted" and not any(finding.refutes for finding in self.findings):
            found.append("no evidence is a counterexample")
        return tuple(found)

    @property
    def as_recorded(self) -> bool:
        """Whether the evidence supports the recorded verdict."""
        return not self.faults


@dataclass(frozen=True)
class Ledger:
    """The rows of one examination, in the order of the ledgers."""

    rows: tuple[LedgerRow, ...]

    @property
    def as_recorded(self) -> bool:
        """Whether every verdict is supported by its evidence."""
        return all(row.as_recorded for row in self.rows)

    @property
    def refuted(self) -> tuple[LedgerRow, ...]:
        """The rows whose claim is refuted."""
        return tuple(row for row in self.rows if row.claim.verdict == "refuted")


def examine(
    claims: Sequence[Claim], papers: Iterable[Paper], progress: Callable[[int, int, str], None] | None = None
) -> Ledger:
    """Run the proofs, audit the rows and check the certificates that claims refer to.

    `progress(done, total, id)` is called before each claim.

    Guarantee: exact for proofs and certificates; as the audit for rows; "hand" references are not examined.
    """
    examiner = Examiner({paper.name: paper for paper in papers})
    rows: list[LedgerRow] = []
    for claim in claims:
        if progress is not None:
            progress(len(rows), len(claims), claim.id)
        rows.append(LedgerRow(claim, tuple(examiner.examine(claim, text) for text in claim.evidence)))
    return Ledger(tuple(rows))
