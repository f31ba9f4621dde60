"""Judge a printed number against the true one, with the verdict, the side, the slack and the weight of a fault."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal

from dpexact.audit.printed import (
    BOUNDS,
    MEANINGS,
    REFUTED,
    Cells,
    Meaning,
    PrintedNumber,
    Rounding,
    Verdict,
    cells_of,
    fitting_roundings,
    span_of_meaning,
    units_off,
)
from dpexact.audit.quantity import PrivacyDirection
from dpexact.audit.right_print import RightPrint, right_print
from dpexact.audit.weight import NO_TOLERANCE, Side, Tolerance, Weight, side_of, weight
from dpexact.errors import InexactInputError, ParameterError, need
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt

SLACK_DIGITS = 4
SLACK_BITS = 256

PrintedIs = Literal["high", "low", "equal"]


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
    number: Exact | Enclosure | float,
    privacy_direction: PrivacyDirection = "neither",
    tolerance: Tolerance = NO_TOLERANCE,
) -> Judgement:
    """Judge a printed text against the true number. The tolerance changes the weight alone, never the verdict.

    A fraction is without a unit in the last place. It is compared with u = |d| (or 1), which gives the same order.

    Guarantee: exact for an Exact, and exact or "undecided" for an Enclosure.
    Raises: ParameterError when a fraction is said to be rounded, truncated or about, and for an unknown meaning.
    InexactInputError for a number that is not exact, since infinity is the only float.
    Reference: docs/claim-table.md.
    """
    need.instance(printed, PrintedNumber, "printed", "parse_printed makes one")
    need.one_of(privacy_direction, ("larger-is-safe", "smaller-is-safe", "neither"), "privacy_direction")
    _check(meaning, number)
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
    right = right_print(printed, meaning, number, privacy_direction) if verdict in REFUTED else RightPrint()
    return Judgement(
        verdict=verdict,
        fits=() if printed.unit is None else fitting_roundings(cells, units),
        units_off=None if printed.unit is None else units_off(cells, meaning, units),
        printed_is=_printed_is(cells, units),
        side=_side(cells, units, privacy_direction),
        slack=_slack(printed.value, meaning, number) if verdict == "valid-bound" else None,
        weight=weight(printed.value, number, tolerance) if verdict in REFUTED else None,
        print=right.text,
        print_safe=right.safe,
    )


def _check(meaning: Meaning, number: object) -> None:
    need.one_of(meaning, MEANINGS, "meaning")
    if not isinstance(number, Exact | Enclosure) and not (isinstance(number, float) and number == inf):
        raise InexactInputError(value_excerpt(number), place="number", expected="an Exact, an Enclosure or math.inf")


def _verdict(cells: Cells, meaning: Meaning, units: int) -> Verdict:
    right = cells.within(*span_of_meaning(meaning, units))
    if right is None:
        return "undecided"
    if meaning in BOUNDS:
        return "valid-bound" if right else "violated-bound"
    return "correct" if right else "wrong"


def _order_of_cells(cells: Cells, units: int) -> set[int]:
    """Return how the printed number may stand to the true one, as `order` says."""
    return {(4 * units > cell) - (4 * units < cell) for cell in (cells.first, cells.last)}


def _printed_is(cells: Cells, units: int) -> PrintedIs | None:
    orders = _order_of_cells(cells, units)
    words: dict[int, PrintedIs] = {-1: "low", 0: "equal", 1: "high"}
    return words[orders.pop()] if len(orders) == 1 else None


def _side(cells: Cells, units: int, direction: PrivacyDirection) -> Side | None:
    sides = {side_of(order, direction) for order in _order_of_cells(cells, units)}
    return sides.pop() if len(sides) == 1 else None


def _slack(value: Fraction, meaning: Meaning, number: Exact | Enclosure | float) -> str | None:
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
