"""A process of its own that does one piece of work after the other, within limits of time and memory.

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
from typing import Any, Self

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
    """Does `work(argument)` in another process, which is started when it is needed, and again after it has died."""

    def __init__(self, work: Callable[[Any], Any], seconds: int = SECONDS, megabytes: int = MEGABYTES) -> None:
        self.work, self.seconds, self.megabytes = work, seconds, megabytes
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
        self.process: Any = None
        self.line: Any = None

    def __enter__(self) -> Self:
        """Start the process: before its parent has threads."""
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._end()

    def ask(self, argument: object) -> Any:
        """Let the child work. Raises StoppedError."""
        if self.process is None or not self.process.is_alive():
            self._start()
        try:
            self.line.send(argument)
            if self.line.poll(self.seconds * (PATIENCE if resource else 1)):
                return self.line.recv()
        except (EOFError, OSError):
            self.process.join()
            raise self._stopped(self.process.exitcode) from None
        self._end()
        raise self._stopped(None)

    def _stopped(self, code: int | None) -> StoppedError:
        name = signal.Signals(-code).name if code is not None and code < 0 else str(code)
        if name in ("None", "SIGXCPU"):
            return StoppedError("time", f"time: the check took more than {self.seconds} seconds")
        if name in MEMORY:
            return StoppedError("memory", f"memory: the check took more than {self.megabytes} megabytes ({name})")
        return StoppedError("", f"the process of the check ended with {name}")

    def _start(self) -> None:
        self._end()
        self.line, theirs = self.context.Pipe()
        limits = (self.seconds, (self.megabytes << 20) + _address_space())
        self.process = self.context.Process(target=_serve, args=(self.work, theirs, self.line, limits), daemon=True)  # type: ignore[attr-defined]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which the child does not have
            self.process.start()
        theirs.close()

    def _end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.line.close()
            self.process = None


def _serve(work: Callable[[Any], Any], line: Connection, parents: Connection, limits: tuple[int, int]) -> None:
    """Answer until nobody asks any more. The last words of dying C libraries go nowhere."""
    parents.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for descriptor in {1, 2} - {line.fileno()}:  # FLINT's last words are on the standard output
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
    with suppress(EOFError, OSError):
        while True:
            argument = line.recv()
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
