"""The order of numbers with a free E, in which numbers that meet at some E may stand either way.

`<` of numbers with a free E raises as soon as they are equal at one E and not at another. If both answers to a tie give
the same (a minimum, two formulas that agree when they meet, equal ratios in any order), it is enough that one of them
is never above the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial, reduce
from typing import cast

from flint import arb

from dpexact.errors import SignChangesError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact

ZERO = Exact.of_rational(0)
ONE = Exact.of_rational(1)


def weak_order(x: Exact, y: Exact) -> int:
    """Return 1 if x >= y, -1 if x <= y (for all E), 0 if they are equal. Guarantee: exact. Raises: SignChangesError."""
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
        remedy = "ask at one E (.substitute), or on an interval between such places (free_exp_epsilon)"
        raise SignChangesError(f"{error}", error.intervals, remedy=remedy) from None


def minimum_of(values: Iterable[Exact]) -> Exact:
    """Return the least of some numbers, for every E. Raises: SignChangesError if it is not the same one for all E."""
    return reduce(lambda x, y: x if weak_order(x, y) <= 0 else y, values)


def maximum_of(values: Iterable[Exact]) -> Exact:
    """Return the greatest of some numbers, for every E. Raises: as `minimum_of`."""
    return reduce(lambda x, y: x if weak_order(x, y) >= 0 else y, values)


def least(values: Sequence[Exact | Enclosure]) -> Exact | Enclosure:
    """Return the minimum, an Enclosure if one of the values is."""
    if any(isinstance(value, Enclosure) for value in values):
        return reduce(partial(Enclosure.computed, arb.min), values)
    return minimum_of(cast("Sequence[Exact]", values))


def greatest(values: Sequence[Exact | Enclosure]) -> Exact | Enclosure:
    """Return the maximum, an Enclosure if one of the values is."""
    if any(isinstance(value, Enclosure) for value in values):
        return reduce(partial(Enclosure.computed, arb.max), values)
    return maximum_of(cast("Sequence[Exact]", values))
