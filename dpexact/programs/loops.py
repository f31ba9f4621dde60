"""Loops: when a run comes back to an earlier state, the continuation is the same as then.

The state at a draw is, for every call from one that is inside a loop to the draw, its code, its place in it, and the
values that it can still read there. The future depends on the state alone if these are plain values, draws that may
still have the same values as then, or functions that reach nothing else, if nothing lies on a stack that Python does
not show, and if the program reaches nothing that can change (`held`). If a state has mass m, r of which comes back to
it and w of which leads to some outcome before that, the outcome has the probability
w / m (1 + r/m + (r/m)^2 + ...) = w / (m - r). So a rejection loop does not need a path for each of its rounds.

Code that is not seen to meet these conditions (`bytecode`) lacks a state, and its paths are followed one by one. This
is code with handlers of exceptions, generators, iterators of `for` and other values that wait on the stack, calls that
go through functions in C, locals that hold lists or objects, functions with such in their cells, and methods of lists.
It is also code that could look past the values, such as `is`, `id`, `locals`, `setattr`, `__dict__`, and modules that
keep something (`os`, `sys`, `decimal`). Only entries of the list in `allowed` are assumed harmless. Every return is
also run on plain numbers, once and some rounds more, with a way out of the loop behind it. Kept values may still show
only later.
"""

import random
import sys
from collections.abc import Hashable, Sequence
from functools import cache
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from flint import fmpq

from dpexact.programs.allowed import OWN
from dpexact.programs.bytecode import STATES, place_of, repeats
from dpexact.programs.held import Walk
from dpexact.programs.law import Found, Node, settled

State = tuple[Hashable, FrameType, int]


class States:
    """The states at which the paths of an exploration have been, each with the results that were found from it."""

    def __init__(self, source: Any, until: CodeType, *, on: bool) -> None:
        self.nodes = [Node(None, fmpq(1))]
        self.on = on and STATES
        self._source, self._until = source, until
        self._numbers: dict[Hashable, int] = {}  # of the keys of states

    def visit(self, path: Any) -> tuple[Any, Node | None]:
        """Return the state of a path that is about to draw, or None, and the node at which it has been, or None."""
        frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - no public function walks the stack
        states = _states(frame, self._until, self._source.faces(), path) if _may_have_states(frame, self._until) else []
        if not states:
            return None, None
        keys, frames, away = zip(*states, strict=True)
        numbers = [self._numbers.setdefault(key, len(self._numbers)) for key in keys]
        places = list(zip(numbers, map(id, frames), strict=True))
        known: Node | None = next((path.states[place][0] for place in places if place in path.states), None)
        if known is not None:
            path.node.returned[known] = path.node.returned.get(known, fmpq(0)) + path.mass
            return None, known
        path.node = Node(path.node, path.mass, path.made, list(path.possible))
        self.nodes.append(path.node)
        path.states.update(zip(places, ((path.node, frame) for frame in frames), strict=True))
        return (path.node, numbers, [frame.f_code for frame in frames], away), None

    def visit_again(self, path: Any, state: Any) -> None:
        """Note a state that an earlier run has visited, and the same calls of this one."""
        path.node, numbers, codes, away = state
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - of `new_draw` as well
        passed = 0
        for number, code, distance in zip(numbers, codes, away, strict=True):
            while frame is not None and passed < distance:
                frame, passed = frame.f_back, passed + 1
            if frame is None or frame.f_code is not code:
                path.go_astray()
            path.states[number, id(frame)] = (path.node, frame)

    def settled(self, left: Any = None) -> tuple[Found, Any]:
        """Return the outcomes and the unfinished mass, including or not the mass that is left for later runs."""
        parts = [] if left is None else left.parts
        for mass, _, _, start in parts:
            start.node.unfinished -= mass
        try:
            return settled(self.nodes)
        finally:
            for mass, _, _, start in parts:
                start.node.unfinished += mass


def _may_have_states(frame: FrameType | None, until: CodeType) -> bool:
    """Return whether the places of the calls alone allow a state, which is quick to see."""
    while frame is not None and frame.f_code is not until:
        if not (_is_own(frame.f_code) or _is_of_random(frame)):
            place = place_of(frame.f_code, frame.f_lasti)
            if place is None or place.in_loop:
                return place is not None
        frame = frame.f_back
    return False


def _states(frame: FrameType | None, until: CodeType, known: Sequence[object], path: object) -> list[State]:
    found: list[State] = []
    parts: list[Hashable] = []
    inner: FrameType | None = None
    sources = {id(value) for value in known}
    walk = Walk((), known, path)
    away = 0
    while frame is not None and frame.f_code is not until:
        code = frame.f_code
        if _is_own(code):
            if repeats(code) and any(map(_goes_on, map(type, map(frame.f_locals.get, code.co_varnames)))):
                return found
            parts.append((code, frame.f_lasti))
        else:
            values, in_loop = frame.f_locals, False
            if _is_of_random(frame):  # its functions draw once from their arguments, or loop
                names: Sequence[str] = sorted(values)
            else:
                place = place_of(code, frame.f_lasti)
                if place is None or not _calls(frame, place.called, inner, sources):
                    return found
                names, in_loop = place.live, place.in_loop
                if inner is None:  # our own function runs now, and has the arguments of the call
                    if place.arguments is None:
                        return found
                    names = (*names, *place.arguments)
            bound = tuple(name for name in names if name in values)
            parts.append((code, frame.f_lasti, bound))
            walk.add([values[name] for name in bound])
            if not walk.exact:
                return found
            if in_loop:
                found.append(((*parts, *walk.key), frame, away))
            inner = frame
        frame = frame.f_back
        away += 1
    return found


def _is_own(code: CodeType) -> bool:
    return code.co_filename.startswith(OWN)


def _is_of_random(frame: FrameType) -> bool:
    return frame.f_globals is vars(random)


@cache
def _goes_on(kind: type) -> bool:
    """Return whether a local of a function of ours, which is a list, array or iterator, may hold some of its draws."""
    return kind is list or hasattr(kind, "__next__") or hasattr(kind, "__array_finalize__")


def _calls(frame: FrameType, called: tuple[str, ...], inner: FrameType | None, sources: set[int]) -> bool:
    """Return whether a call is of the function that runs now, or of the source, without anything in C between."""
    names = next((names for names in (frame.f_locals, frame.f_globals) if called[0] in names), {})
    value: Any = names.get(called[0])
    of_library = inner is None or _is_of_random(inner)
    if id(value) in sources:
        return len(called) > 1 and of_library
    if len(called) > 2:
        return False
    if len(called) == 2:
        value = vars(value).get(called[1]) if isinstance(value, ModuleType) else None
    if not isinstance(value, FunctionType):
        return False
    if _is_own(value.__code__):  # a subprogram, or a function of `random` under `patched`
        return of_library
    return inner is not None and value.__code__ is inner.f_code
