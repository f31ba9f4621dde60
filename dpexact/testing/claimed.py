"""Claimed values and true values of an assertion: what is compared, and how it is shown."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

from dpexact.errors import InexactInputError, UndecidedError
from dpexact.numbers.counted import counted
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact, exact_at, exact_of_float
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.inexact import is_inexact_scalar

True_: TypeAlias = "Exact | Enclosure | float"  # the float is infinity
DIGITS = 20
LAST_BITS = 4096
SMALLEST_ULP = Fraction(math.ulp(0.0))
LARGEST_ULP = Fraction(math.ulp(1.7e308))


def claimed_value(claimed: object, name: str = "claimed") -> Exact | float:
    """A claimed float at its binary value, however long its format; NaN and the infinities as they are.

    Raises: InexactInputError for truth values, complex numbers and balls.
    """
    value = scalar(claimed)
    if isinstance(value, (bool, complex)) or type(value).__name__ in ("bool_", "bool"):
        raise _no_number(value, name)
    if not (isinstance(value, float) or is_inexact_scalar(value)):
        return exact_at(value, name)
    if not hasattr(value, "as_integer_ratio"):
        raise _no_number(value, name)
    try:
        return exact_of_float(value)  # type: ignore[arg-type]
    except InexactInputError:
        return float(value)  # type: ignore[arg-type]


def scalar(value: object) -> object:
    """The one entry of an array of numpy without dimensions; anything else as it is."""
    if type(value).__module__.partition(".")[0] == "numpy" and type(value).__name__ == "ndarray" and value.shape == ():  # type: ignore[attr-defined]
        return value[()]  # type: ignore[index]
    return value


def _no_number(value: object, name: str) -> InexactInputError:
    message = f"{name}: expected a real number, got {value_excerpt(value)} of type {type(value).__name__}"
    return InexactInputError(message)


def pasted(value: object, name: str) -> str:
    """A tolerance as Python text that needs no import: a number, or in quotes."""
    if isinstance(value, float):
        return repr(float(value))
    return repr(value) if type(value) in (int, str) else f'"{tolerance(value, name)}"'


def true_value(true: object) -> True_:
    """A true value: what `exact` accepts, an enclosure, or infinity. Raises: InexactInputError for other floats."""
    if isinstance(true, Enclosure) or (isinstance(true, float) and true == math.inf):
        return true
    return exact_at(true, "true")


def tolerance(value: object, name: str) -> Exact:
    """A tolerance: a number >= 0, a float at its binary value."""
    number = claimed_value(value, name)
    if isinstance(number, float) or number < 0:
        message = f"{name}: expected a finite number >= 0, got {value_excerpt(value)}"
        raise InexactInputError(message)
    return number


def ulp(true: Exact | Enclosure) -> Fraction:
    """The distance of doubles at the double nearest the number."""
    lower, upper = bounds(true, 64)
    bits = 64
    while True:
        found = {_ulp(lower), _ulp(upper)}
        if len(found) == 1 or bits >= LAST_BITS:
            return max(found)
        bits *= 2
        lower, upper = bounds(true, bits)


def _ulp(number: Fraction) -> Fraction:
    try:
        return Fraction(math.ulp(float(number)))
    except OverflowError:
        return LARGEST_ULP


def bounds(number: Exact | Enclosure, bits: int) -> tuple[Fraction, Fraction]:
    """Rational bounds at most 2^-bits apart."""
    if isinstance(number, Exact):
        return number.enclosure(bits)
    refined = number.refine(bits)
    return refined.lower, refined.upper


def shown(number: Exact | Enclosure | float) -> str:
    """A number for a message: a float as Python prints it, a true value to 20 digits."""
    if isinstance(number, float):
        return repr(number)
    if isinstance(number, Exact):
        text = str(number)
        decimal = number.decimal(DIGITS)
        return text if text == decimal or len(text) <= DIGITS else f"{decimal}..."
    return f"in {number.decimal(DIGITS)}"


def in_ulps(gap: Exact | Enclosure, unit: Fraction) -> str:
    """A distance in units in the last place."""
    quotient = gap / unit
    if isinstance(quotient, Exact):
        return counted(abs(quotient).decimal(3), "ulp")
    lower, upper = sorted(abs(bound) for bound in bounds(quotient, 64))
    return counted(exact((lower + upper) / 2).decimal(3), "ulp")


def order(claimed: Exact, true: Exact | Enclosure) -> int:
    """-1, 0 or 1: whether the claimed value is below, equal to or above the true one.

    Raises: AssertionError where an enclosure of 4096 bits does not tell.
    """
    try:
        difference = claimed - true if isinstance(true, Exact) else (true - claimed).compare(0) * -1
    except UndecidedError as error:
        message = f"undecided: {error}"
        raise AssertionError(message) from error
    return difference.sign() if isinstance(difference, Exact) else difference
