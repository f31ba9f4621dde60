"""The source as a numpy Generator and as a RandomState: the methods whose law is documented, all others refused.

`random` is k / 2^53 (float32: k / 2^24), `integers` and `randint` are uniform (numpy rejects values that would bias
them), `uniform` is low + (high - low) u with two roundings, `choice` with weights searches their cumulative sums for a
double, and a permutation is one of Fisher and Yates. `geometric`, `binomial`, `laplace`, `gumbel` and `exponential`
turn one double into a number, `poisson` multiplies several, and `multinomial` is of binomial numbers, as numpy's C code
does, bit for bit. Every call but `shuffle` is made on numpy's own method too, whose numbers are thrown
away. numpy thus checks the arguments, and gives the type and shape of the result.
"""

# ruff: noqa: ARG001, FBT002 - arguments and defaults are those of numpy's own methods, which use all of them
import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from inspect import signature
from math import log2
from typing import Any, TypeAlias

import numpy as np

from dpexact.programs.arrays import CLOSED, DrawnArray, objects, of
from dpexact.programs.draw import concrete, is_draw
from dpexact.programs.path import Ending, Plain

Source: TypeAlias = Any  # of dpexact.programs.source, which is built on this module
FEW_BITS = 12  # of all integers of an array. The array is then known, and can be used as an index
HIDING = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__copy__", "__deepcopy__", "__setattr__")
WHOLE = {"axis": 0, "shuffle": True}  # of choice
SEARCHED = 0.333333333333333333333333  # the least p for which numpy searches for a geometric number
MULTIPLIED = 10.0  # the least lam for which numpy's poisson does not multiply doubles
INVERTED = 30.0  # the greatest n p for which numpy inverts a binomial law, with one double


def _like(source: Source, real: Any, one: Callable[[Callable[[Any], Any]], Any], values: float = math.inf) -> Any:
    """Return one value of the type that numpy's has, or an array of independent ones of its shape.

    `one` makes a value, given the type of a single number. An array holds draws while paths are explored, unless they
    have few `values` together. During replays it is an array of numpy's own type, whose arithmetic is thus compared.
    """
    if not isinstance(real, np.ndarray):
        return one(type(real))
    few = real.size * log2(max(2, values)) <= FEW_BITS or real.dtype not in CLOSED
    items = (one(real.dtype.type) for _ in range(real.size))
    return _array(source, real, map(concrete, items) if few else items)


def _array(source: Source, real: Any, items: Iterator[Any]) -> Any:
    """Return an array of the type and shape that numpy's has."""
    array = objects(real.shape, lambda *_: next(items))
    known = isinstance(source.path, Plain) or not any(map(is_draw, array.flat))
    return array.astype(real.dtype) if known else DrawnArray(array, real.dtype)


def _doubles(source: Source, real: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
    if out is not None:
        source.refuse("Generator.random(out=...) is not followed")
    bits = source.float_bits if np.dtype(dtype) == np.float32 else source.double_bits
    return _like(source, real, lambda kind: source.number(1 << bits, lambda k: kind(k * 2.0**-bits)))


def _integers(
    source: Source, real: Any, low: Any, high: Any = None, size: Any = None, dtype: Any = None, endpoint: Any = False
) -> Any:
    """Return integers from low to high - 1, or to high if it is an endpoint, in the type that numpy gives."""
    first, end = (0, low) if high is None else (low, high)
    if np.ndim(first) or np.ndim(end) or int(first) != first or int(end) != end:
        source.refuse("integers between bounds that are arrays, or no integers, are not followed")
    first, count = int(first), int(end) + bool(endpoint) - int(first)

    def one(kind: Any) -> Any:
        if kind is bool:
            return source.below(count) + first == 1
        return first + source.below(count) if kind is int else source.number(count, lambda k: kind(first + k))

    return _like(source, real, one, count)


def _chosen(
    source: Source, real: Any, a: Any, size: Any = None, replace: Any = True, p: Any = None, *other: Any, **more: Any
) -> Any:
    """Return members of a, or integers below it."""
    if np.ndim(a) > 1 or WHOLE | dict(zip(WHOLE, other, strict=False)) | more != WHOLE:
        source.refuse("choice with axis, shuffle=False or an array of more than one axis is not followed")
    items = None if np.ndim(a) == 0 else np.asarray(a)
    count = int(a) if items is None else len(items)
    if not replace and isinstance(real, np.ndarray):
        few = source.sample(range(count), real.size) if p is None else _different(source, p, real.size)
        return np.array([place if items is None else items[place] for place in few], real.dtype).reshape(real.shape)
    sums = None if p is None else _shares(p)

    def one(kind: Any) -> Any:
        if sums is None and items is None:
            return source.below(count) if kind is int else source.number(count, kind)
        place = concrete(source.below(count)) if sums is None else bisect_right(sums, source.random())
        return kind(place) if items is None else items[place]

    return _like(source, real, one)


def _shares(weights: Any) -> Any:
    """Return the cumulative sums that numpy searches for a double."""
    sums = np.cumsum(np.asarray(weights, dtype=np.float64))
    return (sums / sums[-1]).tolist()


def _different(source: Source, weights: Any, size: int) -> list[int]:
    """Return different places. numpy draws as many as are missing, and again in place of those that it has."""
    weights, places = np.array(weights, dtype=np.float64), list[int]()
    while len(places) < size:
        weights[places] = 0
        sums = _shares(weights)
        places.extend(dict.fromkeys(bisect_right(sums, source.random()) for _ in range(size - len(places))))
    return places


def _shuffle(source: Source, x: Any, axis: Any = 0) -> None:
    source.refuse_bytes()
    if axis or not isinstance(x, list | np.ndarray):
        source.refuse("shuffle of what is no list or array, or along another axis, is not followed")
    order = list(range(len(x)))
    source.shuffle(order)
    x[:] = x[order] if isinstance(x, np.ndarray) else [x[place] for place in order]


def _permutation(source: Source, real: Any, x: Any, axis: Any = 0) -> Any:
    items = np.arange(x) if np.ndim(x) == 0 else np.array(x)
    _shuffle(source, items, axis)
    return items


@lru_cache
def _sums(p: float) -> list[float]:
    """Return the sums p + p q + p q^2 + ... that numpy compares a double with, up to the last that is another one."""
    sums, product = [p], p
    while True:
        product *= 1.0 - p
        if sums[-1] + product == sums[-1]:
            return sums
        sums.append(sums[-1] + product)


def _positive(source: Source) -> Any:
    """Return a double other than 0, for which numpy draws again."""
    return source.number((1 << source.double_bits) - 1, lambda k: (k + 1) * 2.0**-source.double_bits)


def _laplace(source: Source, loc: float = 0.0, scale: float = 1.0) -> Any:
    """Return a logarithm of a double of either half of its range.

    x + x and 2.0 - x - x are monotone, since each operation rounds, and both go the same way.
    """
    u = _positive(source)
    upper = u >= 0.5
    inside = of(u, lambda x: 2.0 - x - x if upper else x + x)
    return loc + (-scale if upper else scale) * of(inside, math.log)


def _gumbel(source: Source, loc: float = 0.0, scale: float = 1.0) -> Any:
    return loc - scale * of(-of(1.0 - _positive(source), math.log), math.log)


def _geometric(source: Source, p: float, *, legacy: bool) -> Any:
    """Return one more than the number of sums that are less than a double, or a rounded quotient of logarithms."""
    if p < SEARCHED and (not legacy or 1.0 - p == 1.0):
        least = "2^-53, where numpy divides by 0," if legacy else "1/3"
        source.refuse(f"geometric with p below {least} is not followed; its law would be assumed")
    u = source.random()
    if p < SEARCHED:
        return math.ceil(of(-u, math.log1p) / math.log(1.0 - p))
    sums = _sums(p)
    if u > sums[-1]:  # numpy's search never ends
        source.leave(Ending.UNFINISHED)
    return of(u, lambda x: bisect_left(sums, x) + 1)


def _binomial(source: Source, n: float, p: float, *, legacy: bool) -> Any:
    """Return the number of masses that a double exceeds, each subtracted from it before it is compared with the next.

    Subtraction rounds, and rounding is monotone, so that the number rises with the double. numpy draws again if it
    goes beyond a bound.
    """
    count, least = int(n), 1.0 - p if p > 0.5 else p
    if not count or least <= 0:  # a share of a rest that rounding has made too small may exceed 1
        return count if p > 0.5 else 0
    if least * count > INVERTED or count > 2**53:
        source.refuse(f"binomial with n p above {INVERTED:.0f} is not followed; its law would be assumed")
    rest = 1.0 - least
    first = math.exp(count * (math.log(rest) if legacy else math.log1p(-least)))
    bound = int(min(count, count * least + 10.0 * math.sqrt(count * least * rest + 1)))

    def exceeded(u: float) -> int:
        number, mass = 0, first
        while u > mass and number <= bound:
            number += 1
            u -= mass
            mass = ((count - number + 1) * least * mass) / (number * rest)
        return number

    number = bound + 1
    while number > bound:
        number = of(source.random(), exceeded)
    return count - number if p > 0.5 else number


def _poisson(source: Source, lam: float = 1.0) -> Any:
    """Return one less than the number of doubles whose product comes down to exp(-lam)."""
    if lam >= MULTIPLIED:
        source.refuse(f"poisson with lam of {MULTIPLIED:.0f} or more is not followed; its law would be assumed")
    number, product = 0, source.random() if lam else 0.0
    while product > math.exp(-lam):
        number, product = number + 1, product * source.random()
    return number


def _multinomial(source: Source, real: Any, n: Any, pvals: Any, size: Any = None) -> Any:
    """Return counts. Each is binomial, of the rest of n, and with its share of the rest of 1."""
    if np.ndim(n) or np.ndim(pvals) > 1:
        source.refuse("multinomial with several n, or pvals of more than one axis, is not followed")
    counts: list[int] = []
    while len(counts) < real.size:
        left, rest = int(n), 1.0
        for p in map(float, pvals[:-1]):
            counts.append(int(concrete(_binomial(source, left, p / rest, legacy=False))))
            left, rest = left - counts[-1], rest - p if left > counts[-1] else 1.0
        counts.append(left)
    return np.array(counts, real.dtype).reshape(real.shape)


def _each(law: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method of a law of one number: independent numbers, each with the parameters that numpy hands it."""
    names = [*signature(law).parameters][1:]

    def numbers(source: Source, real: Any, *args: Any, **named: Any) -> Any:
        parameters = dict(zip(names, args, strict=False)) | {name: named[name] for name in names if name in named}
        if not isinstance(real, np.ndarray):
            return of(law(source, **{name: float(value) for name, value in parameters.items()}), type(real))
        rows = zip(*(some.flat for some in np.broadcast_arrays(real, *parameters.values())), strict=True)
        each = (dict(zip(parameters, map(float, values), strict=True)) for _, *values in rows)
        return _array(source, real, (of(law(source, **row), real.dtype.type) for row in each))

    return numbers


def _laws(*, legacy: bool, **own: Any) -> dict[str, Any]:
    of_one: dict[str, Any] = {"laplace": _laplace, "poisson": _poisson, "gumbel": _gumbel}
    of_one |= {"uniform": lambda source, low=0.0, high=1.0: low + (high - low) * source.random()}
    of_one |= {"geometric": lambda source, p: _geometric(source, p, legacy=legacy)}
    of_one |= {"binomial": lambda source, n, p: _binomial(source, n, p, legacy=legacy)}
    whole = {"random": _doubles, "choice": _chosen, "permutation": _permutation, "multinomial": _multinomial}
    whole |= {"bytes": lambda source, _, length: source.randbytes(length)}
    return {name: _each(law) for name, law in of_one.items()} | whole | own


OF_STATE = {  # a Generator's exponential is a ziggurat
    "exponential": _each(lambda source, scale=1.0: -of(1.0 - source.random(), math.log) * scale),
    "random_sample": _doubles,
    "rand": lambda *given: _doubles(*given[:2]),
    "randint": _integers,
}


def _method(name: str, law: Callable[..., Any] | None) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **named: Any) -> Any:
        if law is None:
            return self._source.refuse(f"{type(self).__name__}.{name} is not followed; its law would be assumed")
        self._source.refuse_bytes()
        args, named = tuple(map(concrete, args)), {key: concrete(value) for key, value in named.items()}
        return law(self._source, getattr(self._real, name)(*args, **named), *args, **named)

    return method


def _face(kind: type, laws: dict[str, Any]) -> Any:
    """Return the class of a face with the laws that are documented, which refuses all other methods."""
    names = (*HIDING, *(name for name in dir(kind) if name[0] != "_"))
    methods: dict[str, Any] = {name: _method(name, laws.get(name)) for name in names}
    methods |= {name: property(no) for name, no in methods.items() if not callable(getattr(kind, name, no))}
    methods["shuffle"] = lambda self, x, axis=0: _shuffle(self._source, x, axis)
    return type(kind.__name__, (kind,), methods)


FACES: dict[str, tuple[Any, Any]] = {  # with the bits of which a real one is made
    "Generator": (_face(np.random.Generator, _laws(legacy=False, integers=_integers)), np.random.PCG64),
    "RandomState": (_face(np.random.RandomState, _laws(legacy=True, **OF_STATE)), np.random.MT19937),
}


def face_of(source: Source, name: str) -> Any:
    """Return the source as a numpy Generator or RandomState."""
    kind, bits = FACES[name]
    face = kind(bits(0))
    vars(face).update(_source=source, _real=kind.__base__(bits(0)))
    return face
