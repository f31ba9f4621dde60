"""Describe generic privacy predicates.

The order of two numbers where a tie may go either way: with a free E also where they meet at some E of the interval.

`<` of numbers with a free E raises as soon as they are equal at one E and not at another. Where both answers to a tie
give the same (a minimum, two formulas that agree where they meet, equal ratios that may be sorted at will), it is
enough that one of them is never above the other.

Predicate: which pairs (a, b) = (P_i(S), P_j(S)) a generic privacy definition allows.

Reference: Kifer and Lin, Definition 2.0.4 and Theorems 2.1.3 and 2.1.4.

RawPredicate: a predicate q(a, b) that is just given, as a finite set of pairs or as a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import NoReturn, Protocol, cast

from flint import arb

from dpexact.errors import ParameterError, SignChangesError, need
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import pairs_of
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import value_excerpt


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
        raise SignChangesError(
            f"{error}",
            error.intervals,
            remedy="ask at one E (.substitute), or on an interval between such places (free_exp_epsilon)",
        ) from None


def minimum_of(values: Iterable[Exact]) -> Exact:
    """Return the least of some numbers, for every E.

    Raises: SignChangesError where it is not the same one for all E.
    """
    return reduce(lambda x, y: x if weak_order(x, y) <= 0 else y, values)


def maximum_of(values: Iterable[Exact]) -> Exact:
    """Return the greatest of some numbers, for every E.

    Raises: SignChangesError where it is not the same one for all E.
    """
    return reduce(lambda x, y: x if weak_order(x, y) >= 0 else y, values)


ZERO = Exact.of_rational(0)


ONE = Exact.of_rational(1)


class Predicate(Protocol):
    """An upper bound M and its reflection m(a) = 1 - M(1 - a); allowed is m(a) <= b <= M(a)."""

    @property
    def convex(self) -> bool:
        """Return whether the allowed pairs are a convex set: then the corners of what a mechanism does decide."""

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a), for a from 0 to 1. Raises: ParameterError."""

    def lower(self, a: object) -> Exact | Enclosure:
        """Return m(a) = 1 - M(1 - a)."""

    def inverse(self, b: object) -> Exact | Enclosure:
        """Return the least a with M(a) >= b (their infimum where M jumps at 0)."""

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether m(a) <= b <= M(a). Raises: UndecidedError."""


def checked_predicate(value: object, name: str = "predicate") -> Predicate:
    """Return the predicate itself. Raises: ParameterError for anything else, such as the class of a predicate."""
    if isinstance(value, type):
        raise ParameterError(
            f"the class {value.__name__}", place=name, expected="a predicate", remedy="call it with its parameters"
        )
    if not callable(getattr(value, "allows", None)):
        raise ParameterError(value_excerpt(value), place=name, expected="one with .allows, such as ApproxDPPredicate")
    return cast("Predicate", value)


def within(predicate: Predicate, a: Exact, b: Exact) -> bool:
    """Return whether M(a) >= b >= m(a), the latter as M(1 - a) >= 1 - b."""
    a, b = exact_at(a, "a"), exact_at(b, "b")
    return bool(predicate.upper(a) >= b) and bool(predicate.upper(1 - a) >= 1 - b)


def least(values: Sequence[Exact | Enclosure]) -> Exact | Enclosure:
    """Return the minimum; an Enclosure where one of them is."""
    if any(isinstance(value, Enclosure) for value in values):
        return reduce(partial(Enclosure.computed, arb.min), values)
    return minimum_of(cast("Sequence[Exact]", values))


def greatest(values: Sequence[Exact | Enclosure]) -> Exact | Enclosure:
    """Return the maximum; an Enclosure where one of them is."""
    if any(isinstance(value, Enclosure) for value in values):
        return reduce(partial(Enclosure.computed, arb.max), values)
    return maximum_of(cast("Sequence[Exact]", values))


@need.made_by(
    "RawPredicate.of_pairs(pairs) or RawPredicate.of_function(function)",
    pairs=(frozenset, type(None)),
    function=(Callable, type(None)),
)
@dataclass(frozen=True)
class RawPredicate:
    """The pairs (a, b) that are allowed, nothing else known: no M, no convexity.

    Guarantee: exact, as far as the function is. Raises: ParameterError.
    """

    pairs: frozenset[tuple[Exact, Exact]] | None = None
    function: Callable[[Exact, Exact], bool] | None = None

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[object, object]]) -> RawPredicate:
        """Allow exactly these pairs."""
        return cls(frozenset(pairs_of(pairs, "pairs")))

    @classmethod
    def of_function(cls, function: Callable[[Exact, Exact], bool]) -> RawPredicate:
        """Allow the pairs for which the function returns True; it has to return True or False."""
        if not callable(function):
            raise ParameterError(value_excerpt(function), place="function", expected="a function of a and b")
        return cls(None, function)

    @property
    def convex(self) -> bool:
        """Always False: the allowed pairs are not known to be convex."""
        return False

    def upper(self, a: object) -> NoReturn:
        """Raise ParameterError; there is no M."""
        raise ParameterError(
            f"a RawPredicate has no M, only its pairs (asked at {value_excerpt(a)})",
            place="upper",
            remedy="use .allows",
        )

    lower = inverse = upper

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether the pair is allowed.

        Raises: ParameterError for a function that says neither True nor False.
        """
        a, b = exact_at(a, "a"), exact_at(b, "b")
        if self.function is None:
            return self.pairs is not None and (a, b) in self.pairs
        said = self.function(a, b)
        if type(said) is not bool:
            raise ParameterError(value_excerpt(said), place="function", expected=f"True or False for ({a}, {b})")
        return said
