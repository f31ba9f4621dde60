"""The values that a draw may still have: increasing integers k, and the places at which a function of k changes.

A draw is uniform on 0..size-1, and every path of a program has narrowed it to such a set. The count of the set over the
count before it is, exactly, the probability of the step.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, groupby
from math import gcd, prod
from typing import Any, TypeAlias, TypeVar

import numpy as np

Key = TypeVar("Key", bound=Hashable)
Array: TypeAlias = Any  # of numpy
WIDEST = 1 << 62


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

    @cached_property
    def first(self) -> int:
        """Return the least integer."""
        return self.ranges[0][0]

    @cached_property
    def last(self) -> int:
        """Return the greatest integer."""
        return self.ranges[-1][-1]

    def ends(self) -> set[int]:
        """Return both ends of each range."""
        return {end for some in self.ranges for end in (some[0], some[-1])}

    def between(self, begin: int, end: int) -> Possible:
        """Return the subset at the places begin, ..., end - 1."""
        if len(self.ranges) == 1:
            return Possible((self.ranges[0][begin:end],))
        starts = (0, *self._ends)
        parts = (some[max(begin - n, 0) : max(end - n, 0)] for n, some in zip(starts, self.ranges, strict=False))
        return Possible(tuple(filter(None, parts)))

    def joined(self, runs: Iterable[tuple[int, int]]) -> Possible:
        """Return the union of the subsets at these runs of places, given in their order."""
        return Possible(tuple(part for begin, end in runs for part in self.between(begin, end).ranges))

    def below_count(self, k: int) -> int:
        """Return the number of members that are less than k."""
        n = bisect_left(self.ranges, k, key=operator.itemgetter(0)) - 1
        if n < 0:
            return 0
        some = self.ranges[n]
        return self._ends[n] - _length(some) + min(-((some[0] - k) // some.step), _length(some))

    def residues(self, period: int) -> list[Possible]:
        """Return the classes of equal remainders modulo the period, at most `period` of them for each range."""
        owns = ((some, period // gcd(some.step, period)) for some in self.ranges)
        return [Possible((some[n::own],)) for some, own in owns for n in range(min(own, _length(some)))]

    def own_periods(self, period: int) -> int:
        """Return the number of classes that `residues` would make."""
        return sum(min(period // gcd(some.step, period), _length(some)) for some in self.ranges)


def _length(some: range) -> int:
    """Return the length of a range, for which `len` has a limit."""
    return (some[-1] - some[0]) // some.step + 1


@dataclass(frozen=True, eq=False)
class Region:
    """The values that the draws `of` of a path may still have together: boxes without a common point.

    A box is a product of sets, one for each draw: the members of its set in `sets` from a first place to a last one.
    The array `ends` has first places and last ones, with a row for each box, and a column for each draw.
    """

    of: tuple[int, ...]
    sets: tuple[Possible, ...]
    ends: Array

    @staticmethod
    def whole(of: Iterable[int], sets: Sequence[Possible]) -> Region:
        """Return all values of some draws."""
        last = [some.count - 1 for some in sets]
        kind = np.int64 if max(last) < WIDEST else object
        return Region(tuple(of), tuple(sets), np.array([[[0] * len(last)], [last]], dtype=kind))

    @property
    def sizes(self) -> Array:
        """Return the numbers of members of the sets of each box."""
        return self.ends[1] - self.ends[0] + 1

    @cached_property
    def count(self) -> int:
        """Return the number of points."""
        return sum(map(prod, self.sizes.tolist()))

    @cached_property
    def volumes(self) -> Array:
        """Return the number of points of each box, rounded."""
        return self.sizes.astype(float).prod(axis=1)

    def __len__(self) -> int:
        return len(self.ends[0])

    def rows(self, which: Array) -> Region:
        """Return some of the boxes."""
        return Region(self.of, self.sets, self.ends[:, which])

    def joined(self, *others: Region) -> Region:
        """Return the boxes with those of other regions of the same draws."""
        return Region(self.of, self.sets, np.concatenate([part.ends for part in (self, *others)], axis=1))

    def times(self, other: Region, most: int) -> Region:
        """Return the product with a region of other draws, of so many of the largest boxes at most."""
        largest = self.rows(np.argsort(-self.volumes, kind="stable")[: max(1, most // len(other))])
        both = np.repeat(largest.ends, len(other), axis=1), np.tile(other.ends, (1, len(largest), 1))
        return Region(self.of + other.of, self.sets + other.sets, np.concatenate(both, axis=2))

    def along(self, column: Array) -> Array:
        """Return the first and the last places of one draw of each box, given by its column."""
        return self.ends[:, np.arange(len(self)), column]

    def resized(self, column: Array, first: Array, last: Array) -> Region:
        """Return the boxes with other places of one draw each, given by its column."""
        rows, ends = np.arange(len(self)), self.ends.copy()
        ends[0, rows, column], ends[1, rows, column] = first, last
        return Region(self.of, self.sets, ends)

    def within(self, index: int, part: Possible) -> Region:
        """Return the points at which one draw has a value in a part of those that it may have."""
        n = self.of.index(index)
        first = [part.below_count(self.sets[n].at(place)) for place in self.ends[0, :, n].tolist()]
        last = [part.below_count(self.sets[n].at(place) + 1) - 1 for place in self.ends[1, :, n].tolist()]
        made = self.resized(n, *np.array([first, last], dtype=self.ends.dtype))
        sets = (*self.sets[:n], part, *self.sets[n + 1 :])
        return Region(self.of, sets, made.ends[:, made.ends[0, :, n] <= made.ends[1, :, n]])

    def box(self, row: int) -> tuple[Possible, ...]:
        """Return the sets of a box."""
        ends = zip(self.sets, *self.ends[:, row].tolist(), strict=True)
        return tuple(some.between(first, last + 1) for some, first, last in ends)

    @cached_property
    def hull(self) -> tuple[Possible, ...]:
        """Return for each draw the values from the least to the greatest that it has here."""
        ends = np.stack((self.ends[0].min(axis=0), self.ends[1].max(axis=0)))
        return Region(self.of, self.sets, ends[:, None]).box(0)

    def as_set(self) -> Possible:
        """Return the values of a single draw, in as few ranges as possible."""
        joined: list[range] = []
        for row in self.ends[0, :, 0].argsort().tolist():
            for some in self.box(row)[0].ranges:
                if joined and some[0] == joined[-1][-1] + some.step and some.step == joined[-1].step:
                    joined[-1] = range(joined[-1][0], some[-1] + 1, some.step)
                else:
                    joined.append(some)
        return Possible(tuple(joined))


def runs_of(key: Callable[[int], Key], count: int, most: int) -> list[tuple[int, int, Key]] | None:
    """Return (begin, end, key) for the runs of equal keys at places 0, ..., count - 1, or None if they are too many.

    The key is monotone in the place: if it is the same at two places, it is the same between them.
    """
    begins = [(0, key(0))]
    open_parts = [(0, count - 1, begins[0][1], last)] if (last := key(count - 1)) != begins[0][1] else []
    while open_parts:
        if len(begins) + len(open_parts) > most:  # there is an end of a run in each part
            return None
        halves = []
        for low, high, at_low, at_high in open_parts:
            middle = (low + high) // 2
            if middle == low:
                begins.append((high, at_high))
                continue
            at_middle = key(middle)
            if at_low != at_middle:
                halves.append((low, middle, at_low, at_middle))
            if at_middle != at_high:
                halves.append((middle, high, at_middle, at_high))
        open_parts = halves
    begins.sort(key=operator.itemgetter(0))
    return [(begin, end, at) for (begin, at), end in zip(begins, [*(n for n, _ in begins[1:]), count], strict=True)]


def groups_of(key: Callable[[int], Key], count: int) -> dict[Key, list[tuple[int, int]]]:
    """Return for each key the runs of places that have it, after computing the key at every place."""
    groups: dict[Key, list[tuple[int, int]]] = {}
    end = 0
    for value, places in groupby(range(count), key):
        begin, end = end, end + sum(1 for _ in places)
        groups.setdefault(value, []).append((begin, end))
    return groups
