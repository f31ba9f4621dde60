"""Text in Markdown that is shown as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cell(text: str) -> str:
    """Write text that Markdown shows as it is, in one cell of a table."""
    escaped = "".join(f"\\{sign}" if sign in "\\|*_<>[]`" else sign for sign in text)
    return " ".join(escaped.split())


def cells(texts: Iterable[str]) -> list[str]:
    """Write texts that Markdown shows as they are, for a row of a table."""
    return [cell(text) for text in texts]


def markdown_table(header: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a table of cells that are Markdown already. `cells` makes them from texts."""
    return [f"| {' | '.join(row)} |" for row in (header, ("---",) * len(header), *rows)]
