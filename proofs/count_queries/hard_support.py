"""E = 50, 2 <= N <= D <= 4: the hard support may cost nothing on few counts.

Section I of Sadeghi, Asoodeh, Calmon (2020) says that the hard support costs delta > 0. On the counts [1 : N] with N >=
D + 1 it does, for single outcomes already: hard_support in rocq/CountSupport.v. For 2 <= N <= D there may be
noise with delta = 0.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.linear_programs import Optimum, solve
from dpexact.papers.count_queries.program import noise_program
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

proof = Proof(__doc__)


@proof.conclusion
def may_vanish() -> Exhaustive:
    """E = 50, 2 <= N <= D <= 4: some noise has delta = 0 over all events."""

    def vanishes(reach_and_last: tuple[int, int], eta: Fraction) -> bool:
        reach, last = reach_and_last
        outcome = solve(noise_program(50, eta, reach, 1, last, "all"))
        return isinstance(outcome, Optimum) and outcome.value == 0

    pairs = [(reach, last) for reach in range(2, 5) for last in range(2, reach + 1)]
    accuracies = [Fraction(1, 50), Fraction(1, 2), Fraction(9, 10)]
    return Exhaustive("the least delta is 0", {"reach_and_last": pairs, "eta": accuracies}, vanishes)


@proof.conclusion
def positive_in_a_reach() -> Counterexample:
    """E = 50, eta = 1/2, D = N = 2: the least delta over all events is 0."""

    def meets(ratio: int, eta: Fraction, reach: int, last: int) -> bool:
        return ratio > 1 and 0 < eta < 1 and 1 <= last <= reach

    def is_positive(ratio: int, eta: Fraction, reach: int, last: int) -> bool:
        outcome = solve(noise_program(ratio, eta, reach, 1, last, "all"))
        return not (isinstance(outcome, Optimum) and outcome.value == 0)

    instance = {"ratio": 50, "eta": Fraction(1, 2), "reach": 2, "last": 2}
    return Counterexample("noise on this support has delta > 0", instance, meets, is_positive)


proof.establishes({"relaxed-guarantee": "holds-if, fails"}, "may_vanish")
proof.establishes({"relaxed-guarantee": "holds-if, fails"}, "positive_in_a_reach")
