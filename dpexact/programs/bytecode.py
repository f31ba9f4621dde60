"""Bytecode: the properties of a function that its code alone decides, each of which may be left unknown.

On a Python whose code was not read, nothing is known. Then no law is used again, no state of a loop is taken as the
same, and programs run all the same.
"""

import ctypes
import dis
import sys
from dataclasses import dataclass
from functools import cache
from types import CodeType, FrameType
from typing import Any

VERSION = sys.version_info[:2]
READ = VERSION in ((3, 11), (3, 12), (3, 13))  # where the names of `CHANGING` were read
STATES = VERSION == (3, 11)  # where the places of calls were read. From 3.12 on, comprehensions wait on the stack
SHOWN = STATES and sys.implementation.name == "cpython" and (object.__basicsize__, FrameType.__basicsize__) == (16, 120)
CHANGING = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR", "IMPORT_NAME", "IMPORT_STAR")
CELLS_CHANGING = ("STORE_DEREF", "DELETE_DEREF")
OF_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "STORE_ATTR", "DELETE_ATTR")
HIDDEN = ("format", "format_map", "register")  # "{0.scale}" reads an attribute, and a class of ABCMeta keeps others
SINGLE = (None, True, False, ...)
NUMBER_TYPES = ("bool", "bytes", "complex", "float", "int", "str", "tuple", "Fraction")
SUSPENDING = 0x20 | 0x80 | 0x100 | 0x200  # generators and coroutines
NO_WAY_ON = ("RETURN_VALUE", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD")
JUMPS = {*dis.hasjrel, *dis.hasjabs}
CALLS = ("CALL", "CALL_FUNCTION_EX")


def inside(code: CodeType) -> list[CodeType]:
    """Return some code and all code that is defined inside of it."""
    return [code, *(nested for part in code.co_consts if isinstance(part, CodeType) for nested in inside(part))]


@cache
def attributes_in(code: CodeType) -> frozenset[str]:
    """Return all names in some code and inside of it that are not of locals, those of attributes included."""
    return frozenset(name for part in inside(code) for name in part.co_names)


@cache
def names_in(code: CodeType) -> tuple[str, ...]:
    """Return the names of globals in some code and inside of it, and perhaps some names that are only of attributes."""
    if not READ:
        return tuple(dict.fromkeys(name for part in inside(code) for name in part.co_names))
    steps = [step for part in inside(code) for step in dis.get_instructions(part) if step.opcode in dis.hasname]
    names = [step.argval for step in steps if step.opname not in OF_ATTRIBUTES and isinstance(step.argval, str)]
    return tuple(dict.fromkeys(names))


@cache
def changes_nothing(code: CodeType) -> bool:
    """Return whether some code is known to change nothing that outlives a call, nor to look past values.

    It may not tell equal values apart (`is`), nor name an attribute of Python's own, or read one by a pattern. `is` may
    be used with None, True, False and the types of numbers.
    """
    texts = [constant for constant in code.co_consts if isinstance(constant, str)]
    if not READ or any(".__" in text for text in texts):
        return False
    if any(name != "set" and name.startswith(("__", "set", "gi_", "cr_", "ag_")) for name in code.co_names):
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    quiet = all(_is_quiet(step, steps[n - 1], code) for n, step in enumerate(steps))
    return quiet and all(map(changes_nothing, inside(code)[1:]))


def _is_quiet(step: dis.Instruction, before: dis.Instruction, code: CodeType) -> bool:
    """Return whether a step, behind the one before, changes nothing and does not look past values."""
    match step.opname:
        case "MATCH_CLASS":
            return step.arg == 0 and before.argval == ()
        case "IS_OP":
            return not step.is_jump_target and _is_single(before)
        case name if name in CHANGING:
            return False
        case name if name in CELLS_CHANGING:
            return step.argval not in code.co_freevars
        case name if name in OF_ATTRIBUTES:
            return step.argval not in HIDDEN
    return True


def _is_single(step: dis.Instruction) -> bool:
    if step.opname == "LOAD_GLOBAL":
        return step.argval in NUMBER_TYPES
    return step.opname == "LOAD_CONST" and any(step.argval is single for single in SINGLE)


@dataclass(frozen=True, eq=False)
class Place:
    """The remains of a call that goes on: locals that are still read, a loop or none, and values on the stack."""

    live: tuple[str, ...]
    in_loop: bool
    waiting: int


_PLACES: dict[int, tuple[CodeType, dict[int, Place]]] = {}  # by the identity of the code, which is kept


def place_of(code: CodeType, offset: int) -> Place | None:
    """Return the place of a call, or None if its state cannot be seen."""
    if id(code) not in _PLACES:
        _PLACES[id(code)] = code, _places(code)
    return _PLACES[id(code)][1].get(offset)


def _places(code: CodeType) -> dict[int, Place]:
    """Return the places of all calls of some code whose state can be seen, by the offsets that belong to the call."""
    steps = list(dis.get_instructions(code))
    if code.co_flags & SUSPENDING or any(step.opname in CELLS_CHANGING for step in steps):
        return {}
    at = {step.offset: n for n, step in enumerate(steps)}
    after = [[at[step.argval]] if step.opcode in JUMPS else [] for step in steps]  # the numbers of the next steps
    for n, step in enumerate(steps[:-1]):
        after[n] += [] if step.opname in NO_WAY_ON else [n + 1]
    entries: Any = dis.Bytecode(code).exception_entries  # type: ignore[attr-defined]  # from Python 3.11 on
    caught = [[at[some.target] for some in entries if some.start <= step.offset < some.end] for step in steps]
    depths, lives = _depths(steps, after), _live(steps, after, caught)
    loops = [(target, n) for n, targets in enumerate(after) for target in targets if target <= n]
    places = {}
    for n, step in enumerate(steps):
        if step.opname not in CALLS or depths[n] is None:
            continue
        waiting = depths[n] + dis.stack_effect(step.opcode, step.arg, jump=False) - 1  # type: ignore[operator]
        left: set[str] = set().union(*(lives[m] for m in (*after[n], *caught[n])))
        live = (*sorted(left), *code.co_cellvars, *code.co_freevars)
        in_loop = any(first <= n <= last for first, last in loops)
        place = Place(live, in_loop, waiting)
        places.update(dict.fromkeys(range(step.offset, steps[n + 1].offset), place))
    return places


def waiting_in(frame: FrameType, count: int) -> list[Any] | None:
    """Return the values that wait on the stack of a call, or None if they are not `count` or cannot be seen.

    They are read from the frame of CPython 3.11, which keeps the number of its values while it waits for a call of
    Python code, and else a negative one. So nothing in C, which may keep something, is between the two calls. A place
    without a value gives ....
    """
    inner = _pointer(id(frame) + 24) if SHOWN else None
    if not inner or (_pointer(inner + 32), _pointer(inner + 40)) != (id(frame.f_code), id(frame)):
        return None
    code = frame.f_code
    first = len({*code.co_varnames, *code.co_cellvars}) + len(code.co_freevars)
    if ctypes.c_int.from_address(inner + 64).value != first + count:
        return None
    places = [_pointer(inner + 72 + 8 * n) for n in range(first, first + count)]
    return [ctypes.cast(place, ctypes.py_object).value if place else ... for place in places]


def _pointer(address: int) -> int | None:
    return ctypes.c_void_p.from_address(address).value


def _depths(steps: list[dis.Instruction], after: list[list[int]]) -> list[int | None]:
    """Return the number of values on the stack before each step, and no number at all if the ways to a step differ.

    Every step of Python's code that is reached is reached from above.
    """
    depths: list[int | None] = [0, *[None] * (len(steps) - 1)]
    for n, (step, depth) in enumerate(zip(steps, depths, strict=True)):
        for m in after[n] if depth is not None else ():
            then = depth + dis.stack_effect(step.opcode, step.arg, jump=m != n + 1)  # type: ignore[operator]
            if depths[m] not in (None, then):
                return [None] * len(steps)
            depths[m] = then
    return depths


def _live(steps: list[dis.Instruction], after: list[list[int]], caught: list[list[int]]) -> list[set[str]]:
    """Return the locals that may be read before they are written, from each step on, in a handler too."""
    live: list[set[str]] = [set() for _ in steps]
    changed = True
    while changed:
        changed = False
        for n in range(len(steps) - 1, -1, -1):
            now: set[str] = set().union(*(live[m] for m in after[n]))
            if steps[n].opname == "STORE_FAST":
                now = now - {steps[n].argval}
            elif steps[n].opname in ("LOAD_FAST", "DELETE_FAST"):
                now = now | {steps[n].argval}
            now = now.union(*(live[m] for m in caught[n]))
            if now != live[n]:
                live[n], changed = now, True
    return live


@cache
def repeats(code: CodeType) -> bool:
    """Return whether some code has a loop. Other code only goes forward. Code inside of it has its own frame."""
    return any(step.opcode in JUMPS and step.argval <= step.offset for step in dis.get_instructions(code))
