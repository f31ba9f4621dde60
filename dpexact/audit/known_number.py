"""The number of a row with its bounds settled: what reports ask for is known, and only more is computed again.

So a row says the same whether it was computed here, in another process, or taken from a cache, and holds two
fractions in place of all that they were computed from.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from flint import arb, ctx, fmpq

from dpexact.errors import DPExactError
from dpexact.numbers.balls import START_BITS, BallRule
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.audit.quantity import Quantity

BITS = 320  # 60 decimal digits, as reports show at most, and some
LAST_BITS = 4096
AGREEING = 1 << 128  # the bounds differ by less than this part of either
SPARE = 8  # so that the ball around two bounds is not too wide for what they were asked for

Record = dict[str, Any]


def settled(
    number: Exact | Enclosure | float, quantity: Quantity, parameters: Mapping[str, str]
) -> Exact | Enclosure | float:
    """The number itself, an enclosure with bounds that reports can be made from.

    Guarantee: exact; an enclosure is the same number, refined past the bounds by computing it again.
    Raises: UndecidedError, TooLargeError where no bounds can be had.
    """
    if not isinstance(number, Enclosure):
        return number
    bits = BITS
    while True:
        refined = number.refine(bits + SPARE)
        apart, size = refined.upper - refined.lower, min(abs(refined.lower), abs(refined.upper))
        if apart * AGREEING <= size or 2 * bits > LAST_BITS:
            return _known(refined.lower, refined.upper, bits, quantity, parameters)
        bits *= 2


def record_of(number: Exact | Enclosure | float | None) -> Record | None:
    """A settled number as data for JSON; None for one that is not known, or that is not read back as it is."""
    if number is None:
        return None
    if isinstance(number, float):
        return {"infinite": True}
    if isinstance(number, Exact):
        text = str(number)
        return {"exact": text} if _reads_back(text, number) else None
    lower, upper, bits = cast("partial[Any]", number.rule.operation).args[:3]  # as _known made it
    return {"lower": _text(lower), "upper": _text(upper), "bits": bits}


def _reads_back(text: str, number: Exact) -> bool:
    try:
        return exact(text) == number
    except DPExactError:
        return False


def number_of_record(record: Record, quantity: Quantity, parameters: Mapping[str, str]) -> Exact | Enclosure | float:
    """The number that `record_of` described. Raises: KeyError, ValueError, TypeError, DPExactError for other data."""
    if record.get("infinite") is True:
        return float("inf")
    if "exact" in record:
        return exact(str(record["exact"]))
    lower, upper = (Fraction(*(int(part, 16) for part in record[key].split("/"))) for key in ("lower", "upper"))
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
    """A ball around the known bounds or, at a precision that they are not made for, of the number computed again."""
    if ctx.prec <= bits + START_BITS:
        with WorkingPrecision(START_BITS + max(bound.numerator.bit_length() for bound in (lower, upper))):
            low, high = (arb(fmpq(bound.numerator, bound.denominator)) for bound in (lower, upper))
            return low.union(high)
    return Enclosure.of(quantity.compute(**parameters)).ball()
