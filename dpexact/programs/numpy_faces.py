"""The source as a numpy Generator and as a RandomState: the methods whose law is documented, all others refused.

`random` is k / 2^53 (float32: k / 2^24), `integers` and `randint` are uniform (numpy rejects values that would bias
them), `uniform` is low + (high - low) u with two roundings, `choice` with weights searches their cumulative sums for a
double, and a permutation is one of Fisher and Yates. Every call but `shuffle` and `bytes` is made on numpy's own method
too, whose numbers are thrown away. numpy thus checks the arguments, and gives the type and shape of the result.
"""

# ruff: noqa: FBT002 - the defaults are those of numpy's own methods
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import log2
from typing import Any, NoReturn, Protocol

import numpy as np

from dpexact.programs.draw import concrete, is_draw
from dpexact.programs.path import Path, Plain

FEW_BITS = 12  # of all integers of an array. The array is then known, and can be used as an index
HIDING = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__copy__", "__deepcopy__", "__setattr__")


class Draws(Protocol):
    """The methods of a source that the faces call: uniform draws, and the refusal of a program."""

    path: Path | Plain | None
    double_bits: int
    float_bits: int

    def refuse(self, message: str) -> NoReturn:
        """End the exploration with an error."""

    def below(self, n: Any) -> Any:
        """Return an integer from 0 to n - 1."""

    def number(self, size: int, base: Callable[[int], Any]) -> Any:
        """Return base(k), increasing in k, for a k from 0 to size - 1."""

    def random(self) -> Any:
        """Return k / 2^double_bits, at least 0 and below 1."""

    def randbytes(self, n: Any) -> Any:
        """Return n bytes."""

    def sample(self, population: Sequence[Any], k: Any) -> list[Any]:
        """Return k members in any order."""

    def shuffle(self, x: Any) -> None:
        """Shuffle in place, every order equally likely (Fisher and Yates)."""


def _like(source: Draws, real: Any, one: Callable[[Callable[[Any], Any]], Any]) -> Any:
    """Return one value of the type that numpy's has, or an array of independent ones of its shape.

    `one` makes a value, given the type of a single number. An array holds draws while paths are explored. During
    replays it is an array of numpy's own type, whose arithmetic is thus compared.
    """
    if not isinstance(real, np.ndarray):
        return one(type(real))
    array = np.empty(real.size, dtype=object)
    for place in range(real.size):
        array[place] = one(real.dtype.type)
    known = isinstance(source.path, Plain) or not any(map(is_draw, array))
    array = array.reshape(real.shape)
    return array.astype(real.dtype) if known else array


def _number(source: Draws, name: str, value: Any) -> Any:
    """Return a single known number, an argument of a method."""
    value = concrete(value)
    if np.ndim(value):
        source.refuse(f"{name} with arrays as bounds is not followed")
    return value


def _doubles(source: Draws, real: Any) -> Any:
    bits = source.float_bits if isinstance(real, np.ndarray) and real.dtype == np.float32 else source.double_bits
    step = 2.0**-bits
    return _like(source, real, lambda kind: source.number(1 << bits, lambda k: kind(k * step)))


def _uniform(source: Draws, low: Any, high: Any, real: Any) -> Any:
    first, width = float(low), float(high) - float(low)
    step = 2.0**-source.double_bits
    return _like(
        source,
        real,
        lambda kind: first + width * source.number(1 << source.double_bits, lambda k: kind(k * step)),
    )


def _integers(source: Draws, first: Any, end: Any, real: Any) -> Any:
    """Return integers from first to end - 1 in the type that numpy gives."""
    if int(first) != first or int(end) != end:
        source.refuse("integers between bounds that are none are not followed")
    first, count = int(first), int(end) - int(first)

    def one(kind: Any) -> Any:
        if kind is bool:
            return source.below(count) + first == 1
        number = first + source.below(count) if kind is int else source.number(count, lambda k: kind(first + k))
        return concrete(number) if few else number

    few = isinstance(real, np.ndarray) and real.size * log2(max(2, count)) <= FEW_BITS

    return _like(source, real, one)


def _weights(p: Any) -> list[float]:
    """Return the cumulative sums that numpy searches."""
    cumulative = np.cumsum(np.asarray(p, dtype=np.float64))
    return [float(value) for value in cumulative / cumulative[-1]]


def _chosen(source: Draws, a: Any, replace: Any, p: Any, real: Any) -> Any:
    """Return members of a, or integers below it."""
    items = None if np.ndim(a) == 0 else np.asarray(a)
    count = int(a) if items is None else len(items)
    if items is not None and items.ndim > 1:
        source.refuse("choice from an array with more than one axis is not followed")
    if not replace and isinstance(real, np.ndarray):
        if p is not None:
            source.refuse("choice without replacement by weights is not followed")
        places = source.sample(range(count), real.size)
        chosen = [place if items is None else items[place] for place in places]
        return np.array(chosen, dtype=real.dtype).reshape(real.shape)
    cumulative = None if p is None else _weights(p)

    def one(kind: Any) -> Any:
        if cumulative is None and items is None:
            return source.below(count) if kind is int else source.number(count, kind)
        place = concrete(source.below(count) if cumulative is None else _searched(source, cumulative))
        return kind(place) if items is None else items[place]

    return _like(source, real, one)


def _searched(source: Draws, cumulative: list[float]) -> int:
    return bisect_right(cumulative, source.random())


def _shuffle(source: Draws, x: Any, axis: Any = 0) -> None:
    if axis or not isinstance(x, list | np.ndarray):
        source.refuse("shuffle of what is no list or array, or along another axis, is not followed")
    order = list(range(len(x)))
    source.shuffle(order)
    x[:] = x[order] if isinstance(x, np.ndarray) else [x[place] for place in order]


def _permutation(source: Draws, x: Any, axis: Any = 0) -> Any:
    items = np.arange(x) if np.ndim(x) == 0 else np.array(x)
    _shuffle(source, items, axis)
    return items


def _refusing(name: str) -> Callable[..., Any]:
    def refused(self: Any, *_: object, **__: object) -> NoReturn:
        source: Draws = self._source
        source.refuse(f"{type(self).__name__}.{name} is not followed; its law would be assumed")

    return refused


class _Generator(np.random.Generator):
    _source: Draws
    _real: Any

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        if out is not None:
            self._source.refuse("Generator.random(out=...) is not followed")
        real = self._real.random(size, dtype)
        if np.dtype(dtype) == np.float32 and size is None:
            bits, step = self._source.float_bits, 2.0**-self._source.float_bits
            return self._source.number(1 << bits, lambda k: k * step)
        return _doubles(self._source, real)

    def integers(
        self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: Any = False
    ) -> Any:
        low, high = (_number(self._source, "integers", value) for value in (low, high))
        real = self._real.integers(low, high, size, dtype, endpoint)
        first, last = (0, low) if high is None else (low, high)
        return _integers(self._source, first, last + bool(endpoint), real)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        low, high = (_number(self._source, "uniform", value) for value in (low, high))
        return _uniform(self._source, low, high, self._real.uniform(low, high, size))

    def choice(
        self, a: Any, size: Any = None, replace: Any = True, p: Any = None, axis: Any = 0, shuffle: Any = True
    ) -> Any:
        if axis or not shuffle:
            self._source.refuse("Generator.choice with axis or shuffle=False is not followed")
        a = concrete(a)
        return _chosen(self._source, a, replace, p, self._real.choice(a, size, replace, p))

    def permutation(self, x: Any, axis: Any = 0) -> Any:
        x = concrete(x)
        self._real.permutation(x, axis)
        return _permutation(self._source, x, axis)

    def shuffle(self, x: Any, axis: Any = 0) -> None:
        _shuffle(self._source, x, axis)

    def bytes(self, length: Any) -> Any:
        return self._source.randbytes(length)


class _RandomState(np.random.RandomState):
    _source: Draws
    _real: Any

    def random_sample(self, size: Any = None) -> Any:
        return _doubles(self._source, self._real.random_sample(size))

    random = random_sample

    def rand(self, *shape: Any) -> Any:
        return self.random_sample(shape or None)

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        low, high = (_number(self._source, "randint", value) for value in (low, high))
        real = self._real.randint(low, high, size, dtype)
        first, last = (0, low) if high is None else (low, high)
        return _integers(self._source, first, last, real)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        low, high = (_number(self._source, "uniform", value) for value in (low, high))
        return _uniform(self._source, low, high, self._real.uniform(low, high, size))

    def choice(self, a: Any, size: Any = None, replace: Any = True, p: Any = None) -> Any:
        a = concrete(a)
        return _chosen(self._source, a, replace, p, self._real.choice(a, size, replace, p))

    def permutation(self, x: Any) -> Any:
        x = concrete(x)
        self._real.permutation(x)
        return _permutation(self._source, x)

    def shuffle(self, x: Any) -> None:
        _shuffle(self._source, x)

    def bytes(self, length: Any) -> Any:
        return self._source.randbytes(length)


def _face(kind: type, ours: type) -> type:
    """Return the class of a face, which refuses all methods that are not followed."""
    names = [name for name in dir(kind) if not name.startswith("_") and name not in vars(ours)]
    refused: dict[str, Any] = {
        name: _refusing(name) if callable(getattr(kind, name)) else property(_refusing(name)) for name in names
    }
    return type(kind.__name__, (ours,), {**refused, **{name: _refusing(name) for name in HIDING}})


_GENERATOR, _RANDOM_STATE = _face(np.random.Generator, _Generator), _face(np.random.RandomState, _RandomState)


def generator_of(source: Draws) -> Any:
    """Return the source as a numpy Generator."""
    face = _GENERATOR(np.random.PCG64(0))
    vars(face).update(_source=source, _real=np.random.Generator(np.random.PCG64(0)))
    return face


def random_state_of(source: Draws) -> Any:
    """Return the source as a numpy RandomState."""
    face = _RANDOM_STATE(np.random.MT19937(0))
    vars(face).update(_source=source, _real=np.random.RandomState(np.random.MT19937(0)))
    return face


__all__ = ["generator_of", "random_state_of"]
