"""Roundings: for a printed text, the cells of numbers that each rounding turns into that text.

The printed value is d = m u with an integer m; the tables below are those of docs/claim-table.md, in cells.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Literal, assert_never

if TYPE_CHECKING:
    from dpexact.audit.cells import Cells
    from dpexact.audit.printed_claim import Meaning

Rounding = Literal["half-up", "half-even", "truncated", "up"]
ROUNDINGS: tuple[Rounding, ...] = ("half-up", "half-even", "truncated", "up")
MAX_OPEN_CELLS = 8  # an enclosure over more cells than this settles nothing

Span = tuple[float, float]  # integers, or plus and minus infinity


def span_of_rounding(rounding: Rounding, m: int) -> Span:
    """First and last cell that `rounding` turns into m units.

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
    """First and last cell in which a number makes m units, printed with `meaning`, right."""
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
    """The roundings under which the number certainly gives m units."""
    return tuple(r for r in ROUNDINGS if cells.within(*span_of_rounding(r, m)))


def units_off(cells: Cells, meaning: Meaning, m: int) -> int | None:
    """By how many units the text would have to move to be right; None where the cells leave it open, or infinite.

    No move makes "exact" right for a number between two multiples of the unit: there it is the distance, rounded up.
    """
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
