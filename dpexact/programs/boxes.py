"""The ranges of a function of several draws on products of sets of their values.

The function is a tree over functions of one draw that are monotone (`Unknown`). On a box each step has a range: the
results at the corners of the ranges of its arguments, computed by the step itself. This is right if the step is
monotone in each argument, whatever the others are, since its least and greatest results are then at corners. A step
with one argument is monotone if the keys of its rule are the same at both ends (`rules`). A step with two is monotone
in each of them, in one direction or another:

- x + y, x - y and x * y: for each fixed y, and each fixed x, by the rules for constants. The direction of x * y differs
  with the sign of y, and corners need no direction.
- x / y, and x // y of integers: for each fixed y by the rule, and for each fixed x on either side of y = 0.
- comparisons: of two numbers that are compared exactly, so that a greater one stays greater if it rises.

Doubles have to be finite at all corners, so that they are so between. The ends of a range count in the order in which
-0.0 comes before 0.0. One draw may be in several arguments: the range is then too wide, which only leaves more open.

The ranges of many boxes are computed at once: numpy's + - * / and comparisons of arrays of doubles are those of
Python's floats, by IEEE 754, and arrays of integers hold Python's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise, product
from math import inf, nextafter
from typing import Any

import numpy as np

from dpexact.programs.kinds import number_kind, tagged
from dpexact.programs.neighbors import BESIDE, GRID
from dpexact.programs.path import Path
from dpexact.programs.possible import Array, Possible, Region
from dpexact.programs.rules import Rule, Trust, tried
from dpexact.programs.unknown import Unknown

ONE_SIDE = {"truediv", "floordiv"}  # if their last argument is on one side of 0, they are monotone in it
COMPARISON = "comparison"


@dataclass
class Ranges:
    """The ranges of a function on some boxes: its least and greatest values, which hold if it `is_found`.

    `raised` has the exceptions that it raises on others, by their places.
    """

    low: Array
    high: Array
    is_found: Array
    raised: dict[int, type] = field(default_factory=dict)

    @staticmethod
    def of(corners: Sequence[Array], is_found: Array) -> Ranges:
        """Return the ranges with these values at the corners, -0.0 before 0.0."""
        low, high = reduce(np.minimum, corners), reduce(np.maximum, corners)
        if low.dtype == float:
            negative = np.any([(corner == 0) & np.signbit(corner) for corner in corners], axis=0)
            positive = np.any([(corner == 0) & ~np.signbit(corner) for corner in corners], axis=0)
            low = np.where(low == 0, np.where(negative, -0.0, 0.0), low)
            high = np.where(high == 0, np.where(positive, 0.0, -0.0), high)
        return Ranges(low, high, is_found)

    @property
    def is_known(self) -> Array:
        """Return on which boxes the function has a single value."""
        same = self.low.view(np.int64) == self.high.view(np.int64) if self.low.dtype == float else self.low == self.high
        return self.is_found & same.astype(bool)

    @property
    def is_finite(self) -> Array:
        """Return on which boxes both ends are finite numbers."""
        if self.low.dtype != float:
            return self.is_found
        return self.is_found & np.isfinite(self.low) & np.isfinite(self.high)


def _as_array(values: Sequence[Any], kind: type) -> Array:
    """Return an array of doubles, which hold numpy's shorter floats too, or of Python's own numbers."""
    array = np.empty(len(values), dtype=float if issubclass(kind, float | np.floating) else object)
    array[:] = values
    return array


class Leaf:
    """A function of one draw, which is monotone."""

    def __init__(self, unknown: Unknown) -> None:
        self.index, self.chain = unknown.index, unknown.chain
        self.kind = type(unknown.low)
        self.draws = frozenset({self.index})
        self.assumed_parts: tuple[Any, ...] = (self,) if self.chain.assumed else ()
        self.value = cache(self.chain.at)  # for one of the draw
        self._grid_of: Possible | None = None

    def at(self, point: Mapping[int, int]) -> Any:
        """Return the value for these values of the draws."""
        return self.value(point[self.index])

    def over(self, region: Region, _: Any) -> Ranges:
        """Return the ranges on boxes."""
        corners, n = [], region.of.index(self.index)
        for ends in region.ends:
            places, back = np.unique(ends[:, n], return_inverse=True)
            corners.append(
                _as_array([self.value(region.sets[n].at(place)) for place in places.tolist()], self.kind)[back]
            )
        is_number = np.array([True]) if self.kind in (int, Fraction) else ~np.isnan(corners[0] + corners[1])
        return Ranges.of(corners, np.broadcast_to(is_number, len(region)))

    def borders(self, region: Region, _: Any, rows: Array) -> Iterable[int]:
        """Return the least values of the draw on some boxes."""
        n = region.of.index(self.index)
        return (region.sets[n].at(place) for place in np.unique(region.ends[0, rows, n]).tolist())

    def is_borne_out(self, k: int, path: Path) -> bool:
        """Return whether the function is monotone near a value of the draw, and on a grid, as far as it was assumed."""
        taken, whole = self.chain.assumed or self.chain, path.possible[self.index]
        rising = taken.at(whole.first) <= taken.at(whole.last)
        if self._grid_of is not whole:
            self._grid_of = whole
            grid = [taken.at(whole.at(n * (whole.count - 1) // GRID)) for n in range(GRID + 1)]
            if not _goes(grid, rising=rising):
                return False
        place = whole.below_count(k)
        around = whole.between(max(0, place - BESIDE), min(place + BESIDE + 1, whole.count))
        return _goes([taken.at(around.at(n)) for n in range(around.count)], rising=rising)


class Step:
    """A function of one part of a tree by a rule, or of two parts by its name, with results of one type."""

    def __init__(self, function: Callable[..., Any], name: str, rule: Rule | None, *parts: Leaf | Step) -> None:
        self.function, self.name, self.rule, self.parts = function, name, rule, parts
        self.kind: Any = None  # until a result is known
        self.draws: frozenset[int] = frozenset().union(*(part.draws for part in parts))
        own = (self,) if rule is not None and rule.trust is Trust.ASSUMED else ()
        self.assumed_parts: tuple[Any, ...] = tuple(dict.fromkeys(sum((part.assumed_parts for part in parts), own)))

    def at(self, point: Mapping[int, int]) -> Any:
        """Return the value for these values of the draws."""
        return self.function(*(part.at(point) for part in self.parts))

    def over(self, region: Region, known: dict[Any, Ranges]) -> Ranges:
        """Return the ranges on boxes. `known` has those of other parts."""
        for part in self.parts:
            if part not in known:
                known[part] = part.over(region, known)
        ranges = [known[part] for part in self.parts]
        if self.name == COMPARISON:
            return self._compared(*ranges)
        return self._of_two(*ranges) if len(ranges) == 2 else self._of_one(*ranges)

    def _compared(self, *ranges: Ranges) -> Ranges:
        """Return the results of a comparison, which is monotone in each of its arguments."""
        kinds = [part.kind for part in self.parts]
        corners = [
            _as_array(list(map(self.function, *map(numbers_of, ends, kinds))), int)
            for ends in product(*((some.low, some.high) for some in ranges))
        ]
        is_found = np.logical_and.reduce([some.is_found for some in ranges])
        for corner in corners[1:]:
            is_found = is_found & (corner == corners[0]).astype(bool)
        return Ranges(corners[0], corners[0], is_found)

    def _of_two(self, first: Ranges, second: Ranges) -> Ranges:
        """Return the results of an operation, which is monotone in each argument between finite numbers."""
        first_part, other = self.parts
        if self.kind is None:
            self.kind = type(self.function(first_part.kind(1), other.kind(1)))
        is_found = first.is_finite & second.is_finite
        if self.name in ONE_SIDE:
            is_found &= ((second.low > 0) | (second.high < 0)).astype(bool)
        corners = []
        for x, y in product((first.low, first.high), (second.low, second.high)):
            with np.errstate(all="ignore"):
                result, error = tried(lambda numbers: self.function(*numbers), (x[is_found], y[is_found]))
            corner = _as_array([0] * len(x), self.kind)
            corner[is_found] = 0 if error else result
            is_found &= error is None  # of an integer that is no double
            corners.append(corner)
        ranges = Ranges.of(corners, is_found)
        ranges.is_found = ranges.is_finite
        return self._with_points(ranges, first, second)

    def _with_points(self, ranges: Ranges, *arguments: Ranges) -> Ranges:
        """Add the results for arguments with a single value, also if they are exceptions or infinite."""
        missing = np.logical_and.reduce([~ranges.is_found, *(some.is_known for some in arguments)])
        for place in np.flatnonzero(missing).tolist():
            pairs = zip(arguments, self.parts, strict=True)
            numbers = [numbers_of(some.low[[place]], part.kind)[0] for some, part in pairs]
            result, error = tried(lambda values: self.function(*values), numbers)
            if error:
                ranges.raised[place] = error
                continue
            if type(result) is not (self.kind or type(result)):
                raise TypeError
            self.kind = type(result)
            ranges.low[place] = ranges.high[place] = result
            ranges.is_found[place] = True
        return ranges

    def _of_one(self, argument: Ranges) -> Ranges:
        """Return the results of a function if the keys of its rule are the same at both ends."""
        count = len(argument.low)
        kind: Any = self.parts[0].kind
        rule: Rule = self.rule  # type: ignore[assignment]  # `of_one` asks for one
        keys = rule.keys(number_kind(kind(1)))
        results: list[list[Any]] = [[0] * count, [0] * count]
        is_found = argument.is_found.copy()
        ends = [numbers_of(end, kind) for end in (argument.low, argument.high)]
        for place in np.flatnonzero(is_found).tolist():
            both = low, high = ends[0][place], ends[1][place]
            is_found[place] = False
            if any(key(low) != key(high) for key in keys) or (rule.domain is not None and not rule.domain(low)):
                continue
            values = [tried(self.function, end) for end in both]
            if any(error for _, error in values):
                continue
            made = [value for value, _ in values]
            self.kind = self.kind or type(made[0])
            undefined = any(value != value for value in made)  # noqa: PLR0124 - NaN
            if undefined or type(made[0]) is not self.kind or rule.doubt(number_kind(low), both, made):
                continue
            if rule.trust is not Trust.CONSTANT or tagged(made[0]) == tagged(made[1]):
                results[0][place], results[1][place] = made
                is_found[place] = True
        kind = self.kind or float
        return self._with_points(Ranges.of([_as_array(some, kind) for some in results], is_found), argument)

    def width(self, region: Region) -> Array:
        """Return the widths of the ranges on boxes, of both sides of a comparison together, or infinity."""
        widths = np.zeros(len(region))
        known: dict[Any, Ranges] = {}
        for part in self.parts if self.name == COMPARISON else (self,):
            some = part.over(region, known)
            with np.errstate(all="ignore"):
                width, _ = tried(lambda ends: (ends.high - ends.low).astype(float), some)
            widths += inf if width is None else np.where(some.is_found & ~np.isnan(width), width, inf)
        return widths

    def borders(self, region: Region, known: Mapping[Any, Ranges], rows: Array) -> Iterable[tuple[Any, Any]]:
        """Return both ends of the argument on some boxes, each with the other one."""
        del region
        part = self.parts[0]
        some = known[part]
        rows = rows[~some.is_known[rows]]
        lows, highs = (numbers_of(end[rows], part.kind) for end in (some.low, some.high))
        return {*zip(lows, highs, strict=True), *zip(highs, lows, strict=True)}

    def is_borne_out(self, ends: tuple[Any, Any], path: Path) -> bool:
        """Return whether the function is monotone at the neighbors of an argument on the way to another one."""
        del path
        near, far = ends
        arguments = [near]
        while len(arguments) <= BESIDE and arguments[-1] != far:
            arguments.append(type(near)(nextafter(arguments[-1], far)))
        values = list(map(self.function, (*arguments, far)))
        return _goes(values, rising=values[0] <= values[-1])


def numbers_of(array: Array, kind: type) -> list[Any]:
    """Return the numbers of an array in their type."""
    numbers: list[Any] = array.tolist()
    return numbers if array.dtype == object or kind is float else list(map(kind, numbers))


def _goes(values: Sequence[Any], *, rising: bool) -> bool:
    return all(x <= y if rising else x >= y for x, y in pairwise(values))
