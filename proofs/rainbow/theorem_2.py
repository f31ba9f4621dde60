"""Every rainbow graph, every number of colors, every real E >= 1, 0 <= delta <= 1: Theorem 2, corrected.

Let m^c be close to m^c' whenever neighbors have the rainbows c != c'. Then the mechanism with T^i(m^c) at distance i
from the boundary of B^c (the first color where no path leads there) is private: neighbors with two rainbows are both
at the distance 0 (definition_8#neighbors), those with one rainbow have the same distribution, or two that are one step
of T apart, which are close by part (1) of Lemma 1. It dominates every private mechanism with this boundary
(theorem_3#dominates), so it is the only one that does. Without the closeness of m^c and m^c' the two neighbors, both
boundary vertices, refute privacy of every mechanism with this boundary.

What is wrong or unstated: T is the corrected one. "Optimal" has to mean "dominates every other"; Definition 3 says "no
other dominates it", which makes no difference here and does in Example 1 (sentences_section_3). No connectedness is
needed. For a boundary that is not homogeneous closeness of neighbors is not enough for a mechanism to exist, not even
for two colors; validity of the boundary is then not the paper's condition.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from dpexact.proving import (
    Combination,
    Counterexample,
    Exhaustive,
    Fact,
    Manifest,
    Proof,
    at_least,
    indeterminates,
    load_proof,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

E, d, p, u, v = indeterminates("E d p u v")

proof = Proof(__doc__)
for hypothesis in load_proof("rainbow/lemma_1_events").hypotheses.values():
    if hypothesis.name != "printed":
        proof.declare(hypothesis.name, hypothesis.kind, hypothesis.formula, hypothesis.text)
proof.define("p_range", at_least(p, 0), "p = P[M(d) in S]")
proof.witness(
    E=2, d=0, g=0, k=1, a=0, b=0, f=0, A=0, B=0, F=0, l=1, L=1, l1=1, m=0, M=0, m1=0, c=1, C=1, c1=1, h=0, H=0, h1=0,
    n=0, N=0, n1=0, u=0, v=0, p=0,
)  # fmt: skip
proof.lemma("lemma_1_forward", "rainbow/lemma_1_events", "forward")
proof.lemma("lemma_1_backward", "rainbow/lemma_1_events", "backward")


@proof.step
def growth(E_range: Fact) -> Manifest:
    """E - 1 >= 0."""
    return Manifest(at_least(E - 1), (E_range,))


@proof.conclusion
def equal_distances(growth: Fact, p_range: Fact, d_range: Fact) -> Combination:
    """Neighbors with one rainbow at one distance have the same distribution."""
    return Combination(at_least(E * p + d, p), ((growth, p_range), (d_range,)))


@proof.conclusion
def one_step_away(lemma_1_forward: Fact) -> Combination:
    """Neighbors one step apart: T^(i+1)(m)(S) <= E T^i(m)(S) + d."""
    return Combination(at_least(E * v + d, u), ((lemma_1_forward,),))


@proof.conclusion
def one_step_nearer(lemma_1_backward: Fact) -> Combination:
    """And T^i(m)(S) <= E T^(i+1)(m)(S) + d."""
    return Combination(at_least(E * u + d, v), ((lemma_1_backward,),))


SIMPLEX = [tuple(Fraction(n, 6) for n in row) for row in product(range(7), repeat=3) if sum(row) == 6]


@proof.conclusion
def at_most_one_greatest() -> Exhaustive:
    """Distributions on three colors in sixths: two that dominate each other are equal, in every preference order."""

    def dominates(one: tuple[Fraction, ...], other: tuple[Fraction, ...], order: tuple[int, ...]) -> bool:
        return all(sum(one[c] for c in order[:n]) >= sum(other[c] for c in order[:n]) for n in range(1, 4))

    def antisymmetric(one: tuple[Fraction, ...], other: tuple[Fraction, ...], order: tuple[int, ...]) -> bool:
        return one == other or not (dominates(one, other, order) and dominates(other, one, order))

    domain: dict[str, Sequence[Any]] = {"one": SIMPLEX, "other": SIMPLEX, "order": list(permutations(range(3)))}
    return Exhaustive("dominance is antisymmetric", domain, antisymmetric)


@proof.conclusion
def binary_without_homogeneity() -> Counterexample:
    """E = 2, delta = 0: boundary vertices with s = 0 and 1, two steps apart, and none of them neighbors in B^c.

    The path is 0 ~ 1 ~ 2 ~ 3 ~ 4 with the rainbow c at 1, 2, 3; s is the probability of the first color of c. The
    boundary is valid edge by edge (0 ~ 1 and 3 ~ 4), but 2 needs s <= 2 * 0 and 1 - s <= 2 * 0.
    """
    fixed = {0: Fraction(0), 1: Fraction(0), 3: Fraction(1), 4: Fraction(1)}

    def close(one: Fraction, other: Fraction, ratio: int) -> bool:
        return all(x <= ratio * y and y <= ratio * x for x, y in ((one, other), (1 - one, 1 - other)))

    def valid(ratio: int) -> bool:
        return all(close(fixed[a], fixed[b], ratio) for a, b in ((0, 1), (3, 4)))

    def has_a_mechanism(ratio: int) -> bool:
        least, most = 1 - ratio * (1 - fixed[3]), ratio * fixed[1]
        return least <= most

    text = "a boundary that is close wherever boundary vertices are neighbors has a private mechanism"
    return Counterexample(text, {"ratio": 2}, valid, has_a_mechanism)


@proof.conclusion
def the_printed_operator() -> Counterexample:
    """E = 2, delta = 1/4, a ~ b ~ c, m = (1/2, 1/2): with (4.3) as printed the event {2} needs 1/2 <= 2 * 0 + 1/4."""

    def close(p: Fraction, q: Fraction, ratio: int, delta: Fraction) -> bool:
        events = ((p, q), (1 - p, 1 - q))
        return all(x <= ratio * y + delta and y <= ratio * x + delta for x, y in events)

    def valid(s: Fraction, ratio: int, delta: Fraction) -> bool:
        return close(s, 1 - s, ratio, delta)

    def private(s: Fraction, ratio: int, delta: Fraction) -> bool:
        printed = min(Fraction(1), ratio * s + delta, 1 - (1 - s) / ratio + delta)
        return close(s, printed, ratio, delta)

    instance = {"s": Fraction(1, 2), "ratio": 2, "delta": Fraction(1, 4)}
    return Counterexample("the mechanism of Section 4 is private", instance, valid, private)


proof.establishes(
    {
        "abstract-optimum": "holds",
        "example-1-issue": "holds",
        "theorem-2": "holds",
        "theorem-2-valid": "holds",
        "theorem-2-proof": "holds-if, both",
        "section-4-formula": "holds-if, both",
        "section-6-1-utilities": "holds",
        "section-6-3-unique": "holds",
        "section-6-3-homogeneous": "holds",
        "section-6-4-better": "holds-if, holds",
    }
)
proof.establishes(
    {"intro-unique-q": "holds-if, holds", "section-3-at-most-one": "holds-if, holds", "lemma-1-unique": "holds"},
    "at_most_one_greatest",
)
proof.establishes({"section-3-binary": "holds-if, fails"}, "binary_without_homogeneity")
proof.establishes({"theorem-4-operator": "refuted"}, "the_printed_operator")
