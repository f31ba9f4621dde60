"""Claims as people write them, in a table or behind a number, and an example of each quantity."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.claims_in_text import written_claim
from dpexact.audit.paper import Paper, Quantities, bundled_tables
from dpexact.audit.printed import RIGHT, Claim

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
EXAMPLES = Path(__file__).with_name("quantities") / "examples.toml"


def toml_text(text: str) -> str:
    """Return a text as a basic string of TOML."""
    signs = (_ESCAPED.get(sign) or (sign if sign.isprintable() else f"\\U{ord(sign):08x}") for sign in text)
    return f'"{"".join(signs)}"'


def toml_row(claim: Claim) -> str:
    """Return the required columns of a claim as an entry of a claim table in TOML."""
    pairs = (
        f"{name if _BARE_KEY.fullmatch(name) else toml_text(name)} = {toml_text(text)}"
        for name, text in claim.parameters.items()
    )
    cells = {name: getattr(claim, name) for name in ("id", "source", "quantity", "printed", "meaning")}
    lines = [f"{name} = {toml_text(text)}" for name, text in cells.items()]
    lines.insert(3, f"parameters = {{ {', '.join(pairs)} }}" if claim.parameters else "parameters = {}")
    return "\n".join(["[[claim]]", *lines])


def comment_text(claim: Claim) -> str | None:
    """Return a claim as Markdown, the number and the comment behind it, or None for a text that no quotes can hold."""
    written = written_claim(claim.printed, claim.meaning, claim.quantity, claim.parameters)
    return None if written is None or "-->" in written else f"{claim.printed} <!-- {written} -->"


def example_claims(papers: Iterable[Paper], quantities: Quantities) -> dict[str, Claim]:
    """Return a claim that is recorded as right for each quantity that has one, those of `examples.toml` first.

    One that a text can claim, too, is taken before the others.
    """
    examples: dict[str, Claim] = {}
    for path in (EXAMPLES, *bundled_tables(papers).values()):
        for claim in read_claim_table(path, quantities).claims:
            if claim.expected in RIGHT and not claim.reading:
                first = examples.setdefault(claim.quantity, claim)
                if comment_text(first) is None and comment_text(claim) is not None:
                    examples[claim.quantity] = claim
    return examples
