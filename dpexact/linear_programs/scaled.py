"""Scaled: numbers over one common positive denominator, which keeps sums over a field free of fractions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import fmpq, fmpz

from dpexact.linear_programs.number import Number, exact_number
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Scaled:
    """The numbers values[k] / scale."""

    values: dict[int, Number]
    scale: Number

    def renamed(self, names: Sequence[int]) -> Scaled:
        """The number at place k under the name names[k]."""
        return Scaled({names[k]: value for k, value in self.values.items()}, self.scale)

    def exact(self, place: int) -> Exact:
        """One of the numbers; 0 if it is not listed."""
        if place not in self.values:
            return Exact.of_rational(0)
        return exact_number(self.values[place]) / exact_number(self.scale)


def joined(parts: Sequence[Scaled]) -> Scaled:
    """All numbers over one scale: rational scales are divided out where there are several, others multiplied."""
    if len(parts) == 1:
        return parts[0]
    values: dict[int, Number] = {}
    scale: Number = fmpz(1)
    for part in parts:
        if isinstance(part.scale, Exact):
            values = {k: value * part.scale for k, value in values.items()}
            values |= {k: value * scale for k, value in part.values.items()}
            scale = scale * part.scale
        else:
            factor = scale / fmpq(part.scale)
            values |= {k: value * factor for k, value in part.values.items()}
    return Scaled(values, scale)
