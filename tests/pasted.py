"""The lines that a failing assertion offers as a regression test."""

from textwrap import dedent

import pytest


def pasted(error: BaseException) -> AssertionError:
    """Run the lines of a message as a reader does who pastes them, and return the error with which they fail too."""
    with pytest.raises(AssertionError) as again:
        exec(dedent(str(error).partition("A regression test:\n")[2]), {})  # noqa: S102 - our own lines
    return again.value
