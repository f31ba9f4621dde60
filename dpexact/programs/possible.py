"""The values that a draw may still have: increasing integers k, and the places at which a function of k changes.

A draw is uniform on 0..size-1, and every path of a program has narrowed it to such a set. The count of the set over the
count before it is, exactly, the probability of the step.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import gcd
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

Piece = tuple[int, int, int]  # first, step, count: first, first + step, ...


@dataclass(frozen=True)
class Possible:
    """A set of integers in increasing order: arithmetic progressions, each wholly below the next."""

    pieces: tuple[Piece, ...]

    @staticmethod
    @lru_cache(256)
    def below(size: int) -> Possible:
        """Return {0, ..., size - 1}."""
        return Possible(((0, 1, size),))

    @cached_property
    def count(self) -> int:
        """Return the number of integers in the set."""
        return sum(count for _, _, count in self.pieces)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(accumulate(count for _, _, count in self.pieces))

    def at(self, place: int) -> int:
        """Return the integer at a place of the order, from 0 to count - 1."""
        if len(self.pieces) == 1:
            first, step, _ = self.pieces[0]
            return first + step * place
        n = bisect_right(self._ends, place)
        first, step, count = self.pieces[n]
        return first + step * (place - self._ends[n] + count)

    @property
    def first(self) -> int:
        """Return the least integer."""
        return self.pieces[0][0]

    @property
    def last(self) -> int:
        """Return the greatest integer."""
        first, step, count = self.pieces[-1]
        return first + step * (count - 1)

    def ends(self) -> Iterator[int]:
        """Yield both ends of each progression."""
        for first, step, count in self.pieces:
            yield first
            yield first + step * (count - 1)

    def between(self, begin: int, end: int) -> Possible:
        """Return the subset at the places begin, ..., end - 1."""
        if len(self.pieces) == 1:
            first, step, _ = self.pieces[0]
            return Possible(((first + step * begin, step, end - begin),))
        kept, passed = [], 0
        for first, step, count in self.pieces:
            low, high = max(begin - passed, 0), min(end - passed, count)
            if low < high:
                kept.append((first + step * low, step, high - low))
            passed += count
        return Possible(tuple(kept))

    def joined(self, runs: Iterable[tuple[int, int]]) -> Possible:
        """Return the union of the subsets at these runs of places, given in their order."""
        return Possible(tuple(piece for begin, end in runs for piece in self.between(begin, end).pieces))

    def residues(self, period: int) -> list[Possible]:
        """Return the classes of equal remainders modulo the period, at most `period` of them for each progression."""
        found = []
        for first, step, count in self.pieces:
            own = period // gcd(step, period)
            found += [
                Possible(((first + step * n, step * own, (count - n - 1) // own + 1),)) for n in range(min(own, count))
            ]
        return found

    def own_periods(self, period: int) -> int:
        """Return the number of classes that `residues` would make."""
        return sum(min(period // gcd(step, period), count) for _, step, count in self.pieces)


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
