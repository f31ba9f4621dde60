"""Long lines of text brought to the width of a terminal."""

from __future__ import annotations

import re
import textwrap

INDENT = 4

_HEAD = re.compile(r" *(?:\S+ {2,})?")  # the indentation, and a first word with a column to itself


def wrapped(text: str, width: int) -> str:
    """Return the text with every line that is longer than `width` broken between words, its rest indented below it."""
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


def filled(text: str, width: int, *, first: str = "", rest: str = "") -> str:
    """Wrap a paragraph, indented by `first` and then by `rest`; a word too long for a line ends at a comma.

    What has no comma is cut where the line ends.
    """
    room = max(width - len(rest), 1)
    words = " ".join(_parted(word, room) for word in text.split())
    return textwrap.fill(words, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _parted(word: str, room: int) -> str:
    """Return the word, with blanks behind commas where it is longer than the room."""
    if len(word) <= room:
        return word
    lines = [""]
    for piece in re.findall("[^,]*,|[^,]+", word):
        if len(lines[-1]) + len(piece) <= room:
            lines[-1] += piece
        else:
            lines.append(piece)
    return " ".join(filter(None, lines))
