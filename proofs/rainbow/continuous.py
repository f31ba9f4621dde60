"""Every distribution on [0, 1], every real E >= 1, 0 <= delta <= 1: Lemma 1 for V = [0, 1], smaller numbers preferred.

Section 6.5 of Gu et al. expects Theorems 2 and 4 to generalize, with first-order stochastic dominance. They do. Let F
be the distribution function of P, F(x) = P([0, x]), and M the corrected map. Then M o F is the distribution function
of a distribution P' that is (epsilon, delta)-close to P (over all Borel sets) and dominates every close P'', F'' <= M
o F.

P' exists: M o F does not decrease and is continuous from the right, because 0 <= M(b) - M(a) <= E (b - a), and M(1) =
1. P' has an atom at 0 of mass M(F(0)), which is more than F(0) = 0 for delta > 0 even if P has none. Greatest: the
events [0, x] and (x, 1] give F''(x) <= E F(x) + delta and 1 - F(x) <= E (1 - F''(x)) + delta, as for finitely many
colors.

Close: let S be a union of {0} (or not) and finitely many of the intervals (x_(k-1), x_k] of a partition of (0, 1].
The prefix sums F(0), F(x_1), ..., F(1) are those of a distribution on finitely many colors, its image under T has the
prefix sums M(F(x_k)), so forward and backward of lemma_1_events.py are closeness at S. Such S form a field that
generates the Borel sets; every Borel set differs from one of them by a set of arbitrarily small measure P + P'
(approximation).

Lemma 2, Theorem 4 and Theorem 2 then follow word for word, at each x in place of each k. An alphabet without a most
preferred element, such as (0, 1], has no greatest close distribution for delta > 0: for each x0 > 0 the distribution
with M(F(x0)) on (0, x0], in proportion to P, and then M o F is close, so a greatest one would have F'' = M o F >= M(0)
> 0 on all of (0, 1], which does not tend to 0 with x. For delta = 0, M(0) = 0.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Fact,
    Manifest,
    Over,
    Proof,
    at_least,
    equal,
    greater,
    indeterminates,
    load_proof,
)

E, d, p, u, v, x, y, G, H, t, w = indeterminates("E d p u v x y G H t w")

proof = Proof(__doc__)
for hypothesis in load_proof("rainbow/lemma_1_events").hypotheses.values():
    if hypothesis.name != "printed":
        proof.declare(hypothesis.name, hypothesis.kind, hypothesis.formula, hypothesis.text)
proof.witness(
    E=2, d=0, g=0, k=1, a=0, b=0, f=0, A=0, B=0, F=0, l=1, L=1, l1=1, m=0, M=0, m1=0, c=1, C=1, c1=1, h=0, H=0, h1=0,
    n=0, N=0, n1=0, u=0, v=0, p=0, x=0, y=0, G=0, t=1, w=0,
)  # fmt: skip
proof.lemma("forward_on_partitions", "rainbow/lemma_1_events", "forward")
proof.lemma("backward_on_partitions", "rainbow/lemma_1_events", "backward")
proof.cite(
    "approximation",
    "a set of the generated sigma-field differs from one of the field by a set of arbitrarily small finite measure",
    "Halmos, Measure Theory, section 13, theorem D",
)
proof.define("F_order", at_least(y, x), "x <= y: two values of F; G = M(x), H = M(y)")
proof.define("G_one", at_least(1, G), "M is at most each of the three")
proof.define("G_below", at_least(E * x + d, G))
proof.define("G_above", at_least(E - 1 + x + d, E * G))
proof.define("H_one", at_least(1, H))
proof.define("H_below", at_least(E * y + d, H))
proof.define("H_above", at_least(E - 1 + y + d, E * H))
proof.define("G_is", equal(E * G, t * E * (E * x + d) + w * (E - 1 + x + d) + (1 - t - w) * E), "and one of them")
proof.define("H_is", equal(E * H, t * E * (E * y + d) + w * (E - 1 + y + d) + (1 - t - w) * E))
proof.define("t_least", at_least(t))
proof.define("w_least", at_least(w))
proof.define("tw_most", at_least(1, t + w))
proof.suppose("prefix_event", at_least(E * x + d, y), "y = F''(z), x = F(z) for a close P'': the event [0, z]")
proof.suppose("x_below", at_least(p, x), "p is a value of a distribution function that lies above F")
proof.suppose("x_zero", equal(x, 0))
proof.suppose("rest_event", at_least(E * (1 - y) + d, 1 - x), "the event (z, 1]")
proof.suppose("d_more", greater(d))
proof.suppose("d_zero", equal(d, 0))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def growth(E_range: Fact) -> Manifest:
    """E^2 - 1 >= 0."""
    return Manifest(at_least(E**2, 1), (E_range,))


@proof.conclusion
def nondecreasing(
    H_is: Fact, t_least: Fact, w_least: Fact, tw_most: Fact, G_below: Fact, G_above: Fact, G_one: Fact, F_order: Fact,
    base: Fact,
) -> Combination:  # fmt: skip
    """M o F does not decrease."""
    products = (
        (H_is, Over(base)),
        (t_least, G_below),
        (t_least, base, F_order),
        (w_least, G_above, Over(base)),
        (w_least, F_order, Over(base)),
        (tw_most, G_one),
    )
    return Combination(at_least(H, G), products)


@proof.conclusion
def continuous_from_the_right(
    G_is: Fact, t_least: Fact, w_least: Fact, tw_most: Fact, H_below: Fact, H_above: Fact, H_one: Fact, F_order: Fact,
    base: Fact, growth: Fact,
) -> Combination:  # fmt: skip
    """And by at most E times what F does."""
    products = (
        (G_is, Over(base)),
        (t_least, H_below),
        (w_least, H_above, Over(base)),
        (w_least, growth, F_order, Over(base)),
        (tw_most, H_one),
        (tw_most, base, F_order),
    )
    return Combination(at_least(E * (y - x), H - G), products)


@proof.conclusion
def closeness(forward_on_partitions: Fact, approximation: Fact) -> Combination:  # noqa: ARG001 cited in words
    """P'(S) <= E P(S) + d on the field, so on the Borel sets."""
    return Combination(at_least(E * v + d, u), ((forward_on_partitions,),))


@proof.conclusion
def closeness_backward(backward_on_partitions: Fact, approximation: Fact) -> Combination:  # noqa: ARG001 the same
    """And P(S) <= E P'(S) + d."""
    return Combination(at_least(E * u + d, v), ((backward_on_partitions,),))


@proof.conclusion
def greatest_first(prefix_event: Fact, x_below: Fact, base: Fact) -> Combination:
    """F'' <= E F + d, and so at most E p + d for every p above F."""
    return Combination(at_least(E * p + d, y), ((prefix_event,), (base, x_below)))


@proof.conclusion
def greatest_rest(rest_event: Fact, base: Fact) -> Combination:
    """F'' <= 1 - (1 - F - d)/E."""
    return Combination(at_least(1 - (1 - x - d) / E, y), ((rest_event, Over(base)),))


@proof.conclusion
def atom_at_0(E_range: Fact, d_more: Fact) -> Manifest:
    """For d > 0, 1 - (1 - d)/E > 0 and d > 0: M(0) > 0."""
    return Manifest(greater(d * (1 - (1 - d) / E)), (E_range, d_more))


@proof.conclusion
def no_new_atom(x_zero: Fact, d_zero: Fact) -> Combination:
    """For d = 0 and x = 0, E x + d = 0: M(0) = 0."""
    return Combination(equal(E * x + d, 0), ((d_zero,), (x_zero, E)))


proof.establishes({"intro-unique-q": "holds-if, both", "section-6-5-continuous": "holds-if, both"})
