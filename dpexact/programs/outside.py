"""Outside: a net for functions in C that read a clock, a file or another generator, under any name.

The names of these are replaced in `patching`. A program may have bound one before. So while a path is run on plain
numbers, every function in C that Python code calls is checked by the lists of `allowed`. A function in C that another
one calls (`map`, `partial`), and that was bound before, is not seen, nor is C outside of Python's library.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from dpexact.programs.allowed import is_of_library, unseen

# Modules of Python's library that read a clock or a file unseen by the program: for a lock, a module, a line of code.
# A record of `logging` holds the time and the number of the process, so that module is left out.
CALLERS = ("threading", "queue", "concurrent", "importlib", "traceback", "warnings", "dpexact")
READERS = ("linecache", "tokenize")  # read lines of source for a caller of `CALLERS`, and any file for a program


def is_excused(frame: FrameType) -> bool:
    """Return whether a call is not of the program: ours, of a module of `CALLERS`, or of a watcher of the collector."""
    code = frame.f_code
    asking: FrameType | None = frame
    while asking is not None and _is_of(asking, READERS):
        asking = asking.f_back
    if asking is not None and _is_of(asking, CALLERS):
        return True
    return any(getattr(one, "__code__", None) is code for one in gc.callbacks)


def _is_of(frame: FrameType, modules: tuple[str, ...]) -> bool:
    """Return whether a call is one of these modules, and not of a file that is called like one."""
    file, module = frame.f_code.co_filename, str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return module in modules and (is_of_library(file) or file.startswith("<frozen"))


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
