"""Every number of colors q, every real E >= 1, 0 <= delta <= 1: the corrected T(p) is the greatest close to p.

M(s) = min{1, E s + delta, 1 - (1 - s - delta)/E} maps the prefix sums s_k of p to those of T(p). Lemma 1 of Gu et al.
with this M in place of (4.3): (1) T(p) is (epsilon, delta)-close to p; (2) T(p) dominates every p'' close to p. As
printed, part (1) is false for delta > 0: the last branch of (4.3) is 1 - (1 - s)/E + delta.

Let a <= b be two neighboring prefix sums s_(k-1), s_k, and A = M(a), B = M(b); d = delta.

(1) B - A <= E (b - a), whichever of the three A is: so T(p)_k <= E p_k for k >= 2, and T(p)_1 <= E p_1 + d since B <=
E b + d; summed over any S this is T(p)(S) <= E p(S) + d. The other way, let j be the first k with s'_k = 1. For k <
j, B is one of the other two, and b - a <= E (B - A): p_k - E T(p)_k <= 0. For k > j, T(p)_k = 0. So the largest p(S)
- E T(p)(S) is that of S = {j+1..q} or S = {j..q}: 1 - s_j, at most d because M(s_j) = 1, or (1 - a) - E (1 - A), a =
s_(j-1), which is at most d because A <= 1 - (1 - a - d)/E (and for j = 1 it is 1 - E <= 0).

(2) If y is a prefix sum of a close p'' and s that of p, the event {1..k} gives y <= E s + d, its complement the
third.

T(p) is a distribution: M does not decrease (theorem_4.py), M(0) >= 0 and M(1) = 1. Part (1) for every event S, with no
sum in words, is lemma_1_events.py.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.proving import (
    Combination,
    Counterexample,
    Expression,
    Fact,
    Manifest,
    Over,
    Proof,
    at_least,
    equal,
    greater,
    indeterminates,
)

E, d, a, b, A, B, s, y, z = indeterminates("E d a b A B s y z")


def below(prefix: Expression) -> Expression:
    """The branch of the event {1..k}."""
    return E * prefix + d


def above(prefix: Expression) -> Expression:
    """The branch of its complement."""
    return 1 - (1 - prefix - d) / E


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("d_range", at_least(d, 0), "d = delta")
proof.define("order", at_least(b, a), "a and b are neighboring prefix sums of p")
proof.define("A_below", at_least(below(a), A), "A = M(a), B = M(b): at most each of the three")
proof.define("A_above", at_least(above(a), A))
proof.define("B_one", at_least(1, B))
proof.define("B_below", at_least(below(b), B))
proof.define("B_above", at_least(above(b), B))
proof.suppose("A_is_one", equal(A, 1), "A is one of the three")
proof.suppose("A_is_below", equal(A, below(a)))
proof.suppose("A_is_above", equal(E * A, E * above(a)))
proof.suppose("B_is_one", equal(B, 1), "B is one of the three")
proof.suppose("B_is_below", equal(B, below(b)))
proof.suppose("B_is_above", equal(E * B, E * above(b)))
proof.suppose("close_first", at_least(E * s + d, y), "y is the prefix sum of a close p'': the event {1..k}")
proof.define("s_least", at_least(s), "s is a prefix sum of p'")
proof.suppose("s_below", at_least(z, s), "z is the prefix sum of a distribution that dominates p'")
proof.suppose("close_rest", at_least(E * (1 - y) + d, 1 - s), "and the event {k+1..q}")


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def growth(E_range: Fact) -> Manifest:
    """E - 1/E >= 0: the slope of the third branch is at most E, that of the second at least 1/E."""
    return Manifest(at_least(E - 1 / E), (E_range,))


@proof.conclusion
def upper_slope_at_one(A_is_one: Fact, B_one: Fact, base: Fact, order: Fact) -> Combination:
    """If A = 1, B - A <= 0 <= E (b - a)."""
    return Combination(at_least(E * (b - a), B - A), ((base, order), (B_one,), (A_is_one,)))


@proof.conclusion
def upper_slope_below(A_is_below: Fact, B_below: Fact) -> Combination:
    """If A = E a + d, B - A <= E (b - a)."""
    return Combination(at_least(E * (b - a), B - A), ((B_below,), (A_is_below,)))


@proof.conclusion
def upper_slope_above(A_is_above: Fact, B_above: Fact, base: Fact, growth: Fact, order: Fact) -> Combination:
    """If A = 1 - (1 - a - d)/E, B - A <= (b - a)/E <= E (b - a)."""
    return Combination(at_least(E * (b - a), B - A), ((B_above,), (A_is_above, Over(base)), (growth, order)))


@proof.conclusion
def lower_slope_below(B_is_below: Fact, A_below: Fact, growth: Fact, base: Fact, order: Fact) -> Combination:
    """If B = E b + d, E (B - A) >= b - a."""
    products = ((base, A_below), (B_is_below, E), (base, growth, order))
    return Combination(at_least(E * (B - A), b - a), products)


@proof.conclusion
def lower_slope_above(B_is_above: Fact, A_above: Fact, base: Fact) -> Combination:
    """If B = 1 - (1 - b - d)/E, E (B - A) >= b - a."""
    return Combination(at_least(E * (B - A), b - a), ((base, A_above), (B_is_above,)))


@proof.conclusion
def from_the_first_full_color(A_above: Fact, base: Fact) -> Combination:
    """(1 - a) - E (1 - A) <= d."""
    return Combination(at_least(d, (1 - a) - E * (1 - A)), ((base, A_above),))


@proof.conclusion
def after_the_first_full_color(B_is_one: Fact, B_above: Fact, base: Fact) -> Combination:
    """If M(b) = 1, then 1 - b <= d."""
    return Combination(at_least(d, 1 - b), ((base, B_above), (B_is_one, E)))


@proof.conclusion
def greatest_first(close_first: Fact, s_below: Fact, base: Fact) -> Combination:
    """A close p'' has y <= E s + d, and so at most E z + d for every z >= s."""
    return Combination(at_least(below(z), y), ((close_first,), (base, s_below)))


@proof.step
def inverse(E_range: Fact) -> Manifest:
    """1/E > 0."""
    return Manifest(greater(1 / E), (E_range,))


@proof.conclusion
def greatest_rest(close_rest: Fact, inverse: Fact) -> Combination:
    """A close p'' has y <= 1 - (1 - s - d)/E."""
    return Combination(at_least(above(s), y), ((inverse, close_rest),))


@proof.conclusion
def zero_below(d_range: Fact, s_least: Fact, base: Fact) -> Combination:
    """M(s) >= 0 for s >= 0: E s + d >= 0."""
    return Combination(at_least(below(s)), ((d_range,), (base, s_least)))


@proof.conclusion
def zero_above(E_range: Fact, d_range: Fact) -> Manifest:
    """M(0) >= 0: 1 - (1 - d)/E >= 0."""
    return Manifest(at_least(above(0 * s)), (E_range, d_range))


@proof.conclusion
def one_below(E_range: Fact, d_range: Fact) -> Manifest:
    """M(1) = 1: E + d >= 1."""
    return Manifest(at_least(below(0 * s + 1), 1), (E_range, d_range))


@proof.conclusion
def one_above(E_range: Fact, d_range: Fact) -> Manifest:
    """M(1) = 1: 1 + d/E >= 1."""
    return Manifest(at_least(above(0 * s + 1), 1), (E_range, d_range))


@proof.conclusion
def printed_is_not_close() -> Counterexample:
    """As printed, E = 2, d = 1/4, p = (1/2, 1/2): T(p) = (1, 0), and 1/2 > 2 * 0 + 1/4."""
    ratio, delta, half = Fraction(2), Fraction(1, 4), Fraction(1, 2)

    def printed(first: Fraction) -> Fraction:
        return min(Fraction(1), ratio * first + delta, 1 - (1 - first) / ratio + delta)

    def distribution(first: Fraction) -> bool:
        return 0 <= first <= 1

    def close(first: Fraction) -> bool:
        pairs = ((first, printed(first)), (1 - first, 1 - printed(first)))
        return all(p <= ratio * q + delta and q <= ratio * p + delta for p, q in pairs)

    return Counterexample("the printed T(p) is close to p", {"first": half}, distribution, close)


proof.establishes({"intro-unique-q": "holds-if, holds", "theorem-4-exists": "holds", "lemma-1-unique": "holds"})
proof.establishes({"lemma-1-part-2": "holds"}, "greatest_rest")
proof.establishes(
    {
        "abstract-closed-form": "holds-if, fails",
        "theorem-4-operator": "refuted",
        "equation-4-3": "refuted",
        "lemma-1-part-1": "refuted",
        "lemma-1-step-1": "refuted",
        "theorem-4-private": "refuted",
        "section-5-2-second": "refuted",
        "equation-5-5": "refuted",
    },
    "printed_is_not_close",
)
