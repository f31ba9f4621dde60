"""Say how a command ends, by its exit status, and how far it is until then.

0 to 3 are verdicts and refusals. Whatever else happens ends with a status of its own, so that no failure of the
machine or of dpexact can be taken for a verdict.
"""

import json
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import TextIO

from dpexact.errors import DPExactError, OutputError

HOLDS = 0
REFUTED = 1
BAD_INPUT = 2
UNDECIDED = 3
INTERNAL_ERROR = 70  # EX_SOFTWARE: a mistake of dpexact itself
OUTPUT_ERROR = 74  # EX_IOERR: the answer could not be written
INTERRUPTED = 130  # 128 + SIGINT
BROKEN_PIPE = 141  # 128 + SIGPIPE

GRAVEST = (INTERNAL_ERROR, OUTPUT_ERROR, BAD_INPUT, REFUTED, UNDECIDED, HOLDS)
MOMENT = 2.0
CLEAR = "\r\033[K"  # to the beginning of the line, and nothing on it
WIDTH = 80  # of a terminal that does not say


def write_error(error: DPExactError) -> None:
    """Write the parts of a refusal as JSON to the standard output, if it takes them."""
    parts = {name: getattr(error, name) for name in ("place", "expected", "came", "remedy")}
    text = json.dumps({"error": {"kind": type(error).__name__, **parts, "message": str(error)}}, indent=2)
    with suppress(OSError, ValueError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def gravest(*statuses: int) -> int:
    """Return the gravest status of several answers, where bad input comes before refuted, then undecided."""
    return min(statuses, key=GRAVEST.index)


def status_of(error: BaseException) -> int:
    """Write the message of a command that fails like this, and return its exit status."""
    match error:
        case OutputError():
            return complain(str(error), OUTPUT_ERROR)
        case DPExactError():
            return complain(str(error), BAD_INPUT)
        case MemoryError():
            return complain("out of memory; use a smaller document", BAD_INPUT)
        case KeyboardInterrupt():
            return complain("interrupted", INTERRUPTED)
        case BrokenPipeError():
            silence(sys.stdout)
            return BROKEN_PIPE
        case OSError():
            silence(sys.stdout)
            return complain(f"the answer could not be written: {error.strerror or error}", OUTPUT_ERROR)
        case _:
            report = "".join(traceback.format_exception(error))
            return complain(f"internal error, please report it\n{report}", INTERNAL_ERROR)


def complain(message: str, status: int) -> int:
    """Write one message to the standard error, if it takes one, and return the exit status."""
    try:
        sys.stderr.write(f"dpexact: {message}\n")
        sys.stderr.flush()
    except (OSError, ValueError):  # a full disk, nobody who reads: the status says it too
        silence(sys.stderr)
    return status


def silence(stream: TextIO) -> None:
    """Let whatever is still to be written to a stream that failed go nowhere, so that its flush at exit succeeds."""
    with suppress(OSError, ValueError):  # a stream without a file underneath
        descriptor = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


@contextmanager
def long_work(what: str, *, counts_seconds: bool = False) -> Iterator[None]:
    """Name the work if it is not done within two seconds, and at the end remove the line of `count_line`.

    On a terminal it may count the seconds, for work without steps.
    """
    done = Event()
    teller = Thread(target=_tell, args=(what, done, counts_seconds), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
        say("")


def _tell(what: str, done: Event, counts_seconds: bool) -> None:  # noqa: FBT001 - of a thread
    started = monotonic()
    if done.wait(MOMENT):
        return
    say(f"dpexact: {what} ...\n")
    while counts_seconds and not done.wait(1 - (monotonic() - started) % 1):  # at each whole second
        count_line(round(monotonic() - started) - 1, None, f"seconds of {what}")


def count_line(done: int, total: int | None, what: str) -> None:
    """Show a count (of a total, if that is known) on a line of a terminal that is overwritten, and only there."""
    if sys.stderr.isatty():
        count = f"{done + 1}" if total is None else f"{done + 1} of {total}"
        line = f"{count}: {what}"
        room = _columns() - 1  # a longer line could not be removed
        say(line if len(line) <= room else f"{line[: room - 3]}...")


def file_line(done: int, total: int, what: str) -> None:
    """Show a count of slow steps, on a terminal as `count_line`, elsewhere as a line of its own."""
    if sys.stderr.isatty():
        count_line(done, total, what)
    else:
        say(f"dpexact: {done + 1} of {total}: {what}\n")


def _columns() -> int:
    with suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
    return WIDTH


def say(text: str) -> None:
    """Write progress, on a terminal over the line of `count_line`."""
    with suppress(OSError, ValueError):  # progress that nobody can read is none
        sys.stderr.write(f"{CLEAR}{text}" if sys.stderr.isatty() else text)
        sys.stderr.flush()
