"""The order of two numbers where a tie may go either way: with a free E also where they meet at some E of the interval.

`<` of numbers with a free E raises as soon as they are equal at one E and not at another. Where both answers to a tie
give the same (a minimum, two formulas that agree where they meet, equal ratios that may be sorted at will), it is
enough that one of them is never above the other.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from dpexact.errors import SignChangesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.numbers.exact import Exact


def weak_order(x: Exact, y: Exact) -> int:
    """1 if x >= y, -1 if x <= y (for all E), 0 if they are equal. Guarantee: exact. Raises: SignChangesError."""
    difference = x - y
    signs = difference.signs()
    if len(signs) == 1:
        return next(iter(signs))
    if -1 not in signs:
        return 1
    if 1 not in signs:
        return -1
    try:
        return difference.sign()
    except SignChangesError as error:
        message = f"{error}; ask at one E (.substitute), or on an interval between such places (free_exp_epsilon)"
        raise SignChangesError(message, error.intervals) from None


def minimum_of(values: Iterable[Exact]) -> Exact:
    """The least of some numbers, for every E. Raises: SignChangesError where it is not the same one for all E."""
    return reduce(lambda x, y: x if weak_order(x, y) <= 0 else y, values)


def maximum_of(values: Iterable[Exact]) -> Exact:
    """The greatest of some numbers, for every E. Raises: SignChangesError where it is not the same one for all E."""
    return reduce(lambda x, y: x if weak_order(x, y) >= 0 else y, values)
