"""A CellTable, of TOML or CSV, whose cells are checked as they are read, and the records of a CSV text."""

from __future__ import annotations

import csv
import io
import re
import threading
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dpexact.certificates.source import BYTE_ORDER_MARK, Refused, described, fault
from dpexact.errors import DocumentError
from dpexact.numbers.typography import did_you_mean, excerpt

_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_PLACE = re.compile(r"\(at (?:(?P<place>line [0-9]+, column [0-9]+)|end of document)\)\Z")
MAX_CELL = 131072  # characters of CSV
_READING = threading.Lock()  # the limit of the csv module is one for the whole process


def refused_float(number: str) -> Refused:
    """Return the value that stands for a float in a document without floats."""
    return Refused(f"the float {excerpt(number)}")


@dataclass(frozen=True)
class CellTable:
    """A table of a document before its cells are checked, and its place in messages. `page` names an example.

    The place of a cell is that of the table, the joint, and the name of the column. Each reader of a cell raises
    DocumentError. A reader with `optional` takes a missing cell for an empty one.
    """

    file: str
    place: str
    cells: Mapping[str, Any]
    page: str = ""
    joint: str = "."

    @classmethod
    def parsed(
        cls, file: str, text: str, page: str = "", parse_float: Callable[[str], object] = refused_float
    ) -> CellTable:
        """Return the document of a text. Raises DocumentError with the line of a syntax error."""
        try:
            return cls(file, "", tomllib.loads(text.removeprefix(BYTE_ORDER_MARK), parse_float=parse_float), page)
        except (ValueError, RecursionError) as error:  # tomllib raises both; a syntax error is a ValueError
            reason = "nesting that is too deep" if isinstance(error, RecursionError) else str(error)
        match = _PLACE.search(reason)
        place = "" if match is None else match["place"] or f"line {len(text.splitlines())}"
        came = f"a syntax error ({excerpt(reason[: match.start()].strip())})" if match else excerpt(reason)
        raise fault(file, place, "TOML", came, f"correct the syntax{f'; {page}' if page else ''}")

    def at(self, column: str) -> str:
        """Return the place of a cell."""
        return self.joint.join(filter(None, (self.place, column)))

    def fault(self, column: str, expected: str, came: str, remedy: str) -> DocumentError:
        """Return the error for a mistake in a cell, or in the table as a whole for no column."""
        return fault(self.file, self.at(column), expected, came, remedy)

    def require(self, columns: Collection[str], optional: Collection[str] = ()) -> None:
        """Check that all required columns and no others than optional ones are there."""
        for column in columns:
            if column not in self.cells:
                raise self.fault("", f"the column {column!r}", "none", f"every one has {', '.join(columns)}")
        for column in self.cells:
            if column not in (*columns, *optional):
                expected = f"only the columns {', '.join((*columns, *optional))}"
                meant = did_you_mean(column, (*columns, *optional))
                raise self.fault("", expected, f"a column {excerpt(column)!r}", f"correct or remove it{meant}")

    def text(self, column: str, *, blank: bool = False, optional: bool = False) -> str:
        """Return the text of a cell, without white space around it."""
        value = self.cells.get(column, "" if optional else None)
        if not isinstance(value, str):
            came, remedy = (described(value), "put it in quotes") if column in self.cells else ("none", "write it")
            raise self.fault(column, "text", came, remedy)
        if not value.strip() and not blank and column in self.cells:
            raise self.fault(column, "text", "an empty cell", "fill it in")
        return value.strip()

    def word(self, column: str, words: Collection[str]) -> str:
        """Return the text of a cell, one of these words."""
        word = self.text(column)
        if word not in words:
            remedy = f"correct the cell{did_you_mean(word, words)}"
            raise self.fault(column, f"one of {', '.join(words)}", repr(excerpt(word)), remedy)
        return word

    def flag(self, column: str) -> bool:
        """Return a cell that is true or false."""
        value = self.cells.get(column)
        if not isinstance(value, bool):
            raise self.fault(column, "true or false", described(value), "write one of the two")
        return value

    def table(self, column: str, expected: str = "a table", remedy: str = "", *, optional: bool = False) -> CellTable:
        """Return a cell that is a table."""
        value = self.cells.get(column, {} if optional else None)
        if not isinstance(value, Mapping):
            raise self.fault(column, expected, described(value), remedy or 'write { name = "text" }')
        return CellTable(self.file, self.at(column), value, self.page)

    def texts(self, column: str, *, optional: bool = False) -> dict[str, str]:
        """Return the texts of a cell that is a table."""
        inner = self.table(column, optional=optional)
        return {name: inner.text(name) for name in inner.cells}

    def list(self, column: str, words: Collection[str] | None = None, *, optional: bool = False) -> tuple[str, ...]:
        """Return the texts of a cell that is a list of them, at least one, all of them words if these are given."""
        inner = CellTable(self.file, "", dict(self._items(column, "text", "a list", optional=optional)))
        return tuple(inner.text(place) if words is None else inner.word(place, words) for place in inner.cells)

    def rows(self, column: str, *, optional: bool = False) -> Iterator[CellTable]:
        """Yield the tables of a cell that is a list of them."""
        for place, cells in self._items(column, "table", "a list of tables", optional=optional):
            if not isinstance(cells, Mapping):
                raise fault(self.file, place, "a table", described(cells), f"write each as a table{self._example}")
            yield CellTable(self.file, place, cells, self.page)

    def _items(self, column: str, kind: str, remedy: str, *, optional: bool) -> Iterator[tuple[str, Any]]:
        """Yield the items of a list, at least one, with their places."""
        if optional and column not in self.cells:
            return
        value = self.cells.get(column)
        if not isinstance(value, list) or not value:
            raise self.fault(column, f"at least one {kind}", described(value), f"write {remedy}{self._example}")
        for index, item in enumerate(value):
            yield f"{self.at(column)}[{index}]", item

    @property
    def _example(self) -> str:
        return f"; {self.page}" if self.page else ""


def toml_text(text: str) -> str:
    """Return a text as a basic string of TOML."""
    signs = (_ESCAPED.get(sign) or (sign if sign.isprintable() else f"\\U{ord(sign):08x}") for sign in text)
    return f'"{"".join(signs)}"'


def parse_csv_table(file: str, text: str) -> list[tuple[int, list[str]]]:
    """Return the records of a CSV text with their line numbers, without empty lines and byte order mark.

    Cells are of any length here. Their readers refuse those of more than MAX_CELL characters.

    Raises DocumentError for a quote that is not closed and the like.
    """
    reader = csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""), strict=True)
    records = []
    _READING.acquire()
    allowed = csv.field_size_limit(len(text) + 1)
    try:
        for record in reader:
            if record:
                records.append((reader.line_num, record))  # noqa: PERF401 - the line number moves with the reader
    except csv.Error as error:
        place = f"line {reader.line_num}"
        raise fault(file, place, "comma-separated values", f"a syntax error ({error})", "check the quotes") from None
    finally:
        csv.field_size_limit(allowed)
        _READING.release()
    return records


def check_commas(file: str, records: list[tuple[int, list[str]]]) -> None:
    """Raise DocumentError for a header whose cells are separated by something else."""
    for sign, name in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
        if records and len(records[0][1]) == 1 and sign in records[0][1][0]:
            remedy = "write commas instead, and decimals with a point"
            raise fault(file, f"line {records[0][0]}", "cells separated by commas", name, remedy)


def too_long(file: str, line: int) -> DocumentError:
    """Return the error for a record with a cell that is too long."""
    return fault(file, f"line {line}", f"cells of at most {MAX_CELL} characters", "a longer one", "shorten it")
