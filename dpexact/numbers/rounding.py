"""Correct rounding of exact numbers to decimal digits, integers, the nearest double, and bits for hashing.

Everything is rounded from the number itself, ties to even. An irrational number lies on no boundary between two
roundings, so it is enclosed ever closer until both bounds are rounded alike, since rounding is monotone.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, copysign, floor, inf
from typing import TypeVar

from flint import arb, fmpz

from dpexact.errors import TooLargeError, need
from dpexact.numbers.balls import MAX_BITS, START_BITS, end_points, rational_bounds, refined_until
from dpexact.numbers.powers import ExactNumber
from dpexact.numbers.typography import excerpt, value_excerpt

Rounded = TypeVar("Rounded")

MAX_DIGITS = 1_000_000
MAX_ROUNDING_BITS = 1 << 20
ROUNDINGS = ("half-even", "up", "down")
WHOLE: Mapping[str, Callable[[Fraction], int]] = {"floor": floor, "ceil": ceil, "round": round}  # ties to even
WHOLE_BITS = 1 << 16  # of an integer that a ball is rounded to
PLAIN_ZEROS = 6  # a number below 10^-6, or with digits before the point that are not known, is written with an exponent


def round_quotient(top: fmpz, bottom: fmpz, rounding: str) -> int:
    """Return the integer nearest to top / bottom, bottom > 0 (ties to even), or the integer below or above."""
    below, rest = divmod(top, bottom)
    nearest_is_above = 2 * rest > bottom or (2 * rest == bottom and below % 2)
    is_above = rest != 0 if rounding == "up" else nearest_is_above and rounding != "down"
    return int(below) + bool(is_above)


def round_rational(top: fmpz, bottom: fmpz, digits: int, rounding: str) -> tuple[int, int]:
    """Round a non-zero top / bottom, bottom > 0, to `digits` significant digits, as (mantissa, exponent).

    The exponent is guessed from the bit lengths and corrected, by integers only, so that millions of digits stay cheap.
    """
    exponent, limit = (top.bit_length() - bottom.bit_length()) * 30103 // 100000 - digits - 1, fmpz(10) ** digits
    while True:
        scaled_top, scaled_bottom = (
            (top, bottom * fmpz(10) ** exponent) if exponent >= 0 else (top * fmpz(10) ** -exponent, bottom)
        )
        if abs(scaled_top) < scaled_bottom * limit:
            break
        exponent += 1
    mantissa = round_quotient(scaled_top, scaled_bottom, rounding)
    is_carried = abs(mantissa) == limit  # as 9.99 rounded to 10.0
    return (mantissa // 10, exponent + 1) if is_carried else (mantissa, exponent)


def _write(mantissa: int, exponent: int, digits: int) -> str:
    sign, text = ("-" if mantissa < 0 else ""), fmpz(abs(mantissa)).str().rjust(digits, "0")
    point = digits + exponent
    if -PLAIN_ZEROS < point <= 0:
        return f"{sign}0.{'0' * -point}{text}"
    if 0 < point <= digits:
        return f"{sign}{text[:point]}" + (f".{text[point:]}" if point < digits else "")
    return f"{sign}{text[0]}" + (f".{text[1:]}" if digits > 1 else "") + f"e{point - 1:+d}"


def rational_decimal(value: Fraction, digits: int, rounding: str) -> str:
    """Return a rational rounded to significant digits. The answer is exact."""
    top, bottom = fmpz(value.numerator), fmpz(value.denominator)
    return _write(*round_rational(top, bottom, digits, rounding), digits) if value else "0"


def decimal_text(number: ExactNumber, digits: int, rounding: str) -> str:
    """Round as `Exact.decimal` does, an irrational number by enclosing it ever closer."""
    digits = need.integer(digits, "digits", 1, MAX_DIGITS)
    need.one_of(rounding, ROUNDINGS, "rounding")
    if number.is_rational():
        return rational_decimal(number.as_fraction(), digits, rounding)
    text = decimal_of_ball(number.ball, digits, rounding, 4 * MAX_DIGITS + MAX_ROUNDING_BITS)
    if text is None:
        came = f"{number!r} is irrational but too close to a rounding boundary of {digits} digits to be rounded"
        raise TooLargeError(came)
    return text


def decimal_of_ball(rule: Callable[[], arb], digits: int, rounding: str, most_bits: int) -> str | None:
    """Round to significant digits what balls enclose ever closer, or return None if that many bits leave it open."""
    rounded = _digits_of_ball(rule, digits, rounding, most_bits)
    return None if rounded is None else _write(*rounded, digits)


def leading_digits(rule: Callable[[], arb], digits: int) -> tuple[int, int]:
    """Round an irrational number to significant digits, as (mantissa, exponent) that depend on the number alone."""
    leading = _digits_of_ball(rule, digits, "half-even", MAX_BITS)
    if leading is None:
        raise TooLargeError(f"a number whose first {digits} digits need more than {MAX_BITS} bits of precision")
    return leading


def _digits_of_ball(rule: Callable[[], arb], digits: int, rounding: str, most_bits: int) -> tuple[int, int] | None:
    return refined_until(lambda _: _round_ball(rule(), digits, rounding), 4 * digits + START_BITS, most_bits)


def _round_ball(ball: arb, digits: int, rounding: str) -> tuple[int, int] | None:
    """Round every number in the ball to (mantissa, exponent), or None if they are not rounded alike."""
    if not (ball > 0 or ball < 0):
        return None
    middle, shift = ball.mid().man_exp()
    scale = (middle.bit_length() + int(shift)) * 30103 // 100000  # ends near 1 are short, however large the number is
    ends = end_points(ball / arb(10) ** scale)
    rounded = {round_rational(end.p, end.q, digits, rounding) for end in ends}
    mantissa, exponent = rounded.pop()
    return None if rounded else (mantissa, exponent + scale)


def whole_ends(name: str, ball: arb) -> tuple[int, int] | None:
    """Return floor, ceil or round of both ends of a ball, which bound those of its numbers, or None if it is large."""
    if not ball.is_finite() or not abs(ball) < arb(2) ** WHOLE_BITS:
        return None
    low, high = map(WHOLE[name], rational_bounds(ball))
    return low, high


def rounded_ball(rule: Callable[[], arb], rounding: Callable[[Fraction], Rounded], most_bits: int) -> Rounded | None:
    """Return an irrational number under a monotone rounding, or None if balls of that many bits leave it open.

    `rule` evaluates a ball around it at the current working precision.
    """

    def alike(_: int) -> Rounded | None:
        ball = rule()
        if not ball.is_finite():
            return None
        first, second = map(rounding, rational_bounds(ball))
        return first if first == second else None

    return refined_until(alike, 2 * START_BITS, most_bits)


def rounded_alike(number: ExactNumber, rounding: Callable[[Fraction], Rounded]) -> Rounded:
    """Return the number under a monotone rounding. Raises TooLargeError, IrrationalError for a free E."""
    if number.is_rational():
        return rounding(number.as_fraction())
    rounded = rounded_ball(number.ball, rounding, MAX_BITS)
    if rounded is None:
        raise TooLargeError(f"{number!r} is too close to a boundary between two roundings to be rounded")
    return rounded


def nearest_double(number: ExactNumber) -> float:
    """Return the nearest double, ties to even, or -0.0 for a negative number that is nearest to 0.

    Raises OverflowError past the range of doubles.
    """
    size = rounded_alike(abs(number), _double)
    if size == inf:
        message = f"{excerpt(str(number))} is past the range of doubles; use .decimal(digits)"
        raise OverflowError(message)
    return copysign(size, number.sign())


def _double(value: Fraction) -> float:
    try:
        return max(value.numerator, 0) / value.denominator  # of integers: correctly rounded
    except OverflowError:
        return inf


def nearest_multiple(number: ExactNumber, digits: object) -> Fraction:
    """Return the nearest multiple of 10^-digits, ties to even. Raises ParameterError, TooLargeError."""
    places = need.integer(digits, "digits")
    unit = Fraction(int(fmpz(10) ** checked_digits(abs(places))))
    if places > 0:
        unit = 1 / unit
    return rounded_alike(number, lambda value: round(value / unit)) * unit


def checked_digits(digits: int) -> int:
    """Return a number of digits. Raises TooLargeError."""
    if digits > MAX_DIGITS:
        raise TooLargeError(value_excerpt(digits), place="round, format", expected=f"at most {MAX_DIGITS} digits")
    return digits
