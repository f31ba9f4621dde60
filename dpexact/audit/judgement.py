"""A Judgement: what a true number makes of a printed text."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Literal

from dpexact import need
from dpexact.audit.cells import Cells, cells_of
from dpexact.audit.printed import PrintedNumber
from dpexact.audit.printed_claim import BOUNDS, MEANINGS, REFUTED
from dpexact.audit.roundings import fitting_roundings, span_of_meaning, units_off
from dpexact.audit.weight import NO_TOLERANCE, weight
from dpexact.errors import InexactInputError, ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from dpexact.audit.printed_claim import Meaning, Verdict
    from dpexact.audit.quantity import PrivacyDirection
    from dpexact.audit.roundings import Rounding
    from dpexact.audit.weight import Tolerance, Weight

SLACK_DIGITS = 4
SLACK_BITS = 256

PrintedIs = Literal["high", "low", "equal"]
Side = Literal["safe", "unsafe", "neither"]


@dataclass(frozen=True)
class Judgement:
    """The answers of the audit about one printed text; None stands for "the enclosure does not settle it".

    `weight` is that of what is wrong, and None as well where nothing is.
    """

    verdict: Verdict
    fits: tuple[Rounding, ...]
    units_off: int | None
    printed_is: PrintedIs | None
    side: Side | None
    slack: str | None
    weight: Weight | None = None


def judge(
    printed: PrintedNumber,
    meaning: Meaning,
    number: Exact | Enclosure | float,
    privacy_direction: PrivacyDirection = "neither",
    tolerance: Tolerance = NO_TOLERANCE,
) -> Judgement:
    """Judge a printed text against the true number; the tolerance changes the weight alone, never the verdict.

    A fraction has no unit in the last place; it is compared with u = |d| (or 1), which gives the same order.

    Guarantee: exact for an Exact; for an Enclosure exact or "undecided".
    Raises: ParameterError when a fraction is said to be rounded, truncated or about, and for another meaning;
    InexactInputError for a number that is not exact: infinity is the only float.
    Reference: docs/claim-table.md.
    """
    need.instance(printed, PrintedNumber, "printed", "parse_printed makes one")
    need.one_of(privacy_direction, ("larger-is-safe", "smaller-is-safe", "neither"), "privacy_direction")
    _check(meaning, number)
    unit = printed.unit
    if unit is None:
        if meaning not in ("exact", *BOUNDS):
            message = (
                f"printed {printed.text!r}: expected a decimal, since {meaning!r} speaks of the last printed digit, "
                "got a fraction; use exact, at-most or at-least"
            )
            raise ParameterError(message)
        unit = abs(printed.value) or Fraction(1)
    units = int(printed.value / unit)
    cells = cells_of(number, unit)
    verdict = _verdict(cells, meaning, units)
    return Judgement(
        verdict=verdict,
        fits=() if printed.unit is None else fitting_roundings(cells, units),
        units_off=None if printed.unit is None else units_off(cells, meaning, units),
        printed_is=_printed_is(cells, units),
        side=_side(cells, units, privacy_direction),
        slack=_slack(printed.value, meaning, number) if verdict == "valid-bound" else None,
        weight=weight(printed.value, number, tolerance) if verdict in REFUTED else None,
    )


def _check(meaning: Meaning, number: object) -> None:
    need.one_of(meaning, MEANINGS, "meaning")
    if not isinstance(number, Exact | Enclosure) and not (isinstance(number, float) and number == inf):
        message = f"number: expected an Exact, an Enclosure or math.inf, got {value_excerpt(number)}"
        raise InexactInputError(message)


def _verdict(cells: Cells, meaning: Meaning, units: int) -> Verdict:
    right = cells.within(*span_of_meaning(meaning, units))
    if right is None:
        return "undecided"
    if meaning in BOUNDS:
        return "valid-bound" if right else "violated-bound"
    return "correct" if right else "wrong"


def _printed_is(cells: Cells, units: int) -> PrintedIs | None:
    point = 4 * units
    if cells == Cells(point, point):
        return "equal"
    if cells.last < point:
        return "high"
    return "low" if cells.first > point else None


def _side(cells: Cells, units: int, direction: PrivacyDirection) -> Side | None:
    point = 4 * units
    if direction == "neither":
        return "neither"
    safe = cells.within(-inf, point) if direction == "larger-is-safe" else cells.within(point, inf)
    if safe is None:
        return None
    return "safe" if safe else "unsafe"


def _slack(value: Fraction, meaning: Meaning, number: Exact | Enclosure | float) -> str | None:
    """The factor by which a valid bound is loose, rounded down; None unless both numbers are positive."""
    if isinstance(number, float):
        return "infinite" if value >= 0 else None
    if isinstance(number, Exact):
        lower: Exact | Fraction = number
        upper: Exact | Fraction = number
    else:
        refined = number.refine(SLACK_BITS)
        lower, upper = refined.lower, refined.upper
    if lower < 0 or value < 0:
        return None
    numerator, denominator = (exact(value), exact(upper)) if meaning == "at-most" else (exact(lower), exact(value))
    if numerator == denominator:
        return "1"
    if denominator == 0:
        return "infinite"
    return (numerator / denominator).decimal(SLACK_DIGITS, "down")
