"""Run the program `dpexact` from its first line to its exit status, whatever its streams are."""

import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from dpexact.cli.outcome import BAD_INPUT, HOLDS, INTERRUPTED, OUTPUT_ERROR, complain, silence, status_of, write_error
from dpexact.errors import ParameterError
from dpexact.version import __version__

COMPLETION = ("--install-completion", "--show-completion")
BY_NAME = "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"  # typer then takes the shell that is named, else it looks


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit status. Nothing is left that could fail when Python ends."""
    closed = sys.stdout is None
    _open_streams()
    if closed:
        return complain("the standard output is closed, so no answer can be given", OUTPUT_ERROR)
    try:
        status = _status(arguments)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - Python's status for a crash is 1: "refuted"
        status = status_of(error)
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        silence(sys.stderr)
    return status


def _open_streams() -> None:
    """Give the null device to a closed standard stream, since the next file opened would take its place.

    A closed standard input stays `None`, and reading it is refused.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest place that is free: this one
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _status(arguments: Sequence[str]) -> int:
    if list(arguments) == ["--version"]:
        sys.stdout.write(f"dpexact {__version__}\n")
        return HOLDS
    option, equals, _ = arguments[0].partition("=") if arguments else ("", "", "")
    if option in COMPLETION and (equals or len(arguments) == 2):  # and a shell is named, as `--show-completion fish`
        os.environ[BY_NAME] = "1"
    from dpexact.cli.app import app

    try:  # not as typer would end: it gives 1 to a closed pipe and to an interruption
        returned = app(list(arguments), prog_name="dpexact", standalone_mode=False)
    except SystemExit as ended:  # what typer's completion ends with: 1 where it does not know the shell
        return BAD_INPUT if ended.code else HOLDS
    except Exception as error:
        if hasattr(error, "show"):
            return _usage(error, arguments)
        if type(error).__name__ == "Abort":
            return complain("interrupted", INTERRUPTED)
        raise
    return returned if isinstance(returned, int) else HOLDS


def _usage(error: Any, arguments: Sequence[str]) -> int:
    """Let a usage error print itself on the standard error, and its parts as JSON if results are asked for as JSON."""
    if "--format=json" in arguments or ("--format", "json") in pairwise(arguments):
        command = "dpexact" if error.ctx is None else error.ctx.command_path
        write_error(ParameterError(error.format_message(), place=command))
    try:
        error.show()
    except (OSError, ValueError):
        silence(sys.stderr)
    return BAD_INPUT


def main() -> int:
    """Run the command line and return the exit status. The version is answered before heavy imports."""
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
