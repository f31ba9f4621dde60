"""Checks of arguments that are not numbers, and the words of their refusals.

A refusal has the place, the expectation, the value that came and the remedy. Numbers are read before they are checked,
in `dpexact.numbers.epsilon` and `dpexact.laws.parameters`, and documents are checked in `dpexact.certificates.source`.
"""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import wraps
from inspect import signature
from operator import index
from typing import Any, TypeVar

from flint import fmpz

from dpexact.errors import DPExactError, ParameterError

T = TypeVar("T")
SHOWN = 60
MISSING: Any = None  # the default of a parameter that is needed, behind one of which there are two forms
INDIRECT = (str, bytes, bytearray, memoryview, Mapping, AbstractSet)  # their items are not a list of values in an order


def excerpt(text: str, shown: int = SHOWN) -> str:
    """Return the text, or its beginning with three dots if it would make a message unreadable."""
    return text if len(text) <= shown + 20 else text[:shown] + "..."


def value_excerpt(value: object) -> str:
    """Return the repr of any value, or its beginning, or "a value of type ..." if Python refuses to write it.

    Python refuses integers of over 4300 digits (flint writes them) and tuples that are nested too deep.
    """
    if type(value) is int:
        return excerpt(fmpz(value).str())
    try:
        return excerpt(repr(value))
    except (ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"


def came(value: object) -> str:
    """Return the description of a refused value: its excerpt and its type."""
    text_of_value, kind = value_excerpt(value), f"of type {type(value).__name__}"
    return text_of_value if text_of_value.endswith(kind) else f"{text_of_value} {kind}"


def refusal(
    name: str, expected: str, value: object, remedy: str = "", error: type[DPExactError] = ParameterError
) -> DPExactError:
    """Return the error for one wrong argument, which the caller raises."""
    return error(came(value), place=name, expected=expected, remedy=remedy)


def instance(
    value: object, kind: type[T], name: str, remedy: str = "", error: type[DPExactError] = ParameterError
) -> T:
    """Return the value, an instance of the class. Raises ParameterError, or the error that is named."""
    if isinstance(value, kind):
        return value
    article = "an" if kind.__name__[0] in "AEIOU" else "a"
    raise refusal(name, f"{article} {kind.__name__}", value, remedy, error)


def as_integer(value: object) -> int | None:
    """Return an integer of Python or numpy as an int, and None for anything else, such as a bool."""
    if _is_flag(value):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def integer(
    value: object,
    name: str,
    least: int | None = None,
    greatest: int | None = None,
    error: type[DPExactError] = ParameterError,
) -> int:
    """Return an integer of Python or numpy, not a bool, that lies between the bounds.

    Raises ParameterError, or the error that is named.
    """
    number = as_integer(value)
    if number is None:
        raise refusal(name, "an integer", value, error=error)
    if (least is not None and number < least) or (greatest is not None and number > greatest):
        raise error(value_excerpt(number), place=name, expected=f"an integer{_bounds(least, greatest)}")
    return number


def _bounds(least: int | None, greatest: int | None) -> str:
    low, high = value_excerpt(least), value_excerpt(greatest)
    if greatest is None:
        return "" if least is None else f" >= {low}"
    return f" <= {high}" if least is None else f" from {low} to {high}"


def one_of(value: object, words: Iterable[str], name: str) -> str:
    """Return the value, one of a few words. Raises ParameterError."""
    known = list(words)
    if isinstance(value, str) and value in known:
        return value
    expected = " or ".join(f'"{word}"' for word in known)
    raise ParameterError(value_excerpt(value), place=name, expected=expected)


def flag(value: object, name: str) -> bool:
    """Return True or False, of Python or numpy. Raises ParameterError."""
    if _is_flag(value):
        return bool(value)
    raise refusal(name, "True or False", value)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def text(value: object, name: str, what: str = "text") -> str:
    """Return the value, a text. Raises ParameterError."""
    if isinstance(value, str):
        return value
    raise refusal(name, what, value)


def values(
    items: object,
    name: str,
    what: str = "a sequence",
    error: type[DPExactError] = ParameterError,
    *,
    also: tuple[type, ...] = (),
    count: int | None = None,
) -> list[Any]:
    """Return the items of a sequence as a list, and refuse text, bytes, mappings and sets unless `also` names them.

    Raises ParameterError, or the error that is named, also for another number of items than the `count`.
    """
    refused = isinstance(items, (*INDIRECT, type)) and not isinstance(items, also)
    if refused or not hasattr(items, "__iter__"):
        raise refusal(name, what, items, error=error)
    try:
        listed = list(items)
    except TypeError:  # an array without dimensions
        raise refusal(name, what, items, error=error) from None
    if count not in (None, len(listed)):
        raise refusal(name, what, items, error=error)
    return listed


def mapping(value: object, name: str, what: str = "a mapping") -> Mapping[Any, Any]:
    """Return the value, a mapping. Raises ParameterError."""
    if isinstance(value, Mapping):
        return value
    raise refusal(name, what, value)


def function(value: object, name: str, what: str = "a function") -> Callable[..., Any]:
    """Return the value, which can be called and is not a class. Raises ParameterError."""
    if callable(value) and not isinstance(value, type):
        return value
    raise refusal(name, what, value)


def made_by(door: str, error: type[DPExactError] = ParameterError, **kinds: Any) -> Callable[[type[T]], type[T]]:
    """Let a class that users make by a function, the door, name it if the class is called with other values.

    `kinds` gives the classes of some fields. The other fields are not checked.
    """

    def guarded(kind: type[T]) -> type[T]:
        make: Any = vars(kind)["__init__"]
        remedy = f"{kind.__name__}: made by {door}, not by calling the class"

        @wraps(make)
        def __init__(self: T, *positional: object, **named: object) -> None:  # noqa: N807 - it stands for the one it wraps
            try:
                make(self, *positional, **named)
            except TypeError:
                if _fits(make, self, positional, named):
                    raise
                raise error(remedy) from None
            for name, needed in kinds.items():
                value = getattr(self, name)
                if not isinstance(value, needed):
                    raise error(f"{remedy} ({name}: {came(value)})")

        kind.__init__ = __init__  # type: ignore[assignment, method-assign]
        return kind

    return guarded


def _fits(
    make: Callable[..., object], owner: object, positional: Iterable[object], named: Mapping[str, object]
) -> bool:
    """Return whether a call has the arguments of the function, so that its TypeError has another cause."""
    try:
        signature(make).bind(owner, *positional, **named)
    except TypeError:
        return False
    return True
