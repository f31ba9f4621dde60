"""RAPPOR, (42)-(46): which bit flips the Laplace-threshold forms are, and that they lose at RAPPOR's own level.

Lap(b) has P(V > v) = e^(-v/b)/2 for v >= 0. (45): 1/b = -2 ln a, so P(V > 1/2) = a/2 for 0 < a < 1: it is the flip
(43), with 1 - a for the printed 1 - c_1. (46): with the threshold t = ln(2 g)/ln(4 g (1 - h)) in [0, 1], g = gamma and
h = beta, the flips P(1|0) = g and P(0|1) = 1 - h ask for T = e^(-t/b) = 2 g and S = e^(-(1 - t)/b) = 2 (1 - h), hence
e^(-1/b) = T S = 4 g (1 - h); the printed 4 h (1 - g) has h and g exchanged, and exceeds 1 for g < 1/2 < h: b < 0.
(equation_45_flips to equation_46_printed in rocq/GradualNoise.v.)

The relaxation: noise V_1 of 1/b = -2 ln a_1 and V_2 of -2 ln a_2, coupled by (20), with r = ln a_1/ln a_2 =
eps_1/eps_2. P(V_1 < 1/2 < V_2) = (1 - r^2)/4 * a_2/(1 + r) = (1 - r) a_2/4. So bit 0 gives the reports (1, 1) with the
probability (1 + r) a_2/4, (0, 1) with (1 - r) a_2/4, (1, 0) with a_1/2 - (1 + r) a_2/4; bit 1 gives the mirror images.
The second report alone has the level E = (2 - a_2)/a_2. At (1, 1) the pair has more if and only if 1 - a_1 > r (1 -
a_2), which is so for a_1 = a_2^r, 0 < r < 1 (a_2^r is convex in r, strictly); for r = 1/2, a_1 = x, a_2 = x^2, every 0
< x < 1, that is the theorem loses.

Without loss: the first report is a function of the second and of chance. For (43) the second report is replaced by a
fair bit with the probability L; for (44), if gamma rises and beta falls with more privacy, it becomes 1 with the
probability K if it is 0 and M if it is 1; L, K and M lie in [0, 1] (relaxed_reports in
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
def range_of_45() -> Counterexample:
    """Alpha = 1, which (43) allows: 1/(-2 ln alpha) is no number; e^(-1/b) = alpha^2 would be 1, so 1/b = 0."""

    def allowed(alpha: Fraction) -> bool:
        return 0 <= alpha <= 1

    def laplace(alpha: Fraction) -> bool:
        return 0 < alpha**2 < 1  # e^(-1/b) for 0 < b < infinity

    return Counterexample("(45) has a Laplace distribution", {"alpha": Fraction(1)}, allowed, laplace)


def reports_of_46(gamma: Fraction, beta: Fraction) -> tuple[Fraction, Fraction]:
    """P(V > t) and P(1 + V > t), scale corrected: P(V > t) is T/2 for t >= 0, 1 - 1/(2 T) for t < 0; S alike."""
    T, S = 2 * gamma, 2 * (1 - beta)
    above = T / 2 if T <= 1 else 1 - 1 / (2 * T)
    below = S / 2 if S <= 1 else 1 - 1 / (2 * S)
    return above, 1 - below


@proof.conclusion
def flips_of_46() -> Exhaustive:
    """In twentieths, 0 < gamma < beta < 1 with a scale: (46) is (44) if and only if gamma <= 1/2 <= beta."""
    twentieths = [Fraction(n, 20) for n in range(1, 20)]

    def has_a_scale(gamma: Fraction, beta: Fraction) -> bool:
        return gamma < beta and 4 * gamma * (1 - beta) < 1

    def holds(gamma: Fraction, beta: Fraction) -> bool:
        return (reports_of_46(gamma, beta) == (gamma, beta)) == (gamma <= Fraction(1, 2) <= beta)

    domain = {"gamma": twentieths, "beta": twentieths}
    return Exhaustive("(46) corrected is (44) where 0 <= t <= 1", domain, holds, where=has_a_scale)


@proof.conclusion
def beyond_46() -> Counterexample:
    """Gamma = 3/5, beta = 4/5: T = 6/5 > 1, so t < 0 and P(V > t) = 1 - 1/(2 T) = 7/12, not 3/5."""

    def parameters(gamma: Fraction, beta: Fraction) -> bool:
        return 0 < gamma < beta < 1 and 4 * gamma * (1 - beta) < 1

    def flips(gamma: Fraction, beta: Fraction) -> bool:
        return reports_of_46(gamma, beta) == (gamma, beta)

    instance = {"gamma": Fraction(3, 5), "beta": Fraction(4, 5)}
    return Counterexample("(46) with the scale corrected is the flip (44)", instance, parameters, flips)


@proof.conclusion
def pair_at_own_level() -> Counterexample:
    """a_1 = 1/2, a_2 = 1/4, r = 1/2: the pair of reports needs E = 23/3, the second report alone has 7."""

    def own(level: Fraction) -> bool:
        return level == (2 - Fraction(1, 4)) / Fraction(1, 4)

    def private(level: Fraction) -> bool:
        zero = (Fraction(23, 32), Fraction(1, 32), Fraction(5, 32), Fraction(3, 32))
        return sum(zero) == 1 and all(p <= level * q for p, q in zip(zero, reversed(zero), strict=True))

    return Counterexample("the pair has the level of the second report", {"level": Fraction(7)}, own, private)


@proof.conclusion
def not_the_other_map() -> Counterexample:
    """With gamma = 0, beta = 1/2 flips one way only; (43) flips both ways alike."""

    def channel(gamma: Fraction, beta: Fraction) -> bool:
        return 0 <= gamma <= beta <= 1

    def symmetric(gamma: Fraction, beta: Fraction) -> bool:
        return gamma == 1 - beta

    instance = {"gamma": Fraction(0), "beta": Fraction(1, 2)}
    return Counterexample("(44) is (43) with another parameter", instance, channel, symmetric)


@proof.conclusion
def relaxes_the_wrong_way() -> Counterexample:
    """With gamma = 9/10, beta = 1/10 the level is E = 9, with the larger beta = 1/2 only 5."""

    def level(gamma: Fraction, beta: Fraction) -> Fraction:
        return max(gamma / beta, beta / gamma, (1 - gamma) / (1 - beta), (1 - beta) / (1 - gamma))

    def larger(gamma: Fraction, beta: Fraction, more: Fraction) -> bool:
        return 0 < gamma < 1 and 0 < beta < more < 1

    def relaxed(gamma: Fraction, beta: Fraction, more: Fraction) -> bool:
        return level(gamma, beta) <= level(gamma, more)

    instance = {"gamma": Fraction(9, 10), "beta": Fraction(1, 10), "more": Fraction(1, 2)}
    return Counterexample("a larger beta relaxes the level", instance, larger, relaxed)


@proof.conclusion
def flips_too_often() -> Counterexample:
    """Beta = 1/4, gamma = 3/4 flips both bits with 3/4; (43) flips with alpha/2, at most 1/2."""

    def flips_alike(gamma: Fraction, beta: Fraction) -> bool:
        return 0 <= gamma <= 1 and gamma == 1 - beta

    def is_43(gamma: Fraction, beta: Fraction) -> bool:
        alpha = 2 * gamma
        return 0 <= alpha <= 1 and 1 - alpha + alpha / 2 == beta

    instance = {"gamma": Fraction(3, 4), "beta": Fraction(1, 4)}
    return Counterexample("(44) with beta + gamma = 1 is (43)", instance, flips_alike, is_43)


@proof.conclusion
def exactly_43() -> Exhaustive:
    """In twentieths: some alpha in tenths makes (43) the flip (44) if and only if beta + gamma = 1, gamma <= 1/2."""
    twentieths = [Fraction(n, 20) for n in range(21)]

    def holds(gamma: Fraction, beta: Fraction) -> bool:
        found = any(a / 2 == gamma and 1 - a + a / 2 == beta for a in (Fraction(n, 10) for n in range(11)))
        return found == (beta + gamma == 1 and gamma <= Fraction(1, 2))

    return Exhaustive("where (44) is (43)", {"gamma": twentieths, "beta": twentieths}, holds)


proof.establishes({"rappor-relaxation": "holds-if, fails"}, "pair_at_own_level")
proof.establishes({"equation-44-equivalent": "holds-if, fails"}, "not_the_other_map")
proof.establishes({"equation-45": "holds-if, fails"}, "range_of_45")
proof.establishes({"equation-46-reformulation": "holds-if, holds"}, "flips_of_46")
proof.establishes({"equation-46-reformulation": "holds-if, fails"}, "beyond_46")
proof.establishes({"rappor-parameters": "holds-if, fails"}, "relaxes_the_wrong_way")
proof.establishes({"equation-44-equivalent": "holds-if, fails"}, "flips_too_often")
proof.establishes({"equation-44-equivalent": "holds-if, both"}, "exactly_43")
