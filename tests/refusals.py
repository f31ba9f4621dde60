"""A refusal in one line."""

from collections.abc import Callable

import pytest

Errors = type[Exception] | tuple[type[Exception], ...]


def refuses(errors: Errors, words: str, call: Callable[..., object], *arguments: object, **named: object) -> str:
    """Call it, expect one of these errors with these words, and return its message."""
    with pytest.raises(errors, match=words or None) as refused:
        call(*arguments, **named)
    return str(refused.value)
