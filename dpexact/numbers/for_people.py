"""What people and plots get of an exact number: the nearest double, integers, multiples of 10^-n, formatted text.

Everything is rounded from the number itself, ties to even. An irrational number lies on no boundary between two
roundings, so it is enclosed ever closer until both bounds are rounded alike: rounding is monotone.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import copysign, inf
from typing import TYPE_CHECKING, TypeVar

from flint import fmpz

from dpexact.errors import ParameterError, TooLargeError
from dpexact.numbers.balls import MAX_BITS
from dpexact.numbers.excerpt import excerpt, value_excerpt
from dpexact.numbers.rounding import round_rational

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.numbers.exact import Exact

Rounded = TypeVar("Rounded")

FIRST_BITS = 128
MAX_DIGITS = 1_000_000
_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<z>z?)(?P<alternate>#?)(?P<zero>0?)"
    r"(?P<width>[0-9]*)(?P<group>[,_]?)(?:\.(?P<precision>[0-9]+))?(?P<type>[eEfFgG%]?)",
    re.DOTALL,
)


def rounded_alike(number: Exact, rounding: Callable[[Fraction], Rounded]) -> Rounded:
    """What a monotone rounding makes of the number. Raises: TooLargeError, IrrationalError for a free E."""
    if number.is_rational():
        return rounding(number.as_fraction())
    bits = FIRST_BITS
    while bits <= MAX_BITS:
        first, second = (rounding(bound) for bound in number.enclosure(bits))
        if first == second:
            return first
        bits *= 2
    message = f"{number!r} is too close to a boundary between two roundings to be rounded"
    raise TooLargeError(message)


def nearest_double(number: Exact) -> float:
    """The nearest double, ties to even; -0.0 for a negative number that is nearest to 0.

    Raises: OverflowError past the range of doubles.
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


def floor(number: Exact) -> int:
    """The largest integer that is not larger."""
    return rounded_alike(number, lambda value: value.numerator // value.denominator)


def nearest_integer(number: Exact) -> int:
    """The nearest integer, ties to even."""
    return rounded_alike(number, round)


def nearest_multiple(number: Exact, digits: object) -> Fraction:
    """The nearest multiple of 10^-digits, ties to even. Raises: ParameterError, TooLargeError."""
    if not isinstance(digits, int) or isinstance(digits, bool):
        message = f"round: expected a number of digits, got {value_excerpt(digits)}"
        raise ParameterError(message)
    unit = Fraction(int(fmpz(10) ** _checked_digits(abs(digits))))
    if digits > 0:
        unit = 1 / unit
    return rounded_alike(number, lambda value: round(value / unit)) * unit


def _checked_digits(digits: int) -> int:
    if digits > MAX_DIGITS:
        message = f"round, format: expected at most {MAX_DIGITS} digits, got {value_excerpt(digits)}"
        raise TooLargeError(message)
    return digits


def formatted(number: Exact, specification: str) -> str:
    """The number as a format specification of floats asks: [[fill]align][sign][z][#][0][width][,_][.n][eEfFgG%].

    Without a type and a precision, the exact text, aligned. Raises: ValueError, TooLargeError.
    """
    match = _SPECIFICATION.fullmatch(specification)
    if match is None:
        message = f"expected a format specification of floats with e, f, g or %, got {value_excerpt(specification)}"
        raise ValueError(message)
    parts = match.groupdict()
    kind, precision = parts["type"], parts["precision"]
    width = _checked_digits(int(parts["width"] or 0) if len(parts["width"]) < 9 else MAX_DIGITS + 1)
    if not kind and precision is None:
        if parts["z"] or parts["alternate"] or parts["group"]:
            message = f"format: {value_excerpt(specification)} needs a type, one of e, f, g, %"
            raise ValueError(message)
        text = str(number)
        sign, text = ("-", text[1:]) if text[0] == "-" else ("", text)
    else:
        digits = _checked_digits(int(precision) if precision and len(precision) < 9 else 6 if not precision else 10**9)
        write = _WRITERS[(kind or "g").lower()]
        alternate = bool(parts["alternate"])
        sign, text = rounded_alike(number, lambda value: write(value, digits, alternate))
        if parts["z"] and not text.strip("0.e+-%"):
            sign = ""
        text = text.upper() if kind.isupper() else text
    sign = sign or parts["sign"].strip("-")
    return _laid_out(sign, text, parts, width)


def _laid_out(sign: str, text: str, parts: dict[str, str], width: int) -> str:
    whole = re.match("[0-9]*", text)
    whole_digits, rest = (whole[0], text[whole.end() :]) if whole else ("", text)
    group, fill = parts["group"], parts["fill"] or ("0" if parts["zero"] else " ")
    align = parts["align"] or ("=" if parts["zero"] else ">")
    if group:
        if fill == "0" and align == "=":  # the zeros are grouped too, and no mark comes first
            room = width - len(sign) - len(rest)
            whole_digits = whole_digits.rjust(room - room // 4 + (room % 4 == 0), "0")
        whole_digits = _grouped(whole_digits, group)
    text = whole_digits + rest
    missing = max(0, width - len(sign) - len(text))
    if align == "=":
        return sign + fill * missing + text
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return fill * before + sign + text + fill * (missing - before)


def _grouped(digits: str, mark: str) -> str:
    first = len(digits) % 3 or 3
    return mark.join([digits[:first], *(digits[k : k + 3] for k in range(first, len(digits), 3))])


def _fixed(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001 - a flag of the format
    """(sign, text) with so many digits after the point."""
    size = round(abs(value) * int(fmpz(10) ** digits))
    text = fmpz(size).str().rjust(digits + 1, "0")
    point = len(text) - digits
    mark = "." if digits or alternate else ""
    return "-" if value < 0 else "", f"{text[:point]}{mark}{text[point:]}"


def _percent(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001
    sign, text = _fixed(100 * value, digits, alternate)
    return sign, text + "%"


def _scientific(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001
    """(sign, text) d.ddde+dd with so many digits after the point."""
    mantissa, exponent = _significant(value, digits + 1)
    mark = "." if digits or alternate else ""
    return "-" if value < 0 else "", f"{mantissa[0]}{mark}{mantissa[1:]}e{exponent:+03d}"


def _general(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001
    """(sign, text) with so many significant digits, with an exponent where it is below -4 or not below `digits`."""
    digits = max(digits, 1)
    mantissa, exponent = _significant(value, digits)
    if not alternate:
        mantissa = mantissa.rstrip("0") or "0"
    sign = "-" if value < 0 else ""
    if not -5 < exponent < digits:
        mark = "." if len(mantissa) > 1 or alternate else ""
        return sign, f"{mantissa[0]}{mark}{mantissa[1:]}e{exponent:+03d}"
    whole = mantissa[: exponent + 1].ljust(exponent + 1, "0") if exponent >= 0 else "0"
    rest = mantissa[exponent + 1 :] if exponent >= 0 else "0" * (-exponent - 1) + mantissa
    if not value and not alternate:
        rest = ""
    return sign, whole + ("." if rest or alternate else "") + rest


_WRITERS: dict[str, Callable[[Fraction, int, bool], tuple[str, str]]] = {
    "e": _scientific,
    "f": _fixed,
    "g": _general,
    "%": _percent,
}


def _significant(value: Fraction, digits: int) -> tuple[str, int]:
    """(the digits, the exponent of the first one) of abs(value) rounded to so many significant digits."""
    if not value:
        return "0" * digits, 0
    mantissa, exponent = round_rational(fmpz(abs(value.numerator)), fmpz(value.denominator), digits, "half-even")
    return fmpz(mantissa).str(), exponent + digits - 1
