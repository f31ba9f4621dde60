"""Rows as text and Markdown, and the lines that both are made of.

Rows stand in columns or, if the terminal is too narrow for them, each as a block of lines.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from dpexact.numbers.typography import printable
from dpexact.report.row import Row, Tone, Verdict

_HEAD = re.compile(r" *(?:\S+ {2,})?")  # the indentation, and a first word with a column to itself
GAP = "  "  # between two columns
INDENT = "    "
LEAST_NOTES = 24
LEAST_WIDTH = 20
COLORS: dict[Tone, str] = {"good": "32", "bad": "31", "open": "33"}
DIFFERENT = "1;7;31"  # bold, reversed, red
JUDGED = ("verdict", "remarks")


def wrapped(text: str, width: int) -> str:
    """Return the text with every line that is longer than `width` broken between words, its rest indented below it."""
    return "\n".join(line if len(line) <= width else _broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    blanks, head = len(line) - len(line.lstrip()), len(_HEAD.match(line)[0])  # type: ignore[index]
    hanging = head if blanks < head <= width // 3 else blanks + len(INDENT)
    return filled(line, max(width, hanging + len(INDENT)), rest=" " * hanging, cut=False)


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
        paragraph, width, initial_indent=first, subsequent_indent=rest, break_long_words=cut, break_on_hyphens=False
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


def cell(text: str) -> str:
    """Write text that Markdown shows as it is, in one cell of a table."""
    escaped = "".join(f"\\{sign}" if sign in "\\|*_<>[]`" else sign for sign in text)
    return " ".join(escaped.split())


def markdown_table(header: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a table of cells that are Markdown already. `cell` makes one from a text."""
    return [f"| {' | '.join(row)} |" for row in (header, ("---",) * len(header), *rows)]


@dataclass(frozen=True)
class TextView:
    """A view of rows as text, with the titles of the name and of the first cells, the verdicts, width and color.

    No line is longer than the width, if there is one.
    """

    columns: Sequence[str]
    verdicts: Sequence[Verdict]
    width: int | None = None
    color: bool = False

    @property
    def header(self) -> tuple[str, ...]:
        """The names of all columns."""
        return (*self.columns, *JUDGED)

    @property
    def limit(self) -> int | None:
        """The length of the longest line. A terminal narrower than 20 is taken for one of 20."""
        return None if self.width is None else max(self.width, LEAST_WIDTH)

    def texts(self, row: Row) -> tuple[str, ...]:
        """Return the texts of a row under the header, in characters that print."""
        cells = [] if row.error else [f"{cell.text} {cell.small}".strip() for cell in row.cells]
        cells += [""] * len(self.columns)
        texts = cells[: len(self.columns) - 1]
        return tuple(map(printable, (row.name, *texts, _judged(row), row.error or row.notes)))

    def lines(self, rows: Sequence[Row]) -> Iterator[str]:
        """Yield the rows, with a heading for each group and an empty line behind it."""
        whole = [self.header, *(self.texts(row) for row in rows if not row.error)]
        widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
        before = sum(widths[:-1]) + len(GAP) * len(widths[:-1])
        in_columns = self.limit is None or before + min(widths[-1], LEAST_NOTES) <= self.limit
        for group, members in grouped(rows):
            yield filled(f"# {printable(group)}", self.limit)
            if in_columns and not all(row.error for row in members):
                yield self._line(self.header, widths)
            for row in members:
                if in_columns and not row.error:
                    yield self._painted(self._line(self.texts(row), widths), row)
                else:
                    yield self.block(row)
            yield ""

    def _line(self, texts: Sequence[str], widths: Sequence[int]) -> str:
        """Return the texts in columns, the last one wrapped."""
        first = "".join(text.ljust(width) + GAP for text, width in zip(texts[:-1], widths, strict=False))
        return filled(texts[-1], self.limit, first=first, rest=" " * len(first)).rstrip() or first.rstrip()

    def block(self, row: Row, *, group: bool = False) -> str:
        """Return a row as a block of lines, the first of which has its verdict, its name, and its group if wanted."""
        name, *texts, verdict, notes = self.texts(row)
        known = [] if row.error else [f"{term} {text}" for term, text in zip(self.columns[1:], texts, strict=True)]
        head = f"{verdict}: {name}{f' ({printable(row.group)})' if group else ''}"
        body = "; ".join(filter(None, (*known, notes)))
        lines = [filled(head, self.limit, rest=INDENT), filled(body, self.limit, first=INDENT, rest=INDENT)]
        caret = [INDENT + printable(line) for line in row.caret.split("\n")[1:]]
        return self._painted("\n".join([*lines, *_around_caret(caret, self.limit)]), row)

    def _painted(self, text: str, row: Row) -> str:
        """Return the text with the verdict in color, if it is not broken over two lines."""
        tones = {verdict.name: verdict.tone for verdict in self.verdicts}
        color = DIFFERENT if row.error or row.fault else COLORS.get(tones.get(row.verdict, "plain"))
        verdict, name = printable(_judged(row)), printable(row.name)
        after_name = text.startswith(name)  # in columns the name comes first, and may hold the same words
        before, verdict_found, after = text[len(name) :].partition(verdict) if after_name else text.partition(verdict)
        if not (self.color and color and verdict_found):
            return text
        return f"{name if after_name else ''}{before}\033[{color}m{verdict}\033[0m{after}"

    def markdown(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield the lines of a table in Markdown for each group, below a heading."""
        for group, members in grouped(rows):
            yield from ("", f"## {cell(printable(group))}", "")
            yield from markdown_table(self.header, (map(cell, self.texts(row)) for row in members))


def grouped(rows: Iterable[Row]) -> list[tuple[str, list[Row]]]:
    """Return the name of each group with its rows, in their order. Two files of one name are two groups."""
    return [(group, list(members)) for (group, _), members in groupby(rows, key=attrgetter("group", "file"))]


def _judged(row: Row) -> str:
    """Return the verdict in words and, if it is not the recorded one, that one too."""
    recorded = f", RECORDED AS {row.recorded}" if row.recorded and row.fault else ""
    return f"{row.judged or row.verdict}{recorded}"


def _around_caret(lines: list[str], limit: int | None) -> list[str]:
    """Return a text and the caret below it, cut at both ends if there is less room."""
    if not lines or limit is None or len(lines[0]) <= limit:
        return lines
    start = max(0, min(len(lines[1]) - limit // 2, len(lines[0]) - limit))
    return [line[start : start + limit] for line in lines]
