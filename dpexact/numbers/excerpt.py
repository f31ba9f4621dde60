"""Excerpts: what messages show of numbers and texts that may be of any length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

from dpexact.need import SHOWN, excerpt, value_excerpt

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["SHOWN", "excerpt", "rational_excerpt", "rational_text", "value_excerpt"]


def rational_text(value: Fraction) -> str:
    """The text p or p/q, of any length (Python itself refuses beyond 4300 digits)."""
    text: str = fmpq(value.numerator, value.denominator).str()
    return text


def rational_excerpt(value: Fraction) -> str:
    """The text p or p/q, or its beginning."""
    return excerpt(rational_text(value))
