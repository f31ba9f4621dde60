"""The rows of a mechanism at one E, held in the form in which their divergences are fastest.

The divergence of row i from row j is the maximum of P_i(S) - E P_j(S) over all 2^m events S. It is the sum of the
positive parts of P_i(o) - E P_j(o), and the outcomes with a positive part are an event that attains it. At E = infinity
the claim is about the events with P_j(S) = 0, so the divergence is the mass of P_i on the outcomes that j never gives.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import Run


class Layout(ABC):
    """The rows at E, compared in runs of pairs (i, j) with the same i. Guarantee of every answer: exact."""

    @abstractmethod
    def positive(self, i: int, j: int) -> list[int]:
        """Return the outcomes with P_i(o) > E P_j(o), ascending, the smallest event that attains the divergence."""

    @abstractmethod
    def largest(self, i: int, others: list[int]) -> tuple[int, Exact]:
        """Return (j, divergence) for the first of the other rows from which row i diverges most."""

    def largest_above(self, i: int, others: list[int], bound: Exact) -> tuple[int, Exact] | None:
        """Return the same if the divergence is more than the bound, else None."""
        j, divergence = self.largest(i, others)
        return (j, divergence) if divergence > bound else None

    def exceeding(self, i: int, others: list[int], bound: Exact) -> int | None:
        """Return one of the other rows from which row i diverges by more than the bound, or None if there is none."""
        pair = self.largest_above(i, others, bound)
        return pair and pair[0]

    def sifted(self, runs: Iterable[Run], bound: Exact | None) -> Iterable[Run]:
        """Return the runs, if possible without pairs that diverge by at most the bound or less than the worst pair."""
        del bound
        return runs
