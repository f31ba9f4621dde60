"""The text of `format(number, specification)` for an exact number, laid out like a float, but correctly rounded.

The text is for people and plots, and `exact` does not read it back.
"""

from __future__ import annotations

import re
from fractions import Fraction

from flint import fmpz

from dpexact.numbers.abstract import ExactNumber
from dpexact.numbers.rounding import MAX_DIGITS, checked_digits, round_rational, rounded_alike
from dpexact.numbers.typography import value_excerpt

_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<z>z?)(?P<alternate>#?)(?P<zero>0?)"
    r"(?P<width>[0-9]*)(?P<group>[,_]?)(?:\.(?P<precision>[0-9]+))?(?P<type>[eEfFgG%]?)",
    re.DOTALL,
)


def formatted(number: ExactNumber, specification: str) -> str:
    """Return the number in a format specification of floats, [[fill]align][sign][z][#][0][width][,_][.n][eEfFgG%].

    Without a type and a precision, the exact text, aligned. Raises: ValueError, TooLargeError.
    """
    match = _SPECIFICATION.fullmatch(specification)
    if match is None:
        message = f"expected a format specification of floats with e, f, g or %, got {value_excerpt(specification)}"
        raise ValueError(message)
    parts = match.groupdict()
    kind, precision = parts["type"], parts["precision"]
    width = checked_digits(int(parts["width"] or 0) if len(parts["width"]) < 9 else MAX_DIGITS + 1)
    if not kind and precision is None:
        if parts["z"] or parts["alternate"] or parts["group"]:
            message = f"format: {value_excerpt(specification)} needs a type, one of e, f, g, %"
            raise ValueError(message)
        text = str(number)
        sign, text = ("-", text[1:]) if text[0] == "-" else ("", text)
    else:
        digits = checked_digits(int(precision) if precision and len(precision) < 9 else 6 if not precision else 10**9)
        write = {"e": _scientific, "f": _fixed, "g": _general, "%": _percent}[(kind or "g").lower()]
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
    if align == "=":
        return sign + text.rjust(width - len(sign), fill)
    return format(sign + text, f"{fill}{align}{width}")


def _grouped(digits: str, mark: str) -> str:
    first = len(digits) % 3 or 3
    return mark.join([digits[:first], *(digits[k : k + 3] for k in range(first, len(digits), 3))])


def _fixed(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001 - a flag of the format
    """Return (sign, text) with this many digits after the point."""
    size = round(abs(value) * int(fmpz(10) ** digits))
    text = fmpz(size).str().rjust(digits + 1, "0")
    point = len(text) - digits
    mark = "." if digits or alternate else ""
    return "-" if value < 0 else "", f"{text[:point]}{mark}{text[point:]}"


def _percent(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001
    sign, text = _fixed(100 * value, digits, alternate)
    return sign, text + "%"


def _scientific(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001
    """Return (sign, text) d.ddde+dd with this many digits after the point."""
    mantissa, exponent = _significant(value, digits + 1)
    mark = "." if digits or alternate else ""
    return "-" if value < 0 else "", f"{mantissa[0]}{mark}{mantissa[1:]}e{exponent:+03d}"


def _general(value: Fraction, digits: int, alternate: bool) -> tuple[str, str]:  # noqa: FBT001
    """Return (sign, text) to this many significant digits, with an exponent if it is below -4 or at least `digits`."""
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


def _significant(value: Fraction, digits: int) -> tuple[str, int]:
    """Return (the digits, the exponent of the first one) of abs(value) rounded to this many significant digits."""
    if not value:
        return "0" * digits, 0
    mantissa, exponent = round_rational(fmpz(abs(value.numerator)), fmpz(value.denominator), digits, "half-even")
    return fmpz(mantissa).str(), exponent + digits - 1
