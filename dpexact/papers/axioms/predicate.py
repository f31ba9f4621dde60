"""Predicates, the pairs (a, b) = (P_i(S), P_j(S)) that a generic privacy definition allows, alone or combined.

`<` of numbers with a free E raises as soon as they are equal at one E and not at another. If both answers to a tie give
the same (a minimum, two formulas that agree when they meet, equal ratios in any order), it is enough that one of them
is never above the other (`weak_order`).

Reference: Kifer and Lin, Definition 2.0.4 and Theorems 2.1.3 and 2.1.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import NoReturn, Protocol, cast

from flint import arb

from dpexact.errors import ParameterError, SignChangesError, need
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import pairs_of, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.signs import sign_changes_error
from dpexact.numbers.typography import value_excerpt

ZERO = Exact.of_rational(0)
ONE = Exact.of_rational(1)


def weak_order(x: Exact, y: Exact) -> int:
    """Return 1 if x >= y, -1 if x <= y (for all E), 0 if they are equal. Exact. Raises SignChangesError."""
    difference = x - y
    signs = difference.signs()
    if len(signs) == 1:
        return next(iter(signs))
    if -1 not in signs:
        return 1
    if 1 not in signs:
        return -1
    error = sign_changes_error(difference)
    remedy = "ask at one E (.substitute), or on an interval between such places (free_exp_epsilon)"
    raise SignChangesError(f"{error}", intervals=error.intervals, remedy=remedy)


def minimum_of(values: Iterable[Exact]) -> Exact:
    """Return the least of some numbers, for every E. Raises SignChangesError if it is not the same one for all E."""
    return reduce(lambda x, y: x if weak_order(x, y) <= 0 else y, values)


def maximum_of(values: Iterable[Exact]) -> Exact:
    """Return the greatest of some numbers, for every E. Raises the errors of `minimum_of`."""
    return reduce(lambda x, y: x if weak_order(x, y) >= 0 else y, values)


def _extreme(
    values: Sequence[Exact | Enclosure], of_exact: Callable[[Iterable[Exact]], Exact], of_balls: Callable[..., arb]
) -> Exact | Enclosure:
    """Return the minimum or maximum, an Enclosure if one of the values is."""
    if any(isinstance(value, Enclosure) for value in values):
        return reduce(partial(Enclosure.computed, of_balls), values)
    return of_exact(cast("Sequence[Exact]", values))


def lower(self: Predicate, a: object) -> Exact | Enclosure:
    """Return m(a) = 1 - M(1 - a)."""
    return 1 - self.upper(1 - probability(a, "a"))


def inverse(self: Predicate, b: object) -> Exact | Enclosure:
    """Return the a with M(a) = b, which for a symmetric density is m(b)."""
    return lower(self, b)


def allows(self: Predicate, a: Exact, b: Exact) -> bool:
    """Return whether m(a) <= b <= M(a), the former as M(1 - a) >= 1 - b. Raises UndecidedError."""
    a, b = exact_at(a, "a"), exact_at(b, "b")
    return bool(self.upper(a) >= b) and bool(self.upper(1 - a) >= 1 - b)


reflected, reflected_inverse, between = lower, inverse, allows  # in a class these are names of its methods


class Predicate(Protocol):
    """An upper bound M and its reflection m(a) = 1 - M(1 - a). The allowed pairs have m(a) <= b <= M(a).

    If it has an attribute `convex` that is True, these pairs are a convex set, and corners decide a mechanism.
    """

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a), for a from 0 to 1. Raises ParameterError."""

    def lower(self, a: object) -> Exact | Enclosure:
        """Return m(a) = 1 - M(1 - a)."""

    def inverse(self, b: object) -> Exact | Enclosure:
        """Return the least a with M(a) >= b (their infimum if M jumps at 0)."""

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether m(a) <= b <= M(a). Raises UndecidedError."""


def checked_predicate(value: object, name: str = "predicate") -> Predicate:
    """Return the predicate itself. Raises ParameterError for anything else, such as the class of a predicate."""
    if isinstance(value, type):
        raise ParameterError(
            f"the class {value.__name__}", place=name, expected="a predicate", remedy="call it with its parameters"
        )
    if not callable(getattr(value, "allows", None)):
        raise ParameterError(value_excerpt(value), place=name, expected="one with .allows, such as ApproxDPPredicate")
    return cast("Predicate", value)


@need.made_by(
    "RawPredicate.of_pairs(pairs) or RawPredicate.of_function(function)",
    pairs=(frozenset, type(None)),
    function=(Callable, type(None)),
)
@dataclass(frozen=True)
class RawPredicate:
    """The pairs (a, b) that are allowed, as a finite set or a function. M and convexity are unknown.

    The answer is exact, as far as the function is. Raises ParameterError.
    """

    pairs: frozenset[tuple[Exact, Exact]] | None = None
    function: Callable[[Exact, Exact], bool] | None = None

    convex = False  # the allowed pairs are not known to be convex

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[object, object]]) -> RawPredicate:
        """Allow exactly these pairs."""
        return cls(frozenset(pairs_of(pairs, "pairs")))

    @classmethod
    def of_function(cls, function: Callable[[Exact, Exact], bool]) -> RawPredicate:
        """Allow the pairs for which the function returns True. It must return True or False."""
        return cls(None, need.function(function, "function", "a function of a and b"))

    def upper(self, a: object) -> NoReturn:
        """Raise ParameterError, since M is unknown."""
        came = f"a RawPredicate has no M, only its pairs (asked at {value_excerpt(a)})"
        raise ParameterError(came, place="upper", remedy="use .allows")

    lower = inverse = upper

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether the pair is allowed. Raises ParameterError if the function gives neither True nor False."""
        a, b = exact_at(a, "a"), exact_at(b, "b")
        if self.function is None:
            return self.pairs is not None and (a, b) in self.pairs
        answer = self.function(a, b)
        if type(answer) is not bool:
            raise ParameterError(value_excerpt(answer), place="function", expected=f"True or False for ({a}, {b})")
        return answer


Part = tuple[Predicate | RawPredicate, bool]  # q(a, b), or q(b, a) if the flag is set


@dataclass(frozen=True)
class Conjunction:
    """All of some predicates q(a, b) and q(b, a), so that M is the least of theirs.

    The M of q(b, a) is m^-1, the greatest x with m(x) <= a, for a density the left tail F(F^-1(a) + t) instead of the
    right one. If M of q jumps at 0, it is a supremum that is not allowed.
    """

    parts: tuple[Part, ...]

    lower = reflected

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a), the least of M(a) and m^-1(a) = 1 - M^-1(1 - a) of the parts."""
        x = probability(a, "a")
        return _extreme([1 - q.inverse(1 - x) if back else q.upper(x) for q, back in self.parts], minimum_of, arb.min)

    def inverse(self, b: object) -> Exact | Enclosure:
        """Return the infimum of the a with M(a) >= b, the greatest of the parts (their M do not decrease)."""
        return _extreme([q.lower(b) if back else q.inverse(b) for q, back in self.parts], maximum_of, arb.max)

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether each part allows it."""
        return all(q.allows(b, a) if back else q.allows(a, b) for q, back in self.parts)


def parts_of(predicate: Predicate | RawPredicate) -> tuple[Part, ...]:
    """Return the predicates that it is made of, all of which must hold."""
    return predicate.parts if isinstance(predicate, Conjunction) else ((predicate, False),)


def minimum(*predicates: Predicate) -> Conjunction:
    """Return the predicate that allows a pair if all of these do. Its M is the least of theirs, if each has one.

    Raises ParameterError without any, and for anything that is not a predicate.
    """
    if not predicates:
        raise ParameterError("expected at least one predicate", place="minimum")
    checked = [checked_predicate(part, f"predicates[{n}]") for n, part in enumerate(predicates)]
    return Conjunction(tuple(part for predicate in checked for part in parts_of(predicate)))


def symmetrised(predicate: Predicate) -> Conjunction:
    """Return q(a, b) and q(b, a), with the M min(M(a), m^-1(a)), the minimum of the two tails of a density.

    Raises ParameterError for anything that is not a predicate.
    Reference: Kifer and Lin, Section 2.2.1.

    >>> from dpexact.papers.axioms.bounds import exponential_predicate
    >>> symmetrised(exponential_predicate(2)).upper("1/2")
    exact('3/4')
    """
    parts = parts_of(checked_predicate(predicate))
    return Conjunction((*parts, *((part, not exchanged) for part, exchanged in parts)))
