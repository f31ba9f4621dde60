"""Loops: if a run comes back to a state in which a path has been, the continuation is the same as then.

The state at a draw is, for every call from one that is inside a loop to the draw, its code, its place in it, the values
that wait on its stack, and those that it can still read there. The future of a path depends on the state alone if these
are plain values, draws that may still have the same values as then, or functions that reach nothing else, and if the
program reaches nothing that can change (`held`). If all calls of the program are seen, and no value is a draw that is
not known, the future of two paths in the state is the same too. So the later one ends there (`law.settled` sums up),
and neither a round of a loop nor an order of events that comes to the same needs a path of its own.

Code that is not seen to meet these conditions (`bytecode`) lacks a state, and its paths are followed one by one. This
is code in a handler, generators, calls that go through functions in C, locals that hold lists or objects, functions
with such in their cells, methods of lists, and code that could look past the values, such as `is`, `id`, `locals`,
`setattr`, `__dict__`, and modules that keep something (`os`, `sys`, `decimal`). Only entries of the list in `allowed`
are assumed harmless. Every return is also run on plain numbers with a way out of the state behind it, of a loop also
with more rounds. Kept values may still show only later.
"""

import random
import sys
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from contextlib import _GeneratorContextManager
from functools import cache, cached_property
from types import CodeType, FrameType, MethodType
from typing import Any

from flint import fmpq

from dpexact.programs.allowed import OWN
from dpexact.programs.bytecode import STATES, Place, place_of, repeats, waiting_in
from dpexact.programs.held import Walk
from dpexact.programs.kinds import Same
from dpexact.programs.law import Node
from dpexact.programs.patching import patched

ITERATORS = (type(iter(range(0))), type(iter(())), enumerate)
ALONE = 5  # references to an iterator in `_shown` if the program has one, on the stack
VAIN = 128  # paths of which none came back at a place, so that no more are tried


class States:
    """The states at which the paths of an exploration have been, each with the results that were found from it."""

    def __init__(self, source: Any, until: CodeType, things: Sequence[Any], *, on: bool) -> None:
        self.nodes = [Node(None, fmpq(1))]
        self.on = on and STATES
        self._source, self._until, self._things = source, until, things
        self._numbers: dict[Hashable, int] = {}  # of the keys of states
        self._in_vain: Counter[Place] = Counter()  # paths at a place since one came back to a state there
        self._wholes: dict[int, Node] = {}  # nodes with all that the rest of the program reads, by their numbers

    @cached_property
    def _fixed(self) -> dict[int, Any]:
        """Return the functions that were there before, each of which a program may compare with those that it has."""
        return Walk(self._things, self._source.faces()).functions

    def visit(self, path: Any) -> tuple[Any, Node | None]:
        """Return the state of a path that is about to draw, and the node at which a path has been in it, or None."""
        frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - no public function walks the stack
        place = _may_have_states(frame, self._until)
        if place is None or self._in_vain[place] > VAIN:
            return None, None
        self._in_vain[place] += place not in path.tried
        path.tried.add(place)
        states, whole = _states(frame, self._until, Walk((), self._source.faces(), path, fixed=self._fixed))
        if not states:
            return None, None
        keys, frames, away = zip(*states, strict=True)
        numbers = [self._numbers.setdefault(key, len(self._numbers)) for key in keys]
        places = list(zip(numbers, map(id, frames), strict=True))
        known: Node | None = next((path.states[place][0] for place in places if place in path.states), None)
        number = None if whole is None else self._numbers.setdefault(whole, len(self._numbers))
        known = known or self._wholes.get(number)  # type: ignore[arg-type]  # None has no node
        if known is not None:
            self._in_vain[place] = 0
            path.node.leads[known] = path.node.leads.get(known, fmpq(0)) + path.mass
            return None, known
        self.nodes.append(Node(path.node, path.mass, path.made, list(path.possible)))
        path.node.leads[self.nodes[-1]] = path.mass
        path.node = self.nodes[-1]
        if number is not None:
            self._wholes[number] = path.node
        path.states.update(zip(places, ((path.node, frame) for frame in frames), strict=True))
        return (path.node, place, numbers, [frame.f_code for frame in frames], away), None

    def visit_again(self, path: Any, state: Any) -> None:
        """Note a state that an earlier run has visited, and the same calls of this one."""
        path.node, place, numbers, codes, away = state
        if self._in_vain[place] > VAIN:
            return
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - of `new_draw` as well
        passed = 0
        for number, code, distance in zip(numbers, codes, away, strict=True):
            while frame is not None and passed < distance:
                frame, passed = frame.f_back, passed + 1
            if frame is None or frame.f_code is not code:
                path.go_astray()
            path.states[number, id(frame)] = (path.node, frame)


def _may_have_states(frame: FrameType | None, until: CodeType) -> Place | None:
    """Return the place of the last call inside of a loop if the calls alone allow a state, which is quick to see."""
    while frame is not None and frame.f_code is not until:
        if not _is_aside(frame):
            place = place_of(frame.f_code, frame.f_lasti)
            if place is None or place.in_loop:
                return place
        frame = frame.f_back
    return None


def _states(frame: FrameType | None, until: CodeType, walk: Walk) -> tuple[list[Any], Hashable | None]:
    """Return the states at which calls inside of a loop are, and the key of all calls if they are seen and known.

    A state has a key, the call, and the number of calls inside of it.
    """
    states: list[tuple[Hashable, FrameType, int]] = []
    parts: list[Hashable] = []
    away = 0
    while frame is not None and frame.f_code is not until:
        values = frame.f_locals
        place = None if _is_aside(frame) else place_of(frame.f_code, frame.f_lasti)
        read = _read(frame, values, place)
        if read is None:
            break
        bound = tuple([name for name in read[0] if name in values])
        drawn = values.get("function") if place is None and "function" in frame.f_code.co_freevars else None
        parts.append((Same(frame.f_code), Same(frame.f_globals), frame.f_lasti, bound))
        parts.append(Same(drawn))  # the subprogram behind a function of ours
        if bound or read[1]:
            walk.add([*map(values.get, bound), *read[1]])
        if not walk.exact:
            break
        if place is not None and place.in_loop:
            made = map(Same, walk.functions.values())  # a caller that is not seen may compare them with its own
            states.append(((*parts, *walk.key, *made), frame, away))
        frame = frame.f_back
        away += 1
    else:
        whole = (*parts, *walk.key)
        if walk.functions and frame:  # a later run makes them anew, and has states of an earlier one by all calls
            states = [(whole, call, distance) for _, call, distance in states]
        return states, None if walk.open or frame is None else whole
    return states, None


def _read(frame: FrameType, values: Mapping[str, Any], place: Place | None) -> tuple[Sequence[str], list[Any]] | None:
    """Return the locals and values that a call can still read, or None if that is not seen."""
    if place is None:
        return _read_aside(frame, values) if _is_aside(frame) else None
    stack = waiting_in(frame, place.waiting)
    return None if stack is None else (place.live, [*map(_shown, stack)])


def _read_aside(frame: FrameType, values: Mapping[str, Any]) -> tuple[Sequence[str], list[Any]] | None:
    """Return the locals and values that a call of ours or of `random` can still read, or None if that is not seen.

    Only its arguments tell of the call of the program that leads to it.
    """
    code, back = frame.f_code, frame.f_back
    if not _is_own(code):  # functions of `random` draw once from their arguments, or loop
        return sorted(values), []
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)  # * and **
    some = [] if back is None or _is_own(back.f_code) else [*map(values.get, code.co_varnames[:count])]
    arguments = [tuple(value.items()) if type(value) is dict else value for value in some]
    if not repeats(code):
        return (), arguments
    place = place_of(code, frame.f_lasti)
    stack = None if place is None else waiting_in(frame, place.waiting)
    if place is None or stack is None or any(map(_goes_on, map(type, map(values.get, code.co_varnames)))):
        return None
    names = [name for name in place.live if not callable(values.get(name))]
    return names, [*arguments, *(_shown(value) for value in stack if not callable(value))]


def _shown(value: Any) -> Any:
    """Return the results of a value on the stack, if it is an iterator of `for` or the end of `with patched(...)`.

    They come with this function, which no tuple of the program holds.
    """
    if value is ...:
        return _shown, "no value"
    if type(value) is range:
        return _shown, "range", value.start, value.stop, value.step
    if type(value) in ITERATORS and sys.getrefcount(value) <= ALONE:
        kind, arguments, *place = value.__reduce__()
        return _shown, kind.__name__, *map(_shown, arguments), *place
    if type(value) is MethodType and type(value.__self__) is _GeneratorContextManager:
        suspended = getattr(value.__self__.gen, "gi_frame", None)
        if suspended is not None and suspended.f_code is patched.__wrapped__.__code__:  # type: ignore[attr-defined]
            return _shown, "patched", *suspended.f_locals.values()
    return value


def _is_own(code: CodeType) -> bool:
    return code.co_filename.startswith(OWN)


def _is_aside(frame: FrameType) -> bool:
    """Return whether a call is of a function of ours or of `random`."""
    return _is_own(frame.f_code) or frame.f_globals is vars(random)


@cache
def _goes_on(kind: type) -> bool:
    """Return whether a local of a function of ours, which is a list, array or iterator, may hold some of its draws."""
    return kind is list or hasattr(kind, "__next__") or hasattr(kind, "__array_finalize__")
