"""Work: how much of a formula has been evaluated; sums and roots are charged before they start."""

from __future__ import annotations

from dpexact.errors import TooLargeError

MAX_WORK = 2_000_000  # operations of one evaluation


class Work:
    """The operations that are left to one evaluation."""

    __slots__ = ("left",)

    def __init__(self, allowed: int = MAX_WORK) -> None:
        self.left = allowed

    def charge(self, operations: int, place: str) -> None:
        """Spend some. Raises: TooLargeError, before the work is done."""
        if operations > self.left:
            message = f"{place}: a formula of more than {MAX_WORK} operations; shorten its sums"
            raise TooLargeError(message)
        self.left -= operations
