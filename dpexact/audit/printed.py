"""A PrintedNumber: the text of a number as a paper prints it, its value and its unit in the last place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from dpexact.errors import NumberSyntaxError, TooLargeError
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.typography import MAX_LENGTH, code_points, plain_signs, printed_decimal

SIGNS = {
    **dict.fromkeys(("<", "\N{LESS-THAN OR EQUAL TO}", r"\le"), "at-most"),
    **dict.fromkeys((">", "\N{GREATER-THAN OR EQUAL TO}", r"\ge"), "at-least"),
    **dict.fromkeys(("~", "\N{ALMOST EQUAL TO}", "\N{ASYMPTOTICALLY EQUAL TO}", r"\approx", r"\sim"), "about"),
}

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
    try:
        decimal = printed_decimal(plain)
    except TooLargeError as error:
        message = f"printed text {error}"
        raise TooLargeError(message) from None
    if decimal is None:
        raise NumberSyntaxError(f"printed text {text!r}{code_points(text)}: {_expected(plain)}", text)
    return PrintedNumber(text, *decimal)


def _expected(plain: str) -> str:
    """What a printed text may be, and what to do about one that says more than a number."""
    meaning = next((word for sign, word in SIGNS.items() if plain.startswith(sign)), None)
    if meaning is not None:
        return f"expected the number alone; leave out the sign before it, and use the meaning {meaning}"
    return (
        "expected a number such as 0.0049, 5e-7, 5 x 10^-7, 282, 99.45% or 1/3; "
        "write only the number, with a point for the decimals and no thousands separators"
    )


def _without_marks(text: str) -> str:
    """In plain signs, without what carries no value: an ellipsis at the end."""
    plain = plain_signs(text)
    for ellipsis in ("\N{HORIZONTAL ELLIPSIS}", "...", r"\dots", r"\ldots"):
        plain = plain.removesuffix(ellipsis)
    return plain.strip()
