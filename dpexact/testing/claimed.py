"""Claimed values and true values of an assertion: what is compared, and how it is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from dpexact.errors import InexactInputError, TooLargeError, need
from dpexact.numbers.arrays import plain_scalar
from dpexact.numbers.enclosure import Enclosure, at_hand, bounds, narrowed
from dpexact.numbers.exact import Exact, exact, exact_at, exact_of_float
from dpexact.numbers.inexact import is_inexact_scalar
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.testing.floats import DOUBLE, FloatFormat

True_ = Exact | Enclosure | float  # the float is infinity
DIGITS = 20
KNOWN_DIGITS = 10  # of bounds that cost much
LAST_BITS = 4096
MAX_EXPONENT = 1 << 20  # of a number of mpmath


def claimed_value(claimed: object, name: str = "claimed") -> Exact | float:
    """Return a claimed float at its binary value, however long its format; NaN and the infinities as they are.

    Raises: InexactInputError for truth values, complex numbers, balls, and several numbers.
    """
    value = binary_of_mpmath(plain_scalar(claimed, name), name)
    refuse_vector(value, name)
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


def binary_of_mpmath(value: object, name: str) -> object:
    """Return the binary value of an mpf of mpmath; its infinities and NaN as floats; anything else as it is."""
    if type(value).__module__.partition(".")[0] != "mpmath" or type(value).__name__ != "mpf":
        return value
    mantissa, exponent = value.man_exp  # type: ignore[attr-defined]
    if not mantissa and exponent:
        return float(value)  # type: ignore[arg-type]
    if abs(exponent) > MAX_EXPONENT:
        raise TooLargeError(
            "one beyond", place=name, expected=f"a number between 2^-{MAX_EXPONENT} and 2^{MAX_EXPONENT}"
        )
    size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -size if value < 0 < size else size  # type: ignore[operator]


def refuse_vector(value: object, name: str) -> None:
    """Raise InexactInputError for several numbers where one is expected."""
    if isinstance(value, (str, bytes, Enclosure, Exact)) or not hasattr(value, "__len__"):
        return
    shape = getattr(value, "shape", None)
    try:
        many = f"of shape {tuple(shape)}" if isinstance(shape, tuple) else f"of {len(value)}"
    except TypeError:  # something of one entry that has no length
        return
    raise InexactInputError(
        f"{type(value).__name__} {many}",
        place=name,
        expected="one number",
        remedy=(
            "an assertion takes lists and arrays of one shape as claimed and true, and one number for each tolerance"
        ),
    )


def pasted(value: object, name: str) -> str:
    """Return a tolerance as Python text that needs no import: a number, or in quotes."""
    if isinstance(value, float):
        return repr(float(value))
    return repr(value) if type(value) in (int, str) else f'"{tolerance(value, name)}"'


def true_value(true: object, name: str = "true") -> True_:
    """Return a true value: what `exact` accepts, an enclosure, or infinity.

    Raises: InexactInputError for other floats.
    """
    if isinstance(true, Enclosure) or (isinstance(true, float) and true == math.inf):
        return true
    refuse_vector(single := plain_scalar(true, name), name)
    return exact_at(single, name)


def tolerances(given: Mapping[str, object]) -> dict[str, Exact]:
    """Return the tolerances that are given, as numbers. Raises: as `tolerance`."""
    return {name: tolerance(value, name) for name, value in given.items() if value is not None}


def tolerance(value: object, name: str) -> Exact:
    """Return a tolerance: a number >= 0, a float at its binary value."""
    number = claimed_value(value, name)
    if isinstance(number, float) or number < 0:
        raise InexactInputError(value_excerpt(value), place=name, expected="a finite number >= 0")
    return number


def binary(claimed: object) -> str:
    """Return the float in hexadecimal, or the type of any other value."""
    return float(claimed).hex() if isinstance(claimed, float) else type(claimed).__name__  # numpy's float64 is a float


def ulps_of(true: Exact | Enclosure, form: FloatFormat = DOUBLE, *, refines: bool = True) -> tuple[Fraction, Fraction]:
    """Return the spacing of a format's numbers at the true one: twice, or two if bounds do not tell which it is.

    Unless it `refines`, the bounds are those at hand.
    """

    def between(lower: Fraction, upper: Fraction) -> tuple[Fraction, Fraction]:
        least, most = sorted((form.ulp(lower), form.ulp(upper)))
        return form.smallest_ulp if lower < 0 < upper else least, most

    if isinstance(true, Enclosure) and not refines:
        return between(*at_hand(true))
    return between(*narrowed(true, 64, LAST_BITS, lambda lower, upper: len({*between(lower, upper)}) == 1))


def ulp(true: Exact | Enclosure, form: FloatFormat = DOUBLE) -> Fraction:
    """Return the spacing of a format's numbers at the true one, the larger of the two where bounds do not tell."""
    return ulps_of(true, form)[1]


def shown(number: Exact | Enclosure | float) -> str:
    """Return a number for a message: a float as Python prints it, a true value to 20 digits, as far as it is known."""
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
    lower, upper = sorted(abs(bound) for bound in bounds(quotient, 64))
    return counted(exact((lower + upper) / 2).decimal(3), "ulp")
