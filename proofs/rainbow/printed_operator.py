"""Every number of colors q, every real E >= 1, delta >= 0: the printed T(p) is (epsilon, E delta)-close to p.

With P(s) = min{1, E s + delta, 1 - (1 - s)/E + delta} of (4.3), T(p)(S) <= E p(S) + delta and p(S) <= E T(p)(S) + E
delta for every S. E delta is exact: if s = s_k with k < q lies past 1/(E + 1) and P(s) < 1, then p({k+1..q}) - E
T(p)({k+1..q}) = E delta. For delta > 0 and E > 1, (4.3) is (epsilon, delta)-close to p if and only if no s_k with k <
q lies strictly between (1 - delta)/(E + 1) and 1 - delta: between them all three terms of P(s) are larger than the
greatest value M(s) that closeness allows (Lemma 1), elsewhere P(s) = M(s): up to (1 - delta)/(E + 1) both are E s +
delta, from 1 - delta on both are 1.

The argument is that of lemma_1.py, and for every event at once that of lemma_1_events.py (backward_printed); a <= b
are neighboring prefix sums, A = P(a), B = P(b), d = delta.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Expression,
    Fact,
    Manifest,
    Over,
    Proof,
    at_least,
    constant,
    equal,
    greater,
    indeterminates,
)

E, d, a, b, A, B, s = indeterminates("E d a b A B s")


def below(prefix: Expression) -> Expression:
    """The first branch of (4.3)."""
    return E * prefix + d


def above(prefix: Expression) -> Expression:
    """The second branch of (4.3)."""
    return 1 - (1 - prefix) / E + d


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("order", at_least(b, a), "a and b are neighboring prefix sums of p")
proof.define("A_below", at_least(below(a), A), "A = P(a), B = P(b): at most each of the three")
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

proof.suppose("E_more", greater(E, 1))
proof.suppose("d_more", greater(d))
proof.suppose("s_past", greater(s, (1 - d) / (E + 1)), "s lies strictly between")
proof.suppose("s_before", greater(1 - d, s))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def growth(E_range: Fact) -> Manifest:
    """E - 1/E >= 0."""
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
    """If A is the second branch, B - A <= (b - a)/E <= E (b - a)."""
    return Combination(at_least(E * (b - a), B - A), ((B_above,), (A_is_above, Over(base)), (growth, order)))


@proof.conclusion
def lower_slope_below(B_is_below: Fact, A_below: Fact, growth: Fact, base: Fact, order: Fact) -> Combination:
    """If B = E b + d, E (B - A) >= b - a."""
    return Combination(at_least(E * (B - A), b - a), ((base, A_below), (B_is_below, E), (base, growth, order)))


@proof.conclusion
def lower_slope_above(B_is_above: Fact, A_above: Fact, base: Fact) -> Combination:
    """If B is the second branch, E (B - A) >= b - a."""
    return Combination(at_least(E * (B - A), b - a), ((base, A_above), (B_is_above,)))


@proof.conclusion
def from_the_first_full_color(A_above: Fact, base: Fact) -> Combination:
    """(1 - a) - E (1 - A) <= E d."""
    return Combination(at_least(E * d, (1 - a) - E * (1 - A)), ((base, A_above),))


@proof.conclusion
def after_the_first_full_color(B_is_one: Fact, B_above: Fact, base: Fact) -> Combination:
    """If P(b) = 1, then 1 - b <= E d."""
    return Combination(at_least(E * d, 1 - b), ((base, B_above), (B_is_one, E)))


@proof.conclusion
def attained(A_is_above: Fact, E_range: Fact, d_more: Fact) -> Combination:
    """If A is the second branch, the event after a has (1 - a) - E (1 - A) = E d, which is at least d."""
    minus = constant(-1)
    return Combination(at_least((1 - a) - E * (1 - A), d), ((A_is_above, minus * minus), (E_range, d_more)))


@proof.step
def strict_growth(E_more: Fact) -> Manifest:
    """(E^2 - 1)/E > 0."""
    return Manifest(greater((E**2 - 1) / E), (E_more,))


@proof.conclusion
def first_term_too_large(s_past: Fact, strict_growth: Fact) -> Combination:
    """Between, E s + d > 1 - (1 - s - d)/E."""
    return Combination(greater(below(s), 1 - (1 - s - d) / E), ((strict_growth, s_past),))


@proof.step
def excess(E_more: Fact) -> Manifest:
    """1 - 1/E > 0."""
    return Manifest(greater(1 - 1 / E), (E_more,))


@proof.conclusion
def second_term_too_large(excess: Fact, d_more: Fact) -> Combination:
    """1 - (1 - s)/E + d > 1 - (1 - s - d)/E."""
    return Combination(greater(above(s), 1 - (1 - s - d) / E), ((excess, d_more),))


@proof.conclusion
def third_term_too_large(base: Fact, s_before: Fact) -> Combination:
    """Between, 1 > 1 - (1 - s - d)/E."""
    return Combination(greater(0 * s + 1, 1 - (1 - s - d) / E), ((s_before, Over(base)),))


proof.establishes({"theorem-4-operator": "refuted", "equation-4-3": "refuted", "lemma-1-part-1": "refuted"})
