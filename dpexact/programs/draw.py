"""Draw: an unknown number as the program sees it, with its operators, comparisons and functions by their rules.

`rules` has the reason for each operation, and `applied` follows the rules.
"""

# ruff: noqa: SLF001 - the functions of this file are Draw's own, as its public names are the names of the number
from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dpexact.programs.boxes import COMPARISON
from dpexact.programs.joint import FOLLOWED, Joint, of_one, of_two, truth
from dpexact.programs.kinds import is_number, is_plain, number_kind, pure, tagged, underflow_is_seen
from dpexact.programs.neighbors import Chain
from dpexact.programs.path import ANEW, Ending, Leave
from dpexact.programs.rules import FUNCTIONS, NO_STRIDE, Function, Rule, Trust, of_operator, side_of, sign_class, tried
from dpexact.programs.rules import of_two as rule_of_two
from dpexact.programs.unknown import WORDS, Unknown

IN_C = "; code in C asks for its number, as out[i] = x of an array of numpy does: make a list, and np.array(list) of it"
FEW = 256  # possible values of a draw that is taken apart where it meets a number of several draws


class Draw:
    """An unknown, used instead of the number that the program would have there."""

    __slots__ = ("_unknown",)

    def __init__(self, unknown: Unknown) -> None:
        self._unknown = unknown

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        if not self._unknown.is_ordered:  # its numbers may have several types
            self._unknown.split(type)
        return type(self._unknown.low)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that the number's own type has, after taking the draw apart by value."""
        if name == "real":
            return self
        if name.startswith("__") or not hasattr(self.__class__, name):
            raise AttributeError(name)
        if name == "bit_length" and self._unknown.kind == "exact":
            return lambda: applied(self, lambda x: x.bit_length(), FUNCTIONS[name], name)
        return getattr(concrete(self), name)

    def __bool__(self) -> bool:
        return bool(compared(self, 0, operator.ne))

    def __int__(self) -> int:
        return int(_needed(as_number(self, int), "int"))

    def __float__(self) -> float:
        return float(_needed(self, "float"))

    def __repr__(self) -> str:
        return repr(concrete(self)) if self._unknown.path.running else "<a draw of a path that has ended>"

    def __copy__(self, *_: object) -> Draw:
        return self

    __deepcopy__ = __copy__

    def __reduce_ex__(self, protocol: Any) -> Any:
        return concrete(self).__reduce_ex__(protocol)

    def __array__(self, *args: Any, **named: Any) -> Any:
        return np.array(concrete(self), *args, **named)

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return applied(self, round, FUNCTIONS["rint"], "rounding")
        digits = concrete(digits)
        rule = replace(FUNCTIONS["round"], exact=lambda x: round(x, digits))
        return applied(self, lambda x: round(x, digits), rule, "round")

    def __divmod__(self, other: Any) -> Any:
        return (self // other, self % other)

    def __rdivmod__(self, other: Any) -> Any:
        return (other // self, other % self)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            return _as_seen(self._unknown.listed(lambda x: pow(x, other, modulus), "pow"))
        return combined(self, other, "pow", operator.pow)


for _name in ("hash", "index", "complex", "str", "format"):
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


def unknown_of(draw: Any) -> Unknown:
    """Return the unknown that the program sees as a number."""
    unknown: Unknown = draw._unknown
    return unknown


def noted(draw: Draw, operation: Callable[..., Any], *args: Any) -> Any:
    """Return the result of an operation on an unknown, or the one that an earlier run noted where this one follows it.

    Another unknown is a draw to the program.
    """
    unknown = draw._unknown
    path, index = unknown.path, unknown.index
    result = ANEW if path.place == len(path.log) else path.result_before(index)
    if result is ANEW:
        try:
            result = operation(unknown, *args)
        except Exception:
            path.note_result(index, ANEW)
            raise
        path.note_result(index, result if isinstance(result, Unknown) or is_plain(result) else ANEW)
        return _as_seen(result)
    return Draw(result.on(path)) if isinstance(result, Unknown) else result


def _as_seen(result: Any) -> Any:
    return Draw(result) if isinstance(result, Unknown) else result


def concrete(value: Any) -> Any:
    """Return the number after taking a draw apart by value. The path goes on with one of the values."""
    return noted(value, type(value._unknown).taken_apart) if type(value) is Draw else value


def _needed(value: Any, name: str) -> Any:
    """Return a number that a function in C requests. If it has too many values, a new start replaces the function."""
    try:
        return concrete(value)
    except Leave:
        source = value._unknown.path.exploration.source
        if source.path.ending is Ending.UNSUPPORTED:
            if name in source.wanted:
                source.path.message += IN_C
            source.wanted.setdefault(name, "")
        raise


def as_number(draw: Draw, kind: Callable[[Any], Any]) -> Any:
    """Return float(x), which is rounded once, or int(x) of a draw, as a draw."""
    unknown = draw._unknown
    if unknown.is_ordered and type(unknown.low) is kind:
        return draw
    return applied(draw, kind, FUNCTIONS["trunc"] if kind is int else Rule(), "rounding")


def applied(draw: Draw, function: Function, rule: Rule | None, name: str) -> Any:
    """Return the function of a draw by its rule, after splitting the path into the parts of its domain."""
    return noted(draw, _applied, function, rule, name)


def _applied(unknown: Unknown, function: Function, rule: Rule | None, name: str) -> Any:
    if isinstance(unknown, Joint):
        return of_one(unknown, function, rule, name)
    if rule is not None and unknown.is_ordered:
        for key in rule.keys(unknown.kind):
            unknown.split(key)
    if unknown.is_known:
        return function(unknown.low)
    if rule is None or not unknown.is_ordered or (rule.domain and not rule.domain(unknown.low)):
        return unknown.listed(function, name)
    ends = unknown.results(function)
    if (ends is None or hasattr(ends[0], "dtype")) and underflow_is_seen():
        why = "may underflow between its ends, which numpy's errstate lets a program see"
        return unknown.listed(function, name, why)
    if ends is None:
        unknown.split(sign_class)  # on each side of 0 a quotient, or an integer as another type, is too large somewhere
        unknown.split(lambda x: tried(function, x)[1])
        ends = unknown.results(function)
        if ends is None or unknown.is_known:
            return function(unknown.low)
    return _by_reason(unknown, function, rule, name, ends)


def _by_reason(unknown: Unknown, function: Function, rule: Rule, name: str, ends: Sequence[Any]) -> Any:
    """Return a function of a number with these results at its ends, for the reason that its rule gives."""
    doubt = rule.doubt(unknown.kind, unknown.ends, ends)
    if doubt:
        return unknown.listed(function, name, doubt)
    undefined = [end != end for end in ends]  # noqa: PLR0124 - NaN, on either side of a bound of the domain
    if any(undefined):
        return ends[0] if all(undefined) else unknown.listed(function, name)
    if rule.residues:
        other, (first, last) = rule.otherwise, unknown.ends
        within = other is not None and other.splits[0](first) == other.splits[0](last)
        if within or not unknown.split_residues(rule.residues):
            return _applied(unknown, function, other, name if other else "a bitwise operation")
        return unknown.then(function, [function(value) for value in unknown.ends])
    if rule.trust is Trust.CONSTANT:
        return ends[0] if tagged(ends[0]) == tagged(ends[1]) else unknown.listed(function, name)
    if rule.trust is Trust.ASSUMED:
        return unknown.taken(function, ends, name)
    integers = number_kind(ends[0]) == "exact" == unknown.kind
    return unknown.then(function, ends, stride=rule.stride(unknown.stride) if integers else NO_STRIDE)


def compared(draw: Draw, other: Any, function: Callable[[Any, Any], Any]) -> Any:
    """Compare a draw with a number or a draw, by splitting the path and counting each side."""
    if type(other) is Draw:
        return _of_two(draw, other, function, COMPARISON)
    return noted(draw, _compared, other, function)


def _compared(unknown: Unknown, other: Any, function: Callable[[Any, Any], Any]) -> Any:
    numeric = is_number(other)
    if numeric is None:
        unknown.path.refuse(
            f"a draw is compared with {type(other).__name__}, a type that is not followed; make an int, a float or a "
            "Fraction of it"
        )
    if not numeric:
        return NotImplemented
    if isinstance(unknown, Joint):
        return truth(unknown.path, function, unknown.tree, others=(other,))

    def comparison(x: Any) -> Any:
        return function(x, other)

    ordered = unknown.is_ordered
    if unknown.results(comparison) is None or not ordered:
        if ordered:
            unknown.split(sign_class)  # numpy refuses integers that are too large, on either side of 0
        unknown.split(lambda x: tried(comparison, x)[1])
        if tried(comparison, unknown.low)[1]:
            return comparison(unknown.low)
    if function in (operator.eq, operator.ne):
        unknown.split(lambda x: side_of(x, other), comparison)
    else:
        unknown.split(lambda x: bool(function(x, other)), comparison)
    return comparison(unknown.low)


def _of_two(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    """Apply a function to two draws, after taking one apart that has few values, or else on boxes of their values."""
    one, other = both = first._unknown, second._unknown
    path = one.path
    if any(isinstance(unknown, Joint) for unknown in both):
        return _of_joint(first, second, function, what)
    if path is other.path and one.index == other.index:
        return _of_same(first, second, function, what)
    small, large = sorted((first, second), key=lambda draw: draw._unknown.possible.count)
    path = small._unknown.path
    if small._unknown.possible.count > path.most:
        with path.exploration.source.path:
            few = [draw._unknown.has_few_values() for draw in (small, large)]
        if not any(few):
            if one.is_ordered and other.is_ordered and what in FOLLOWED and one.path is other.path:
                return noted(first, of_two, other, function, what)
            if one.is_ordered and other.is_ordered and what == COMPARISON:
                return _in_halves(one, other, function)
            path.refuse(
                f"{WORDS.get(what, what)} of two draws, each with more than {path.most} possible values, cannot be "
                "taken apart; one of them has to be rounded to few values first"
            )
        small = small if few[0] else large
    return function(*(concrete(draw) if draw is small else draw for draw in (first, second)))


def _of_joint(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    """Apply a function to two draws, one of which is an operation on several draws at least."""
    one, other = both = first._unknown, second._unknown
    if one.path is not other.path:
        one.path.refuse("an operation on draws inside and outside of a subprogram or the body of a loop")
    alone = [unknown for unknown in both if not isinstance(unknown, Joint)]
    if all(unknown.is_ordered and not unknown.is_known and unknown.possible.count > FEW for unknown in alone):
        return noted(first, of_two, other, function, what)
    return function(*(draw if isinstance(draw._unknown, Joint) else concrete(draw) for draw in (first, second)))


def _in_halves(first: Unknown, second: Unknown, function: Callable[[Any, Any], Any]) -> Any:
    """Compare two draws, one of which is split in halves until all corners of their values give the same result.

    Each of them is monotone, so that the result is then the same for all values. Pairs of values on the border of the
    result come last, and may be left unfinished.
    """
    key = side_of if function in (operator.eq, operator.ne) else function
    while len({key(x, y) for x in first.ends for y in second.ends}) > 1:
        max((first, second), key=lambda unknown: (not unknown.is_known, _width(unknown))).split_in_halves()
    return function(first.low, second.low)


def _width(unknown: Unknown) -> Any:
    return abs(operator.sub(*(float(end) if number_kind(end) == "float" else pure(end) for end in unknown.ends)))


def _of_same(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    both = first._unknown, second._unknown
    if any(unknown.is_known for unknown in both):
        return function(*(draw._unknown.low if draw._unknown.is_known else draw for draw in (first, second)))
    is_large = both[0].possible.count > both[0].path.most
    if is_large and what in FOLLOWED and all(unknown.is_ordered for unknown in both):
        return noted(first, of_two, both[1], function, what)
    why = "with itself, or with a function of it, is not known to be monotone"
    one, other = (unknown.chain.at for unknown in both)
    pair = Unknown(both[0].path, both[0].index, Chain(lambda k: (one(k), other(k))), monotone=False)
    return _as_seen(pair.listed(lambda numbers: function(*numbers), what, why))


def combined(
    draw: Draw, other: Any, name: str, operation: Callable[[Any, Any], Any], *, reflected: bool = False
) -> Any:
    """Return draw op other (other op draw, if reflected) by the rules of arithmetic."""
    if is_draw(other):
        return _of_two(other, draw, operation, name) if reflected else _of_two(draw, other, operation, name)
    if not number_kind(other):
        return NotImplemented
    function: Function = (lambda x: operation(other, x)) if reflected else (lambda x: operation(x, other))
    rule = of_operator((name, reflected), other, draw._unknown.kind, draw._unknown.ends, function)
    return applied(draw, function, rule, name)


def library_function(name: str, function: Callable[..., Any], *args: Any) -> Any:
    """Return a function of the mathematical library of some arguments, one of which is a draw at least."""
    if name == "copysign" and is_draw(args[-1]):
        args = args[0], applied(args[-1], lambda x: type(x)(math.copysign(1, x)), FUNCTIONS["sign"], name)
        if not any(map(is_draw, args)):
            return function(*args)
    place, *more = [n for n, value in enumerate(args) if is_draw(value)]
    if more and len(args) == 2:
        return _of_two(args[0], args[1], function, name)
    if more or name in ("frexp", "modf"):  # their result is a pair
        return function(*map(concrete, args))
    if len(args) == 1:
        return applied(args[0], function, FUNCTIONS.get(name), name)
    before, after = args[:place], args[place + 1 :]
    rule = rule_of_two(name, place, (*before, *after)[0]) if len(args) == 2 else None
    if rule is None and not after:
        name = f"{name} (by its last argument)"
    return applied(args[place], lambda x: function(*before, x, *after), rule, name)
