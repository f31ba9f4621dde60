"""Long lines of text brought to the width of a terminal."""

from __future__ import annotations

import re
import textwrap

INDENT = 4

_HEAD = re.compile(r" *(?:\S+ {2,})?")  # the indentation, and a first word with a column to itself


def wrapped(text: str, width: int) -> str:
    """The text with every line that is longer than `width` broken between words, its rest indented below it."""
    return "\n".join(line if len(line) <= width else _broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    blanks, head = len(line) - len(line.lstrip()), len(_HEAD.match(line)[0])  # type: ignore[index]
    hanging = head if blanks < head <= width // 3 else blanks + INDENT
    return textwrap.fill(
        line,
        width=max(width, hanging + INDENT),
        subsequent_indent=" " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
