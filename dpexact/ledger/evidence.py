"""Evidence, re-examined: proofs run, rows audited, certificates checked by the kernel."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from dpexact.audit.auditor import audit_claim
from dpexact.audit.claim_table import load_claim_table
from dpexact.audit.registry import registered
from dpexact.certificates.certificate import Certificate, check
from dpexact.documents.source import read_text
from dpexact.errors import CertificateError, DocumentError, ParameterError
from dpexact.ledger.reference import Reference, parse_reference
from dpexact.paper import project_folder
from dpexact.proving.failure import ProofError
from dpexact.proving.library import load_proof

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dpexact.audit.claim_table import ClaimTable
    from dpexact.audit.registry import Quantities
    from dpexact.ledger.claim import Claim, Verdict
    from dpexact.paper import Paper
    from dpexact.proving.proof import ProofRun

FITTING: dict[Verdict, tuple[str, ...]] = {
    "holds": ("correct", "valid-bound"),
    "holds-if": ("correct", "valid-bound", "wrong", "violated-bound"),
    "refuted": ("wrong", "violated-bound"),
    "misprint": ("wrong", "violated-bound"),
    "rounding": ("wrong", "violated-bound", "correct"),
    "not-checkable": ("undecided",),
}


@dataclass(frozen=True)
class Finding:
    """What became of one reference: whether it is sound and fits the verdict, why not, and whether it can refute.

    What can refute a claim: a proof whose conclusions (or the one that is named) contain a counterexample, a row of a
    claim table that is wrong, a certificate, an argument by hand.
    """

    reference: str
    supports: bool
    fault: str
    refutes: bool


@dataclass
class Examiner:
    """Examines references; each proof runs once and each table is read once."""

    papers: Mapping[str, Paper]
    proofs: dict[str, ProofRun | str] = field(default_factory=dict)
    tables: dict[str, ClaimTable] = field(default_factory=dict)

    def examine(self, claim: Claim, text: str) -> Finding:
        """Look one reference of a claim up and decide whether it supports the verdict."""
        reference = parse_reference(text)
        fault, refutes = "is no reference", True
        if reference is not None:
            match reference.kind:
                case "proof":
                    fault, refutes = self._proof(reference)
                case "audit":
                    fault = self._row_fault(reference, claim)
                case "certificate":
                    fault = _certificate_fault(reference)
                case "hand":
                    fault = ""
        return Finding(text, not fault, fault, refutes)

    def _proof(self, reference: Reference) -> tuple[str, bool]:
        """The fault of a proof, and whether it shows a counterexample."""
        if reference.name not in self.proofs:
            self.proofs[reference.name] = _run(reference.name, self.papers.values())
        outcome = self.proofs[reference.name]
        if isinstance(outcome, str):
            return outcome, False
        chosen = [checked for checked in outcome.conclusions if reference.part in ("", checked.step.name)]
        if not chosen:
            names = ", ".join(checked.step.name for checked in outcome.conclusions)
            return f"has no conclusion {reference.part}, only {names}", False
        assumed = [item.text for checked in chosen for item in checked.fact.rests_on if item.kind == "assumed"]
        fault = f"rests on an assumption: {assumed[0]}" if assumed else ""
        return fault, any(checked.kind == "Counterexample" for checked in chosen)

    def _row_fault(self, reference: Reference, claim: Claim) -> str:
        name, slash, row_id = reference.name.rpartition("/")
        table = self._table(name if slash else claim.paper)
        if table is None:
            return f"there is no claim table {name or claim.paper}"
        for row, place in zip(table.claims, table.places, strict=True):
            if row.id == row_id:
                verdict, fitting = (
                    audit_claim(table, row, place, self.quantities).judgement.verdict,
                    FITTING[claim.verdict],
                )
                return "" if verdict in fitting else f"is {verdict}, expected {' or '.join(fitting)}"
        return f"the table of {name or claim.paper} has no row {row_id}"

    def _table(self, name: str) -> ClaimTable | None:
        paper = self.papers.get(name)
        if name not in self.tables and paper is not None and paper.printed is not None:
            self.tables[name] = load_claim_table(paper.printed, self.quantities)
        return self.tables.get(name)

    @cached_property
    def quantities(self) -> Quantities:
        """The quantities of the papers."""
        return registered(self.papers.values())


def _run(name: str, papers: Iterable[Paper]) -> ProofRun | str:
    """An accepted proof, or why there is none."""
    try:
        return load_proof(name, papers).run()
    except (ParameterError, ProofError) as error:
        return f"is not accepted: {error}"


def _certificate_fault(reference: Reference) -> str:
    path = project_folder("proofs") / "certificates" / f"{reference.name}.json"
    try:
        check(Certificate.from_json(read_text(path)))
    except (CertificateError, DocumentError) as error:
        return f"is not accepted: {error}"
    return ""
