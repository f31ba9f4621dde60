"""Least delta and least epsilon of two distributions, in one direction, enclosed if no field holds all numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from flint import arb

from dpexact.composition.loss import privacy_loss
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.laws.parameters import Number, formula, integer, least_epsilon, nonnegative, probability, real, value
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import term_of_text
from dpexact.privacy.divergence import ratio_groups

FACTOR = term_of_text("exp(epsilon)")
Masses = list[Exact]


def delta(p: Masses, q: Masses, epsilon: Real) -> Number:
    """Return the least delta with p(S) <= e^epsilon q(S) + delta for all events S, the sum of positive parts."""
    pair(p, q)
    E = formula(FACTOR, epsilon=real("epsilon", epsilon))
    if isinstance(E, Exact):
        try:
            parts = (a - E * b for a, b in zip(p, q, strict=True))
            return sum((part for part in parts if part > 0), exact(0))
        except (IncompatibleFieldsError, TooLargeError):
            pass
    return Enclosure.computed(_positive_parts, E, *p, *q)


def _positive_parts(E: arb, *numbers: arb) -> arb:
    half = len(numbers) // 2
    total = arb(0)
    for a, b in zip(numbers[:half], numbers[half:], strict=True):
        total += (a - E * b).max(arb(0))
    return total


def composed_delta(p: Masses, q: Masses, count: Real, epsilon: Real) -> Number:
    """Return the least delta of so many independent draws from both, in this direction only."""
    pair(p, q)
    E = formula(FACTOR, epsilon=nonnegative("epsilon", epsilon))
    return (privacy_loss(p, q) ** integer("count", count)).delta(E)


def epsilon(p: Masses, q: Masses, delta: Real) -> Number | float:
    """Return the least epsilon >= 0 with p(S) <= e^epsilon q(S) + delta for all events S, maybe infinity."""
    pair(p, q)
    probability("delta", delta)
    return least_epsilon(least_exp_epsilon(ratio_groups(p, q), value("delta", delta)))


def pair(p: Masses, q: Masses) -> tuple[Masses, Masses]:
    """Read two distributions of equal length. Raises ParameterError."""
    if len(p) != len(q):
        raise ParameterError(f"{len(q)}", place="q", expected=f"{len(p)} numbers, as many as p has")
    return p, q


def least_exp_epsilon(groups: Sequence[tuple[Exact, Exact]], delta: Number) -> Number | float:
    """Return the least E >= 1, the largest (P(S) - delta)/Q(S) over the prefixes S in the order of falling p/q.

    An event of largest P(S) - E Q(S) is such a prefix, for every E. Every prefix with Q(S) = 0 must have P(S) <= delta.
    """
    slopes: list[tuple[Exact, Exact]] = []
    mass, other = exact(0), exact(0)
    for a, b in groups:
        mass, other = mass + a, other + b
        if other == 0 and not mass <= delta:
            return math.inf
        if other != 0:
            slopes.append((mass, other))
    if isinstance(delta, Exact):
        try:
            return max([exact(1), *((mass - delta) / other for mass, other in slopes)])
        except (IncompatibleFieldsError, TooLargeError):
            pass
    return Enclosure.computed(_steepest, delta, *(number for slope in slopes for number in slope))


def _steepest(delta: arb, *numbers: arb) -> arb:
    best = arb(1)
    for mass, other in zip(numbers[::2], numbers[1::2], strict=True):
        best = best.max((mass - delta) / other)
    return best
