"""Loops: when a run comes back to a state in which it has been, what follows is what followed then.

The state at a draw is, for every call from one that is inside a loop to the draw: its code, where in it, and the values
that it can still read there. The future depends on the state alone if these are plain values, draws that may still be
what they might be then, or functions that reach nothing else, if nothing lies on a stack that Python does not show, and
if the program reaches nothing that can change (`held.law_key`). With mass m at a state, r of which comes back to it and
w of which leads to some outcome before that, the outcome has probability w / m (1 + r/m + (r/m)^2 + ...) = w / (m - r):
a rejection loop needs no path for each of its rounds.

What cannot be seen to be so has no state, and its paths are followed one by one: code with handlers of exceptions,
generators, iterators of `for` and other values that wait on the stack, calls that go through functions in C, locals
that hold lists or objects, functions with such in their cells, methods of lists; and whatever could look past the
values: `is`, `id`, `locals`, `setattr`, `__dict__`, modules that keep something (`os`, `sys`, `decimal`). Only what is
listed here as harmless is taken to be so. Every return is also run on plain numbers with a way out of the loop behind
it; but what is kept may show only some rounds later.
"""

from __future__ import annotations

import builtins
import dis
import random
import sys
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from dpexact.programs.draw import draw_state, is_draw, tagged
from dpexact.programs.held import MOST, is_aside, is_plain, law_key, reached

HERE = str(File(__file__).parent)
CHANGING = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF", "STORE_ATTR", "DELETE_ATTR", "IMPORT_NAME")
SUSPENDING = 0x20 | 0x80 | 0x100 | 0x200  # generators and coroutines
NO_WAY_ON = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD")
CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION_EX")
LOADS = ("LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_NAME")
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
# Of Python's own, these keep nothing that a program could read again:
HARMLESS_MODULES = frozenset(
    (
        *("builtins", "math", "cmath", "operator", "_operator", "random", "secrets", "itertools", "fractions"),
        *("numbers", "typing", "numpy", "dpexact", "flint"),
    )
)
HARMLESS_BUILTINS = frozenset(
    (
        *("abs", "all", "any", "ascii", "bin", "bool", "bytes", "callable", "chr", "complex", "dict", "divmod"),
        *("enumerate", "filter", "float", "format", "frozenset", "hex", "int", "isinstance", "issubclass", "iter"),
        *("len", "list", "map", "max", "min", "next", "oct", "ord", "pow", "print", "range", "repr", "reversed"),
        *("round", "set", "slice", "sorted", "str", "sum", "tuple", "type", "zip", "NotImplemented", "Ellipsis"),
    )
)
SINGLE = (None, True, False, ...)


@dataclass(frozen=True)
class _Place:
    """Hold what a call that goes on leaves behind: values on the stack, locals that are still read, a loop or none."""

    waiting: int
    live: tuple[str, ...]
    in_loop: bool
    called: tuple[str, ...]  # the names of what is called, as ("source", "below"); () where it is no name


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
    of_call = any(step.opname in CALLS and _span(step)[1] < end for step in there)  # f()(): it is what f has given
    return (*names, *attributes) if known and len(names) == 1 and not of_call else ()


def _span(step: dis.Instruction) -> tuple[tuple[int, int], tuple[int, int]]:
    place = step.positions
    if place is None:
        return (0, 0), (0, 0)
    return (place.lineno or 0, place.col_offset or 0), (place.end_lineno or 0, place.end_col_offset or 0)


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


@cache
def changes_nothing(code: CodeType) -> bool:
    """Return whether some code, and what is defined in it, writes no name or attribute that outlives a call.

    It may not tell equal values apart (`is`), nor name an attribute that shows or sets what Python keeps of an object.
    """
    inside = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return (
        all(step.opname not in CHANGING for step in dis.get_instructions(code))
        and not any(name != "set" and name.startswith(("__", "set")) for name in code.co_names)
        and _compares_values(code)
        and all(map(changes_nothing, inside))
    )


def _compares_values(code: CodeType) -> bool:
    """Return whether `is` stands only beside None, True, False and the like."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    return all(
        step.opname != "IS_OP"
        or any(one.opname == "LOAD_CONST" and any(one.argval is s for s in SINGLE) for one in steps[max(n - 1, 0) : n])
        for n, step in enumerate(steps)
    )


def _globals_loaded(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_loaded(constant)


@cache
def _builtins_loaded(code: CodeType) -> frozenset[str]:
    return frozenset(name for name in _globals_loaded(code) if hasattr(builtins, name) and not _is_harmless(name))


def _is_harmless(name: str) -> bool:
    value = getattr(builtins, name)
    return name in HARMLESS_BUILTINS or (isinstance(value, type) and issubclass(value, BaseException))


def _keeps_nothing(value: Any) -> bool:
    """Return whether something that a program reaches keeps nothing from one moment to another."""
    if isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType | type(None)):
        return False  # a method, of a list perhaps
    if isinstance(value, FunctionType) and not is_aside(value):
        return changes_nothing(value.__code__) and _builtins_loaded(value.__code__) <= value.__globals__.keys()
    if isinstance(value, FunctionType | BuiltinFunctionType | type):
        module = value.__module__ or ""
        if module == "builtins":
            return _is_harmless(value.__name__) if hasattr(builtins, value.__name__) else False
        return module.partition(".")[0] in HARMLESS_MODULES and is_aside(value)
    if isinstance(value, ModuleType):
        return value.__name__.partition(".")[0] in HARMLESS_MODULES and is_aside(value)
    return True


def is_constant(function: Any, arguments: Iterable[Any]) -> bool:
    """Return whether all that a function with these arguments reaches is plain, and nothing of it can change."""
    things = (function, *arguments)
    return law_key(function, things[1:]) is not None and all(map(_keeps_nothing, reached(things)))


def states_here(until: CodeType, known: Iterable[object]) -> list[tuple[Hashable, FrameType]]:
    """Return the states in which the call that makes a draw is: one for each call around it that is inside a loop.

    `until` is the code that has called the program, `known` are the objects that stand for the source. With a state
    comes the call whose loop it is: as long as that call goes on, whatever is outside of it waits, and is what it was.
    """
    found: list[tuple[Hashable, FrameType]] = []
    parts: list[Hashable] = []
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - there is no public way to walk the stack
    inner: FrameType | None = None
    sources = {id(value) for value in known}
    while frame is not None and frame.f_code is not until:
        code = frame.f_code
        if code.co_filename.startswith(HERE):
            if _repeats(code) and _is_under_way(frame):
                return found
            parts.append((code, frame.f_lasti))
        else:
            values, in_loop = frame.f_locals, False
            if _is_of_random(frame):  # its functions draw once from their arguments, or loop
                names: Iterable[str] = sorted(values)
            else:
                place = _place(code, frame.f_lasti)
                if place is None or place.waiting or not _calls(frame, place.called, inner, sources):
                    return found
                names, in_loop = place.live, place.in_loop
            state = _values(values, names, sources)
            if state is None:
                return found
            parts.append((code, frame.f_lasti, state))
            if in_loop:
                found.append((tuple(parts), frame))
            inner = frame
        frame = frame.f_back
    return found


def _is_of_random(frame: FrameType) -> bool:
    return frame.f_globals is vars(random)


@cache
def _repeats(code: CodeType) -> bool:
    """Return whether some code has a loop; what has none goes on from where it is. What is inside has its own frame."""
    jumps = {*dis.hasjrel, *dis.hasjabs}
    return any(step.opcode in jumps and step.argval <= step.offset for step in dis.get_instructions(code))


def _is_under_way(frame: FrameType) -> bool:
    """Return whether a function of ours has made some of its draws, or may have: it holds a list, or what goes on."""
    held = (frame.f_locals.get(name) for name in frame.f_code.co_varnames)
    return any(type(value).__name__ in ("list", "ndarray") or hasattr(type(value), "__next__") for value in held)


def _calls(frame: FrameType, called: tuple[str, ...], inner: FrameType | None, sources: set[int]) -> bool:
    """Return whether a call is one of the function that runs now, or of the source, and nothing in C lies between."""
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
            state = _of_callable(value, sources)
            if state is None:
                return None
            found.append((name, state))
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


def _of_callable(value: Any, sources: set[int]) -> Hashable | None:
    """Return a key of what a function, type or module does; None where it reaches more than plain values."""
    parts: list[Hashable] = []
    held = list(reached((value,), aside=sources))
    if len(held) >= MOST:
        return None
    for one in held:
        if id(one) in sources:
            parts.append("source")
        elif isinstance(one, FunctionType | BuiltinFunctionType | ModuleType | type):
            if not _keeps_nothing(one):
                return None
            own = isinstance(one, FunctionType) and not is_aside(one)
            parts.append(one.__code__ if own else id(one))  # type: ignore[union-attr]
        elif is_plain(one):
            parts.append(tagged(one))
        else:
            return None
    return tuple(parts)
