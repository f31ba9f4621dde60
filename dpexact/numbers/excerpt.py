"""Excerpts: what messages show of numbers and texts that may be of any length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpz

if TYPE_CHECKING:
    from fractions import Fraction

SHOWN = 60


def excerpt(text: str, shown: int = SHOWN) -> str:
    """The text, or its beginning, with three dots, where it would make a message unreadable."""
    return text if len(text) <= shown + 20 else text[:shown] + "..."


def rational_text(value: Fraction) -> str:
    """The text p or p/q, of any length (Python itself refuses beyond 4300 digits)."""
    text: str = fmpq(value.numerator, value.denominator).str()
    return text


def rational_excerpt(value: Fraction) -> str:
    """The text p or p/q, or its beginning."""
    return excerpt(rational_text(value))


def value_excerpt(value: object) -> str:
    """The repr of any value, or its beginning; "a value of type ..." where Python refuses to write it.

    It refuses integers of over 4300 digits (flint writes them) and tuples that are nested too deep.
    """
    if type(value) is int:
        return excerpt(fmpz(value).str())
    try:
        return excerpt(repr(value))
    except (ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"
