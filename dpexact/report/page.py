"""A Page: what a report shows, whatever it is about; `page_html` writes it as one HTML file.

A new kind of report is an adapter: it says what was asked, which verdicts there are, and makes an `Entry` of each row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

Tone = Literal["good", "bad", "open", "plain"]  # the colour and the sign of a verdict
SortKey: TypeAlias = "str | int | Fraction | None"  # None comes last


@dataclass(frozen=True)
class Verdict:
    """A word that rows are judged with, its tone, and what it means to someone who reads it for the first time."""

    name: str
    tone: Tone
    meaning: str


@dataclass(frozen=True)
class Word:
    """A word that a reader may not know, and what it means here."""

    word: str
    meaning: str


@dataclass(frozen=True)
class Column:
    """A heading; numbers are set in figures of equal width."""

    title: str
    numbers: bool = False


@dataclass(frozen=True)
class Cell:
    """What stands in a column: a text, a smaller one below it, and what rows are sorted by (the text if None)."""

    text: str
    small: str = ""
    key: SortKey = None
    missing: bool = False  # sorts after all others


@dataclass(frozen=True)
class Detail:
    """A line of what is shown when a row is opened."""

    term: str
    text: str
    code: bool = False


@dataclass(frozen=True)
class Attachment:
    """Evidence to download: the name of the file, its JSON text, what the link says, whether it is the row itself."""

    file: str
    text: str
    title: str
    is_row: bool = False


@dataclass(frozen=True)
class Plot:
    """An SVG element, made by `dpexact.report.svg`, and a sentence on what is to be seen."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Entry:
    """One row: its name, where it is from, a cell for each further column, its verdict, and what opening it shows.

    `remark` stands below the verdict; `attention` marks a row that a reader should look at first, `opened` one whose
    details are what there is to see.
    """

    name: str
    origin: str
    group: str
    cells: tuple[Cell, ...]
    verdict: str
    remark: str = ""
    attention: bool = False
    opened: bool = False
    details: tuple[Detail, ...] = ()
    plots: tuple[Plot, ...] = ()
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class Page:
    """A report. `columns` are those between the name and the verdict.

    `left_out` says which rows are not among the entries; then `counts` has the number of all rows of each verdict.
    """

    title: str
    asked: tuple[str, ...]  # paragraphs: what was asked, and how it was answered
    summary: str
    name_title: str
    group_title: str
    columns: tuple[Column, ...]
    verdicts: tuple[Verdict, ...]
    entries: tuple[Entry, ...]
    words: tuple[Word, ...]
    again: tuple[str, ...]  # the commands that give these answers again
    counts: Mapping[str, int] | None = None
    left_out: str = ""
