"""A Claim: something a paper says, whether it is true, and why."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

Verdict = Literal["holds", "holds-if", "refuted", "misprint", "rounding", "not-checkable"]
Severity = Literal["central", "substantive", "minor", "slip"]

VERDICTS: tuple[Verdict, ...] = ("holds", "holds-if", "refuted", "misprint", "rounding", "not-checkable")
CORRECTED: tuple[Verdict, ...] = ("holds-if", "refuted", "misprint")  # these say what should stand there
# why a row in words has nothing to prove, and with which verdicts: what others wrote; an opinion, aim or question; what
# the paper does not contain, such as a drawing or experiments that it does not name
NOTHING: dict[str, tuple[Verdict, ...]] = {
    "definition": ("holds", "not-checkable"),
    "misprint": ("misprint",),
    "attribution": ("not-checkable",),
    "opinion": ("not-checkable",),
    "absent": ("not-checkable",),
}
SEVERITIES: tuple[Severity, ...] = ("central", "substantive", "minor", "slip")  # the gravest first
UNCORRECTED: tuple[Verdict, ...] = ("holds", "not-checkable")  # nothing to correct; for rounding it is optional

HOLDS, FAILS, BOTH = "holds-if, holds", "holds-if, fails", "holds-if, both"
ESTABLISHED: dict[str, Verdict] = {verdict: verdict for verdict in VERDICTS if verdict != "holds-if"}
ESTABLISHED |= {HOLDS: "holds-if", FAILS: "holds-if", BOTH: "holds-if"}  # what evidence can say that it establishes


def fingerprint(text: str) -> str:
    """Return eight hexadecimal digits of the SHA-256 of a text, to notice a change."""
    return sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Claim:
    """One row of a ledger.

    `where`: the places in the paper's own words, separated by "; ". `evidence`: what establishes the verdict, by
    references such as "proof:rainbow/lemma_1#close". `glue`: the arguments in words that hold pieces of it together.
    `objects`: what the claim is about, definitions in Rocq; every theorem that it cites names one of them, or is a
    formula whose conclusion `about` quotes.
    `corrected`: what should stand there, "" where nothing is wrong. `denies`: the claim says itself that something
    fails or exists, so that a counterexample shows that it holds. `severity`: how much the fault matters, "" where
    there is none. `root`: the id of the claim whose fault is the cause of this one, "" for none. `ocr`: the recognition
    of the text may be to blame, so the fault is not counted. `reading`: under which reading the row is judged, and why
    the author may have meant another, so the fault is not counted; "" where the reading is the plain one.
    `nothing_to_prove`: why there is nothing to prove in a row in words, one of NOTHING, or "".
    docs/ledger-format.md says what each verdict needs.
    """

    id: str
    paper: str
    where: str
    claim: str
    verdict: Verdict
    evidence: tuple[str, ...]
    glue: tuple[str, ...] = ()
    corrected: str = ""
    denies: bool = False
    severity: Severity | Literal[""] = ""
    root: str = ""
    ocr: bool = False
    reading: str = ""
    objects: tuple[str, ...] = ()
    nothing_to_prove: str = ""
    about: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of the claim among the claims of all papers."""
        return f"{self.paper}/{self.id}"

    @property
    def judged(self) -> str:
        """Return what the lock records of the row: the fingerprint of its words, the verdict, and what checks it."""
        objects = "".join(f"\nabout {one}" for one in (*self.objects, *self.about))
        read = fingerprint(f"{self.where}\n{self.claim}\n{self.corrected}" + "\ndenies" * self.denies + objects)
        nothing = f", nothing to prove: {self.nothing_to_prove}" if self.nothing_to_prove else ""
        return f"{read} {self.verdict}, {self.checked}{nothing}"

    @property
    def checked(self) -> str:
        """The class of the row: "checked", "partly by hand" or "by hand"."""
        if self.by_hand:
            return "by hand"
        return "partly by hand" if self.partly_by_hand else "checked"

    @property
    def faulty(self) -> bool:
        """Tell whether it counts as a fault: something else should stand there, text and reading being sure."""
        return self.verdict in CORRECTED and not self.ocr and not self.reading

    @property
    def pieces(self) -> tuple[str, ...]:
        """All that the claim relies on, evidence and glue."""
        return (*self.evidence, *self.glue)

    @property
    def by_hand(self) -> bool:
        """Return whether nothing but arguments in words is named as evidence."""
        return all(piece.startswith("hand:") for piece in self.evidence)

    @property
    def partly_by_hand(self) -> bool:
        """Return whether arguments in words hold together what is checked."""
        return bool(self.glue)
