"""Claims, and their printed numbers with the value and the unit in the last place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from dpexact.errors import NumberSyntaxError, TooLargeError, need
from dpexact.numbers.typography import MAX_LENGTH, code_points, plain_signs, printed_decimal

Meaning = Literal["rounded", "truncated", "rounded-up", "at-most", "at-least", "exact", "about"]
Verdict = Literal["correct", "wrong", "valid-bound", "violated-bound", "undecided"]

SafeSide = Literal["larger", "smaller", "neither"]

MEANINGS: tuple[Meaning, ...] = ("rounded", "truncated", "rounded-up", "at-most", "at-least", "exact", "about")
VERDICTS: tuple[Verdict, ...] = ("correct", "wrong", "valid-bound", "violated-bound", "undecided")
BOUNDS: tuple[Meaning, ...] = ("at-most", "at-least")
REFUTED: tuple[Verdict, ...] = ("wrong", "violated-bound")
RIGHT: tuple[Verdict, ...] = ("correct", "valid-bound")  # what a row without a recorded verdict came for
SAFE_SIDES: tuple[SafeSide, ...] = ("larger", "smaller", "neither")
SIGNS = {  # that may stand before a number, and say what it means
    **dict.fromkeys(("<", "<=", "≤", "⩽", r"\lt", r"\le", r"\leq", r"\leqslant"), "at-most"),
    **dict.fromkeys((">", ">=", "≥", "⩾", r"\gt", r"\ge", r"\geq", r"\geqslant"), "at-least"),
    **dict.fromkeys(("~", "≈", "≃", r"\approx", r"\sim", r"\simeq"), "about"),
}
_SIGN = re.compile(r"\\[a-zA-Z]+|[^\w\s.+-]+")
_FRACTION = re.compile(r"(?P<sign>[+-]?)\s*(?P<above>[0-9]+)\s*/\s*(?P<below>[0-9]+)")


@dataclass(frozen=True)
class Claim:
    """One row of a claim table, with the texts of its cells (docs/claim-table.md explains them).

    `expected` is None if no verdict is recorded, `safe` is None if the row does not say which side is safe.
    `tolerance` is the distance that the source itself allows, as `parse_tolerance` reads it. A `reading` is about the
    number under another reading of the source, and is not counted. `reason` says in words why the number is off.
    `establishes` has the claims of a ledger for which the row is evidence, with their verdicts.
    """

    id: str
    source: str
    quantity: str
    parameters: Mapping[str, str]
    printed: str
    meaning: Meaning
    expected: Verdict | None = None
    expected_by: str = ""
    safe: SafeSide | None = None
    note: str = ""
    tolerance: str = ""
    reading: bool = False
    reason: str = ""
    establishes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PrintedNumber:
    """A printed text with its value d and its unit u in the last place. `unit` is None for a fraction."""

    text: str
    value: Fraction
    unit: Fraction | None


def parse_printed(text: str) -> PrintedNumber:
    """Read a number as it is printed. Every printed digit counts, the zeros at the end too.

    "0.0049" has value 49/10000 and unit 1/10000. "5 x 10^{-7}" has value 5/10^7 and unit 1/10^7. "1/3" is without a
    unit.

    Guarantee: exact.

    Raises: NumberSyntaxError for other text, TooLargeError past 200 characters or an exponent beyond 10000.

    >>> parse_printed("0.0049").unit
    Fraction(1, 10000)
    """
    if not isinstance(text, str):
        raise need.refusal("printed text", "text", text, "quote it", error=NumberSyntaxError)
    if len(text) > MAX_LENGTH:
        raise TooLargeError(
            f"{len(text)}",
            place="printed text",
            expected=f"at most {MAX_LENGTH} characters",
            remedy="print fewer digits",
        )
    plain = _without_marks(text)
    if (fraction := _FRACTION.fullmatch(plain)) is not None and int(fraction["below"]):
        value = Fraction(int(fraction["above"]), int(fraction["below"]))
        return PrintedNumber(text, -value if fraction["sign"] == "-" else value, None)
    try:
        decimal = printed_decimal(plain)
    except TooLargeError as error:
        raise error.at("printed text") from None
    if decimal is None:
        expected, remedy = _expected(plain)
        came = f"{text!r}{code_points(text)}"
        raise NumberSyntaxError(came, text, place="printed text", expected=expected, remedy=remedy)
    return PrintedNumber(text, *decimal)


def _expected(plain: str) -> tuple[str, str]:
    """Return the expectation of a printed text, and the remedy for one that says more than a number."""
    sign = _SIGN.match(plain)
    meaning = None if sign is None else SIGNS.get(sign[0])
    if meaning is not None:
        return "the number alone", f"leave out the sign before it, and use the meaning {meaning}"
    return (
        "a number such as 0.0049, 5e-7, 5 x 10^-7, 282, 99.45% or 1/3",
        "write only the number, with a point for the decimals and no thousands separators",
    )


def _without_marks(text: str) -> str:
    """Return the text in plain signs, without an ellipsis at the end, which carries no value."""
    plain = plain_signs(text)
    for ellipsis in ("\N{HORIZONTAL ELLIPSIS}", "...", r"\dots", r"\ldots"):
        plain = plain.removesuffix(ellipsis)
    return plain.strip()
