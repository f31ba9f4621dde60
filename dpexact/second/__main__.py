"""`python -m dpexact.second FILE...`: what each certificate proves, by the second checker.

Exit status 0 if all are proved, 1 if one is rejected, 2 if a file cannot be read (or the usage is wrong), 3 if one is
over the budget; of several, the first of 2, 1, 3.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dpexact.second import Rejected, check

PROVED, REJECTED, UNREADABLE, TOO_LARGE = range(4)


def main(names: list[str]) -> int:
    """Check the files and print a line for each."""
    if not names or any(name.startswith("-") for name in names):
        print("usage: python -m dpexact.second FILE...", file=sys.stderr)
        return UNREADABLE
    found = {status_of(name) for name in names}
    return next((status for status in (UNREADABLE, REJECTED, TOO_LARGE) if status in found), PROVED)


def status_of(name: str) -> int:
    """Check one file and say what came of it."""
    try:
        text = Path(name).read_bytes().decode()
    except OSError as error:
        print(f"{name!a}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except ValueError:
        print(f"{name!a}: cannot be read: it is no UTF-8 text", file=sys.stderr)
        return UNREADABLE
    try:
        statement = check(text)
    except Rejected as error:
        size = error.check == "size"
        print(f"{name!a}: {'not checked' if size else 'rejected'}: {error}")
        return TOO_LARGE if size else REJECTED
    print(f"{name!a}: proved: {statement['kind']}")
    return PROVED


def run() -> int:
    """Run the program; a crash or a closed output must not look like a verdict."""
    os.environ["SYMPY_GROUND_TYPES"] = "python"  # where FLINT is installed, SymPy would use it
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is no verdict
        print(f"the second checker failed: {type(error).__name__}: {error}", file=sys.stderr)
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - so that nothing is written at exit
        return UNREADABLE
    return status


if __name__ == "__main__":
    sys.exit(run())
