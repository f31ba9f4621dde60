"""Predicate: which pairs (a, b) = (P_i(S), P_j(S)) a generic privacy definition allows.

Reference: Kifer and Lin, Definition 2.0.4 and Theorems 2.1.3 and 2.1.4.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING, Protocol, cast

from flint import arb

from dpexact.axioms.weak_order import maximum_of, minimum_of
from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

ZERO = Exact.of_rational(0)
ONE = Exact.of_rational(1)


class Predicate(Protocol):
    """An upper bound M and its reflection m(a) = 1 - M(1 - a); allowed is m(a) <= b <= M(a)."""

    @property
    def convex(self) -> bool:
        """Whether the allowed pairs are a convex set: then the corners of what a mechanism does decide."""

    def upper(self, a: object) -> Exact | Enclosure:
        """M(a), for a from 0 to 1. Raises: ParameterError."""

    def lower(self, a: object) -> Exact | Enclosure:
        """m(a) = 1 - M(1 - a)."""

    def inverse(self, b: object) -> Exact | Enclosure:
        """The least a with M(a) >= b (their infimum where M jumps at 0)."""

    def allows(self, a: Exact, b: Exact) -> bool:
        """Whether m(a) <= b <= M(a). Raises: UndecidedError."""


def checked_predicate(value: object, name: str = "predicate") -> Predicate:
    """The predicate itself. Raises: ParameterError for what is none, the class of one for instance."""
    if isinstance(value, type):
        message = f"{name}: expected a predicate, got the class {value.__name__}; call it with its parameters"
        raise ParameterError(message)
    if not callable(getattr(value, "allows", None)):
        message = f"{name}: expected one with .allows, such as ApproxDPPredicate, got {value_excerpt(value)}"
        raise ParameterError(message)
    return cast("Predicate", value)


def within(predicate: Predicate, a: Exact, b: Exact) -> bool:
    """M(a) >= b >= m(a), the latter as M(1 - a) >= 1 - b."""
    return bool(predicate.upper(a) >= b) and bool(predicate.upper(1 - a) >= 1 - b)


def least(values: Sequence[Exact | Enclosure]) -> Exact | Enclosure:
    """The minimum; an Enclosure where one of them is."""
    if any(isinstance(value, Enclosure) for value in values):
        return reduce(partial(Enclosure.computed, arb.min), values)
    return minimum_of(cast("Sequence[Exact]", values))


def greatest(values: Sequence[Exact | Enclosure]) -> Exact | Enclosure:
    """The maximum; an Enclosure where one of them is."""
    if any(isinstance(value, Enclosure) for value in values):
        return reduce(partial(Enclosure.computed, arb.max), values)
    return maximum_of(cast("Sequence[Exact]", values))
