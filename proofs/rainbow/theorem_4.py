"""Every number of colors q, every length n, every real E >= 1, 0 <= delta <= 1: Lemma 2 and Theorem 4, corrected T.

M(s) = min{1, E s + delta, 1 - (1 - s - delta)/E}. Lemma 2: M does not decrease, so T preserves the dominance order.
Theorem 4: T^t(m), t = 0, ..., n, is the greatest mechanism on a line whose end 0 has the distribution m. It is
private by part (1) of Lemma 1 (lemma_1.py; event by event in lemma_1_events.py). If x is a prefix sum of it at t, w
<= x that of another private mechanism at t, and y that of the other at t + 1, part (2) bounds y by M(w), and M(w) <=
M(x): y is at most each of the three for x, hence at most M(x), and induction on t goes on (theorem_3.py has it in
full). With (4.3) as printed the mechanism is not private.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Expression,
    Fact,
    Manifest,
    Proof,
    at_least,
    equal,
    greater,
    indeterminates,
)

E, d, a, b, A, B, w, x, y = indeterminates("E d a b A B w x y")


def below(prefix: Expression) -> Expression:
    """The branch of the event {1..k}."""
    return E * prefix + d


def above(prefix: Expression) -> Expression:
    """The branch of its complement."""
    return 1 - (1 - prefix - d) / E


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.suppose("order", at_least(b, a), "a <= b are two prefix sums, A = M(a), B = M(b)")
proof.define("A_one", at_least(1, A), "A is at most each of the three")
proof.define("A_below", at_least(below(a), A))
proof.define("A_above", at_least(above(a), A))
proof.suppose("B_is_one", equal(B, 1), "B is one of the three")
proof.suppose("B_is_below", equal(B, below(b)))
proof.suppose("B_is_above", equal(E * B, E * above(b)))
proof.suppose("earlier", at_least(x, w), "at t the mechanism has the prefix sum x, another one w")
proof.suppose("close_first", at_least(below(w), y), "y, that of the other at t + 1, is at most M(w)")
proof.suppose("close_rest", at_least(above(w), y))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def inverse(E_range: Fact) -> Manifest:
    """1/E > 0."""
    return Manifest(greater(1 / E), (E_range,))


@proof.conclusion
def lemma_2_at_one(B_is_one: Fact, A_one: Fact) -> Combination:
    """If M(b) = 1, M(a) <= M(b)."""
    return Combination(at_least(B, A), ((A_one,), (B_is_one,)))


@proof.conclusion
def lemma_2_below(B_is_below: Fact, A_below: Fact, base: Fact, order: Fact) -> Combination:
    """If M(b) = E b + d, M(a) <= M(b)."""
    return Combination(at_least(B, A), ((A_below,), (B_is_below,), (base, order)))


@proof.conclusion
def lemma_2_above(B_is_above: Fact, A_above: Fact, inverse: Fact, order: Fact) -> Combination:
    """If M(b) = 1 - (1 - b - d)/E, M(a) <= M(b)."""
    return Combination(at_least(B, A), ((A_above,), (B_is_above, inverse), (inverse, order)))


@proof.conclusion
def later_below(earlier: Fact, close_first: Fact, base: Fact) -> Combination:
    """At t + 1, y <= E x + d."""
    return Combination(at_least(below(x), y), ((close_first,), (base, earlier)))


@proof.conclusion
def later_above(earlier: Fact, close_rest: Fact, inverse: Fact) -> Combination:
    """At t + 1, y <= 1 - (1 - x - d)/E."""
    return Combination(at_least(above(x), y), ((close_rest,), (inverse, earlier)))


proof.establishes(
    {
        "theorem-3": "holds-if, holds",
        "theorem-3-restriction": "holds",
        "theorem-4-exists": "holds",
        "theorem-4-coordinates": "holds-if, holds",
        "lemma-2": "holds",
        "theorem-4-induction": "holds",
        "theorem-2-proof": "holds-if, holds",
        "section-4-formula": "holds-if, holds",
        "figure-3-private": "holds",
        "section-5-3-monotone": "holds",
        "section-6-1-colors": "holds",
    }
)
