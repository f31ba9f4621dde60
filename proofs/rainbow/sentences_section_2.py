"""Every number of colors q (finite checks: the q of each step): sentences of the introduction and of Section 2.

Gu et al., "Generalized Rainbow Differential Privacy". Dominance and lexicographic order; total variation (1.1);
closeness (Definition 2) against the verifier; domination as a partial order; and that U[M] = E[sum of u_d(M(d))] is
order reasonable, by summation by parts: with prefix sums that differ by y_k >= 0 and utilities g_1 >= g_2 >= ..., the
partial sums W_k of g_k (p_k - r_k) satisfy W_k >= g_k y_k, and y_q = 0. For infinitely many vertices the sum of the
expectations has to exist, which the paper leaves open.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, product

from dpexact import Mechanism, NeighborGraph, hockey_stick, verify
from dpexact.proving import (
    Combination,
    Counterexample,
    Exhaustive,
    Fact,
    Induction,
    Instance,
    Manifest,
    Proof,
    at_least,
    constant,
    equal,
    every,
    indeterminates,
    recursive,
    terms,
    whole,
)

a, b, c, p, r, k, g, G, g1, y, Y, y1, W, P, R = indeterminates("a b c p r k g G g1 y Y y1 W P R")
Row = tuple[Fraction, ...]


def simplex(colors: int, parts: int) -> list[Row]:
    """All distributions with this denominator."""
    rows = product(range(parts + 1), repeat=colors)
    return [tuple(Fraction(n, parts) for n in row) for row in rows if sum(row) == parts]


def events(colors: int) -> list[tuple[int, ...]]:
    """All sets of colors."""
    return list(chain.from_iterable(combinations(range(colors), size) for size in range(colors + 1)))


def dominates(one: Row, other: Row) -> bool:
    """Definition 3, in the order 1, ..., q."""
    return all(sum(one[:n]) >= sum(other[:n]) for n in range(1, len(one) + 1))


def gap(one: Row, other: Row, event: tuple[int, ...], ratio: Fraction) -> Fraction:
    """P(S) - E Q(S)."""
    return sum((one[i] - ratio * other[i] for i in event), Fraction(0))


def close(one: Row, other: Row, ratio: Fraction, delta: Fraction) -> bool:
    """Definition 2, event by event."""
    return all(gap(x, z, event, ratio) <= delta for event in events(len(one)) for x, z in ((one, other), (other, one)))


proof = Proof(__doc__)
proof.suppose("dominance", at_least(P, R), "P, R: the prefix sums up to the first k with p = p_k, r = r_k unequal")
proof.suppose("P_is", equal(P, a + p), "a: the common prefix sum before k")
proof.suppose("R_is", equal(R, a + r))
proof.suppose("first_pair", at_least(a, b), "a, b, c: prefix sums of three distributions at one k")
proof.suppose("second_pair", at_least(b, c))
proof.define("k_whole", whole(k), "k counts the colors")
proof.define("k_range", at_least(k, 1))
proof.define("utilities", terms(g, G, k, 1, g1), "g = u_d(f(d)_k)")
proof.define("differences", terms(y, Y, k, 1, y1), "y = s_k - r_k for the prefix sums of M(d) and of M'(d)")
proof.define(
    "expectation",
    recursive(W, k, 1, g1 * y1, W + G * (Y - y)),
    "W: the first k terms of the difference of expected utilities",
)
proof.suppose("monotone", every(at_least(g, G), k, 1), "u_d decreases along the rainbow")
proof.suppose("dominated", every(at_least(y), k, 1), "M(d) dominates M'(d)")
proof.suppose("last", equal(y, 0), "k = q: both prefix sums are 1")


@proof.conclusion
def dominance_is_stronger(dominance: Fact, P_is: Fact, R_is: Fact) -> Combination:
    """At the first difference the larger prefix sum has the larger entry."""
    return Combination(at_least(p, r), ((dominance,), (P_is, constant(-1)), (R_is, constant(1))))


@proof.conclusion
def dominance_implies_lexicographic() -> Exhaustive:
    """Four colors, all pairs of distributions in quarters."""

    def implies(one: Row, other: Row) -> bool:
        return one >= other or not dominates(one, other)

    rows = simplex(4, 4)
    return Exhaustive(
        "x below y in dominance order is below y lexicographically", {"one": rows, "other": rows}, implies
    )


@proof.conclusion
def lexicographic_is_weaker() -> Counterexample:
    """(1/2, 0, 1/2) is above (1/4, 3/4, 0) lexicographically, but 1/2 < 1."""
    instance = {
        "one": (Fraction(1, 2), Fraction(0), Fraction(1, 2)),
        "other": (Fraction(1, 4), Fraction(3, 4), Fraction(0)),
    }

    def lexicographically(one: Row, other: Row) -> bool:
        return one > other

    return Counterexample("x above y lexicographically dominates y", instance, lexicographically, dominates)


@proof.conclusion
def three_colors() -> Counterexample:
    """(1/2, 1/2, 0) and (1/2, 0, 1/2) agree in the first color and not in the others."""

    def agree(one: Row, other: Row) -> bool:
        return one[0] == other[0]

    def equal_rows(one: Row, other: Row) -> bool:
        return one == other

    half, none = Fraction(1, 2), Fraction(0)
    instance = {"one": (half, half, none), "other": (half, none, half)}
    return Counterexample("the first probability determines the distribution", instance, agree, equal_rows)


@proof.conclusion
def total_variation() -> Exhaustive:
    """Three colors, all pairs in sixths: the supremum of (1.1) is attained, by the sum of positive parts."""

    def attained(one: Row, other: Row) -> bool:
        largest = max(abs(gap(one, other, event, Fraction(1))) for event in events(3))
        return bool(hockey_stick(one, other, 1) == largest == hockey_stick(other, one, 1))

    return Exhaustive(
        "TV is the hockey-stick divergence at E = 1", {"one": simplex(3, 6), "other": simplex(3, 6)}, attained
    )


@proof.conclusion
def definition_2() -> Exhaustive:
    """Three colors in quarters, E = 1, 3/2, 2, delta = 0, 1/8, 1: the verifier decides closeness over all events."""

    def agrees(one: Row, other: Row, ratio: Fraction, delta: Fraction) -> bool:
        mechanism = Mechanism.from_rows([0, 1], [0, 1, 2], [one, other])
        return verify(mechanism, NeighborGraph.path([0, 1]), ratio, delta).proved == close(one, other, ratio, delta)

    rows = simplex(3, 4)
    return Exhaustive(
        "verify decides Definition 2",
        {
            "one": rows,
            "other": rows,
            "ratio": [Fraction(1), Fraction(3, 2), Fraction(2)],
            "delta": [Fraction(0), Fraction(1, 8), Fraction(1)],
        },
        agrees,
    )


@proof.conclusion
def transitive(first_pair: Fact, second_pair: Fact) -> Combination:
    """Domination is transitive, prefix by prefix."""
    return Combination(at_least(a, c), ((first_pair,), (second_pair,)))


@proof.conclusion
def antisymmetric() -> Exhaustive:
    """Four colors in quarters: equal prefix sums are equal distributions; every distribution dominates itself."""

    def holds(one: Row, other: Row) -> bool:
        return (dominates(one, other) and dominates(other, one)) == (one == other)

    return Exhaustive(
        "domination is reflexive and antisymmetric", {"one": simplex(4, 4), "other": simplex(4, 4)}, holds
    )


@proof.step
def falling(monotone: Fact, k_whole: Fact, k_range: Fact, utilities: Fact) -> Instance:
    """At k, g >= G."""
    return Instance(monotone, {"k": k}, (k_whole, k_range, utilities))


@proof.step
def more(dominated: Fact, k_whole: Fact, k_range: Fact, differences: Fact) -> Instance:
    """At k, y >= 0."""
    return Instance(dominated, {"k": k}, (k_whole, k_range, differences))


@proof.step
def gain(falling: Fact, more: Fact) -> Combination:
    """(g - G) y >= 0."""
    return Combination(at_least((g - G) * y), ((falling, more),))


@proof.step
def start() -> Manifest:
    """W_1 - g_1 y_1 = 0."""
    return Manifest(at_least(g1 * y1, g1 * y1), ())


@proof.step
def by_parts(
    start: Fact, gain: Fact, k_whole: Fact, k_range: Fact, utilities: Fact, differences: Fact, expectation: Fact
) -> Induction:
    """W_k >= g_k y_k."""
    given = (k_whole, k_range, utilities, differences, expectation)
    return Induction(at_least(W, g * y), "k", 1, start, 1, gain, given)


@proof.conclusion
def order_reasonable(by_parts: Fact, last: Fact) -> Combination:
    """U[M] >= U[M'], vertex by vertex."""
    return Combination(at_least(W), ((by_parts,), (last, g)))


proof.establishes(
    {
        "intro-order": "holds-if, holds",
        "intro-stronger": "holds-if, holds",
        "section-6-3-stronger": "holds-if, holds",
        "section-6-3-unique": "holds",
    },
    "dominance_is_stronger",
)
proof.establishes(
    {"intro-order": "holds-if, holds", "section-6-3-stronger": "holds-if, holds"}, "dominance_implies_lexicographic"
)
proof.establishes({"intro-order": "holds-if, holds", "intro-stronger": "holds-if, holds"}, "lexicographic_is_weaker")
proof.establishes({"intro-one-color": "holds"}, "three_colors")
proof.establishes({"equation-1-1": "holds"}, "total_variation")
proof.establishes({"definition-2": "holds"}, "definition_2")
proof.establishes({"definition-3-partial": "holds"}, "transitive")
proof.establishes({"definition-3-partial": "holds"}, "antisymmetric")
proof.establishes(
    {"definition-3-utilities": "holds-if, holds", "section-2-outperforms": "holds", "section-6-1-utilities": "holds"},
    "order_reasonable",
)
