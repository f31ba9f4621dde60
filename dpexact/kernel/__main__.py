"""The kernel as a program: `python -m dpexact.kernel [--assert-alone] FILE...`, `-` for standard input.

Prints what each certificate proves. Exit status: 0 if all are proved, 1 if one is rejected, 2 if a file cannot be read,
3 if the cost of one is over the budget, so that it is not checked; of several, the first of 2, 1, 3. `--assert-alone`
also exits with 2 if anything is loaded but the kernel, python-flint and the standard library.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from dpexact.kernel import BUDGET, Rejected
from dpexact.kernel.checker import proved
from dpexact.kernel.sentence import sentence

PROVED, REJECTED, UNREADABLE, NOT_CHECKED = range(4)
# Besides the kernel and the standard library: flint, Cython's support of it, and setuptools' hook at every start.
COMPANY = ("__main__", "flint", "cython_runtime", "_distutils_hack")
MAX_BYTES = BUDGET // 16  # the cost is at least 16 for each byte


def main(arguments: list[str]) -> int:
    """Check the files; return the exit status."""
    files = [argument for argument in arguments if argument != "--assert-alone"]
    unknown = [file for file in files if file.startswith("-") and file not in ("-", "--help")]
    try:
        if "--help" in files:
            return _say(sys.stdout, __doc__ or "", PROVED)
        if unknown or not files:
            return _say(sys.stderr, __doc__ or "", UNREADABLE)
        found = {_report(file) for file in files}
        if len(files) < len(arguments) and (intruders := _intruders()):
            found.add(_say(sys.stderr, f"the kernel is not alone: {', '.join(intruders)} loaded", UNREADABLE))
    except OSError as error:  # of the standard output: what cannot be said is no verdict
        _silence(sys.stdout)
        return _say(sys.stderr, f"the output cannot be written: {error}", UNREADABLE)
    return next(status for status in (UNREADABLE, REJECTED, NOT_CHECKED, PROVED) if status in found)


def _report(file: str) -> int:
    """Say what becomes of one file; a name that could pass for a line or a verdict of ours is written with quotes."""
    name = file if file.isprintable() and ": " not in file else ascii(file)
    try:
        text = _text(file)
    except (OSError, ValueError, MemoryError) as error:
        return _say(sys.stderr, f"{name}: cannot be read: {error}", UNREADABLE)
    try:
        statement, evidence = proved(text)
    except Rejected as error:
        over = error.check == "size"
        verdict = "not checked" if over else "rejected"
        return _say(sys.stdout, f"{name}: {verdict}: {error}", NOT_CHECKED if over else REJECTED)
    return _say(sys.stdout, f"{name}: proved: {sentence(statement, evidence)}", PROVED)


def _text(file: str) -> str:
    """Read a file, but no more of it than the budget can pay for."""
    if file == "-":
        if sys.stdin is None:
            raise OSError("the standard input is closed")
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    else:
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    return data.decode() if len(data) <= MAX_BYTES else " " * len(data)


def _say(stream: TextIO | None, text: str, status: int) -> int:
    """Write a line in ASCII at once; without standard output there is no verdict, without standard error no words."""
    try:
        if stream is None:
            raise OSError("it is closed")
        stream.write(text.encode("ascii", "backslashreplace").decode() + "\n")
        stream.flush()
    except (OSError, ValueError) as error:
        if status != UNREADABLE:
            raise OSError(str(error)) from error
        _silence(stream)
    return status


def _silence(stream: TextIO | None) -> None:
    """Let what is still in the buffer go nowhere, so that the interpreter does not stumble over it at its end."""
    with suppress(OSError, ValueError):
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _intruders() -> list[str]:
    """List what is loaded and is neither the kernel, nor its company, nor the standard library."""
    own = {"dpexact", "dpexact.kernel"}
    others = {name for name in sys.modules if name not in own and not name.startswith("dpexact.kernel.")}
    return sorted(name for name in others if not _expected(name.partition(".")[0]))


def _expected(root: str) -> bool:
    return root in COMPANY or root in sys.stdlib_module_names or root.startswith("_cython_")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
