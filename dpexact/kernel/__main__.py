"""The kernel as a program: `python -m dpexact.kernel [OPTION...] FILE...`, `-` for standard input.

Prints each proved statement. Exit status: 0 if all are proved, 1 if one is rejected, 2 if a file cannot be read
or is not a certificate, 3 if one is too large, or its check takes more time or memory than it may, so that it is not
checked; of several, the first of 2, 1, 3. 70 is a mistake of the program, 130 an interruption, 143 termination.

    --seconds N, --megabytes N   for each check, of the processor (60) and of memory (1024)
    --assert-alone               2 if anything is loaded but the kernel, python-flint and the standard library
"""

import os
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from dpexact.kernel import Rejected
from dpexact.kernel.budget import MAX_BYTES
from dpexact.kernel.checker import proved
from dpexact.kernel.child import MEGABYTES, SECONDS, Child, StoppedError
from dpexact.kernel.sentence import sentence

PROVED, REJECTED, UNREADABLE, NOT_CHECKED = range(4)
FAILED, INTERRUPTED, TERMINATED = 70, 130, 143
NO_CERTIFICATE = ("json", "format")  # checks that fail for what is no certificate of this format at all
PRECEDENCE = (FAILED, UNREADABLE, REJECTED, NOT_CHECKED, PROVED)
# Besides the kernel and the standard library: flint, Cython's support of it, and setuptools' hook at every start.
COMPANY = ("__main__", "__mp_main__", "flint", "cython_runtime", "_distutils_hack")


def main(arguments: list[str]) -> int:
    """Check the files, and return the exit status."""
    try:
        with suppress(ValueError):  # in a thread that is not the main one
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))  # so that no child is left
        return _main(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # of the standard output: what cannot be said is not a verdict
        _silence(sys.stdout)
        return _say(sys.stderr, f"the output cannot be written: {error}", UNREADABLE)
    except Exception:  # noqa: BLE001 - Python's own status would be 1, "rejected"
        return _say(sys.stderr, traceback.format_exc(), FAILED)


def _main(arguments: list[str]) -> int:
    """Read the options, then the files one after the other."""
    limits, rest, alone = {"--seconds": SECONDS, "--megabytes": MEGABYTES}, iter(arguments), False
    files = []
    for argument in rest:
        if argument in limits and (value := next(rest, "")).isdecimal() and value.isascii() and int(value[:9]):
            limits[argument] = int(value[:9])
        elif argument == "--help":
            return _say(sys.stdout, __doc__ or "", PROVED)
        elif argument.startswith("-") and argument not in ("-", "--assert-alone"):
            return _say(sys.stderr, __doc__ or "", UNREADABLE)
        else:
            alone |= argument == "--assert-alone"
            files += [argument] if argument != "--assert-alone" else []
    if not files:
        return _say(sys.stderr, __doc__ or "", UNREADABLE)
    intruders = set(_intruders())
    statuses = {_report(file, [*limits.values()], intruders) for file in files}
    if alone and intruders:
        statuses.add(_say(sys.stderr, f"the kernel is not alone: {', '.join(sorted(intruders))} loaded", UNREADABLE))
    return next(status for status in PRECEDENCE if status in statuses)


def judged(text: str) -> tuple[int, str]:
    """Check a text, and return status and words."""
    try:
        return PROVED, f"proved: {sentence(*proved(text))}"
    except Rejected as error:
        if error.check == "size":
            return NOT_CHECKED, f"not checked: {error}"
        return UNREADABLE if error.check in NO_CERTIFICATE else REJECTED, f"rejected: {error}"
    except MemoryError:
        return NOT_CHECKED, "not checked: out of memory"
    except Exception:  # noqa: BLE001 - whatever it is, it is not a verdict
        return FAILED, f"internal error\n{traceback.format_exc()}"


def _answer(text: str) -> tuple[int, str, list[str]]:
    """Return status and words, and which strangers are loaded in the child."""
    return *judged(text), _intruders()


def _report(file: str, limits: list[int], intruders: set[str]) -> int:
    """Write the result for one file. A name that could pass for a line or a verdict of ours is written with quotes."""
    name = file if file.isprintable() and ": " not in file else ascii(file)
    try:
        text = _text(file)
    except MemoryError:
        return _say(sys.stderr, f"{name}: cannot be read: out of memory", UNREADABLE)
    except (OSError, ValueError) as error:
        return _say(sys.stderr, f"{name}: cannot be read: {error}", UNREADABLE)
    try:
        status, words, strangers = Child(_answer, text, *limits).answer()
        intruders.update(strangers)
    except StoppedError as error:
        status, words = NOT_CHECKED if error.limit else FAILED, f"not checked: {error}"
    return _say(sys.stderr if status == FAILED else sys.stdout, f"{name}: {words}", status)


def _text(file: str) -> str:
    """Read a file, but no more of it than a certificate may have."""
    if file == "-":
        if sys.stdin is None:
            raise OSError("the standard input is closed")
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    else:
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    if not data.strip():
        raise OSError("it is empty")
    return data.decode() if len(data) <= MAX_BYTES else " " * len(data)


def _say(stream: TextIO | None, text: str, status: int) -> int:
    """Write a line in ASCII at once. Without standard output the verdict is lost, without standard error the words."""
    try:
        if stream is None:
            raise OSError("it is closed")
        stream.write(text.encode("ascii", "backslashreplace").decode() + "\n")
        stream.flush()
    except (OSError, ValueError) as error:
        if status not in (UNREADABLE, FAILED):
            raise OSError(str(error)) from error
        _silence(stream)
    return status


def _silence(stream: TextIO | None) -> None:
    """Let the rest of the buffer go nowhere, so that the interpreter does not stumble over it at its end."""
    with suppress(OSError, ValueError):
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _intruders() -> list[str]:
    """List the modules that are loaded and neither the kernel, nor its company, nor the standard library."""
    own = {"dpexact", "dpexact.kernel", "dpexact.public_names", "dpexact.version"}  # the door of the package
    others = [name for name in sys.modules if name not in own and not name.startswith(("dpexact.kernel.", "_cython_"))]
    return [name for name in others if name.partition(".")[0] not in {*COMPANY, *sys.stdlib_module_names}]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
