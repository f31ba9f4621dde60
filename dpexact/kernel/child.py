"""A process of its own that does one piece of work, within limits of time and memory.

No verdict rests on it. Only programs use it: FLINT ends its process when memory runs out, and that is the child's.
"""

import multiprocessing
import os
import signal
import warnings
from contextlib import suppress
from math import ceil
from pathlib import Path
from time import process_time
from typing import Any

try:
    import resource
except ImportError:  # Windows: then time is that of the clock, and memory has no limit
    resource = None  # type: ignore[assignment]

from collections.abc import Callable
from multiprocessing.connection import Connection

SECONDS = 60
MEGABYTES = 1024
PATIENCE = 20  # seconds of the clock for each second of the processor, on a machine that is busy
MEMORY = ("SIGABRT", "SIGKILL", "SIGSEGV", "SIGBUS")  # FLINT's end, the system's, a stack or a page that is not there


class StoppedError(Exception):
    """The child ended before its work did. `limit` is "time", "memory", or nothing if it was neither."""

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(message)
        self.limit = limit


class Child:
    """Does `work(argument)` in another process, which is started at once: before its parent has threads."""

    def __init__(
        self, work: Callable[[Any], Any], argument: object, seconds: int = SECONDS, megabytes: int = MEGABYTES
    ) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        methods = multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
        self.line, theirs = context.Pipe(duplex=False)
        limits = (seconds, (megabytes << 20) + _address_space())
        self.process = context.Process(target=_serve, args=(work, argument, theirs, limits), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which the child does not have
            self.process.start()
        theirs.close()

    def answer(self) -> Any:
        """Wait for the answer, and end the process. Raises StoppedError."""
        name = "SIGXCPU"
        try:
            if self.line.poll(self.seconds * (PATIENCE if resource else 1)):
                return self.line.recv()
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode
            name = signal.Signals(-code).name if code < 0 else str(code)
        finally:
            self.process.kill()
            self.process.join()
            self.line.close()
        if name == "SIGXCPU":
            raise StoppedError("time", f"time: the check took more than {self.seconds} seconds")
        if name in MEMORY:
            raise StoppedError("memory", f"memory: the check took more than {self.megabytes} megabytes ({name})")
        raise StoppedError("", f"the process of the check ended with {name}")


def _serve(work: Callable[[Any], Any], argument: object, line: Connection, limits: tuple[int, int]) -> None:
    """Work, and answer. The last words of dying C libraries go nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for descriptor in {1, 2} - {line.fileno()}:  # FLINT's last words are on the standard output
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
    with suppress(OSError):
        _limit(*limits)
        line.send(work(argument))


def _address_space() -> int:
    """Return the memory that this process has already, on Linux, and 0 elsewhere."""
    with suppress(OSError, ValueError), Path("/proc/self/statm").open(encoding="ascii") as stream:
        return int(stream.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _limit(seconds: int, size: int) -> None:
    if resource is not None:
        wanted = {"RLIMIT_CPU": ceil(process_time()) + seconds, "RLIMIT_AS": size, "RLIMIT_CORE": 0}
        for name, soft in wanted.items():
            with suppress(OSError, ValueError, AttributeError):  # what a system does not have, or refuses
                kind = getattr(resource, name)
                hard = resource.getrlimit(kind)[1]
                resource.setrlimit(kind, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
