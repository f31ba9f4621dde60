"""Entries: the numbers of a row of a mechanism document, read without rounding."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import fmpq

from dpexact.certificates.source import Refused, described, fault
from dpexact.errors import DPExactError
from dpexact.mechanisms.rows import common_denominator
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt, power_hint

MAX_PLAIN = 300  # characters; whatever is longer, or of another shape, is parsed by `exact`
_PLAIN = re.compile(r"(-?[0-9]+)(?:/([0-9]*[1-9][0-9]*)|(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?)")


@dataclass(frozen=True)
class RationalRow:
    """A row of integers, of texts "a/b" and of decimals, as integers. Entry j is numerators[j] / denominators[j]."""

    numerators: list[int]
    denominators: list[int]

    def numbers(self) -> list[Exact]:
        """Return the entries as exact numbers."""
        pairs = zip(self.numerators, self.denominators, strict=True)
        return [Exact.of_rational(fmpq(top, bottom)) for top, bottom in pairs]


def read_row(file: str, items: Sequence[object], place: Callable[[int], str]) -> RationalRow | list[Exact]:
    """Return the numbers of one row. `place(j)` names entry j in messages.

    The answer is exact.
    Raises DocumentError for a float, a boolean and anything else that is not a number.
    """
    numerators, denominators = [], []
    known: dict[int, int] = {}
    for item in items:
        ratio = _plain_ratio(item)
        if ratio is None:
            return [_any_number(file, place(index), value) for index, value in enumerate(items)]
        numerators.append(ratio[0])
        denominators.append(known.setdefault(ratio[1], ratio[1]))
    return RationalRow(numerators, denominators)


def over_common_denominator(rows: Sequence[RationalRow | list[Exact]]) -> tuple[list[list[int]], int] | None:
    """Return (integer rows, denominator), or None for rows that are not all plain or too large a denominator."""
    plain = [row for row in rows if isinstance(row, RationalRow)]
    if len(plain) < len(rows):
        return None
    entries = sum(len(row.numerators) for row in plain)
    common = common_denominator((bottom for row in plain for bottom in row.denominators), entries)
    if common is None:
        return None
    pairs = (zip(row.numerators, row.denominators, strict=True) for row in plain)
    return [[top * (common // bottom) for top, bottom in row] for row in pairs], common


def _plain_ratio(item: object) -> tuple[int, int] | None:
    """Return (numerator, denominator) of an integer, of "a/b" or of a decimal, or None if `exact` must read it."""
    if not isinstance(item, str):
        return (item, 1) if type(item) is int else None
    match = _PLAIN.fullmatch(item) if len(item) <= MAX_PLAIN else None
    if match is None:
        return None
    whole, below, decimals, exponent = match.groups()
    if below is not None:
        return int(whole), int(below)
    digits, shift = int(whole + (decimals or "")), int(exponent or 0) - len(decimals or "")
    return (digits, 10**-shift) if shift < 0 else (digits * 10**shift, 1)


def _any_number(file: str, place: str, item: object) -> Exact:
    if isinstance(item, bool) or not isinstance(item, str | int):
        expected, text = "a number as text or an integer", item.text if isinstance(item, Refused) else ""
        remedy = f'write it in quotes: "{text}"' if text else 'write "1/4" or "0.25" in quotes'
        raise fault(file, place, expected, described(item), remedy)
    try:
        return exact(item)
    except DPExactError as error:
        came = f"{excerpt(str(item))!r} ({error}{power_hint(str(item))})"
        raise fault(file, place, "a number as text or an integer", came, "correct the entry") from None
