"""Joint: a function of several draws of a path, decided on boxes of their values by its ranges there.

A box on which the range (`boxes`) does not decide is cut in halves along the draw that widens the range most, the
largest boxes first. Boxes that stay open wait as a part of the path of their own, until the exploration has cut too
many. All masses are exact counts of points.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NoReturn

import numpy as np

from dpexact.programs.boxes import COMPARISON, ONE_SIDE, Leaf, Ranges, Step, numbers_of
from dpexact.programs.kinds import is_of_numpy, number_kind, tagged, underflow_is_seen
from dpexact.programs.neighbors import Chain
from dpexact.programs.path import OPEN, Path
from dpexact.programs.possible import Array, Region
from dpexact.programs.rules import Function, Rule, Trust, side_of, tried
from dpexact.programs.unknown import NOT_MONOTONE, WORDS, Unknown

AT_ONCE = 128  # the share of the looks that are left that makes boxes before the likeliest path goes on
FOLLOWED = ONE_SIDE | {"add", "sub", "mul", COMPARISON}
SMALLER = "round one of the draws to few values first"
_NO_CHAIN = Chain(int)


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
    _require_borne_out(path, borders, still)
    parts = [(value, regions[0].joined(*regions[1:])) for value, regions in decisions.values()]
    return [*parts, (OPEN, still)] if len(still) and exploration.cuts > 0 else parts


def _require_borne_out(path: Path, borders: Mapping[Any, set[Any]], still: Region) -> None:
    """Refuse a step whose functions are not monotone between the ends of boxes that were looked at."""
    for leaf, ends in borders.items():
        if isinstance(leaf, Leaf) and len(still):
            ends.update(leaf.borders(still, {}, slice(None)))
    if not all(part.is_borne_out(end, path) for part, ends in borders.items() for end in ends):
        path.refuse(NOT_MONOTONE)


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
    counts, corner = region.sizes, Region(region.of, region.sets, region.ends[[0, 0]])
    score = np.full(counts.shape, -1.0)
    for n in (n for n, index in enumerate(region.of) if index in step.draws):
        score[:, n] = step.width(corner.resized(n, *region.along(n)))
    share = (counts / np.array([some.count for some in region.sets])).astype(float)
    score = np.where(np.isinf(score), 1e300 * (1 + share), score)
    order = np.where(counts > 1, score, -2.0).argsort(axis=1)
    first, last = region.along(order[:, -1])
    middle = (first + last + 1) // 2
    halves = region.resized(order[:, -1], first, middle - 1), region.resized(order[:, -1], middle, last)
    return halves[0].joined(halves[1]), np.tile(order[:, -2:][:, 0], 2)


def _trimmed(step: Step, region: Region, along: Array, *, lower: bool) -> tuple[Region, Region]:
    """Return the lower, or the upper, parts of boxes in one direction on which a step has one value, and all the rest.

    The parts are as large as some sixteenths allow.
    """
    first, last = region.along(along)
    taken = np.zeros_like(first)

    def part(size: Array) -> Region:
        return region.resized(along, *((first, first + size - 1) if lower else (last - size + 1, last)))

    for share in (2, 4, 8, 16):
        more = taken + (last - first + 1) // share
        fits = np.flatnonzero(more > 0)
        taken[fits] = np.where(step.over(part(more).rows(fits), {}).is_known, more[fits], taken[fits])
    rest = region.resized(along, *((first + taken, last) if lower else (first, last - taken)))
    return part(taken).rows(taken > 0), rest
