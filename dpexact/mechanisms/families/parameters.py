"""The whole numbers that families take, checked."""

from __future__ import annotations

from operator import index

from dpexact.errors import ParameterError
from dpexact.numbers.typography import value_excerpt


def count_of(value: object, name: str, least: int, most: int) -> int:
    """Return a whole number from `least` to `most`. Raises: ParameterError."""
    if not isinstance(value, bool):
        try:
            count = index(value)  # type: ignore[arg-type]
        except TypeError:
            count = least - 1
        if least <= count <= most:
            return count
    message = f"{name}: expected a whole number from {least} to {most}, got {value_excerpt(value)}"
    raise ParameterError(message)
