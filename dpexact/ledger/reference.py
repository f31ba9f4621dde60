"""References to evidence: what a claim's evidence names, in one line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["proof", "audit", "certificate", "hand"]

KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Reference:
    """proof:theory/name[#step], audit:[table/]row, certificate:name, or hand: an argument in words."""

    kind: Kind
    name: str
    part: str = ""


def parse_reference(text: str) -> Reference | None:
    """The reference, or None for text that is none.

    >>> parse_reference("proof:count_queries/lemma_4#decreasing")
    Reference(kind='proof', name='count_queries/lemma_4', part='decreasing')
    """
    kind, _, rest = text.partition(":")
    name, hash_sign, part = rest.strip().partition("#")
    match kind.strip():
        case "hand" if rest.strip():
            return Reference("hand", rest.strip())
        case "proof" if name and bool(hash_sign) == bool(part):
            return Reference("proof", name, part)
        case "audit" if name and not hash_sign:
            return Reference("audit", name)
        case "certificate" if name and not hash_sign:
            return Reference("certificate", name)
        case _:
            return None
