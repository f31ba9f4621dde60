"""Neighbors: compute a function of a draw at many values at once, to see whether it is monotone there.

A function of the mathematical library is assumed monotone only if a draw has too many values to list. Then it is
computed at `WINDOW` neighbors on either side of every boundary that bisection finds. With at most `LISTED` values all
are computed, and nothing is assumed. The values of a function that is not monotone are then sorted.
"""

from __future__ import annotations

import operator
from collections.abc import Hashable, Sequence
from contextlib import suppress
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

import numpy as np

from dpexact.programs.kinds import Same, number_kind, tagged
from dpexact.programs.possible import Possible
from dpexact.programs.rules import Function

NAMED = (type, BuiltinFunctionType, CodeType)  # equal to themselves alone
WINDOW = 4096
BESIDE, GRID = 8, 4096  # of a function of several draws: neighbors of a border, and steps of a grid
LISTED = 1 << 24
SAMPLE = 512  # values that are each compared with numpy's result for the whole array


class Chain:
    """A function of k in steps, equal to another one made of the same code with the same numbers in it.

    `assumed` is the function up to the last step that is assumed monotone, if there is one.
    """

    __slots__ = ("_before", "_key", "assumed", "steps")

    def __init__(self, *steps: Function, before: Chain | None = None, assumed: bool = False) -> None:
        self.steps, self._before = steps, before  # the latter without the last step
        self.assumed: Chain | None = self if assumed else before and before.assumed
        self._key: tuple[Hashable, ...] = ()

    def then(self, step: Function, *, assumed: bool = False) -> Chain:
        """Return the function followed by one more step."""
        return Chain(*self.steps, step, before=self, assumed=assumed)

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
    places: Any = [k for some in possible.ranges for k in some] if possible.last >= 2**62 else None
    if places is None:
        parts = [np.arange(some[0], some[-1] + 1, some.step, dtype=np.int64) for some in possible.ranges]
        places = parts[0] if len(parts) == 1 else np.concatenate(parts)
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


def is_borne_out(chain: Chain, possible: Possible, borders: Sequence[int]) -> bool:
    """Return whether a function is monotone near some places, as far as it was assumed."""
    taken = chain.assumed
    if taken is None:
        return True
    rising = taken.at(possible.first) <= taken.at(possible.last)
    around = (possible.between(max(0, n - WINDOW), min(n + WINDOW, possible.count)) for n in borders)
    return all(is_monotone(taken, some, rising) for some in around)
