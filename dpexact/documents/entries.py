"""Entries of a matrix: text or integers to exact numbers, with a short way for the common shapes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flint import fmpq

from dpexact.documents.fault import described, fault, shortened
from dpexact.errors import DPExactError
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MAX_PLAIN = 300  # characters; whatever is longer, or of another shape, is parsed by `exact`

_PLAIN = re.compile(r"(-?[0-9]+)(?:/([0-9]*[1-9][0-9]*)|(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?)")


def read_entries(file: str, items: Iterable[object], place: Callable[[int], str]) -> list[Exact]:
    """The numbers of one row; `place(j)` names entry j in messages.

    Guarantee: exact.
    Raises: DocumentError for a float, a boolean and whatever else is not a number.
    """
    numbers = []
    for index, item in enumerate(items):
        number = _plain_number(item)
        numbers.append(_any_number(file, place(index), item) if number is None else number)
    return numbers


def _plain_number(item: object) -> Exact | None:
    """The number of an integer, of "a/b" or of a decimal; None where `exact` has to be asked."""
    if not isinstance(item, str):
        return Exact.of_rational(item) if type(item) is int else None
    found = _PLAIN.fullmatch(item) if len(item) <= MAX_PLAIN else None
    if found is None:
        return None
    whole, below, decimals, exponent = found.groups()
    if below is not None:
        return Exact.of_rational(fmpq(int(whole), int(below)))
    digits, shift = int(whole + (decimals or "")), int(exponent or 0) - len(decimals or "")
    return Exact.of_rational(fmpq(digits, 10**-shift) if shift < 0 else fmpq(digits * 10**shift))


def _any_number(file: str, place: str, item: object) -> Exact:
    if isinstance(item, bool) or not isinstance(item, str | int):
        expected, remedy = "a number as text or an integer", 'write "1/4" or "0.25" in quotes'
        raise fault(file, place, expected, described(item), remedy)
    try:
        return exact(item)
    except DPExactError as error:
        came = f"{shortened(str(item))!r} ({error})"
        raise fault(file, place, "a number as text or an integer", came, "correct the entry") from None
