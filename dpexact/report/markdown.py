"""Text in Markdown that is shown as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def cell(text: str) -> str:
    """Text that Markdown shows as it is, in one cell of a table."""
    escaped = "".join(f"\\{sign}" if sign in "\\|*_<>[]`" else sign for sign in text)
    return " ".join(escaped.split())


def row_of_cells(texts: Iterable[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(cell, texts))} |"
