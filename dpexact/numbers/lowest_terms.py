"""Fractions that are known to be in lowest terms, made without a greatest common divisor."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import NamedTuple, cast

from flint import fmpq


@Rational.register
class _LowestTerms(NamedTuple):
    """A value that `Fraction` takes as a rational, and copies as it is."""

    numerator: int
    denominator: int


def _copied(numerator: int, denominator: int) -> Fraction:
    return Fraction(cast("Rational", _LowestTerms(numerator, denominator)))


def fraction_of(value: fmpq) -> Fraction:
    """Return the Fraction of an fmpq, which is in lowest terms already. Guarantee: exact."""
    return _copied(int(value.p), int(value.q))


def dyadic(mantissa: int, exponent: int) -> Fraction:
    """Return mantissa * 2**exponent, with the common factor, a power of two, shifted out. Guarantee: exact."""
    if exponent >= 0:
        return Fraction(mantissa << exponent)
    zeros = min((mantissa & -mantissa).bit_length() - 1, -exponent) if mantissa else -exponent
    return _copied(mantissa >> zeros, 1 << (-exponent - zeros))
