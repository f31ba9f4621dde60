"""References to evidence: what a claim's evidence names, in one line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["proof", "audit", "certificate", "rocq", "hand"]

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # of a claim, an argument, a certificate
KINDS: tuple[Kind, ...] = get_args(Kind)
LOCAL: tuple[Kind, ...] = ("audit", "certificate", "hand")  # these are of the claim's paper where they name none


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
    """Return the reference, or None for text that is none.

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
