"""References to evidence, each one line of text in a ledger."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["proof", "audit", "certificate", "rocq", "hand"]

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # of a claim, an argument, a certificate
KINDS: tuple[Kind, ...] = get_args(Kind)
LOCAL: tuple[Kind, ...] = ("audit", "certificate", "hand")  # in the claim's paper unless they name another


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
