"""The methods that predicates with an upper bound M share, as functions of the predicate."""

from __future__ import annotations

from typing import Protocol

from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact, exact_at


class Bounded(Protocol):
    """Anything with an upper bound M."""

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a), for a from 0 to 1. Raises: ParameterError."""


def lower(self: Bounded, a: object) -> Exact | Enclosure:
    """Return m(a) = 1 - M(1 - a)."""
    return 1 - self.upper(1 - probability(a, "a"))


def inverse(self: Bounded, b: object) -> Exact | Enclosure:
    """Return the a with M(a) = b, which for a symmetric density is m(b)."""
    return lower(self, b)


def allows(self: Bounded, a: Exact, b: Exact) -> bool:
    """Return whether m(a) <= b <= M(a), the former as M(1 - a) >= 1 - b. Raises: UndecidedError."""
    a, b = exact_at(a, "a"), exact_at(b, "b")
    return bool(self.upper(a) >= b) and bool(self.upper(1 - a) >= 1 - b)
