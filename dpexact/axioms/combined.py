"""Predicates from predicates: both at once, with a and b exchanged, symmetrised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.axioms.predicate import checked_predicate, greatest, least
from dpexact.errors import ParameterError
from dpexact.numbers.parameters import probability

if TYPE_CHECKING:
    from dpexact.axioms.predicate import Predicate
    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class Both:
    """All of some predicates: M is the least of theirs."""

    parts: tuple[Predicate, ...]

    @property
    def convex(self) -> bool:
        """Whether each part is."""
        return all(getattr(part, "convex", False) for part in self.parts)

    def upper(self, a: object) -> Exact | Enclosure:
        """M(a), the least of the parts."""
        return least([part.upper(a) for part in self.parts])

    def lower(self, a: object) -> Exact | Enclosure:
        """m(a) = 1 - M(1 - a)."""
        return 1 - self.upper(1 - probability(a, "a"))

    def inverse(self, b: object) -> Exact | Enclosure:
        """The infimum of the a with M(a) >= b, the greatest of the parts (their M do not decrease)."""
        return greatest([part.inverse(b) for part in self.parts])

    def allows(self, a: Exact, b: Exact) -> bool:
        """Whether each part does."""
        return all(part.allows(a, b) for part in self.parts)


@dataclass(frozen=True)
class Exchanged:
    """q(b, a) in place of q(a, b); of a density, the left tail F(F^-1(a) + t) in place of the right one.

    M is m^-1, the greatest x with m(x) <= a; where M of the original jumps at 0 it is a supremum that is not allowed.
    """

    original: Predicate

    @property
    def convex(self) -> bool:
        """Whether the original is."""
        return getattr(self.original, "convex", False)

    def upper(self, a: object) -> Exact | Enclosure:
        """m^-1(a) = 1 - M^-1(1 - a)."""
        return 1 - self.original.inverse(1 - probability(a, "a"))

    def lower(self, a: object) -> Exact | Enclosure:
        """M^-1(a)."""
        return self.original.inverse(a)

    def inverse(self, b: object) -> Exact | Enclosure:
        """m(b)."""
        return self.original.lower(b)

    def allows(self, a: Exact, b: Exact) -> bool:
        """Whether the original allows (b, a)."""
        return self.original.allows(b, a)


def minimum(*predicates: Predicate) -> Both:
    """The predicate that allows what all of these do: its M is the least of theirs, if each has one.

    Raises: ParameterError without any, and for what is no predicate.
    """
    if not predicates:
        message = "minimum: expected at least one predicate"
        raise ParameterError(message)
    return Both(tuple(checked_predicate(one, f"predicates[{n}]") for n, one in enumerate(predicates)))


def symmetrised(predicate: Predicate) -> Both:
    """q(a, b) and q(b, a): M is min(M(a), m^-1(a)), the minimum of the two tails of a density.

    Raises: ParameterError for what is no predicate.
    Reference: Kifer and Lin, Section 2.2.1.

    >>> from dpexact.axioms.shifts import exponential_predicate
    >>> symmetrised(exponential_predicate(2)).upper("1/2")
    exact('3/4')
    """
    one = checked_predicate(predicate)
    return Both((one, Exchanged(one)))
