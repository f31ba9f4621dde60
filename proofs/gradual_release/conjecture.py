"""The conjecture of Section 5: where an answer can be followed by a better one without loss, and where it cannot.

Settled for it (theorems without a file are in rocq/GradualSteps.v): two inputs; k-ary randomized response
(response_replaced: keep the answer, or draw it anew uniformly with the probability L = k (F - E)/((F - 1)(E + k - 1)),
E <= F the two levels); range-restricted geometric noise of every size (rocq/GradualFinite.v), so every count
under every prior and monotone loss, where the best answers are made from it (Ghosh, Roughgarden, Sundararajan).
Truncated and renormalised noise on three counts: the kernel's entries are not negative (renormalised_end to
renormalised_center; the others are equal to these by symmetry or a multiple, 1/E_1, of them).

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
from dpexact.papers.gradual_release.release import best_reward, reward_program, rewards_together
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

proof = Proof(__doc__)


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


proof.establishes({"conjecture-any-query": "refuted"}, "best_rewards_together")
proof.establishes({"conjecture-any-query": "refuted"}, "best_rewards")
