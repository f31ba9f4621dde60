"""A fault in a document: the error that names the file, the place, what was expected, what came and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dpexact.errors import DocumentError
from dpexact.numbers.excerpt import excerpt

MAX_SHOWN = 60


def fault(file: str, place: str, expected: str, came: str, remedy: str) -> DocumentError:
    """The DocumentError for one mistake; `place` may be empty for the document as a whole."""
    where = f"{file}: {place}" if place else file
    message = f"{where}: expected {expected}, got {came}; {remedy}"
    return DocumentError(message, file, place, expected=expected, came=came, remedy=remedy)


def described(value: object) -> str:
    """What a value read from a document is, in words and cut to a length that fits a message."""
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
    """A value that the syntax of a file allows and a document does not; it is reported at its place."""

    description: str
    text: str = ""  # as it stands in the file, if quotes around it would make it a number
