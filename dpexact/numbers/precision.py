"""The working precision of flint, global to the process, which one thread at a time sets and puts back."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TypeVar

from flint import ctx

Found = TypeVar("Found")

LOCK = RLock()  # held alone, it keeps the precision as it is


class WorkingPrecision:
    """`with WorkingPrecision(bits):` computes balls with this many bits, whatever the precision was, and restores it.

    Every use of balls in dpexact is inside one. The lock is re-entrant and process-wide, so no thread computes with the
    precision of another or restores the precision of another.
    """

    __slots__ = ("before", "bits")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        """Take the lock, set the precision."""
        LOCK.acquire()
        self.before = ctx.prec
        try:
            ctx.prec = self.bits
        except BaseException:
            LOCK.release()
            raise

    def __exit__(self, *_: object) -> None:
        """Put the precision back, release the lock."""
        ctx.prec = self.before
        LOCK.release()


def refined_until(test: Callable[[int], Found | None], first: int, most: int) -> Found | None:
    """Return the result of a test at ever higher working precision, doubled until the result is not None.

    The test is called with the bits, at this precision. It returns None if they settle nothing. The result is None if
    `most` bits do not settle it either.
    """
    bits = first
    while bits <= most:
        with WorkingPrecision(bits):
            result = test(bits)
        if result is not None:
            return result
        bits *= 2
    return None
