"""At the parameters of each step: where Theorem 2 needs the corrected T and a homogeneous boundary.

Theorem 2, for every finite graph, number of colors, E >= 1 and delta >= 0, is proved in rocq/RainbowGraphs.v
(theorem_2, theorem_2_unique, theorem_2_valid): T is the corrected one, and "optimal" means "dominates every other";
Definition 3 says "no other dominates it", which makes no difference there and does in Example 1
(sentences_section_3). No connectedness is needed. For a boundary that is not homogeneous closeness of neighbors is
not enough for a mechanism to exist, not even for two colors; validity of the boundary is then not the paper's
condition.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Counterexample,
    Proof,
)

proof = Proof(__doc__)


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


proof.establishes({"section-3-binary": "holds-if, fails"}, "binary_without_homogeneity")
proof.establishes(
    {"theorem-4-operator": "refuted", "theorem-2-proof": "holds-if, fails", "section-4-formula": "holds-if, fails"},
    "the_printed_operator",
)
