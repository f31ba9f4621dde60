"""A value and what a test needs of it, in one line: its type, that it is there, a file with its text."""

from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def of_type(kind: type[T], value: object) -> T:
    """Return a value that has to be of this type."""
    assert isinstance(value, kind), value
    return value


def present(value: T | None) -> T:
    """Return a value that has to be there."""
    assert value is not None
    return value


def written(path: Path, text: str) -> Path:
    """Write a file, and return its path."""
    path.write_text(text, encoding="utf-8")
    return path
