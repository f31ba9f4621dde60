"""Exit statuses, and how a command ends: with a status or one message on the standard error, never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

import typer

from dpexact.errors import DPExactError

if TYPE_CHECKING:
    from collections.abc import Callable

HOLDS = 0
REFUTED = 1
BAD_INPUT = 2
UNDECIDED = 3
INTERNAL_ERROR = 70  # EX_SOFTWARE: a mistake of dpexact itself
INTERRUPTED = 130  # 128 + SIGINT
BROKEN_PIPE = 141  # 128 + SIGPIPE

Parameters = ParamSpec("Parameters")


def ends_with_status(command: Callable[Parameters, int]) -> Callable[Parameters, None]:
    """A command that returns its exit status, as a typer command that ends with it whatever happens inside."""

    @wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            status = command(*args, **kwargs)
            sys.stdout.flush()
        except DPExactError as error:
            status = complain(str(error), BAD_INPUT)
        except MemoryError:
            status = complain("out of memory; use a smaller document", BAD_INPUT)
        except KeyboardInterrupt:
            status = complain("interrupted", INTERRUPTED)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the flush at exit must not fail again
            status = BROKEN_PIPE
        except Exception:  # noqa: BLE001 - Python's own status for a crash is 1, which would read as "refuted"
            status = complain(f"internal error, please report it\n{traceback.format_exc()}", INTERNAL_ERROR)
        raise typer.Exit(status)

    return run


def complain(message: str, status: int) -> int:
    """Write one message to the standard error; the status, for the caller to return."""
    sys.stderr.write(f"dpexact: {message}\n")
    return status
