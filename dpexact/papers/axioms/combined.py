"""Predicates made of predicates, several at once, with a and b exchanged, or symmetrized."""

from __future__ import annotations

from dataclasses import dataclass

from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact
from dpexact.papers.axioms import bounded
from dpexact.papers.axioms.order import greatest, least
from dpexact.papers.axioms.predicate import Predicate, checked_predicate


@dataclass(frozen=True)
class Both:
    """All of some predicates, so that M is the least of theirs."""

    parts: tuple[Predicate, ...]

    lower = bounded.lower

    @property
    def convex(self) -> bool:
        """Return whether each part is convex."""
        return all(getattr(part, "convex", False) for part in self.parts)

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a), the least of the parts."""
        return least([part.upper(a) for part in self.parts])

    def inverse(self, b: object) -> Exact | Enclosure:
        """Return the infimum of the a with M(a) >= b, the greatest of the parts (their M do not decrease)."""
        return greatest([part.inverse(b) for part in self.parts])

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether each part allows it."""
        return all(part.allows(a, b) for part in self.parts)


@dataclass(frozen=True)
class Exchanged:
    """q(b, a) instead of q(a, b), for a density the left tail F(F^-1(a) + t) instead of the right one.

    M is m^-1, the greatest x with m(x) <= a. If M of the original jumps at 0, it is a supremum that is not allowed.
    """

    original: Predicate

    @property
    def convex(self) -> bool:
        """Return whether the original is convex."""
        return getattr(self.original, "convex", False)

    def upper(self, a: object) -> Exact | Enclosure:
        """Return m^-1(a) = 1 - M^-1(1 - a)."""
        return 1 - self.original.inverse(1 - probability(a, "a"))

    def lower(self, a: object) -> Exact | Enclosure:
        """Return M^-1(a)."""
        return self.original.inverse(a)

    def inverse(self, b: object) -> Exact | Enclosure:
        """Return m(b)."""
        return self.original.lower(b)

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether the original allows (b, a)."""
        return self.original.allows(b, a)


def minimum(*predicates: Predicate) -> Both:
    """Return the predicate that allows a pair if all of these do. Its M is the least of theirs, if each has one.

    Raises: ParameterError without any, and for anything that is not a predicate.
    """
    if not predicates:
        raise ParameterError("expected at least one predicate", place="minimum")
    return Both(tuple(checked_predicate(part, f"predicates[{n}]") for n, part in enumerate(predicates)))


def symmetrised(predicate: Predicate) -> Both:
    """Return q(a, b) and q(b, a), with the M min(M(a), m^-1(a)), the minimum of the two tails of a density.

    Raises: ParameterError for anything that is not a predicate.
    Reference: Kifer and Lin, Section 2.2.1.

    >>> from dpexact.papers.axioms.shifts import exponential_predicate
    >>> symmetrised(exponential_predicate(2)).upper("1/2")
    exact('3/4')
    """
    original = checked_predicate(predicate)
    return Both((original, Exchanged(original)))
