"""At the parameters of each step: Remark 2 and the chain of inequalities behind it fail.

Remark 2 of Sadeghi, Asoodeh, Calmon (2020) says that the design of Definition 2 is (epsilon, (2D+1) delta~)-private.
It is if and only if k <= D or S_D - E C T_D <= D + 1: remark_2 in rocq/CountDesign.v; where Theorem 3 holds D
+ 1 may stand for 2D + 1 (remark_2_better).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import exact
from dpexact.papers.count_queries import printed_design
from dpexact.papers.proving import Counterexample, Proof

proof = Proof(__doc__)


@proof.conclusion
def counterexample() -> Counterexample:
    """E = 5, eta = 1/29, D = 2: the event {n-2, n-1, n+1} has (2 + 12 + 12)/29 - 5 (0 + 2 + 1)/29 = 11/29 > 10/29."""

    def is_definition_2(ratio: int, eta: Fraction, reach: int) -> bool:
        law = printed_design(ratio, eta, reach).noise
        return [29 * p for p in law.values()] == [2, 12, 1, 12, 2]

    def event_keeps(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        law = {-reach - 1: exact(0), **design.noise}
        excess = sum((law[z] - ratio * law[z - 1] for z in (-2, -1, 1)), start=exact(0))
        return bool(excess <= (2 * reach + 1) * design.delta)

    instance = {"ratio": 5, "eta": Fraction(1, 29), "reach": 2}
    return Counterexample("P(S) <= E Q(S) + (2D+1) delta~ for all S", instance, is_definition_2, event_keeps)


@proof.conclusion
def chain_without_0() -> Counterexample:
    """E = 10, eta = 1/2, D = 1, n = 1: over y = 1, 2, 3 the largest difference is -2, and 2 (-2) > 3 (-2).

    S = {1, 2}, and both outcomes have positive probability.
    """

    def is_definition_2(ratio: int, eta: Fraction, reach: int, last: int) -> bool:
        return list(printed_design(ratio, eta, reach).alpha) == [1] and last == 2

    def last_step_holds(ratio: int, eta: Fraction, reach: int, last: int) -> bool:
        law = printed_design(ratio, eta, reach).noise
        one, other = ({n + z: p for z, p in law.items()} for n in (1, 2))
        differences = [one.get(y, exact(0)) - ratio * other.get(y, exact(0)) for y in range(1, last + reach + 1)]
        points = len({1, 2} & {y for y, p in one.items() if p > 0})
        return bool(points * max(differences) <= (2 * reach + 1) * max(differences))

    instance = {"ratio": 10, "eta": Fraction(1, 2), "reach": 1, "last": 2}
    return Counterexample("|S and supp| max <= (2D+1) max over y in [N+D]", instance, is_definition_2, last_step_holds)


proof.establishes(
    {
        "abstract-private": "refuted",
        "remark-1": "holds-if, holds",
        "remark-2": "refuted",
        "conclusion-proved": "holds-if, fails",
    },
    "counterexample",
)
proof.establishes({"remark-2-chain": "holds-if, fails"}, "chain_without_0")
