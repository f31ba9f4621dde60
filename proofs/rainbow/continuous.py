"""E >= 1, delta in [0, 1]: M(0) for V = [0, 1], smaller numbers preferred.

Section 6.5 of Gu et al. expects Theorems 2 and 4 to generalize, with first-order stochastic dominance. They do. Let F
be the distribution function of P, F(x) = P([0, x]), and M the corrected map. Then M o F is the distribution function
of a distribution P' that is (epsilon, delta)-close to P (over all Borel sets) and dominates every close P'', F'' <= M
o F. The argument is in words; what it needs of finitely many colors is proved in proofs/rocq/Rainbow.v.

P' exists: M o F does not decrease and is continuous from the right, because 0 <= M(b) - M(a) <= E (b - a), and M(1) =
1 (corrected_operator). P' has an atom at 0 of mass M(F(0)), which is more than F(0) = 0 for delta > 0 even if P has
none. Greatest: the events [0, x] and (x, 1] give F''(x) <= E F(x) + delta and 1 - F(x) <= E (1 - F''(x)) + delta, as
for finitely many colors (lemma_1_greatest).

Close: let S be a union of {0} (or not) and finitely many of the intervals (x_(k-1), x_k] of a partition of (0, 1].
The prefix sums F(0), F(x_1), ..., F(1) are those of a distribution on finitely many colors, its image under T has the
prefix sums M(F(x_k)), so lemma_1_close is closeness at S. Such S form a field that generates the Borel sets; every
Borel set differs from one of them by a set of arbitrarily small measure P + P' (Halmos, Measure Theory, section 13,
theorem D).

Lemma 2, Theorem 4 and Theorem 2 then follow word for word, at each x in place of each k. An alphabet without a most
preferred element, such as (0, 1], has no greatest close distribution for delta > 0: for each x0 > 0 the distribution
with M(F(x0)) on (0, x0], in proportion to P, and then M o F is close, so a greatest one would have F'' = M o F >= M(0)
> 0 on all of (0, 1], which does not tend to 0 with x. For delta = 0, M(0) = 0.
"""

from __future__ import annotations

from dpexact.papers.proving import Combination, Fact, Manifest, Proof, at_least, equal, greater, indeterminates

E, d, x = indeterminates("E d x")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.suppose("x_zero", equal(x, 0))
proof.suppose("d_more", greater(d))
proof.suppose("d_zero", equal(d, 0))


@proof.conclusion
def atom_at_0(E_range: Fact, d_more: Fact) -> Manifest:
    """For d > 0, 1 - (1 - d)/E > 0 and d > 0: M(0) > 0."""
    return Manifest(greater(d * (1 - (1 - d) / E)), (E_range, d_more))


@proof.conclusion
def no_new_atom(x_zero: Fact, d_zero: Fact) -> Combination:
    """For d = 0 and x = 0, E x + d = 0: M(0) = 0."""
    return Combination(equal(E * x + d, 0), ((d_zero,), (x_zero, E)))


proof.establishes({"intro-unique-q": "holds-if, fails", "section-6-5-continuous": "holds-if, fails"}, "atom_at_0")
proof.establishes({"section-6-5-continuous": "holds-if, holds"}, "no_new_atom")
