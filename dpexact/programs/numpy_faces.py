"""The source as a numpy Generator and as a RandomState: the methods whose law is documented, all others refused.

`random` is k / 2^53 (float32: k / 2^24), `integers` and `randint` are uniform (numpy rejects what would be biased),
`uniform` is low + (high - low) u with two roundings, `choice` with weights searches their cumulative sums for a
double, and a permutation is one of Fisher and Yates.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from math import log2, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dpexact.errors import UnsupportedProgramError
from dpexact.programs.draw import concrete, is_draw
from dpexact.programs.source import DOUBLE_BITS, shuffled

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from dpexact.programs.source import Source

FLOAT32_BITS = 24
FEW_BITS = 12  # of all integers of an array


def _sized(size: Any, one: Callable[[], Any]) -> Any:
    """Return one value, or an array of independent ones in the given shape."""
    if size is None:
        return one()
    shape = tuple(operator.index(n) for n in size) if hasattr(size, "__iter__") else (operator.index(size),)
    array = np.empty(prod(shape), dtype=object)
    for place in range(len(array)):
        array[place] = one()
    if not any(map(is_draw, array)):
        array = np.array(list(array), dtype=None if len(array) else np.float64)
    return array.reshape(shape)


def _integers(source: Source, low: Any, high: Any, size: Any, kind: Any) -> Any:
    """Return one integer, or an array; of a small array each is known, so that it can be used as an index."""
    if size is not None and prod(np.atleast_1d(size).tolist()) * log2(max(2, int(high) - int(low))) <= FEW_BITS:
        return _sized(size, lambda: concrete(_integer(source, low, high, kind)))
    return _sized(size, lambda: _integer(source, low, high, kind))


def _uniform(source: Source, low: Any, high: Any, size: Any) -> Any:
    first, width = float(low), float(high) - float(low)
    return _sized(size, lambda: first + width * source.random())


def _integer(source: Source, low: Any, high: Any, kind: Any) -> Any:
    """Return low + k for k from 0 to high - low - 1, in the type that numpy gives."""
    first, count = operator.index(low), operator.index(high) - operator.index(low)
    if count <= 0:
        message = "low >= high"
        raise ValueError(message)
    if kind is int:
        return first + source.below(count)
    if kind is bool:
        return source.below(2) == 1
    return source.number(count, lambda k: kind(first + k))


def _scalar_type(dtype: Any) -> Any:
    """Return the type of a single number of a dtype, as numpy gives it."""
    if dtype is bool or dtype is int:
        return dtype
    return np.dtype(dtype).type


def _weights(p: Any) -> list[float]:
    cumulative = np.cumsum(np.asarray(p, dtype=np.float64))
    return [float(value) for value in cumulative / cumulative[-1]]


def _chosen(source: Source, a: Any, size: Any, replace: Any, p: Any) -> Any:
    """Return members of a, or integers below it."""
    items = None if np.ndim(a) == 0 else a
    count = operator.index(a) if items is None else len(items)
    if p is not None and (len(p) != count or not np.isclose(float(np.sum(p)), 1.0)):
        message = "probabilities do not sum to 1, or are not as many as the members"
        raise ValueError(message)
    if not replace and size is not None:
        if p is not None:
            source._run().refuse("choice without replacement by weights is not followed")  # noqa: SLF001
        shape = tuple(size) if hasattr(size, "__iter__") else (operator.index(size),)
        places = source.sample(range(count), prod(shape))
        return np.array([places[n] if items is None else items[places[n]] for n in range(len(places))]).reshape(shape)
    cumulative = None if p is None else _weights(p)

    def one() -> Any:
        place = source.below(count) if cumulative is None else bisect_right(cumulative, source.random())
        if items is None:
            return place
        return np.asarray(items)[concrete(place)]

    return _sized(size, one)


def _shuffle(source: Source, x: Any, axis: int = 0) -> None:
    if axis:
        source._run().refuse("shuffle along another axis is not followed")  # noqa: SLF001
    shuffled(source, x)


def _permutation(source: Source, x: Any, axis: int = 0) -> Any:
    items = np.arange(x) if np.ndim(x) == 0 else np.array(x)
    _shuffle(source, items, axis)
    return items


class _Bits(np.random.PCG64):
    """A bit generator that the faces are made with and never ask."""


def _refusing(name: str) -> Callable[..., Any]:
    def refused(self: Any, *_: object, **__: object) -> NoReturn:
        source: Source = self._source
        source._run().refuse(f"{type(self).__mro__[1].__name__}.{name} is not followed; its law would be assumed")  # noqa: SLF001

    return refused


class _Generator(np.random.Generator):
    _source: Source

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        if out is not None:
            self._source._run().refuse("Generator.random(out=...) is not followed")  # noqa: SLF001
        if np.dtype(dtype) == np.float32:
            kind: Any = float if size is None else np.float32
            step = np.float32(2.0**-FLOAT32_BITS)
            return _sized(size, lambda: self._source.number(1 << FLOAT32_BITS, lambda k: kind(np.float32(k) * step)))
        if size is None:
            return self._source.random()
        return _sized(size, lambda: self._source.number(1 << DOUBLE_BITS, lambda k: np.float64(k * 2.0**-DOUBLE_BITS)))

    def integers(
        self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: Any = False
    ) -> Any:
        first, last = (0, low) if high is None else (low, high)
        end = operator.index(last) + bool(endpoint)
        return _integers(self._source, first, end, size, _scalar_type(dtype))

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        return _uniform(self._source, low, high, size)

    def choice(
        self, a: Any, size: Any = None, replace: Any = True, p: Any = None, axis: Any = 0, shuffle: Any = True
    ) -> Any:
        if axis or not shuffle:
            self._source._run().refuse("Generator.choice with axis or shuffle=False is not followed")  # noqa: SLF001
        return _chosen(self._source, a, size, replace, p)

    def permutation(self, x: Any, axis: int = 0) -> Any:
        return _permutation(self._source, x, axis)

    def shuffle(self, x: Any, axis: int = 0) -> None:
        _shuffle(self._source, x, axis)

    def bytes(self, length: Any) -> Any:
        return self._source.randbytes(length)


class _RandomState(np.random.RandomState):
    _source: Source

    def random_sample(self, size: Any = None) -> Any:
        if size is None:
            return self._source.random()
        return _sized(size, lambda: self._source.number(1 << DOUBLE_BITS, lambda k: np.float64(k * 2.0**-DOUBLE_BITS)))

    random = random_sample

    def rand(self, *shape: Any) -> Any:
        return self.random_sample(shape or None)

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        first, last = (0, low) if high is None else (low, high)
        kind = _scalar_type(dtype if size is None or dtype is not int else np.int64)
        return _integers(self._source, first, last, size, kind)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        return _uniform(self._source, low, high, size)

    def choice(self, a: Any, size: Any = None, replace: Any = True, p: Any = None) -> Any:
        return _chosen(self._source, a, size, replace, p)

    def permutation(self, x: Any) -> Any:
        return _permutation(self._source, x)

    def shuffle(self, x: Any) -> None:
        _shuffle(self._source, x)

    def bytes(self, length: Any) -> Any:
        return self._source.randbytes(length)


for _face in (_Generator, _RandomState):
    for _name in dir(_face):
        if not _name.startswith("_") and _name not in vars(_face) and callable(getattr(_face, _name)):
            setattr(_face, _name, _refusing(_name))


def generator_of(source: Source) -> Any:
    """Return the source as a numpy Generator."""
    face = _Generator(_Bits(0))
    face._source = source
    return face


def random_state_of(source: Source) -> Any:
    """Return the source as a numpy RandomState."""
    face = _RandomState(_Bits(0))  # RandomState(0) would seed another generator from `secrets` first
    face._source = source
    return face


__all__ = ["UnsupportedProgramError", "generator_of", "random_state_of"]
