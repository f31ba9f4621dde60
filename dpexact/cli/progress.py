"""Progress on the standard error, for work that takes longer than a moment."""

from __future__ import annotations

import sys
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MOMENT = 2.0


@contextmanager
def long_work(what: str) -> Iterator[None]:
    """Say what is being done if it is not done within two seconds."""
    timer = Timer(MOMENT, _say, (f"dpexact: {what} ...\n",))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def count_line(done: int, total: int | None, what: str) -> None:
    """Show a count (of a total, if that is known) on a terminal, on one line that is overwritten; nothing elsewhere."""
    if sys.stderr.isatty():
        count = f"{done + 1}" if total is None else f"{done + 1} of {total}"
        _say(f"\r\033[K{count}: {what}")


def end_count_line() -> None:
    """Remove the line of `count_line`."""
    if sys.stderr.isatty():
        _say("\r\033[K")


def _say(text: str) -> None:
    with suppress(OSError, ValueError):  # progress that nobody can read is none
        sys.stderr.write(text)
        sys.stderr.flush()
