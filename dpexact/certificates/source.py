"""The file of a user: its text within limits, its kind, strict JSON, Python that is run, and the error for a fault.

A Python file is run as a module, so it must be trusted.
"""

import ast
import csv
import io
import json
import linecache
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import IO

from flint import fmpz

from dpexact.errors import DocumentError, need
from dpexact.errors.need import excerpt

MAX_SHOWN = 60
MAX_BYTES = 1 << 29
PIECE = 1 << 20
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
PathText = str | os.PathLike[str]
MAX_INTEGER_DIGITS = 4000  # longer integers are written as text
MECHANISM, CERTIFICATE, CLAIM_TABLE = "mechanism", "certificate", "claim table"
DOORS = {
    MECHANISM: "a mechanism is for dpexact verify, tight, compose and sharpen, or behind --against",
    CERTIFICATE: "a certificate is for dpexact check",
    CLAIM_TABLE: "a claim table is for dpexact audit",
}
MAX_JSON = 1 << 24  # characters that are parsed to see what a document is
MAX_LINES = 1 << 16  # characters of the first lines of a table
_FORMAT = re.compile(r"dpexact-(mechanism|certificate|claim-table)/[0-9]+")
_CLAIMS = re.compile(r"^\s*(\[\[claim\]\]|format\s*=\s*[\"']dpexact-claim-table/)", re.MULTILINE)
_ENTRY = re.compile(r"\s*[+-]?(?:[0-9]|\.[0-9]|exp\(|sqrt\().*")


def fault(file: str, place: str, expected: str, came: str, remedy: str) -> DocumentError:
    """Return the DocumentError for one mistake. `place` may be empty for the document as a whole."""
    return DocumentError(came, file, place, expected=expected, remedy=remedy)


def described(value: object) -> str:
    """Describe a value read from a document, in words and cut to a length that fits a message."""
    words = f"a value of type {type(value).__name__}"
    match value:
        case Refused():
            words = value.description
        case None:
            words = "null"
        case bool():
            words = "true" if value else "false"
        case str():
            words = f"the text {excerpt(value)!r}"
        case int():
            words = f"the integer {value}" if abs(value) < 10**MAX_SHOWN else "a very large integer"
        case float():
            words = f"the float {value!r}"
        case Mapping():
            words = f"an object of {len(value)}"
        case Sequence():
            words = f"a list of {len(value)}"
    return words


@dataclass(frozen=True)
class Refused:
    """A value that the syntax of a file allows and a document does not. It is reported at its place."""

    description: str
    text: str = ""  # as it stands in the file, if quotes around it would make it a number


def name_of(path: PathText, argument: str = "path") -> str:
    """Return the name of a source in messages, quoted if not printable. Raises DocumentError unless it is a path."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise need.refusal(argument, 'a path as text (or "-")', path, error=DocumentError)
    name = os.fspath(path)
    return "<standard input>" if name == "-" else name if name and name.isprintable() else ascii(name)


def read_text(path: PathText, *, max_bytes: int = MAX_BYTES, may_be_empty: bool = False) -> str:
    """Return the text of a UTF-8 file, or of the standard input for "-".

    A byte order mark is kept for the reader of the format to judge.

    Raises DocumentError for text that cannot be read, is empty (unless it may be), over `max_bytes` or not UTF-8.
    """
    file = name_of(path)
    content = _read_bytes(path, max_bytes)
    if len(content) > max_bytes:
        raise fault(file, "", f"at most {max_bytes} bytes", "more", "split the document")
    if not content.strip() and not may_be_empty:
        raise fault(file, "", "a document", "an empty file", "write the document to it first")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        came = f"byte 0x{content[error.start]:02x} at offset {error.start}{f', on line {line}' if line > 1 else ''}"
        raise fault(file, "", "text in UTF-8", came, "save the file as UTF-8") from None


def _read_bytes(path: PathText, max_bytes: int) -> bytes:
    if os.fspath(path) == "-" and sys.stdin is None:
        raise fault(name_of(path), "", "a document", "a closed standard input", "name a file")
    try:
        if os.fspath(path) == "-":
            return _read_up_to(sys.stdin.buffer, max_bytes + 1)
        with Path(path).open("rb") as stream:
            return _read_up_to(stream, max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        file = name_of(path)
        remedy = "name a file in it" if isinstance(error, IsADirectoryError) else "check the path and its permissions"
        raise DocumentError(reason, file, expected="a file that can be read", remedy=remedy) from None


def _read_up_to(stream: IO[bytes], limit: int) -> bytes:
    """Read at most `limit` bytes in pieces, since a single read of that size would reserve that much memory at once."""
    content = bytearray()
    while piece := stream.read(min(PIECE, limit - len(content))):
        content += piece
    return bytes(content)


def parse_json(text: str, file: str) -> object:
    """Return the value that a JSON text stands for, with a `Refused` in place of every float and of every huge integer.

    Raises DocumentError for syntax errors, duplicate keys, a byte order mark and nesting that is too deep.
    """
    if text.startswith(BYTE_ORDER_MARK):
        raise fault(file, "", "JSON", "a byte order mark", "save the file as UTF-8 without byte order mark")

    def object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
        content: dict[str, object] = {}
        for key, value in pairs:
            if key in content:
                name = excerpt(key)
                raise fault(file, name, "each key once", f"the key {name!r} twice", "remove one of the two")
            content[key] = value
        return content

    try:
        return json.loads(
            text,
            object_pairs_hook=object_of,
            parse_int=_integer,
            parse_float=lambda number: Refused(f"the JSON float {excerpt(number)}", excerpt(number)),
            parse_constant=lambda name: Refused(f"the JSON float {name}"),
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise fault(file, place, "JSON", f"a syntax error ({error.msg})", "correct the JSON there") from None
    except RecursionError:
        expected, remedy = "lists nested a few levels deep", "write the document flat"
        raise fault(file, "", expected, "far deeper nesting", remedy) from None


def _integer(text: str) -> int | Refused:
    if len(text) <= MAX_INTEGER_DIGITS:
        return int(fmpz(text))  # Python's own limit, which may be set as low as 640 digits, does not matter here
    return Refused(f"an integer of {len(text)} digits (at most {MAX_INTEGER_DIGITS}; write it as text)")


def run_file(path: Path, name: str, source: bytes, tree: ast.Module | None = None, **names: object) -> ModuleType:
    """Run the source of a file as a module of this name, from these very bytes, which are also quoted.

    A `tree` that was made of the source is run instead of it, with these names.
    The import of Python would take bytecode that lies beside the file, as old as a second and of a text as long.

    Raises any exception of the file, SyntaxError among them.
    """
    from importlib.util import decode_source

    text = decode_source(source)
    module = ModuleType(name)
    module.__file__ = str(path)
    module.__dict__.update(names)
    linecache.cache[str(path)] = (len(text), None, io.StringIO(text).readlines(), str(path))
    sys.modules[name] = module  # dataclasses in the file look their module up
    try:
        code = compile(source if tree is None else tree, str(path), "exec", optimize=0)  # with `assert`, under -O too
        exec(code, module.__dict__)  # noqa: S102 - the user's own file
    except BaseException:
        del sys.modules[name]  # nothing half-run is left behind
        raise
    return module


def user_module(path: PathText, kind: str, what: str) -> tuple[ModuleType, bytes]:
    """Run a Python file that a user names, and return the module, called by `kind` and the file's name, and its source.

    `what` names the content that the file should have. Raises DocumentError that names the file and its fault.
    """
    file, name = Path(os.fspath(path)), name_of(path)
    if file.suffix != ".py" or not file.is_file():
        came = "a folder" if file.is_dir() else "another file" if file.exists() else "no such file"
        raise DocumentError(came, place=name, expected=f"a Python file (.py) with {what}", remedy="correct the path")
    try:
        source = file.read_bytes()
        return run_file(file, f"{kind}_{file.stem}", source), source
    except Exception as error:
        raise DocumentError(
            f"{type(error).__name__}: {excerpt(str(error))}", place=name, expected="a file that runs without error"
        ) from error


def kind_of(text: str) -> str | None:
    """Return whether a text looks like a mechanism, a certificate or a claim table, or None.

    It is a guess, for a message about a document of the wrong kind.
    """
    begun = text.removeprefix(BYTE_ORDER_MARK).lstrip()
    if begun.startswith("{"):
        return _kind_of_json(begun) if len(begun) <= MAX_JSON else None
    if _CLAIMS.search(begun[:MAX_LINES]):
        return CLAIM_TABLE
    return _kind_of_csv(begun[:MAX_LINES])


def other_kind(file: str, text: str, wanted: str) -> DocumentError | None:
    """Make the error for a document of another kind than the one wanted, or None if its kind is not known."""
    kind = kind_of(text)
    if kind in (None, wanted):
        return None
    return fault(file, "", f"a {wanted}", f"a {kind}", DOORS[str(kind)])


def _kind_of_json(text: str) -> str | None:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, Mapping):
        return None
    form = _FORMAT.fullmatch(str(document.get("format")))
    if form is not None:
        return form[1].replace("-", " ")
    if {"statement", "evidence"} <= document.keys():
        return CERTIFICATE
    return MECHANISM if {"inputs", "outputs", "rows"} <= document.keys() else None


def _kind_of_csv(text: str) -> str | None:
    """Tell a claim table, which has columns of known names, from a matrix, which has numbers in its second row."""
    try:
        records = [record for record in csv.reader(text.splitlines()[:20]) if record][:2]
    except csv.Error:
        return None
    if not records:
        return None
    names = {cell.strip() for cell in records[0]}
    if {"quantity", "printed"} <= names:
        return CLAIM_TABLE
    if len(records) < 2 or len(records[0]) < 2 or len(records[1]) != len(records[0]) or "id" in names:
        return None
    return MECHANISM if all(_ENTRY.fullmatch(cell) for cell in records[1][1:]) else None
