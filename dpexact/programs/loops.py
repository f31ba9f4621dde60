"""Loops: when a run comes back to an earlier state, the continuation is the same as then.

The state at a draw is, for every call from one that is inside a loop to the draw, its code, its place in it, and the
values that it can still read there. The future depends on the state alone if these are plain values, draws that may
still have the same values as then, or functions that reach nothing else, if nothing lies on a stack that Python does
not show, and if the program reaches nothing that can change (`held`). If a state has mass m, r of which comes back to
it and w of which leads to some outcome before that, the outcome has the probability
w / m (1 + r/m + (r/m)^2 + ...) = w / (m - r). So a rejection loop does not need a path for each of its rounds.

Code that is not seen to meet these conditions lacks a state, and its paths are followed one by one. This is code with
handlers of exceptions, generators, iterators of `for` and other values that wait on the stack, calls that go through
functions in C, locals that hold lists or objects, functions with such in their cells, and methods of lists. It is also
code that could look past the values, such as `is`, `id`, `locals`, `setattr`, `__dict__`, and modules that keep
something (`os`, `sys`, `decimal`). Only entries of the list in `held` are assumed harmless. Every return is also run on
plain numbers, once and some rounds more, with a way out of the loop behind it. Kept values may still show only later.
"""

from __future__ import annotations

import dis
import random
import sys
from bisect import bisect_right
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from dpexact.programs.held import CELLS_CHANGING, Walk

HERE = str(File(__file__).parent)
STATES = sys.version_info[:2] == (3, 11)  # bytecode was read in 3.11. From 3.12 on, comprehensions wait on the stack
SUSPENDING = 0x20 | 0x80 | 0x100 | 0x200  # generators and coroutines
NO_WAY_ON = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD")
CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION_EX")
LOADS = ("LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_NAME")
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
OF_NAMES_ALONE = (  # steps of an argument whose value depends on its names alone
    *("LOAD", "BINARY", "UNARY", "COMPARE", "CONTAINS", "BUILD", "POP_JUMP", "JUMP_IF", "JUMP_FORWARD", "COPY", "SWAP"),
    *("MAKE_FUNCTION", "SET_FUNCTION", "PUSH_NULL", "POP_TOP", "PRECALL", "KW_NAMES", "EXTENDED_ARG", "TO_BOOL", "NOP"),
)


@dataclass(frozen=True)
class _Place:
    """The remains of a call that goes on: values on the stack, locals that are still read, a loop or none."""

    waiting: int
    live: tuple[str, ...]
    arguments: tuple[str, ...] | None  # the names in the arguments, or None if these alone do not decide them
    in_loop: bool
    called: tuple[str, ...]  # the names of the callee, as ("source", "below"), or () if it is not a name


@cache
def _places(code: CodeType) -> dict[int, _Place] | None:
    """Return the places of all calls of some code, or None if its state cannot be seen."""
    steps = list(dis.get_instructions(code))
    if code.co_exceptiontable or code.co_flags & SUSPENDING or any(step.opname in CELLS_CHANGING for step in steps):
        return None
    at = {step.offset: n for n, step in enumerate(steps)}
    jumps = {*dis.hasjrel, *dis.hasjabs}
    after: list[list[int]] = []
    for n, step in enumerate(steps):
        follows = [] if step.opname in NO_WAY_ON or n + 1 == len(steps) else [n + 1]
        after.append([*follows, *([at[step.argval]] if step.opcode in jumps else [])])
    depths = _depths(steps, after)
    if depths is None:
        return None
    lives = _live(steps, after)
    loops = [(target, n) for n, targets in enumerate(after) for target in targets if target <= n]
    always = (*code.co_cellvars, *code.co_freevars)
    found = {}
    for n, step in enumerate(steps):
        if step.opname in CALLS and depths[n] is not None and step.positions is not None:
            left = set().union(*(lives[m] for m in after[n])) if after[n] else set()
            waiting = (depths[n] or 0) + dis.stack_effect(step.opcode, step.arg, jump=False) - 1
            inside = any(first <= n <= last for first, last in loops)
            live = (*sorted(left), *always)
            found[step.offset] = _Place(waiting, live, _arguments(steps, n), inside, _named(steps, n))
    return found


@cache
def _offsets(code: CodeType) -> list[int]:
    return [step.offset for step in dis.get_instructions(code)]


def _named(steps: list[dis.Instruction], n: int) -> tuple[str, ...]:
    """Return the name, and the names of attributes, that are loaded where the expression of a call begins."""
    begin, end = _span(steps[n])
    there = [step for step in steps[:n] if _span(step)[0] == begin]
    names = {str(step.argval) for step in there if step.opname in LOADS}
    attributes = {str(step.argval) for step in there if step.opname in ATTRIBUTES}
    known = all(step.opname in (*LOADS, *ATTRIBUTES) for step in there if step.opname.startswith("LOAD_"))
    of_call = any(step.opname in CALLS and _span(step)[1] < end for step in there)  # f()(): f returns the callee
    return (*names, *attributes) if known and len(names) == 1 and not of_call else ()


def _arguments(steps: list[dis.Instruction], n: int) -> tuple[str, ...] | None:
    """Return the locals in the expression of a call, or None if something is called or written in it too."""
    begin, end = _span(steps[n])
    there: list[dis.Instruction] = []
    for step in reversed(steps[:n]):  # a loop may have its condition twice
        if not (begin <= _span(step)[0] and _span(step)[1] <= end):
            break
        there.append(step)
    if not there or _span(there[-1])[0] != begin or not all(step.opname.startswith(OF_NAMES_ALONE) for step in there):
        return None
    return tuple(dict.fromkeys(name for step in there for use, name in _uses(step)))


def _span(step: dis.Instruction) -> tuple[tuple[int, int], tuple[int, int]]:
    place = step.positions
    if place is None:
        return (0, 0), (0, 0)
    return (place.lineno or 0, place.col_offset or 0), (place.end_lineno or 0, place.end_col_offset or 0)


def _depths(steps: list[dis.Instruction], after: list[list[int]]) -> list[int | None] | None:
    """Return the number of values on the stack before each step, or None if the ways to a step differ."""
    depths: list[int | None] = [None] * len(steps)
    depths[0], open_steps = 0, [0]
    while open_steps:
        n = open_steps.pop()
        step, depth = steps[n], depths[n]
        for m in after[n]:
            jump = m != n + 1
            then = (depth or 0) + dis.stack_effect(step.opcode, step.arg, jump=jump)
            if depths[m] is None:
                depths[m] = then
                open_steps.append(m)
            elif depths[m] != then:
                return None
    return depths


def _live(steps: list[dis.Instruction], after: list[list[int]]) -> list[set[str]]:
    """Return the locals that may be read before they are written, from each step on."""
    live: list[set[str]] = [set() for _ in steps]
    changed = True
    while changed:
        changed = False
        for n in range(len(steps) - 1, -1, -1):
            now = set().union(*(live[m] for m in after[n])) if after[n] else set()
            for use, name in reversed(_uses(steps[n])):
                now = now | {name} if use == "read" else now - {name}
            if now != live[n]:
                live[n], changed = now, True
    return live


def _uses(step: dis.Instruction) -> list[tuple[str, str]]:
    """Return the uses of locals by a step, in order. Later versions of Python join two steps into one."""
    if "_FAST" not in step.opname:
        return []
    if step.opname.startswith("DELETE_FAST"):
        return [("read", step.argval), ("write", step.argval)]
    names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
    kinds = [part for part in step.opname.split("_") if part in ("LOAD", "STORE")]
    if step.opname == "LOAD_FAST_AND_CLEAR":
        return [("read", step.argval), ("write", step.argval)]
    return [("read" if kind == "LOAD" else "write", name) for kind, name in zip(kinds, names, strict=False)]


def states_here(until: CodeType, known: Sequence[object], path: object) -> list[tuple[Hashable, FrameType]]:
    """Return the states of the call that makes a draw, one for each call around it that is inside a loop.

    `until` is the code that has called the program, and `known` are the objects that represent the source. Each state
    comes with the call whose loop it is. As long as that call goes on, all outside of it waits, unchanged.
    """
    found: list[tuple[Hashable, FrameType]] = []
    parts: list[Hashable] = []
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - no public function walks the stack
    inner: FrameType | None = None
    sources = {id(value) for value in known}
    walk = Walk((), known, path)
    while frame is not None and frame.f_code is not until:
        code = frame.f_code
        if code.co_filename.startswith(HERE):
            if _repeats(code) and _is_under_way(frame):
                return found
            parts.append((code, frame.f_lasti))
        else:
            values, in_loop = frame.f_locals, False
            if _is_of_random(frame):  # its functions draw once from their arguments, or loop
                names: Sequence[str] = sorted(values)
            else:
                place = _place(code, frame.f_lasti)
                if place is None or place.waiting or not _calls(frame, place.called, inner, sources):
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
                found.append(((*parts, *walk.key), frame))
            inner = frame
        frame = frame.f_back
    return found


def _is_of_random(frame: FrameType) -> bool:
    return frame.f_globals is vars(random)


@cache
def _repeats(code: CodeType) -> bool:
    """Return whether some code has a loop. Other code only goes forward. Code inside of it has its own frame."""
    jumps = {*dis.hasjrel, *dis.hasjabs}
    return any(step.opcode in jumps and step.argval <= step.offset for step in dis.get_instructions(code))


def _is_under_way(frame: FrameType) -> bool:
    """Return whether a function of ours may have made some of its draws, as it holds a list, array or iterator."""
    return any(map(_goes_on, map(type, map(frame.f_locals.get, frame.f_code.co_varnames))))


@cache
def _goes_on(kind: type) -> bool:
    return kind is list or hasattr(kind, "__next__") or hasattr(kind, "__array_finalize__")


def _calls(frame: FrameType, called: tuple[str, ...], inner: FrameType | None, sources: set[int]) -> bool:
    """Return whether a call is of the function that runs now, or of the source, without anything in C between."""
    missing = object()
    if not called:
        return False
    names = next((names for names in (frame.f_locals, frame.f_globals) if called[0] in names), {})
    value: Any = names.get(called[0], missing)
    of_library = inner is None or _is_of_random(inner)
    if id(value) in sources:
        return len(called) > 1 and of_library
    if len(called) > 2:
        return False
    if len(called) == 2:
        value = vars(value).get(called[1]) if isinstance(value, ModuleType) else None
    if not isinstance(value, FunctionType):
        return False
    if value.__code__.co_filename.startswith(HERE):  # a subprogram, or a function of `random` under `patched`
        return of_library
    return inner is not None and value.__code__ is inner.f_code


def _place(code: CodeType, offset: int) -> _Place | None:
    places = _places(code)
    if places is None:
        return None
    offsets = _offsets(code)
    return places.get(offsets[bisect_right(offsets, offset) - 1])
