"""Judge a printed number against the true one, with the verdict, the side, the slack and the weight of a fault."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
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
    span_of_meaning,
    span_of_rounding,
    units_off,
)
from dpexact.audit.quantity import Number, PrivacyDirection
from dpexact.audit.right_print import NOTHING, right_print
from dpexact.errors import DPExactError, InexactInputError, ParameterError, UndecidedError, need
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt, value_excerpt

Weight = Literal["material", "small", "last-digits"]
WEIGHTS: tuple[Weight, ...] = ("material", "small", "last-digits")
SMALL = Fraction(1, 10**3)  # a relative distance from here on is material
LAST_DIGITS = Fraction(1, 10**9)  # and one below this is a matter of the last digits
Side = Literal["safe", "unsafe", "neither"]
SLACK_DIGITS = 4
SLACK_BITS = 256

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
            raise ParameterError(
                "a fraction",
                place=f"printed {printed.text!r}",
                expected=f"a decimal, since {meaning!r} speaks of the last printed digit",
                remedy="use exact, at-most or at-least",
            )
        unit = abs(printed.value) or Fraction(1)
    units = int(printed.value / unit)
    cells = cells_of(number, unit, span_of_meaning(meaning, units))
    verdict = _verdict(cells, meaning, units)
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


def _verdict(cells: Cells, meaning: Meaning, units: int) -> Verdict:
    right = cells.within(*span_of_meaning(meaning, units))
    if right is None:
        return "undecided"
    if meaning in BOUNDS:
        return "valid-bound" if right else "violated-bound"
    return "correct" if right else "wrong"


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
