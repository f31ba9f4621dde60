"""E = 2, delta = 0: T^d(m) does not tend to what is optimal beyond every boundary.

Theorem 3 is proved in rocq/RainbowBoundary.v for every finite graph in which each vertex has a path to the
boundary of its rainbow; nothing binds a vertex from which no path leads there, and its greatest distribution is the
first color with probability 1 (RainbowGraphs.v). That is no limit of T^d(m) for m_1 = 0, delta = 0. h in the paper's
proof is a morphism on one line only (definition_8.py).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Counterexample,
    Proof,
)

proof = Proof(__doc__)


@proof.conclusion
def first_color_is_no_limit() -> Counterexample:
    """E = 2, delta = 0, s_1 = 0: M(0) = 0, so T^d(m) never gives the first color of such a component anything."""

    def allowed(first: Fraction, ratio: int) -> bool:
        return 0 <= first <= 1 <= ratio

    def grows(first: Fraction, ratio: int) -> bool:
        return min(Fraction(1), ratio * first, 1 - (1 - first) / ratio) > first

    return Counterexample("T^d(m) tends to the first color", {"first": Fraction(0), "ratio": 2}, allowed, grows)


proof.establishes({"theorem-3": "holds-if, fails", "section-4-formula": "holds-if, fails"}, "first_color_is_no_limit")
