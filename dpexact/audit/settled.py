"""A true number, settled into an exact number or into two bounds and the rule that gives them again.

A row is therefore the same, whether its number was computed here, in another process, or taken from a cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb, ctx, fmpq

from dpexact.audit.cells import LAST_BITS
from dpexact.audit.quantity import Quantity
from dpexact.errors import DPExactError, need
from dpexact.numbers.balls import START_BITS, BallRule, WorkingPrecision
from dpexact.numbers.enclosure import Enclosure, with_bounds
from dpexact.numbers.exact import Exact, exact

BITS = 320  # 60 decimal digits, as reports show at most, and some
AGREEING = 1 << 128  # the bounds differ by less than this part of either
SPARE = 8  # so that the ball around two bounds is not too wide for what they were asked for
Record = dict[str, Any]
Dyadics = tuple[int, int, int, int]  # m, e, n, f stand for the ball around m 2^e with the radius n 2^f


def settled(
    number: Exact | Enclosure | float, quantity: Quantity, parameters: Mapping[str, str]
) -> Exact | Enclosure | float:
    """Return the number itself, an enclosure with bounds that reports can be made from.

    Guarantee: exact. An enclosure is the same number, refined past the bounds by computing it again. One whose digits
    cost much keeps its bounds and remembers the balls it gave, and a judgement refines it as far as it needs.
    Raises: UndecidedError, TooLargeError if no bounds are within reach.
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


def record_of(number: Exact | Enclosure | float | None) -> Record | None:
    """Return a settled number as data for JSON, or None for one that is not known or is not read back as it is."""
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


def ball_around(lower: Fraction, upper: Fraction) -> arb:
    """Return a ball around two bounds, at the current flint working precision."""
    low, high = (arb(fmpq(bound.numerator, bound.denominator)) for bound in (lower, upper))
    return low.union(high)


def _ball(lower: Fraction, upper: Fraction, bits: int, quantity: Quantity, parameters: Mapping[str, str]) -> arb:
    """Return a ball around the known bounds or, at a precision beyond them, of the number computed again."""
    if ctx.prec <= bits + START_BITS:
        with WorkingPrecision(START_BITS + max(bound.numerator.bit_length() for bound in (lower, upper))):
            return ball_around(lower, upper)
    ball: arb = Enclosure.of(quantity.compute(**parameters)).ball()
    return ball


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
        return {
            "start": self.start,
            "balls": balls,
            "said": [[*question, answer] for question, answer in self.said.items()],
        }

    @classmethod
    def of_record(cls, record: Record, quantity: Quantity, parameters: Mapping[str, str]) -> _Asked:
        """Return it from its record. Raises: KeyError, ValueError, TypeError for other data."""
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
