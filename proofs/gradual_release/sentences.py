"""Theorem 1 at epsilon = 0, the composition theorem's accuracy, optimality among which mechanisms, Figures 1 and 2.

Koufogiannis et al., Sections 1 to 3 and Theorem 9.

Theorem 1 at epsilon_1 = 0: u + V_1 would have the same law for every u, so every interval [j, j + 1) the same
probability p. N of them have the probability N p: more than 1 for p > 0 and N > 1/p (no_noise_at_level_0
in rocq/GradualLimits.v), and p = 0 for all of them makes the total 0 instead of 1.

Theorem 9: let g be the density of V (there is one: the laws of V and of its translates have the same null sets) and
G = g(x) + g(-x) for x > 0. Lipschitz privacy gives G(t) >= G(x) e^(-e (t - x)) for t >= x > 0, so the tail T(x) =
P(|V| >= x) has T(x) >= G(x)/e = -T'(x)/e, hence T(x) >= e^(-e x), the tail of the Laplace law, and E V^2 = integral of
2 x T(x) >= 2/e^2. In R^n each coordinate of V is the noise of an e-Lipschitz private mechanism on R (the others are
left out, which is post-processing), so E ||V||^2 >= 2n/e^2. Restricted to noise V that does not depend on u: the
mechanism Qu = 0 has the error u^2, smaller at small u (`constant_mechanism`).

Minimum entropy: {g > t e^(-e r)} contains all points within r of {g > t}, so its length is longer by 2 r (in R^n with
the l1 norm: Brunn-Minkowski); hence the decreasing rearrangement g* of g has log slope at most e, its tails dominate
those of the Laplace law, which therefore majorises g*. Entropy is Schur-concave: the Laplace law's is least.

Figure 1: on (e1, e2] the number of changes is Poisson with mean 2 ln(e2/e1), the limit of the independent steps of
`theorem_12#independent_changes`. On (0, e] it is infinite: over every halving of the level a change has the
probability 3/4 (`changes_without_end`). |V_eps| tends to infinity as eps tends to 0, and V_eps to 0 as eps tends to
infinity, almost surely: the values after changes in (0, e] with |V| <= M have the expected number integral of (2/s)
(1 - e^(-s M)) ds over (0, e], at most 2 M e, and those beyond e with |V| > M integral of (2/s) e^(-s M) ds, both
finite.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import epsilon_of, exact
from dpexact.papers.proving import (
    Compared,
    Counterexample,
    Exhaustive,
    Proof,
)

proof = Proof(__doc__)


@proof.conclusion
def constant_mechanism() -> Counterexample:
    """Qu = 0 is epsilon-private for every epsilon; at u = 1/2 its squared error 1/4 is below 2/epsilon^2 = 2."""

    def inside(point: Fraction, level: Fraction) -> bool:
        return point * point > 0 and level > 0

    def laplace_is_better(point: Fraction, level: Fraction) -> bool:
        return point**2 >= 2 / level**2

    instance = {"point": Fraction(1, 2), "level": Fraction(1)}
    return Counterexample("no private mechanism has less than 2/e^2 at any u", instance, inside, laplace_is_better)


@proof.conclusion
def changes_without_end() -> Exhaustive:
    """Over n halvings below a level the value stays with probability 4^-n, below any bound: here up to 2^-40."""

    def small(n: int) -> bool:
        still = Fraction(1)
        for _ in range(n):
            still *= Fraction(1, 2) ** 2
        return still == Fraction(1, 4**n) <= Fraction(1, 2**n)

    return Exhaustive("P(no change over n halvings) = 4^-n", {"n": list(range(1, 41))}, small)


def staircase_variance(decay: Fraction, stair: Fraction) -> Fraction:
    """E V^2 of the staircase noise for sensitivity 1 (Figure 2): e^-epsilon = decay, the first stair ends at `stair`.

    On [k, k + stair) the density is c decay^k, on [k + stair, k + 1) c decay^(k + 1). The sum over k of decay^k times
    a polynomial in k is in closed form.
    """
    q = decay
    sums = (1 / (1 - q), q / (1 - q) ** 2, q * (1 + q) / (1 - q) ** 3)  # of q^k, k q^k, k^2 q^k
    height = (1 - q) / (2 * (stair + q * (1 - stair)))

    def cubes(low: Fraction, high: Fraction) -> Fraction:
        """The sum over k of q^k times the integral of x^2 over [k + low, k + high]."""
        return (high - low) * sums[2] + (high**2 - low**2) * sums[1] + (high**3 - low**3) / 3 * sums[0]

    return 2 * height * (cubes(Fraction(0), stair) + q * cubes(stair, Fraction(1)))


@proof.conclusion
def staircase_is_better() -> Compared:
    """At e^epsilon = 100 the staircase with its stair at 1/5 has a smaller variance than Laplace noise, 2/epsilon^2."""
    return Compared(
        exact(staircase_variance(Fraction(1, 100), Fraction(1, 5))), "<", 2 / (epsilon_of(100) * epsilon_of(100))
    )


@proof.conclusion
def laplace_is_not_best() -> Counterexample:
    """At e^epsilon = 100 the staircase whose stair ends at 1/5 has a smaller variance than Laplace noise."""

    def at_most(ratio: int, stair: Fraction) -> bool:
        laplace_variance = 2 / (epsilon_of(ratio) * epsilon_of(ratio))
        return bool(laplace_variance <= exact(staircase_variance(Fraction(1, ratio), stair)))

    text = "Laplace noise has at most the variance of staircase noise of the same epsilon"
    instance = {"ratio": 100, "stair": Fraction(1, 5)}
    return Counterexample(text, instance, lambda ratio, stair: ratio > 1 and 0 < stair < 1, at_most)


@proof.conclusion
def staircase_is_noise() -> Exhaustive:
    """Its mass is 1, and its density falls by e^-epsilon over each unit: it is epsilon-differentially private."""

    def mass_is_one(decay: Fraction, stair: Fraction) -> bool:
        height = (1 - decay) / (2 * (stair + decay * (1 - stair)))
        return 2 * height * (stair + decay * (1 - stair)) / (1 - decay) == 1

    domain = {"decay": [Fraction(1, 2), Fraction(1, 100)], "stair": [Fraction(1, 5), Fraction(1, 2)]}
    return Exhaustive("the staircase density integrates to 1", domain, mass_is_one)


@proof.conclusion
def small_steps_can_be_large() -> Counterexample:
    """Levels 1/1000 and 11/1000: the step 1/100 is small and ten times the first level; y2 has less noise than y1."""

    def small(first: Fraction, step: Fraction) -> bool:
        return first > 0 and 0 < step <= Fraction(1, 100)

    def noisier(first: Fraction, step: Fraction) -> bool:
        return 2 / step**2 > 2 / first**2

    instance = {"first": Fraction(1, 1000), "step": Fraction(1, 100)}
    return Counterexample("after a small step the second response is noisier", instance, small, noisier)


@proof.conclusion
def narrow_noise() -> Counterexample:
    """Qu uniform on [0, 1] for every u: entropy ln 1; the Laplace law of level 1 has ln(2 e), more than ln 4."""

    def private(width: Fraction, level: Fraction) -> bool:
        return width > 0 and level > 0  # the law of Qu does not depend on u

    def laplace_has_less(width: Fraction, level: Fraction) -> bool:
        return width >= 4 / level  # needed for ln(width) >= ln(2 e/level), since e > 2

    instance = {"width": Fraction(1), "level": Fraction(1)}
    return Counterexample("no private mechanism has less entropy", instance, private, laplace_has_less)


@proof.conclusion
def level_at_distance_two() -> Counterexample:
    """E = 2, |u - u'| = 2: P(V <= 0) = 1/2, P(V + 2 <= 0) = 1/8, and the ratio 4 is more than E."""

    def laplace_tails(ratio: Fraction, alpha: int, one: Fraction, other: Fraction) -> bool:
        return ratio > 1 and alpha > 0 and one == Fraction(1, 2) and other == 1 / (2 * ratio**alpha)

    def private(ratio: Fraction, alpha: int, one: Fraction, other: Fraction) -> bool:
        return one <= ratio * other and alpha > 0

    instance = {"ratio": Fraction(2), "alpha": 2, "one": Fraction(1, 2), "other": Fraction(1, 8)}
    return Counterexample("the level is epsilon for every alpha of (6)", instance, laplace_tails, private)


proof.establishes(
    {"optimal-mechanism": "holds-if, fails", "equation-13": "holds-if, fails", "whole-space": "holds-if, fails"},
    "constant_mechanism",
)
proof.establishes({"figure-1-few-changes": "holds-if, fails"}, "changes_without_end")
proof.establishes(
    {
        "laplace-suboptimal": "holds",
        "abstract-differential": "holds-if, fails",
        "whole-space": "holds-if, fails",
        "theorem-1a-adjacency": "holds-if, fails",
    },
    "staircase_is_better",
)
proof.establishes(
    {
        "laplace-suboptimal": "holds",
        "abstract-differential": "holds-if, fails",
        "theorem-1a-adjacency": "holds-if, fails",
    },
    "staircase_is_noise",
)
proof.establishes({"small-step": "holds-if, fails"}, "small_steps_can_be_large")
proof.establishes({"laplace-minimum-entropy": "holds-if, fails"}, "narrow_noise")
proof.establishes(
    {"definition-8-private": "holds-if, fails", "adjacency-captured": "holds-if, fails"}, "level_at_distance_two"
)
proof.establishes(
    {"abstract-differential": "holds-if, fails", "theorem-1a-adjacency": "holds-if, fails"}, "laplace_is_not_best"
)
