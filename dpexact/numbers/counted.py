"""A count with its noun, as in "1 row" and "2 rows"."""

from __future__ import annotations


def counted(count: int | str, noun: str) -> str:
    """The count and the noun, which takes an s unless the count is one."""
    return f"{count} {noun}" if str(count) == "1" else f"{count} {noun}s"
