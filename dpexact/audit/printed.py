"""Printed numbers as sets of reals, which have the roundings of a known number, and true numbers settled for a report.

With k an integer and u the unit, cell 4k is the point k u, cell 4k + 1 the open interval from k u to (k + 1/2) u,
cell 4k + 2 the point (k + 1/2) u and cell 4k + 3 the open interval from there to (k + 1) u. Every real number lies in
one cell, and each rounding to a multiple of u is constant on cells and monotone in them.

The printed value is d = m u with an integer m; the tables below are those of docs/claim-table.md, in cells.

A true number is settled into an exact number, or into two bounds and what gives them again: a row says the same
whether it was computed here, in another process, or taken from a cache.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import floor, inf
from typing import Any, Literal, assert_never

from flint import arb, ctx, fmpq

from dpexact.audit.quantity import Quantity
from dpexact.errors import DPExactError, NumberSyntaxError, TooLargeError, need
from dpexact.numbers.balls import START_BITS, BallRule
from dpexact.numbers.enclosure import Enclosure, narrowed, with_bounds
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.precision import WorkingPrecision
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


@dataclass(frozen=True)
class Claim:
    """One row of a claim table; every cell is the text that stands there. docs/claim-table.md says what it means.

    `expected` is None where no verdict is recorded, `safe` None where the row does not say which side is safe.
    `tolerance`: how far off the source itself lets the number be, as `parse_tolerance` reads it. `reading`: the row
    asks what another reading of the source would give, and is in no count. `reason`: why the number is off, in words.
    `establishes`: for which claims of a ledger the row is evidence, and with which verdict.
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


FIRST_BITS = 64
LAST_BITS = 4096


@dataclass(frozen=True)
class Cells:
    """The cells, from `first` to `last`, in which a number can lie; first = last where it is settled (inf for inf)."""

    first: float
    last: float

    def within(self, first: float, last: float) -> bool | None:
        """Return whether the number lies in the cells from `first` to `last` (either may be infinite); None if open."""
        if first <= self.first and self.last <= last:
            return True
        return False if self.last < first or last < self.first else None


def cells_of(number: Exact | Enclosure | float, unit: Fraction, span: Span | None = None) -> Cells:
    """Return the cells of a number by `unit` > 0; infinity, the only float there is, lies past all of them.

    Of an enclosure whose bits cost much, with a `span`, no more is found out than whether it lies in that span.

    Guarantee: exact for an Exact (one cell); for an Enclosure every cell that its bounds at up to 4096 bits meet.
    """
    if isinstance(number, float):
        return Cells(inf, inf)
    if isinstance(number, Exact):
        cell = _cell_of_exact(number / unit * 2)
        return Cells(cell, cell)

    def cells(lower: Fraction, upper: Fraction) -> Cells:
        return Cells(_cell(lower / unit * 2), _cell(upper / unit * 2))

    def is_enough(lower: Fraction, upper: Fraction) -> bool:
        found = cells(lower, upper)
        if span is not None and number.is_costly:
            return found.within(*span) is not None
        return found.first == found.last

    return cells(*narrowed(number, FIRST_BITS, LAST_BITS, is_enough))


def _cell(half_units: Fraction) -> int:
    below = floor(half_units)
    return 2 * below if half_units == below else 2 * below + 1


def _cell_of_exact(half_units: Exact) -> int:
    below = floor(half_units.enclosure(1)[0])
    while half_units >= below + 1:
        below += 1
    return 2 * below if half_units == below else 2 * below + 1


Rounding = Literal["half-up", "half-even", "truncated", "up"]
ROUNDINGS: tuple[Rounding, ...] = ("half-up", "half-even", "truncated", "up")
MAX_OPEN_CELLS = 8  # an enclosure over more cells than this settles nothing

Span = tuple[float, float]  # integers, or plus and minus infinity


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
            span = (min(up[0], even[0]), max(up[1], even[1]))
        case "truncated":
            span = span_of_rounding("truncated", m)
        case "rounded-up":
            span = span_of_rounding("up", m)
        case "about":
            span = (point - 4, point + 4)
        case "exact":
            span = (point, point)
        case "at-most":
            span = (-inf, point)
        case "at-least":
            span = (point, inf)
        case _:
            assert_never(meaning)
    return span


def fitting_roundings(cells: Cells, m: int) -> tuple[Rounding, ...]:
    """Return the roundings under which the number certainly gives m units."""
    return tuple(r for r in ROUNDINGS if cells.within(*span_of_rounding(r, m)))


def units_off(cells: Cells, meaning: Meaning, m: int) -> int | None:
    """Count the units by which the text would have to move to be right; None if the cells leave it open, or infinite.

    No move makes "exact" right for a number between two multiples of the unit: there it is the distance, rounded up.
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
    candidates = (m, *range(below - 1, above + 2))
    distances: list[int] = [abs(candidate - m) for candidate in candidates if _is_right(cell, meaning, candidate)]
    return min(distances)


def _is_right(cell: int, meaning: Meaning, m: int) -> bool:
    first, last = span_of_meaning(meaning, m)
    return first <= cell <= last


SIGNS = {  # that may stand before a number, and say what it means
    **dict.fromkeys(("<", "<=", "≤", "⩽", r"\lt", r"\le", r"\leq", r"\leqslant"), "at-most"),
    **dict.fromkeys((">", ">=", "≥", "⩾", r"\gt", r"\ge", r"\geq", r"\geqslant"), "at-least"),
    **dict.fromkeys(("~", "≈", "≃", r"\approx", r"\sim", r"\simeq"), "about"),
}
_SIGN = re.compile(r"\\[a-zA-Z]+|[^\w\s.+-]+")

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
        raise need.refusal("printed text", "text", text, "quote it", error=NumberSyntaxError)
    if len(text) > MAX_LENGTH:
        raise TooLargeError(
            f"{len(text)}",
            place="printed text",
            expected=f"at most {MAX_LENGTH} characters",
            remedy="print fewer digits",
        )
    plain = _without_marks(text)
    if (found := _FRACTION.fullmatch(plain)) is not None and int(found["below"]):
        value = Fraction(int(found["above"]), int(found["below"]))
        return PrintedNumber(text, -value if found["sign"] == "-" else value, None)
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
    """Return the text in plain signs, without what carries no value: an ellipsis at the end."""
    plain = plain_signs(text)
    for ellipsis in ("\N{HORIZONTAL ELLIPSIS}", "...", r"\dots", r"\ldots"):
        plain = plain.removesuffix(ellipsis)
    return plain.strip()


BITS = 320  # 60 decimal digits, as reports show at most, and some
AGREEING = 1 << 128  # the bounds differ by less than this part of either
SPARE = 8  # so that the ball around two bounds is not too wide for what they were asked for

Record = dict[str, Any]


def settled(
    number: Exact | Enclosure | float, quantity: Quantity, parameters: Mapping[str, str]
) -> Exact | Enclosure | float:
    """Return the number itself, an enclosure with bounds that reports can be made from.

    Guarantee: exact; an enclosure is the same number, refined past the bounds by computing it again. One of which each
    digit costs much keeps its bounds and remembers what it is asked: a judgement refines it as far as it needs.
    Raises: UndecidedError, TooLargeError where no bounds can be had.
    """
    if not isinstance(number, Enclosure):
        return number
    if number.is_costly:
        return with_bounds(BallRule(_Asked(quantity, dict(parameters), number.rule.start, number)), *_ends(number))
    bits = BITS
    while True:
        refined = number.refine(bits + SPARE)
        apart, size = refined.upper - refined.lower, min(abs(refined.lower), abs(refined.upper))
        if apart * AGREEING <= size or 2 * bits > LAST_BITS:
            return _known(refined.lower, refined.upper, bits, quantity, parameters)
        bits *= 2


def record_of(number: Exact | Enclosure | float | None) -> Record | None:
    """Return a settled number as data for JSON; None for one that is not known, or that is not read back as it is."""
    if number is None:
        return None
    if isinstance(number, float):
        return {"infinite": True}
    if isinstance(number, Exact):
        text = str(number)
        return {"exact": text} if _reads_back(text, number) else None
    operation = number.rule.operation
    if isinstance(operation, _Asked):
        return {"lower": _text(number.lower), "upper": _text(number.upper), "asked": operation.record()}
    if not (isinstance(operation, partial) and operation.func is _ball):  # one that was not settled
        return None
    lower, upper, bits = operation.args[:3]
    return {"lower": _text(lower), "upper": _text(upper), "bits": bits}


def _reads_back(text: str, number: Exact) -> bool:
    try:
        return exact(text) == number
    except DPExactError:
        return False


def number_of_record(record: Record, quantity: Quantity, parameters: Mapping[str, str]) -> Exact | Enclosure | float:
    """Return the number that `record_of` described.

    Raises: KeyError, ValueError, TypeError, DPExactError for other data.
    """
    if record.get("infinite") is True:
        return float("inf")
    if "exact" in record:
        return exact(str(record["exact"]))
    lower, upper = (Fraction(*(int(part, 16) for part in record[key].split("/"))) for key in ("lower", "upper"))
    if "asked" in record:
        if lower > upper:
            message = "expected bounds in their order"
            raise ValueError(message)
        return with_bounds(BallRule(_Asked.of_record(record["asked"], quantity, parameters)), lower, upper)
    bits = record["bits"]
    if type(bits) is not int or not BITS <= bits <= LAST_BITS or not 0 <= upper - lower <= Fraction(1, 1 << bits):
        message = f"expected bounds at most 2^-{bits} apart"
        raise ValueError(message)
    return _known(lower, upper, bits, quantity, parameters)


def _text(bound: Fraction) -> str:
    return f"{bound.numerator:x}/{bound.denominator:x}"


def _known(lower: Fraction, upper: Fraction, bits: int, quantity: Quantity, parameters: Mapping[str, str]) -> Enclosure:
    rule = partial(_ball, lower, upper, bits, quantity, dict(parameters))
    return Enclosure(BallRule(rule), bits)


def _ball(lower: Fraction, upper: Fraction, bits: int, quantity: Quantity, parameters: Mapping[str, str]) -> Any:
    """Return a ball around the known bounds or, at a precision beyond them, of the number computed again."""
    if ctx.prec <= bits + START_BITS:
        with WorkingPrecision(START_BITS + max(bound.numerator.bit_length() for bound in (lower, upper))):
            low, high = (arb(fmpq(bound.numerator, bound.denominator)) for bound in (lower, upper))
            return low.union(high)
    return Enclosure.of(quantity.compute(**parameters)).ball()


def _ends(number: Enclosure) -> tuple[Fraction, Fraction]:
    return number.lower, number.upper


Dyadics = tuple[int, int, int, int]  # m, e, n, f stand for the ball around m 2^e with the radius n 2^f


@dataclass(eq=False)
class _Asked:
    """The ball of a number whose bits cost much, computed once for each precision.

    `balls` holds the finite balls by precision, `said` the answers of `spent` by precision and wanted bits.
    """

    quantity: Quantity
    parameters: dict[str, str]
    start: int
    number: Enclosure | None = None  # None until it is computed
    balls: dict[int, Dyadics] = field(default_factory=dict)
    said: dict[tuple[int, int], str | None] = field(default_factory=dict)

    def __call__(self) -> Any:
        """Return the ball at the current flint working precision."""
        if (known := self.balls.get(ctx.prec)) is not None:
            return arb(known[:2], known[2:])
        ball = self._computed().ball()
        if ball.is_finite():
            (middle, exponent), (radius, small) = ball.mid().man_exp(), ball.rad().man_exp()
            self.balls[ctx.prec] = int(middle), int(exponent), int(radius), int(small)
        return ball

    def spent(self, precision: int, bits: int) -> str | None:
        """Say why a higher precision narrows no ball, as a BallRule asks."""
        asked = precision, bits
        if asked not in self.said:
            self.said[asked] = self._computed().rule.spent(precision, bits)
        return self.said[asked]

    def _computed(self) -> Enclosure:
        if self.number is None:
            self.number = Enclosure.of(self.quantity.compute(**self.parameters))
        return self.number

    def record(self) -> Record:
        """Return what it was asked and answered, as data for JSON."""
        balls = [[bits, *(f"{part:x}" for part in ball)] for bits, ball in self.balls.items()]
        return {"start": self.start, "balls": balls, "said": [[*asked, answer] for asked, answer in self.said.items()]}

    @classmethod
    def of_record(cls, record: Record, quantity: Quantity, parameters: Mapping[str, str]) -> _Asked:
        """Return it from its record. Raises: KeyError, ValueError, TypeError for other data."""
        balls, said = {}, {}
        for bits, *ball in record["balls"]:
            middle, exponent, radius, small = (int(part, 16) for part in ball)
            balls[need.integer(bits, "bits")] = middle, exponent, radius, small
        for precision, bits, answer in record["said"]:
            said[need.integer(precision, "precision"), need.integer(bits, "bits")] = answer and str(answer)
        return cls(quantity, dict(parameters), need.integer(record["start"], "start"), None, balls, said)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it without the number, which is computed again where it is needed."""
        return _Asked, (self.quantity, self.parameters, self.start, None, self.balls, self.said)
