"""Kinds: the types of numbers that are followed, how they are told apart, and the types that compare with them."""

import struct
from collections.abc import Hashable
from decimal import Decimal
from fractions import Fraction
from math import copysign  # a program's `math` follows draws
from typing import Any

import numpy as np

HOLDING_DRAWS = tuple(f"dpexact.programs.{name}" for name in ("draw", "drawn_bytes", "arrays"))
COMPARISON = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
OF_PROGRAMS = 1 << 9  # the flag of a type that was made while Python runs
PLAIN = frozenset((str, int, float, bool, complex, bytes, Fraction, type(None)))
EXACT = (int, bool, Fraction)
NO_NUMBERS = (str, bytes, bytearray, type(None), tuple, list, dict, set, frozenset, range, slice)
OF_NUMPY = (np.ndarray, np.str_, np.bytes_)  # they compare themselves, or differ from every number


class Same:
    """An object in a key, equal to itself alone, and kept, so that nothing else takes its place."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return type(other) is Same and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def underflow_is_seen() -> bool:
    """Return whether numpy does more than return a number if it comes near 0, which it does between other numbers."""
    return np.geterr()["under"] != "ignore"


def is_of_numpy(value: Any) -> bool:
    """Return whether a value is one of numpy's numbers or texts, which never change, not an array or a derived type."""
    return issubclass(type(value), np.generic) and type(value) is value.dtype.type


def is_array(value: Any) -> bool:
    """Return whether a value is an array of numpy."""
    return issubclass(type(value), np.ndarray)


def is_ours(kind: type) -> bool:
    """Return whether a type is one of draws, or of the arrays and bytes that hold them."""
    return kind.__module__ in HOLDING_DRAWS


def is_plain(value: Any) -> bool:
    """Return whether a value is a number, text, bytes, None or a tuple of these, and holds no draw."""
    if type(value) is tuple:
        return all(map(is_plain, value))
    return type(value) in PLAIN or is_plain_of_numpy(value)


def holds_nan(value: Any) -> bool:
    """Return whether a plain value is a NaN, or a tuple that holds one."""
    return any(map(holds_nan, value)) if type(value) is tuple else bool(value != value)  # noqa: PLR0124 - NaN


def is_plain_of_numpy(value: Any) -> bool:
    """Return whether a value is a number or text of numpy, and holds nothing that Python cannot tell apart."""
    return is_of_numpy(value) and bool(value.dtype.kind in "biuU" or (value.dtype.kind == "f" and value.itemsize <= 8))


def number_kind(value: Any) -> str:
    """Return "exact" for integers and fractions, "float" for floats that round by IEEE 754, "" otherwise."""
    kind = type(value)
    if kind is float:
        return "float"
    if kind in EXACT:
        return "exact"
    if is_plain_of_numpy(value):
        return "float" if value.dtype.kind == "f" else "" if value.dtype.kind == "U" else "exact"
    return ""


def pure(value: Any) -> Any:
    """Return the Python number that a numpy integer is."""
    return value if isinstance(value, Fraction) else int(value)


def tagged(value: Any) -> Hashable:
    """Return a key that is equal for two values if a program cannot tell them apart.

    True is not 1, -0.0 not 0.0, and a NaN counts by its bits. Texts and integers of a type of the program's own are
    compared as Python's, regardless of the equality that their type defines.
    """
    if type(value) is int or type(value) is str:
        return value
    kind = type(value)
    if isinstance(value, tuple):
        return (kind, tuple(map(tagged, value)))
    if kind is Fraction and {type(value.numerator), type(value.denominator)} != {int}:  # of numpy, without a hash
        return (kind, tagged(value.numerator), tagged(value.denominator))
    if kind is complex:
        return (complex, tagged(value.real), tagged(value.imag))
    if isinstance(value, float) or (is_of_numpy(value) and value.dtype.kind in "biuf"):
        if value != value:  # noqa: PLR0124 - NaN
            return (kind, value.tobytes() if is_of_numpy(value) else struct.pack("d", value))
        return (kind, (value, copysign(1, value)))
    if kind is not bool and isinstance(value, int | str):
        return (kind, int.__int__(value) if isinstance(value, int) else str.__str__(value))
    return (kind, value)


def is_number(other: Any) -> bool | None:
    """Return whether a value compares as the number that it is, differs from every number (False), or None if unknown.

    Numbers that are not followed themselves are Decimal, numpy's longdouble, and subclasses of int and float that leave
    comparison as it is (IntEnum). numpy's arrays compare themselves.
    """
    if number_kind(other):
        return True
    kind = type(other)
    if kind is Decimal or kind is np.longdouble:
        return True
    for base in (int, float):
        if issubclass(kind, base) and all(getattr(kind, name) is getattr(base, name) for name in COMPARISON):
            return True
    if kind in NO_NUMBERS or getattr(kind, "__eq__", None) is object.__eq__ or is_ours(kind):
        return False
    return False if kind in OF_NUMPY else None
