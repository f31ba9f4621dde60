"""Numbers as they are set in print: 5 x 10^-7, 1e−5, 10⁻⁵, 99.45%. One reader for printed texts and for parameters."""

from __future__ import annotations

import re
from fractions import Fraction

from dpexact.errors import TooLargeError
from dpexact.numbers.excerpt import excerpt

MAX_LENGTH = 200
MAX_EXPONENT = 10_000
SIGNS = {0x2212: "-", 0xD7: "x", 0xB7: "*", 0x22C5: "*"}  # minus sign, multiplication sign, middle dot, dot operator
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")

_RAISED = re.compile(r"10\s*([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
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


def plain_signs(text: str) -> str:
    """The text without outer blanks and dollar signs, with ASCII for typographic signs and ^ for raised exponents."""
    plain = text.strip().strip("$").strip().replace("\N{MINUS SIGN}", "-")
    plain = (
        plain.replace("\N{MULTIPLICATION SIGN}", "x").replace("\N{MIDDLE DOT}", "*").replace("\N{DOT OPERATOR}", "*")
    )
    return _RAISED.sub(lambda found: f"10^{found[1].translate(SUPERSCRIPTS)}", plain)


def printed_decimal(plain: str) -> tuple[Fraction, Fraction] | None:
    """(value, unit of the last place) of a decimal in plain signs; None for another text.

    Guarantee: exact. Raises: TooLargeError for an exponent beyond 10000.
    """
    found = _DECIMAL.fullmatch(plain)
    if found is None:
        return None
    lone = found["lone_braced"] or found["lone_bare"]
    if not (lone or found["whole"] or found["tail"]):
        return None
    tail = found["tail"] or ""
    digits = 1 if lone else int((found["whole"] or "") + tail)
    exponent = int(lone or found["short"] or found["braced"] or found["bare"] or 0)
    if abs(exponent) > MAX_EXPONENT:
        message = f"{excerpt(plain)!r}: expected an exponent of at most {MAX_EXPONENT}, got {exponent}"
        raise TooLargeError(message)
    unit = Fraction(10) ** (exponent - len(tail) - (2 if found["percent"] else 0))
    value = digits * unit
    return (-value if found["sign"] == "-" else value), unit


def number_of_print(text: str) -> Fraction | None:
    """The number that a text stands for as it would be printed; None for a text that is none, or is cut off.

    Guarantee: exact. Raises: TooLargeError.
    """
    if len(text) > MAX_LENGTH:
        return None
    found = printed_decimal(plain_signs(text))
    return None if found is None else found[0]
