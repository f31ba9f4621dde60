"""A PrintedNumber: the text of a number as a paper prints it, its value and its unit in the last place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from dpexact.errors import NumberSyntaxError, TooLargeError
from dpexact.numbers.excerpt import value_excerpt

MAX_LENGTH = 200
MAX_EXPONENT = 10_000

_POWER = r"10\s*\^\s*(?:\{\s*(?P<braced>[+-]?[0-9]+)\s*\}|(?P<bare>[+-]?[0-9]+))"
_DECIMAL = re.compile(
    rf"""(?P<sign>[+-]?)\s*
    (?:
        (?P<whole>[0-9]*)(?:\.(?P<tail>[0-9]*))?
        (?:[eE](?P<short>[+-]?[0-9]+) | \s*(?:[x*]|\\times|\\cdot)\s*{_POWER})?
      | {_POWER.replace("braced", "lone_braced").replace("bare", "lone_bare")}
    )
    \s*(?P<percent>\\?%)?
    """,
    re.VERBOSE,
)
_FRACTION = re.compile(r"(?P<sign>[+-]?)\s*(?P<above>[0-9]+)\s*/\s*(?P<below>[0-9]+)")


@dataclass(frozen=True)
class PrintedNumber:
    """A printed text with its value d and its unit u in the last place; `unit` is None for a fraction."""

    text: str
    value: Fraction
    unit: Fraction | None


def parse_printed(text: str) -> PrintedNumber:
    """Read a number as it is printed; every printed digit counts, the zeros at the end too.

    "0.0049" has value 49/10000 and unit 1/10000; "5 x 10^{-7}" has value and unit 5/10^7 and 1/10^7; "1/3" has no unit.

    Guarantee: exact.

    Raises: NumberSyntaxError for other text, TooLargeError past 200 characters or an exponent beyond 10000.

    >>> parse_printed("0.0049").unit
    Fraction(1, 10000)
    """
    if not isinstance(text, str):
        message = f"printed text: expected text, got {value_excerpt(text)} of type {type(text).__name__}; quote it"
        raise NumberSyntaxError(message)
    if len(text) > MAX_LENGTH:
        message = f"printed text: expected at most {MAX_LENGTH} characters, got {len(text)}; print fewer digits"
        raise TooLargeError(message)
    plain = _without_marks(text)
    if (found := _FRACTION.fullmatch(plain)) is not None and int(found["below"]):
        value = Fraction(int(found["above"]), int(found["below"]))
        return PrintedNumber(text, -value if found["sign"] == "-" else value, None)
    found = _DECIMAL.fullmatch(plain)
    if found is None or not _has_digits(found):
        message = (
            f"printed text {text!r}: expected a number such as 0.0049, 5e-7, 5 x 10^-7, 282, 99.45% or 1/3; "
            "write only the number, with a point for the decimals and no thousands separators"
        )
        raise NumberSyntaxError(message, text)
    return _decimal(text, found)


def _without_marks(text: str) -> str:
    """Drop what carries no value: outer blanks and dollar signs, an ellipsis at the end, the typographic signs."""
    plain = text.strip().strip("$").strip().replace("\N{MINUS SIGN}", "-")
    plain = plain.replace("\N{MULTIPLICATION SIGN}", "x").replace("\N{MIDDLE DOT}", "*")
    for ellipsis in ("\N{HORIZONTAL ELLIPSIS}", "...", r"\dots", r"\ldots"):
        plain = plain.removesuffix(ellipsis)
    return plain.strip()


def _has_digits(found: re.Match[str]) -> bool:
    lone = found["lone_braced"] or found["lone_bare"]
    return bool(lone or found["whole"] or found["tail"])


def _decimal(text: str, found: re.Match[str]) -> PrintedNumber:
    tail = found["tail"] or ""
    lone = found["lone_braced"] or found["lone_bare"]
    digits = 1 if lone else int((found["whole"] or "") + tail)
    exponent = int(lone or found["short"] or found["braced"] or found["bare"] or 0)
    if abs(exponent) > MAX_EXPONENT:
        message = f"printed text {text!r}: expected an exponent of at most {MAX_EXPONENT}, got {exponent}"
        raise TooLargeError(message)
    unit = Fraction(10) ** (exponent - len(tail) - (2 if found["percent"] else 0))
    value = digits * unit
    return PrintedNumber(text, -value if found["sign"] == "-" else value, unit)
