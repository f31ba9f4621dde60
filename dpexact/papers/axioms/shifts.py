"""Predicates from a log-concave density by a shift, M(a) = G(G^-1(a) - t) with the right tail G.

Reference: Kifer and Lin, Section 2.2.1 and Theorem 2.2.2.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb

from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import privacy_factor, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.papers.axioms.order import ONE, ZERO, weak_order
from dpexact.papers.axioms.pieces import LinePredicate
from dpexact.papers.axioms.predicate import between, reflected, reflected_inverse


def exponential_predicate(exp_shift: object) -> LinePredicate:
    """Make M(a) = min(1, E a) by the density e^-x, x >= 0, with E = e^t. Guarantee: exact. Raises: ParameterError.

    >>> exponential_predicate(2).upper("1/4")
    exact('1/2')
    """
    return LinePredicate(((privacy_factor(exp_shift, "exp_shift"), ZERO),))


def uniform_predicate(shift: object) -> LinePredicate:
    """Make M(a) = min(1, a + t), also at 0, by the uniform law. Guarantee: exact. Raises: ParameterError."""
    return LinePredicate(((ONE, probability(shift, "shift")),))


@dataclass(frozen=True)
class LaplacePredicate:
    """M(a) = E a, then 1 - 1/(4 E a) from 1/(2E), 1 - (1 - a)/E from 1/2, by the density e^-|x|/2 with E = e^t.

    Guarantee: exact. Raises: ParameterError.
    """

    exp_shift: Exact

    convex = True
    lower, inverse, allows = reflected, reflected_inverse, between

    def __init__(self, exp_shift: object) -> None:
        object.__setattr__(self, "exp_shift", privacy_factor(exp_shift, "exp_shift"))

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
        x, E = probability(a, "a"), self.exp_shift
        if weak_order(2 * E * x, ONE) <= 0:  # two of the formulas agree at the a at which they meet
            return E * x
        return 1 - 1 / (4 * E * x) if weak_order(2 * x, ONE) <= 0 else 1 - (1 - x) / E


@dataclass(frozen=True)
class LogisticPredicate:
    """M(a) = E a/(1 - a + E a), the odds times E, by the density e^-x/(1 + e^-x)^2 with E = e^t.

    Guarantee: exact. Raises: ParameterError.
    """

    exp_shift: Exact

    convex = True
    lower, inverse, allows = reflected, reflected_inverse, between

    def __init__(self, exp_shift: object) -> None:
        object.__setattr__(self, "exp_shift", privacy_factor(exp_shift, "exp_shift"))

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
        x = probability(a, "a")
        return self.exp_shift * x / (1 - x + self.exp_shift * x)


@dataclass(frozen=True)
class GaussianPredicate:
    """M(a) = G(G^-1(a) - t) by the standard normal density, with M(0) = 0 and M(1) = 1. t is a number >= 0.

    Guarantee: enclosure. Raises: ParameterError, UndecidedError if b cannot be told from M(a).
    """

    shift: Exact

    convex = True
    lower, inverse, allows = reflected, reflected_inverse, between

    def __init__(self, shift: object = 1) -> None:
        t = exact_at(shift, "shift")
        if not t >= 0:
            raise ParameterError(repr(t), place="shift", expected="a number >= 0")
        object.__setattr__(self, "shift", t)

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a). Raises: ParameterError."""
        x = probability(a, "a")
        if self.shift == 0 or x in (0, 1):
            return x
        return Enclosure.computed(_shifted_tail, x, self.shift)


def _shifted_tail(a: arb, t: arb) -> arb:
    """Return G(G^-1(a) - t) with G(x) = erfc(x / sqrt 2)/2."""
    root = arb(2).sqrt()
    return ((2 * a).erfcinv() - t / root).erfc() / 2


def shift_of(predicate: object) -> Exact | None:
    """Return the shift of a predicate from a density, which may have a free E, or None for other predicates."""
    match predicate:
        case LaplacePredicate(exp_shift=shift) | LogisticPredicate(exp_shift=shift) | GaussianPredicate(shift=shift):
            return shift
        case _:
            return None
