"""An example row for each quantity, one that is right, from a bundled table or from `examples.toml`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.claim_text import comment_text
from dpexact.audit.paper import Paper, bundled_tables
from dpexact.audit.printed import RIGHT, Claim
from dpexact.audit.registry import Quantities

EXAMPLES = Path(__file__).with_name("examples.toml")


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
