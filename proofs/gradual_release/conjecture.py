"""The conjecture of Section 5: where an answer can be followed by a better one without loss, and where it cannot.

Settled for it: two inputs; k-ary randomized response (`response_replaced`: keep the answer, or draw it anew uniformly
with the probability L = k (F - E)/((F - 1)(E + k - 1)), E <= F the two levels); range-restricted geometric noise of
every size (proofs/rocq/GradualFinite.v), so every count under every prior and monotone loss, where the best answers
are made from it (Ghosh, Roughgarden, Sundararajan). Truncated and renormalised noise on three counts: the kernel's
entries are not negative (`renormalised_*`; the others are equal to these by symmetry or a multiple, 1/E_1, of them).

Against it: three values, all neighbors of one another; the answer is one value or a pair of values, with the reward 1
if it is the datum, 3/4 if the datum is in the pair, else 0, under the uniform prior. Up to E = 4 the best answer is a
pair, from there on one value. For E = 3 and then 9/2 no mechanism has both rewards (certificate
`rewards_together_infeasible`), nor the laws of the two best mechanisms (`best_answers_infeasible`). And staircase
noise on the reals under plain differential privacy, by a zero of a characteristic function (below, in words).

Staircase noise of sensitivity 1: density proportional to b^m on [m - 1 + c, m + c), m >= 1, and to 1 on [0, c), and
even, b = e^-epsilon. Its characteristic function is a positive number times (sin(c t) + b sin((1 - c) t))/t. For b_2
= 1/4 and the c_2 = 1/(1 + e^(epsilon/2)) = 1/3 that is optimal for the expected absolute value it is 0 at t = 3 pi;
at this t that of another c is sin(3 pi c)(1 + b) up to a positive factor, which is not 0 for 1/3 < c < 1/2, that is,
for every epsilon_1 < epsilon_2. So no independent noise makes the first answer from the second. Nor does anything
else (by_hand.toml, conjecture-staircase).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.linear_programs import Optimum, solve
from dpexact.papers.gradual_release.lossless import best_reward, reward_program, rewards_together
from dpexact.papers.proving import (
    Combination,
    Counterexample,
    Exhaustive,
    Expression,
    Fact,
    Identity,
    Manifest,
    Over,
    Proof,
    at_least,
    equal,
    greater,
    indeterminates,
)

E, F, k, L, E1, E2 = indeterminates("E F k L E1 E2")

proof = Proof(__doc__)
proof.define("E_range", greater(E, 1), "E <= F: the two levels of k-ary randomized response")
proof.define("F_range", at_least(F, E))
proof.define("k_range", at_least(k, 1))
proof.define("L_is", equal(L * (F - 1) * (E + k - 1), k * (F - E)), "L: how often the answer is drawn anew")
proof.define("E1_range", greater(E1, 1), "E1 <= E2: truncated and renormalised noise on three counts, p = 1/E")
proof.define("E2_range", at_least(E2, E1))


@proof.conclusion
def response_replaced() -> Identity:
    """The truth F/(F + k - 1), kept or drawn anew, has the probability E/(E + k - 1)."""
    part = k * (F - E) / ((F - 1) * (E + k - 1))
    return Identity(equal((1 - part) * F / (F + k - 1) + part / k, E / (E + k - 1)))


@proof.step
def scale(E_range: Fact, F_range: Fact, k_range: Fact) -> Manifest:
    """(F - 1)(E + k - 1) > 0."""
    return Manifest(greater((F - 1) * (E + k - 1)), (E_range, F_range, k_range))


@proof.step
def growth(E_range: Fact, F_range: Fact, k_range: Fact) -> Manifest:
    """K (F - E) >= 0."""
    return Manifest(at_least(k * (F - E)), (E_range, F_range, k_range))


@proof.step
def rest(E_range: Fact, F_range: Fact, k_range: Fact) -> Manifest:
    """(F - 1)(E + k - 1) - k (F - E) = (E - 1)(F + k - 1) >= 0."""
    return Manifest(at_least((F - 1) * (E + k - 1) - k * (F - E)), (E_range, F_range, k_range))


@proof.conclusion
def drawn_at_least(growth: Fact, scale: Fact, L_is: Fact) -> Combination:
    """L >= 0."""
    return Combination(at_least(L), ((Over(scale), growth), (Over(scale), L_is)))


@proof.conclusion
def drawn_at_most(rest: Fact, scale: Fact, L_is: Fact) -> Combination:
    """L <= 1."""
    return Combination(at_least(1, L), ((Over(scale), rest), (Over(scale), L_is, 0 * E - 1)))


def share(place: int) -> Expression:
    """The total of the row `place` at E2, over that at E1."""
    if place == 1:
        return (E2 + 2) * E1 / ((E1 + 2) * E2)
    return (E2**2 + E2 + 1) * E1**2 / ((E1**2 + E1 + 1) * E2**2)


@proof.conclusion
def renormalised_end(E1_range: Fact, E2_range: Fact) -> Manifest:
    """Three counts, truncated and renormalised: the kernel's entry (0, 1), times a positive number."""
    return Manifest(at_least(share(0) / E1 - share(1) / E2), (E1_range, E2_range))


@proof.conclusion
def renormalised_middle(E1_range: Fact, E2_range: Fact) -> Manifest:
    """The entry (1, 0), times a positive number."""
    return Manifest(at_least((1 + 1 / E2**2) * share(1) / E1 - share(0) * (1 + 1 / E1**2) / E2), (E1_range, E2_range))


@proof.conclusion
def renormalised_stays(E1_range: Fact, E2_range: Fact) -> Manifest:
    """The entry (0, 0), times a positive number."""
    return Manifest(at_least(share(0) - share(1) / (E1 * E2)), (E1_range, E2_range))


@proof.conclusion
def renormalised_center(E1_range: Fact, E2_range: Fact) -> Manifest:
    """The entry (1, 1), times a positive number."""
    return Manifest(at_least((1 + 1 / E2**2) * share(1) - 2 * share(0) / (E1 * E2)), (E1_range, E2_range))


@proof.conclusion
def best_rewards_together() -> Counterexample:
    """E = 3, then 9/2: no mechanism has both best rewards, by an exact linear program; it has a certificate."""

    def levels(first: Fraction, second: Fraction) -> bool:
        return 1 < first < second

    def released(first: Fraction, second: Fraction) -> bool:
        return isinstance(solve(rewards_together(first, second)), Optimum)

    instance = {"first": Fraction(3), "second": Fraction(9, 2)}
    return Counterexample("a pair of answers has the best reward of each level", instance, levels, released)


@proof.conclusion
def best_rewards() -> Exhaustive:
    """The best rewards are 9/14 at E = 3 (a pair) and 9/13 at E = 9/2 (one value), as linear programs."""
    expected = {Fraction(3): Fraction(9, 14), Fraction(9, 2): Fraction(9, 13)}

    def optimal(level: Fraction) -> bool:
        outcome = solve(reward_program(level))
        return isinstance(outcome, Optimum) and -outcome.value == best_reward(level) == expected[level]

    return Exhaustive("the best reward is best_reward", {"level": list(expected)}, optimal)


proof.establishes({"conjecture-broader": "holds"}, "response_replaced")
proof.establishes({"conjecture-broader": "holds"}, "drawn_at_least")
proof.establishes({"conjecture-broader": "holds"}, "drawn_at_most")
proof.establishes({"conjecture-any-query": "refuted"}, "best_rewards_together")
proof.establishes({"conjecture-any-query": "refuted"}, "best_rewards")
