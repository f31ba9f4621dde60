"""The range-restricted (truncated) geometric mechanism on the counts 0..size-1."""

from __future__ import annotations

from dpexact.errors import ParameterError, need
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact_at

MAX_SIZE = 2000


def range_restricted_geometric(p: object, size: int) -> Mechanism:
    """Add two-sided geometric noise of ratio p = 1/E to a count and clip the sum to 0..size-1.

    Inputs and outputs are 0..n with n = size - 1. For size >= 2

        P(o | i) = p^|i - o| / (1 + p)               for o = 0 and o = n,
        P(o | i) = p^|i - o| (1 - p) / (1 + p)       for 0 < o < n.

    The tight E on the path 0 - 1 - ... - n is 1/p (size >= 2), since P(o | i) = (1/p) P(o | i + 1) for every o <= i.
    On size = 1 it is the mechanism with the single output 0.

    Guarantee: exact, also for p = 1/E with a free E.
    Raises: ParameterError unless 0 < p <= 1, or for size outside 1..2000.
    Reference: A. Ghosh, T. Roughgarden, M. Sundararajan, Universally utility-maximizing privacy mechanisms, 2012
    (truncated geometric mechanism).

    >>> range_restricted_geometric("1/2", 3).rows()[0]
    (exact('2/3'), exact('1/6'), exact('1/6'))
    """
    ratio, count = ratio_of(p), need.integer(size, "size", 1, MAX_SIZE)
    if count == 1:
        return Mechanism.from_rows((0,), (0,), [[1]])
    clipped = powers(1 / (1 + ratio), ratio, count)
    inner = powers((1 - ratio) / (1 + ratio), ratio, count)
    ends = (0, count - 1)
    rows = [[(clipped if o in ends else inner)[abs(i - o)] for o in range(count)] for i in range(count)]
    return Mechanism.from_rows(range(count), range(count), rows)


def ratio_of(p: object) -> Exact:
    """Return the ratio p = 1/E. Raises: ParameterError unless 0 < p <= 1."""
    ratio = exact_at(p, "p")
    if not 0 < ratio <= 1:
        raise ParameterError(repr(ratio), place="p", expected="a ratio 0 < p <= 1 (p = 1/E)")
    return ratio


def powers(first: Exact, ratio: Exact, count: int) -> list[Exact]:
    """Return the `count` terms first, first * ratio, first * ratio^2, ..."""
    terms = [first]
    while len(terms) < count:
        terms.append(terms[-1] * ratio)
    return terms
