"""ClaimTable, the rows of claims in TOML, CSV or a text, with their places and mistakes."""

import itertools
import os
import re
import tomllib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from dpexact.audit.claim_row import COLUMNS, OPTIONAL, REQUIRED, claim_of_cells
from dpexact.audit.claims_in_text import claims_of_text
from dpexact.audit.number_in_text import END_OF_LINE
from dpexact.audit.paper import Quantities, registered
from dpexact.audit.printed import Claim
from dpexact.audit.row import OPEN, AuditRow
from dpexact.certificates.cell_table import MAX_CELL, CellTable, check_commas, parse_csv_table, too_long
from dpexact.certificates.source import (
    BYTE_ORDER_MARK,
    CLAIM_TABLE,
    DOORS,
    PathText,
    described,
    fault,
    kind_of,
    name_of,
    other_kind,
    read_text,
)
from dpexact.errors import DocumentError
from dpexact.numbers.typography import counted, excerpt

FORMAT = "dpexact-claim-table/1"
MARK = "dpexact:"
BEGINNING = 1 << 13  # bytes in which a file that is no text has a zero
SKIPPED = ("__pycache__", "node_modules", "site-packages")
KEY = "claim"  # the one array of tables in a TOML table
MAX_BYTES = 1 << 24
Form = Literal["text", "csv", "toml"]
_Row = tuple[CellTable, DocumentError | None, int | None]  # with the fault of the row as a whole, and its first line
_HEADER = re.compile(rf"""\s*\[\[\s*(?:{KEY}|"{KEY}"|'{KEY}')\s*\]\]\s*(?:#.*)?""")


@dataclass(frozen=True)
class ClaimTable:
    """The rows of one file, in its order, not yet judged.

    A row that cannot be read has an `error`, which names the place. `hint` says for which command a document without a
    claim is.
    """

    file: str
    rows: tuple[AuditRow, ...]
    hint: str = ""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of the rows that can be read."""
        return tuple(row.claim for row in self.rows if row.error is None)


def load_claim_table(path: PathText, quantities: Quantities | None = None) -> ClaimTable:
    """Read a claim table of which every row can be read.

    Raises DocumentError, with the place in the table, as `read_claim_table`, and for the first unreadable row.
    Reference: docs/claim-table.md.
    """
    table = read_claim_table(path, quantities)
    for row in table.rows:
        if row.error is not None:
            raise row.error
    return table


def read_claim_table(path: PathText, quantities: Quantities | None = None) -> ClaimTable:
    """Read a claim table, TOML or CSV, told apart by the end of the name or else by the first line.

    Any other text is the table of the claims in it (`form_of`), and may have none.

    `quantities` are the known ones by name, by default those of the installed papers.

    A row with a column that is missing or unknown, a cell that is not text, an unknown quantity, parameter, meaning or
    verdict, printed text that is not a number, or an id that an earlier row has, is an `AuditRow` with an `error`.

    Raises DocumentError, with the place, for a table that cannot be read at all or is without rows.
    Reference: docs/claim-table.md.
    """
    known = registered() if quantities is None else quantities
    file = name_of(path)
    may_be_text = not file.lower().endswith((".csv", ".toml")) and os.fspath(path) != "-"
    try:
        text = read_text(path, max_bytes=MAX_BYTES, may_be_empty=may_be_text)
    except DocumentError:
        if may_be_text and _is_file_without_mark(path):  # such as a picture, or a text in another encoding
            return ClaimTable(file, ())
        raise
    form = form_of(file, text)
    wrong = None if form == "text" else other_kind(file, text, CLAIM_TABLE)
    if wrong is not None:
        raise wrong
    rows = cell_rows(form, file, text)
    seen: dict[str, str] = {}
    hint = "" if rows else DOORS.get(str(kind_of(text)), "")
    return ClaimTable(file, tuple(_read(*row, seen, known) for row in rows), hint)


def form_of(file: str, text: str) -> Form:
    """Return the form of a document, which is searched for claims as a text unless it is a claim table.

    A name that ends in .csv is that of a table, and so is one that ends in .toml if the document has claims, the format
    of a table, or rows like those of a table under another key. Without an end, as for the standard input, the text is
    judged by its first lines.
    """
    suffix, plain = PurePath(file).suffix.lower(), text.removeprefix(BYTE_ORDER_MARK)
    if suffix == ".toml":
        try:
            document = tomllib.loads(plain)
        except (ValueError, RecursionError):
            return "toml" if KEY in text else "text"  # a template, for example
        named = str(document.get("format")).startswith(FORMAT.partition("/")[0])
        rows = (row for entries in document.values() if isinstance(entries, list) for row in entries)
        alike = any(isinstance(row, dict) and "printed" in row and "quantity" in row for row in rows)
        return "toml" if KEY in document or named or alike else "text"
    if suffix:
        return "csv" if suffix == ".csv" else "text"
    if "id" in (cell.strip(' "\r') for cell in re.split("[,;\t|]", plain.lstrip().partition("\n")[0])):
        return "csv"
    return "toml" if kind_of(text) or (file == "<standard input>" and MARK not in text.lower()) else "text"


def cell_rows(form: Form, file: str, text: str) -> list[_Row]:
    """Return the cells of each row of a document, with its fault and its line. Raises DocumentError without rows."""
    return {"text": _text_rows, "csv": _csv_rows, "toml": _toml_rows}[form](file, text)


def claimed_files(folder: PathText) -> list[str]:
    """Return the files of a folder and of those in it that are claim tables or hold a claim, in order.

    Hidden folders and those of installed packages are left out.

    Raises DocumentError for a folder in it that cannot be read.
    """

    def refuse(error: OSError) -> None:
        reason, remedy = error.strerror or str(error), "check its permissions, or name the files"
        raise fault(str(error.filename), "", "a folder that can be read", reason, remedy)

    paths = []
    for place, folders, files in os.walk(folder, onerror=refuse):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if not (name.startswith(".") or name in SKIPPED or (here / name / "pyvenv.cfg").exists())
        )
        paths += [str(here / name) for name in sorted(files) if (here / name).is_file() and _is_claimed(here / name)]
    return paths


def _is_claimed(path: Path) -> bool:
    """Tell whether a file of a folder is a claim table or a text with a claim. One that cannot be read is neither."""
    try:
        text = read_text(path, max_bytes=MAX_BYTES, may_be_empty=True)
    except DocumentError:
        return not _is_file_without_mark(path)
    if form_of(str(path), text) == "text":
        return bool(claims_of_text(str(path), text))
    heading = text if path.suffix.lower() == ".toml" else text.partition("\n")[0]
    is_toml_claim = heading is text and MARK in text.lower()
    return kind_of(text) == CLAIM_TABLE or is_toml_claim or all(column in heading for column in REQUIRED)


def _is_file_without_mark(path: PathText) -> bool:
    """Tell whether a path is that of a file without the word of a claim, or of a file that is not text."""
    try:
        with Path(path).open("rb") as stream:
            beginning = stream.read(BEGINNING)
            if beginning.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
                return b"dpexact" not in (beginning + stream.read()).replace(b"\0", b"").lower()
            if b"\0" in beginning:
                return True
            stream.seek(0)
            return not any(b"dpexact" in line.lower() for line in stream)
    except (OSError, ValueError):
        return False


def _read(
    row: CellTable, wrong: DocumentError | None, line: int | None, seen: dict[str, str], known: Quantities
) -> AuditRow:
    """Return the row of a claim, or of an error. `seen` has the places of the ids before it."""
    cell = row.cells.get("id")
    claim_id = cell.strip() if isinstance(cell, str) and cell.strip() else None
    try:
        if wrong is not None:
            raise wrong
        if claim_id in seen:
            came = f"{excerpt(str(claim_id))!r} again (first at {seen[str(claim_id)]})"
            raise row.fault("id", "ids that are unique in the table", came, "rename one of the two")
        if claim_id is not None:
            seen[claim_id] = row.at("id")
        return AuditRow(row.file, claim_of_cells(row, known), None, OPEN, place=row.at("parameters"), line=line)
    except DocumentError as error:  # of which no more than the id can be read, or not even that
        claim = Claim(claim_id or "", "", "", {}, "", "exact")
        return AuditRow(row.file, claim, None, OPEN, error=error, line=line)


def _text_rows(file: str, text: str) -> list[_Row]:
    claims = claims_of_text(file, text)
    return [(CellTable(file, claim.place, claim.cells, joint=", "), claim.fault, claim.line) for claim in claims]


def _toml_rows(file: str, text: str) -> list[_Row]:
    if text.lstrip().startswith("{"):
        raise fault(file, "", "TOML", "JSON", "a claim table is TOML or CSV; mechanisms are for dpexact verify")
    document = CellTable.parsed(file, text, "docs/claim-table.md has an example")
    if document.cells.get("format", FORMAT) != FORMAT:
        remedy = "this version of dpexact reads only that format"
        raise document.fault("format", f'"{FORMAT}"', "another format", remedy)
    entries, keys = document.cells.get(KEY), [key for key in document.cells if key != "format"]
    if keys != [KEY] or not isinstance(entries, list) or not entries:
        came = f"the keys {excerpt(', '.join(keys))}" if keys else "nothing"
        came = f"{described(entries)} for {KEY}" if keys == [KEY] else came
        raise document.fault("", f"one array of tables, [[{KEY}]]", came, f"write each row as an entry of [[{KEY}]]")
    rows: list[_Row] = []
    for index, (entry, line) in enumerate(zip(entries, toml_lines(text, len(entries)), strict=True)):
        is_table = isinstance(entry, dict)
        row = CellTable(file, f"{KEY}[{index}]", entry if is_table else {})
        wrong = row.fault("", "a table", described(entry), f"write each row as an entry of [[{KEY}]]")
        rows.append((row, None if is_table else wrong, line))
    return rows


def _csv_rows(file: str, text: str) -> list[_Row]:
    records = parse_csv_table(file, text)
    check_commas(file, records)
    if len(records) < 2:
        expected, came = "a line of column names and a line for each claim", "one line" if records else "none"
        raise fault(file, "", expected, came, "docs/claim-table.md says what the columns are")
    first_line, header = records[0]
    columns = [column.strip() for column in header]
    heading = CellTable(file, f"line {first_line}", dict.fromkeys(columns))
    if len(heading.cells) != len(columns):
        raise heading.fault("", "distinct column names", "a repeated name", f"use each of {', '.join(COLUMNS)} once")
    heading.require(REQUIRED, OPTIONAL)
    lines = END_OF_LINE.split(text.removeprefix(BYTE_ORDER_MARK))
    rows: list[_Row] = []
    for (before, _), (line, record) in itertools.pairwise(records):  # each with the line on which it ends
        cells = {column: cell for column, cell in zip(columns, record, strict=False) if len(cell) <= MAX_CELL}
        row, wrong = CellTable(file, f"line {line}", cells, joint=", column "), None
        if any(len(cell) > MAX_CELL for cell in record):
            wrong = too_long(file, line)
        elif len(record) != len(columns):
            remedy = "quote cells that contain commas" if len(record) > len(columns) else "write the empty cells too"
            wrong = row.fault("", f"{counted(len(columns), 'cell')}, as in the header", f"{len(record)}", remedy)
        first = next((number for number in range(before + 1, line + 1) if lines[number - 1].strip()), line)
        rows.append((row, wrong, first))
    return rows


def toml_lines(text: str, count: int) -> list[int | None]:
    """Return the line of each of the `count` tables [[claim]] of a text, from 1, or None if it is not known.

    The lines are found in the text. If there are not as many as tables (a document written on one line, text over
    several lines that looks like a header), none is known.
    """
    plain = enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), start=1)
    lines = [number for number, line in plain if _HEADER.fullmatch(line)]
    return [*lines] if len(lines) == count else [None] * count
