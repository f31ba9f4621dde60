"""Unknown: a function of one draw of a path, its values, and the splits of the path by which they are counted.

An Unknown is f(k) for k in a set of integers (`Possible`). f is the chain of operations that the program did, each in
the very arithmetic that runs. The counts are exact because f is monotone in k wherever that is used. A function that is
not known to be monotone is listed, value by value, if it has few values, and refused otherwise.
"""

# ruff: noqa: SLF001 - the functions of this file are the methods of the number: its public names are those of a draw
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from math import gcd
from typing import Any, NoReturn

from dpexact.programs.kinds import is_of_numpy, is_plain, number_kind, tagged, underflow_is_seen
from dpexact.programs.neighbors import LISTED, WINDOW, Chain, has_order, in_order, is_monotone
from dpexact.programs.path import ANEW, Path
from dpexact.programs.possible import Possible, TooManyRunsError, groups_of, runs_of
from dpexact.programs.rules import Function, Stride, tried

# For the names of Python's operators and of similar functions:
WORDS = (
    {"add": "addition", "sub": "subtraction", "mul": "multiplication", "truediv": "division", "pow": "a power"}
    | {"floordiv": "floor division", "mod": "the remainder", "lshift": "a left shift", "rshift": "a right shift"}
    | {"and": "bitwise and", "or": "bitwise or", "xor": "bitwise exclusive or", "round": "round(x, digits)"}
)
FEWER = "compare it or round it to few values first, or ask for an event by label="


class Unknown:
    """A function of one draw of a path."""

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


def at(draw: Unknown, k: int) -> Any:
    """Return the number for one k, computed as the program does."""
    value = draw._base(k)
    for step in draw._steps:
        value = step(value)
    return value


def origin(draw: Unknown) -> tuple[Path, int]:
    """Return the path of the underlying draw, which may be one around the path that goes on, and its index there."""
    return draw._path, draw._index


def possible_of(draw: Unknown) -> Possible:
    """Return the values that k may still have."""
    return draw._path.possible_of(draw._index)


def ends_of(draw: Unknown) -> tuple[Any, Any]:
    """Return the values for the least and the greatest k."""
    now = possible_of(draw)
    if draw._ends[0] is not now:
        draw._ends = (now, at(draw, now.first), at(draw, now.last))
    return draw._ends[1:]


def low(draw: Unknown) -> Any:
    """Return the value for the least k."""
    return ends_of(draw)[0]


def kind_of(draw: Unknown) -> str:
    """Return the kind of the number, or "" if it differs at its ends."""
    first, last = ends_of(draw)
    return number_kind(first) if type(first) is type(last) else ""


def is_known(draw: Unknown) -> bool:
    """Return whether the number has a single value."""
    if possible_of(draw).count == 1:
        return True
    first, last = ends_of(draw)
    return draw._monotone and type(first) is type(last) and tagged(first) == tagged(last)


def is_ordered(draw: Unknown) -> bool:
    """Return whether the number is of one kind, and is monotone in k."""
    return draw._monotone and bool(kind_of(draw))


def draw_state(draw: Unknown, path: object) -> Hashable | None:
    """Return a key that is equal for two moments of a path if the number is known and the same, or may be the same.

    The key is None for a function of an unknown draw, since equality of two of these cannot be seen, and for a draw of
    another path.
    """
    if draw._path is not path:
        return None
    if is_known(draw):
        return tagged(low(draw))
    return None if draw._steps else ("draw", draw._index, possible_of(draw))


def derived(
    draw: Unknown, function: Function, ends: Any, *, monotone: bool = True, stride: Any = None, assumed: bool = False
) -> Any:
    """Return the function of the draw with these results at its ends: a number if it is known, else a draw."""
    steps = (*draw._steps, function)
    last = len(steps) if assumed else draw._assumed
    monotone = monotone and draw._monotone
    made = type(draw)(draw._path, draw._index, draw._base, steps, monotone=monotone, stride=stride, assumed=last)
    made._ends = (possible_of(draw), *ends)
    return ends[0] if is_known(made) else made


def joint(first: Unknown, second: Unknown) -> Unknown:
    """Return the pair of two functions of one draw."""
    return type(first)(first._path, first._index, lambda k: (at(first, k), at(second, k)), monotone=False)


def results(draw: Unknown, function: Function) -> list[Any] | None:
    """Return the results at both ends, or None if the function raises there."""
    both = [tried(function, value) for value in ends_of(draw)]
    return None if any(error for _, error in both) else [result for result, _ in both]


def noted(draw: Unknown, operation: Callable[..., Any], *given: Any) -> Any:
    """Return the result of an operation on a draw, or the one that an earlier run noted where this one follows it."""
    path = draw._path
    if path.step < path.known:
        result = path.result_before(draw._index)
        if result is ANEW:
            return operation(draw, *given)
        return _moved(result, path) if isinstance(result, Unknown) else result
    result = ANEW
    try:
        result = operation(draw, *given)
    except Exception:
        path.note_result(draw._index, ANEW)
        raise
    path.note_result(draw._index, result if isinstance(result, Unknown) or is_plain(result) else ANEW)
    return result


def _moved(draw: Unknown, path: Path) -> Unknown:
    """Return the same function of the same draw on another path, with equal sets of values so far."""
    moved = type(draw)(path, draw._index, draw._base, draw._steps, monotone=draw._monotone, stride=draw._stride)
    moved._assumed, moved._ends = draw._assumed, draw._ends
    return moved


def split(draw: Unknown, key: Callable[[Any], Hashable]) -> None:
    """Split the path so that the key, which is monotone in the number, is the same for all possible values."""
    if not (is_known(draw) or (draw._monotone and len(set(map(key, ends_of(draw)))) == 1)):
        draw._path.choose(draw._index, lambda: _parts(draw, key))


def split_residues(draw: Unknown, modulus: int) -> bool:
    """Split the path by the remainder of the number if that is periodic in k, and return whether it was split."""
    if draw._stride is None:
        return False
    b, c = draw._stride
    period = c * modulus // gcd(b, c * modulus)
    possible = possible_of(draw)
    if possible.own_periods(period) > draw._path.most:
        return False
    if possible.own_periods(period) > 1:
        draw._path.choose(draw._index, lambda: possible.residues(period))
    return True


def _parts(draw: Unknown, key: Callable[[Any], Hashable]) -> list[Possible]:
    """Return the sets on which the key of the number is the same. Ends the run if they are too many."""
    possible, path = possible_of(draw), draw._path

    def key_at(place: int) -> Hashable:
        return key(at(draw, possible.at(place)))

    if draw._monotone:
        parts = _parts_known(_chain(draw, key), possible, draw._assumed, path.most)
        if parts is None:
            _refuse_values(path)
        return parts or _refuse_steps(path)
    if possible.count > path.most:
        if possible.count <= LISTED and has_order(_chain(draw), possible):
            return _parts_in_order(draw, key_at)
        path.refuse(f"a draw with more than {path.most} possible values would have to be listed (paths={path.most})")
    return [possible.joined(runs) for runs in groups_of(key_at, possible.count).values()]


def _chain(draw: Unknown, *more: Function) -> Chain:
    return Chain(draw._base, (*draw._steps, *more))


def split_in_halves(draw: Unknown) -> None:
    """Split the path by the lower and the upper half of the values that k may still have."""
    possible, middle = possible_of(draw), possible_of(draw).count // 2

    def parts() -> list[Possible]:
        if not _is_borne_out(_chain(draw), possible, draw._assumed, [middle]):
            _refuse_steps(draw._path)
        return [possible.between(0, middle), possible.between(middle, possible.count)]

    draw._path.choose(draw._index, parts)


def _refuse_steps(path: Path) -> NoReturn:
    path.refuse(
        "a function of the platform's mathematical library that should be monotone is not, so that nothing can be "
        "counted; compare the draw before it is applied"
    )


def _refuse_values(path: Path) -> NoReturn:
    path.refuse(f"a draw has more than {path.most} values here (paths={path.most}); {FEWER}")


@lru_cache(1 << 12)
def _parts_known(chain: Chain, possible: Possible, assumed: int, most: int) -> list[Possible] | None:
    """Return the sets on which a function is the same that is monotone by the rules, and that is looked up if known.

    There are none if a boundary shows that a step up to `assumed` is not monotone. Returns None if there are too many.
    """
    try:
        runs = runs_of(lambda place: chain.at(possible.at(place)), possible.count, most)
    except TooManyRunsError:
        return None
    borders = [begin for begin, _, _ in runs[1:]]
    if len({run[2] for run in runs}) < len(runs) or not _is_borne_out(chain, possible, assumed, borders):
        return []
    return [possible.between(begin, end) for begin, end, _ in runs]


def _is_borne_out(chain: Chain, possible: Possible, assumed: int, borders: Sequence[int]) -> bool:
    """Return whether the steps of a function up to `assumed` are monotone near some places."""
    taken = Chain(chain.base, chain.steps[:assumed])
    rising = taken.at(possible.first) <= taken.at(possible.last)
    around = (possible.between(max(0, n - WINDOW), min(n + WINDOW, possible.count)) for n in borders)
    return not assumed or all(is_monotone(taken, some, rising) for some in around)


def _parts_in_order(draw: Unknown, key_at: Callable[[int], Hashable]) -> list[Possible]:
    """Return the sets on which a key is the same, of many values that have been put in their order."""
    import numpy as np

    possible, path = possible_of(draw), draw._path
    order = in_order(_chain(draw), possible)
    parts = []
    try:
        runs = runs_of(lambda place: key_at(int(order[place])), possible.count, path.most)
    except TooManyRunsError:
        _refuse_values(path)
    for begin, end, _ in runs:
        inside = np.zeros(possible.count + 2, dtype=np.int8)
        inside[order[begin:end] + 1] = 1
        changes = np.flatnonzero(np.diff(inside)).tolist()  # a run of places begins, then ends, and so on
        if len(changes) > path.most:
            path.refuse(f"a function of a draw goes up and down more than {path.most} times (paths={path.most})")
        parts.append(possible.joined(zip(changes[::2], changes[1::2], strict=True)))
    return parts


def values_of(draw: Unknown) -> list[tuple[Any, Possible]]:
    """Return every value that the draw can still have, with the set for which it has it."""
    return [(at(draw, part.first), part) for part in _parts(draw, tagged)]


def has_few_values(draw: Unknown) -> bool:
    """Return whether the number is monotone in k, and has so few values that the path can be split by them."""
    return draw._monotone and _parts_known(_chain(draw, tagged), possible_of(draw), 0, draw._path.most) is not None


def taken_apart(draw: Unknown) -> Any:
    """Return the number after a split by its values."""
    split(draw, tagged)
    return low(draw)


def taken(draw: Unknown, function: Function, ends: Sequence[Any], name: str) -> Any:
    """Return a function of the library, listed or, if its values are too many to list, assumed monotone."""
    if possible_of(draw).count > LISTED:
        draw._path.exploration.assumptions.add(name)
        return derived(draw, function, ends, assumed=True)
    with draw._path.counting():
        borne_out = is_monotone(_chain(draw, function), possible_of(draw), ends[0] <= ends[1])
    return derived(draw, function, ends) if borne_out else listed(draw, function, name, "is not monotone")


def listed(draw: Unknown, function: Function, what: str, why: str = "is not known to be monotone") -> Any:
    """List a function of the draw, without any known property, value by value, if it has few values."""
    if is_known(draw):
        return function(low(draw))
    path, possible = draw._path, possible_of(draw)
    if possible.count > path.most:
        if possible.count <= LISTED and kind_of(draw) == "float" and not underflow_is_seen():
            with path.counting():
                ordered = has_order(_chain(draw, function), possible)
            if ordered:
                return derived(draw, function, [function(value) for value in ends_of(draw)], monotone=False)
        if has_few_values(draw):
            return function(taken_apart(draw))
        path.refuse(
            f"{WORDS.get(what, what)} of a draw with {possible.count:.3g} possible values {why}, and these are too "
            f"many to list (paths={path.most}); {FEWER}"
        )
    raised = groups_of(lambda place: tried(function, at(draw, possible.at(place)))[1], possible.count)
    if len(raised) > 1:
        path.choose(draw._index, lambda: [possible.joined(runs) for runs in raised.values()])
    ends = results(draw, function)
    if ends is None:
        return function(low(draw))
    made = derived(draw, function, ends, monotone=False)
    is_truth = isinstance(ends[0], bool) or (is_of_numpy(ends[0]) and ends[0].dtype.kind == "b")
    return taken_apart(made) if is_truth else made  # a program may compare it by `is`
