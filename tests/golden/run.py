"""Run a command of dpexact inside this process, with everything that may differ between machines fixed."""

import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from dpexact.__main__ import main

ROOT = Path(__file__).parents[2]
RECORDS = Path(__file__).parent / "records"
FIXED = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb"}


@dataclass(frozen=True)
class Ran:
    """The output of a command, and its exit status."""

    out: str
    complaint: str
    status: int


def ran(*arguments: str) -> Ran:
    """Run `dpexact ARGUMENTS` from the root of the checkout; the lines that only say what takes time are left out."""
    out, error = _stream(), _stream()
    with (
        chdir(ROOT),
        patch.dict(os.environ, FIXED),
        patch.object(sys, "argv", ["dpexact", *arguments]),
        redirect_stdout(out),
        redirect_stderr(error),
    ):
        status = main()
    complaint = "".join(line for line in _text(error).splitlines(keepends=True) if not line.endswith(" ...\n"))
    return Ran(_text(out), complaint, status)


def _stream() -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
