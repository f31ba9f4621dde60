"""Judge a printed number against the true one: verdict, side, slack, weight of a fault, and the text to print."""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor, inf, isfinite
from typing import Literal

from dpexact.audit.printed import (
    BOUNDS,
    MEANINGS,
    REFUTED,
    ROUNDINGS,
    Cells,
    Meaning,
    PrintedNumber,
    Rounding,
    SafeSide,
    Verdict,
    cells_of,
    parse_printed,
    span_of_meaning,
    span_of_rounding,
    units_off,
)
from dpexact.audit.quantity import Number, PrivacyDirection
from dpexact.errors import DPExactError, InexactInputError, ParameterError, UndecidedError, need
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt, rational_text, value_excerpt

Weight = Literal["material", "small", "last-digits"]
WEIGHTS: tuple[Weight, ...] = ("material", "small", "last-digits")
SMALL = Fraction(1, 10**3)  # a relative distance from here on is material
LAST_DIGITS = Fraction(1, 10**9)  # and one below this is a matter of the last digits
Side = Literal["safe", "unsafe", "neither"]
SLACK_DIGITS = 4
SLACK_BITS = 256
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

PrintedIs = Literal["high", "low", "equal"]
PRINTED_IS: dict[int, PrintedIs] = {-1: "low", 0: "equal", 1: "high"}


@dataclass(frozen=True)
class Tolerance:
    """A distance from the true number at which a source lets its claim be, relative to it (below 1) or absolutely."""

    relative: Fraction = Fraction(0)
    absolute: Fraction = Fraction(0)


NO_TOLERANCE = Tolerance()


@dataclass(frozen=True)
class Judgement:
    """The answers of the audit about one printed text. None stands for "the enclosure does not settle it".

    `weight` is that of a wrong text, and None for a right one too. So is `print`, the text that is right under the same
    meaning, if there is one, and `print_safe`, the next text on the safe side if `print` is not on it.
    """

    verdict: Verdict
    fits: tuple[Rounding, ...]
    units_off: int | None
    printed_is: PrintedIs | None
    side: Side | None
    slack: str | None
    weight: Weight | None = None
    print: str | None = None
    print_safe: str | None = None


def judge(
    printed: PrintedNumber,
    meaning: Meaning,
    number: Number,
    privacy_direction: PrivacyDirection = "neither",
    tolerance: Tolerance = NO_TOLERANCE,
) -> Judgement:
    """Judge a printed text against the true number. The tolerance changes the weight alone, never the verdict.

    A fraction is without a unit in the last place. It is compared with u = |d| (or 1), which gives the same order.

    The answer is exact for an Exact, and exact or "undecided" for an Enclosure.
    Raises ParameterError when a fraction is said to be rounded, truncated or about, and for an unknown meaning.
    InexactInputError for a number that is not exact, since infinity is the only float.
    Reference: docs/claim-table.md.
    """
    need.instance(printed, PrintedNumber, "printed", "parse_printed makes one")
    need.one_of(privacy_direction, ("larger-is-safe", "smaller-is-safe", "neither"), "privacy_direction")
    need.one_of(meaning, MEANINGS, "meaning")
    if not isinstance(number, Exact | Enclosure) and not (isinstance(number, float) and number == inf):
        raise InexactInputError(value_excerpt(number), place="number", expected="an Exact, an Enclosure or math.inf")
    unit = printed.unit
    if unit is None:
        if meaning not in ("exact", *BOUNDS):
            place = f"printed {printed.text!r}"
            expected = f"a decimal, since {meaning!r} speaks of the last printed digit"
            raise ParameterError("a fraction", place=place, expected=expected, remedy="use exact, at-most or at-least")
        unit = abs(printed.value) or Fraction(1)
    units = int(printed.value / unit)
    cells = cells_of(number, unit, span_of_meaning(meaning, units))
    is_right = cells.within(*span_of_meaning(meaning, units))
    words: tuple[Verdict, Verdict] = ("violated-bound", "valid-bound") if meaning in BOUNDS else ("wrong", "correct")
    verdict: Verdict = "undecided" if is_right is None else words[is_right]
    right, safe = right_print(printed, meaning, number, privacy_direction) if verdict in REFUTED else NOTHING
    orders = {(4 * units > cell) - (4 * units < cell) for cell in (cells.first, cells.last)}
    sides = {side_of(order, privacy_direction) for order in orders}
    return Judgement(
        verdict=verdict,
        fits=tuple(r for r in ROUNDINGS if printed.unit and cells.within(*span_of_rounding(r, units))),
        units_off=None if printed.unit is None else units_off(cells, meaning, units),
        printed_is=PRINTED_IS[min(orders)] if len(orders) == 1 else None,
        side=min(sides) if len(sides) == 1 else None,
        slack=_slack(printed.value, meaning, number) if verdict == "valid-bound" else None,
        weight=weight(printed.value, number, tolerance) if verdict in REFUTED else None,
        print=right,
        print_safe=safe,
    )


def _slack(value: Fraction, meaning: Meaning, number: Number) -> str | None:
    """Return the factor by which a valid bound is loose, rounded down, or None unless both numbers are positive."""
    if isinstance(number, float):
        return "infinite" if value >= 0 else None

    def holds(lower: Fraction, upper: Fraction) -> bool:
        return upper <= value if meaning == "at-most" else lower >= value

    if isinstance(number, Exact):
        lower: Exact | Fraction = number
        upper: Exact | Fraction = number
    else:
        lower, upper = narrowed(number, SLACK_BITS, SLACK_BITS, lambda *ends: number.is_costly and holds(*ends))
    if lower < 0 or value < 0:
        return None
    numerator, denominator = (exact(value), exact(upper)) if meaning == "at-most" else (exact(lower), exact(value))
    if numerator == denominator:
        return "1"
    if denominator == 0:
        return "infinite"
    loose = numerator / denominator
    return "1" if loose < 1 else loose.decimal(SLACK_DIGITS, "down")  # of a valid bound, from bounds far apart


def parse_tolerance(text: str) -> Tolerance:
    """Read "1e-9 relative" or "0.001 absolute". An empty text is not a tolerance.

    Raises ParameterError for other text, a negative number, or a relative one from 1 on.

    >>> parse_tolerance("1e-3 relative")
    Tolerance(relative=Fraction(1, 1000), absolute=Fraction(0, 1))
    """
    if not text:
        return NO_TOLERANCE
    number, _, kind = text.strip().rpartition(" ")
    try:
        size = exact(number).as_fraction() if kind in ("relative", "absolute") else Fraction(-1)
    except DPExactError:
        size = Fraction(-1)
    if size < 0 or (kind == "relative" and size >= 1):
        expected = "a number with the word relative (then below 1) or absolute, such as '1e-9 relative'"
        remedy = "write it like that, or leave it out"
        raise ParameterError(repr(excerpt(text)), place="tolerance", expected=expected, remedy=remedy)
    return Tolerance(**{kind: size})


def weight(claimed: Exact | Fraction | float, true: Number, tolerance: Tolerance = NO_TOLERANCE) -> Weight | None:
    """Return how much a claimed number is off, as "last-digits", "small" or "material".

    With c claimed and t true it is last-digits if abs(c - t) < 1e-9 abs(t), or within the tolerance that the source
    states, its ends included. It is small if abs(c - t) < 1e-3 abs(t), and otherwise material. The only floats are the
    infinities and NaN, which are material unless both numbers are the same.

    The answer is exact, or None if an enclosure does not settle it.
    Raises InexactInputError for a finite float.

    >>> weight(Fraction(109, 100), exact("1.0986"))
    'material'
    """
    if any(isinstance(value, float) and not isfinite(value) for value in (claimed, true)):
        same = isinstance(claimed, float) and isinstance(true, float) and claimed == true
        return "last-digits" if same else "material"
    number, other = exact(claimed), true if isinstance(true, Enclosure) else exact(true)
    relative, absolute = tolerance.relative, tolerance.absolute
    try:
        if is_near(number, other, LAST_DIGITS) or (relative and is_near(number, other, relative, ends=True)):
            return "last-digits"
        if absolute and is_between(number - absolute, other, number + absolute, ends=True):
            return "last-digits"
        return "small" if is_near(number, other, SMALL) else "material"
    except UndecidedError:
        return None


def order(claimed: Exact | float, true: Number) -> int:
    """Return -1, 0 or 1 for a claimed number below, at or above the true one. The only floats are the infinities.

    The answer is exact.
    Raises UndecidedError if an enclosure of 4096 bits does not tell, and for NaN.
    """
    if isinstance(claimed, float) or isinstance(true, float):
        if claimed != claimed:  # noqa: PLR0124 - NaN
            raise UndecidedError("NaN is neither below, at nor above a number")
        return 0 if claimed == true else 1 if claimed == inf else -1
    return -true.compare(claimed) if isinstance(true, Enclosure) else (claimed - true).sign()


def side_of(order: int, safe: SafeSide | PrivacyDirection) -> Side:
    """Return the side of a claim below, at or above the truth, as `order` says. A true claim is safe."""
    if safe == "neither":
        return "neither"
    return "safe" if order == 0 or (order > 0) == safe.startswith("larger") else "unsafe"


def is_near(claimed: Exact, true: Exact | Enclosure, factor: Exact | Fraction, *, ends: bool = False) -> bool:
    """Decide abs(c - t) < factor abs(t), with `ends` and for a factor >= 1 <=. 0 is near 0. Raises UndecidedError.

    For c > 0 and factor < 1 it says that t is between c/(1 + factor) and c/(1 - factor), for c < 0 between the same the
    other way round. For a factor >= 1 it says that t is beyond c/(1 + factor), or beyond c/(1 - factor) on the other
    side of 0.
    """
    if claimed == 0:
        return factor >= 1 or order(claimed, true) == 0
    near, sign = claimed / (1 + factor), claimed.sign()
    if factor >= 1:
        return sign * order(near, true) <= 0 or (factor > 1 and sign * order(claimed / (1 - factor), true) >= 0)
    far = claimed / (1 - factor)
    return is_between(near, true, far, ends=ends) if sign > 0 else is_between(far, true, near, ends=ends)


def is_between(low: Exact, true: Exact | Enclosure, high: Exact, *, ends: bool) -> bool:
    """Decide low < true < high, with `ends` <=. Raises UndecidedError."""
    outside = max(order(low, true), -order(high, true))
    return outside <= 0 if ends else outside < 0


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
    places = next((p for p in range(MOST_PLACES + 1) if (value * 10**p).denominator == 1), None)
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
    return f"{Decimal(f'{m}e-{places}'):f}"
