"""The TOML documents of the ledger: their heads, their rows and their cells, every fault with its place."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from dpexact.certificates.source import PathText, Refused, described, fault, name_of, read_text
from dpexact.numbers.typography import excerpt

MAX_BYTES = 1 << 24
PAGE = "docs/ledger-format.md has an example"


@dataclass(frozen=True)
class Row:
    """A table of a document before its cells are checked, and how messages call it."""

    file: str
    place: str
    cells: Mapping[str, object]

    def at(self, column: str) -> str:
        """Return the place of a cell."""
        return f"{self.place}.{column}" if self.place else column

    def require(self, columns: Collection[str], optional: Collection[str] = ()) -> None:
        """Check that the required columns are there, and only those and optional ones. Raises: DocumentError."""
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
            raise fault(self.file, self.at(column), "text", described(value), "put it in quotes")
        if not value.strip() and not blank:
            raise fault(self.file, self.at(column), "text", "an empty cell", "fill it in")
        return value.strip()

    def texts(self, column: str) -> dict[str, str]:
        """Return the texts of a cell that is a table. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, Mapping):
            raise fault(self.file, self.at(column), "a table", described(value), 'write { name = "text" }')
        inner = Row(self.file, self.at(column), value)
        return {name: inner.text(name) for name in value}

    def tables(self, column: str) -> dict[str, dict[str, str]]:
        """Return the tables of texts in a cell that is a table of them. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, Mapping):
            raise fault(self.file, self.at(column), "a table of tables", described(value), PAGE)
        inner = Row(self.file, self.at(column), value)
        return {name: inner.texts(name) for name in value}

    def list(self, column: str) -> tuple[str, ...]:
        """Return the texts of a cell that is a list of them, at least one. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, list) or not value:
            raise fault(self.file, self.at(column), "at least one text", described(value), f"write a list; {PAGE}")
        inner = Row(self.file, "", {f"{self.at(column)}[{index}]": one for index, one in enumerate(value)})
        return tuple(map(inner.text, inner.cells))

    def rows(self, column: str, *, empty: bool = False) -> Iterator[Row]:
        """Yield the tables of a cell that is a list of them. Raises: DocumentError."""
        value = self.cells[column]
        if not isinstance(value, list) or not (value or empty):
            came = described(value)
            raise fault(self.file, self.at(column), "at least one table", came, f"write a list of tables; {PAGE}")
        for index, cells in enumerate(value):
            place = f"{self.at(column)}[{index}]"
            if not isinstance(cells, Mapping):
                raise fault(self.file, place, "a table", described(cells), f"write each as a table; {PAGE}")
            yield Row(self.file, place, cells)


def read_document(path: PathText, form: str, keys: Collection[str]) -> Row:
    """Return the document in a TOML file whose key `format` is `form`, with these further keys and no others.

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
    return Row(file, "", document)
