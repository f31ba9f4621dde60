"""Draw: an unknown number as the program sees it, with its operators, comparisons and functions by their rules.

`rules` has the reason for each operation, and `applied` follows the rules.
"""

# ruff: noqa: SLF001 - the functions of this file are Draw's own, as its public names are the names of the number
from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from dpexact.programs.kinds import compares_as_a_number, is_no_number, number_kind, pure, tagged, underflow_is_seen
from dpexact.programs.rules import (
    FUNCTIONS,
    Function,
    Rule,
    Trust,
    doubt_of,
    finite_class,
    of_operator,
    of_two,
    sign_class,
    tried,
)
from dpexact.programs.unknown import (
    WORDS,
    Unknown,
    derived,
    ends_of,
    has_few_values,
    is_known,
    is_ordered,
    joint,
    kind_of,
    listed,
    low,
    noted,
    possible_of,
    results,
    split,
    split_in_halves,
    split_residues,
    taken,
    taken_apart,
)


class Draw(Unknown):
    """A function of one draw of a path, used instead of the number that the program would have there."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        if not is_ordered(self):  # its numbers may have several types
            split(self, type)
        return type(low(self))

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that the number's own type has, after taking the draw apart by value."""
        if name == "real":
            return self
        if name.startswith("__") or not hasattr(self.__class__, name):
            if name in FUNCTIONS and number_kind(low(self)) == "float":  # numpy calls it for an array of objects
                import numpy as np

                return lambda: library_function(name, getattr(np, name), self)
            raise AttributeError(name)
        if name == "bit_length" and kind_of(self) == "exact":
            return lambda: applied(self, lambda x: x.bit_length(), FUNCTIONS[name], name)
        return getattr(concrete(self), name)

    def __bool__(self) -> bool:
        return bool(compared(self, 0, operator.ne))

    def __int__(self) -> int:
        return int(concrete(applied(self, int, FUNCTIONS["trunc"], "rounding")))

    def __repr__(self) -> str:
        return repr(concrete(self)) if self._path.running else "<a draw of a path that has ended>"

    def __copy__(self, *_: object) -> Draw:
        return self

    __deepcopy__ = __copy__

    def __reduce_ex__(self, protocol: Any) -> Any:
        return concrete(self).__reduce_ex__(protocol)

    def __array__(self, *given: Any, **named: Any) -> Any:
        import numpy as np

        return np.array(concrete(self), *given, **named)

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return applied(self, round, FUNCTIONS["rint"], "rounding")
        digits = concrete(digits)
        return applied(self, lambda x: round(x, digits), FUNCTIONS["round"], "round")

    def __divmod__(self, other: Any) -> Any:
        return (self // other, self % other)

    def __rdivmod__(self, other: Any) -> Any:
        return (other // self, other % self)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            return listed(self, lambda x: pow(x, other, modulus), "pow")
        return combined(self, other, "pow", operator.pow)


for _name in ("hash", "index", "float", "complex", "str", "format"):
    _function: Any = getattr(builtins, _name, operator.index)
    setattr(Draw, f"__{_name}__", lambda self, *given, f=_function: f(concrete(self), *given))
for _name, _rule, _said in (
    *(("neg", "negative", "an operation"), ("pos", "positive", "an operation"), ("invert", "invert", "an operation")),
    *(("abs", "absolute", "an operation"), *((name, name, "rounding") for name in ("floor", "ceil", "trunc"))),
):
    _function = (getattr(operator, _name, None) or getattr(math, _name), _rule, _said)
    setattr(Draw, f"__{_name}__", lambda self, row=_function: applied(self, row[0], FUNCTIONS[row[1]], row[2]))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "lshift", "rshift", "and", "or", "xor", "pow"):
    _function = (_name, getattr(operator, f"__{_name}__"))
    if _name != "pow":
        setattr(Draw, f"__{_name}__", lambda self, other, row=_function: combined(self, other, *row))
    setattr(Draw, f"__r{_name}__", lambda self, other, row=_function: combined(self, other, *row, reflected=True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _function = getattr(operator, _name)
    setattr(Draw, f"__{_name}__", lambda self, other, f=_function: compared(self, other, f))


def is_draw(value: object) -> bool:
    """Return whether a value is a draw that is not known yet. `isinstance` sees the number's own type."""
    return type(value) is Draw


def concrete(value: Any) -> Any:
    """Return the number after taking a draw apart by value. The path goes on with one of the values."""
    return noted(value, taken_apart) if type(value) is Draw else value


def applied(draw: Draw, function: Function, rule: Rule | None, name: str) -> Any:
    """Return the function of a draw by its rule, after splitting the path into the parts of its domain."""
    return noted(draw, _applied, function, rule, name)


def _applied(draw: Draw, function: Function, rule: Rule | None, name: str) -> Any:
    if rule is not None and is_ordered(draw):
        for key in (*((finite_class,) if kind_of(draw) == "float" else ()), *rule.splits):
            split(draw, key)
    if is_known(draw):
        return function(low(draw))
    if rule is None or not is_ordered(draw) or (rule.domain and not rule.domain(low(draw))):
        return listed(draw, function, name)
    ends = results(draw, function)
    if (ends is None or hasattr(ends[0], "dtype")) and underflow_is_seen():
        return listed(draw, function, name, "may underflow between its ends, which numpy's errstate lets a program see")
    if ends is None:
        split(draw, sign_class)  # on each side of 0 a quotient, or an integer as another type, is too large from some x
        split(draw, lambda x: tried(function, x)[1])
        ends = results(draw, function)
        if ends is None or is_known(draw):
            return function(low(draw))
    return _by_reason(draw, function, rule, name, ends)


def _by_reason(draw: Draw, function: Function, rule: Rule, name: str, ends: Sequence[Any]) -> Any:
    """Return a function of a draw with these results at its ends, for the reason that its rule gives."""
    doubt = doubt_of(rule, kind_of(draw), ends_of(draw), ends)
    if doubt:
        return listed(draw, function, name, doubt)
    undefined = [end != end for end in ends]  # noqa: PLR0124 - NaN, on either side of a bound of the domain
    if any(undefined):
        return ends[0] if all(undefined) else listed(draw, function, name)
    if rule.residues:
        return _on_residues(draw, function, rule, name)
    if rule.trust is Trust.CONSTANT:
        return ends[0] if tagged(ends[0]) == tagged(ends[1]) else listed(draw, function, name)
    if rule.trust is Trust.ASSUMED:
        return taken(draw, function, ends, name)
    integers = number_kind(ends[0]) == "exact" == kind_of(draw)
    return derived(draw, function, ends, stride=rule.stride(draw._stride) if draw._stride and integers else None)


def _on_residues(draw: Draw, function: Function, rule: Rule, name: str) -> Any:
    """Return a function that is monotone on each class of remainders, or on the parts of its other rule."""
    other = rule.otherwise
    within = other is not None and other.splits[0](low(draw)) == other.splits[0](ends_of(draw)[1])
    if within or not split_residues(draw, rule.residues):
        return _applied(draw, function, other, name if other else "a bitwise operation")
    return derived(draw, function, [function(value) for value in ends_of(draw)])


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
        if drawn and prod(possible_of(item).count for item in drawn) > drawn[0]._path.most:
            drawn[0]._path.refuse(
                f"{len(self)} bytes are looked at as one value, of which there are too many to list "
                f"(paths={drawn[0]._path.most}); draw an integer instead, by getrandbits(8 * n) or below(n)"
            )
        return bytes(concrete(item) for item in self._items)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of bytes, after taking all of them apart."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(bytes(self), name)


def _of_bytes(name: str) -> Any:
    return lambda self, *given: getattr(bytes(self), name)(*(bytes(x) if type(x) is DrawnBytes else x for x in given))


for _name in ("lt", "le", "gt", "ge", "eq", "ne", "hash", "repr", "contains", "add", "mul", "rmul"):
    setattr(DrawnBytes, f"__{_name}__", _of_bytes(f"__{_name}__"))


def compared(draw: Draw, other: Any, function: Callable[[Any, Any], Any]) -> Any:
    """Compare a draw with a number or a draw, by splitting the path and counting each side."""
    if is_draw(other):
        return _of_two(draw, other, function, "comparison")
    if not number_kind(other) and not compares_as_a_number(other):
        if type(other) is not DrawnBytes and not is_no_number(other):
            draw._path.refuse(
                f"a draw is compared with {type(other).__name__}, a type that is not followed; make an int, a float or "
                "a Fraction of it"
            )
        return NotImplemented
    return noted(draw, _compared, other, function)


def _compared(draw: Draw, other: Any, function: Callable[[Any, Any], Any]) -> Any:
    def comparison(x: Any) -> Any:
        return function(x, other)

    ordered = is_ordered(draw)
    if results(draw, comparison) is None or not ordered:
        if ordered:
            split(draw, sign_class)  # numpy refuses integers that are too large, on either side of 0
        split(draw, lambda x: tried(comparison, x)[1])
        if tried(comparison, low(draw))[1]:
            return comparison(low(draw))
    if function in (operator.eq, operator.ne):
        split(draw, lambda x: _side(x, other))
    else:
        split(draw, lambda x: bool(function(x, other)))
    return comparison(low(draw))


def _side(x: Any, other: Any) -> int:
    """Return 0 for an equal number, -1 for a smaller and 1 for a larger one, and 2 for a NaN or a complex number."""
    if x == other:
        return 0
    return 2 if tried(lambda y: y < other, x)[1] else -1 if x < other else 1 if x > other else 2


def _of_two(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    """Apply a function to two draws, listed if they are functions of the same draw, else after taking one apart."""
    if first._path is second._path and first._index == second._index:
        return _of_same(first, second, function, what)
    small, large = sorted((first, second), key=lambda draw: possible_of(draw).count)
    path = small._path
    if possible_of(small).count > path.most:
        with path.counting():
            few = [has_few_values(draw) for draw in (small, large)]
        if not any(few) and what == "comparison" and is_ordered(first) and is_ordered(second):
            return _in_halves(first, second, function)
        if not any(few):
            path.refuse(
                f"{WORDS.get(what, what)} of two draws, each with more than {path.most} possible values, cannot be "
                "taken apart; one of them has to be rounded to few values first"
            )
        small = small if few[0] else large
    concrete(small)
    return function(*(concrete(draw) if draw is small else draw for draw in (first, second)))


def _in_halves(first: Draw, second: Draw, function: Callable[[Any, Any], Any]) -> Any:
    """Compare two draws, one of which is split in halves until all corners of their values give the same result.

    Each of them is monotone, so that the result is then the same for all values. Pairs of values on the border of the
    result come last, and may be left unfinished.
    """
    key = _side if function in (operator.eq, operator.ne) else function
    while len({key(x, y) for x in ends_of(first) for y in ends_of(second)}) > 1:
        split_in_halves(max((first, second), key=lambda draw: (not is_known(draw), _width(draw))))
    return function(low(first), low(second))


def _width(draw: Draw) -> Any:
    return abs(operator.sub(*(float(end) if number_kind(end) == "float" else pure(end) for end in ends_of(draw))))


def _of_same(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    if is_known(first) or is_known(second):
        return function(*(low(draw) if is_known(draw) else draw for draw in (first, second)))
    why = "with itself, or with a function of it, is not known to be monotone"
    return listed(joint(first, second), lambda pair: function(*pair), what, why)


def combined(
    draw: Draw, other: Any, name: str, operation: Callable[[Any, Any], Any], *, reflected: bool = False
) -> Any:
    """Return draw op other (other op draw, if reflected) by the rules of arithmetic."""
    if is_draw(other):
        return _of_two(other, draw, operation, name) if reflected else _of_two(draw, other, operation, name)
    if not number_kind(other):
        return NotImplemented
    function: Function = (lambda x: operation(other, x)) if reflected else (lambda x: operation(x, other))
    rule = of_operator((name, reflected), other, kind_of(draw), ends_of(draw), function)
    return applied(draw, function, rule, name)


def library_function(name: str, function: Callable[..., Any], *given: Any) -> Any:
    """Return a function of the mathematical library of some arguments, one of which is a draw at least."""
    place, *more = [n for n, value in enumerate(given) if is_draw(value)]
    if more and len(given) == 2:
        return _of_two(given[0], given[1], function, name)
    if more or name in ("frexp", "modf"):  # their result is a pair
        return function(*map(concrete, given))
    if len(given) == 1:
        return applied(given[0], function, FUNCTIONS.get(name), name)
    before, after = given[:place], given[place + 1 :]
    rule = of_two(name, place, (*before, *after)[0]) if len(given) == 2 else None
    if rule is None and not after:
        name = f"{name} (by its last argument)"
    return applied(given[place], lambda x: function(*before, x, *after), rule, name)
