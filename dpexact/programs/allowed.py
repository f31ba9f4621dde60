"""Allowed: the parts of Python's library and of numpy that keep nothing, or read their arguments only.

Whatever `allowed.toml` does not list is not allowed. A law or a state with it is not used again (`held`), and a program
may not call a function in C that is not on the list. Such functions are replaced in `patching`. A program may have
bound one before. So while a path is run on plain numbers, every function in C that Python code calls is checked
(`watched`), under any name. A function in C that another one calls (`map`, `partial`), and that was bound before, is
not seen, nor is C outside of Python's library.
"""

import _random
import builtins
import gc
import operator
import os
import sys
import sysconfig
import threading
import tomllib
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from importlib import resources
from io import BytesIO, IOBase, StringIO
from pathlib import Path as File
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any

import numpy as np

OWN = f"{File(__file__).parent}{os.sep}"
FOLDERS = tuple(
    f"{folder}{os.sep}"
    for place in sorted({str(File(os.__file__).parent), *map(sysconfig.get_path, ("stdlib", "platstdlib"))})
    for folder in sorted({place, str(File(place).resolve())})
)
LISTS: Any = tomllib.loads(resources.files("dpexact.programs").joinpath("allowed.toml").read_text(encoding="utf-8"))
LIBRARIES, ASIDE, CALLERS, READERS = (tuple(LISTS[name]) for name in ("libraries", "aside", "callers", "readers"))
HARMLESS_MODULES, HARMLESS_BUILTINS = {*LISTS["harmless_modules"], *ASIDE}, frozenset(LISTS["harmless_builtins"])
PURE, READING, WRITING = (frozenset(LISTS[name]) for name in ("pure", "reading", "writing"))
CONNECTED, DATES, FULL = LISTS["connected"], LISTS["dates"], LISTS["full"]
SOME = LISTS["some"] | dict.fromkeys(("posix", "nt"), LISTS["some"]["system"])
OF_PYTHON = {*sys.stdlib_module_names, *sys.builtin_module_names} - {"__main__"}
LOOKING = (  # they look past the values
    *(operator.is_, operator.is_not, operator.attrgetter, operator.methodcaller, typing.get_type_hints),
    *(typing.overload, typing.get_overloads, typing.clear_overloads),  # they keep functions
)
FILE: Any = IOBase.__base__  # the base of all files


def is_of_library(file: str) -> bool:
    """Return whether a file is of this package, Python's own library or `LIBRARIES`, wherever they are installed.

    Every other file belongs to the program, packages that it uses included.
    """
    if file.startswith(("<", OWN)):
        return True
    _, installed, inside = file.rpartition(f"-packages{os.sep}")  # site-packages, dist-packages
    return inside.partition(os.sep)[0] in LIBRARIES if installed else file.startswith(FOLDERS)


@lru_cache(4096)
def is_of_others(module: str | None, file: str | None) -> bool:
    """Return whether a module is of Python's own library, of numpy or of ours, and not of the program.

    A file next to the program may have the name of a module of Python's, so that its place counts too.
    """
    name = (module or "").partition(".")[0]
    if name in OF_PYTHON:
        return not file or (file.startswith(FOLDERS) and "-packages" not in file)
    return name in ASIDE


def _home(value: Any) -> str:
    """Return the module in which a function, a type or a module is found, or "" if it is not found there."""
    if isinstance(value, ModuleType):
        return value.__name__ if sys.modules.get(value.__name__) is value else ""
    name = value.__module__ if isinstance(value.__module__, str) else ""
    if isinstance(value, BuiltinFunctionType):
        return name
    value_there: Any = sys.modules.get(name)
    for part in value.__qualname__.split("."):
        value_there = getattr(value_there, part, None)
    if value_there is not value and isinstance(value, FunctionType):  # another function there makes it
        name = str(value.__globals__.get("__name__"))
        return name if name in sys.modules and vars(sys.modules[name]) is value.__globals__ else ""
    return name if value_there is value else ""


def is_aside(value: Any) -> bool:
    """Return whether a function, a type or a module is of Python's own library, of numpy or of ours."""
    home = _home(value)
    return bool(home) and is_of_others(home, getattr(sys.modules.get(home), "__file__", None))


def is_of_python(value: Any) -> bool:
    """Return whether a function, a type or a module is of Python's own library."""
    return _home(value).partition(".")[0] in OF_PYTHON and is_aside(value)


def is_harmless(value: Any) -> bool:
    """Return whether something of Python's own or of numpy keeps nothing from one moment to another."""
    home, name = _home(value), str(getattr(value, "__name__", ""))
    if (name.startswith("set") and name != "set") or any(value is function for function in LOOKING):
        return False
    if home == "builtins" and not isinstance(value, ModuleType):
        of_errors = isinstance(value, type) and issubclass(value, BaseException)
        return vars(builtins).get(name) is value and (of_errors or name in HARMLESS_BUILTINS)
    return home.partition(".")[0] in HARMLESS_MODULES and is_aside(value)


def is_function_of_numpy(value: Any) -> bool:
    """Return whether it is one of numpy's own functions in C. `frompyfunc` makes others of the same type."""
    return type(value) in (np.ufunc, type(np.sum)) and vars(np).get(value.__name__) is value


def unseen(function: Any) -> str:
    """Return a name for a function in C that reads more than its arguments and draws, or "" for all others."""
    owner = getattr(function, "__self__", None)
    home = owner.__name__ if type(owner) is ModuleType else owner if isinstance(owner, type) else type(owner)
    return _unseen(home, function.__name__)


@lru_cache(4096)
def _unseen(kind: str | type, name: str) -> str:
    """Return the same for the function of a module, given by its name, or of a type."""
    if isinstance(kind, str):
        first = kind.partition(".")[0]
        pure = name not in READING if first in PURE else name in SOME.get(first, ())
        return "" if pure or first not in sys.stdlib_module_names else f"{kind}.{name}"
    refused = (
        issubclass(kind, _random.Random)
        or (issubclass(kind, date) and name in DATES)
        or (issubclass(kind, FILE) and not issubclass(kind, BytesIO | StringIO) and name not in WRITING)
        or any(base.__module__ in CONNECTED for base in kind.__mro__)
    )
    return f"{kind.__module__}.{kind.__qualname__}.{name}" if refused else ""


def is_excused(frame: FrameType) -> bool:
    """Return whether a call is not of the program: ours, of a module of `CALLERS`, or of a watcher of the collector."""
    code = frame.f_code
    asking: FrameType | None = frame
    while asking is not None and _is_of(asking, READERS):
        asking = asking.f_back
    if asking is not None and _is_of(asking, CALLERS):
        return True
    return any(getattr(watcher, "__code__", None) is code for watcher in gc.callbacks)


def _is_of(frame: FrameType, modules: tuple[str, ...]) -> bool:
    """Return whether a call is one of these modules, and not of a file or a text that is called like one."""
    file, module = frame.f_code.co_filename, str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return module in modules and (file.startswith("<frozen") or (file[:1] != "<" and is_of_library(file)))


@contextmanager
def watched(refuse: Callable[[str], Any]) -> Iterator[None]:
    """Refuse the functions of `unseen` that Python code calls meanwhile, under whatever name it holds them."""

    def called(frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call" and (name := unseen(function)) and not is_excused(frame):
            refuse(
                f"{name} reads more than arguments and draws (a clock, a file, another generator, or one with a seed); "
                "draw from the source, and pass in as an argument what else is needed"
            )

    before: Any = sys.getprofile()
    of_threads = threading.getprofile()
    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(of_threads)
        if hasattr(before, "enable"):  # cProfile
            before.enable()
        else:
            sys.setprofile(before)
