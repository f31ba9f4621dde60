"""On the grids of each step: the steps of the proofs in Appendices A and B of Kifer and Lin.

For all probabilities the steps are proved in rocq/AxiomsSteps.v (a_is_kept to no_jump_at_1). Proposition 0.0.3:
d = (1 - c)a/(1 - a), a < 1. Proposition 0.0.4: b' ends at (1 - b)a/(1 - a) or 1 - b(1 - a)/a, on the other side of a
than b. Theorem 0.0.6, item (v): v = M(a), 0 < c < 1. Item (vi): u is the supremum of M on [0, 1), h the height of a
jump to M(1); x in [0, 1) has M(x) >= u - h/2, y = M((x + 1)/2) is at most u, and at least the mean.

Item (i) as printed is about the events of one mechanism that satisfies q. Of these q' is true, so that M = 1 and m = 0
have (i), and (ii) to (vi) as well, whatever q is.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Any

from dpexact.papers.axioms import ApproxDPPredicate, LaplacePredicate, exponential_predicate
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Law = tuple[Fraction, ...]
HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
GRID = [Fraction(n, 6) for n in range(7)]
QUARTERS = [Fraction(n, 4) for n in range(5)]
PREDICATES: dict[str, Any] = {
    "(log 2, 0)": ApproxDPPredicate(2, 0),
    "(log 2, 1/4)": ApproxDPPredicate(2, "1/4"),
    "exponential": exponential_predicate(2),
    "Laplace": LaplacePredicate(4),
}

proof = Proof(__doc__)


def ends(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
    """low(b) and high(b) of the proof of Proposition 0.0.4."""
    other = (1 - b) * a / (1 - a) if a <= HALF else 1 - b * (1 - a) / a
    return min(b, other), max(b, other)


@proof.conclusion
def unions() -> Exhaustive:
    """For every set of values b in sixths and a in sixths: the intervals hold a, and their union has no gap."""

    def one_interval(a: Fraction, chosen: tuple[Fraction, ...]) -> bool:
        parts = sorted(ends(a, b) for b in chosen)
        reached = parts[0][1]
        for low, high in parts:
            if not (low <= a <= high and low <= reached):
                return False
            reached = max(reached, high)
        return (parts[0][0], reached) == (min(low for low, _ in parts), max(high for _, high in parts))

    sets = [chosen for size in range(1, 8) for chosen in combinations(GRID, size)]
    return Exhaustive("the union of the intervals is an interval", {"a": GRID, "chosen": sets}, one_interval)


@proof.conclusion
def item_i_as_printed() -> Counterexample:
    """q(a, b) = (b <= 2a), the constant law (1/2, 1/2): M = 1, m = 0 have (i), and q' fails between them."""

    def has_item_i(row: Law, upper: Fraction, lower: Fraction) -> bool:
        masses = [sum(row[:n], NONE) for n in range(3)]
        allowed = all(a <= 2 * a and 1 - a <= 2 * (1 - a) for a in masses)
        first = all(allowed for a in masses if lower < a < upper)
        return first and not any(a > upper or a < lower for a in masses) and lower == 1 - upper

    def for_all_pairs(row: Law, upper: Fraction, lower: Fraction) -> bool:
        allowed = {(a, b): b <= 2 * a and 1 - b <= 2 * (1 - a) for a in GRID for b in GRID}
        return len(row) == 2 and all(holds or not lower < b < upper for (_, b), holds in allowed.items())

    instance = {"row": (HALF, HALF), "upper": ONE, "lower": NONE}
    return Counterexample("the M and m of (i) are those of Proposition 0.0.4", instance, has_item_i, for_all_pairs)


@proof.conclusion
def ends_added() -> Exhaustive:
    """Proposition 0.0.5: values of b in sixths, as an interval with or without its ends: the supremum stays."""

    def is_an_interval(low: Fraction, high: Fraction, **_: object) -> bool:
        return low < high

    def stays(low: Fraction, high: Fraction, left: int, right: int) -> bool:
        sixtieths = [Fraction(n, 60) for n in range(61)]
        one = {b for b in sixtieths if low < b < high} | ({low} if left else set()) | ({high} if right else set())
        more = one | {low, high}
        outside = all((b in more) == (b in one) for b in sixtieths if b not in (low, high))
        dense = min(one) - low <= Fraction(1, 60) and high - max(one) <= Fraction(1, 60)
        return one <= more and outside and dense and (min(more), max(more)) == (low, high)

    domain: dict[str, list[Any]] = {"low": GRID, "high": GRID, "left": [0, 1], "right": [0, 1]}
    return Exhaustive("more is allowed, with the same ends", domain, stays, where=is_an_interval)


def laws(outputs: int, parts: int) -> list[Law]:
    """All distributions on so many outputs with this denominator."""
    cuts = combinations(range(parts + outputs - 1), outputs - 1)
    spans = [(-1, *cut, parts + outputs - 1) for cut in cuts]
    return [tuple(Fraction(y - z - 1, parts) for z, y in pairwise(span)) for span in spans]


def private(name: str, one: Law, other: Law) -> bool:
    """Whether all events of the two laws are between m and M."""
    places = range(len(one))
    chosen = chain.from_iterable(combinations(places, size) for size in range(len(one) + 1))
    pairs = [(sum((one[i] for i in s), NONE), sum((other[i] for i in s), NONE)) for s in chosen]
    predicate = PREDICATES[name]
    return all(bool(predicate.lower(a) <= b <= predicate.upper(a)) for a, b in pairs)


@proof.conclusion
def step_2() -> Exhaustive:
    """Private laws in quarters on three outputs, six h, c_1 > 0: each line of the two chains of Step 2."""

    def premise(name: str, one: Law, other: Law, **_: object) -> bool:
        return private(name, one, other)

    def chains(name: str, one: Law, other: Law, order: Law) -> bool:
        upper, lower, first = PREDICATES[name].upper, PREDICATES[name].lower, order[0]
        steps = [(here - after) / first for here, after in zip(order, (*order[1:], NONE), strict=True)]
        unions = [(sum(one[:n], NONE), sum(other[:n], NONE)) for n in range(1, 4)]
        a, b = (sum((x * law[i] for i, x in enumerate(order)), NONE) for law in (one, other))
        inside = sum((step * mass for step, (mass, _) in zip(steps, unions, strict=True)), NONE)
        least = sum(step * lower(mass) for step, (mass, _) in zip(steps, unions, strict=True))
        most = sum(step * upper(mass) for step, (mass, _) in zip(steps, unions, strict=True))
        chain_of_m = bool(lower(a) <= first * lower(inside) and lower(inside) <= least and first * least <= b)
        return chain_of_m and bool(upper(a) >= first * upper(inside) and upper(inside) >= most and first * most >= b)

    orders = [(x * HALF, y * HALF, z * HALF) for x in (1, 2) for y in (0, 1, 2) for z in (0, 1) if z <= y <= x]
    domain: dict[str, list[Any]] = {"name": list(PREDICATES), "one": laws(3, 4), "other": laws(3, 4), "order": orders}
    return Exhaustive("the chains of Step 2, line by line", domain, chains, where=premise)


@proof.conclusion
def integral_zero() -> Counterexample:
    """mu_1 = (1, 0), mu_2 = (3/4, 1/4), h = (0, 1/2): the integral over mu_1 is 0, and h is no indicator."""

    def integral_is_0(mu: Law, nu: Law, h: Law) -> bool:
        return private("(log 2, 1/4)", mu, nu) and sum(w * x for w, x in zip(mu, h, strict=True)) == 0

    def step_1(mu: Law, nu: Law, h: Law) -> bool:
        return len(mu) == len(nu) and all(x in (0, 1) for x in h)

    instance = {"mu": (ONE, NONE), "nu": (Fraction(3, 4), Fraction(1, 4)), "h": (NONE, HALF)}
    return Counterexample("h with the integral 0 is one that Step 1 is about", instance, integral_is_0, step_1)


@proof.conclusion
def mixtures() -> Exhaustive:
    """Two allowed pairs in quarters, and c: the two chains of the last part of Appendix B."""

    def allowed(name: str, one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction], **_: object) -> bool:
        upper, lower = PREDICATES[name].upper, PREDICATES[name].lower
        return all(bool(lower(a) <= b <= upper(a)) for a, b in (one, other))

    def between(name: str, one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction], c: Fraction) -> bool:
        upper, lower = PREDICATES[name].upper, PREDICATES[name].lower
        a, b = (c * x + (1 - c) * y for x, y in zip(one, other, strict=True))
        low, high = (c * f(one[0]) + (1 - c) * f(other[0]) for f in (lower, upper))
        return bool(lower(a) <= low <= b and upper(a) >= high >= b)

    pairs = [(a, b) for a in QUARTERS for b in QUARTERS]
    domain: dict[str, list[Any]] = {"name": list(PREDICATES), "one": pairs, "other": pairs, "c": QUARTERS}
    return Exhaustive("a mixture of allowed pairs is allowed, line by line", domain, between, where=allowed)


proof.establishes({"proposition-0-0-4-proof": "holds"}, "unions")
proof.establishes({"proposition-0-0-5": "holds"}, "ends_added")
proof.establishes({"theorem-0-0-6-i": "misprint"}, "item_i_as_printed")
proof.establishes({"theorem-0-0-7-step-2": "holds"}, "step_2")
proof.establishes({"theorem-0-0-7-step-3-zero": "refuted"}, "integral_zero")
proof.establishes({"theorem-0-0-7-convexity": "holds"}, "mixtures")
