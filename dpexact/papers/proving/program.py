"""A program run to its end, which leaves nothing behind past a time limit or when a signal ends this process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

Progress = Callable[[int, int, str], None] | None

ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # signals, not all of which Windows has
LOOKING_SECONDS = 0.2  # between two looks at the progress
COMPILING = "compiling "  # how a line of progress begins


def run_program(
    command: list[str], place: Path, seconds: float, progress: Progress, signals: list[int]
) -> tuple[int, str, str]:
    """Return status, output and errors of a program, which is ended with all that it started if it must stop.

    It must stop past the time, and when one of the `signals` of `signals_held_back` came.

    Raises: TimeoutExpired, SystemExit.
    """
    out, err, start = place / "out", place / "err", time.monotonic()
    with (
        out.open("wb") as first,
        err.open("wb") as second,
        err.open(encoding="utf-8", errors="replace") as lines,
        subprocess.Popen(command, cwd=place, stdout=first, stderr=second, start_new_session=True) as running,  # noqa: S603 - check.py of the folder
    ):
        compiled = _Compiled(progress)
        try:
            while running.poll() is None:
                try:
                    running.wait(LOOKING_SECONDS)
                except subprocess.TimeoutExpired:
                    if time.monotonic() - start > seconds:
                        raise
                if signals:
                    sys.exit(128 + signals[0])
                compiled.read(lines)
        except BaseException:
            _end(running)
            raise
    output, errors = (path.read_text(encoding="utf-8", errors="replace") for path in (out, err))
    return running.returncode, output, "\n".join(line for line in errors.split("\n") if not line.startswith(COMPILING))


@dataclass
class _Compiled:
    """The progress that check.py writes, first the number of files, then each as its compilation begins."""

    progress: Progress
    done: int = 0
    total: int = 0
    rest: str = ""

    def read(self, stream: TextIO) -> None:
        """Report the lines written since the last look."""
        *lines, self.rest = (self.rest + stream.read()).split("\n")
        for line in lines:
            name = line.removeprefix(COMPILING)
            if name == line or self.progress is None:
                continue
            if name.endswith(" files"):
                self.total = int(name.removesuffix(" files"))
            else:
                self.progress(self.done, self.total, name)
                self.done += 1


def _end(running: subprocess.Popen[bytes]) -> None:
    """End a program with its group, or on Windows, which lacks groups, with all that it started."""
    with suppress(OSError):  # it has ended meanwhile
        if hasattr(os, "killpg"):
            os.killpg(running.pid, signal.SIGKILL)
        else:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(running.pid)], capture_output=True, check=False)  # noqa: S603, S607
    running.kill()


@contextmanager
def signals_held_back() -> Iterator[list[int]]:
    """Hold back and list the signals to end this process, and send the first again afterwards."""
    signals: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield signals
        return
    ending = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    unhandled = [
        number for number in ending if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
    ]
    before = {number: signal.signal(number, lambda number, _: signals.append(number)) for number in unhandled}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if signals:
            signal.raise_signal(signals[0])
