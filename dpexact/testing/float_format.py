"""Float formats: the spacing of the numbers of a binary format, which an ulp of it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class FloatFormat:
    """A binary format of IEEE 754: numbers of `digits` bits, normal from 2^least on, the largest below 2^(most + 1)."""

    name: str
    digits: int
    least: int
    most: int

    @property
    def smallest_ulp(self) -> Fraction:
        """The distance of subnormal numbers."""
        return _power(self.least - self.digits + 1)

    def ulp(self, number: Fraction) -> Fraction:
        """The distance of numbers of the format at the one nearest to this, upwards in size; past the last, its own."""
        size = abs(number)
        if not size:
            return self.smallest_ulp
        unit = self._unit(_exponent(size))
        return self._unit(_exponent(max(round(size / unit) * unit, unit)))

    def _unit(self, exponent: int) -> Fraction:
        return _power(min(max(exponent, self.least), self.most) - self.digits + 1)


DOUBLE = FloatFormat("float64", 53, -1022, 1023)


def format_of(value: object) -> FloatFormat:
    """The format of a floating number of numpy; of any other number that of doubles."""
    if isinstance(value, float) or type(value).__module__ != "numpy" or not hasattr(value, "as_integer_ratio"):
        return DOUBLE
    import numpy as np

    if not isinstance(value, np.floating):
        return DOUBLE
    found = np.finfo(type(value))
    return FloatFormat(type(value).__name__, int(found.nmant) + 1, int(found.minexp), int(found.maxexp) - 1)


def _power(exponent: int) -> Fraction:
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def _exponent(size: Fraction) -> int:
    """The k with 2^k <= size < 2^(k + 1)."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if size >= _power(guess) else guess - 1
