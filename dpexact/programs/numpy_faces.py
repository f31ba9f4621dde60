"""The source as a numpy Generator and as a RandomState: the methods whose law is documented, all others refused.

`random` is k / 2^53 (float32: k / 2^24), `integers` and `randint` are uniform (numpy rejects values that would bias
them), `uniform` is low + (high - low) u with two roundings, `choice` with weights searches their cumulative sums for a
double, and a permutation is one of Fisher and Yates. `geometric`, `binomial` and `laplace` turn one double into a
number, and `poisson` multiplies several, as numpy's C code does, bit for bit. Every call but `shuffle` and `bytes` is
made on numpy's own method too, whose numbers are thrown away. numpy thus checks the arguments, and gives the type and
shape of the result.
"""

# ruff: noqa: ARG001, FBT002 - arguments and defaults are those of numpy's own methods, which use all of them
import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cache, lru_cache, partial
from math import log2
from typing import Any, TypeAlias

import numpy as np

from dpexact.programs.arrays import CLOSED, DrawnArray, objects
from dpexact.programs.draw import applied, concrete, is_draw
from dpexact.programs.path import Ending, Plain
from dpexact.programs.rules import FUNCTIONS, Rule

Source: TypeAlias = Any  # of dpexact.programs.source, which loads this module when it is used
FEW_BITS = 12  # of all integers of an array. The array is then known, and can be used as an index
SINGLE: dict[str, tuple[str, ...]] = dict.fromkeys(("uniform", "integers", "randint"), ("low", "high"))  # no arrays
SINGLE |= {"laplace": ("loc", "scale"), "binomial": ("n", "p"), "geometric": ("p",), "poisson": ("lam",)}
HIDING = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__copy__", "__deepcopy__", "__setattr__")
WHOLE = {"axis": 0, "shuffle": True}  # of choice
SEARCHED = 0.333333333333333333333333  # the least p for which numpy searches for a geometric number
SHARED = ("random", "uniform", "choice", "permutation", "laplace", "poisson", "geometric", "binomial")  # in both
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
    array = objects(real.shape, lambda *_: concrete(one(real.dtype.type)) if few else one(real.dtype.type))
    known = isinstance(source.path, Plain) or not any(map(is_draw, array.flat))
    return array.astype(real.dtype) if known else DrawnArray(array, real.dtype)


def _doubles(source: Source, real: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
    if out is not None:
        source.refuse("Generator.random(out=...) is not followed")
    bits = source.float_bits if np.dtype(dtype) == np.float32 else source.double_bits
    return _like(source, real, lambda kind: _double(source, kind, bits))


def _uniform(source: Source, real: Any, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
    first, width = float(low), float(high) - float(low)
    return _like(source, real, lambda kind: first + width * _double(source, kind, source.double_bits))


def _double(source: Source, kind: Callable[[Any], Any], bits: int) -> Any:
    step = 2.0**-bits
    return source.number(1 << bits, lambda k: kind(k * step))


def _integers(
    source: Source, real: Any, low: Any, high: Any = None, size: Any = None, dtype: Any = None, endpoint: Any = False
) -> Any:
    """Return integers from low to high - 1, or to high if it is an endpoint, in the type that numpy gives."""
    first, end = (0, low) if high is None else (low, high)
    if int(first) != first or int(end) != end:
        source.refuse("integers between bounds that are none are not followed")
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
    if WHOLE | dict(zip(WHOLE, other, strict=False)) | more != WHOLE:
        source.refuse("Generator.choice with axis or shuffle=False is not followed")
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
    sums = np.cumsum(np.asarray([1.0] if p is None else p, dtype=np.float64))
    cumulative = None if p is None else (sums / sums[-1]).tolist()  # which numpy searches

    def one(kind: Any) -> Any:
        if cumulative is None and items is None:
            return source.below(count) if kind is int else source.number(count, kind)
        place = concrete(source.below(count)) if cumulative is None else bisect_right(cumulative, source.random())
        return kind(place) if items is None else items[place]

    return _like(source, real, one)


def _shuffle(source: Source, x: Any, axis: Any = 0) -> None:
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


def _of(value: Any, function: Callable[[Any], Any]) -> Any:
    """Return a function of a number or a draw: one of the library by its rule, or else one that is monotone."""
    name = function.__name__
    return applied(value, function, FUNCTIONS.get(name, Rule()), name) if is_draw(value) else function(value)


def _laplace(source: Source, real: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    """Return a logarithm of a double of either half of its range. numpy draws again for 0.

    x + x and 2.0 - x - x are monotone, since each operation rounds, and both go the same way.
    """
    loc, scale = float(loc), float(scale)

    def laplace(kind: Any) -> Any:
        u = source.number((1 << source.double_bits) - 1, lambda k: (k + 1) * 2.0**-source.double_bits)
        upper = u >= 0.5
        inside = _of(u, lambda x: 2.0 - x - x if upper else x + x)
        return _of(loc + (-scale if upper else scale) * _of(inside, math.log), kind)

    return _like(source, real, laplace)


def _geometric(source: Source, real: Any, p: Any, size: Any = None, *, legacy: bool) -> Any:
    """Return one more than the number of sums that are less than a double, or a rounded quotient of logarithms."""
    p = float(p)
    if p < SEARCHED and not legacy:
        source.refuse("Generator.geometric with p below 1/3 is not followed; its law would be assumed")

    def geometric(kind: Any) -> Any:
        u = source.random()
        if p < SEARCHED:
            return _of(math.ceil(_of(-u, math.log1p) / math.log(1.0 - p)), kind)
        sums = _sums(p)
        if u > sums[-1]:  # numpy's search never ends
            source.leave(Ending.UNFINISHED)
        return _of(u, lambda x: kind(bisect_left(sums, x) + 1))

    return _like(source, real, geometric, math.inf if p < SEARCHED else len(_sums(p)))


def _binomial(source: Source, real: Any, n: Any, p: Any, size: Any = None, *, legacy: bool) -> Any:
    """Return the number of masses that a double exceeds, each subtracted from it before it is compared with the next.

    Subtraction rounds, and rounding is monotone, so that the number rises with the double. numpy draws again if it
    goes beyond a bound.
    """
    count, least = int(n), 1.0 - float(p) if p > 0.5 else float(p)
    if least * count > INVERTED:
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

    def binomial(kind: Any) -> Any:
        number = bound + 1
        while number > bound:
            number = _of(source.random(), exceeded)
        return _of(count - number if p > 0.5 else number, kind)

    return _like(source, real, binomial, bound + 1) if least and count else real


def _poisson(source: Source, real: Any, lam: Any = 1.0, size: Any = None) -> Any:
    """Return one less than the number of doubles whose product comes down to exp(-lam)."""
    rate = float(lam)
    if rate >= MULTIPLIED:
        source.refuse(f"poisson with lam of {MULTIPLIED:.0f} or more is not followed; its law would be assumed")

    def poisson(kind: Any) -> Any:
        number, product = 0, source.random()
        while product > math.exp(-rate):
            number, product = number + 1, product * source.random()
        return kind(number)

    return _like(source, real, poisson) if rate else real


def _laws(*, legacy: bool, **own: Any) -> dict[str, Any]:
    numbers: Any = (partial(law, legacy=legacy) for law in (_geometric, _binomial))
    return (
        dict(zip(SHARED, (_doubles, _uniform, _chosen, _permutation, _laplace, _poisson, *numbers), strict=True)) | own
    )


OF_STATE = {"random_sample": _doubles, "rand": lambda *given: _doubles(*given[:2]), "randint": _integers}
FACES: dict[str, tuple[Any, Any, dict[str, Any]]] = {  # by name, with the laws that are documented
    "Generator": (np.random.Generator, np.random.PCG64, _laws(legacy=False, integers=_integers)),
    "RandomState": (np.random.RandomState, np.random.MT19937, _laws(legacy=True, **OF_STATE)),
}


def _following(name: str, law: Callable[..., Any]) -> Callable[..., Any]:
    single = SINGLE.get(name, ())

    def method(self: Any, *given: Any, **named: Any) -> Any:
        given, named = tuple(map(concrete, given)), {key: concrete(value) for key, value in named.items()}
        if any(map(np.ndim, (*given[: len(single)], *map(named.get, single)))):
            self._source.refuse(f"{name} with arrays as arguments is not followed")
        return law(self._source, getattr(self._real, name)(*given, **named), *given, **named)

    return method


def _refusing(name: str) -> Callable[..., Any]:
    def refused(self: Any, *_: object, **__: object) -> None:
        self._source.refuse(f"{type(self).__name__}.{name} is not followed; its law would be assumed")

    return refused


@cache
def _face(name: str) -> type:
    """Return the class of a face, which refuses all methods that are not followed."""
    kind, _, laws = FACES[name]
    methods: dict[str, Any] = {
        name: _refusing(name) for name in (*HIDING, *dir(kind)) if name in HIDING or name[0] != "_"
    }
    methods |= {name: property(no) for name, no in methods.items() if not callable(getattr(kind, name, no))}
    methods |= {name: _following(name, law) for name, law in laws.items()}
    methods["shuffle"] = lambda self, x, axis=0: _shuffle(self._source, x, axis)
    methods["bytes"] = lambda self, length: self._source.randbytes(length)
    return type(name, (kind,), methods)


def face_of(source: Source, name: str) -> Any:
    """Return the source as a numpy Generator or RandomState."""
    kind, bits, _ = FACES[name]
    face = _face(name)(bits(0))
    vars(face).update(_source=source, _real=kind(bits(0)))
    return face
