"""A source: the text of a file or of the standard input, read whole within a stated size."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from dpexact import need
from dpexact.documents.fault import fault
from dpexact.errors import DocumentError

MAX_BYTES = 1 << 29
PIECE = 1 << 20
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"

PathText = str | os.PathLike[str]


def name_of(path: PathText, argument: str = "path") -> str:
    """How messages call a source, quoted if it is not printable. Raises: DocumentError for what is no path."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise need.refusal(argument, 'a path as text (or "-")', path, error=DocumentError)
    name = os.fspath(path)
    return "<standard input>" if name == "-" else name if name and name.isprintable() else ascii(name)


def read_text(path: PathText, *, max_bytes: int = MAX_BYTES) -> str:
    """The text of a UTF-8 file, or of the standard input for "-".

    A byte order mark is kept for the reader of the format to judge.

    Raises: DocumentError for what cannot be read, is empty, larger than `max_bytes` or not UTF-8.
    """
    file = name_of(path)
    content = _read_bytes(path, max_bytes)
    if len(content) > max_bytes:
        raise fault(file, "", f"at most {max_bytes} bytes", "more", "split the document")
    if not content.strip():
        raise fault(file, "", "a document", "an empty file", "write the document to it first")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        came = f"byte 0x{content[error.start]:02x} at offset {error.start}"
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
        message = f"{file}: expected a file that can be read, got: {reason}; {remedy}"
        raise DocumentError(message, file) from None


def _read_up_to(stream: IO[bytes], limit: int) -> bytes:
    """At most `limit` bytes, in pieces: a single read of that size would reserve that much memory beforehand."""
    content = bytearray()
    while piece := stream.read(min(PIECE, limit - len(content))):
        content += piece
    return bytes(content)
