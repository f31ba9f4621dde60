"""ClaimTable, the rows of claims in TOML, CSV or a text, with their places and mistakes."""

from __future__ import annotations

import itertools
import os
import re
import tomllib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from pathlib import Path, PurePath
from typing import cast

from dpexact.audit.claims_in_text import claims_of_text
from dpexact.audit.judgement import parse_tolerance
from dpexact.audit.paper import Quantities, registered
from dpexact.audit.printed import MEANINGS, SAFE_SIDES, VERDICTS, Claim, Meaning, parse_printed
from dpexact.audit.quantity import Quantity, misnamed
from dpexact.audit.row import AuditRow, unreadable
from dpexact.certificates.csv_matrix import MAX_CELL, check_commas, parse_csv_table, too_long
from dpexact.certificates.source import (
    BYTE_ORDER_MARK,
    CLAIM_TABLE,
    DOORS,
    MAX_SHOWN,
    PathText,
    Refused,
    described,
    fault,
    kind_of,
    name_of,
    other_kind,
    read_text,
)
from dpexact.errors import DocumentError, DPExactError
from dpexact.numbers.typography import counted, did_you_mean, excerpt

LEAST = 0.4  # of the letters, for a quantity to be listed
SAID: dict[Meaning, tuple[str, ...]] = {
    "at-most": (
        *("<=", "<", "=<", "\N{LESS-THAN OR EQUAL TO}", "\\leq", "\\le"),
        *("upper bound", "upper", "max", "maximum"),
    ),
    "at-least": (
        *(">=", ">", "=>", "\N{GREATER-THAN OR EQUAL TO}", "\\geq", "\\ge"),
        *("lower bound", "lower", "min", "minimum"),
    ),
    "about": (
        *("~", "~=", "\N{ALMOST EQUAL TO}", "\N{TILDE OPERATOR}", "\\approx", "\\sim", "approximately", "approximate"),
        *("approx", "ca", "circa", "around", "roughly", "nearly"),
    ),
    "exact": ("=", "==", "equal", "equals", "equal to"),
    "rounded": ("nearest", "rounded to nearest", "half up"),
    "rounded-up": ("up", "ceil", "ceiling"),
    "truncated": ("down", "rounded down", "floor", "cut", "cut off"),
}
MEANT = {word: meaning for meaning, words in SAID.items() for word in words}
FORMAT = "dpexact-claim-table/1"
MARK = "dpexact:"
BEGINNING = 1 << 13  # bytes in which a file that is no text has a zero
SKIPPED = ("__pycache__", "node_modules", "site-packages")
KEY = "claim"  # the one array of tables in a TOML table
MAX_BYTES = 1 << 24
COLUMNS = tuple(field.name for field in fields(Claim))
OPTIONAL = ("expected", "expected_by", "safe", "note", "tolerance", "reading", "reason", "establishes")
PAIRS = ("parameters", "establishes")  # the columns whose cells hold several texts with their names
REQUIRED = tuple(column for column in COLUMNS if column not in OPTIONAL)
MOST_NEAR = 8  # names in a message
NO_LAST_DIGIT = ("exact", "at-most", "at-least")
_TOML_PLACE = re.compile(r"\(at (?:(?P<place>line [0-9]+, column [0-9]+)|end of document)\)\Z")
_HEADER = re.compile(rf"""\s*\[\[\s*(?:{KEY}|"{KEY}"|'{KEY}')\s*\]\]\s*(?:#.*)?""")


def meaning_hint(word: str) -> str:
    """Return the question that follows a meaning in other words or signs, or "" if no meaning is near."""
    spelt = " ".join(re.split(r"[\s_-]+", word[:MAX_SHOWN].lower().strip(" .")))
    near = MEANT.get(spelt) or MEANT.get(word)
    return f"; did you mean {near!r}?" if near else did_you_mean(spelt.replace(" ", "-"), MEANINGS)


def near_quantities(name: str, known: Iterable[str]) -> list[str]:
    """Return the names that share words with this one or are spelt alike, the nearest first."""
    wanted = _words(name[:MAX_SHOWN])

    def rank(other: str) -> tuple[float, float]:
        words = _words(other)
        return len(wanted & words) / len(wanted | words or {""}), SequenceMatcher(None, name[:MAX_SHOWN], other).ratio()

    ranked = sorted(((rank(other), other) for other in known), key=lambda pair: (-pair[0][0], -pair[0][1], pair[1]))
    return [other for (shared, alike), other in ranked if shared or alike >= LEAST]


def _words(name: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[^a-z0-9]+", name.lower()) if word)


@dataclass(frozen=True)
class ClaimTable:
    """The rows of one file, in its order, with the place of the parameters of each in the file.

    A row that cannot be read is one of the audit, with an `error`, which names the place. `hint` says for which command
    a document without a claim is.
    """

    file: str
    rows: tuple[Claim | AuditRow, ...]
    row_places: tuple[str, ...]
    hint: str = ""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The rows that can be read."""
        return tuple(row for row in self.rows if isinstance(row, Claim))

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the parameters of `claims`."""
        pairs = zip(self.rows, self.row_places, strict=True)
        return tuple(place for row, place in pairs if isinstance(row, Claim))


@dataclass(frozen=True)
class _TableRow:
    """The cells of one row before they are checked, and how places in it are called."""

    file: str
    place: str
    before_column: str  # a cell is called by this and the name of its column
    cells: Mapping[str, object]
    fault: DocumentError | None = None  # of the row as a whole

    def at(self, column: str) -> str:
        return self.before_column + column

    def wrong(self, column: str, expected: str, came: str, remedy: str) -> DocumentError:
        """Return the fault of a cell. `column` may name a part of it, "parameters.epsilon"."""
        return fault(self.file, self.at(column), expected, came, remedy)


def load_claim_table(path: PathText, quantities: Quantities | None = None) -> ClaimTable:
    """Read a claim table of which every row can be read.

    Raises DocumentError, with the place in the table, as `read_claim_table`, and for the first unreadable row.
    Reference: docs/claim-table.md.
    """
    table = read_claim_table(path, quantities)
    for row in table.rows:
        if isinstance(row, AuditRow) and row.error is not None:
            raise row.error
    return table


def read_claim_table(path: PathText, quantities: Quantities | None = None) -> ClaimTable:
    """Read a claim table, TOML or CSV, told apart by the end of the name or else by the first line.

    Any other text is the table of the claims in it (`is_text_document`), and may have none.

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
            return ClaimTable(file, (), ())
        raise
    is_text = is_text_document(file, text)
    wrong = None if is_text else other_kind(file, text, CLAIM_TABLE)
    if wrong is not None:
        raise wrong
    read = _text_rows if is_text else _csv_rows if is_csv(file, text) else _toml_rows
    rows = read(file, text)
    seen: dict[str, str] = {}
    claims = tuple(_read(row, seen, known) for row in rows)
    hint = "" if rows else DOORS.get(str(kind_of(text)), "")
    return ClaimTable(file, claims, tuple(row.at("parameters") for row in rows), hint)


def is_text_document(file: str, text: str) -> bool:
    """Tell whether a document is searched for claims, since it is no claim table.

    A name that ends in .csv is that of a table, and so is one that ends in .toml if the document has claims or the
    format of a table. Without an end, as for the standard input, the text is judged by its first lines.
    """
    suffix = PurePath(file).suffix.lower()
    if suffix == ".toml":
        try:
            document = tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
        except (ValueError, RecursionError):
            return KEY not in text  # a template, for example
        return KEY not in document and not str(document.get("format")).startswith(FORMAT.partition("/")[0])
    if suffix:
        return suffix != ".csv"
    return kind_of(text) is None and not is_csv(file, text) and (file != "<standard input>" or MARK in text.lower())


def claimed_files(folder: PathText) -> list[str]:
    """Return the files of a folder and of those in it that are claim tables or hold a claim, in order.

    Hidden folders and those of installed packages are left out.

    Raises DocumentError for a folder in it that cannot be read.
    """

    def refuse(error: OSError) -> None:
        reason, remedy = error.strerror or str(error), "check its permissions, or name the files"
        raise fault(str(error.filename), "", "a folder that can be read", reason, remedy)

    found = []
    for place, folders, files in os.walk(folder, onerror=refuse):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if not (name.startswith(".") or name in SKIPPED or (here / name / "pyvenv.cfg").exists())
        )
        found += [str(here / name) for name in sorted(files) if (here / name).is_file() and _is_claimed(here / name)]
    return found


def _is_claimed(path: Path) -> bool:
    """Tell whether a file of a folder is a claim table or a text with a claim. One that cannot be read is neither."""
    try:
        text = read_text(path, max_bytes=MAX_BYTES, may_be_empty=True)
    except DocumentError:
        return not _is_file_without_mark(path)
    if is_text_document(str(path), text):
        return bool(claims_of_text(str(path), text))
    heading = text if path.suffix.lower() == ".toml" else text.partition("\n")[0]
    is_toml_claim = heading is text and MARK in text.lower()
    return kind_of(text) == CLAIM_TABLE or is_toml_claim or all(column in heading for column in REQUIRED)


def _is_file_without_mark(path: PathText) -> bool:
    """Tell whether a path is that of a file without the word of a claim, or of one that is no text."""
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


def _read(row: _TableRow, seen: dict[str, str], quantities: Quantities) -> Claim | AuditRow:
    """Return the claim of one row, or the row with its error. `seen` has the places of the ids before it."""
    cell = row.cells.get("id")
    claim_id = cell.strip() if isinstance(cell, str) and cell.strip() else None
    try:
        if row.fault is not None:
            raise row.fault
        if claim_id in seen:
            came = f"{excerpt(str(claim_id))!r} again (first at {seen[str(claim_id)]})"
            raise row.wrong("id", "ids that are unique in the table", came, "rename one of the two")
        if claim_id is not None:
            seen[claim_id] = row.at("id")
        return _claim(row, quantities)
    except DocumentError as error:
        return unreadable(row.file, claim_id, error)


def is_csv(file: str, text: str) -> bool:
    """Tell whether a claim table is CSV, by the end of its name or, if that does not tell, by its first line."""
    if file.lower().endswith((".csv", ".toml")):
        return file.lower().endswith(".csv")
    first = text.removeprefix(BYTE_ORDER_MARK).lstrip().partition("\n")[0]
    return "id" in (cell.strip(' "\r') for cell in re.split("[,;\t|]", first))


def _text_rows(file: str, text: str) -> list[_TableRow]:
    return [
        _TableRow(file, claim.place, f"{claim.place}, ", claim.cells, claim.fault)
        for claim in claims_of_text(file, text)
    ]


def _toml_rows(file: str, text: str) -> list[_TableRow]:
    plain = text.removeprefix(BYTE_ORDER_MARK)
    try:
        document = tomllib.loads(plain, parse_float=lambda number: Refused(f"the float {excerpt(number)}"))
    except (ValueError, RecursionError) as error:  # tomllib raises both; a syntax error is a ValueError
        reason = "nesting that is too deep" if isinstance(error, RecursionError) else str(error)
        match = _TOML_PLACE.search(reason)
        came = f"a syntax error ({excerpt(reason[: match.start()].strip())})" if match else excerpt(reason)
        remedy = "correct the syntax; docs/claim-table.md has an example"
        if text.lstrip().startswith("{"):
            came, remedy = "JSON", "a claim table is TOML or CSV; mechanisms are for dpexact verify"
        place = "" if match is None else match["place"] or f"line {len(text.splitlines())}"
        raise fault(file, place, "TOML", came, remedy) from None
    if document.pop("format", FORMAT) != FORMAT:
        raise fault(file, "format", f'"{FORMAT}"', "another format", "this version of dpexact reads only that format")
    entries = document.get(KEY)
    if set(document) != {KEY} or not isinstance(entries, list) or not entries:
        came = f"the keys {excerpt(', '.join(document))}" if document else "nothing"
        if set(document) == {KEY}:
            came = f"{described(entries)} for {KEY}"
        raise fault(file, "", f"one array of tables, [[{KEY}]]", came, f"write each row as an entry of [[{KEY}]]")
    rows = []
    for index, entry in enumerate(entries):
        place, is_table = f"{KEY}[{index}]", isinstance(entry, dict)
        wrong = fault(file, place, "a table", described(entry), f"write each row as an entry of [[{KEY}]]")
        rows.append(_TableRow(file, place, f"{place}.", entry if is_table else {}, None if is_table else wrong))
    return rows


def _csv_rows(file: str, text: str) -> list[_TableRow]:
    records = parse_csv_table(file, text)
    check_commas(file, records)
    if len(records) < 2:
        expected, came = "a line of column names and a line for each claim", "one line" if records else "none"
        raise fault(file, "", expected, came, "docs/claim-table.md says what the columns are")
    (first_line, header), *body = records
    columns = [column.strip() for column in header]
    place = f"line {first_line}"
    if len(set(columns)) != len(columns):
        remedy = f"use each of {', '.join(COLUMNS)} once"
        raise fault(file, place, "distinct column names", "a repeated name", remedy)
    _check_columns(file, place, columns)
    rows = []
    for line, record in body:
        cells: dict[str, object] = dict(zip(columns, record, strict=False))
        wrong = None
        if len(record) != len(columns):
            expected, remedy = f"{counted(len(columns), 'cell')}, as in the header", "quote cells that contain commas"
            wrong = fault(file, f"line {line}", expected, f"{len(record)}", remedy)
        if any(len(cell) > MAX_CELL for cell in record):
            cells = {column: cell for column, cell in cells.items() if len(str(cell)) <= MAX_CELL}
            wrong = too_long(file, line)
        rows.append(_TableRow(file, f"line {line}", f"line {line}, column ", cells, wrong))
    return rows


def _pairs_of_text(row: _TableRow, column: str, cell: str, sign: str) -> dict[str, object]:
    """Return the pairs of a cell such as "name = text; name = text"."""
    pairs: dict[str, object] = {}
    for part in filter(str.strip, cell.split(";")):
        name, equals, text = (piece.strip() for piece in part.partition(sign))
        if not name or not equals or name in pairs:
            raise row.wrong(column, *_wrong_pair(part.strip(), sign, pairs))
        if len(pieces := _run_together(text, sign)) > 1:
            remedy = f"write {name} {sign} {excerpt('; '.join(pieces))}"
            came = f"{excerpt(part.strip())!r} without one"
            raise row.wrong(column, "a ; between two pairs", came, remedy)
        pairs[name] = text
    return pairs


def _wrong_pair(part: str, sign: str, before: Collection[str]) -> tuple[str, str, str]:
    """Return the expectation of a pair, the text that came, and the remedy."""
    name, equals, _ = (piece.strip() for piece in part.partition(sign))
    other, found, rest = (piece.strip() for piece in part.partition({"=": ":", ":": "="}[sign]))
    joint = f" {sign} " if sign == "=" else f"{sign} "
    expected, came = f"name{joint}text", repr(excerpt(part))
    if name in before:
        return "each name once", f"{excerpt(name)!r} again", "remove one of the two"
    if equals:
        return expected, came, f"write a name before the {sign}"
    if found and other and rest:
        return expected, came, f"write {excerpt(f'{other}{joint}{rest}')}, with the sign {sign}"
    return expected, came, f"write the name and {sign} before the value"


def _run_together(text: str, sign: str) -> list[str]:
    """Return the parts of a text that are separated by commas, parameters also by blanks, a pair behind each."""
    pieces, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        behind, parts = text[place + 1 :][:MAX_SHOWN], letter == "," or (letter.isspace() and sign == "=")
        if parts and depth <= 0 and re.match(rf"\s*[^\W\d][\w-]*\s*{sign}", behind):
            pieces.append(text[start:place].strip().rstrip(","))
            start = place + 1
    return [piece for piece in [*pieces, text[start:].strip()] if piece]


def _check_columns(file: str, place: str, columns: Collection[str]) -> None:
    for column in REQUIRED:
        if column not in columns:
            raise fault(file, place, f"the column {column!r}", "none", f"every row has {', '.join(REQUIRED)}")
    for column in columns:
        if column not in COLUMNS:
            came = f"a column {excerpt(column)!r}{did_you_mean(column, COLUMNS)}"
            remedy = "remove it, or put its content into note"
            raise fault(file, place, f"only the columns {', '.join(COLUMNS)}", came, remedy)


def _claim(row: _TableRow, quantities: Quantities) -> Claim:
    _check_columns(row.file, row.place, row.cells)
    own = (*PAIRS, "reading")
    texts = {column: _text(row, column) for column in COLUMNS if column in row.cells and column not in own}
    for column in OPTIONAL:
        if not texts.get(column):
            texts.pop(column, None)  # an empty cell of an optional column says nothing
    _check_choice(row, "meaning", texts["meaning"], MEANINGS)
    _check_quantity(row, texts["quantity"], quantities)
    if "expected" in texts:
        _check_choice(row, "expected", texts["expected"], VERDICTS)
        if "expected_by" not in texts:
            came, remedy = "none", "say what that route is, or leave out expected"
            expected = "the second route that the recorded verdict comes from"
            raise row.wrong("expected_by", expected, came, remedy)
    _check_printed(row, texts["printed"], texts["meaning"])
    quantity = quantities[texts["quantity"]]
    _check_safe(row, texts, quantity)
    _check_tolerance(row, texts.get("tolerance", ""))
    parameters, establishes = _parameters(row, quantity), _establishes(row)
    return Claim(parameters=parameters, reading=_reading(row), establishes=establishes, **texts)  # type: ignore[arg-type]


def _reading(row: _TableRow) -> bool:
    """Return whether the row is about another reading, true or false, in TOML with or without quotes."""
    cell = row.cells.get("reading", False)
    known = {"true": True, "false": False, "": False}
    value = known.get(cell.strip()) if isinstance(cell, str) else cell
    if not isinstance(value, bool):
        raise row.wrong("reading", "true or false", described(cell), "write one of the two, or leave it out")
    return value


def _check_tolerance(row: _TableRow, text: str) -> None:
    try:
        parse_tolerance(text)
    except DPExactError:
        expected = "a number with the word relative (then below 1) or absolute"
        remedy = "write it as '1e-9 relative', or leave it out"
        raise row.wrong("tolerance", expected, repr(excerpt(text)), remedy) from None


def _establishes(row: _TableRow) -> Mapping[str, str]:
    """Return the claims of a ledger that the row is evidence for, with their verdicts."""
    cell = row.cells.get("establishes", "")
    value = _pairs_of_text(row, "establishes", cell, ":") if isinstance(cell, str) else cell
    if not isinstance(value, Mapping):
        expected, remedy = "claims and verdicts", 'write "claim-id: verdict; claim-id: verdict", or a table'
        raise row.wrong("establishes", expected, described(value), remedy)
    for name, text in value.items():
        if not isinstance(text, str) or not text.strip() or not name.strip():
            remedy = "write the verdict of the claim in quotes"
            raise row.wrong(f"establishes.{name}", "a verdict", described(text), remedy)
    return cast("Mapping[str, str]", dict(value))


def _check_safe(row: _TableRow, texts: Mapping[str, str], quantity: Quantity) -> None:
    """Check that the safe side is one of three words, and does not contradict the quantity."""
    if "safe" not in texts:
        return
    _check_choice(row, "safe", texts["safe"], SAFE_SIDES)
    known = quantity.privacy_direction
    if known not in ("neither", f"{texts['safe']}-is-safe"):
        remedy = "leave the cell empty, or correct it"
        expected = f"the side that {texts['quantity']} states, {known}"
        raise row.wrong("safe", expected, repr(texts["safe"]), remedy)


def _text(row: _TableRow, column: str) -> str:
    value = row.cells[column]
    if not isinstance(value, str):
        raise row.wrong(column, "text", described(value), "put it in quotes")
    if not value.strip() and column not in OPTIONAL:
        raise row.wrong(column, "text", "an empty cell", f"fill it in; only {', '.join(OPTIONAL)} may be")
    return value.strip()


def _check_choice(row: _TableRow, column: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        expected = f"one of {', '.join(known)}"
        remedy = f"correct it{meaning_hint(value) if column == 'meaning' else did_you_mean(value, known)}"
        raise row.wrong(column, expected, f"{excerpt(value)!r}", remedy)


def _check_quantity(row: _TableRow, name: str, quantities: Quantities) -> None:
    """Check that the name is a known one. The message shows the nearest names only."""
    if name in quantities:
        return
    near = near_quantities(name, quantities)[:MOST_NEAR]
    names = f"{'' if near else 'a registered name, such as '}{', '.join(near or [*quantities][:MOST_NEAR])}"
    question = did_you_mean(name, quantities).removeprefix("; ")
    question += " " if question else ""
    expected, came = f"{'one like ' if near else ''}{names}", repr(excerpt(name))
    remedy = "correct it; docs/claim-table.md has the names, and --quantities FILE.py adds your own"
    raise row.wrong("quantity", expected, came, f"{question}{remedy}")


def _check_printed(row: _TableRow, printed: str, meaning: str) -> None:
    try:
        number = parse_printed(printed)
    except DPExactError as error:
        expected, came = error.expected or "a printed number", repr(excerpt(printed))
        raise row.wrong("printed", expected, came, error.remedy or "correct it") from None
    if number.unit is None and meaning not in NO_LAST_DIGIT:
        came = f"the fraction {printed!r}"
        remedy = f"{meaning} speaks of the last digit; use {', '.join(NO_LAST_DIGIT)}"
        raise row.wrong("printed", "a decimal", came, remedy)


def _wanted(quantity: Quantity) -> str:
    """Return the parameters of a quantity in words, the optional ones in brackets."""
    names = ", ".join((*quantity.parameters, *(f"[{name}]" for name in quantity.optional)))
    further = ", and the names in the expression" if quantity.any_names else ""
    return f"exactly the parameters {names} of {quantity.name}{further}"


def _parameters(row: _TableRow, quantity: Quantity) -> Mapping[str, str]:
    cell = row.cells["parameters"]
    value = _pairs_of_text(row, "parameters", cell, "=") if isinstance(cell, str) else cell
    if not isinstance(value, Mapping):
        raise row.wrong("parameters", _wanted(quantity), described(value), "write name = text for each")
    missing, unknown, question = misnamed(quantity, list(map(str, value)))
    if missing or unknown:
        came = f"the names {excerpt(', '.join(map(str, value)))}"
        remedy = f"write name = text for each{question}"
        raise row.wrong(".".join(("parameters", *unknown[:1])), _wanted(quantity), came, remedy)
    for name, text in value.items():
        if not isinstance(text, str) or not text.strip():
            remedy = "write its value" if isinstance(text, str) else "put the value in quotes"
            raise row.wrong(f"parameters.{name}", "text", described(text), remedy)
    return cast("Mapping[str, str]", dict(value))


def row_lines(path: PathText, count: int) -> list[int | None]:
    """Return the line of each of the `count` rows of a table, from 1, or None if it is not known.

    The lines are found in the text. If there are not as many as rows (a table written on one line, text over several
    lines that looks like a header, a file that has changed or is gone), none is known.
    """
    try:
        lines = _lines(str(path), read_text(path, max_bytes=MAX_BYTES))
    except DocumentError:
        lines = []
    return list(lines) if len(lines) == count else [None] * count


def _lines(file: str, text: str) -> list[int]:
    if is_text_document(file, text):
        return [claim.line for claim in claims_of_text(file, text)]
    lines = text.split("\n")
    headers = [number for number, line in enumerate(lines, start=1) if _HEADER.fullmatch(line)]
    if headers and not file.lower().endswith(".csv"):
        return headers
    ends = [line for line, _ in parse_csv_table(file, text)]  # the line on which a record ends; the first is the header
    return [  # the first line of each record, behind the record before it and its empty lines
        next((number for number in range(before + 1, end + 1) if lines[number - 1].strip()), end)
        for before, end in itertools.pairwise(ends)
    ]
