"""The text to print for a wrong number, right under its meaning and in its notation."""

import re
from fractions import Fraction
from math import floor

from dpexact.audit.printed import BOUNDS, Cells, Meaning, PrintedNumber, cells_of, parse_printed, span_of_meaning
from dpexact.audit.quantity import Number, PrivacyDirection
from dpexact.errors import DPExactError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import rational_text

MOST_PLACES = 15  # after the point; smaller numbers are printed with an exponent
MOST_SIGNS = 40  # of a number that is printed exactly
DIGITS_OF_BOUND = 3  # of a bound that stands for a fraction
BITS = 128
RightPrint = tuple[str | None, str | None]
NOTHING: RightPrint = (None, None)
RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")

_NOTATION = re.compile(
    r"""
    (?P<before>[\s$]*)[-+\N{MINUS SIGN}\N{EN DASH}]?\s*
    (?:(?!10\s*[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹])(?P<whole>[0-9]*)(?:\.(?P<tail>[0-9]*))?(?P<times>[eE]|\s*(?:[x*×·⋅]|\\times|\\cdot)\s*(?=10))?)?
    (?P<power>10\s*(?:\^\s*\{?\s*)?|(?<=[eE]))?
    (?P<exponent>(?<=[eE0^{\s])[-+\N{MINUS SIGN}\N{EN DASH}⁺⁻]?[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+)?
    (?P<after>\}?\s*(?P<percent>\\?%)?(?:\.\.\.|\N{HORIZONTAL ELLIPSIS}|\\l?dots)?[\s$]*)
    """,
    re.VERBOSE,
)


def right_print(printed: PrintedNumber, meaning: Meaning, number: Number, direction: PrivacyDirection) -> RightPrint:
    """Return the right text for a wrong one, with its unit, or with its significant digits if these say more.

    Of several right texts it is the nearest on the safe side. If that is on the unsafe side, the next text that is safe
    comes second. It is None if there is none, as for infinity, for an exact claim of a number that is not a short
    decimal or fraction, and if an enclosure does not settle it.

    The answer is exact, the text is right under the meaning.
    """
    if isinstance(number, float):
        return NOTHING
    upwards = 1 if direction == "larger-is-safe" else -1
    try:
        if meaning == "exact":
            return _exact_text(number), None
        for unit in _units(printed, number):
            cells = cells_of(number, unit)
            m, safe = _multiple(cells, meaning, direction), _safe_multiple(cells, direction)
            text = None if m is None else _written(printed.text, m, unit)
            if m is not None and text is not None:
                is_safe = safe is None or meaning in BOUNDS or (m - safe) * upwards >= 0
                return text, None if is_safe or safe is None else _written(printed.text, safe, unit)
    except DPExactError:  # more digits cost too much
        pass
    return NOTHING


def _exact_text(number: Exact | Enclosure) -> str | None:
    """Return a short decimal, or else a short fraction, that is the number itself."""
    value = number.as_fraction() if isinstance(number, Exact) and number.is_rational() else None
    if value is None or value.denominator.bit_length() + abs(value.numerator).bit_length() > 8 * MOST_SIGNS:
        return None
    decimals = (p for p in range(MOST_PLACES + 1) if (value * 10**p).denominator == 1)
    places = next(decimals, None)
    text = rational_text(value) if places is None else _plain(int(value * 10**places), places)
    return text if len(text) <= MOST_SIGNS else None


def _units(printed: PrintedNumber, number: Exact | Enclosure) -> list[Fraction]:
    """Return the units to try in turn, that of the text or one that leaves the number as many digits as it has."""
    size = abs(number.enclosure(BITS)[0] if isinstance(number, Exact) else number.lower)
    notation = _NOTATION.fullmatch(printed.text)
    if printed.unit is None or notation is None:
        return _of_digits(size, DIGITS_OF_BOUND) if size else [Fraction(1)]
    whole = notation["whole"] or ""
    normal = notation["exponent"] is not None and (not whole or len(whole.lstrip("0")) == 1)
    if size and (normal or size < printed.unit):
        return [*_of_digits(size, max(1, len(f"{whole}{notation['tail'] or ''}".lstrip("0")))), printed.unit]
    return [printed.unit]


def _of_digits(size: Fraction, digits: int) -> list[Fraction]:
    """Return the units that leave a number its first digits. The second is for one that is rounded up to a power."""
    place = len(str(floor(size))) - 1 if size >= 1 else -len(str(floor(1 / size)))
    place += Fraction(10) ** (place + 1) <= size
    unit = Fraction(10) ** (place - digits + 1)
    return [unit * 10, unit] if Fraction(10) ** (place + 1) - size <= unit / 2 else [unit]


def _multiple(cells: Cells, meaning: Meaning, direction: PrivacyDirection) -> int | None:
    """Return the nearest multiple that is right, on the safe side if there is one, or None if none certainly is."""
    if cells.last == float("inf"):
        return None
    first, last = int(cells.first), int(cells.last)
    # of the multiples that are right the nearest lies at an end, however far the ends are apart
    near = {end + step for end in (first // 4, -(-last // 4)) for step in range(-2, 3)}
    right = [m for m in sorted(near) if cells.within(*span_of_meaning(meaning, m))]
    safe = _safe_multiple(cells, direction)
    if safe is not None and safe in right:
        return safe
    return min(right, key=lambda m: (abs(8 * m - first - last), m % 2), default=None)


def _safe_multiple(cells: Cells, direction: PrivacyDirection) -> int | None:
    """Return the nearest multiple on the safe side, or None if neither side is safe."""
    if direction == "neither":
        return None
    return -(-int(cells.last) // 4) if direction == "larger-is-safe" else int(cells.first) // 4


def _written(old: str, m: int, unit: Fraction) -> str | None:
    """Return m units in the notation of the old text or, if that is not possible, in one of its own."""
    for text in (_like(old, m, unit), _own(m, unit)):
        try:
            new = None if text is None else parse_printed(text)
        except DPExactError:
            continue
        if new is not None and (new.value, new.unit) == (m * unit, unit):
            return text
    return None


def _like(old: str, m: int, unit: Fraction) -> str | None:
    """Return m units in the notation of a text. The caller reads it back."""
    notation = _NOTATION.fullmatch(old)
    if notation is None:
        return None
    sign = "" if m >= 0 else "\N{MINUS SIGN}" if "\N{MINUS SIGN}" in old else "-"
    place = _place(unit) + (2 if notation["percent"] else 0)  # of the last digit
    tail = len(notation["tail"] or "")
    if notation["exponent"] is None:
        is_short = -max(MOST_PLACES, tail) <= place <= 0
        return f"{notation['before']}{sign}{_plain(abs(m), -place)}{notation['after']}" if is_short else None
    if m and len(notation["whole"] or "") <= 1:
        tail = len(str(abs(m))) - 1
    exponent = str(place + tail)
    if not notation["exponent"].isascii() and notation["exponent"][-1] not in "0123456789":
        exponent = exponent.translate(RAISED)
    elif "\N{MINUS SIGN}" in notation["exponent"]:
        exponent = exponent.replace("-", "\N{MINUS SIGN}")
    times, power, after = notation["times"] or "", notation["power"] or "", notation["after"]
    if not times:
        times = r"\times" if "{" in power or "\\" in old else " x "
    return f"{notation['before']}{sign}{_plain(abs(m), tail)}{times}{power}{exponent}{after}"


def _own(m: int, unit: Fraction) -> str:
    """Return m units as a plain decimal or, if that is long, with an exponent."""
    place = _place(unit)
    if -MOST_PLACES <= place <= 0:
        return _plain(m, -place)
    tail = len(str(abs(m))) - 1
    return f"{_plain(m, tail)}e{place + tail}"


def _place(unit: Fraction) -> int:
    """Return the exponent of a power of ten."""
    return len(str(unit.numerator)) - len(str(unit.denominator))


def _plain(m: int, places: int) -> str:
    """Return m units of 10^-places, with this many digits after the point."""
    size = str(abs(m)).rjust(places + 1, "0")
    whole, tail = (size[: len(size) - places], size[len(size) - places :]) if places else (size, "")
    return f"{'-' if m < 0 else ''}{whole}{'.' if places else ''}{tail}"
