"""Every number of colors q, every real E >= 1, 0 <= delta <= 1: the steps of the proof of Lemma 1, as printed.

Gu et al., "Generalized Rainbow Differential Privacy", Section 4. P(s) = min{1, s~ + d}, s~ = min{E s, 1 - (1 - s)/E},
d = delta, is (4.3); a <= b are neighboring prefix sums of p. True: step 0, TV(p~, p') <= d, (4.6), (4.7), the
p# of step 2, (4.8)-(4.10), Lemma 2. False: "it suffices" in step 1 (proofs/rainbow/lemma_1.py). That x is the smaller
of y and z is written as x <= y, x <= z and x = t y + (1 - t) z with t = 0 or 1 (only 0 <= t <= 1 is used).

The p# of step 2: cut p'' off at E p, which takes O away, and fill it up to p/E, which adds U. The events {p'' > E p}
and {p'' < p/E} give O <= d and E U <= d. Color by color let y = p_i, x = p''_i, o, n what is cut off and filled up, c
= x - o + n. If O >= U, p#_i = c + t (E y - c) with t (E - 1 + O - U) = O - U, if U >= O, p#_i = c - t (c - y/E) with
t (1 - 1/E + U - O) = U - O; t is in [0, 1], as E >= 1. The sum is 1, and no color loses more than o (gains more than
n).
"""

from __future__ import annotations

from dpexact.papers.proving import (
    Combination,
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

E, d, a, b, A, B, R, S, t, w = indeterminates("E d a b A B R S t w")
x, y, c, o, n, O, U, T, z, g, h = indeterminates("x y c o n O U T z g h")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("d_range", at_least(d), "d = delta")
proof.define("order", at_least(b, a), "a <= b are neighboring prefix sums of p, or of two distributions (Lemma 2)")
proof.define("t_least", at_least(t))
proof.define("t_most", at_least(1, t))
proof.define("w_least", at_least(w))
proof.define("w_most", at_least(1, w))
proof.define("A_below", at_least(E * a, A), "A = s~ at a, B = s~ at b: at most each of the two")
proof.define("A_above", at_least(E - 1 + a, E * A))
proof.define("A_is", equal(E * A, t * E * E * a + (1 - t) * (E - 1 + a)), "and one of them")
proof.define("B_below", at_least(E * b, B))
proof.define("B_above", at_least(E - 1 + b, E * B))
proof.define("B_is", equal(E * B, t * E * E * b + (1 - t) * (E - 1 + b)))
proof.define("R_one", at_least(1, R), "R = P(a), S = P(b)")
proof.define("R_shifted", at_least(A + d, R))
proof.define("R_is", equal(R, w * (A + d) + 1 - w))
proof.define("S_one", at_least(1, S))
proof.define("S_shifted", at_least(B + d, S))
proof.define("S_is", equal(S, w * (B + d) + 1 - w))
proof.define("cut", equal(c, x - o + n), "y = p_i, x = p''_i, o is cut off, n filled up")
proof.define("o_range", at_least(o))
proof.define("n_range", at_least(n))
proof.define("c_most", at_least(E * y, c), "what is left is between y/E and E y")
proof.define("c_least", at_least(E * c, y))
proof.suppose("c_total", equal(T, 1 - O + U), "T: the total of c")
proof.suppose("t_up", equal(t * (E - 1 + O - U), O - U), "what t is for O >= U")
proof.suppose("t_down", equal(t * (E - 1 + E * (U - O)), E * (U - O)), "what t is for U >= O")
proof.suppose(
    "closeness_first", at_least(E * a, z), "z is the prefix sum of p#, (epsilon, 0)-close to p: the event {1..k}"
)
proof.suppose("closeness_rest", at_least(E * (1 - z), 1 - a), "the event {k+1..q}")
proof.suppose("shift", at_least(z + d, h), "h is that of p'', TV(p'', p#) <= d")
proof.suppose("h_most", at_least(1, h))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def inverse(E_range: Fact) -> Manifest:
    """1/E > 0."""
    return Manifest(greater(1 / E), (E_range,))


@proof.step
def growth(E_range: Fact) -> Manifest:
    """E - 1/E >= 0."""
    return Manifest(at_least(E - 1 / E), (E_range,))


@proof.conclusion
def switch(growth: Fact, order: Fact) -> Combination:
    """(4.7): E s - (1 - (1 - s)/E) does not decrease with s, so s~ changes its branch once."""
    return Combination(at_least(E * b - (1 - (1 - b) / E), E * a - (1 - (1 - a) / E)), ((growth, order),))


@proof.conclusion
def ratio_above(
    A_is: Fact, t_least: Fact, t_most: Fact, B_below: Fact, B_above: Fact, growth: Fact, order: Fact, base: Fact
) -> Combination:
    """(4.6): p~_k <= E p_k, for k = 1 with a = A = 0."""
    products = (
        (A_is, Over(base)),
        (t_least, B_below),
        (t_most, B_above, Over(base)),
        (t_most, growth, order),
    )
    return Combination(at_least(E * (b - a), B - A), products)


@proof.conclusion
def ratio_below(
    B_is: Fact, t_least: Fact, t_most: Fact, A_below: Fact, A_above: Fact, growth: Fact, order: Fact, base: Fact
) -> Combination:
    """(4.6): p_k <= E p~_k."""
    products = (
        (B_is,),
        (t_least, base, A_below),
        (t_least, base, growth, order),
        (t_most, A_above),
    )
    return Combination(at_least(E * (B - A), b - a), products)


@proof.conclusion
def prefix_sums_grow(
    B_is: Fact, t_least: Fact, t_most: Fact, A_below: Fact, A_above: Fact, order: Fact, base: Fact
) -> Combination:
    """Step 0 and Lemma 2: s~ does not decrease, along p and from a dominated distribution to another."""
    products = (
        (B_is, Over(base)),
        (t_least, A_below),
        (t_least, base, order),
        (t_most, A_above, Over(base)),
        (t_most, order, Over(base)),
    )
    return Combination(at_least(B, A), products)


@proof.conclusion
def step_0(
    S_is: Fact, w_least: Fact, w_most: Fact, R_shifted: Fact, R_one: Fact, prefix_sums_grow: Fact
) -> Combination:
    """Step 0 and Lemma 2 for P: P(a) <= P(b)."""
    products = ((S_is,), (w_least, R_shifted), (w_least, prefix_sums_grow), (w_most, R_one))
    return Combination(at_least(S, R), products)


@proof.conclusion
def step_0_last(E_range: Fact, d_range: Fact) -> Manifest:
    """P(1) = 1: E 1 + d >= 1, and 1 - (1 - 1)/E + d >= 1."""
    return Manifest(at_least(E + d, 1), (E_range, d_range))


@proof.conclusion
def variation_first(S_shifted: Fact, B_below: Fact) -> Combination:
    """TV(p~, p') <= d: the first color has at most d more than s~ at b, and so at most E b + d."""
    return Combination(at_least(E * b + d, S), ((S_shifted,), (B_below,)))


@proof.conclusion
def variation_rest(
    R_is: Fact, w_least: Fact, w_most: Fact, S_shifted: Fact, S_one: Fact, prefix_sums_grow: Fact
) -> Combination:
    """And no other color has more."""
    products = ((R_is,), (w_least, S_shifted), (w_most, prefix_sums_grow), (w_most, S_one))
    return Combination(at_least(B - A, S - R), products)


UP, DOWN = c + t * (E * y - c), c - t * (c - y / E)


@proof.conclusion
def up_most(t_most: Fact, c_most: Fact) -> Combination:
    """Step 2, O >= U: p# <= E p."""
    return Combination(at_least(E * y, UP), ((t_most, c_most),))


@proof.conclusion
def up_least(t_least: Fact, c_most: Fact, c_least: Fact, base: Fact) -> Combination:
    """Step 2, O >= U: p <= E p#."""
    return Combination(at_least(E * UP, y), ((c_least,), (t_least, base, c_most)))


@proof.conclusion
def up_loss(t_least: Fact, c_most: Fact, n_range: Fact, cut: Fact) -> Combination:
    """Step 2, O >= U: p'' - p# <= o, so TV(p'', p#) <= O <= d."""
    return Combination(at_least(o, x - UP), ((n_range,), (t_least, c_most), (cut,)))


@proof.conclusion
def up_total(t_up: Fact, c_total: Fact) -> Combination:
    """Step 2, O >= U: the sum of p# is 1 (that of c is 1 - O + U)."""
    return Combination(equal(T + t * (E - T), 1), ((t_up, constant(1)), (c_total, 1 - t)))


@proof.conclusion
def up_room(E_range: Fact, t_up: Fact) -> Combination:
    """Step 2, O >= U: t <= 1, as (1 - t) (E - 1 + O - U) = E - 1."""
    return Combination(at_least((1 - t) * (E - 1 + O - U)), ((E_range,), (t_up, constant(-1))))


@proof.conclusion
def down_most(t_least: Fact, c_most: Fact, c_least: Fact, inverse: Fact) -> Combination:
    """Step 2, U >= O: p# <= E p."""
    return Combination(at_least(E * y, DOWN), ((c_most,), (t_least, c_least, inverse)))


@proof.conclusion
def down_least(t_most: Fact, c_least: Fact) -> Combination:
    """Step 2, U >= O: p <= E p#."""
    return Combination(at_least(E * DOWN, y), ((t_most, c_least),))


@proof.conclusion
def down_gain(t_least: Fact, c_least: Fact, o_range: Fact, cut: Fact, inverse: Fact) -> Combination:
    """Step 2, U >= O: p# - p'' <= n, so TV(p'', p#) <= U <= d/E."""
    return Combination(at_least(n, DOWN - x), ((o_range,), (t_least, c_least, inverse), (cut, -1 + 0 * c)))


@proof.conclusion
def down_total(t_down: Fact, base: Fact) -> Combination:
    """Step 2, U >= O: the sum of p# is 1."""
    left = (1 - O + U) - t * ((1 - O + U) - 1 / E)
    return Combination(equal(left, 1), ((t_down, Over(base), -1 + 0 * c),))


@proof.conclusion
def down_room(E_range: Fact) -> Manifest:
    """Step 2, U >= O: t <= 1."""
    return Manifest(at_least(1 - 1 / E + U - O, U - O), (E_range,))


@proof.step
def close_prefix(
    A_is: Fact, t_least: Fact, t_most: Fact, closeness_first: Fact, closeness_rest: Fact, base: Fact
) -> Combination:
    """(4.8) and (4.9): the prefix sum of p# is at most s~."""
    products = ((A_is, Over(base)), (t_least, closeness_first), (t_most, closeness_rest, Over(base)))
    return Combination(at_least(A, z), products)


@proof.conclusion
def equation_4_10(
    R_is: Fact, w_least: Fact, w_most: Fact, close_prefix: Fact, shift: Fact, h_most: Fact
) -> Combination:
    """(4.10): that of p'' is at most P(a)."""
    products = ((R_is,), (w_least, close_prefix), (w_least, shift), (w_most, h_most))
    return Combination(at_least(R, h), products)


proof.establishes({"lemma-1-switch": "holds", "section-5-2-construction": "holds"}, "switch")
proof.establishes({"lemma-1-ratios": "holds"}, "ratio_above")
proof.establishes({"lemma-1-ratios": "holds"}, "ratio_below")
proof.establishes({"lemma-1-tv": "holds", "lemma-2": "holds"}, "prefix_sums_grow")
proof.establishes({"lemma-1-step-0": "holds", "lemma-2": "holds"}, "step_0")
proof.establishes({"lemma-1-step-0": "holds"}, "step_0_last")
proof.establishes({"lemma-1-tv": "holds"}, "variation_first")
proof.establishes({"lemma-1-tv": "holds"}, "variation_rest")
proof.establishes({"lemma-1-step-2": "holds"}, "up_most")
proof.establishes({"lemma-1-step-2": "holds"}, "up_least")
proof.establishes({"lemma-1-step-2": "holds"}, "up_loss")
proof.establishes({"lemma-1-step-2": "holds"}, "up_total")
proof.establishes({"lemma-1-step-2": "holds"}, "up_room")
proof.establishes({"lemma-1-step-2": "holds"}, "down_most")
proof.establishes({"lemma-1-step-2": "holds"}, "down_least")
proof.establishes({"lemma-1-step-2": "holds"}, "down_gain")
proof.establishes({"lemma-1-step-2": "holds"}, "down_total")
proof.establishes({"lemma-1-step-2": "holds"}, "down_room")
proof.establishes({"lemma-1-part-2": "holds", "equation-4-10": "holds"}, "equation_4_10")
