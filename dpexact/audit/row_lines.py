"""The lines of a claim table on which its rows begin, for reports that point into the file."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from dpexact.audit.claim_table import KEY, MAX_BYTES
from dpexact.certificates.csv_matrix import parse_csv_table
from dpexact.certificates.source import read_text
from dpexact.errors import DocumentError

if TYPE_CHECKING:
    from dpexact.certificates.source import PathText

_HEADER = re.compile(rf"""\s*\[\[\s*(?:{KEY}|"{KEY}"|'{KEY}')\s*\]\]\s*(?:#.*)?""")


def row_lines(path: PathText, count: int) -> list[int | None]:
    """The line of each of the `count` rows of a table, from 1; None where it cannot be told.

    The lines are found by looking at the text; if there are not as many as rows (a table written on one line, text
    over several lines that looks like a header, a file that has changed or is gone), none is told.
    """
    try:
        found = _lines(str(path), read_text(path, max_bytes=MAX_BYTES))
    except DocumentError:
        found = []
    return list(found) if len(found) == count else [None] * count


def _lines(file: str, text: str) -> list[int]:
    lines = text.split("\n")
    found = [number for number, line in enumerate(lines, start=1) if _HEADER.fullmatch(line)]
    if found and not file.lower().endswith(".csv"):
        return found
    ends = [line for line, _ in parse_csv_table(file, text)]  # the line on which a record ends; the first is the header
    return [_start(lines, before, end) for before, end in itertools.pairwise(ends)]


def _start(lines: list[str], before: int, end: int) -> int:
    """The first line of a record that ends on `end`: what follows the one before it, but for empty lines."""
    return next((number for number in range(before + 1, end + 1) if lines[number - 1].strip()), end)
