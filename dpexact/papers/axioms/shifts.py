"""Make predicates from densities by a shift, and from other predicates.

Predicates from a log-concave density by a shift: M(a) = G(G^-1(a) - t), G the right tail.

Reference: Kifer and Lin, Section 2.2.1 and Theorem 2.2.2.

Predicates from predicates: both at once, with a and b exchanged, symmetrised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb

from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import privacy_factor, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.generators import Field
from dpexact.papers.axioms.lines import LinePredicate
from dpexact.papers.axioms.predicate import ONE, ZERO, Predicate, checked_predicate, greatest, least, weak_order, within


def exponential_predicate(exp_shift: object) -> LinePredicate:
    """Shift the density e^-x, x >= 0, E = e^t: M(a) = min(1, E a). Guarantee: exact. Raises: ParameterError.

    >>> exponential_predicate(2).upper("1/4")
    exact('1/2')
    """
    return LinePredicate(((privacy_factor(exp_shift, "exp_shift"), ZERO),))


def uniform_predicate(shift: object) -> LinePredicate:
    """Shift the uniform law on [0, 1]: M(a) = min(1, a + t), also at 0. Guarantee: exact. Raises: ParameterError."""
    return LinePredicate(((ONE, probability(shift, "shift")),))


@dataclass(frozen=True)
class LaplacePredicate:
    """From the density e^-|x|/2, with E = e^t: M(a) = E a, then 1 - 1/(4 E a) from 1/(2E), 1 - (1 - a)/E from 1/2.

    Guarantee: exact. Raises: ParameterError.
    """

    exp_shift: Exact
    convex: bool = True

    def __init__(self, exp_shift: object) -> None:
        object.__setattr__(self, "exp_shift", privacy_factor(exp_shift, "exp_shift"))
        object.__setattr__(self, "convex", True)

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
        x, E = probability(a, "a"), self.exp_shift
        if weak_order(2 * E * x, ONE) <= 0:  # where two of the formulas meet they agree
            return E * x
        return 1 - 1 / (4 * E * x) if weak_order(2 * x, ONE) <= 0 else 1 - (1 - x) / E

    def lower(self, a: object) -> Exact:
        """Return m(a) = 1 - M(1 - a)."""
        return 1 - self.upper(1 - probability(a, "a"))

    def inverse(self, b: object) -> Exact:
        """Return the a with M(a) = b: m(b), since the density is symmetric."""
        return self.lower(b)

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether m(a) <= b <= M(a)."""
        return within(self, a, b)


@dataclass(frozen=True)
class LogisticPredicate:
    """From the density e^-x/(1 + e^-x)^2, with E = e^t: M(a) = E a/(1 - a + E a), the odds times E.

    Guarantee: exact. Raises: ParameterError.
    """

    exp_shift: Exact
    convex: bool = True

    def __init__(self, exp_shift: object) -> None:
        object.__setattr__(self, "exp_shift", privacy_factor(exp_shift, "exp_shift"))
        object.__setattr__(self, "convex", True)

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
        x = probability(a, "a")
        return self.exp_shift * x / (1 - x + self.exp_shift * x)

    def lower(self, a: object) -> Exact:
        """Return m(a) = 1 - M(1 - a)."""
        return 1 - self.upper(1 - probability(a, "a"))

    def inverse(self, b: object) -> Exact:
        """Return the a with M(a) = b: m(b), since the density is symmetric."""
        return self.lower(b)

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether m(a) <= b <= M(a)."""
        return within(self, a, b)


@dataclass(frozen=True)
class GaussianPredicate:
    """From the standard normal density: M(a) = G(G^-1(a) - t), with M(0) = 0 and M(1) = 1. t is a number >= 0.

    Guarantee: enclosure. Raises: ParameterError, UndecidedError where b cannot be told from M(a).
    """

    shift: Exact
    convex: bool = True

    def __init__(self, shift: object = 1) -> None:
        t = exact_at(shift, "shift")
        if not t >= 0:
            raise ParameterError(repr(t), place="shift", expected="a number >= 0")
        object.__setattr__(self, "shift", t)
        object.__setattr__(self, "convex", True)

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a). Raises: ParameterError."""
        x = probability(a, "a")
        if self.shift == 0 or x in (0, 1):
            return x
        return Enclosure.computed(_shifted_tail, x, self.shift)

    def lower(self, a: object) -> Exact | Enclosure:
        """Return m(a) = 1 - M(1 - a)."""
        return 1 - self.upper(1 - probability(a, "a"))

    def inverse(self, b: object) -> Exact | Enclosure:
        """Return the a with M(a) = b: m(b), since the density is symmetric."""
        return self.lower(b)

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether m(a) <= b <= M(a). Raises: UndecidedError."""
        return within(self, a, b)


def _shifted_tail(a: Any, t: Any) -> Any:
    """Return G(G^-1(a) - t) with G(x) = erfc(x / sqrt 2)/2."""
    root = arb(2).sqrt()
    return ((2 * a).erfcinv() - t / root).erfc() / 2


def fields_of(predicate: object) -> frozenset[Field]:
    """Return the fields of the shift: that of a free E, if it is one."""
    match predicate:
        case LaplacePredicate(exp_shift=shift) | LogisticPredicate(exp_shift=shift) | GaussianPredicate(shift=shift):
            return frozenset((shift.field,))
        case _:
            return frozenset()


def predicate_at(predicate: Any, point: Exact) -> Any:
    """Return the predicate with a number for a free E in its shift; another one as it is. Raises: ParameterError."""
    match predicate:
        case LaplacePredicate(exp_shift=shift) | LogisticPredicate(exp_shift=shift) | GaussianPredicate(shift=shift):
            return type(predicate)(shift.substitute(point))
        case _:
            return predicate


@dataclass(frozen=True)
class Both:
    """All of some predicates: M is the least of theirs."""

    parts: tuple[Predicate, ...]

    @property
    def convex(self) -> bool:
        """Return whether each part is convex."""
        return all(getattr(part, "convex", False) for part in self.parts)

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a), the least of the parts."""
        return least([part.upper(a) for part in self.parts])

    def lower(self, a: object) -> Exact | Enclosure:
        """Return m(a) = 1 - M(1 - a)."""
        return 1 - self.upper(1 - probability(a, "a"))

    def inverse(self, b: object) -> Exact | Enclosure:
        """Return the infimum of the a with M(a) >= b, the greatest of the parts (their M do not decrease)."""
        return greatest([part.inverse(b) for part in self.parts])

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether each part allows it."""
        return all(part.allows(a, b) for part in self.parts)


@dataclass(frozen=True)
class Exchanged:
    """q(b, a) in place of q(a, b); of a density, the left tail F(F^-1(a) + t) in place of the right one.

    M is m^-1, the greatest x with m(x) <= a; where M of the original jumps at 0 it is a supremum that is not allowed.
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
    """Return the predicate that allows what all of these do: its M is the least of theirs, if each has one.

    Raises: ParameterError without any, and for anything that is not a predicate.
    """
    if not predicates:
        raise ParameterError("expected at least one predicate", place="minimum")
    return Both(tuple(checked_predicate(one, f"predicates[{n}]") for n, one in enumerate(predicates)))


def symmetrised(predicate: Predicate) -> Both:
    """Make q(a, b) and q(b, a): M is min(M(a), m^-1(a)), the minimum of the two tails of a density.

    Raises: ParameterError for anything that is not a predicate.
    Reference: Kifer and Lin, Section 2.2.1.

    >>> from dpexact.papers.axioms.shifts import exponential_predicate
    >>> symmetrised(exponential_predicate(2)).upper("1/2")
    exact('3/4')
    """
    one = checked_predicate(predicate)
    return Both((one, Exchanged(one)))
