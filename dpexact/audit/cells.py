"""Cells: the position of a number among the multiples of half a unit, on which every rounding depends.

With k an integer and u the unit, cell 4k is the point k u, cell 4k + 1 the open interval from k u to (k + 1/2) u,
cell 4k + 2 the point (k + 1/2) u and cell 4k + 3 the open interval from there to (k + 1) u. Every real number lies in
one cell, and each rounding to a multiple of u is constant on cells and monotone in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf
from typing import TYPE_CHECKING

from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from fractions import Fraction

    from dpexact.numbers.enclosure import Enclosure

FIRST_BITS = 64
LAST_BITS = 4096


@dataclass(frozen=True)
class Cells:
    """The cells, from `first` to `last`, in which a number can lie; first = last where it is settled (inf for inf)."""

    first: float
    last: float

    def within(self, first: float, last: float) -> bool | None:
        """Whether the number lies in the cells from `first` to `last` (either may be infinite); None if open."""
        if first <= self.first and self.last <= last:
            return True
        return False if self.last < first or last < self.first else None


def cells_of(number: Exact | Enclosure | float, unit: Fraction) -> Cells:
    """The cells of a number with respect to `unit` > 0; infinity, the only float there is, lies past all of them.

    Guarantee: exact for an Exact (one cell); for an Enclosure every cell that its bounds at up to 4096 bits meet.
    """
    if isinstance(number, float):
        return Cells(inf, inf)
    if isinstance(number, Exact):
        cell = _cell_of_exact(number / unit * 2)
        return Cells(cell, cell)
    bits = FIRST_BITS
    while True:
        refined = number.refine(bits)
        cells = Cells(_cell(refined.lower / unit * 2), _cell(refined.upper / unit * 2))
        if cells.first == cells.last or bits >= LAST_BITS:
            return cells
        bits *= 2


def _cell(half_units: Fraction) -> int:
    below = floor(half_units)
    return 2 * below if half_units == below else 2 * below + 1


def _cell_of_exact(half_units: Exact) -> int:
    below = floor(half_units.enclosure(1)[0])
    while half_units >= below + 1:
        below += 1
    return 2 * below if half_units == below else 2 * below + 1
