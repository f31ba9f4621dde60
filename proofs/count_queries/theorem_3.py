"""E = 5, eta = 1/29, D = 2: the alphas of Definition 2 do not keep single outcomes to delta~.

Theorem 3 of Sadeghi, Asoodeh, Calmon (2020) holds if and only if k <= D or C >= S_(D-1)/T_D: theorem_3 in
rocq/CountDesign.v. Their proof leaves out a_(i+1) <= E a_i + x, which fails for i = 0 and small eta.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.count_queries import lower_bound, printed_design
from dpexact.papers.proving import Counterexample, Proof

proof = Proof(__doc__)


@proof.conclusion
def counterexample() -> Counterexample:
    """E = 5, eta = 1/29, D = 2: the noise is (2, 12, 1, 12, 2)/29 and delta~ = 2/29, but z = 1 needs 12/29 - 5/29."""

    def is_definition_2(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        bounds = [lower_bound(k, ratio, eta, reach) for k in range(1, reach + 2)]
        return design.delta == max(bounds) and [29 * p for p in design.noise.values()] == [2, 12, 1, 12, 2]

    def keeps_to_delta(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        return bool(design.noise[1] <= ratio * design.noise[0] + design.delta)

    instance = {"ratio": 5, "eta": Fraction(1, 29), "reach": 2}
    return Counterexample("single outcomes keep to delta~", instance, is_definition_2, keeps_to_delta)


proof.establishes(
    {"remark-1": "holds-if, holds", "theorem-3": "refuted", "theorem-3-missing": "refuted"}, "counterexample"
)
