"""Unknown: a function of one draw of a path, its values, and the splits of the path by which they are counted.

An Unknown is f(k) for k in a set of integers (`Possible`). f is the chain of operations that the program did, each in
the very arithmetic that runs. The counts are exact because f is monotone in k wherever that is used. A function that is
not known to be monotone is listed, value by value, if it has few values, and refused otherwise.

A function of the mathematical library is assumed monotone only if a draw has too many values to list. Then it is
computed at `WINDOW` neighbors on either side of every boundary that bisection finds. With at most `LISTED` values all
are computed, and nothing is assumed. The values of a function that is not monotone are then sorted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any, NoReturn

import numpy as np

from dpexact.programs.kinds import Same, is_of_numpy, number_kind, tagged, underflow_is_seen
from dpexact.programs.path import Path
from dpexact.programs.possible import Possible, TooManyRunsError, groups_of, runs_of
from dpexact.programs.rules import NO_STRIDE, Function, tried

NAMED = (type, BuiltinFunctionType, CodeType)  # equal to themselves alone

WINDOW = 4096
BESIDE, GRID = 8, 4096  # of a function of several draws: neighbors of a border, and steps of a grid
LISTED = 1 << 24
SAMPLE = 512  # values that are each compared with numpy's result for the whole array
# For the names of Python's operators and of similar functions:
WORDS = (
    {"add": "addition", "sub": "subtraction", "mul": "multiplication", "truediv": "division", "pow": "a power"}
    | {"floordiv": "floor division", "mod": "the remainder", "lshift": "a left shift", "rshift": "a right shift"}
    | {"and": "bitwise and", "or": "bitwise or", "xor": "bitwise exclusive or", "round": "round(x, digits)"}
)
NOT_MONOTONE = (
    "a function of the platform's mathematical library that should be monotone is not, so that nothing can be counted; "
    "compare the draw before it is applied"
)
FEWER = "compare it or round it to few values first, ask for an event by label=, or draw arrays by size="


class Chain:
    """A function of k in steps, equal to another one made of the same code with the same numbers in it."""

    __slots__ = ("_before", "_key", "steps")

    def __init__(self, *steps: Function, before: Chain | None = None) -> None:
        self.steps, self._before = steps, before  # the latter without the last step
        self._key: tuple[Hashable, ...] = ()

    def then(self, step: Function) -> Chain:
        """Return the function followed by one more step."""
        return Chain(*self.steps, step, before=self)

    def at(self, k: Any) -> Any:
        """Return the value at k."""
        for step in self.steps:
            k = step(k)
        return k

    def over(self, possible: Possible) -> Function:
        """Return the function of the place in a set."""
        return lambda place: self.at(possible.at(place))

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Return a key of the code and the numbers."""
        if not self._key:
            before = () if self._before is None else self._before.key
            self._key = (*before, *map(_signature, self.steps[len(before) :]))
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(64)
def beginning(base: Function) -> Chain:
    """Return the function before any step. Its key is made once."""
    return Chain(base)


def _signature(thing: Any) -> Hashable:
    """Return the code and cells of one of our functions as a key, and for all else the thing or its identity."""
    if isinstance(thing, NAMED):
        return thing
    if isinstance(thing, FunctionType):
        return (thing.__code__, *[_signature(cell.cell_contents) for cell in thing.__closure__ or ()])
    if isinstance(thing, tuple):
        return (tuple, *map(_signature, thing))
    if number_kind(thing):  # no type of the program's own, which may look alike
        return (type(thing), tagged(thing))  # 0.0 is not -0.0
    return Same(thing)


def _places(possible: Possible) -> Any:
    if possible.last >= 2**62:
        return [k for some in possible.ranges for k in some]
    parts = [np.arange(some[0], some[-1] + 1, some.step, dtype=np.int64) for some in possible.ranges]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _after(step: Function, values: Any, scalar: Any) -> Any:
    """Return the results of a step for all values, or None if they are computed one by one.

    Their type is the type of `scalar`, the result for the first. numpy rounds a power of an array otherwise than one of
    a single number.
    """
    inside = [cell.cell_contents for cell in getattr(step, "__closure__", None) or ()]
    is_float = isinstance(scalar, float | np.floating)
    if isinstance(values, np.ndarray) and is_float and not any(part is operator.pow for part in inside):
        with suppress(TypeError, ValueError):  # a function of single numbers
            made = step(values)
            if isinstance(made, np.ndarray) and made.dtype == type(scalar) and made.shape == values.shape:
                return made
    return None


@lru_cache(1)
def _values(chain: Chain, possible: Possible) -> Any:
    """Return the values for all k of a set in order, as an array, or None if one raises or is not a finite float."""
    places = _places(possible)
    values, scalar = places, possible.first
    try:
        with np.errstate(all="ignore"):
            for step in chain.steps:
                before, scalar = scalar, step(scalar)
                made = _after(step, values, scalar)
                if made is None:
                    single = values.tolist() if type(before) in (int, float) and hasattr(values, "tolist") else values
                    made = list(map(step, single))
                    made = np.array(made) if set(map(type, made)) == {float} else made
                values = made
            if isinstance(values, list) and len(set(map(type, values))) > 1:
                return None
            values = np.asarray(values)
            every = max(1, len(values) // SAMPLE)
            for n in (*range(0, len(values), every), len(values) - 1):
                if values[n] != chain.at(int(places[n])):
                    values = np.array([chain.at(int(k)) for k in places])
                    break
    except (ArithmeticError, ValueError, TypeError):
        return None
    if values.dtype.kind != "f" or not np.isfinite(values).all():
        return None
    return values


@lru_cache(1 << 14)
def is_monotone(chain: Chain, possible: Possible, rising: bool) -> bool:  # noqa: FBT001 - one of two directions
    """Return whether the function rises, or falls, after computing it on the whole set."""
    values = _values(chain, possible)
    if values is None:
        return False
    up = values[1:] >= values[:-1] if rising else values[1:] <= values[:-1]
    return bool(up.all())


@lru_cache(1 << 14)
def has_order(chain: Chain, possible: Possible) -> bool:
    """Return whether the values on the whole set are numbers, of which each two are equal or one is less."""
    values = _values(chain, possible)
    if values is None:
        return False
    zeros = np.signbit(values[values == 0])
    return bool(zeros.all() or not zeros.any())


@lru_cache(2)
def in_order(chain: Chain, possible: Possible) -> Any:
    """Return the places of a set that `has_order`, in the order of the values there."""
    return np.argsort(_values(chain, possible), kind="stable").astype(np.int32)


def forget() -> None:
    """Clear the caches that take much memory."""
    for kept in (_values, in_order):
        kept.cache_clear()


class Unknown:
    """A function of draw `index` of a path, which may be a path around the one that goes on.

    `assumed` is the number of steps of the chain up to the last that is assumed monotone.
    """

    __slots__ = ("_ends", "assumed", "chain", "index", "monotone", "path", "stride")

    def __init__(
        self,
        path: Path,
        index: int,
        chain: Chain,
        *,
        monotone: bool = True,
        stride: Fraction = NO_STRIDE,
        assumed: int = 0,
    ) -> None:
        self.path, self.index, self.chain = path, index, chain
        self.monotone, self.stride, self.assumed = monotone, stride, assumed
        self._ends: tuple[Any, Any, Any] = (None, None, None)  # a set, and the values at its ends

    @property
    def possible(self) -> Possible:
        """Return the values that k may still have."""
        return self.path.possible_of(self.index)

    @property
    def ends(self) -> tuple[Any, Any]:
        """Return the values for the least and the greatest k."""
        now = self.path.possible_of(self.index)
        if self._ends[0] is not now:
            self._ends = (now, self.chain.at(now.first), self.chain.at(now.last))
        return self._ends[1:]

    @property
    def low(self) -> Any:
        """Return the value for the least k."""
        return self.ends[0]

    @property
    def kind(self) -> str:
        """Return the kind of the number, or "" if it differs at its ends."""
        first, last = self.ends
        return number_kind(first) if type(first) is type(last) else ""

    @property
    def is_known(self) -> bool:
        """Return whether the number has a single value."""
        if self.possible.count == 1:
            return True
        first, last = self.ends
        return self.monotone and type(first) is type(last) and tagged(first) == tagged(last)

    @property
    def is_ordered(self) -> bool:
        """Return whether the number is of one kind, and is monotone in k."""
        return self.monotone and bool(self.kind)

    def state(self, path: object) -> Hashable | None:
        """Return a key that is equal for two moments of a path if the number is known and the same, or may be the same.

        The key is None for a draw of another path.
        """
        if self.path is not path:
            return None
        if self.is_known:
            return tagged(self.low)
        region = self.path.regions.get(self.index)
        return "draw", self.index, self.possible, region and Same(region), self.chain

    def then(
        self, function: Function, ends: Any, *, monotone: bool = True, stride: Any = NO_STRIDE, assumed: bool = False
    ) -> Any:
        """Return the function of the number with these results at its ends: a number if it is known, else unknown."""
        chain = self.chain.then(function)
        last = len(chain.steps) if assumed else self.assumed
        monotone = monotone and self.monotone
        made = Unknown(self.path, self.index, chain, monotone=monotone, stride=stride, assumed=last)
        made._ends = (self.possible, *ends)
        return ends[0] if made.is_known else made

    def results(self, function: Function) -> list[Any] | None:
        """Return the results of a function at both ends, or None if it raises there."""
        try:
            return [function(value) for value in self.ends]
        except Exception:  # noqa: BLE001 - whatever it raises, the program gets it
            return None

    def on(self, path: Path) -> Unknown:
        """Return the same function of the same draw on another path, with equal sets of values so far."""
        moved = Unknown(path, self.index, self.chain, monotone=self.monotone, stride=self.stride, assumed=self.assumed)
        moved._ends = self._ends
        return moved

    def split(self, key: Callable[[Any], Hashable], last: Function | None = None) -> None:
        """Split the path so that the key, which is monotone in the number, is the same for all possible values.

        If this is the last step of an operation, the function that it gives is the `last`.
        """
        if not (self.is_known or (self.monotone and len(set(map(key, self.ends))) == 1)):
            self.path.choose(self.index, lambda: self._parts(key), last and self.chain.then(last).at)

    def split_residues(self, modulus: int) -> bool:
        """Split the path by the remainder of the number if that is periodic in k, and return whether it was split."""
        if not self.stride:
            return False
        period, possible = abs(modulus / self.stride).numerator, self.possible
        if possible.own_periods(period) > self.path.most:
            return False
        if possible.own_periods(period) > 1:
            self.path.choose(self.index, lambda: possible.residues(period))
        return True

    def split_in_halves(self) -> None:
        """Split the path by the lower and the upper half of the values that k may still have."""
        possible, middle = self.possible, self.possible.count // 2

        def parts() -> list[Possible]:
            if not _is_borne_out(self.chain, possible, self.assumed, [middle]):
                self.path.refuse(NOT_MONOTONE)
            return [possible.between(0, middle), possible.between(middle, possible.count)]

        self.path.choose(self.index, parts)

    def _parts(self, key: Callable[[Any], Hashable]) -> list[Possible]:
        """Return the sets on which the key of the number is the same. Ends the run if they are too many."""
        possible, most = self.possible, self.path.most
        chain = self.chain.then(key)
        if self.monotone:
            parts = _parts_known(chain, possible, self.assumed, most)
            if parts is None:
                self._refuse_values()
            return parts or self.path.refuse(NOT_MONOTONE)
        if possible.count > most:
            if possible.count <= LISTED and has_order(self.chain, possible):
                return self._parts_in_order(chain)
            self.path.refuse(f"a draw with more than {most} possible values would have to be listed (paths={most})")
        return [possible.joined(runs) for runs in groups_of(chain.over(possible), possible.count).values()]

    def _parts_in_order(self, chain: Chain) -> list[Possible]:
        """Return the sets on which a key is the same, of many values that have been put in their order."""
        possible, path = self.possible, self.path
        order, key_at = in_order(self.chain, possible), chain.over(possible)
        parts = []
        try:
            runs = runs_of(lambda place: key_at(int(order[place])), possible.count, path.most)
        except TooManyRunsError:
            self._refuse_values()
        for begin, end, _ in runs:
            inside = np.zeros(possible.count + 2, dtype=np.int8)
            inside[order[begin:end] + 1] = 1
            changes = np.flatnonzero(np.diff(inside)).tolist()  # a run of places begins, then ends, and so on
            if len(changes) > path.most:
                path.refuse(f"a function of a draw goes up and down more than {path.most} times (paths={path.most})")
            parts.append(possible.joined(zip(changes[::2], changes[1::2], strict=True)))
        return parts

    def _refuse_values(self) -> NoReturn:
        self.path.refuse(f"a draw has more than {self.path.most} values here (paths={self.path.most}); {FEWER}")

    def values(self) -> list[tuple[Any, Possible]]:
        """Return every value that the number can still have, with the set for which it has it."""
        return [(self.chain.at(part.first), part) for part in self._parts(tagged)]

    def has_few_values(self) -> bool:
        """Return whether the number is monotone in k, and has so few values that the path can be split by them."""
        chain = self.chain.then(tagged)
        return self.monotone and _parts_known(chain, self.possible, 0, self.path.most) is not None

    def taken_apart(self) -> Any:
        """Return the number after a split by its values, which is the last step of an operation."""
        self.split(tagged, lambda x: x)
        return self.low

    def taken(self, function: Function, ends: Sequence[Any], name: str) -> Any:
        """Return a function of the library, listed or, if its values are too many to list, assumed monotone."""
        possible = self.possible
        if possible.count > LISTED:
            self.path.exploration.assumptions.add(name)
            return self.then(function, ends, assumed=True)
        with self.path.exploration.source.path:
            borne_out = is_monotone(self.chain.then(function), possible, ends[0] <= ends[1])
        return self.then(function, ends) if borne_out else self.listed(function, name, "is not monotone")

    def listed(self, function: Function, what: str, why: str = "is not known to be monotone") -> Any:
        """List a function of the number, without any known property, value by value, if it has few values."""
        if self.is_known:
            return function(self.low)
        path, possible = self.path, self.possible
        if possible.count > path.most:
            if possible.count <= LISTED and self.kind == "float" and not underflow_is_seen():
                with path.exploration.source.path:
                    ordered = has_order(self.chain.then(function), possible)
                if ordered:
                    return self.then(function, [function(value) for value in self.ends], monotone=False)
            if self.has_few_values():
                self.split(tagged, function)
                return function(self.low)
            path.refuse(
                f"{WORDS.get(what, what)} of a draw with {possible.count:.3g} possible values {why}, and these are too "
                f"many to list (paths={path.most}); {FEWER}"
            )
        raised = groups_of(self.chain.then(lambda x: tried(function, x)[1]).over(possible), possible.count)
        if len(raised) > 1:
            path.choose(self.index, lambda: [possible.joined(runs) for runs in raised.values()])
        ends = self.results(function)
        if ends is None:
            return function(self.low)
        made = self.then(function, ends, monotone=False)
        is_truth = isinstance(ends[0], bool) or (is_of_numpy(ends[0]) and ends[0].dtype.kind == "b")
        return made.taken_apart() if is_truth and isinstance(made, Unknown) else made  # a program may ask by `is`


@lru_cache(1 << 12)
def _parts_known(chain: Chain, possible: Possible, assumed: int, most: int) -> list[Possible] | None:
    """Return the sets on which a function is the same that is monotone by the rules, and that is looked up if known.

    There are none if a boundary shows that a step up to `assumed` is not monotone. Returns None if there are too many.
    """
    try:
        runs = runs_of(chain.over(possible), possible.count, most)
    except TooManyRunsError:
        return None
    borders = [begin for begin, _, _ in runs[1:]]
    if len({run[2] for run in runs}) < len(runs) or not _is_borne_out(chain, possible, assumed, borders):
        return []
    return [possible.between(begin, end) for begin, end, _ in runs]


def _is_borne_out(chain: Chain, possible: Possible, assumed: int, borders: Sequence[int]) -> bool:
    """Return whether the steps of a function up to `assumed` are monotone near some places."""
    taken = Chain(*chain.steps[:assumed])
    rising = taken.at(possible.first) <= taken.at(possible.last)
    around = (possible.between(max(0, n - WINDOW), min(n + WINDOW, possible.count)) for n in borders)
    return not assumed or all(is_monotone(taken, some, rising) for some in around)
