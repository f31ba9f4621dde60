"""`python -m dpexact.second [--seconds N] [--megabytes N] FILE...`: what the second checker says of each certificate.

Exit status 0 if all are proved, 1 if one is rejected, 2 if a file cannot be read or is not a certificate, 3 if one is
too large, or its check takes more time (60 s of the processor) or memory (1024 MB) than it may; of several, the first
of 2, 1, 3. 70 is a mistake of the program. The check runs in a child process, which the system ends: a signal cannot
interrupt Python in the greatest common divisor of two long integers. On Windows only the checker's meter ends.
"""

import os
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from dpexact.second import Rejected, check
from dpexact.second.sentence import sentence

PROVED, REJECTED, UNREADABLE, TOO_LARGE, FAILED = 0, 1, 2, 3, 70
BYTES = 2**26
NO_CERTIFICATE = ("json", "format")  # checks that fail for what is no certificate of this format at all
ENDS = ("SIGXCPU", "SIGKILL", "SIGSEGV", "SIGBUS")  # of time; of memory, of a stack


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
    """Check one file and write the result."""
    try:
        with Path(name).open("rb") as stream:
            data = stream.read(BYTES + 1)
        text = data.decode() if len(data) <= BYTES else " " * len(data)
    except (OSError, ValueError, MemoryError) as error:
        reason = {"UnicodeDecodeError": "it is not UTF-8", "MemoryError": "out of memory"}.get(type(error).__name__)
        print(f"{name!a}: cannot be read: {reason or getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return UNREADABLE
    if not text.strip() and len(data) <= BYTES:
        print(f"{name!a}: cannot be read: it is empty", file=sys.stderr)
        return UNREADABLE
    status, words = within_limits(text, seconds)
    print(f"{name!a}: {words}", file=sys.stderr if status == FAILED else sys.stdout)
    return status


def judged(text: str) -> tuple[int, str]:
    """Return status and words."""
    try:
        return PROVED, f"proved: {sentence(check(text))}"
    except Rejected as error:
        size = error.check == "size"
        status = TOO_LARGE if size else UNREADABLE if error.check in NO_CERTIFICATE else REJECTED
        return status, f"{'not checked' if size else 'rejected'}: {error}"
    except MemoryError:
        return TOO_LARGE, "not checked: out of memory"
    except Exception:  # noqa: BLE001 - whatever it is, it is not a verdict, and the other files are checked
        return FAILED, f"the second checker failed\n{traceback.format_exc()}"


def within_limits(text: str, seconds: int) -> tuple[int, str]:
    """Return status and words, from a child process that the system ends after this many seconds of processor time."""
    if not hasattr(os, "fork"):
        return judged(text)
    sys.stdout.flush()  # so that the child has nothing of it to write
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        status = FAILED
        with suppress(BaseException):
            limit_time(seconds)
            status, words = judged(text)
            with open(theirs, "w", encoding="utf-8") as line:  # noqa: PTH123 - a descriptor
                line.write(words)
        os._exit(status)
    os.close(theirs)
    with open(ours, encoding="utf-8") as line:  # noqa: PTH123 - a descriptor
        words = line.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code >= 0:
        return (code, words) if words else (FAILED, "the child of the second checker failed")
    name = signal.Signals(-code).name
    late = f"it takes more than {seconds} seconds" if name == "SIGXCPU" else f"its process was ended by {name}"
    return TOO_LARGE if name in ENDS else FAILED, f"not checked: {late}"


def limit_memory(megabytes: int) -> None:
    """Let Python raise MemoryError, if the system can limit memory. A lower limit stays."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_AS, (min([megabytes << 20, *known]), hard))


def limit_time(seconds: int) -> None:
    """Let the system end this process, which is new, after this many seconds. A lower limit stays."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = seconds if hard == resource.RLIM_INFINITY else min(seconds, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def run() -> int:
    """Run the program. A crash or a closed output must not look like a verdict."""
    os.environ["SYMPY_GROUND_TYPES"] = "python"  # where FLINT is installed, SymPy would use it
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except OSError as error:
        print(f"the output cannot be written: {error}", file=sys.stderr)
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - so that nothing is written at exit
        return UNREADABLE
    except Exception:  # noqa: BLE001 - whatever it is, it is not a verdict
        traceback.print_exc()
        return FAILED
    return status


if __name__ == "__main__":
    sys.exit(run())
