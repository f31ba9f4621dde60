"""The TOML documents of the ledger, read table by table and cell by cell, with the place of every fault."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from dpexact.certificates.source import PathText, Refused, described, fault, name_of, read_text
from dpexact.errors import DocumentError
from dpexact.numbers.typography import excerpt

MAX_BYTES = 1 << 24
PAGE = "docs/ledger-format.md has an example"


@dataclass(frozen=True)
class Table:
    """A table of a document before its cells are checked, and its place in messages."""

    file: str
    place: str
    cells: Mapping[str, object]

    def at(self, column: str) -> str:
        """Return the place of a cell."""
        return f"{self.place}.{column}" if self.place else column

    def fault(self, column: str, expected: str, came: str, remedy: str) -> DocumentError:
        """Return the error for a mistake in a cell."""
        return fault(self.file, self.at(column), expected, came, remedy)

    def require(self, columns: Collection[str], optional: Collection[str] = ()) -> None:
        """Check that all required columns and no others than optional ones are there. Raises: DocumentError."""
        for column in columns:
            if column not in self.cells:
                remedy = f"every one has {', '.join(columns)}"
                raise fault(self.file, self.place, f"the column {column!r}", "none", remedy)
        for column in self.cells:
            if column not in (*columns, *optional):
                came = f"a column {excerpt(column)!r}"
                expected = f"only the columns {', '.join((*columns, *optional))}"
                raise fault(self.file, self.place, expected, came, "remove it")

    def text(self, column: str, *, blank: bool = False) -> str:
        """Return the text of a cell, without white space around it. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, str):
            raise self.fault(column, "text", described(value), "put it in quotes")
        if not value.strip() and not blank:
            raise self.fault(column, "text", "an empty cell", "fill it in")
        return value.strip()

    def word(self, column: str, words: Collection[str]) -> str:
        """Return the text of a cell, one of these words. Raises: DocumentError."""
        word = self.text(column)
        if word not in words:
            raise self.fault(column, f"one of {', '.join(words)}", repr(excerpt(word)), "correct the cell")
        return word

    def table(self, column: str, expected: str = "a table", remedy: str = 'write { name = "text" }') -> Table:
        """Return a cell that is a table. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, Mapping):
            raise self.fault(column, expected, described(value), remedy)
        return Table(self.file, self.at(column), value)

    def texts(self, column: str) -> dict[str, str]:
        """Return the texts of a cell that is a table. Raises: DocumentError."""
        inner = self.table(column)
        return {name: inner.text(name) for name in inner.cells}

    def list(self, column: str) -> tuple[str, ...]:
        """Return the texts of a cell that is a list of them, at least one. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, list) or not value:
            raise self.fault(column, "at least one text", described(value), f"write a list; {PAGE}")
        inner = Table(self.file, "", {f"{self.at(column)}[{index}]": item for index, item in enumerate(value)})
        return tuple(map(inner.text, inner.cells))

    def rows(self, column: str) -> Iterator[Table]:
        """Yield the tables of a cell that is a list of them. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, list) or not value:
            raise self.fault(column, "at least one table", described(value), f"write a list of tables; {PAGE}")
        for index, cells in enumerate(value):
            place = f"{self.at(column)}[{index}]"
            if not isinstance(cells, Mapping):
                raise fault(self.file, place, "a table", described(cells), f"write each as a table; {PAGE}")
            yield Table(self.file, place, cells)


def read_document(path: PathText, form: str, keys: Collection[str]) -> Table:
    """Return the document in a TOML file whose key `format` is `form`, with exactly these further keys.

    Raises: DocumentError for a file that cannot be read, is not TOML, of another format, or has other keys.
    """
    file = name_of(path)
    text = read_text(path, max_bytes=MAX_BYTES)
    try:
        document = tomllib.loads(text, parse_float=lambda number: Refused(f"the float {excerpt(number)}"))
    except (ValueError, RecursionError) as error:
        reason = "nesting that is too deep" if isinstance(error, RecursionError) else excerpt(str(error))
        raise fault(file, "", "TOML", reason, f"correct the syntax; {PAGE}") from None
    if document.get("format") != form:
        came = described(document.get("format"))
        raise fault(file, "format", f'"{form}"', came, "this version of dpexact reads only that format")
    if document.keys() != {"format", *keys}:
        came = f"the keys {excerpt(', '.join(document))}"
        raise fault(file, "", f"the keys format, {', '.join(keys)}", came, "add or remove what differs")
    return Table(file, "", document)
