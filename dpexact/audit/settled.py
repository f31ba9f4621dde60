"""The bounds of a true number, which are kept in place of it, and those that a row shows.

A row is the same, whether its number was computed here, in another process, or taken from a cache. Its judgement
follows from the bounds that it shows, so a reader can judge again by the row alone.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any, Self

from flint import arb, ctx

from dpexact.audit.judgement import Judgement
from dpexact.audit.printed import LAST_BITS, Cells, PrintedNumber, cells_of
from dpexact.audit.quantity import Number, Quantity
from dpexact.errors import DPExactError, need
from dpexact.numbers.balls import START_BITS, BallRule, WorkingPrecision, rational_bounds
from dpexact.numbers.enclosure import Enclosure, ball_around, narrowed, still, with_bounds
from dpexact.numbers.exact import Exact, exact

BITS = 320  # 60 decimal digits, as reports show at most, and some
AGREEING = 1 << 128  # the bounds differ by less than this part of either
SPARE = 8  # so that the ball around two bounds is not too wide for what they were asked for
Record = dict[str, Any]
Dyadics = tuple[int, int, int, int]  # m, e, n, f stand for the ball around m 2^e with the radius n 2^f
Bounds = tuple[Fraction, Fraction]

DIGITS = (10, 20, 36, 60, 120, 240, 480, 960)  # of bounds, tried in turn
EVERYWHERE = (-inf, inf)
SHOWN_BITS = 160
MOST_BITS = 8192
SPARE_DIGITS = 4  # in which decimals of both bounds may differ


def settled(number: Number, quantity: Quantity, parameters: Mapping[str, str]) -> Number:
    """Return the number itself, an enclosure with bounds that reports can be made from.

    The answer is exact. An enclosure is the same number, refined past the bounds by computing it again. One whose
    digits cost much keeps its bounds and remembers the balls it gave, and a judgement refines it as far as it needs.
    Raises UndecidedError, TooLargeError if no bounds are within reach.
    """
    if not isinstance(number, Enclosure):
        return number
    if number.is_costly:
        operation = _Asked(quantity, dict(parameters), number.rule.start, number)
        return with_bounds(BallRule(operation), number.lower, number.upper)
    bits = BITS
    while True:
        refined = number.refine(bits + SPARE)
        apart, size = refined.upper - refined.lower, min(abs(refined.lower), abs(refined.upper))
        if apart * AGREEING <= size or 2 * bits > LAST_BITS:
            return _known(refined.lower, refined.upper, bits, quantity, parameters)
        bits *= 2


def record_of(number: Number | None) -> Record | None:
    """Return a settled number as data for JSON, or None for one that is not known or is not read back as it is."""
    if number is None:
        return None
    if isinstance(number, float):
        return {"infinite": True}
    if isinstance(number, Exact):
        with suppress(DPExactError):
            if exact(str(number)) == number:
                return {"exact": str(number)}
        return None
    operation = number.rule.operation
    if isinstance(operation, _Asked):
        return {"lower": _text(number.lower), "upper": _text(number.upper), "asked": operation.record()}
    if not (isinstance(operation, partial) and operation.func is _ball):  # one that was not settled
        return None
    lower, upper, bits = operation.args[:3]
    return {"lower": _text(lower), "upper": _text(upper), "bits": bits}


def number_of_record(record: Record, quantity: Quantity, parameters: Mapping[str, str]) -> Number:
    """Return the number that `record_of` described.

    Raises KeyError, ValueError, TypeError, DPExactError for other data.
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


def _ball(lower: Fraction, upper: Fraction, bits: int, quantity: Quantity, parameters: Mapping[str, str]) -> arb:
    """Return a ball around the known bounds or, at a precision beyond them, of the number computed again."""
    if ctx.prec <= bits + START_BITS:
        with WorkingPrecision(START_BITS + max(bound.numerator.bit_length() for bound in (lower, upper))):
            return ball_around(lower, upper)
    return Enclosure.of(quantity.compute(**parameters)).ball()


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

    def __call__(self) -> arb:
        """Return the ball at the current flint working precision."""
        if (known := self.balls.get(ctx.prec)) is not None:
            return arb(known[:2], known[2:])
        ball: arb = self._computed().ball()
        if ball.is_finite():
            (middle, exponent), (radius, small) = ball.mid().man_exp(), ball.rad().man_exp()
            self.balls[ctx.prec] = int(middle), int(exponent), int(radius), int(small)
        return ball

    def spent(self, precision: int, bits: int) -> str | None:
        """Say why a higher precision narrows no ball, as a BallRule asks."""
        question = precision, bits
        if question not in self.said:
            self.said[question] = self._computed().rule.spent(precision, bits)
        return self.said[question]

    def _computed(self) -> Enclosure:
        if self.number is None:
            self.number = Enclosure.of(self.quantity.compute(**self.parameters))
        return self.number

    def record(self) -> Record:
        """Return the questions and the answers so far, as data for JSON."""
        balls = [[bits, *(f"{part:x}" for part in ball)] for bits, ball in self.balls.items()]
        answers = [[*question, answer] for question, answer in self.said.items()]
        return {"start": self.start, "balls": balls, "said": answers}

    @classmethod
    def of_record(cls, record: Record, quantity: Quantity, parameters: Mapping[str, str]) -> Self:
        """Return it from its record. Raises KeyError, ValueError, TypeError for other data."""
        balls, answers = {}, {}
        for bits, *ball in record["balls"]:
            middle, exponent, radius, small = (int(part, 16) for part in ball)
            balls[need.integer(bits, "bits")] = middle, exponent, radius, small
        for precision, bits, answer in record["said"]:
            answers[need.integer(precision, "precision"), need.integer(bits, "bits")] = answer and str(answer)
        return cls(quantity, dict(parameters), need.integer(record["start"], "start"), None, balls, answers)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it without the number, which is computed again when it is needed."""
        return _Asked, (self.quantity, self.parameters, self.start, None, self.balls, self.said)


def decided(
    judged: Callable[[Number], Judgement], number: Number, printed: PrintedNumber
) -> tuple[Judgement, Bounds | None, int]:
    """Return the judgement of a number, the bounds from which it follows, and how many digits of them give it.

    The bounds are None for a number that can be refined at will. The digits are 0 if no number of digits gives the
    judgement, as for a printed 1/3 that is the number itself. Where bits cost much, the judgement is that of the
    narrowest bounds that it asked for, and no other is.

    Raises the errors of `judged`.
    """
    if isinstance(number, float):
        return judged(number), None, 0
    bounds = None
    if isinstance(number, Enclosure) and number.is_costly:
        watched = _Watched(number)
        weight = judged(with_bounds(BallRule(watched), *watched.bounds)).weight
        bounds = watched.bounds
        judgement = first = judged(still(*bounds))
        if first.weight is None:
            judgement = replace(first, weight=weight)
        number = with_bounds(number.rule, *bounds)
    else:
        judgement = first = judged(number)
    cells, told = known_cells(number, printed), _told(first, number)
    for digits in DIGITS:
        rounded = still(*map(Fraction, outward(number, digits)))
        if known_cells(rounded, printed) == cells and _told(judged(rounded), number) == told:
            return judgement, bounds, digits
    return judgement, bounds, 0


def known_cells(number: Exact | Enclosure, printed: PrintedNumber) -> Cells:
    """Return the cells of a number by the unit of a text. If bits cost much, they are those that its bounds meet."""
    return cells_of(number, printed.unit or abs(printed.value) or Fraction(1), EVERYWHERE)


def outward(number: Exact | Enclosure, digits: int) -> tuple[str, str]:
    """Return decimals below and above a number, with this many significant digits.

    For an enclosure they are decimals of bounds that agree to all but the last digits, as far as 8192 bits give them.
    If bits cost much, they are those of the known bounds.
    """
    if isinstance(number, Exact):
        return number.decimal(digits, "down"), number.decimal(digits, "up")
    agreeing, is_costly = 10 ** (digits - SPARE_DIGITS), number.is_costly

    def is_enough(low: Fraction, high: Fraction) -> bool:
        return is_costly or (high - low) * agreeing <= min(abs(low), abs(high))

    lower, upper = narrowed(number, SHOWN_BITS, MOST_BITS, is_enough)
    return exact(lower).decimal(digits, "down"), exact(upper).decimal(digits, "up")


def _told(judgement: Judgement, number: Exact | Enclosure) -> Judgement:
    """Return the part of a judgement that must follow from bounds, for an exact number all but slack and right text."""
    if isinstance(number, Enclosure):
        return judgement
    return replace(judgement, slack=None, print=None, print_safe=None)


class _Watched:
    """The operation of a number whose bits cost much. It remembers the narrowest bounds that were needed."""

    def __init__(self, number: Enclosure) -> None:
        self.rule, self.start = number.rule, number.rule.start
        self.bounds = number.lower, number.upper

    def __call__(self) -> arb:
        """Return the ball at the current flint working precision."""
        ball: arb = self.rule.ball()
        if ball.is_finite():
            lower, upper = rational_bounds(ball)
            self.bounds = max(self.bounds[0], lower), min(self.bounds[1], upper)
        return ball

    def spent(self, precision: int, bits: int) -> str | None:
        """Say why a higher precision narrows no ball, as a BallRule asks."""
        return self.rule.spent(precision, bits)
