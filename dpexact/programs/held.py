"""List what a function holds: everything that it can reach by its names, with which two moments can be compared.

A body of a loop or a subprogram is explored once and its law is used again. That is right only if it changes nothing
that outlives it, and if what it reads is the same; both are looked at here. What is reached through C, through modules
that are not the program's own, or deeper than `MOST` things is not seen.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path as File
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from dpexact.programs.draw import is_draw, number_kind, tagged

PLAIN = (str, int, float, bool, bytes, Fraction, type(None))
MOST = 2000
OF_PYTHON = {*sys.stdlib_module_names, *sys.builtin_module_names} - {"__main__"}
ASIDE = ("numpy", "dpexact", "flint")
FOLDERS = tuple(
    f"{folder}{os.sep}"
    for folder in {str(File(os.__file__).parent), *map(sysconfig.get_path, ("stdlib", "platstdlib"))}
)


def is_of_others(module: str | None, file: str | None) -> bool:
    """Return whether a module is of Python's own library, of numpy or of ours, and none of the program's.

    A file beside the program may have the name of a module of Python's, so that the place counts too.
    """
    name = (module or "").partition(".")[0]
    if name in OF_PYTHON:
        return not file or (file.startswith(FOLDERS) and "-packages" not in file)
    return name in ASIDE


def is_aside(value: Any) -> bool:
    """Return whether a function, a type or a module is of Python's own library, of numpy or of ours."""
    if isinstance(value, ModuleType):
        return is_of_others(value.__name__, getattr(value, "__file__", None))
    if isinstance(value, FunctionType):
        return is_of_others(value.__module__, value.__globals__.get("__file__"))
    module = getattr(value, "__module__", None)
    loaded = sys.modules.get(module or "")
    return is_of_others(module, getattr(loaded, "__file__", None))


def is_plain(value: Any) -> bool:
    """Return whether a value is a number, text, bytes, None or a tuple of these, and holds no draw."""
    if type(value) is tuple:
        return all(map(is_plain, value))
    return not is_draw(value) and (type(value) in PLAIN or bool(number_kind(value)) or type(value).__name__ == "str_")


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _cells(function: FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # a cell that is still empty
            yield None


def _of_function(function: FunctionType) -> Iterator[Any]:
    yield from _cells(function)
    yield from function.__defaults__ or ()
    for name, value in sorted((function.__kwdefaults__ or {}).items()):
        yield from (name, value)
    yield from vars(function).values()
    for name in dict.fromkeys(_names(function.__code__)):
        if name in function.__globals__:
            yield from (name, function.__globals__[name])


def _inside(value: Any) -> Iterable[Any]:
    """Return what a thing holds; nothing for what is not the program's own."""
    if isinstance(value, FunctionType):
        return () if is_aside(value) else _of_function(value)
    if isinstance(value, MethodType):
        return (value.__self__, value.__func__)
    if isinstance(value, staticmethod | classmethod):
        return (value.__func__,)
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, set | frozenset):
        return sorted(value, key=id)
    if isinstance(value, ModuleType):
        return () if is_aside(value) else vars(value).values()
    kind = value if isinstance(value, type) else type(value)
    if is_aside(kind):
        return ()
    return vars(value).values() if hasattr(value, "__dict__") else ()


def _state(value: Any) -> Hashable:
    if is_draw(value):
        return ("draw", id(value))
    if isinstance(value, PLAIN):
        return tagged(value)
    if isinstance(value, list | set | dict):
        return (type(value), len(value), id(value))
    if type(value).__module__.startswith("numpy.random"):
        return generator_state(value)
    if type(value).__name__ == "ndarray" and value.dtype != object:
        return (id(value), value.tobytes())
    return id(value)


def generator_state(value: Any) -> str:
    """Return the state of a generator of numpy as text; it moves with every number that is drawn from it."""
    for owner in (value, getattr(value, "bit_generator", None), getattr(value, "_bit_generator", None)):
        state = getattr(owner, "state", None)
        if isinstance(state, dict):
            return repr({name: _listed(part) for name, part in state.items()})
    return ""


def _listed(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _listed(value) for name, value in part.items()}
    return part.tobytes() if hasattr(part, "tobytes") else part


def reached(things: Iterable[Any], aside: Container[int] = ()) -> Iterator[Any]:
    """Yield what can be reached from some things, themselves included, and each once.

    What has one of the ids of `aside` is not looked into.
    """
    seen: set[int] = set()
    left = list(things)[::-1]
    while left and len(seen) < MOST:
        value = left.pop()
        if id(value) in seen and not isinstance(value, PLAIN):
            continue
        seen.add(id(value))
        yield value
        if not is_draw(value) and not isinstance(value, PLAIN) and id(value) not in aside:
            left.extend(list(_inside(value))[::-1])


def state_of(function: Any, arguments: Iterable[Any]) -> tuple[Hashable, ...]:
    """Return the state of all that a function with these arguments can reach."""
    return tuple(_state(value) for value in reached((function, *arguments)))


def generators_of(function: Any, arguments: Iterable[Any]) -> tuple[str, ...]:
    """Return the states of the generators of numpy that a function can reach."""
    found = reached((function, *arguments))
    return tuple(generator_state(value) for value in found if type(value).__module__.startswith("numpy.random"))


def law_key(function: Any, arguments: Iterable[Any]) -> Hashable | None:
    """Return a key of what a function with these arguments does, or None where it reaches more than plain values.

    Functions of the program count by their code, and everything that they reach by its value; a class, a container or
    a module of the program could change without a word, and gives None.
    """
    parts: list[Hashable] = []
    held = list(reached((function, *arguments)))
    if type(function) is not FunctionType or len(held) >= MOST:
        return None
    for value in held:
        if isinstance(value, FunctionType):
            parts.append(id(value) if is_aside(value) else ("code", value.__code__))
        elif isinstance(value, BuiltinFunctionType | ModuleType | type):
            if not is_aside(value):
                return None
            parts.append(id(value))
        elif is_plain(value):
            parts.append(tagged(value))
        else:
            return None
    return tuple(parts)
