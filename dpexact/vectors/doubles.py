"""The two doubles around a number, and how a double is written so that every language reads the same one."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal

from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact

START_BITS = 128
MOST_BITS = 1 << 13
DIGITS = 25
Pair = tuple[float, float]


def around(number: Exact | Enclosure | float) -> Pair:
    """Return the largest double up to a number and the least one from it on, the same double twice if it is one.

    Raises UndecidedError for an enclosure of which no bounds show that it is no double.
    """
    if isinstance(number, float):
        return number, number
    if isinstance(number, Exact) and number.is_rational():
        return _below(number.as_fraction()), _above(number.as_fraction())
    lower, upper = narrowed(number, START_BITS, MOST_BITS, _are_between_neighbors)
    if not _are_between_neighbors(lower, upper):
        raise UndecidedError(
            "bounds with a double between them", lower, upper, place="number", expected="the doubles around a number"
        )
    return _below(lower), _above(lower)


def _are_between_neighbors(lower: Fraction, upper: Fraction) -> bool:
    """Return whether the interval is a point, or no double lies in it."""
    return lower == upper or (_below(lower) == _below(upper) < lower and _above(lower) == _above(upper) > upper)


def _below(number: Fraction) -> float:
    double = _nearest(number)
    return double if double <= number else math.nextafter(double, -math.inf)


def _above(number: Fraction) -> float:
    double = _nearest(number)
    return double if double >= number else math.nextafter(double, math.inf)


def _nearest(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def parameter(double: float) -> dict[str, str]:
    """Return a double in hexadecimal as C99 writes it, and as the shortest decimal that is read as it."""
    return {"hex": hexadecimal(double), "decimal": repr(double)}


def bound(double: float, rounding: Literal["up", "down"]) -> dict[str, str]:
    """Return a double in hexadecimal and as a decimal of 25 digits, rounded "up" or "down"."""
    if math.isinf(double):
        return parameter(double)
    return {"hex": hexadecimal(double), "decimal": exact(Fraction(double)).decimal(DIGITS, rounding)}


def hexadecimal(double: float) -> str:
    """Return the double as `float.hex` writes it, without zeros at the end of its digits."""
    head, mark, exponent = double.hex().partition("p")
    return f"{head.rstrip('0').removesuffix('.')}{mark}{exponent}" if "." in head else double.hex()
