"""Arrays: numpy's functions of a draw, or of arrays that hold draws, item by item, once this module is imported."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from dpexact.programs.draw import Draw, applied, combined, compared, is_draw, library_function, unknown_of
from dpexact.programs.kinds import is_array
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
CLOSED = tuple(map(np.dtype, ("f8", "i8", "f4")))  # of arrays that hold draws. Other arrays would widen shorter types


class DrawnArray(np.ndarray):
    """An array of draws as objects of one type, which converts a number that is put in, and gives Python's numbers."""

    def __setitem__(self, place: Any, value: Any) -> None:
        kinds = {item.__class__ for item in self.flat}
        if not {item.__class__ for item in (value.flat if isinstance(value, np.ndarray) else (value,))} <= kinds:
            value = _boxed(np.array(value, *kinds))
        super().__setitem__(place, value)

    def item(self, *place: Any) -> Any:
        """Return one number as Python's."""
        number = super().item(*place)
        return applied(number, lambda x: x.item(), FUNCTIONS["positive"], "item") if is_draw(number) else number.item()

    def tolist(self) -> Any:
        """Return lists of Python's numbers."""
        return [self[n].tolist() if self.ndim > 1 else self.item(n) for n in range(len(self))]


def _plain(array: Any) -> Any:
    """Return an array of objects as an array of numpy's own type, if none of them is a draw."""
    items = list(array.flat)
    if any(is_draw(item) or not hasattr(item, "dtype") for item in items) or len({item.dtype for item in items}) != 1:
        return array
    return array.astype(items[0].dtype)


def _boxed(value: Any) -> Any:
    """Return an array with numpy's own numbers as objects, since as Python's they would lose their type.

    A draw goes into an array too, since numpy would endlessly call the function of a bare draw on it again.
    """
    if not is_draw(value) and (not isinstance(value, np.ndarray) or value.dtype == object):
        return value
    boxed = np.empty(() if is_draw(value) else value.shape, dtype=object)
    for place in np.ndindex(boxed.shape):
        boxed[place] = value if is_draw(value) else value[place]
    return boxed


def _check_size(name: str, *draws: Draw) -> None:
    """Refuse integers of Python that numpy gives another type than others."""
    for unknown in map(unknown_of, draws):
        if any(type(end) is int and not -(2**63) <= end < 2**63 for end in unknown.ends):
            unknown.path.refuse(f"numpy.{name} of a draw of Python's integers of more than 63 bits is not followed")


def _of_draw(draw: Draw, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
    """Apply a universal function of numpy to each item of an array, or to the draw."""
    name = ufunc.__name__
    if method != "__call__" or set(named) - {"dtype"} or named.get("dtype") is not None:
        unknown_of(draw).path.refuse(f"numpy.{name}.{method} with {', '.join(named) or 'a draw'} is not followed")
    if any(is_array(value) and value.shape for value in inputs):
        return _plain(np.frompyfunc(ufunc, len(inputs), 1)(*map(_boxed, inputs)))
    items = [value[()] if is_array(value) else value for value in inputs]
    _check_size(name, *filter(is_draw, items))
    return _of_items(name, ufunc, *items)


def _of_items(name: str, ufunc: Any, *items: Any) -> Any:
    """Apply a universal function to numbers, one of which is a draw, as its operator would be."""
    first, last = items[0], items[-1]
    if name in COMPARISONS:
        forward, backward = COMPARISONS[name]
        return np.bool_(compared(first, last, forward) if is_draw(first) else compared(last, first, backward))
    if name not in OPERATORS:
        return library_function(name, ufunc, *items)
    if is_draw(first):
        return combined(first, last, OPERATORS[name], ufunc)
    return combined(last, first, OPERATORS[name], ufunc, reflected=True)


def _by_function(draw: Draw, function: Any, types: Any, given: Sequence[Any], named: dict[str, Any]) -> Any:
    """Call one of numpy's functions in Python that is given a draw, `searchsorted` by its rule."""
    del draw, types
    if function is np.searchsorted and len(given) == 2 and is_draw(given[1]) and set(named) <= {"side"}:
        members = np.array(given[0])
        _check_size("searchsorted", given[1])
        if members.dtype.kind in "biuf" and members.ndim == 1 and bool((members[1:] >= members[:-1]).all()):
            return applied(given[1], lambda x: np.searchsorted(members, x, **named), Rule(), "searchsorted")
    return function._implementation(*given, **named)  # noqa: SLF001 - numpy's protocol asks for it


Draw.__array_ufunc__ = _of_draw  # type: ignore[attr-defined]
Draw.__array_function__ = _by_function  # type: ignore[attr-defined]
