"""Outside: things beyond its arguments and draws that a run may not read, such as a clock, a file or another generator.

The names of these are replaced in `patching`. Another net catches names that a program has bound before. While a path
is run on plain numbers, every function in C that Python code calls is checked, and functions of Python's own library
must be on a list. A function in C that another one calls (`map`, `partial`), and that was bound before, is not seen,
nor is C outside of Python's library.
"""

from __future__ import annotations

import _random
import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from io import BytesIO, IOBase, StringIO
from types import FrameType, ModuleType
from typing import Any

from dpexact.programs.path import is_of_library

CODE = (".py", ".pyc")
# Modules of Python's library that read a clock or a file unseen by the program: for a lock, a module, a line of code.
# A record of `logging` holds the time and the number of the process, so that module is left out.
CALLERS = ("threading", "queue", "concurrent", "importlib", "traceback", "warnings")
READERS = ("linecache", "tokenize")  # read lines of source for a caller of `CALLERS`, and any file for a program
# Modules in C whose results depend only on their arguments or on this process:
PURE = frozenset(
    (
        *("builtins", "math", "cmath", "_operator", "itertools", "_collections", "_functools", "_bisect", "_heapq"),
        *("_struct", "_json", "_decimal", "_sre", "_string", "array", "binascii", "zlib", "_bz2", "_lzma", "_md5"),
        *("_sha1", "_sha2", "_sha256", "_sha512", "_sha3", "_blake2", "_hashlib", "_hmac", "_statistics", "_codecs"),
        *("unicodedata", "_multibytecodec", "_abc", "_weakref", "_warnings", "_contextvars", "_pickle", "marshal"),
        *("sys", "_thread", "_ast", "_symtable", "_csv", "_datetime", "_elementtree", "pyexpat", "_typing", "_imp"),
        *("_tokenize", "_stat", "_locale", "atexit", "errno", "_queue", "_zoneinfo", "_opcode", "_io", "_random"),
    )
)
PURE_OF_TIME = ("sleep", "mktime", "strptime", "tzset")
FULL = {
    "localtime": 1,
    "gmtime": 1,
    "ctime": 1,
    "asctime": 1,
    "strftime": 2,
}  # with so many arguments they do not read a clock
OF_SYSTEM = ("fspath", "getcwd", "cpu_count", "strerror", "putenv", "unsetenv", "_path_normpath", "_path_splitroot")
SOME = {
    "time": PURE_OF_TIME,
    "posix": OF_SYSTEM,
    "nt": OF_SYSTEM,
    "gc": ("collect", "enable", "disable", "isenabled"),
}
WRITING = ("write", "writelines", "flush", "fileno", "isatty", "writable", "readable", "close")
FILE: Any = IOBase.__base__  # the base of all files
CONNECTED = ("_socket", "_ssl", "select", "mmap")  # the modules of types whose every method is refused
OPENING = ("open", "input")
OF_PROCESS = ("getrefcount", "getallocatedblocks", "getunicodeinternedsize", "_current_frames", "get_native_id")
DATES = ("now", "utcnow", "today")


def is_excused(frame: FrameType) -> bool:
    """Return whether a call is not of the program: ours, of a module of `CALLERS`, or of a watcher of the collector."""
    code = frame.f_code
    asking: FrameType | None = frame
    while asking is not None and _is_of(asking, READERS):
        asking = asking.f_back
    if asking is not None and _is_of(asking, (*CALLERS, "dpexact")):
        return True
    return any(getattr(one, "__code__", None) is code for one in gc.callbacks)


def _is_of(frame: FrameType, modules: tuple[str, ...]) -> bool:
    """Return whether a call is one of these modules, and not of a file that is called like one."""
    file, module = frame.f_code.co_filename, str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return module in modules and (is_of_library(file) or file.startswith("<frozen"))


def unseen(function: Any) -> str:
    """Return a name for a function in C that reads more than its arguments and draws, or "" for all others."""
    owner = getattr(function, "__self__", None)
    if type(owner) is ModuleType:
        return _unseen_of_module(owner.__name__, function.__name__)
    return _unseen_of_kind(owner if isinstance(owner, type) else type(owner), function.__name__)


@lru_cache(4096)
def _unseen_of_module(module: str, name: str) -> str:
    first = module.partition(".")[0]
    pure = name not in (*OPENING, *OF_PROCESS) if first in PURE else name in SOME.get(first, ())
    return "" if pure or first not in sys.stdlib_module_names else f"{module}.{name}"


@lru_cache(4096)
def _unseen_of_kind(kind: type, name: str) -> str:
    refused = (
        issubclass(kind, _random.Random)
        or (issubclass(kind, date) and name in DATES)
        or (issubclass(kind, FILE) and not issubclass(kind, BytesIO | StringIO) and name not in WRITING)
    )
    refused = refused or any(one.__module__ in CONNECTED for one in kind.__mro__)
    return f"{kind.__module__}.{kind.__qualname__}.{name}" if refused else ""


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
