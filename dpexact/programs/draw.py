"""Draw: a number that is not yet known, a function of one draw, which comparisons split and count exactly.

A Draw is f(k) for k in a set of integers (`Possible`). f is the chain of operations that the program did, each in the
very arithmetic that runs. The counts are exact because f is monotone in k wherever that is used:

- Integers and fractions: + - * // << >> and comparison are exact, so the mathematics decides. numpy's integers count as
  exact if the results at both ends are (between them nothing can wrap then). Otherwise f is only listed.
- Doubles and numpy's floats: the result is the rounded exact result, and rounding is monotone (ties, subnormals and
  overflow to infinity included), so x + c, x - c, c - x, x * c, x / c are monotone in x for finite x and c, in the
  order in which -0.0 comes before 0.0. c - x is reversed, x * c and x / c follow the sign of c, and c / x is reversed
  by it on either side of 0. Infinite values, and operands 0 and infinity, are taken apart first. On each side of 0 the
  result is constant. Integers are rounded to doubles first, which is monotone too.
- floor, ceil, round, trunc, sqrt (correctly rounded) and abs on either side of 0 are monotone. x % c is monotone
  between two multiples of c.
- Other functions of the mathematical library are computed at all values if there are at most 2^24. Otherwise a function
  is assumed monotone if mathematics says so. The neighbors of every boundary that is used are computed, and must
  confirm it (`neighbors`).

A function that is not known to be monotone is listed, value by value, if it has few values, and refused otherwise.
"""

# ruff: noqa: SLF001 - the functions of this file are Draw's own, as its public names are the names of the number
from __future__ import annotations

import math
import operator
import struct
import sys
from collections.abc import Callable, Hashable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import gcd, prod
from typing import Any

from dpexact.programs.neighbors import LISTED, WINDOW, Chain, has_order, in_order, is_monotone
from dpexact.programs.path import Path
from dpexact.programs.possible import Possible, TooManyRunsError, groups_of, runs_of

Function = Callable[[Any], Any]

Affine = tuple[int, int, int]  # a, b, c: the value is (a + b k) // c, with c > 0
EXACT: dict[str, Callable[[Any, Any], Any]] = {}
FEW = 4096
WRAPS = "wraps around, as numpy's integers do"
WORDS = {  # for the names of Python's operators and of similar functions
    "add": "addition",
    "sub": "subtraction",
    "mul": "multiplication",
    "truediv": "division",
    "floordiv": "floor division",
    "mod": "the remainder",
    "pow": "a power",
    "lshift": "a left shift",
    "rshift": "a right shift",
    "and": "bitwise and",
    "or": "bitwise or",
    "xor": "bitwise exclusive or",
}
FEWER = "compare it or round it to few values first, or ask for an event by label="
COMPARISON = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
OF_NUMPY = (("numpy", "ndarray"), ("numpy", "str_"), ("numpy", "bytes_"))
SIGNED = ("truediv", "floordiv", "mod", "pow")  # c op x is split at x = 0
BITS = ("and", "or", "xor")
WIDEST_SHIFT = 10**5
RISING = "log log2 log10 log1p exp exp2 expm1 atan arctan asinh arcsinh sinh tanh erf sqrt acosh arccosh asin arcsin"
FALLING = "erfc acos arccos"
MONOTONE = {
    **dict.fromkeys(RISING.split(), 1),
    **dict.fromkeys(FALLING.split(), -1),
    "atanh": 1,
    "arctanh": 1,
}
KEPT = ("floor", "ceil", "trunc", "rint", "fabs", "isnan", "isinf", "isfinite")
PAIRS = ("frexp", "modf")  # their result is a pair, not a number
CORRECT = ("sqrt",)  # rounded correctly, as IEEE 754 requires
UFUNCS = {
    "add": "add",
    "subtract": "sub",
    "multiply": "mul",
    "divide": "truediv",
    "true_divide": "truediv",
    "floor_divide": "floordiv",
    "remainder": "mod",
    "power": "pow",
    "left_shift": "lshift",
    "right_shift": "rshift",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
}
COMPARISONS = {
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
}
ROUNDING: dict[str, Any] = {
    **dict.fromkeys(("floor", "ceil", "trunc", "rint", "positive"), operator.pos),
    "negative": operator.neg,
    "absolute": operator.abs,
}


def tagged(value: Any) -> Hashable:
    """Return a key that is equal for two values if a program cannot tell them apart.

    True is not 1, -0.0 not 0.0, and a NaN counts by its bits. Texts and integers of a type of the program's own are
    compared as Python's, regardless of the equality that their type defines.
    """
    if type(value) is int or type(value) is str:
        return value
    kind = type(value)
    if isinstance(value, tuple):
        return (kind, tuple(tagged(part) for part in value))
    if kind is complex:
        return (complex, tagged(value.real), tagged(value.imag))
    if isinstance(value, float) or (is_of_numpy(value) and value.dtype.kind in "biuf"):
        if value != value:  # noqa: PLR0124 - NaN
            return (kind, value.tobytes() if is_of_numpy(value) else struct.pack("d", value))
        return (kind, (value, math.copysign(1, value)))
    if kind is not bool and isinstance(value, int | str):
        return (kind, int.__int__(value) if isinstance(value, int) else str.__str__(value))
    return (kind, value)


def is_of_numpy(value: Any) -> bool:
    """Return whether a value is one of numpy's numbers or texts, which never change, not an array or a derived type."""
    numpy: Any = sys.modules.get("numpy")
    return bool(numpy and issubclass(type(value), numpy.generic) and type(value) is value.dtype.type)


def number_kind(value: Any) -> str:
    """Return "exact" for integers and fractions, "float" for floats that round by IEEE 754, "" otherwise."""
    kind = type(value)
    if kind is int or kind is bool or kind is Fraction:
        return "exact"
    if kind is float:
        return "float"
    if is_of_numpy(value):
        if value.dtype.kind in "iub":
            return "exact"
        if value.dtype.kind == "f" and value.dtype.itemsize <= 8:
            return "float"
    return ""


def pure(value: Any) -> Any:
    """Return the Python number that a numpy integer is."""
    return value if isinstance(value, Fraction) else int(value)


def sign_class(value: Any) -> int:
    """Return 0 for x < 0, 1 for -0.0, 2 for 0, 3 for x > 0, which is monotone if -0.0 comes before 0.0."""
    if value < 0:
        return 0
    if value > 0:
        return 3
    return 1 if number_kind(value) == "float" and math.copysign(1, value) < 0 else 2


def _finite_class(value: Any) -> int:
    return 0 if not -math.inf < value else 1 if value < math.inf else 2


def _raised(function: Function, value: Any) -> Any:
    """Return the class of the exception that the function raises for a number."""
    try:
        function(value)
    except Exception as error:  # noqa: BLE001 - whatever it raises, the program gets it
        return type(error)
    return None


class Draw:
    """A function of one draw of a path, used instead of the number that the program would have there."""

    __slots__ = ("_affine", "_assumed", "_base", "_direction", "_ends", "_index", "_path", "_steps")

    def __init__(
        self,
        path: Path,
        index: int,
        base: Function,
        steps: tuple[Function, ...] = (),
        direction: int = 1,
        affine: Affine | None = None,
        assumed: tuple[int, int] = (0, 1),
    ) -> None:
        self._path = path
        self._index = index
        self._base = base
        self._steps = steps
        self._direction = direction
        self._affine = affine
        self._assumed = assumed  # the number of steps up to the last assumed monotone, and their direction
        self._ends: tuple[Any, Any, Any] = (None, None, None)

    @property
    def index_of_draw(self) -> int:
        """Return the index, in its path, of the underlying draw."""
        return self._index

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(_low(self))

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that the number's own type has, after taking the draw apart by value."""
        if name == "real":
            return self
        if name.startswith("__") or not hasattr(type(_low(self)), name):
            if name in MONOTONE and number_kind(_low(self)) == "float":
                import numpy as np

                return lambda: library_function(name, getattr(np, name), self)
            raise AttributeError(name)
        if name == "bit_length" and _kinds(self) == "exact" and self._direction and _low(self) >= 0 <= _high(self):
            return lambda: _derived(self, lambda x: x.bit_length(), 1)
        return getattr(concrete(self), name)

    def __bool__(self) -> bool:
        return bool(compared(self, 0, operator.ne))

    def __hash__(self) -> int:
        return hash(concrete(self))

    def __index__(self) -> int:
        return operator.index(concrete(self))

    def __int__(self) -> int:
        return int(concrete(_rounded(self, int)))

    def __float__(self) -> float:
        return float(concrete(self))

    def __complex__(self) -> complex:
        return complex(concrete(self))

    def __str__(self) -> str:
        return str(concrete(self))

    def __repr__(self) -> str:
        return repr(concrete(self)) if self._path.running else "<a draw of a path that has ended>"

    def __format__(self, specification: str) -> str:
        return format(concrete(self), specification)

    def __copy__(self) -> Draw:
        return self

    def __deepcopy__(self, memo: object) -> Draw:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        return concrete(self).__reduce_ex__(protocol)

    def __array__(self, *given: Any, **named: Any) -> Any:
        import numpy as np

        return np.array(concrete(self), *given, **named)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
        return _of_numpy(self, ufunc, method, inputs, named)

    def __neg__(self) -> Any:
        return _monotone(self, operator.neg, -1)

    def __pos__(self) -> Any:
        return _monotone(self, operator.pos, 1)

    def __invert__(self) -> Any:
        return _monotone(self, operator.invert, -1)

    def __abs__(self) -> Any:
        _split(self, sign_class)
        return _monotone(self, operator.abs, -1 if sign_class(_low(self)) < 2 else 1)

    def __floor__(self) -> Any:
        return _rounded(self, math.floor)

    def __ceil__(self) -> Any:
        return _rounded(self, math.ceil)

    def __trunc__(self) -> Any:
        return _rounded(self, math.trunc)

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return _rounded(self, round)
        return _listed(self, lambda x: round(x, digits), "round(x, digits)")

    def __divmod__(self, other: Any) -> Any:
        return (self // other, self % other)

    def __rdivmod__(self, other: Any) -> Any:
        return (other // self, other % self)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            return _listed(self, lambda x: pow(x, other, modulus), "pow")
        return combined(self, other, "pow", operator.pow)

    def __rpow__(self, other: Any) -> Any:
        return combined(self, other, "pow", operator.pow, reflected=True)


def _binary(name: str, function: Callable[[Any, Any], Any]) -> None:
    def forward(self: Draw, other: Any) -> Any:
        return combined(self, other, name, function)

    def backward(self: Draw, other: Any) -> Any:
        return combined(self, other, name, function, reflected=True)

    setattr(Draw, f"__{name}__", forward)
    setattr(Draw, f"__r{name}__", backward)


for _name, _function in (
    ("add", operator.add),
    ("sub", operator.sub),
    ("mul", operator.mul),
    ("truediv", operator.truediv),
    ("floordiv", operator.floordiv),
    ("mod", operator.mod),
    ("lshift", operator.lshift),
    ("rshift", operator.rshift),
    ("and", operator.and_),
    ("or", operator.or_),
    ("xor", operator.xor),
):
    _binary(_name, _function)
    EXACT[_name] = _function
EXACT["pow"] = operator.pow


def _comparison(name: str, function: Callable[[Any, Any], Any]) -> None:
    def compare(self: Draw, other: Any) -> Any:
        return compared(self, other, function)

    setattr(Draw, f"__{name}__", compare)


for _name, _function in (
    ("lt", operator.lt),
    ("le", operator.le),
    ("gt", operator.gt),
    ("ge", operator.ge),
    ("eq", operator.eq),
    ("ne", operator.ne),
):
    _comparison(_name, _function)


def is_draw(value: object) -> bool:
    """Return whether a value is a draw that is not known yet. `isinstance` sees the number's own type."""
    return type(value) is Draw


def first_integer(path: Path, index: int, size: int) -> Draw:
    """Make the draw of an integer from 0 to size - 1."""
    del size
    return Draw(path, index, int, (), 1, (0, 1, 1))


def first_number(path: Path, index: int, base: Function) -> Draw:
    """Make the draw of base(k), which is increasing in k."""
    return Draw(path, index, base)


def at(draw: Draw, k: int) -> Any:
    """Return the number that the draw is for one k, computed as the program does."""
    value = draw._base(k)
    for step in draw._steps:
        value = step(value)
    return value


def is_of(draw: Draw, path: object) -> bool:
    """Return whether the draw is of this path, and not of one around it."""
    return draw._path is path


def draw_index(draw: Draw) -> int:
    """Return the index, in its path, of the underlying draw."""
    return draw._index


def draw_state(draw: Draw, path: object) -> Hashable | None:
    """Return a key that is equal for two moments of a path if the number is known and the same, or may be the same.

    The key is None for a function of an unknown draw, since equality of two of these cannot be seen, and for a draw of
    another path.
    """
    if draw._path is not path:
        return None
    if _is_known(draw):
        return tagged(_low(draw))
    return None if draw._steps else ("draw", draw._index, _set(draw))


def _set(draw: Draw) -> Possible:
    return draw._path.possible_of(draw)


def _with_ends(draw: Draw) -> tuple[Any, Any]:
    now = _set(draw)
    if draw._ends[0] is not now:
        draw._ends = (now, at(draw, now.first), at(draw, now.last))
    return draw._ends[1:]


def _low(draw: Draw) -> Any:
    return _with_ends(draw)[0]


def _high(draw: Draw) -> Any:
    return _with_ends(draw)[1]


def _kinds(draw: Draw) -> str:
    low, high = _with_ends(draw)
    return number_kind(low) if type(low) is type(high) else ""


def _is_known(draw: Draw) -> bool:
    if _set(draw).count == 1:
        return True
    low, high = _with_ends(draw)
    return bool(draw._direction) and type(low) is type(high) and tagged(low) == tagged(high)


def _derived(
    draw: Draw, function: Function, direction: int, affine: Affine | None = None, *, assumed: bool = False
) -> Any:
    """Return the function of the draw: a number if it is known, else a draw."""
    steps, whole = (*draw._steps, function), draw._direction * direction
    taken = (len(steps), whole) if assumed else draw._assumed
    made = Draw(draw._path, draw._index, draw._base, steps, whole, affine, taken)
    low, high = _with_ends(draw)
    made._ends = (draw._ends[0], function(low), function(high))
    return made._ends[1] if _is_known(made) else made


def _listed(draw: Draw, function: Function, what: str, why: str = "is not known to be monotone") -> Any:
    """List a function of the draw, without any known property, value by value, if it has few values."""
    if _is_known(draw):
        return function(_low(draw))
    path, possible = draw._path, _set(draw)
    if possible.count > path.most:
        if possible.count <= LISTED and _kinds(draw) == "float":
            with path.counting():
                ordered = has_order(Chain(draw._base, (*draw._steps, function)), possible)
            if ordered:
                return _derived(draw, function, 0)
        if _values_counted(draw) is not None:
            return function(concrete(draw))
        path.refuse(
            f"{WORDS.get(what, what)} of a draw with {possible.count:.3g} possible values {why}, and these are too "
            f"many to list (paths={path.most}); {FEWER}"
        )
    raised = groups_of(lambda place: _raised(function, at(draw, possible.at(place))), possible.count)
    if len(raised) > 1:
        path.choose(draw, lambda: [possible.joined(runs) for runs in raised.values()])
    return function(_low(draw)) if _raised(function, _low(draw)) else _derived(draw, function, 0)


def _monotone(draw: Draw, function: Function, direction: int, exact: Function | None = None) -> Any:
    """Return a function that is monotone in the number, and raises nothing or everywhere the same.

    `exact` is the same function of Python's integers, if that differs from the function itself.
    """
    if _is_known(draw):
        return function(_low(draw))
    kinds = _kinds(draw)
    result = function(_low(draw)), function(_high(draw))
    wraps = (
        hasattr(result[0], "dtype")
        and kinds == "exact"
        and any(int(r) != (exact or function)(int(x)) for r, x in zip(result, _with_ends(draw), strict=True))
    )
    if not draw._direction or wraps:
        return _listed(draw, function, "an operation", WRAPS)
    affine = draw._affine
    if affine is not None:
        a, b, c = affine
        affine = None if c != 1 else ((-a, -b, 1) if function is operator.neg else (-a - 1, -b, 1))
        if function is operator.pos:
            affine = draw._affine
        elif function not in (operator.neg, operator.invert):
            affine = draw._affine if function is operator.abs and direction == 1 else None
    return _derived(draw, function, direction, affine)


def _rounded(draw: Draw, function: Function) -> Any:
    if _is_known(draw):
        return function(_low(draw))
    if not draw._direction:
        return _listed(draw, function, "rounding")
    if _kinds(draw) == "exact":
        return _derived(draw, function, 1, draw._affine)
    _split(draw, _finite_class)
    return _monotone(draw, function, 1)


def _split(draw: Draw, key: Callable[[Any], Hashable]) -> None:
    """Split the path so that the key, which is monotone in the number, is the same for all possible values."""
    if _is_known(draw) or (draw._direction and key(_low(draw)) == key(_high(draw))):
        return
    with draw._path.counting():
        draw._path.choose(draw, lambda: _parts(draw, key))


def _parts(draw: Draw, key: Callable[[Any], Hashable]) -> list[Possible]:
    """Return the sets on which the key of the number is the same. Ends the run if they are too many."""
    possible, path = _set(draw), draw._path

    def key_at(place: int) -> Hashable:
        return key(at(draw, possible.at(place)))

    if draw._direction:
        try:
            runs = runs_of(key_at, possible.count, path.most)
        except TooManyRunsError:
            path.refuse(f"a draw has more than {path.most} values here (paths={path.most}); {FEWER}")
        if len({run[2] for run in runs}) < len(runs) or not _is_borne_out(draw, [run[0] for run in runs[1:]]):
            path.refuse(
                "a function of the platform's mathematical library that should be monotone is not, so that nothing can "
                "be counted; compare the draw before it is applied"
            )
        return [possible.between(begin, end) for begin, end, _ in runs]
    if possible.count > path.most:
        if possible.count <= LISTED and has_order(Chain(draw._base, draw._steps), possible):
            return _parts_in_order(draw, key_at)
        path.refuse(f"a draw with more than {path.most} possible values would have to be listed (paths={path.most})")
    return [possible.joined(runs) for runs in groups_of(key_at, possible.count).values()]


def _is_borne_out(draw: Draw, boundaries: Sequence[int]) -> bool:
    """Return whether an assumed monotone function is monotone at the neighbors of every boundary."""
    made, direction = draw._assumed
    if not made or not boundaries:
        return True
    chain, possible = Chain(draw._base, draw._steps[:made]), _set(draw)
    around = (possible.between(max(0, n - WINDOW), min(n + WINDOW, possible.count)) for n in boundaries)
    return all(is_monotone(chain, some, direction) for some in around)


def _parts_in_order(draw: Draw, key_at: Callable[[int], Hashable]) -> list[Possible]:
    """Return the sets on which a key is the same, of many values that have been put in their order."""
    import numpy as np

    possible, path = _set(draw), draw._path
    order = in_order(Chain(draw._base, draw._steps), possible)
    try:
        runs = runs_of(lambda place: key_at(int(order[place])), possible.count, path.most)
    except TooManyRunsError:
        path.refuse(f"a draw has more than {path.most} values here (paths={path.most}); {FEWER}")
    parts = []
    for begin, end, _ in runs:
        inside = np.zeros(possible.count + 2, dtype=np.int8)
        inside[order[begin:end] + 1] = 1
        changes = np.flatnonzero(np.diff(inside)).tolist()  # a run of places begins, then ends, and so on
        if len(changes) > path.most:
            path.refuse(f"a function of a draw goes up and down more than {path.most} times (paths={path.most})")
        parts.append(possible.joined(zip(changes[::2], changes[1::2], strict=True)))
    return parts


def values_of(draw: Draw) -> list[tuple[Any, Possible]]:
    """Return every value that the draw can still have, with the set for which it has it."""
    if _is_known(draw):
        return [(_low(draw), _set(draw))]
    return [(at(draw, part.first), part) for part in _parts(draw, tagged)]


def counted_values(draw: Draw, ends: list[int]) -> list[tuple[Any, int, Possible]]:
    """Return every value that the draw can still have, with the number of k that give it and some of these k.

    `ends` gets the first and the last k of every run with one value.
    """
    possible = _set(draw)
    if possible.count > FEW or _is_known(draw):
        parts = values_of(draw)
        for _, part in parts:
            ends.extend(k for first, step, count in part.pieces for k in (first, first + step * (count - 1)))
        return [(value, part.count, part) for value, part in parts]
    counts: dict[Hashable, list[Any]] = {}
    for first, step, count in possible.pieces:
        before: Hashable = None
        for k in range(first, first + step * count, step):
            value = at(draw, k)
            key = tagged(value)
            if key != before:
                ends.extend((k - step, k) if before is not None else (k,))
            before = key
            counts.setdefault(key, [value, 0, k])[1] += 1
        ends.append(first + step * (count - 1))
    return [(value, count, Possible(((k, 1, 1),))) for value, count, k in counts.values()]


def concrete(value: Any) -> Any:
    """Return the number after taking a draw apart by value. The path goes on with one of the values."""
    if not is_draw(value):
        return value
    _split(value, tagged)
    return _low(value)


class DrawnBytes:
    """Bytes that are not yet known, each a draw of its own."""

    def __init__(self, items: Sequence[Any]) -> None:
        self._items = tuple(items)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return bytes

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, place: Any) -> Any:
        return DrawnBytes(self._items[place]) if isinstance(place, slice) else self._items[place]

    def __bytes__(self) -> bytes:
        drawn = [item for item in self._items if is_draw(item)]
        if drawn and prod(_set(item).count for item in drawn) > drawn[0]._path.most:
            drawn[0]._path.refuse(
                f"{len(self)} bytes are looked at as one value, of which there are too many to list "
                f"(paths={drawn[0]._path.most}); draw an integer instead, by getrandbits(8 * n) or below(n)"
            )
        return bytes(concrete(item) for item in self._items)

    def __eq__(self, other: object) -> bool:
        return bytes(self) == (bytes(other) if type(other) is DrawnBytes else other)

    def __contains__(self, other: Any) -> bool:
        return other in bytes(self)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __add__(self, other: Any) -> Any:
        return bytes(self) + bytes(other)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of bytes, after taking all of them apart."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(bytes(self), name)


NO_NUMBERS = (str, bytes, bytearray, type(None), tuple, list, dict, set, frozenset, range, slice, DrawnBytes)


def _compares_as_a_number(other: Any) -> bool:
    """Return whether a value that Python does not count as a plain number compares as the number that it is.

    These are Decimal, numpy's longdouble, and subclasses of int and float that leave comparison as it is (IntEnum).
    """
    kind = type(other)
    if kind is Decimal or (kind.__name__, kind.__module__) == ("longdouble", "numpy"):
        return True
    bases = [base for base in (int, float) if issubclass(kind, base)]
    return bool(bases) and all(getattr(kind, name) is getattr(bases[0], name) for name in COMPARISON)


def _is_no_number(other: Any) -> bool:
    """Return whether a value is known to differ from every number, or to compare itself (numpy's arrays)."""
    kind = type(other)
    return (
        kind in NO_NUMBERS
        or getattr(kind, "__eq__", None) is object.__eq__
        or (kind.__module__, kind.__name__) in OF_NUMPY
    )


def compared(draw: Draw, other: Any, function: Callable[[Any, Any], Any]) -> Any:
    """Compare a draw with a number or a draw, by splitting the path and counting each side."""
    if is_draw(other):
        return _of_two(draw, other, function, "comparison")
    if not number_kind(other) and not _compares_as_a_number(other):
        if not _is_no_number(other):
            draw._path.refuse(
                f"a draw is compared with {type(other).__name__}, a type that is not followed; make an int, a float or "
                "a Fraction of it"
            )
        return NotImplemented
    if _is_known(draw):
        return function(_low(draw), other)
    if any(_raised(lambda x: function(x, other), value) for value in _with_ends(draw)):
        _split(draw, sign_class)  # numpy refuses integers that are too large, on either side of 0
        _split(draw, lambda x: _raised(lambda x: function(x, other), x))
        if _raised(lambda x: function(x, other), _low(draw)):
            return function(_low(draw), other)
    if function in (operator.eq, operator.ne):
        _split(draw, lambda x: -1 if x < other else 1 if x > other else 0 if x == other else 2)  # 2: NaN
    else:
        _split(draw, lambda x: bool(function(x, other)))
    return function(_low(draw), other)


def _of_two(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    """Apply a function to two draws, listed if they are functions of the same draw, else after taking one apart."""
    if first._path is second._path and first._index == second._index:
        return _of_same(first, second, function, what)
    small, large = sorted((first, second), key=lambda draw: _set(draw).count)
    path = small._path
    if _set(small).count > path.most:
        with path.counting():
            counts = [_values_counted(draw) for draw in (small, large)]
        if counts == [None, None]:
            path.refuse(
                f"{WORDS.get(what, what)} of two draws, each with more than {path.most} possible values, cannot be "
                "taken apart; one of them has to be rounded to few values first"
            )
        small = small if counts[0] is not None else large
    concrete(small)
    return function(*(concrete(draw) if draw is small else draw for draw in (first, second)))


def _values_counted(draw: Draw) -> int | None:
    if not draw._direction:
        return None
    possible = _set(draw)
    try:
        return len(runs_of(lambda place: tagged(at(draw, possible.at(place))), possible.count, draw._path.most))
    except TooManyRunsError:
        return None


def _of_same(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    for known, other, swapped in ((first, second, False), (second, first, True)):
        if _is_known(known):
            value = _low(known)
            return function(other, value) if swapped else function(value, other)
    possible, path = _set(first), first._path
    if possible.count > path.most:
        path.refuse(
            f"{WORDS.get(what, what)} of one draw with itself (or with a function of it) is not known to be monotone, "
            f"and its {possible.count:.3g} possible values are too many to list (paths={path.most}); {FEWER}"
        )
    joint = Draw(path, first._index, _same(at, first, second), (), 0)
    return _listed(joint, lambda pair: function(*pair), what)


def _same(value: Callable[[Draw, int], Any], first: Draw, second: Draw) -> Function:
    return lambda k: (value(first, k), value(second, k))


def combined(
    draw: Draw, other: Any, name: str, operation: Callable[[Any, Any], Any], *, reflected: bool = False
) -> Any:
    """Return draw op other (other op draw, if reflected) by the rules at the head of this file."""
    if is_draw(other):
        return _of_two(other, draw, operation, name) if reflected else _of_two(draw, other, operation, name)
    kind = number_kind(other)
    if not kind:
        return NotImplemented
    function: Function = (lambda x: operation(other, x)) if reflected else (lambda x: operation(x, other))
    if _is_known(draw):
        return function(_low(draw))
    if not draw._direction or not _kinds(draw):
        return _listed(draw, function, name)
    floats = kind == "float" or _kinds(draw) == "float"
    if _kinds(draw) == "float":
        _split(draw, _finite_class)
    special = (kind == "float" and not math.isfinite(other)) or (not reflected and name in SIGNED and not other)
    if special or (reflected and name in SIGNED):
        _split(draw, sign_class)
    if _is_known(draw) or (special and name not in ("mod", "pow")):
        return _known_after_split(draw, function, sign_class if special else None)
    if special:
        return _listed(draw, function, name)
    raised = [_raised(function, value) for value in _with_ends(draw)]
    if any(raised):
        if not floats and name != "truediv" and raised[0] is not raised[1]:
            return _listed(draw, function, name)
        _split(draw, sign_class)  # on each side of 0 a quotient, or an integer as a double, is too large from some x on
        _split(draw, lambda x: _raised(function, x))
        if _raised(function, _low(draw)):
            return function(_low(draw))
    if _is_known(draw):
        return function(_low(draw))
    if floats:
        return _of_floats(draw, other, name, function, reflected=reflected)
    return _of_exact(draw, other, name, function, reflected=reflected)


def _known_after_split(draw: Draw, function: Function, key: Any) -> Any:
    """Return the result if it is the same for all possible values."""
    if key is not None and not _is_known(draw):
        results = [function(value) for value in _with_ends(draw)]
        if tagged(results[0]) != tagged(results[1]):
            return _listed(draw, function, "an operation with infinity")
        return results[0]
    return function(_low(draw))


def _sign(number: Any) -> int:
    return -1 if math.copysign(1, number) < 0 else 1


def _of_floats(draw: Draw, other: Any, name: str, function: Function, *, reflected: bool) -> Any:
    low, high = function(_low(draw)), function(_high(draw))
    if number_kind(low) != "float" or type(low) is not type(high) or low != low or high != high:  # noqa: PLR0124 - NaN
        return _listed(draw, function, name)
    if type(low) is not float:
        rounded = type(low)(other)
        if not math.isfinite(rounded) or (not rounded and other):
            return _listed(draw, function, name)
        if _kinds(draw) == "exact" and not all(abs(x) < 2**63 for x in _with_ends(draw)):
            return _listed(draw, function, name)
    if name in ("add", "sub"):
        return _derived(draw, function, -1 if reflected and name == "sub" else 1)
    if name == "mul" or (name == "truediv" and not reflected):
        return _derived(draw, function, _sign(other))
    if name == "truediv":
        return _derived(draw, function, -_sign(other))
    if name == "pow":
        return _power(draw, other, function, reflected=reflected)
    if name in ("floordiv", "mod") and not reflected:
        rounded = type(low)  # both numbers are rounded to the type of the result before they are divided
        exact_other = Fraction(float(rounded(other)))
        if type(low) is not float and any(not math.isfinite(rounded(x)) for x in _with_ends(draw)):
            return _listed(draw, function, name)
        _split(draw, sign_class)
        _split(draw, lambda x: Fraction(float(rounded(x))) // exact_other)
        if name == "mod" or _is_known(draw):
            return _derived(draw, function, 1)
        ends = [function(value) for value in _with_ends(draw)]
        return ends[0] if tagged(ends[0]) == tagged(ends[1]) else _listed(draw, function, name)
    return _listed(draw, function, name)


def _power(draw: Draw, other: Any, function: Function, *, reflected: bool) -> Any:
    """Return x ** c for x > 0, or c ** x for c > 0, with the platform's pow assumed monotone."""
    if reflected:
        if not other > 0:
            return _listed(draw, function, "a power")
        direction = 1 if other >= 1 else -1
    else:
        _split(draw, sign_class)
        if _is_known(draw) or not _low(draw) > 0:
            return function(_low(draw)) if _is_known(draw) else _listed(draw, function, "a power")
        direction = _sign(other)
    _split(draw, lambda x: _raised(function, x))
    if _raised(function, _low(draw)):
        return function(_low(draw))
    return _taken(draw, function, direction, "pow")


def _of_exact(draw: Draw, other: Any, name: str, function: Function, *, reflected: bool) -> Any:
    ends = _with_ends(draw)
    results = [function(value) for value in ends]
    if type(results[0]) is not type(results[1]):
        return _listed(draw, function, name, "gives numbers of two types")
    if any(hasattr(value, "dtype") for value in (*ends, other, *results)):
        if number_kind(results[0]) != "exact" and name != "truediv":
            return _listed(draw, function, name, "mixes two types of numpy's integers")
        python: Any = EXACT[name]  # not the operation, which may be from numpy and wrap the same
        exact: Function = (
            (lambda x: python(pure(other), pure(x))) if reflected else (lambda x: python(pure(x), pure(other)))
        )
        for value, result in zip(ends, results, strict=True):
            if number_kind(result) == "exact" and (_raised(exact, value) or pure(result) != pure(exact(value))):
                return _listed(draw, function, name, WRAPS)
    if name in ("add", "sub"):
        return _derived(draw, function, -1 if reflected and name == "sub" else 1, _moved(draw, other, name, reflected))
    if name == "mul":
        return _derived(draw, function, -1 if other < 0 else 1, _scaled(draw, other))
    if name == "truediv":
        direction = -1 if other < 0 else 1
        return _derived(draw, function, -direction if reflected else direction)
    if name == "floordiv":
        if reflected:
            return _derived(draw, function, 1 if other < 0 else -1)
        return _derived(draw, function, 1 if other > 0 else -1, _divided(draw, other))
    if name in ("lshift", "rshift") and not reflected:
        if pure(other) > WIDEST_SHIFT:
            return _derived(draw, function, 1)
        scaled = _scaled(draw, 1 << pure(other)) if name == "lshift" else _divided(draw, 1 << pure(other))
        return _derived(draw, function, 1, scaled)
    if name == "mod" and not reflected:
        return _remainder(draw, other, function)
    if name in BITS:
        return _masked(draw, pure(other), name, function)
    if name == "pow" and not reflected and type(other) is int and other >= 1:
        _split(draw, sign_class)
        if _is_known(draw) or _low(draw) > 0:
            return _derived(draw, function, 1)
    return _listed(draw, function, name)


def _moved(draw: Draw, other: Any, name: str, reflected: bool) -> Affine | None:  # noqa: FBT001
    if draw._affine is None or isinstance(other, Fraction):
        return None
    a, b, c = draw._affine
    if name == "sub" and reflected:
        return (pure(other) - a, -b, 1) if c == 1 else None
    return (a + c * (pure(other) if name == "add" else -pure(other)), b, c)


def _scaled(draw: Draw, other: Any) -> Affine | None:
    if draw._affine is None or isinstance(other, Fraction) or draw._affine[2] != 1:
        return None
    return (draw._affine[0] * pure(other), draw._affine[1] * pure(other), 1)


def _divided(draw: Draw, other: Any) -> Affine | None:
    if draw._affine is None or isinstance(other, Fraction) or pure(other) <= 0:
        return None
    a, b, c = draw._affine
    return (a, b, c * pure(other))


def _split_residues(draw: Draw, modulus: int) -> bool:
    """Split the path by the remainder of the number if that is periodic in k, and return whether it was split."""
    if draw._affine is None:
        return False
    _, b, c = draw._affine
    period = c * modulus // gcd(b, c * modulus)
    possible = _set(draw)
    if possible.own_periods(period) > draw._path.most:
        return False
    if possible.own_periods(period) > 1:
        draw._path.choose(draw, lambda: possible.residues(period))
    return True


def _remainder(draw: Draw, other: Any, function: Function) -> Any:
    if isinstance(other, Fraction) or _low(draw) // other == _high(draw) // other:
        _split(draw, lambda x: x // other)
        return _derived(draw, function, 1)
    if _split_residues(draw, abs(pure(other))):
        return function(_low(draw))
    _split(draw, lambda x: x // other)
    return _derived(draw, function, 1)


def _masked(draw: Draw, mask: int, name: str, function: Function) -> Any:
    if name == "and" and mask < 0 and -mask & (-mask - 1) == 0:
        return _derived(draw, function, 1)  # x - x % 2^m
    modulus = 1 << mask.bit_length()
    if mask >= 0 and _split_residues(draw, modulus):
        return function(_low(draw)) if name == "and" or _is_known(draw) else _derived(draw, function, 1)
    return _listed(draw, function, "a bitwise operation")


def library_function(name: str, function: Callable[..., Any], draw: Draw, *more: Any) -> Any:
    """Return a function of the mathematical library of a draw, monotone by assumption, or listed."""
    apply: Function = (lambda x: function(x, *more)) if more else function
    if _is_known(draw):
        return apply(_low(draw))
    if name in PAIRS:
        return apply(concrete(draw))
    if name in ("isnan", "isinf", "isfinite") and draw._direction:
        _split(draw, _finite_class)
        return apply(_low(draw))
    if name == "fabs":
        _split(draw, sign_class)
        return _monotone(draw, apply, -1 if sign_class(_low(draw)) < 2 else 1)
    direction = MONOTONE.get(name, 0)
    if name == "log" and len(more) == 1:
        direction = 1 if number_kind(more[0]) and more[0] > 1 else 0
    elif more:
        direction = 0
    if not direction or not draw._direction or not _kinds(draw):
        return _listed(draw, apply, name)
    if _kinds(draw) == "float":
        _split(draw, _finite_class)
    _split(draw, sign_class)
    if _is_known(draw):
        return apply(_low(draw))
    _split(draw, lambda x: x < -1)
    _split(draw, lambda x: x <= -1)
    _split(draw, lambda x: x < 1)
    _split(draw, lambda x: x <= 1)
    _split(draw, lambda x: _raised(apply, x))
    if _raised(apply, _low(draw)):
        return apply(_low(draw))
    if _is_known(draw):
        return apply(_low(draw))
    ends = [apply(value) for value in _with_ends(draw)]
    if any(end != end for end in ends):  # noqa: PLR0124 - NaN, on either side of a bound of the domain
        return ends[0] if all(end != end for end in ends) else _listed(draw, apply, name)  # noqa: PLR0124
    return _derived(draw, apply, direction) if name in CORRECT else _taken(draw, apply, direction, name)


def _taken(draw: Draw, function: Function, direction: int, name: str) -> Any:
    """Return a function of the library, listed or, if its values are too many to list, assumed monotone."""
    if _set(draw).count > LISTED:
        draw._path.assume(name)
        return _derived(draw, function, direction, assumed=True)
    with draw._path.counting():
        chain = Chain(draw._base, (*draw._steps, function))
        borne_out = is_monotone(chain, _set(draw), draw._direction * direction)
    if borne_out:
        return _derived(draw, function, direction)
    return _listed(draw, function, name, "is not monotone")


def _plain(array: Any) -> Any:
    """Return an array of objects as an array of numpy's own type, if none of them is a draw."""
    items = list(array.flat)
    if any(is_draw(item) or not hasattr(item, "dtype") for item in items) or len({item.dtype for item in items}) != 1:
        return array
    return array.astype(items[0].dtype)


def _is_plain_and_large(draw: Draw) -> bool:
    """Return whether numpy would use several types for Python integers of the draw, as some are not within 2^63."""
    return bool(draw._direction) and any(type(x) is int and not -(2**63) <= x < 2**63 for x in _with_ends(draw))


def _boxed(value: Any) -> Any:
    """Return an array with numpy's own numbers as objects, since as Python's they would lose their type.

    A draw goes into an array too, since numpy would endlessly call the function of a bare draw on it again.
    """
    import numpy as np

    if is_draw(value):
        array = np.empty((), dtype=object)
        array[()] = value
        return array
    if not isinstance(value, np.ndarray) or value.dtype == object:
        return value
    boxed = np.empty(value.shape, dtype=object)
    for place in np.ndindex(value.shape):
        boxed[place] = value[place]
    return boxed


def _of_numpy(draw: Draw, ufunc: Any, method: str, inputs: Sequence[Any], named: dict[str, Any]) -> Any:
    """Apply a universal function of numpy to each item of an array, or to the draw as its operator would be."""
    import numpy as np

    name = ufunc.__name__
    if method != "__call__" or set(named) - {"dtype"} or named.get("dtype") is not None:
        draw._path.refuse(f"numpy.{name}.{method} with {', '.join(named) or 'a draw'} is not followed")
    if any(isinstance(value, np.ndarray) and value.shape for value in inputs if not is_draw(value)):
        return _plain(np.frompyfunc(ufunc, len(inputs), 1)(*map(_boxed, inputs)))
    items: list[Any] = [
        value[()] if not is_draw(value) and isinstance(value, np.ndarray) else value for value in inputs
    ]
    if any(is_draw(item) and _is_plain_and_large(item) for item in items):
        draw._path.refuse(f"numpy.{name} of a draw of Python's integers of more than 63 bits is not followed")
    if len(items) == 1:
        if name in ROUNDING:
            _split(draw, _finite_class)
            if name == "absolute":
                _split(draw, sign_class)
            reversing = name == "negative" or (name == "absolute" and sign_class(_low(draw)) < 2)
            return _monotone(draw, ufunc, -1 if reversing else 1, ROUNDING[name])
        return library_function(name, ufunc, draw)
    first, second = items
    if name in COMPARISONS:
        if not is_draw(first):
            swapped = {operator.lt: operator.gt, operator.le: operator.ge, operator.gt: operator.lt}
            swapped[operator.ge] = operator.le
            function = COMPARISONS[name]
            return np.bool_(compared(second, first, swapped.get(function, function)))
        return np.bool_(compared(first, second, COMPARISONS[name]))
    if name in UFUNCS:
        if is_draw(first):
            return combined(first, second, UFUNCS[name], ufunc)
        return combined(second, first, UFUNCS[name], ufunc, reflected=True)
    if is_draw(first) and is_draw(second):
        return _of_two(first, second, ufunc, name)
    if is_draw(first):
        return _listed(first, lambda x: ufunc(x, second), name)
    return _listed(second, lambda x: ufunc(first, x), name)
