"""The bounds that a row shows. Its judgement follows from them, so a reader can judge again by the row alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf

from flint import arb

from dpexact.audit.cells import Cells, cells_of
from dpexact.audit.judgement import Judgement
from dpexact.audit.printed import PrintedNumber
from dpexact.audit.settled import ball_around
from dpexact.numbers.balls import BallRule, rational_bounds
from dpexact.numbers.enclosure import Enclosure, narrowed, with_bounds
from dpexact.numbers.exact import Exact, exact

Bounds = tuple[Fraction, Fraction]

DIGITS = (10, 20, 36, 60, 120, 240, 480, 960)  # of bounds, tried in turn
EVERYWHERE = (-inf, inf)
BITS = 160
MOST_BITS = 8192
SPARE_DIGITS = 4  # in which decimals of both bounds may differ


@dataclass(frozen=True)
class Evidence:
    """The bounds, None for a number that can be refined at will, and how many digits of them give the judgement.

    `digits` is 0 if no number of digits does, as for a printed 1/3 that is the number itself.
    """

    bounds: Bounds | None = None
    digits: int = 0


NO_EVIDENCE = Evidence()


def decided(
    judged: Callable[[Exact | Enclosure | float], Judgement], number: Exact | Enclosure | float, printed: PrintedNumber
) -> tuple[Judgement, Evidence]:
    """Return the judgement of a number, and the bounds from which it follows.

    Where bits cost much, the judgement is that of the narrowest bounds that it asked for, and no other is.

    Raises: as `judged`.
    """
    if isinstance(number, float):
        return judged(number), NO_EVIDENCE
    bounds = None
    if isinstance(number, Enclosure) and number.is_costly:
        watched = _Watched(number)
        weight = judged(with_bounds(BallRule(watched), *watched.bounds)).weight
        bounds = watched.bounds
        judgement = found = judged(_still(*bounds))
        if found.weight is None:
            judgement = replace(found, weight=weight)
        number = with_bounds(number.rule, *bounds)
    else:
        judgement = found = judged(number)
    cells, told = known_cells(number, printed), _told(found, number)
    for digits in DIGITS:
        shown = _still(*map(Fraction, outward(number, digits)))
        if known_cells(shown, printed) == cells and _told(judged(shown), number) == told:
            return judgement, Evidence(bounds, digits)
    return judgement, Evidence(bounds)


def known_cells(number: Exact | Enclosure, printed: PrintedNumber) -> Cells:
    """Return the cells of a number by the unit of a text. If bits cost much, they are those that its bounds meet."""
    return cells_of(number, printed.unit or abs(printed.value) or Fraction(1), EVERYWHERE)


def outward(number: Exact | Enclosure, digits: int) -> tuple[str, str]:
    """Return decimals below and above a number, with this many significant digits.

    For an enclosure they are decimals of bounds that agree to all but the last digits, as far as 8192 bits give them.
    If bits cost much, they are those of the known bounds.
    """
    if isinstance(number, Exact):
        return number.decimal(digits, "down"), number.decimal(digits, "up")
    agreeing, is_costly = 10 ** (digits - SPARE_DIGITS), number.is_costly

    def is_enough(low: Fraction, high: Fraction) -> bool:
        return is_costly or (high - low) * agreeing <= min(abs(low), abs(high))

    lower, upper = narrowed(number, BITS, MOST_BITS, is_enough)
    return exact(lower).decimal(digits, "down"), exact(upper).decimal(digits, "up")


def _told(judgement: Judgement, number: Exact | Enclosure) -> Judgement:
    """Return the part of a judgement that must follow from bounds, for an exact number all but slack and right text."""
    if isinstance(number, Enclosure):
        return judgement
    return replace(judgement, slack=None, print=None, print_safe=None)


class _Watched:
    """The operation of a number whose bits cost much. It remembers the narrowest bounds that were needed."""

    def __init__(self, number: Enclosure) -> None:
        self.rule, self.start = number.rule, number.rule.start
        self.bounds = number.lower, number.upper

    def __call__(self) -> arb:
        """Return the ball at the current flint working precision."""
        ball: arb = self.rule.ball()
        if ball.is_finite():
            lower, upper = rational_bounds(ball)
            self.bounds = max(self.bounds[0], lower), min(self.bounds[1], upper)
        return ball

    def spent(self, precision: int, bits: int) -> str | None:
        """Say why a higher precision narrows no ball, as a BallRule asks."""
        return self.rule.spent(precision, bits)


@dataclass(frozen=True)
class _Still:
    """The operation of a number of which two bounds are all that is known."""

    lower: Fraction
    upper: Fraction

    def __call__(self) -> arb:
        """Return a ball around the bounds."""
        return ball_around(self.lower, self.upper)

    def spent(self, precision: int, bits: int) -> str:  # noqa: ARG002 - as a BallRule asks
        """Say that no precision narrows the ball."""
        return "no more than two bounds is known"


def _still(lower: Fraction, upper: Fraction) -> Enclosure:
    return with_bounds(BallRule(_Still(lower, upper)), lower, upper)
