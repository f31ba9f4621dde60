"""The layout of small matrices: Python integers over one denominator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.decide.integer_sums import Sums, largest_divergence
from dpexact.decide.selection import positive_places

if TYPE_CHECKING:
    from dpexact.mechanisms.integers import IntegerMatrix
    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class IntegerRows:
    """Rows of Python integers at E = factor."""

    matrix: IntegerMatrix
    factor: Exact

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """(j, divergence) for the first of the other rows from which row i diverges most; equal rows count once."""
        last_to_first = range(len(others) - 1, -1, -1)
        equals = map(self.matrix.first_equals.__getitem__, reversed(others))
        sums: Sums = {}
        for j, place in dict(zip(equals, last_to_first, strict=True)).items():
            event = self.positive(i, j)
            pair = self.matrix.total(i, event), self.matrix.total(j, event)
            sums[pair] = min(place, sums.get(pair, place))
        place, value = largest_divergence(sums, self.factor, self.matrix.denominator)
        return others[place], value

    def positive(self, i: int, j: int) -> list[int]:
        """The outcomes with a > E b, ascending."""
        return positive_places(zip(self.matrix.row(i), self.matrix.row(j), strict=True), self.factor)

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """The worst of the other rows if row i diverges from it by more than the bound."""
        j, value = self.worst(i, others)
        return j if value > bound else None
