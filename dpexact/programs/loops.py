"""Loops: when a run comes back to a state in which it has been, what follows is what followed then.

The state at a draw is, for every call from one that is inside a loop to the draw: its code, where in it, and the values
that it can still read there. If these are plain values, or draws that may still be what they might be then, nothing
lies on a stack that Python does not show, and the program reaches nothing that can change (`held.law_key`), then the
future depends on the state alone. With mass m at a state, r of which comes back to it and w of which leads to some
outcome before that, the outcome has probability w / m (1 + r/m + (r/m)^2 + ...) = w / (m - r): a rejection loop needs
no path for each of its rounds.

What cannot be seen to be so has no state, and its paths are followed one by one: code with handlers of exceptions,
generators, iterators of `for` and other values that wait on the stack, calls that go through functions in C, locals
that hold lists or objects. Every return is also run on plain numbers with a way out of the loop behind it.
"""

from __future__ import annotations

import dis
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from dpexact.programs.draw import draw_state, is_draw, tagged
from dpexact.programs.held import is_aside, is_plain, law_key, reached

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

HERE = str(File(__file__).parent)
CHANGING = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF", "STORE_ATTR", "DELETE_ATTR", "IMPORT_NAME")
SUSPENDING = 0x20 | 0x80 | 0x100 | 0x200  # generators and coroutines
NO_WAY_ON = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD")
CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION_EX")


@dataclass(frozen=True)
class _Place:
    """What a call that is going on leaves behind it: values on the stack, locals that are still read, and a loop."""

    waiting: int
    live: tuple[str, ...]
    in_loop: bool
    names: frozenset[str]  # that the expression of the function that is called begins with


@cache
def _places(code: CodeType) -> dict[int, _Place] | None:
    """Return the places of all calls of some code; None where its state cannot be seen."""
    if code.co_exceptiontable or code.co_flags & SUSPENDING:
        return None
    steps = list(dis.get_instructions(code))
    at = {step.offset: n for n, step in enumerate(steps)}
    jumps = {*dis.hasjrel, *dis.hasjabs}
    after: list[list[int]] = []
    for n, step in enumerate(steps):
        follows = [] if step.opname in NO_WAY_ON or n + 1 == len(steps) else [n + 1]
        after.append([*follows, *([at[step.argval]] if step.opcode in jumps else [])])
    depths = _depths(steps, after)
    if depths is None:
        return None
    live = _live(steps, after)
    loops = [(target, n) for n, targets in enumerate(after) for target in targets if target <= n]
    always = (*code.co_cellvars, *code.co_freevars)
    found = {}
    for n, step in enumerate(steps):
        if step.opname in CALLS and depths[n] is not None and step.positions is not None:
            left = set().union(*(live[m] for m in after[n])) if after[n] else set()
            waiting = (depths[n] or 0) + dis.stack_effect(step.opcode, step.arg, jump=False) - 1
            inside = any(first <= n <= last for first, last in loops)
            found[step.offset] = _Place(waiting, (*sorted(left), *always), inside, _named(steps, n))
    return found


def _named(steps: list[dis.Instruction], n: int) -> frozenset[str]:
    """Return the names that are loaded where the expression of a call begins."""
    begin = (steps[n].positions.lineno, steps[n].positions.col_offset)  # type: ignore[union-attr]
    return frozenset(
        str(step.argval)
        for step in steps[:n]
        if step.opname.startswith("LOAD_")
        and isinstance(step.argval, str)
        and step.positions is not None
        and (step.positions.lineno, step.positions.col_offset) == begin
    )


def _depths(steps: list[dis.Instruction], after: list[list[int]]) -> list[int | None] | None:
    """Return how many values are on the stack before each step; None where the ways to a step differ."""
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
    """Return what a step does with locals, in order; later versions of Python join two steps into one."""
    if "_FAST" not in step.opname:
        return []
    if step.opname.startswith("DELETE_FAST"):
        return [("read", step.argval), ("write", step.argval)]
    names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
    kinds = [part for part in step.opname.split("_") if part in ("LOAD", "STORE")]
    if step.opname == "LOAD_FAST_AND_CLEAR":
        return [("read", step.argval), ("write", step.argval)]
    return [("read" if kind == "LOAD" else "write", name) for kind, name in zip(kinds, names, strict=False)]


def changes_nothing(code: CodeType) -> bool:
    """Return whether some code, and what is defined in it, writes no name or attribute that outlives a call."""
    inside = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return all(step.opname not in CHANGING for step in dis.get_instructions(code)) and all(map(changes_nothing, inside))


def is_constant(function: Any, arguments: Iterable[Any]) -> bool:
    """Return whether all that a function with these arguments reaches is plain, and nothing of it can change."""
    if law_key(function, tuple(arguments)) is None:
        return False
    inside = (value for value in reached((function,)) if isinstance(value, FunctionType) and not is_aside(value))
    return all(changes_nothing(value.__code__) for value in inside)


def states_here(until: CodeType, known: Iterable[object], called: frozenset[str]) -> list[tuple[Hashable, FrameType]]:
    """Return the states in which the call that makes a draw is: one for each call around it that is inside a loop.

    `until` is the code that has called the program, `known` are the objects that stand for the source, `called` the
    names of functions that draw. With a state comes the call whose loop it is: as long as that call goes on, whatever
    is outside of it waits, and is what it was.
    """
    found: list[tuple[Hashable, FrameType]] = []
    parts: list[Hashable] = []
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - there is no public way to walk the stack
    inner = ""
    sources = {id(value) for value in known}
    while frame is not None and frame.f_code is not until:
        code = frame.f_code
        if not code.co_filename.startswith(HERE):
            values, in_loop = frame.f_locals, False
            if frame.f_globals.get("__name__") == "random":  # its functions draw once from their arguments, or loop
                names: Iterable[str] = sorted(values)
            else:
                place = _place(code, frame.f_lasti)
                if place is None or place.waiting or not (place.names & ({inner} if inner else called)):
                    return found
                names, in_loop = place.live, place.in_loop
            state = _values(values, names, sources)
            if state is None:
                return found
            parts.append((code, frame.f_lasti, state))
            if in_loop:
                found.append((tuple(parts), frame))
            inner = code.co_name
        frame = frame.f_back
    return found


def _place(code: CodeType, offset: int) -> _Place | None:
    places = _places(code)
    if places is None:
        return None
    before = [start for start in places if start <= offset]
    place = max(before, default=None)
    return None if place is None or offset - place > MOST_CACHED else places[place]


MOST_CACHED = 16  # bytes that may lie between a call and where Python says that it is: its caches


def _values(values: dict[str, Any], names: Iterable[str], sources: set[int]) -> Hashable | None:
    found: list[Hashable] = []
    for name in names:
        if name not in values:
            found.append((name, "unbound"))
            continue
        value = values[name]
        if id(value) in sources:
            found.append((name, "source"))
        elif isinstance(value, FunctionType | BuiltinFunctionType | ModuleType | type):
            found.append((name, id(value)))
        elif is_draw(value):
            state = draw_state(value)
            if state is None:
                return None
            found.append((name, state))
        elif is_plain(value):
            found.append((name, tagged(value)))
        else:
            return None
    return tuple(found)
