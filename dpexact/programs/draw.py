"""Draw: a number that is not yet known, a function of one draw, which comparisons split and count exactly.

A Draw is f(k) for k in a set of integers (`Possible`). f is the chain of operations that the program did, each in the
very arithmetic that runs. The counts are exact because f is monotone in k wherever that is used. `rules` has the reason
for each operation, and `applied` follows the rules. A function that is not known to be monotone is listed, value by
value, if it has few values, and refused otherwise.
"""

# ruff: noqa: SLF001 - the functions of this file are Draw's own, as its public names are the names of the number
from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from math import gcd, prod
from typing import Any, NoReturn

from dpexact.programs.kinds import compares_as_a_number, is_no_number, is_plain, number_kind, pure, tagged
from dpexact.programs.neighbors import LISTED, WINDOW, Chain, has_order, in_order, is_monotone
from dpexact.programs.path import ANEW, Path
from dpexact.programs.possible import Possible, TooManyRunsError, groups_of, runs_of
from dpexact.programs.rules import (
    EXACT,
    FLOATS,
    FUNCTIONS,
    SIDES,
    SIGNED,
    Function,
    Rule,
    Stride,
    Trust,
    finite_class,
    of_two,
    sign_class,
)

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
    "round": "round(x, digits)",
}
FEWER = "compare it or round it to few values first, or ask for an event by label="
PAIRS = ("frexp", "modf")  # their result is a pair, not a number


def _tried(function: Function, value: Any) -> tuple[Any, type | None]:
    """Return the result of a function, and the class of the exception that it raises."""
    try:
        return function(value), None
    except Exception as error:  # noqa: BLE001 - whatever it raises, the program gets it
        return None, type(error)


class Draw:
    """A function of one draw of a path, used instead of the number that the program would have there."""

    __slots__ = ("_assumed", "_base", "_ends", "_index", "_monotone", "_path", "_steps", "_stride")

    def __init__(
        self,
        path: Path,
        index: int,
        base: Function,
        steps: tuple[Function, ...] = (),
        *,
        monotone: bool = True,
        stride: Stride | None = None,
        assumed: int = 0,
    ) -> None:
        self._path, self._index, self._base, self._steps = path, index, base, steps
        self._monotone, self._stride = monotone, stride
        self._assumed = assumed  # the number of steps up to the last that is assumed monotone
        self._ends: tuple[Any, Any, Any] = (None, None, None)  # a set, and the values at its ends

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
            if name in FUNCTIONS and number_kind(_low(self)) == "float":  # numpy calls it for an array of objects
                import numpy as np

                return lambda: library_function(name, getattr(np, name), self)
            raise AttributeError(name)
        if name == "bit_length" and _kinds(self) == "exact":
            return lambda: applied(self, lambda x: x.bit_length(), FUNCTIONS[name], name)
        return getattr(concrete(self), name)

    def __bool__(self) -> bool:
        return bool(compared(self, 0, operator.ne))

    def __int__(self) -> int:
        return int(concrete(applied(self, int, FUNCTIONS["trunc"], "rounding")))

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
            return _listed(self, lambda x: pow(x, other, modulus), "pow")
        return combined(self, other, "pow", operator.pow)

    def __rpow__(self, other: Any) -> Any:
        return combined(self, other, "pow", operator.pow, reflected=True)


def _concrete(function: Function) -> Any:
    return lambda self: function(concrete(self))


def _unary(function: Function, rule: str, name: str) -> Any:
    return lambda self: applied(self, function, FUNCTIONS[rule], name)


def _binary(name: str, function: Callable[[Any, Any], Any], *, reflected: bool) -> Any:
    return lambda self, other: combined(self, other, name, function, reflected=reflected)


def _comparison(function: Callable[[Any, Any], Any]) -> Any:
    return lambda self, other: compared(self, other, function)


for _function in (hash, operator.index, float, complex, str):
    setattr(Draw, f"__{_function.__name__}__", _concrete(_function))
for _name, _rule in (("neg", "negative"), ("pos", "positive"), ("invert", "invert"), ("abs", "absolute")):
    setattr(Draw, f"__{_name}__", _unary(getattr(operator, _name), _rule, "an operation"))
for _name in ("floor", "ceil", "trunc"):
    setattr(Draw, f"__{_name}__", _unary(getattr(math, _name), _name, "rounding"))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "lshift", "rshift", "and_", "or_", "xor"):
    setattr(Draw, f"__{_name.rstrip('_')}__", _binary(_name.rstrip("_"), getattr(operator, _name), reflected=False))
    setattr(Draw, f"__r{_name.rstrip('_')}__", _binary(_name.rstrip("_"), getattr(operator, _name), reflected=True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Draw, f"__{_name}__", _comparison(getattr(operator, _name)))


def is_draw(value: object) -> bool:
    """Return whether a value is a draw that is not known yet. `isinstance` sees the number's own type."""
    return type(value) is Draw


def at(draw: Draw, k: int) -> Any:
    """Return the number that the draw is for one k, computed as the program does."""
    value = draw._base(k)
    for step in draw._steps:
        value = step(value)
    return value


def is_of(draw: Draw, path: object) -> bool:
    """Return whether the draw is of this path, and not of one around it."""
    return draw._path is path


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
    return draw._path.possible_of(draw._index)


def refuse(draw: Draw, message: str) -> NoReturn:
    """End the exploration with an error that names the line of the program."""
    draw._path.refuse(message)


def ends_of(draw: Draw) -> tuple[Any, Any]:
    """Return the values for the least and the greatest k."""
    now = _set(draw)
    if draw._ends[0] is not now:
        draw._ends = (now, at(draw, now.first), at(draw, now.last))
    return draw._ends[1:]


def _low(draw: Draw) -> Any:
    return ends_of(draw)[0]


def _kinds(draw: Draw) -> str:
    low, high = ends_of(draw)
    return number_kind(low) if type(low) is type(high) else ""


def _is_known(draw: Draw) -> bool:
    if _set(draw).count == 1:
        return True
    low, high = ends_of(draw)
    return draw._monotone and type(low) is type(high) and tagged(low) == tagged(high)


def _derived(
    draw: Draw,
    function: Function,
    ends: Sequence[Any],
    *,
    monotone: bool = True,
    stride: Stride | None = None,
    assumed: bool = False,
) -> Any:
    """Return the function of the draw with these results at its ends: a number if it is known, else a draw."""
    steps = (*draw._steps, function)
    made = Draw(
        draw._path,
        draw._index,
        draw._base,
        steps,
        monotone=draw._monotone and monotone,
        stride=stride,
        assumed=len(steps) if assumed else draw._assumed,
    )
    made._ends = (_set(draw), *ends)
    return ends[0] if _is_known(made) else made


def _results(draw: Draw, function: Function) -> list[Any] | None:
    """Return the results at both ends, or None if the function raises there."""
    tried = [_tried(function, value) for value in ends_of(draw)]
    return None if any(error for _, error in tried) else [result for result, _ in tried]


def _noted(draw: Draw, operation: Callable[..., Any], *given: Any) -> Any:
    """Return the result of an operation on a draw, or the one that an earlier run noted where this one follows it."""
    path = draw._path
    if path.step < path.known:
        result = path.result_before(draw._index)
        if result is ANEW:
            return operation(draw, *given)
        return _moved(result, path) if type(result) is Draw else result
    result = ANEW
    try:
        result = operation(draw, *given)
    except Exception:
        path.note_result(draw._index, ANEW)
        raise
    path.note_result(draw._index, result if type(result) is Draw or is_plain(result) else ANEW)
    return result


def _moved(draw: Draw, path: Path) -> Draw:
    """Return the same function of the same draw on another path, with equal sets of values so far."""
    moved: Draw = object.__new__(Draw)
    moved._path, moved._index, moved._base, moved._steps = path, draw._index, draw._base, draw._steps
    moved._monotone, moved._stride, moved._assumed, moved._ends = (
        draw._monotone,
        draw._stride,
        draw._assumed,
        draw._ends,
    )
    return moved


def applied(draw: Draw, function: Function, rule: Rule | None, name: str) -> Any:
    """Return the function of a draw by its rule, after splitting the path into the parts of its domain."""
    return _noted(draw, _applied, function, rule, name)


def _applied(draw: Draw, function: Function, rule: Rule | None, name: str) -> Any:
    if not (rule is None or _is_known(draw) or not draw._monotone or not _kinds(draw)):
        if _kinds(draw) == "float":
            _split(draw, finite_class)
        for key in rule.splits:
            _split(draw, key)
    if _is_known(draw):
        return function(_low(draw))
    if rule is None or not draw._monotone or not _kinds(draw) or (rule.domain and not rule.domain(_low(draw))):
        return _listed(draw, function, name)
    ends = _results(draw, function)
    if ends is None:
        raised = [_tried(function, value)[1] for value in ends_of(draw)]
        if rule.trust is Trust.EXACT and raised[0] is not raised[1]:
            return _listed(draw, function, name)
        _split(draw, sign_class)  # on each side of 0 a quotient, or an integer as a double, is too large from some x on
        _split(draw, lambda x: _tried(function, x)[1])
        ends = _results(draw, function)
        if ends is None or _is_known(draw):
            return function(_low(draw))
    doubt = _doubt(draw, ends, rule)
    if doubt:
        return _listed(draw, function, name, doubt)
    if any(end != end for end in ends):  # noqa: PLR0124 - NaN, on either side of a bound of the domain
        same = all(end != end for end in ends)  # noqa: PLR0124
        return ends[0] if same else _listed(draw, function, name)
    if rule.residues:
        return _on_residues(draw, function, rule, name)
    if rule.trust is Trust.CONSTANT:
        return ends[0] if tagged(ends[0]) == tagged(ends[1]) else _listed(draw, function, name)
    if rule.trust is Trust.ASSUMED:
        return _taken(draw, function, ends, name)
    integers = number_kind(ends[0]) == "exact" == _kinds(draw)
    return _derived(draw, function, ends, stride=rule.stride(draw._stride) if draw._stride and integers else None)


def _doubt(draw: Draw, ends: Sequence[Any], rule: Rule) -> str:
    """Return the reason why a rule may not hold for numpy's types, or ""."""
    low, high = ends
    if type(low) is not type(high):
        return "gives numbers of two types"
    if rule.exact is None or _kinds(draw) != "exact":
        return ""
    if number_kind(low) != "exact":
        return "mixes two types of numpy's integers" if rule.trust is Trust.EXACT else ""
    if not any(hasattr(value, "dtype") for value in (low, *ends_of(draw))):
        return ""
    for value, end in zip(ends_of(draw), ends, strict=True):
        if _tried(rule.exact, pure(value))[1] or pure(end) != pure(rule.exact(pure(value))):
            return WRAPS
    return ""


def _on_residues(draw: Draw, function: Function, rule: Rule, name: str) -> Any:
    """Return a function that is monotone on each class of remainders, or on the parts of its other rule."""
    other = rule.otherwise
    within = other is not None and other.splits[0](_low(draw)) == other.splits[0](ends_of(draw)[1])
    if within or not _split_residues(draw, rule.residues):
        return _applied(draw, function, other, name if other else "a bitwise operation")
    return _derived(draw, function, [function(value) for value in ends_of(draw)])


def _split_residues(draw: Draw, modulus: int) -> bool:
    """Split the path by the remainder of the number if that is periodic in k, and return whether it was split."""
    if draw._stride is None:
        return False
    b, c = draw._stride
    period = c * modulus // gcd(b, c * modulus)
    possible = _set(draw)
    if possible.own_periods(period) > draw._path.most:
        return False
    if possible.own_periods(period) > 1:
        draw._path.choose(draw, lambda: possible.residues(period))
    return True


def _taken(draw: Draw, function: Function, ends: Sequence[Any], name: str) -> Any:
    """Return a function of the library, listed or, if its values are too many to list, assumed monotone."""
    if _set(draw).count > LISTED:
        draw._path.assume(name)
        return _derived(draw, function, ends, assumed=True)
    with draw._path.counting():
        borne_out = is_monotone(Chain(draw._base, (*draw._steps, function)), _set(draw), ends[0] <= ends[1])
    if borne_out:
        return _derived(draw, function, ends)
    return _listed(draw, function, name, "is not monotone")


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
                return _derived(draw, function, [function(value) for value in ends_of(draw)], monotone=False)
        if _values_counted(draw) is not None:
            return function(_taken_apart(draw))
        path.refuse(
            f"{WORDS.get(what, what)} of a draw with {possible.count:.3g} possible values {why}, and these are too "
            f"many to list (paths={path.most}); {FEWER}"
        )
    raised = groups_of(lambda place: _tried(function, at(draw, possible.at(place)))[1], possible.count)
    if len(raised) > 1:
        path.choose(draw, lambda: [possible.joined(runs) for runs in raised.values()])
    ends = _results(draw, function)
    return function(_low(draw)) if ends is None else _derived(draw, function, ends, monotone=False)


def _split(draw: Draw, key: Callable[[Any], Hashable]) -> None:
    """Split the path so that the key, which is monotone in the number, is the same for all possible values."""
    if _is_known(draw) or (draw._monotone and len(set(map(key, ends_of(draw)))) == 1):
        return
    draw._path.choose(draw, lambda: _parts(draw, key))


def _parts(draw: Draw, key: Callable[[Any], Hashable]) -> list[Possible]:
    """Return the sets on which the key of the number is the same. Ends the run if they are too many."""
    possible, path = _set(draw), draw._path

    def key_at(place: int) -> Hashable:
        return key(at(draw, possible.at(place)))

    if draw._monotone:
        chain = Chain(draw._base, (*draw._steps, key))
        parts = _parts_known(chain, possible, draw._assumed, path.most)
        if parts is None:
            path.refuse(f"a draw has more than {path.most} values here (paths={path.most}); {FEWER}")
        if not parts:
            path.refuse(
                "a function of the platform's mathematical library that should be monotone is not, so that nothing can "
                "be counted; compare the draw before it is applied"
            )
        return parts
    if possible.count > path.most:
        if possible.count <= LISTED and has_order(Chain(draw._base, draw._steps), possible):
            return _parts_in_order(draw, key_at)
        path.refuse(f"a draw with more than {path.most} possible values would have to be listed (paths={path.most})")
    return [possible.joined(runs) for runs in groups_of(key_at, possible.count).values()]


@lru_cache(1 << 12)
def _parts_known(chain: Chain, possible: Possible, assumed: int, most: int) -> list[Possible] | None:
    """Return the sets on which a function is the same that is monotone by the rules, and that is looked up if known.

    There are none if a boundary shows that a step up to `assumed` is not monotone. Returns None if there are too many.
    """
    try:
        runs = runs_of(lambda place: chain.at(possible.at(place)), possible.count, most)
    except TooManyRunsError:
        return None
    if len({run[2] for run in runs}) < len(runs):
        return []
    if assumed and len(runs) > 1:
        taken = Chain(chain.base, chain.steps[:assumed])
        rising = taken.at(possible.first) <= taken.at(possible.last)
        around = (possible.between(max(0, n - WINDOW), min(n + WINDOW, possible.count)) for n, _, _ in runs[1:])
        if not all(is_monotone(taken, some, rising) for some in around):
            return []
    return [possible.between(begin, end) for begin, end, _ in runs]


def _parts_in_order(draw: Draw, key_at: Callable[[int], Hashable]) -> list[Possible]:
    """Return the sets on which a key is the same, of many values that have been put in their order."""
    import numpy as np

    possible, path = _set(draw), draw._path
    order = in_order(Chain(draw._base, draw._steps), possible)
    parts = []
    try:
        runs = runs_of(lambda place: key_at(int(order[place])), possible.count, path.most)
    except TooManyRunsError:
        path.refuse(f"a draw has more than {path.most} values here (paths={path.most}); {FEWER}")
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


def concrete(value: Any) -> Any:
    """Return the number after taking a draw apart by value. The path goes on with one of the values."""
    return _noted(value, _taken_apart) if is_draw(value) else value


def _taken_apart(draw: Draw) -> Any:
    _split(draw, tagged)
    return _low(draw)


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
    return _noted(draw, _compared, other, function)


def _compared(draw: Draw, other: Any, function: Callable[[Any, Any], Any]) -> Any:
    def comparison(x: Any) -> Any:
        return function(x, other)

    ends = _results(draw, comparison)
    if ends is None:
        _split(draw, sign_class)  # numpy refuses integers that are too large, on either side of 0
        _split(draw, lambda x: _tried(comparison, x)[1])
        if _tried(comparison, _low(draw))[1]:
            return comparison(_low(draw))
    if function in (operator.eq, operator.ne):
        _split(draw, lambda x: -1 if x < other else 1 if x > other else 0 if x == other else 2)  # 2: NaN
    elif ends is None or not draw._monotone:
        _split(draw, lambda x: bool(function(x, other)))
    elif bool(ends[0]) != bool(ends[1]):
        draw._path.choose(draw, lambda: _parts(draw, lambda x: bool(function(x, other))))
    return comparison(_low(draw))


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
    if not draw._monotone:
        return None
    possible = _set(draw)
    try:
        return len(runs_of(lambda place: tagged(at(draw, possible.at(place))), possible.count, draw._path.most))
    except TooManyRunsError:
        return None


def _of_same(first: Draw, second: Draw, function: Callable[[Any, Any], Any], what: str) -> Any:
    if _is_known(first) or _is_known(second):
        return function(*(_low(draw) if _is_known(draw) else draw for draw in (first, second)))
    possible, path = _set(first), first._path
    if possible.count > path.most:
        path.refuse(
            f"{WORDS.get(what, what)} of one draw with itself (or with a function of it) is not known to be monotone, "
            f"and its {possible.count:.3g} possible values are too many to list (paths={path.most}); {FEWER}"
        )
    joint = Draw(path, first._index, lambda k: (at(first, k), at(second, k)), monotone=False)
    return _listed(joint, lambda pair: function(*pair), what)


def combined(
    draw: Draw, other: Any, name: str, operation: Callable[[Any, Any], Any], *, reflected: bool = False
) -> Any:
    """Return draw op other (other op draw, if reflected) by the rules of arithmetic."""
    if is_draw(other):
        return _of_two(other, draw, operation, name) if reflected else _of_two(draw, other, operation, name)
    kind = number_kind(other)
    if not kind:
        return NotImplemented
    function: Function = (lambda x: operation(other, x)) if reflected else (lambda x: operation(x, other))
    special = (kind == "float" and not math.isfinite(other)) or (not reflected and name in SIGNED and not other)
    if special:
        return applied(draw, function, SIDES, "an operation with infinity" if other else name)
    if kind == "exact" == _kinds(draw):
        made = EXACT.get((name, reflected))
        return applied(draw, function, made(other) if made else None, name)
    return applied(draw, function, _rule_of_floats(draw, other, name, function, reflected=reflected), name)


def _rule_of_floats(draw: Draw, other: Any, name: str, function: Function, *, reflected: bool) -> Rule | None:
    """Return the rule of an operation that rounds, unless numpy would round an operand to nothing or to infinity."""
    made = FLOATS.get((name, reflected))
    if made is None or not _kinds(draw):
        return None
    result = next((result for value in ends_of(draw) if (result := _tried(function, value)[0]) is not None), 0.0)
    if number_kind(result) != "float":
        return None
    kind = type(result)
    if kind is not float:
        rounded = kind(other)
        if not math.isfinite(rounded) or (not rounded and other):
            return None
        if _kinds(draw) == "exact" and not all(abs(x) < 2**63 for x in ends_of(draw)):
            return None
        if name in ("floordiv", "mod") and not all(math.isfinite(kind(x)) for x in ends_of(draw)):
            return None
    return made(other, kind)


def library_function(name: str, function: Callable[..., Any], *given: Any) -> Any:
    """Return a function of the mathematical library of some arguments, one of which is a draw at least."""
    place, *more = [n for n, value in enumerate(given) if is_draw(value)]
    if more and len(given) == 2:
        return _of_two(given[0], given[1], function, name)
    if more or name in PAIRS:
        return function(*map(concrete, given))
    if len(given) == 1:
        return applied(given[0], function, FUNCTIONS.get(name), name)
    before, after = given[:place], given[place + 1 :]
    rule = of_two(name, place, (*before, *after)[0]) if len(given) == 2 else None
    if rule is None and not after:
        name = f"{name} (by its last argument)"
    return applied(given[place], lambda x: function(*before, x, *after), rule, name)
