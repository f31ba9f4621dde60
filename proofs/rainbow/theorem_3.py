"""Every rainbow graph, every real E >= 1, 0 <= delta <= 1: Theorem 3, corrected.

g(d) = (f(d), dist(d, boundary of B^f(d))) is a morphism to the boundary rainbow graph: neighbors with one rainbow
have distances that differ by at most 1 (triangle inequality), neighbors with two rainbows are both boundary vertices
(definition_8.py lists the graphs with at most 5 vertices).
So the pullback of T^i(m^c) at (c, i) is private by Theorem 1. It dominates every private mechanism with this
boundary: along a shortest path d_0, ..., d_D = d from the boundary, which does not leave B^c, let x be a prefix sum
of T^j(m^c), w that of the other mechanism at d_j. That M(x) is one of its three terms is written as l (E x + d) + m
(1 - (1 - x - d)/E) + 1 - l - m with l, m, 1 - l - m equal to 0 or 1; induction on j. Two mechanisms that dominate
each other have equal prefix sums.

Unstated in print (definition_8.py has the graphs): nothing binds a vertex from which no path leads to the boundary;
its greatest distribution is the first color with probability 1 (lemma_1_by_enumeration.py), which is no limit of
T^d(m) for m_1 = 0, delta = 0. h in the proof is a morphism on one line only.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.proving import (
    Combination,
    Counterexample,
    Fact,
    Induction,
    Instance,
    Manifest,
    Proof,
    at_least,
    every,
    greater,
    indeterminates,
    recursive,
    terms,
    whole,
)

E, d, j, D, s, x, w, W, l, L, l0, m, M, m0 = indeterminates("E d j D s x w W l L l0 m M m0")
i, k = indeterminates("i k")


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.suppose(
    "to_the_left", at_least(k + 1, i), "i, k: distances of neighbors; from d over d' to the boundary: i <= k + 1"
)
proof.suppose("to_the_right", at_least(i + 1, k), "from d' over d: k <= i + 1")
proof.define("j_whole", whole(j), "j counts the steps from the boundary")
proof.define("j_least", at_least(j, 0))
proof.define("j_most", at_least(D, j), "D is the distance of the vertex")
proof.define("j_inside", at_least(D, j + 1))
proof.define("is_below", terms(l, L, j, 0, l0), "l is 1 where M(x) is E x + d")
proof.define("is_above", terms(m, M, j, 0, m0), "m is 1 where M(x) is 1 - (1 - x - d)/E")
proof.define("l_least", every(at_least(l), j, 0))
proof.define("m_least", every(at_least(m), j, 0))
proof.define("lm_most", every(at_least(1, l + m), j, 0))
RULE = l * (E * x + d) + m * (1 - (1 - x - d) / E) + 1 - l - m
proof.define("greatest", recursive(x, j, 0, s, RULE), "x: prefix sum of T^j(m), which begins with s")
proof.define("other", terms(w, W, j, 0, s), "w: that of another mechanism at d_j, with the same boundary condition")
proof.suppose("close_first", every(at_least(E * w + d, W), j, 0, D - 1), "it is private: the event {1..k}")
proof.suppose("close_rest", every(at_least(E * (1 - W) + d, 1 - w), j, 0, D - 1), "and its complement")
proof.define("w_most", every(at_least(1, w), j, 0, D))
proof.witness(
    E=2, d=0, i=0, k=0, j=1, D=2, s=1, x=1, w=1, W=1, l=0, L=0, l0=0, m=0, M=0, m0=0,
)  # fmt: skip


@proof.conclusion
def distances(to_the_left: Fact, to_the_right: Fact) -> Combination:
    """For neighbors with one rainbow, (i - k)^2 <= 1: as integers, the distances are equal or one step apart."""
    return Combination(at_least(1, (i - k) ** 2), ((to_the_left, to_the_right),))


@proof.step
def l_here(l_least: Fact, j_whole: Fact, j_least: Fact, is_below: Fact) -> Instance:
    """At j, l >= 0."""
    return Instance(l_least, {"j": j}, (j_whole, j_least, is_below))


@proof.step
def m_here(m_least: Fact, j_whole: Fact, j_least: Fact, is_above: Fact) -> Instance:
    """At j, m >= 0."""
    return Instance(m_least, {"j": j}, (j_whole, j_least, is_above))


@proof.step
def lm_here(lm_most: Fact, j_whole: Fact, j_least: Fact, is_below: Fact, is_above: Fact) -> Instance:
    """At j, l + m <= 1."""
    return Instance(lm_most, {"j": j}, (j_whole, j_least, is_below, is_above))


@proof.step
def first_here(close_first: Fact, j_whole: Fact, j_least: Fact, j_inside: Fact, other: Fact) -> Instance:
    """From j to j + 1, W <= E w + d."""
    return Instance(close_first, {"j": j}, (j_whole, j_least, j_inside, other))


@proof.step
def rest_here(close_rest: Fact, j_whole: Fact, j_least: Fact, j_inside: Fact, other: Fact) -> Instance:
    """From j to j + 1, 1 - w <= E (1 - W) + d."""
    return Instance(close_rest, {"j": j}, (j_whole, j_least, j_inside, other))


@proof.step
def one_next(w_most: Fact, j_whole: Fact, j_least: Fact, j_inside: Fact, other: Fact) -> Instance:
    """At j + 1, W <= 1."""
    return Instance(w_most, {"j": j + 1}, (j_whole, j_least, j_inside, other))


@proof.step
def inverse(E_range: Fact) -> Manifest:
    """1/E > 0."""
    return Manifest(greater(1 / E), (E_range,))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def multiplier(l_here: Fact, m_here: Fact, base: Fact, inverse: Fact) -> Combination:
    """The factor l E + m/E is at least 0."""
    return Combination(at_least(l * E + m / E), ((l_here, base), (m_here, inverse)))


@proof.step
def remainder(
    l_here: Fact, m_here: Fact, lm_here: Fact, first_here: Fact, rest_here: Fact, one_next: Fact, inverse: Fact
) -> Combination:
    """W is at most each of the three terms of M(w)."""
    gain = l * (E * w + d - W) + m * (1 - (1 - w - d) / E - W) + (1 - l - m) * (1 - W)
    products = ((l_here, first_here), (m_here, rest_here, inverse), (lm_here, one_next))
    return Combination(at_least(gain), products)


@proof.step
def start() -> Manifest:
    """At the boundary both begin with s."""
    return Manifest(at_least(0 * s), ())


@proof.conclusion
def dominates(
    start: Fact, multiplier: Fact, remainder: Fact, j_whole: Fact, j_least: Fact, j_most: Fact, greatest: Fact,
    other: Fact, is_below: Fact, is_above: Fact,
) -> Induction:  # fmt: skip
    """At every distance j <= D, x >= w."""
    given = (j_whole, j_least, j_most, greatest, other, is_below, is_above)
    return Induction(at_least(x, w), "j", 0, start, multiplier, remainder, given)


@proof.conclusion
def first_color_is_no_limit() -> Counterexample:
    """E = 2, delta = 0, s_1 = 0: M(0) = 0, so T^d(m) never gives the first color of such a component anything."""

    def allowed(first: Fraction, ratio: int) -> bool:
        return 0 <= first <= 1 <= ratio

    def grows(first: Fraction, ratio: int) -> bool:
        return min(Fraction(1), ratio * first, 1 - (1 - first) / ratio) > first

    return Counterexample("T^d(m) tends to the first color", {"first": Fraction(0), "ratio": 2}, allowed, grows)


proof.establishes(
    {
        "figure-1-theorem-3": "holds",
        "theorem-3": "holds-if, both",
        "theorem-2-proof": "holds-if, holds",
        "section-4-formula": "holds-if, holds",
    }
)
proof.establishes(
    {
        "abstract-optimum": "holds",
        "example-1-issue": "holds",
        "theorem-2": "holds",
        "theorem-3-restriction": "holds",
        "theorem-4-induction": "holds",
        "section-6-1-utilities": "holds",
        "section-6-3-unique": "holds",
        "section-6-3-homogeneous": "holds",
        "section-6-4-better": "holds-if, holds",
    },
    "dominates",
)
