"""Floating-point numbers of other libraries: their formats, units in the last place, and tensors taken as arrays.

A unit in the last place is the spacing of the numbers of a format at an exact or enclosed number.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpexact.errors import InexactInputError
from dpexact.numbers.enclosure import Enclosure, at_hand, narrowed
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt

FIRST_BITS, LAST_BITS = 64, 4096
KINDS = "biufc"  # of the entries of an array of numbers
OF_PYTHON = (str, bytes, int, float, complex, type)


@dataclass(frozen=True)
class FloatFormat:
    """A binary format of IEEE 754: numbers of `digits` bits, normal from 2^least on, the largest below 2^(most + 1)."""

    digits: int
    least: int
    most: int

    @property
    def smallest_ulp(self) -> Fraction:
        """The distance of subnormal numbers."""
        return Fraction(2) ** (self.least - self.digits + 1)

    def ulp(self, number: Fraction) -> Fraction:
        """Return the distance of numbers of the format at the one nearest to this, upwards in size.

        For a number past the largest, it is the distance at the largest.
        """
        size = abs(number)
        if not size:
            return self.smallest_ulp
        unit = self._unit(_exponent(size))
        return self._unit(_exponent(max(round(size / unit) * unit, unit)))

    def _unit(self, exponent: int) -> Fraction:
        return Fraction(2) ** (min(max(exponent, self.least), self.most) - self.digits + 1)


DOUBLE = FloatFormat(53, -1022, 1023)


def format_of(value: object) -> FloatFormat:
    """Return the format of a floating number of numpy, and the format of doubles for any other number."""
    if isinstance(value, float) or type(value).__module__ != "numpy" or not hasattr(value, "as_integer_ratio"):
        return DOUBLE
    import numpy as np

    if not isinstance(value, np.floating):
        return DOUBLE
    limits = np.finfo(type(value))
    return FloatFormat(int(limits.nmant) + 1, int(limits.minexp), int(limits.maxexp) - 1)


def ulps_of(true: Exact | Enclosure, form: FloatFormat = DOUBLE, *, refines: bool = True) -> tuple[Fraction, Fraction]:
    """Return the spacing of a format's numbers at the true one twice, or two spacings if bounds leave both possible.

    Unless it `refines`, the bounds are those at hand.
    """

    def between(lower: Fraction, upper: Fraction) -> tuple[Fraction, Fraction]:
        least, most = sorted((form.ulp(lower), form.ulp(upper)))
        return form.smallest_ulp if lower < 0 < upper else least, most

    if isinstance(true, Enclosure) and not refines:
        return between(*at_hand(true))
    return between(*narrowed(true, FIRST_BITS, LAST_BITS, lambda lower, upper: len({*between(lower, upper)}) == 1))


def ulp(true: Exact | Enclosure, form: FloatFormat = DOUBLE) -> Fraction:
    """Return the spacing of a format's numbers at the true one, the larger of the two if bounds leave both possible."""
    return ulps_of(true, form)[1]


def _exponent(size: Fraction) -> int:
    """Return the k with 2^k <= size < 2^(k + 1)."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if size >= Fraction(2) ** guess else guess - 1


def plain_array(value: Any, place: str) -> Any:
    """Return the array of numpy that a tensor (of torch, JAX, TensorFlow ...) offers, and anything else unchanged.

    Arrays and numbers of numpy, the tables of pandas (whose labels mean something) and arrays of objects are unchanged.
    Raises InexactInputError for a tensor on another device, or of a format such as bfloat16, that numpy cannot read,
    and for a masked array that lacks entries.
    """
    kind = type(value)
    if isinstance(value, OF_PYTHON) or not hasattr(kind, "__array__"):
        return value
    if hasattr(kind, "filled") and value.mask.any():
        remedy = "leave the missing entries out, or fill them: x.filled(0)"
        raise InexactInputError("a masked array with missing entries", place=place, expected="numbers", remedy=remedy)
    if kind.__module__.partition(".")[0] == "numpy" or hasattr(kind, "iloc"):
        return value
    import numpy as np

    try:
        array = np.asarray(value)
    except Exception as error:
        came = f"{kind.__name__}, which numpy cannot read ({type(error).__name__}: {excerpt(str(error))})"
        remedy = "pass x.detach().cpu() of a tensor, or x.float() of one of bfloat16, which changes no value"
        raise InexactInputError(came, place=place, expected="numbers", remedy=remedy) from error
    if array.dtype.kind in KINDS:
        return array
    if array.dtype.kind == "O":
        return value
    came, expected = f"{kind.__name__} of {array.dtype}", "numbers of numpy's own types"
    remedy = "convert it first: x.astype(numpy.float32) changes no value of bfloat16"
    raise InexactInputError(came, place=place, expected=expected, remedy=remedy)


def plain_scalar(value: Any, place: str) -> Any:
    """Return the one entry of an array or tensor without dimensions as a number of numpy, anything else unchanged.

    Raises InexactInputError as `plain_array`.
    """
    array = plain_array(value, place)
    kind = type(array)
    if kind.__module__.partition(".")[0] == "numpy" and kind.__name__ == "ndarray" and array.shape == ():
        return array[()]
    return value
