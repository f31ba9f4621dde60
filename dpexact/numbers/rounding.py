"""Correct rounding of exact numbers: significant decimal digits, and the leading bits for hashing."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import ctx, fmpz

from dpexact.errors import ParameterError, TooLargeError

if TYPE_CHECKING:
    from dpexact.numbers.exact import Exact

MAX_DIGITS = 1_000_000
ROUNDINGS = ("half-even", "up", "down")
PLAIN_ZEROS = 6  # a number below 10^-6 or with more digits before the point than asked for is written with an exponent


def floor_log10(value: Fraction) -> int:
    """The integer k with 10^k <= value < 10^(k+1), for a positive rational."""
    guess = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000
    while value < Fraction(10) ** guess:
        guess -= 1
    while value >= Fraction(10) ** (guess + 1):
        guess += 1
    return guess


def round_scaled(value: Fraction, rounding: str) -> int:
    """The integer nearest to value (ties to even), or the integer above or below."""
    if rounding == "half-even":
        return round(value)
    below = value.numerator // value.denominator
    return below if rounding == "down" or below == value else below + 1


def _round_rational(value: Fraction, digits: int, rounding: str) -> tuple[int, int]:
    """(mantissa, exponent) of the rounding of a non-zero rational to `digits` significant digits."""
    exponent = floor_log10(abs(value)) - digits + 1
    mantissa = round_scaled(value / Fraction(10) ** exponent, rounding)
    if abs(mantissa) == 10**digits:
        mantissa, exponent = mantissa // 10, exponent + 1
    return mantissa, exponent


def _write(mantissa: int, exponent: int, digits: int) -> str:
    sign, text = ("-" if mantissa < 0 else ""), fmpz(abs(mantissa)).str().rjust(digits, "0")
    point = digits + exponent
    if -PLAIN_ZEROS < point <= 0:
        return f"{sign}0.{'0' * -point}{text}"
    if 0 < point <= digits:
        return f"{sign}{text[:point]}" + (f".{text[point:]}" if point < digits else "")
    return f"{sign}{text[0]}" + (f".{text[1:]}" if digits > 1 else "") + f"e{point - 1:+d}"


def decimal_text(number: Exact, digits: int, rounding: str) -> str:
    """`Exact.decimal`: the number rounded to significant digits; an irrational number by enclosing it ever closer."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= MAX_DIGITS:
        message = f"decimal: expected a number of digits from 1 to {MAX_DIGITS}, got {digits!r}"
        raise ParameterError(message)
    if rounding not in ROUNDINGS:
        message = f"decimal: expected one of {', '.join(ROUNDINGS)} as rounding, got {rounding!r}"
        raise ParameterError(message)
    if number.is_rational():
        value = number.as_fraction()
        return _write(*_round_rational(value, digits, rounding), digits) if value else "0"
    bits = 4 * digits + 64
    while bits <= 1 << 26:
        lower, upper = relative_bounds(number, bits)
        if lower > 0 or upper < 0:
            rounded = _round_rational(lower, digits, rounding)
            if rounded == _round_rational(upper, digits, rounding):
                return _write(*rounded, digits)
        bits *= 2
    message = f"{number!r} is irrational but too close to a rounding boundary of {digits} digits to be rounded"
    raise TooLargeError(message)


def relative_bounds(number: Exact, bits: int) -> tuple[Fraction, Fraction]:
    """Rational bounds at a working precision of `bits`: their distance is small relative to the number."""
    from dpexact.numbers.enclosure import rational_bounds

    with ctx.workprec(bits):
        return rational_bounds(number.ball())


def leading_bits(number: Exact, bits: int) -> tuple[int, int]:
    """(mantissa, exponent) of an irrational number rounded to `bits` binary digits: depends on the number alone."""
    precision = 2 * bits
    while True:
        lower, upper = relative_bounds(number, precision)
        if lower > 0 or upper < 0:
            rounded = {_round_binary(bound, bits) for bound in (lower, upper)}
            if len(rounded) == 1:
                return rounded.pop()
        precision *= 2


def _round_binary(value: Fraction, bits: int) -> tuple[int, int]:
    exponent = abs(value).numerator.bit_length() - value.denominator.bit_length() - bits
    scaled = value / Fraction(2) ** exponent
    while abs(scaled) >= 1 << bits:
        scaled, exponent = scaled / 2, exponent + 1
    return round(scaled), exponent
