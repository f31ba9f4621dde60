"""A printed text, and the real numbers for which it is right.

The numbers lie in cells, on which every rounding to a multiple of a unit is constant. With k an integer and u the unit,
cell 4k is the point k u, cell 4k + 1 the open interval from k u to (k + 1/2) u, cell 4k + 2 the point (k + 1/2) u and
cell 4k + 3 the open interval from there to (k + 1) u. Every real number is in one cell, and each rounding to a multiple
of u is monotone in the cells. The printed value is d = m u with an integer m. The tables below are those of
docs/claim-table.md, in cells.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, inf
from typing import Literal, assert_never

from dpexact.audit.quantity import Number
from dpexact.errors import NumberSyntaxError, TooLargeError, need
from dpexact.numbers.enclosure import narrowed
from dpexact.numbers.exact import Exact
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
FIRST_BITS = 64
LAST_BITS = 4096
Rounding = Literal["half-up", "half-even", "truncated", "up"]
ROUNDINGS: tuple[Rounding, ...] = ("half-up", "half-even", "truncated", "up")
MAX_OPEN_CELLS = 8  # an enclosure over more cells than this settles nothing
Span = tuple[float, float]  # integers, or plus and minus infinity


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

    The answer is exact.

    Raises NumberSyntaxError for other text, TooLargeError past 200 characters or an exponent beyond 10000.

    >>> parse_printed("0.0049").unit
    Fraction(1, 10000)
    """
    if not isinstance(text, str):
        raise need.refusal("printed text", "text", text, "quote it", error=NumberSyntaxError)
    if len(text) > MAX_LENGTH:
        expected, remedy = f"at most {MAX_LENGTH} characters", "print fewer digits"
        raise TooLargeError(f"{len(text)}", place="printed text", expected=expected, remedy=remedy)
    plain = plain_signs(text)
    for ellipsis in ("\N{HORIZONTAL ELLIPSIS}", "...", r"\dots", r"\ldots"):  # one at the end carries no value
        plain = plain.removesuffix(ellipsis)
    plain = plain.strip()
    if (fraction := _FRACTION.fullmatch(plain)) is not None and int(fraction["below"]):
        value = Fraction(int(fraction["above"]), int(fraction["below"]))
        return PrintedNumber(text, -value if fraction["sign"] == "-" else value, None)
    try:
        decimal = printed_decimal(plain)
    except TooLargeError as error:
        raise error.at("printed text") from None
    if decimal is None:
        sign, came = _SIGN.match(plain), f"{text!r}{code_points(text)}"
        expected = "a number such as 0.0049, 5e-7, 5 x 10^-7, 282, 99.45% or 1/3"
        remedy = "write only the number, with a point for the decimals and no thousands separators"
        if sign is not None and sign[0] in SIGNS:
            expected, remedy = "the number alone", f"leave out the sign before it, and use the meaning {SIGNS[sign[0]]}"
        raise NumberSyntaxError(came, text=text, place="printed text", expected=expected, remedy=remedy)
    return PrintedNumber(text, *decimal)


@dataclass(frozen=True)
class Cells:
    """The cells, from `first` to `last`, in which a number can lie, a single one if it is settled (inf for inf)."""

    first: float
    last: float

    def within(self, first: float, last: float) -> bool | None:
        """Return whether the number lies in the cells from `first` to `last` (maybe infinite), or None if open."""
        if first <= self.first and self.last <= last:
            return True
        return False if self.last < first or last < self.first else None


def cells_of(number: Number, unit: Fraction, span: Span | None = None) -> Cells:
    """Return the cells of a number by `unit` > 0. Infinity, the only float there is, lies past all of them.

    With a `span`, an enclosure whose bits cost much is refined only until it is known to be in the span or outside of
    it.

    The answer is exact for an Exact (one cell), and for an Enclosure every cell that its bounds at 4096 bits meet.
    """
    if isinstance(number, float):
        return Cells(inf, inf)
    if isinstance(number, Exact):
        cell = _cell(number / unit * 2)
        return Cells(cell, cell)

    def cells(lower: Fraction, upper: Fraction) -> Cells:
        return Cells(_cell(lower / unit * 2), _cell(upper / unit * 2))

    def is_enough(lower: Fraction, upper: Fraction) -> bool:
        known = cells(lower, upper)
        if span is not None and number.is_costly:
            return known.within(*span) is not None
        return known.first == known.last

    return cells(*narrowed(number, FIRST_BITS, LAST_BITS, is_enough))


def _cell(half_units: Exact | Fraction) -> int:
    below = floor(half_units)
    return 2 * below if half_units == below else 2 * below + 1


def span_of_rounding(rounding: Rounding, m: int) -> Span:
    """Return the first and the last cell that `rounding` turns into m units.

    Half up sends ties away from zero, truncation cuts towards zero, up goes towards plus infinity.
    """
    point = 4 * m
    match rounding:
        case "half-up":
            return (point - 2 if m > 0 else point - 1, point + 2 if m < 0 else point + 1)
        case "half-even":
            return (point - 1, point + 1) if m % 2 else (point - 2, point + 2)
        case "truncated":
            return (point if m > 0 else point - 3, point if m < 0 else point + 3)
        case "up":
            return (point - 3, point)
        case _:
            assert_never(rounding)


def span_of_meaning(meaning: Meaning, m: int) -> Span:
    """Return the first and the last cell of the numbers for which m units, printed with `meaning`, are right."""
    point = 4 * m
    match meaning:
        case "rounded":
            up, even = span_of_rounding("half-up", m), span_of_rounding("half-even", m)
            return min(up[0], even[0]), max(up[1], even[1])
        case "truncated":
            return span_of_rounding("truncated", m)
        case "rounded-up":
            return span_of_rounding("up", m)
        case "about":
            return point - 4, point + 4
        case "exact":
            return point, point
        case "at-most":
            return -inf, point
        case "at-least":
            return point, inf
        case _:
            assert_never(meaning)


def units_off(cells: Cells, meaning: Meaning, m: int) -> int | None:
    """Count the units by which the text would have to move to be right, None if the cells leave it open, or infinite.

    No move makes "exact" right for a number between two multiples of the unit. The count is then the distance, rounded
    up.
    """
    if cells.within(*span_of_meaning(meaning, m)):
        return 0
    if cells.last == inf or cells.last - cells.first > MAX_OPEN_CELLS:
        return None
    answers = {_units_off(cell, meaning, m) for cell in range(int(cells.first), int(cells.last) + 1)}
    return answers.pop() if len(answers) == 1 else None


def _units_off(cell: int, meaning: Meaning, m: int) -> int:
    below, above = cell // 4, -(-cell // 4)
    if meaning == "exact":
        return max(abs(m - below), abs(m - above))
    spans = {candidate: span_of_meaning(meaning, candidate) for candidate in (m, *range(below - 1, above + 2))}
    distances: list[int] = [abs(other - m) for other, (first, last) in spans.items() if first <= cell <= last]
    return min(distances)
