"""Joint: a function of several draws of a path, decided on boxes of their values by its ranges there.

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

A box on which the range does not decide is cut in halves along the draw that widens the range most, the
largest boxes first. Boxes that stay open wait as a part of the path of their own, until the exploration has cut too
many. All masses are exact counts of points.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import pairwise, product
from math import inf, nextafter
from typing import Any, NoReturn

import numpy as np

from dpexact.programs.kinds import is_of_numpy, number_kind, tagged, underflow_is_seen
from dpexact.programs.path import OPEN, Path
from dpexact.programs.possible import Array, Possible, Region
from dpexact.programs.rules import Function, Rule, Trust, side_of, tried
from dpexact.programs.unknown import BESIDE, GRID, NOT_MONOTONE, WORDS, Chain, Unknown

ONE_SIDE = {"truediv", "floordiv"}  # if their last argument is on one side of 0, they are monotone in it
COMPARISON = "comparison"
AT_ONCE = 128  # the share of the looks that are left that makes boxes before the likeliest path goes on
FOLLOWED = ONE_SIDE | {"add", "sub", "mul", COMPARISON}
SMALLER = "round one of the draws to few values first"
_NO_CHAIN = Chain(int)


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
        self.index, self.chain, self.assumed = unknown.index, unknown.chain, unknown.assumed
        self.kind = type(unknown.low)
        self.draws = frozenset({self.index})
        self.assumed_parts: tuple[Any, ...] = (self,) if self.assumed else ()
        self.value = cache(self.chain.at)  # for one of the draw
        self._grid_of: Possible | None = None

    def at(self, point: Mapping[int, int]) -> Any:
        """Return the value for these values of the draws."""
        return self.value(point[self.index])

    def over(self, region: Region, _: Any) -> Ranges:
        """Return the ranges on boxes."""
        corners, n = [], region.of.index(self.index)
        for ends in (region.first, region.last):
            places, back = np.unique(ends[:, n], return_inverse=True)
            corners.append(
                _as_array([self.value(region.sets[n].at(place)) for place in places.tolist()], self.kind)[back]
            )
        is_number = np.array([True]) if self.kind in (int, Fraction) else ~np.isnan(corners[0] + corners[1])
        return Ranges.of(corners, np.broadcast_to(is_number, len(region)))

    def borders(self, region: Region, _: Any, rows: Array) -> Iterable[int]:
        """Return the least values of the draw on some boxes."""
        n = region.of.index(self.index)
        return (region.sets[n].at(place) for place in np.unique(region.first[rows, n]).tolist())

    def is_borne_out(self, k: int, path: Path) -> bool:
        """Return whether the function is monotone near a value of the draw, and on a grid, as far as it was assumed."""
        taken, whole = Chain(*self.chain.steps[: self.assumed]), path.possible[self.index]
        rising = taken.at(whole.first) <= taken.at(whole.last)
        if self._grid_of is not whole:
            self._grid_of = whole
            grid = [taken.at(whole.at(n * (whole.count - 1) // GRID)) for n in range(GRID + 1)]
            if not _goes(grid, rising=rising):
                return False
        around = whole.around(k, BESIDE)
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
    """Return whether numbers rise, or fall."""
    return all(x <= y if rising else x >= y for x, y in pairwise(values))


class Joint(Unknown):
    """A function of several draws of a path, or of one draw that is in it several times."""

    __slots__ = ("tree",)

    def __init__(self, path: Path, tree: Step) -> None:
        super().__init__(path, min(tree.draws), _NO_CHAIN)
        self.tree = tree

    is_known = False  # of one value it is made a number at once
    is_ordered = True

    @property
    def low(self) -> Any:
        """Return a number of the type, for those who ask for the type alone."""
        return self.tree.kind(1)

    @property
    def ends(self) -> tuple[Any, Any]:
        """Return two numbers of the type, or for integers the least and the greatest."""
        if number_kind(self.low) == "float":
            return self.low, self.low
        ranges = self.tree.over(_hull(self.path, self.tree), {})
        if not ranges.is_found[0]:
            self.listed(operator.pos, "an operation")
        return ranges.low[0], ranges.high[0]

    def state(self, path: object) -> None:
        """Return None, since equality of two functions of draws cannot be seen."""

    def on(self, path: Path) -> Joint:
        """Return the same function of the same draws on another path."""
        return Joint(path, self.tree)

    def has_few_values(self) -> bool:
        """Return False, since they are not counted."""
        return False

    def taken_apart(self) -> Any:
        """Return the number after a split by its values."""
        return _decided(self.path, self.tree)

    def listed(self, function: Function, what: str, why: str = "is not followed") -> NoReturn:
        """Refuse a function that is not known to be monotone."""
        del function
        self.path.refuse(f"{WORDS.get(what, what)} of a number that several draws make {why}; {SMALLER}")


def of_one(joint: Joint, function: Function, rule: Rule | None, name: str) -> Any:
    """Return a function of a joint number by its rule."""
    while rule is not None and rule.residues:
        rule = rule.otherwise
    if rule is None or _may_underflow(function, joint.low):
        joint.listed(function, name)
    if rule.trust is Trust.ASSUMED:
        joint.path.exploration.assumptions.add(name)
    return _made(joint.path, Step(function, name, rule, joint.tree))


def of_two(first: Unknown, second: Unknown, function: Callable[[Any, Any], Any], what: str) -> Any:
    """Return a function of two numbers that draws of one path make, or a comparison."""
    path = first.path
    trees = [unknown.tree if isinstance(unknown, Joint) else Leaf(unknown) for unknown in (first, second)]
    kinds = [tree.kind for tree in trees]
    if not _are_followed(what, function, *kinds):
        types = " and ".join(dict.fromkeys(kind.__name__ for kind in kinds))
        path.refuse(
            f"{WORDS.get(what, what)} of two draws ({types}), each with more than {path.most} possible values, cannot "
            "be taken apart; one of them has to be rounded to few values first"
        )
    return truth(path, function, *trees) if what == COMPARISON else _made(path, Step(function, what, None, *trees))


def _are_followed(what: str, function: Callable[..., Any], *kinds: type) -> bool:
    """Return whether an operation is followed for two types: Python's own numbers, or doubles."""
    if what != COMPARISON and _may_underflow(function, *(kind(1) for kind in kinds)):
        return False
    exact = [kind in (int, Fraction) for kind in kinds]
    double = [issubclass(kind, float) for kind in kinds]
    python = all(some or kind is float for some, kind in zip(exact, kinds, strict=True))
    if not all(some or other for some, other in zip(exact, double, strict=True)):
        return False
    if what == COMPARISON:
        return True
    if what == "floordiv":
        return all(exact) and not isinstance(function, np.ufunc)
    return what in FOLLOWED and (all(double) or (python and not isinstance(function, np.ufunc)))


def _may_underflow(function: Callable[..., Any], *numbers: Any) -> bool:
    """Return whether numpy does more than return a number near 0, if the result for such numbers is one of numpy's."""
    result, error = tried(lambda args: function(*args), numbers)
    return underflow_is_seen() and (error is not None or is_of_numpy(result))


def truth(path: Path, function: Callable[..., Any], *trees: Leaf | Step, others: tuple[Any, ...] = ()) -> Any:
    """Return a comparison of two trees, or of one with a number, after splitting the path by its result."""
    compare = side_of if function in (operator.eq, operator.ne) else function
    _decided(path, Step(lambda *args: int(compare(*args, *others)), COMPARISON, Rule((), Trust.CONSTANT), *trees))
    point = path.point_of(trees[0].draws | trees[-1].draws)
    return function(*(tree.at(point) for tree in trees), *others)


def _hull(path: Path, step: Leaf | Step) -> Region:
    """Return the box that holds all values that the draws of a step may have."""
    draws = sorted(step.draws)
    return Region.whole(draws, [path.possible_of(n) for n in draws])


def _made(path: Path, step: Step) -> Any:
    """Return a function of draws: a number if it has one value, else a joint number. An exception is raised.

    The path is split if the function is not found to have results of one type, or one exception.
    """
    ranges = _computed(path, lambda: step.over(_hull(path, step), {}))
    if not ranges.is_found[0]:
        kind = _decided(path, step, by_type=True)
        if kind is not None and issubclass(kind, BaseException):
            return step.at(path.point_of(step.draws))
        step.kind = kind  # of a split of an earlier run
    elif ranges.is_known[0]:
        return _decided(path, step)
    is_truth = step.kind is bool or (is_of_numpy(step.kind(0)) and step.kind(0).dtype.kind == "b")
    joint = Joint(path, step)
    return joint.taken_apart() if is_truth else joint


def _decided(path: Path, step: Step, *, by_type: bool = False) -> Any:
    """Return the value of a step, or its type, after splitting the path so that it is the same everywhere."""
    value, fresh = OPEN, True
    while value is OPEN:
        parts = partial(_parts, path, step, by_type=by_type, fresh=fresh)
        draws = sorted(step.draws)
        value = path.choose_boxes(draws, lambda region: _computed(path, lambda: parts(region)))  # noqa: B023 - now
        fresh = False
    return value


def _computed(path: Path, call: Callable[[], Any]) -> Any:
    """Return the result of a function on boxes. An exception there is none of the program, which is refused."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - of numbers of other types, or too large ones
        path.refuse(f"an operation on several draws gives numbers of two types, or too large ones ({error}); {SMALLER}")


def _parts(path: Path, step: Step, region: Region, *, by_type: bool, fresh: bool) -> list[tuple[Any, Region]]:
    """Return the values of a step, or its types, with the boxes on which it has them, and those that stay open."""
    exploration = path.exploration
    exploration.looks -= len(region)
    if exploration.looks < 0:
        return []
    decisions: dict[Hashable, tuple[Any, list[Region]]] = {}
    borders: dict[Any, set[Any]] = {part: set() for part in step.assumed_parts}
    least = max(0, exploration.cuts - max(exploration.looks // AT_ONCE, 2 * len(region)))
    still, _ = _looked_at(step, region, decisions, borders, by_type=by_type)
    while len(still) and exploration.cuts > least:
        volumes = still.volumes
        largest = volumes >= volumes.max() / 2
        cut = still.rows(largest)
        exploration.cuts -= 2 * len(cut)
        halves, along = _halves(step, cut)
        opened, is_open = _looked_at(step, halves, decisions, borders, by_type=by_type)
        along = along[is_open]
        for lower in (True, False) if len(step.draws) > 1 and not by_type else ():
            decided, opened = _trimmed(step, opened, along, lower=lower)
            _looked_at(step, decided, decisions, borders, by_type=by_type)
        opened, _ = _looked_at(step, opened, decisions, borders, by_type=by_type)
        still = still.rows(~largest).joined(opened)
    if fresh and not decisions and not exploration.has_ended and not exploration.has_cut_much:
        path.refuse(f"an operation on several draws, each with many values, is the same nowhere; {SMALLER}")
    for leaf, ends in borders.items():
        if isinstance(leaf, Leaf) and len(still):
            ends.update(leaf.borders(still, {}, slice(None)))
    if not all(part.is_borne_out(end, path) for part, ends in borders.items() for end in ends):
        path.refuse(NOT_MONOTONE)
    parts = [(value, regions[0].joined(*regions[1:])) for value, regions in decisions.values()]
    return [*parts, (OPEN, still)] if len(still) and exploration.cuts > 0 else parts


def _looked_at(
    step: Step, region: Region, decisions: dict[Any, Any], borders: dict[Any, set[Any]], *, by_type: bool
) -> tuple[Region, Array]:
    """Add the boxes on which a step has one value, or one type, to those that were found, and return the others."""
    known: dict[Any, Ranges] = {}
    some = step.over(region, known)
    decided = some.is_found if by_type else some.is_known
    rows = np.flatnonzero(decided)
    values = [step.kind] * len(rows) if by_type else numbers_of(some.low[rows], step.kind or float)
    places: dict[Hashable, tuple[Any, list[int]]] = {}
    for row, value in (*zip(rows.tolist(), values, strict=True), *some.raised.items()):
        places.setdefault(tagged(value), (value, []))[1].append(row)
    for key, (value, own) in places.items():
        decisions.setdefault(key, (value, []))[1].append(region.rows(own))
    for part, ends in borders.items():
        ends.update(part.borders(region, known, rows))
    decided[list(some.raised)] = True
    return region.rows(~decided), ~decided


def _halves(step: Step, region: Region) -> tuple[Region, Array]:
    """Return boxes cut in halves, each along the draw that widens the range most, and the columns of the next ones."""
    counts = region.last - region.first + 1
    score = np.full(counts.shape, -1.0)
    for n in (n for n, index in enumerate(region.of) if index in step.draws):
        score[:, n] = step.width(Region(region.of, region.sets, region.first, region.first).resized(n, *region.ends(n)))
    share = (counts / np.array([some.count for some in region.sets])).astype(float)
    score = np.where(np.isinf(score), 1e300 * (1 + share), score)
    order = np.where(counts > 1, score, -2.0).argsort(axis=1)
    first, last = region.ends(order[:, -1])
    middle = (first + last + 1) // 2
    halves = region.resized(order[:, -1], first, middle - 1), region.resized(order[:, -1], middle, last)
    return halves[0].joined(halves[1]), np.tile(order[:, -2:][:, 0], 2)


def _trimmed(step: Step, region: Region, along: Array, *, lower: bool) -> tuple[Region, Region]:
    """Return the lower, or the upper, parts of boxes in one direction on which a step has one value, and all the rest.

    The parts are as large as some sixteenths allow.
    """
    first, last = region.ends(along)
    taken = np.zeros_like(first)

    def part(size: Array) -> Region:
        return region.resized(along, *((first, first + size - 1) if lower else (last - size + 1, last)))

    for share in (2, 4, 8, 16):
        more = taken + (last - first + 1) // share
        fits = np.flatnonzero(more > 0)
        taken[fits] = np.where(step.over(part(more).rows(fits), {}).is_known, more[fits], taken[fits])
    rest = region.resized(along, *((first + taken, last) if lower else (first, last - taken)))
    return part(taken).rows(taken > 0), rest
