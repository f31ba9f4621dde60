"""Long lines of text brought to the width of a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

INDENT = 4

_HEAD = re.compile(r" *(?:\S+ {2,})?")  # the indentation, and a first word with a column to itself


def wrapped(text: str, width: int) -> str:
    """Return the text with every line that is longer than `width` broken between words, its rest indented below it."""
    return "\n".join(line if len(line) <= width else _broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    blanks, head = len(line) - len(line.lstrip()), len(_HEAD.match(line)[0])  # type: ignore[index]
    hanging = head if blanks < head <= width // 3 else blanks + INDENT
    return filled(line, max(width, hanging + INDENT), rest=" " * hanging, cut=False)


def filled(text: str, width: int | None, *, first: str = "", rest: str = "", cut: bool = True) -> str:
    """Wrap a paragraph, indented by `first` and then by `rest`. The width None wraps nothing.

    A word too long for a line ends at a comma, or is cut at the end of the line if it has none, unless `cut` is false.
    """
    paragraph = " ".join(map(str.strip, text.split("\n"))) if "\n" in text else text
    if width is None or len(first) + len(paragraph) <= width:
        return first + paragraph
    room = max(width - len(rest), 1)
    if cut:
        paragraph = re.sub(r"\S+", lambda word: _parted(word[0], room), paragraph)
    return textwrap.fill(
        paragraph,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=cut,
        break_on_hyphens=False,
    )


def _parted(word: str, room: int) -> str:
    """Return the word, with blanks behind commas if it is longer than the room."""
    if len(word) <= room:
        return word
    lines = [""]
    for piece in re.findall("[^,]*,|[^,]+", word):
        if len(lines[-1]) + len(piece) <= room:
            lines[-1] += piece
        else:
            lines.append(piece)
    return " ".join(filter(None, lines))


def aligned(pairs: Sequence[tuple[str, str]], indent: str = "  ") -> list[str]:
    """Return a line for each pair of a term and its text, the texts below each other."""
    width = max((len(term) for term, _ in pairs), default=0)
    return [f"{indent}{term.ljust(width)}   {text}" for term, text in pairs]
