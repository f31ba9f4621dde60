"""A Claim, which a paper makes, with its verdict and the references to its evidence, each one line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, get_args

Kind = Literal["proof", "audit", "certificate", "rocq", "hand"]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # of a claim, an argument, a certificate
KINDS: tuple[Kind, ...] = get_args(Kind)
LOCAL: tuple[Kind, ...] = ("audit", "certificate", "hand")  # in the claim's paper unless they name another
Verdict = Literal["holds", "holds-if", "refuted", "misprint", "rounding", "not-checkable"]
Severity = Literal["central", "substantive", "minor", "slip"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
CORRECTED: tuple[Verdict, ...] = ("holds-if", "refuted", "misprint")  # these need a correction
# Reasons why a row in words has nothing to prove, with their verdicts. An attribution is of the words of others, an
# opinion may be an aim or a question, and absent is, for example, a drawing or an experiment without a name.
NOTHING: dict[str, tuple[Verdict, ...]] = {
    "definition": ("holds", "not-checkable"),
    "misprint": ("misprint",),
    "attribution": ("not-checkable",),
    "opinion": ("not-checkable",),
    "absent": ("not-checkable",),
}
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # the gravest first
UNCORRECTED: tuple[Verdict, ...] = ("holds", "not-checkable")  # nothing to correct (for rounding it is optional)
HOLDS, FAILS, BOTH = "holds-if, holds", "holds-if, fails", "holds-if, both"
ESTABLISHED: dict[str, Verdict] = {verdict: verdict for verdict in VERDICTS if verdict != "holds-if"}


@dataclass(frozen=True)
class Reference:
    """proof:paper/name[#conclusion], audit:[paper/]row, certificate:[paper/]name, rocq:File#name, hand:[paper/]id."""

    kind: Kind
    name: str
    part: str = ""

    def __str__(self) -> str:
        """Write it as a ledger does."""
        return f"{self.kind}:{self.name}#{self.part}" if self.part else f"{self.kind}:{self.name}"

    def within(self, paper: str) -> Reference:
        """Return the same reference, with its paper."""
        local = self.kind in LOCAL and "/" not in self.name
        return Reference(self.kind, f"{paper}/{self.name}", self.part) if local else self


def parse_reference(text: str) -> Reference | None:
    """Return the reference that a text is, or None.

    >>> parse_reference("proof:count_queries/geometric#weights")
    Reference(kind='proof', name='count_queries/geometric', part='weights')
    """
    kind, colon, rest = text.strip().partition(":")
    name, _, part = rest.partition("#")
    for known in KINDS:
        fits = known == "proof" or bool(part) == (known == "rocq")
        if kind == known and colon and name and fits and not rest.endswith("#") and not set(rest) & set(" \t\n"):
            return Reference(known, name, part)
    return None


def full_reference(text: str, paper: str) -> str:
    """Return a reference with its paper, and any other text unchanged."""
    reference = parse_reference(text)
    return text if reference is None else str(reference.within(paper))


ESTABLISHED |= {HOLDS: "holds-if", FAILS: "holds-if", BOTH: "holds-if"}  # the claims of evidence, by their verdict


def fingerprint(text: str) -> str:
    """Return eight hexadecimal digits of the SHA-256 of a text, to notice a change."""
    return sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Claim:
    """One row of a ledger.

    `where` has the places in the paper's own words, separated by "; ". `evidence` establishes the verdict, by
    references such as "proof:rainbow/lemma_1#close". `glue` has the arguments in words that hold pieces of it together.
    `objects` are the definitions in Rocq that the claim is about. Every theorem that it cites names one of them, or is
    a formula whose conclusion `about` quotes.
    `corrected` is the right text, or "". `denies` marks a claim that something fails or exists, so that a
    counterexample shows that it holds. `severity` is the weight of the fault, or "". `root` is the id of the claim
    whose fault is the cause of this one, or "". With `ocr` the text recognition may be to blame, so the fault is not
    counted. `reading` is the reading in which the row is judged, and the reason why the author may have meant another,
    so the fault is not counted, or "" for the plain reading. `nothing_to_prove` is the reason why a row in words has
    nothing to prove, one of NOTHING, or "".
    dev/ledger-format.md lists the needs of each verdict.
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
        """Return the row's line in the lock, with the fingerprint of its words, the verdict, and its class."""
        objects = "".join(f"\nabout {subject}" for subject in (*self.objects, *self.about))
        read = fingerprint(f"{self.where}\n{self.claim}\n{self.corrected}" + "\ndenies" * self.denies + objects)
        nothing = f", nothing to prove: {self.nothing_to_prove}" if self.nothing_to_prove else ""
        return f"{read} {self.verdict}, {self.checked}{nothing}"

    @property
    def checked(self) -> str:
        """The class of the row, "checked", "partly by hand" or "by hand"."""
        if self.by_hand:
            return "by hand"
        return "partly by hand" if self.partly_by_hand else "checked"

    @property
    def faulty(self) -> bool:
        """Return whether it counts as a fault, which needs a correction and a sure text and reading."""
        return self.verdict in CORRECTED and not self.ocr and not self.reading

    @property
    def pieces(self) -> tuple[str, ...]:
        """All evidence and glue of the claim."""
        return (*self.evidence, *self.glue)

    @property
    def by_hand(self) -> bool:
        """Return whether all evidence is arguments in words."""
        return all(piece.startswith("hand:") for piece in self.evidence)

    @property
    def partly_by_hand(self) -> bool:
        """Return whether arguments in words hold checked evidence together."""
        return bool(self.glue)
