"""What is composed: pairs of distributions with how often; the part where both are positive, and what is certain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.privacy.likelihood import ratio_groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ONE = Exact.of_rational(1)


@dataclass(frozen=True)
class Pair:
    """Two distributions up to what no loss depends on: (P(G), Q(G)) for the groups G of equal ratio, largest first."""

    groups: tuple[tuple[Exact, Exact], ...]

    @classmethod
    def of(cls, p: Sequence[Exact], q: Sequence[Exact]) -> Pair:
        """The pair of two distributions on the same outcomes."""
        return cls(tuple(ratio_groups(p, q)))

    @cached_property
    def certain(self) -> Exact:
        """The mass of the first where the second is 0."""
        return exact_sum(a for a, b in self.groups if b == 0)

    @cached_property
    def common(self) -> tuple[tuple[Exact, Exact, Exact], ...]:
        """(ratio, P(G), Q(G)) of the groups where neither is 0."""
        return tuple((a / b, a, b) for a, b in self.groups if a != 0 and b != 0)

    def reversed(self) -> Pair:
        """The second against the first."""
        return Pair(tuple((b, a) for a, b in reversed(self.groups)))


Factors = tuple[tuple[Pair, int], ...]


def gathered(factors: Iterable[tuple[Pair, int]]) -> Factors:
    """Equal pairs taken together; those that are taken no time are left out."""
    counts: dict[Pair, int] = {}
    for pair, count in factors:
        counts[pair] = counts.get(pair, 0) + count
    return tuple((pair, count) for pair, count in counts.items() if count)


def certain_mass(factors: Factors) -> Exact:
    """The mass of the first distribution where the second is 0: 1 minus the product of what is left."""
    left = ONE
    for pair, count in factors:
        left *= (1 - pair.certain) ** count
    return 1 - left
