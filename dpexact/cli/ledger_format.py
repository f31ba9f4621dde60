"""How the ledger is printed; apart from the command, so that the options are known before anything heavy is loaded."""

from __future__ import annotations

from enum import StrEnum


class LedgerFormat(StrEnum):
    """Text, JSON, or the summary of the README in Markdown."""

    text = "text"
    json = "json"
    markdown = "markdown"
