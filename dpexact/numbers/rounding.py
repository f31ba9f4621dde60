"""Correct rounding of exact numbers: significant decimal digits, and the leading bits for hashing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import arb, fmpz

from dpexact.errors import ParameterError, TooLargeError
from dpexact.numbers.balls import dyadic_bounds
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.precision import WorkingPrecision
from dpexact.numbers.signs import FIRST_BITS, MAX_BITS

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from dpexact.numbers.exact import Exact

MAX_DIGITS = 1_000_000
ROUNDINGS = ("half-even", "up", "down")
PLAIN_ZEROS = 6  # a number below 10^-6 or with more digits before the point than asked for is written with an exponent


def round_quotient(top: Any, bottom: Any, rounding: str) -> int:
    """The integer nearest to top / bottom (ties to even), or the integer below or above; bottom > 0."""
    below, rest = divmod(top, bottom)
    if rounding == "down" or rest == 0:
        return int(below)
    if rounding == "up" or 2 * rest > bottom or (2 * rest == bottom and below % 2):
        return int(below) + 1
    return int(below)


def round_rational(top: Any, bottom: Any, digits: int, rounding: str) -> tuple[int, int]:
    """(mantissa, exponent) of the rounding of a non-zero top / bottom to `digits` significant digits; bottom > 0.

    The exponent is guessed from the bit lengths and corrected; integers only, so that millions of digits stay cheap.
    """
    exponent = (top.bit_length() - bottom.bit_length()) * 30103 // 100000 - digits - 1
    while True:
        scaled_top, scaled_bottom = (
            (top, bottom * fmpz(10) ** exponent) if exponent >= 0 else (top * fmpz(10) ** -exponent, bottom)
        )
        if abs(scaled_top) < scaled_bottom * fmpz(10) ** digits:
            break
        exponent += 1
    return _carried(round_quotient(scaled_top, scaled_bottom, rounding), exponent, digits)


def _carried(mantissa: int, exponent: int, digits: int) -> tuple[int, int]:
    """9.99 rounded to 10.0: the mantissa back to `digits` digits."""
    return (mantissa // 10, exponent + 1) if abs(mantissa) == fmpz(10) ** digits else (mantissa, exponent)


def _write(mantissa: int, exponent: int, digits: int) -> str:
    sign, text = ("-" if mantissa < 0 else ""), fmpz(abs(mantissa)).str().rjust(digits, "0")
    point = digits + exponent
    if -PLAIN_ZEROS < point <= 0:
        return f"{sign}0.{'0' * -point}{text}"
    if 0 < point <= digits:
        return f"{sign}{text[:point]}" + (f".{text[point:]}" if point < digits else "")
    return f"{sign}{text[0]}" + (f".{text[1:]}" if digits > 1 else "") + f"e{point - 1:+d}"


def rational_decimal(value: Fraction, digits: int, rounding: str) -> str:
    """A rational rounded to significant digits. Guarantee: exact."""
    top, bottom = fmpz(value.numerator), fmpz(value.denominator)
    return _write(*round_rational(top, bottom, digits, rounding), digits) if value else "0"


def decimal_text(number: Exact, digits: int, rounding: str) -> str:
    """`Exact.decimal`: the number rounded to significant digits; an irrational number by enclosing it ever closer."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= MAX_DIGITS:
        message = f"decimal: expected a number of digits from 1 to {MAX_DIGITS}, got {value_excerpt(digits)}"
        raise ParameterError(message)
    if rounding not in ROUNDINGS:
        message = f"decimal: expected one of {', '.join(ROUNDINGS)} as rounding, got {value_excerpt(rounding)}"
        raise ParameterError(message)
    if number.is_rational():
        return rational_decimal(number.as_fraction(), digits, rounding)
    bits = 4 * digits + FIRST_BITS
    while bits <= 4 * MAX_DIGITS + MAX_BITS:
        with WorkingPrecision(bits):
            rounded = _round_ball(number.ball(), digits, rounding)
        if rounded is not None:
            return _write(*rounded, digits)
        bits *= 2
    message = f"{number!r} is irrational but too close to a rounding boundary of {digits} digits to be rounded"
    raise TooLargeError(message)


def _round_ball(ball: Any, digits: int, rounding: str) -> tuple[int, int] | None:
    """(mantissa, exponent) of the rounding of every number in the ball, or None if they are not rounded alike."""
    if not (ball > 0 or ball < 0):
        return None
    mantissa, shift = ball.mid().man_exp()
    exponent = (mantissa.bit_length() + int(shift)) * 30103 // 100000 - digits - 1
    while True:
        bounds = [_quotient(*bound) for bound in dyadic_bounds(ball / arb(10) ** exponent)]
        short = {bool(abs(top) < bottom * fmpz(10) ** digits) for top, bottom in bounds}
        if len(short) > 1:
            return None
        if short.pop():
            break
        exponent += 1
    rounded = {round_quotient(top, bottom, rounding) for top, bottom in bounds}
    return _carried(rounded.pop(), exponent, digits) if len(rounded) == 1 else None


def _quotient(mantissa: Any, exponent: int) -> tuple[Any, Any]:
    """Mantissa times 2 ** exponent as a quotient of integers."""
    return (mantissa << exponent, fmpz(1)) if exponent >= 0 else (mantissa, fmpz(1) << -exponent)


def leading_bits(rule: Callable[[], Any], bits: int) -> tuple[int, int]:
    """(mantissa, exponent) of an irrational number rounded to `bits` binary digits: depends on the number alone.

    `rule` evaluates a ball around it at the current working precision.
    """
    precision = 2 * bits
    while True:
        with WorkingPrecision(precision):
            ball = rule()
            if ball > 0 or ball < 0:
                rounded = {_round_binary(bound, bits) for bound in (ball.lower(), ball.upper())}
                if len(rounded) == 1:
                    return rounded.pop()
        precision *= 2


def _round_binary(point: Any, bits: int) -> tuple[int, int]:
    mantissa, exponent = point.man_exp()
    shift = int(mantissa.bit_length()) - bits
    if shift <= 0:
        return int(mantissa) << -shift, int(exponent) + shift
    rounded = round_quotient(mantissa, fmpz(1) << shift, "half-even")
    return (rounded // 2, int(exponent) + shift + 1) if abs(rounded) == 1 << bits else (rounded, int(exponent) + shift)
