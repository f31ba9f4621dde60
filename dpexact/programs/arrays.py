"""Arrays: numpy's functions of a draw, or of arrays that hold draws, item by item, once this module is imported."""

import builtins
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from dpexact.programs.draw import Draw, applied, combined, compared, concrete, is_draw, library_function, unknown_of
from dpexact.programs.rules import FUNCTIONS, Rule

OPERATORS = (
    {"add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "true_divide": "truediv", "power": "pow"}
    | {"floor_divide": "floordiv", "remainder": "mod", "left_shift": "lshift", "right_shift": "rshift"}
    | {"bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor"}
)
COMPARISONS = (  # and the comparison of the two in the other order
    {"less": (operator.lt, operator.gt), "less_equal": (operator.le, operator.ge), "equal": (operator.eq, operator.eq)}
    | {"greater": (operator.gt, operator.lt), "greater_equal": (operator.ge, operator.le)}
    | {"not_equal": (operator.ne, operator.ne)}
)
CLOSED = tuple(map(np.dtype, ("f8", "i8", "f4")))  # of arrays that hold draws
LISTED = (  # they move numbers or compare them, and give the type of the array
    *("append", "argmax", "argmin", "argsort", "broadcast_to", "clip", "concatenate", "copy", "delete", "flatten"),
    *("flip", "hstack", "insert", "max", "min", "ravel", "repeat", "reshape", "roll", "sort", "squeeze", "stack"),
    *("take", "transpose", "vstack", "where"),
)
SUMMED = ("sum", "prod", "cumsum")  # numpy adds fewer than 8 floats in their order, and then the initial one
STABLE = {"stable", "mergesort", True}
TIES = "np.argsort orders equal numbers in another way than equal draws; pass kind='stable', which has one order"
WRITING = ("base", "byteswap", "ctypes", "data", "fill", "flat", "partition", "put", "resize", "setfield", "view")


class DrawnArray(NDArrayOperatorsMixin):
    """An array that holds draws of one type of numpy, and is an array of that type to the program.

    Numbers are moved, compared and computed one by one, if each has the type that numpy gives the whole array. A number
    that is put in is converted as numpy does. For all else the array is taken apart by `__array__`, and numpy has
    numbers that nobody may change. An array of objects has Python's numbers, as numpy makes them.
    """

    __slots__ = ("_dtype", "_items")

    def __init__(self, items: Any, dtype: Any) -> None:
        self._items, self._dtype = items, np.dtype(dtype)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return np.ndarray

    def __array__(self, dtype: Any = None, **_: Any) -> Any:
        if dtype is not None and np.dtype(dtype) == np.object_:
            return objects(self.shape, self.item)
        numbers = np.array([concrete(item) for item in self._items.flat], self._dtype).reshape(self._items.shape)
        numbers.flags.writeable = False
        return numbers.__array__(dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **named: Any) -> Any:
        if method == "__call__" and not named and ufunc.nout == 1 and ufunc.signature is None:
            return _of_arrays(ufunc, *inputs, out=out)
        if method == "at" or out is not None:
            self._refuse(f"numpy.{ufunc.__name__}.{method} into")
        return getattr(ufunc, method)(*map(_known, inputs), **named)

    def __array_function__(self, function: Any, types: Any, args: Any, named: dict[str, Any]) -> Any:
        if function is np.broadcast_arrays:
            shape = np.broadcast_shapes(*map(np.shape, args))
            return tuple(np.broadcast_to(array, shape, **named) for array in args)
        each = function.__name__ in (*LISTED, *SUMMED)
        return self._each(function, args, named) if each else _by_function(self, function, types, args, named)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of an array, of the numbers if they are not treated one by one."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name in WRITING:
            self._refuse(f"{name} of")
        if name in ("shape", "ndim", "size", "T"):
            return self._part(getattr(self._items, name))
        if name == "dtype":
            return self._dtype
        if name not in (*LISTED, *SUMMED):
            return getattr(np.asarray(self), name)

        def method(array: Any, *args: Any, **named: Any) -> Any:
            return getattr(array, name)(*args, **named)

        method.__name__ = name
        return lambda *args, **named: self._each(method, (self, *args), named)

    def _each(self, function: Any, args: Any, named: dict[str, Any]) -> Any:
        """Return a function of arrays of objects, whose numbers that are not draws get the type that numpy gives."""
        args = [concrete(x) if is_draw(x) and x.__class__ is not self._dtype.type else x for x in args]
        if function.__name__ == "argsort" and STABLE.isdisjoint((*args[2:3], *map(named.get, ("kind", "stable")))):
            for item in filter(is_draw, self._items.flat):
                unknown_of(item).path.exploration.doubt = TIES
        in_order = self._dtype == np.int64 or (self.size < 8 and "initial" not in named)
        if (in_order or function.__name__ in LISTED) and named.get("out") is None:
            dtype = getattr(_called(function, args, named, _sample), "dtype", None)
            made = _called(function, args, named, _boxed)
            if dtype is None or (type(made) is np.ndarray and made.dtype != np.object_):
                return made
            for place in np.ndindex(made.shape if type(made) is np.ndarray else (0,)):
                if not is_draw(made[place]) and type(made[place]) is not dtype.type:  # a view may be for reading alone
                    made[place] = dtype.type(made[place])
            if (typed := _typed(made, dtype)) is not None:
                return typed
        return _called(function, args, named, _known)

    def _part(self, value: Any) -> Any:
        return DrawnArray(value, self._dtype) if type(value) is np.ndarray else value

    def _refuse(self, name: str) -> None:
        for item in filter(is_draw, self._items.flat):
            unknown_of(item).path.refuse(f"{name} an array of draws is not followed; use a loop or an index")

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return map(self._part, self._items)

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    def __getitem__(self, place: Any) -> Any:
        return self._part(self._items[_known(place)])

    def __setitem__(self, place: Any, value: Any) -> None:
        if value.__class__ is not self._dtype.type and not (type(value) is DrawnArray and value.dtype == self._dtype):
            cast = np.empty(np.shape(value), self._dtype)
            cast[...] = value
            value = cast
        place, boxed = _known(place), _boxed(value)
        is_one = not isinstance(self._items[place], np.ndarray)
        self._items[place] = boxed.reshape(())[()] if is_one else boxed

    def __reduce_ex__(self, protocol: Any) -> Any:
        return np.array(self).__reduce_ex__(protocol)

    def astype(self, dtype: Any, *args: Any, **named: Any) -> Any:
        """Return the numbers in another type, those that are rounded to int64 one by one."""
        is_rounded = self._dtype.kind == "f" and np.dtype(dtype) == np.int64
        return (self._items if is_rounded else np.array(self)).astype(dtype, *args, **named)

    def round(self, decimals: Any = 0, out: Any = None) -> Any:
        """Round as numpy does, by a power of ten."""
        if self._dtype.kind != "f" or out is not None or not 0 <= decimals < 9:
            return np.asarray(self).round(decimals, out)
        return np.rint(self * 10.0**decimals) / 10.0**decimals if decimals else np.rint(self)

    def item(self, *place: Any) -> Any:
        """Return one number as Python's."""
        number = self._items.item(*map(_known, place))
        return applied(number, lambda x: x.item(), FUNCTIONS["positive"], "item") if is_draw(number) else number.item()

    def tolist(self) -> Any:
        """Return lists of Python's numbers."""
        return np.asarray(self, dtype=object).tolist()


for _name in ("bool", "int", "float", "complex", "repr", "str", "format"):
    _function: Any = getattr(builtins, _name)
    setattr(DrawnArray, f"__{_name}__", lambda self, *given, f=_function: f(np.array(self), *given))
for _name in ("copy", "deepcopy"):
    setattr(DrawnArray, f"__{_name}__", lambda self, *_: self.copy())


def objects(shape: Any, item: Callable[..., Any]) -> Any:
    """Return an array of objects, each of which is made for its place, in their order."""
    made = np.empty(shape, dtype=object)
    for place in np.ndindex(made.shape):
        made[place] = item(*place)
    return made


def _known(value: Any) -> Any:
    return np.array(value) if type(value) is DrawnArray else concrete(value)


def _boxed(value: Any) -> Any:
    """Return an array with numpy's own numbers as objects, since as Python's they would lose their type.

    A draw goes into an array too, since numpy would endlessly call the function of a bare draw on it again.
    """
    if type(value) is DrawnArray:
        return value._items  # noqa: SLF001 - our own
    if not is_draw(value) and not isinstance(value, np.ndarray | np.generic):
        return value
    return objects((), lambda: value) if is_draw(value) else objects(value.shape, lambda *place: value[place])


def _replaced(args: Any, function: Any) -> tuple[Any, ...]:
    """Return arguments with a function of each draw and each array of draws, in lists as well."""
    parts = [_replaced(value, function) if isinstance(value, list | tuple) else value for value in args]
    return tuple(function(value) if is_draw(value) or type(value) is DrawnArray else value for value in parts)


def _called(function: Any, args: Any, named: dict[str, Any], replacing: Any) -> Any:
    """Return a function of numpy of arguments with a function of each draw and each array of draws."""
    return function(*_replaced(args, replacing), **dict(zip(named, _replaced(named.values(), replacing), strict=True)))


def _sample(value: Any) -> Any:
    """Return a number for a draw, and zeros for an array."""
    return value.__class__(unknown_of(value).low) if is_draw(value) else np.zeros(value.shape, value.dtype)


def _without_items(value: Any) -> Any:
    """Return an empty array of the same type, or a number: numpy's functions of them have the type of the result."""
    return np.empty(0, value.dtype) if isinstance(value, np.ndarray) else _sample(value) if is_draw(value) else value


def _typed(made: Any, dtype: Any) -> Any:
    """Return objects as an array of a type, or None if one of them is of another."""
    items = list(made.flat) if type(made) is np.ndarray else [made]
    if {item.__class__ for item in items} != {dtype.type}:
        return None
    if type(made) is not np.ndarray:
        return made
    return DrawnArray(made, dtype) if made.base is not None or any(map(is_draw, items)) else made.astype(dtype)


def _of_arrays(ufunc: Any, *args: Any, out: Any = None) -> Any:
    """Apply a universal function to each item, or to arrays that are taken apart if that gives another type."""
    is_number = [is_draw(value) or np.isscalar(value) or isinstance(value, np.ndarray) for value in args]
    inputs: list[Any] = [value if is_one else np.asarray(value) for value, is_one in zip(args, is_number, strict=True)]
    _check_size(ufunc.__name__, *filter(is_draw, inputs))
    dtype = ufunc(*map(_without_items, inputs)).dtype
    if out is not None:
        ufunc(*map(_without_items, inputs), out=_without_items(out[0]))  # raises if numpy may not convert
    made = _typed(np.frompyfunc(ufunc, len(inputs), 1)(*map(_boxed, inputs)), dtype)
    made = ufunc(*map(_known, inputs)) if made is None else made
    if out is None:
        return made
    out[0][...] = made
    return out[0]


def _check_size(name: str, *draws: Draw) -> None:
    """Refuse integers of Python that numpy gives another type than others."""
    for unknown in map(unknown_of, draws):
        if any(type(end) is int and not -(2**63) <= end < 2**63 for end in unknown.ends):
            unknown.path.refuse(f"numpy.{name} of a draw of Python's integers of more than 63 bits is not followed")


def _of_draw(draw: Draw, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
    """Apply a universal function of numpy to each item of an array, or to the draw as its operator would be."""
    name = ufunc.__name__
    if method != "__call__" or set(named) - {"dtype"} or named.get("dtype") is not None:
        unknown_of(draw).path.refuse(f"numpy.{name}.{method} with {', '.join(named) or 'a draw'} is not followed")
    if any(isinstance(value, np.ndarray) and value.shape for value in inputs):
        if ufunc.nout != 1 or ufunc.signature is not None:
            return ufunc(*map(_known, inputs))
        return _of_arrays(ufunc, *inputs)
    items: list[Any] = [value[()] if isinstance(value, np.ndarray) else value for value in inputs]
    _check_size(name, *filter(is_draw, items))
    first, last = items[0], items[-1]
    if name in COMPARISONS:
        forward, backward = COMPARISONS[name]
        return np.bool_(compared(first, last, forward) if is_draw(first) else compared(last, first, backward))
    if name not in OPERATORS:
        return library_function(name, ufunc, *items)
    draw, other, reflected = (first, last, False) if is_draw(first) else (last, first, True)
    return combined(draw, other, OPERATORS[name], ufunc, reflected=reflected)


def _by_function(draw: Any, function: Any, types: Any, args: Sequence[Any], named: dict[str, Any]) -> Any:
    """Call one of numpy's functions in Python that is given a draw, `searchsorted` by its rule."""
    del draw, types
    if function is np.searchsorted and len(args) == 2 and is_draw(args[1]) and set(named) <= {"side"}:
        members = np.array(args[0])
        _check_size("searchsorted", args[1])
        if members.dtype.kind in "biuf" and members.ndim == 1 and bool((members[1:] >= members[:-1]).all()):
            return applied(args[1], lambda x: np.searchsorted(members, x, **named), Rule(), "searchsorted")
    return function._implementation(*args, **named)  # noqa: SLF001 - numpy's protocol asks for it


def of(value: Any, function: Callable[[Any], Any]) -> Any:
    """Return a function of a number or a draw: one of the library by its rule, or else one that is monotone."""
    if value.__class__ is function:
        return value
    name = function.__name__
    return applied(value, function, FUNCTIONS.get(name, Rule()), name) if is_draw(value) else function(value)


def _of_lists(name: str) -> Callable[..., Any]:
    """Return a function of numpy that follows a list of doubles with a draw among them."""
    original = getattr(np, name)

    def function(*args: Any, **named: Any) -> Any:
        row: Any = args[0] if args else None
        if type(row) is not list or not any(map(is_draw, row)) or {x.__class__ for x in row} - {float, np.float64}:
            return original(*args, **named)
        array = DrawnArray(objects((len(row),), lambda n: of(row[n], np.float64)), float)
        return array if name.endswith("array") and len([*args, *named]) == 1 else original(array, *args[1:], **named)

    return function


OF_LISTS = {name: _of_lists(name) for name in ("argmax", "argmin", "array", "asarray", "max", "min", "sort", "sum")}
Draw.__array_ufunc__ = _of_draw  # type: ignore[attr-defined]
Draw.__array_function__ = _by_function  # type: ignore[attr-defined]
