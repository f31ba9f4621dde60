"""The values that a draw may still have: increasing integers k, and the places at which a function of k changes.

A draw is uniform on 0..size-1, and every path of a program has narrowed it to such a set. The count of the set over the
count before it is, exactly, the probability of the step.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import gcd
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Possible:
    """A set of integers in increasing order: ranges, each wholly below the next."""

    ranges: tuple[range, ...]

    @staticmethod
    @lru_cache(256)
    def below(size: int) -> Possible:
        """Return {0, ..., size - 1}."""
        return Possible((range(size),))

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """Return the places at which the ranges end."""
        return tuple(accumulate(map(_length, self.ranges)))

    @cached_property
    def count(self) -> int:
        """Return the number of integers in the set."""
        return sum(map(_length, self.ranges))

    def at(self, place: int) -> int:
        """Return the integer at a place of the order, from 0 to count - 1."""
        if len(self.ranges) == 1:
            return self.ranges[0][place]
        n = bisect_right(self._ends, place)
        return self.ranges[n][place - self._ends[n]]  # counted from the end of the range

    @property
    def first(self) -> int:
        """Return the least integer."""
        return self.ranges[0][0]

    @property
    def last(self) -> int:
        """Return the greatest integer."""
        return self.ranges[-1][-1]

    def ends(self) -> set[int]:
        """Return both ends of each range."""
        return {end for one in self.ranges for end in (one[0], one[-1])}

    def between(self, begin: int, end: int) -> Possible:
        """Return the subset at the places begin, ..., end - 1."""
        if len(self.ranges) == 1:
            return Possible((self.ranges[0][begin:end],))
        starts = (0, *self._ends)
        parts = (one[max(begin - n, 0) : max(end - n, 0)] for n, one in zip(starts, self.ranges, strict=False))
        return Possible(tuple(filter(None, parts)))

    def joined(self, runs: Iterable[tuple[int, int]]) -> Possible:
        """Return the union of the subsets at these runs of places, given in their order."""
        return Possible(tuple(part for begin, end in runs for part in self.between(begin, end).ranges))

    def residues(self, period: int) -> list[Possible]:
        """Return the classes of equal remainders modulo the period, at most `period` of them for each range."""
        owns = ((one, period // gcd(one.step, period)) for one in self.ranges)
        return [Possible((one[n::own],)) for one, own in owns for n in range(min(own, _length(one)))]

    def own_periods(self, period: int) -> int:
        """Return the number of classes that `residues` would make."""
        return sum(min(period // gcd(one.step, period), _length(one)) for one in self.ranges)


def _length(some: range) -> int:
    """Return the length of a range, for which `len` has a limit."""
    return (some[-1] - some[0]) // some.step + 1


class TooManyRunsError(Exception):
    """A function takes more values than allowed."""


def runs_of(key: Callable[[int], Key], count: int, most: int) -> list[tuple[int, int, Key]]:
    """Return (begin, end, key) for the runs of equal keys at the places 0, ..., count - 1.

    The key is monotone in the place: if it is the same at two places, it is the same between them. Raises
    TooManyRunsError.
    """
    runs: list[tuple[int, int, Key]] = []
    first, last = key(0), key(count - 1)
    open_parts = [(0, count - 1, first, last)]
    while open_parts:
        low, high, at_low, at_high = open_parts.pop()
        if at_low == at_high:
            if runs and runs[-1][2] == at_low:
                runs[-1] = (runs[-1][0], high + 1, at_low)
            else:
                runs.append((low, high + 1, at_low))
                if len(runs) > most:
                    raise TooManyRunsError
            continue
        middle = (low + high) // 2
        if middle == low:
            open_parts += [(high, high, at_high, at_high), (low, low, at_low, at_low)]
            continue
        at_middle = key(middle)
        open_parts += [(middle, high, at_middle, at_high), (low, middle, at_low, at_middle)]
    return runs


def groups_of(key: Callable[[int], Key], count: int) -> dict[Key, list[tuple[int, int]]]:
    """Return for each key the runs of places that have it, after computing the key at every place."""
    groups: dict[Key, list[tuple[int, int]]] = {}
    for place in range(count):
        runs = groups.setdefault(key(place), [])
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return groups
