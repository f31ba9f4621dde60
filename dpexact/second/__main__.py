"""`python -m dpexact.second [--seconds N] [--megabytes N] FILE...`: what the second checker says of each certificate.

Exit status 0 if all are proved, 1 if one is rejected, 2 if a file cannot be read or is no certificate, 3 if one is too
large, or its check takes more time (60 s of the processor) or memory (1024 MB) than it may; of several, the first of
2, 1, 3. 70 is a mistake of the program. Where Python has no `resource`, as on Windows, only the checker's meter ends.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.second import Rejected, check

if TYPE_CHECKING:
    from types import FrameType

PROVED, REJECTED, UNREADABLE, TOO_LARGE, FAILED = 0, 1, 2, 3, 70
BYTES = 2**26


class LateError(Exception):
    """The time is over."""


def main(arguments: list[str]) -> int:
    """Check the files and print a line for each."""
    limits, rest = {"--seconds": 60, "--megabytes": 1024}, iter(arguments)
    names: list[str] = []
    for argument in rest:
        if argument in limits and (value := next(rest, "")).isdecimal() and value.isascii() and int(value[:9]):
            limits[argument] = int(value[:9])
        elif argument.startswith("-"):
            names = []
            break
        else:
            names.append(argument)
    if not names:
        print(__doc__, file=sys.stderr)
        return UNREADABLE
    limit_memory(limits["--megabytes"])
    found = {status_of(name, limits["--seconds"]) for name in names}
    return next(status for status in (FAILED, UNREADABLE, REJECTED, TOO_LARGE, PROVED) if status in found)


def status_of(name: str, seconds: int) -> int:
    """Check one file and say what came of it."""
    try:
        with Path(name).open("rb") as stream:
            data = stream.read(BYTES + 1)
        text = data.decode() if len(data) <= BYTES else " " * len(data)
    except (OSError, ValueError, MemoryError) as error:
        reason = {"UnicodeDecodeError": "it is no UTF-8 text", "MemoryError": "out of memory"}.get(type(error).__name__)
        print(f"{name!a}: cannot be read: {reason or getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return UNREADABLE
    if not text.strip() and len(data) <= BYTES:
        print(f"{name!a}: cannot be read: it is empty", file=sys.stderr)
        return UNREADABLE
    try:
        start_clock(seconds)
        try:
            statement = check(text)
        finally:
            start_clock(0)
    except Rejected as error:
        size = error.check == "size"
        print(f"{name!a}: {'not checked' if size else 'rejected'}: {error}")
        return TOO_LARGE if size else REJECTED
    except (LateError, MemoryError) as error:
        late = isinstance(error, LateError)
        print(f"{name!a}: not checked: {f'it takes more than {seconds} seconds' if late else 'out of memory'}")
        return TOO_LARGE
    except Exception:  # noqa: BLE001 - whatever it is, it is no verdict, and the other files are checked
        print(f"{name!a}: the second checker failed\n{traceback.format_exc()}", file=sys.stderr)
        return FAILED
    print(f"{name!a}: proved: {statement['kind']}")
    return PROVED


def limit_memory(megabytes: int) -> None:
    """Let Python raise MemoryError, where the system can limit memory; a lower limit stays."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_AS, (min([megabytes << 20, *known]), hard))


def start_clock(seconds: int) -> None:
    """Raise LateError after so many seconds of the processor, where the system has such a clock; 0 stops it."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, late)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def late(_signal: int, _frame: FrameType | None) -> None:
    """Raises: LateError."""
    raise LateError


def run() -> int:
    """Run the program; a crash or a closed output must not look like a verdict."""
    os.environ["SYMPY_GROUND_TYPES"] = "python"  # where FLINT is installed, SymPy would use it
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except OSError as error:
        print(f"the output cannot be written: {error}", file=sys.stderr)
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - so that nothing is written at exit
        return UNREADABLE
    except Exception:  # noqa: BLE001 - whatever it is, it is no verdict
        traceback.print_exc()
        return FAILED
    return status


if __name__ == "__main__":
    sys.exit(run())
