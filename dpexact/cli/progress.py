"""Progress on the standard error, for work that takes longer than a moment."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MOMENT = 2.0
CLEAR = "\r\033[K"  # to the beginning of the line, and nothing on it
WIDTH = 80  # of a terminal that does not say


@contextmanager
def long_work(what: str) -> Iterator[None]:
    """Say what is being done if it is not done within two seconds; at the end remove the line of `count_line`."""
    timer = Timer(MOMENT, _say, (f"dpexact: {what} ...\n",))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        _say("")


def count_line(done: int, total: int | None, what: str) -> None:
    """Show a count (of a total, if that is known) on a terminal, on one line that is overwritten; nothing elsewhere."""
    if sys.stderr.isatty():
        count = f"{done + 1}" if total is None else f"{done + 1} of {total}"
        line = f"{count}: {what}"
        room = _columns() - 1  # a longer line could not be removed
        _say(line if len(line) <= room else f"{line[: room - 3]}...")


def file_line(done: int, total: int, what: str) -> None:
    """Show a count of slow steps: on a terminal as `count_line`, elsewhere as a line of its own."""
    if sys.stderr.isatty():
        count_line(done, total, what)
    else:
        _say(f"dpexact: {done + 1} of {total}: {what}\n")


def _columns() -> int:
    with suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
    return WIDTH


def _say(text: str) -> None:
    """Write, on a terminal over the line of `count_line`."""
    with suppress(OSError, ValueError):  # progress that nobody can read is none
        sys.stderr.write(f"{CLEAR}{text}" if sys.stderr.isatty() else text)
        sys.stderr.flush()
