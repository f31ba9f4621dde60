"""Real numbers in cells, on which every rounding to a multiple of a unit is constant.

With k an integer and u the unit, cell 4k is the point k u, cell 4k + 1 the open interval from k u to (k + 1/2) u,
cell 4k + 2 the point (k + 1/2) u and cell 4k + 3 the open interval from there to (k + 1) u. Every real number is in
one cell, and each rounding to a multiple of u is monotone in the cells.

The printed value is d = m u with an integer m. The tables below are those of docs/claim-table.md, in cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf
from typing import Literal, assert_never

from dpexact.audit.printed import Meaning
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact

FIRST_BITS = 64
LAST_BITS = 4096
Rounding = Literal["half-up", "half-even", "truncated", "up"]
ROUNDINGS: tuple[Rounding, ...] = ("half-up", "half-even", "truncated", "up")
MAX_OPEN_CELLS = 8  # an enclosure over more cells than this settles nothing
Span = tuple[float, float]  # integers, or plus and minus infinity


@dataclass(frozen=True)
class Cells:
    """The cells, from `first` to `last`, in which a number can lie, a single one if it is settled (inf for inf)."""

    first: float
    last: float

    def within(self, first: float, last: float) -> bool | None:
        """Return whether the number lies in the cells from `first` to `last` (maybe infinite), or None if open."""
        if first <= self.first and self.last <= last:
            return True
        return False if self.last < first or last < self.first else None


def cells_of(number: Exact | Enclosure | float, unit: Fraction, span: Span | None = None) -> Cells:
    """Return the cells of a number by `unit` > 0. Infinity, the only float there is, lies past all of them.

    With a `span`, an enclosure whose bits cost much is refined only until it is known to be in the span or outside of
    it.

    Guarantee: exact for an Exact (one cell), and for an Enclosure every cell that its bounds at up to 4096 bits meet.
    """
    if isinstance(number, float):
        return Cells(inf, inf)
    if isinstance(number, Exact):
        cell = _cell_of_exact(number / unit * 2)
        return Cells(cell, cell)

    def cells(lower: Fraction, upper: Fraction) -> Cells:
        return Cells(_cell(lower / unit * 2), _cell(upper / unit * 2))

    def is_enough(lower: Fraction, upper: Fraction) -> bool:
        known = cells(lower, upper)
        if span is not None and number.is_costly:
            return known.within(*span) is not None
        return known.first == known.last

    return cells(*narrowed(number, FIRST_BITS, LAST_BITS, is_enough))


def _cell(half_units: Fraction) -> int:
    below = floor(half_units)
    return 2 * below if half_units == below else 2 * below + 1


def _cell_of_exact(half_units: Exact) -> int:
    below = floor(half_units.enclosure(1)[0])
    while half_units >= below + 1:
        below += 1
    return 2 * below if half_units == below else 2 * below + 1


def span_of_rounding(rounding: Rounding, m: int) -> Span:
    """Return the first and the last cell that `rounding` turns into m units.

    Half up sends ties away from zero, truncation cuts towards zero, up goes towards plus infinity.
    """
    point = 4 * m
    match rounding:
        case "half-up":
            return (point - 2 if m > 0 else point - 1, point + 2 if m < 0 else point + 1)
        case "half-even":
            return (point - 1, point + 1) if m % 2 else (point - 2, point + 2)
        case "truncated":
            return (point if m > 0 else point - 3, point if m < 0 else point + 3)
        case "up":
            return (point - 3, point)
        case _:
            assert_never(rounding)


def span_of_meaning(meaning: Meaning, m: int) -> Span:
    """Return the first and the last cell of the numbers for which m units, printed with `meaning`, are right."""
    point = 4 * m
    match meaning:
        case "rounded":
            up, even = span_of_rounding("half-up", m), span_of_rounding("half-even", m)
            span = (min(up[0], even[0]), max(up[1], even[1]))
        case "truncated":
            span = span_of_rounding("truncated", m)
        case "rounded-up":
            span = span_of_rounding("up", m)
        case "about":
            span = (point - 4, point + 4)
        case "exact":
            span = (point, point)
        case "at-most":
            span = (-inf, point)
        case "at-least":
            span = (point, inf)
        case _:
            assert_never(meaning)
    return span


def fitting_roundings(cells: Cells, m: int) -> tuple[Rounding, ...]:
    """Return the roundings under which the number certainly gives m units."""
    return tuple(r for r in ROUNDINGS if cells.within(*span_of_rounding(r, m)))


def units_off(cells: Cells, meaning: Meaning, m: int) -> int | None:
    """Count the units by which the text would have to move to be right, None if the cells leave it open, or infinite.

    No move makes "exact" right for a number between two multiples of the unit. The count is then the distance, rounded
    up.
    """
    if cells.within(*span_of_meaning(meaning, m)):
        return 0
    if cells.last == inf or cells.last - cells.first > MAX_OPEN_CELLS:
        return None
    answers = {_units_off(cell, meaning, m) for cell in range(int(cells.first), int(cells.last) + 1)}
    return answers.pop() if len(answers) == 1 else None


def _units_off(cell: int, meaning: Meaning, m: int) -> int:
    below, above = cell // 4, -(-cell // 4)
    if meaning == "exact":
        return max(abs(m - below), abs(m - above))
    candidates = (m, *range(below - 1, above + 2))
    distances: list[int] = [abs(candidate - m) for candidate in candidates if _is_right(cell, meaning, candidate)]
    return min(distances)


def _is_right(cell: int, meaning: Meaning, m: int) -> bool:
    first, last = span_of_meaning(meaning, m)
    return first <= cell <= last
