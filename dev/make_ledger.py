"""Write docs/ledger.html, every claim of the papers on one page: `python dev/make_ledger.py`, or `--check` to compare.

The page has the verdicts as the ledgers have them, without certificates. `dpexact ledger --html` examines the evidence
again, and has them too.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from dpexact.papers.catalogue import papers
from dpexact.papers.ledger.books import pieces_by_hand
from dpexact.papers.ledger.claim import load_ledgers
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.views import ledger_page
from dpexact.report.page import page_html
from dpexact.version import __version__

SHOWN = {"where it stands", "what is said", "what is true instead"}  # in the cells of the row
PAGE = Path(__file__).parent.parent / "docs" / "ledger.html"
ANSWERED = (
    "How it was answered: each claim has a verdict and the evidence for it. The gate of the repository examines the "
    "evidence again before every change, and so does the command dpexact ledger. Rows that rest on words say so."
)


def page() -> str:
    """Return the whole page."""
    words = {name: piece for paper in papers() for name, piece in pieces_by_hand(paper).items()}
    claims = load_ledgers(papers())
    rows = (LedgerRow(claim, (), {name: words[name] for name in claim.pieces if name in words}) for claim in claims)
    made = ledger_page(Ledger(tuple(rows)), papers())
    entries = tuple(
        replace(
            entry,
            details=tuple(
                replace(detail, term=detail.term.partition(",")[0])
                for detail in entry.details
                if detail.term not in SHOWN
            ),
            attachments=(),
            file="",
        )
        for entry in made.entries
    )
    return page_html(replace(made, asked=(made.asked[0], ANSWERED), entries=entries), __version__)


def main() -> int:
    """Write the page, or compare it."""
    made = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.read_text(encoding="utf-8") == made else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
