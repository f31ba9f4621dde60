"""Claimed values, true values and tolerances of an assertion, read exactly and written for messages."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from dpexact.errors import InexactInputError, TooLargeError, need
from dpexact.numbers.enclosure import Enclosure, bounds
from dpexact.numbers.exact import Exact, exact, exact_at, exact_of_float, is_inexact_scalar
from dpexact.numbers.floats import FIRST_BITS, plain_scalar
from dpexact.numbers.typography import counted, value_excerpt

True_ = Exact | Enclosure | float  # the float is infinity
DIGITS = 20
KNOWN_DIGITS = 10  # of bounds that cost much
MAX_EXPONENT = 1 << 20  # of a number of mpmath


def claimed_value(claimed: object, name: str = "claimed") -> Exact | float:
    """Return a claimed float of any format at its binary value, but NaN and the infinities as floats.

    Raises: InexactInputError for truth values, complex numbers, balls, and several numbers.
    """
    value = _binary_of_mpmath(plain_scalar(claimed, name), name)
    _refuse_vector(value, name)
    if isinstance(value, (bool, complex)) or type(value).__name__ in ("bool_", "bool"):
        raise need.number_type(value, name, "a real number")
    if not (isinstance(value, float) or is_inexact_scalar(value)):
        return exact_at(value, name)
    if not hasattr(value, "as_integer_ratio"):
        raise need.number_type(value, name, "a real number")
    try:
        return exact_of_float(value)  # type: ignore[arg-type]
    except InexactInputError:
        return float(value)  # type: ignore[arg-type]


def _binary_of_mpmath(value: object, name: str) -> object:
    """Return the binary value of an mpf of mpmath, its infinities and NaN as floats, and anything else unchanged."""
    if type(value).__module__.partition(".")[0] != "mpmath" or type(value).__name__ != "mpf":
        return value
    mantissa, exponent = value.man_exp  # type: ignore[attr-defined]
    if not mantissa and exponent:
        return float(value)  # type: ignore[arg-type]
    if abs(exponent) > MAX_EXPONENT:
        expected = f"a number between 2^-{MAX_EXPONENT} and 2^{MAX_EXPONENT}"
        raise TooLargeError("one beyond", place=name, expected=expected)
    size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -size if value < 0 < size else size  # type: ignore[operator]


def _refuse_vector(value: object, name: str) -> None:
    """Raise InexactInputError for several numbers, since one is expected."""
    if isinstance(value, (str, bytes, Enclosure, Exact)) or not hasattr(value, "__len__"):
        return
    shape = getattr(value, "shape", None)
    try:
        size = f"of shape {tuple(shape)}" if isinstance(shape, tuple) else f"of {len(value)}"
    except TypeError:  # something of one entry that has no length
        return
    remedy = "an assertion takes lists and arrays of one shape as claimed and true, and one number for each tolerance"
    raise InexactInputError(f"{type(value).__name__} {size}", place=name, expected="one number", remedy=remedy)


def true_value(true: object, name: str = "true") -> True_:
    """Return a true value, which may be anything that `exact` accepts, an enclosure, or infinity.

    Raises: InexactInputError for other floats.
    """
    if isinstance(true, Enclosure) or (isinstance(true, float) and true == math.inf):
        return true
    _refuse_vector(number := plain_scalar(true, name), name)
    return exact_at(number, name)


def tolerances(options: Mapping[str, object]) -> dict[str, Exact]:
    """Return the tolerances among the options as numbers. Raises: as `tolerance`."""
    return {name: tolerance(value, name) for name, value in options.items() if value is not None}


def tolerance(value: object, name: str) -> Exact:
    """Return a tolerance, a number >= 0, or a float at its binary value. Raises: InexactInputError."""
    number = claimed_value(value, name)
    if isinstance(number, float) or number < 0:
        raise InexactInputError(value_excerpt(value), place=name, expected="a finite number >= 0")
    return number


def pasted(value: object, name: str) -> str:
    """Return a tolerance as Python text without imports, a number or a text in quotes."""
    if isinstance(value, float):
        return repr(float(value))
    return repr(value) if type(value) in (int, str) else f'"{tolerance(value, name)}"'


def number_text(number: Exact | Enclosure | float) -> str:
    """Return a float as Python prints it, or a true value to 20 digits or as far as it is known."""
    if isinstance(number, float):
        return repr(number)
    if isinstance(number, Exact):
        text = str(number)
        decimal = number.decimal(DIGITS)
        return text if text == decimal or len(text) <= DIGITS else f"{decimal}..."
    if number.is_costly:
        return f"in [{number.decimal(KNOWN_DIGITS, 'down')}, {number.decimal(KNOWN_DIGITS, 'up')}]"
    return f"in {number.decimal(DIGITS)}"


def in_ulps(gap: Exact | Enclosure, unit: Fraction) -> str:
    """Return a distance in units in the last place."""
    quotient = gap / unit
    if isinstance(quotient, Exact):
        return counted(abs(quotient).decimal(3), "ulp")
    lower, upper = sorted(abs(bound) for bound in bounds(quotient, FIRST_BITS))
    return counted(exact((lower + upper) / 2).decimal(3), "ulp")
