"""Corollary 13 and the social network (Section 4): exact counterexamples to what is said without its conditions.

Averaging: n independent answers with the levels 1/j, j = 1, ..., n (users on a path, (47)), have Laplace noise of
variance 2 j^2; their mean has the variance (2/n^2)(1 + 4 + ... + n^2) = (n + 1)(2 n + 1)/(3 n), which grows
(proofs/rocq, variance_of_the_mean). The best linear estimate weighs them by 1/j^2 and has the variance
2/(1 + 1/4 + ... + 1/n^2) > 1, as the sum is below 2. At one and the same level e the mean has 2/(n e^2): small, never
0.

Corollary 13: if F is random and drawn anew for each answer, F(0) = 0, F(1) = 1 or -1, the answers at two equal levels
(where the noise is the same) differ with probability 1/2 for the datum 1 and never for the datum 0.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.proving import Combination, Counterexample, Fact, Over, Proof, greater, indeterminates

d, k = indeterminates("d k")

proof = Proof(__doc__)
proof.suppose("k_range", greater(k))
proof.suppose("far", greater(d, k), "d = d(1, j)")


@proof.step
def d_range(k_range: Fact, far: Fact) -> Combination:
    """D > 0."""
    return Combination(greater(d), ((k_range,), (far,)))


@proof.conclusion
def far_is_private(k_range: Fact, far: Fact, d_range: Fact) -> Combination:
    """(47): further away than k is a level below 1/k."""
    return Combination(greater(1 / k, 1 / d), ((far, Over(k_range), Over(d_range)),))


@proof.conclusion
def recovered() -> Counterexample:
    """Ten users at one level e = 1: the variance of the mean is 1/5, not 0."""

    def averaged(variance: Fraction) -> bool:
        return variance == sum(Fraction(2) for _ in range(10)) / 10**2

    def exact_value(variance: Fraction) -> bool:
        return variance == 0

    instance = {"variance": Fraction(1, 5)}
    return Counterexample("the mean of the answers is the datum", instance, averaged, exact_value)


@proof.conclusion
def better_with_more() -> Counterexample:
    """Users at the distances 1, ..., n: the mean of ten answers is worse than that of one."""

    def variances(one: Fraction, ten: Fraction) -> bool:
        return all(v == sum(Fraction(2 * d * d) for d in range(1, m + 1)) / m**2 for v, m in ((one, 1), (ten, 10)))

    def falls(one: Fraction, ten: Fraction) -> bool:
        return ten <= one

    instance = {"one": Fraction(2), "ten": Fraction(77, 10)}
    return Counterexample("more answers give a better mean", instance, variances, falls)


@proof.conclusion
def drawn_anew() -> Counterexample:
    """F drawn anew: P(y_1 != y_2) is 1/2 for the datum 1 and 0 for 0, whatever E."""

    def law(at_0: Fraction, at_1: Fraction) -> bool:
        draws = {0: (0, 0), 1: (1, -1)}
        differ = [Fraction(sum(p != q for p in draws[u] for q in draws[u]), 4) for u in (0, 1)]
        return differ == [at_0, at_1]

    def private(at_0: Fraction, at_1: Fraction) -> bool:
        return not (at_0 == 0 < at_1)  # some E has at_1 <= E at_0

    instance = {"at_0": Fraction(0), "at_1": Fraction(1, 2)}
    return Counterexample("the pair of answers is private for some E", instance, law, private)


proof.establishes({"social-averaging": "holds-if, fails"}, "recovered")
proof.establishes({"social-averaging": "holds-if, fails"}, "better_with_more")
proof.establishes({"corollary-13": "holds-if, fails"}, "drawn_anew")
proof.establishes({"social-small-levels": "holds"}, "far_is_private")
