"""Corollary 13 and the social network (Section 4): exact counterexamples to what is said without its conditions.

Averaging: n independent answers with the levels 1/j, j = 1, ..., n (users on a path, (47)), have Laplace noise of
variance 2 j^2; their mean has the variance (2/n^2)(1 + 4 + ... + n^2) = (n + 1)(2 n + 1)/(3 n), which grows
(proofs/rocq, variance_of_the_mean). The best linear estimate weighs them by 1/j^2 and has the variance
2/(1 + 1/4 + ... + 1/n^2) > 1, as the sum is below 2. At one and the same level e the mean has 2/(n e^2): small, never
0.

Corollary 13: if F is random and drawn anew for each answer, F(0) = 0, F(1) = 1 or -1, the answers at two equal levels
(where the noise is the same) differ with probability 1/2 for the datum 1 and never for the datum 0. (40) has the level
epsilon/beta, no number for beta = 0; and beta has to be measured by the l1 norm: two coordinates that change by 1
each, which is 1 in the norm of the largest value, square the ratio.

(43): the three probabilities have the sum 1, so c_1 = alpha. (44) is drawn anew for each report: independent reports of
one bit have the product of their ratios, not the last one (`drawn_anew_each_time`).

(47): with the length of the shortest path a friend is at distance 1, and has Laplace noise of level 1. A group of m > 1
members at one level e has m e by composition, and e from one sample of the process (largest_below_sum in
rocq/GradualCorollaries.v).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

proof = Proof(__doc__)


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


@proof.conclusion
def without_sensitivity() -> Counterexample:
    """Beta = 0, a preprocessing that does not depend on u: epsilon/beta in (40) is no number."""

    def preprocessing(beta: Fraction) -> bool:
        return beta >= 0

    def has_level(beta: Fraction) -> bool:
        return beta != 0

    return Counterexample("(40) has the level epsilon/beta", {"beta": Fraction(0)}, preprocessing, has_level)


@proof.conclusion
def other_norm() -> Counterexample:
    """F(u) = (u, u), E = 2, beta = 1 by the largest value: P(both answers <= 0) is 1/4 for u = 0, 1/16 for u = 1."""

    def laplace_tails(ratio: Fraction, at_0: Fraction, at_1: Fraction) -> bool:
        return ratio > 1 and at_0 == Fraction(1, 2) ** 2 and at_1 == (1 / (2 * ratio)) ** 2

    def private(ratio: Fraction, at_0: Fraction, at_1: Fraction) -> bool:
        return at_0 <= ratio * at_1

    instance = {"ratio": Fraction(2), "at_0": Fraction(1, 4), "at_1": Fraction(1, 16)}
    return Counterexample("(41) is private for beta in another norm", instance, laplace_tails, private)


@proof.conclusion
def kept_with_as_printed() -> Counterexample:
    """(43) with another number c_1 than alpha: 1/2 and 1/4."""

    def is_a_law(alpha: Fraction, kept_not: Fraction) -> bool:
        return alpha / 2 + alpha / 2 + (1 - kept_not) == 1

    text = "alpha/2, alpha/2 and 1 - c_1 are the probabilities of a law"
    instance = {"alpha": Fraction(1, 2), "kept_not": Fraction(1, 4)}
    return Counterexample(text, instance, lambda alpha, kept_not: 0 <= min(alpha, kept_not) <= 1, is_a_law)


@proof.conclusion
def kept_with() -> Exhaustive:
    """In tenths: alpha/2 + alpha/2 + (1 - c_1) = 1 if and only if c_1 = alpha."""
    tenths = [Fraction(n, 10) for n in range(11)]

    def holds(alpha: Fraction, kept_not: Fraction) -> bool:
        return (alpha / 2 + alpha / 2 + (1 - kept_not) == 1) == (kept_not == alpha)

    return Exhaustive("(43) has the sum 1 for c_1 = alpha only", {"alpha": tenths, "kept_not": tenths}, holds)


@proof.conclusion
def drawn_anew_each_time() -> Counterexample:
    """The levels E = 5/3 (3/8, 5/8), then E = 3 (1/4, 3/4), drawn anew: the reports 1, 1 have 15/32 and 3/32, E = 5."""

    def ratio(gamma: Fraction, beta: Fraction) -> Fraction:
        return max(beta / gamma, (1 - gamma) / (1 - beta))

    def relaxed(first: tuple[Fraction, Fraction], second: tuple[Fraction, Fraction]) -> bool:
        return 1 < ratio(*first) < ratio(*second)

    def last_level(first: tuple[Fraction, Fraction], second: tuple[Fraction, Fraction]) -> bool:
        from_0, from_1 = (p * q for p, q in zip(first, second, strict=True))
        return from_1 <= ratio(*second) * from_0

    instance = {"first": (Fraction(3, 8), Fraction(5, 8)), "second": (Fraction(1, 4), Fraction(3, 4))}
    return Counterexample("reports drawn anew have the level of the last one", instance, relaxed, last_level)


@proof.conclusion
def own_distance() -> Counterexample:
    """The user herself, j = i, is in V: d(i, i) = 0, and 1/0 is no level."""

    def distance_to_a_user(distance: int) -> bool:
        return distance >= 0

    def has_level(distance: int) -> bool:
        return distance != 0

    return Counterexample("1/d(i, j) is a number", {"distance": 0}, distance_to_a_user, has_level)


@proof.conclusion
def friend_has_noise() -> Counterexample:
    """A friend is at distance 1: level 1, noise of variance 2, not the datum."""

    def shortest_path(distance: int, variance: int) -> bool:
        return distance >= 1 and variance == 2 * distance**2

    def no_guarantee(distance: int, variance: int) -> bool:
        return distance >= 1 and variance == 0

    instance = {"distance": 1, "variance": 2}
    return Counterexample("a friend gets the datum", instance, shortest_path, no_guarantee)


proof.establishes({"social-averaging": "holds-if, fails"}, "recovered")
proof.establishes({"social-averaging": "holds-if, fails"}, "better_with_more")
proof.establishes({"corollary-13": "holds-if, fails"}, "drawn_anew")
proof.establishes({"equation-41": "holds-if, fails"}, "without_sensitivity")
proof.establishes({"equation-41": "holds-if, fails"}, "other_norm")
proof.establishes({"equation-43": "misprint"}, "kept_with")
proof.establishes({"rappor-each-time": "holds-if, fails"}, "drawn_anew_each_time")
proof.establishes({"equation-47": "holds-if, fails"}, "own_distance")
proof.establishes({"close-friends": "holds-if, fails"}, "friend_has_noise")
proof.establishes({"equation-43": "misprint"}, "kept_with_as_printed")
