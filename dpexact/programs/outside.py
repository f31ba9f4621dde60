"""Outside: what a run may not read beside its arguments and its draws, such as a clock, a file or another generator.

Names are replaced in `patching`. Two more nets are here, for what a program has bound before or reaches otherwise: the
events that Python reports to an audit hook (files, processes, sockets, input), of which a list is allowed; and
the functions in C that Python code calls while a path is run on plain numbers, of which those of Python's own library
have to be on a list. A function in C that another one calls (`map`, `partial`), and that was bound before, is not seen.
"""

from __future__ import annotations

import _random
import gc
import sys
import threading
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from io import BytesIO, IOBase, StringIO
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dpexact.programs.path import is_of_library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

QUIET = (
    "builtins.id",
    "compile",
    "exec",
    "time.sleep",
    "import",
    "_thread.start_new_thread",
    "os.putenv",
    "os.unsetenv",
)
QUIET_KINDS = ("array.", "code.", "cpython.", "function.", "gc.", "marshal.", "object.", "pickle.", "sys.")
CODE = (".py", ".pyc")
# Modules of Python's library that read a clock or a file for what no program sees: a log, a lock, a line of source
CALLERS = ("logging", "threading", "queue", "concurrent", "importlib", "linecache", "tokenize", "traceback", "warnings")
# Modules in C that give what their arguments say, or only this process:
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
}  # with so many arguments they read no clock
OF_SYSTEM = ("fspath", "getcwd", "cpu_count", "strerror", "putenv", "unsetenv")
SOME = {
    "time": PURE_OF_TIME,
    "posix": OF_SYSTEM,
    "nt": OF_SYSTEM,
    "gc": ("collect", "enable", "disable", "isenabled"),
}
WRITING = ("write", "writelines", "flush", "fileno", "isatty", "writable", "readable", "close")
FILE: Any = IOBase.__base__  # of all files
DATES = ("now", "utcnow", "today")


def is_excused(frame: FrameType) -> bool:
    """Return whether a call is none of the program: ours, of a module of `CALLERS`, or what watches the collector."""
    code = frame.f_code
    module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    if module in (*CALLERS, "dpexact") and (is_of_library(code.co_filename) or code.co_filename.startswith("<frozen")):
        return True
    return any(getattr(one, "__code__", None) is code for one in gc.callbacks)


def unseen(function: Any) -> str:
    """Return a name for a function in C that reads what is neither an argument nor a draw; "" for all others."""
    owner = getattr(function, "__self__", None)
    if type(owner) is ModuleType:
        return _unseen_of_module(owner.__name__, function.__name__)
    return _unseen_of_kind(owner if isinstance(owner, type) else type(owner), function.__name__)


@lru_cache(4096)
def _unseen_of_module(module: str, name: str) -> str:
    first = module.partition(".")[0]
    pure = first in PURE or first not in sys.stdlib_module_names or name in SOME.get(first, ())
    return "" if pure else f"{module}.{name}"


@lru_cache(4096)
def _unseen_of_kind(kind: type, name: str) -> str:
    refused = (
        issubclass(kind, _random.Random)
        or (issubclass(kind, date) and name in DATES)
        or (issubclass(kind, FILE) and not issubclass(kind, BytesIO | StringIO) and name not in WRITING)
    )
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


def refused_event(event: str, arguments: tuple[Any, ...]) -> str:
    """Return what is wrong with an event of Python's audit while a path runs; "" if nothing is."""
    if event in QUIET or event.startswith(QUIET_KINDS):
        return ""
    if event == "open" and str(arguments[0]).endswith(CODE):
        return ""
    said = f"{event}({arguments[0]!r:.60})" if arguments else event
    return (
        f"{said}: a file, a process, a socket or the keyboard is neither an argument nor a draw; read it "
        "before, and pass in what it gave as an argument"
    )
