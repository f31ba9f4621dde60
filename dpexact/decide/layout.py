"""Layout: a mechanism at one E, as it is held in memory, and the three questions that every decision asks of it.

Max over all 2^m events of P_i(S) - E P_j(S) is the sum of the positive parts of P_i(o) - E P_j(o), the *divergence* of
row i from row j; the event that attains it is the set of outcomes with a positive part. Each way of holding a matrix
has a file of its own that answers the questions exactly: Python integers, numpy arrays, entries; and so has E =
infinity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from dpexact.decide.array_rows import ArrayRows
from dpexact.decide.entry_rows import EntryRows
from dpexact.decide.infinite_rows import InfiniteRows
from dpexact.decide.integer_rows import IntegerRows
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from dpexact.mechanisms.mechanism import Mechanism


class Layout(Protocol):
    """The rows of a mechanism at one E. Guarantee of every answer: exact."""

    def worst(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """(j, divergence) for the first of the other rows from which row i diverges most."""

    def positive(self, i: int, j: int) -> list[int]:
        """The outcomes with P_i(o) > E P_j(o), ascending: the smallest event that attains the divergence."""

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """One of the other rows from which row i diverges by more than the bound, or None if there is none."""


def layout_of(mechanism: Mechanism, factor: Exact | float) -> Layout:
    """The layout that a mechanism is held in, at E = factor, which may be math.inf."""
    if not isinstance(factor, Exact):
        return InfiniteRows.of(mechanism)
    matrix = mechanism.stored_integers()
    if matrix is None:
        return EntryRows(mechanism, factor)
    if matrix.ints is not None:
        return IntegerRows(matrix, factor)
    return ArrayRows.of(matrix, factor)
