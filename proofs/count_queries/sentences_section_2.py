"""At the parameters of each step: sentences of section II that are false as they stand.

Sadeghi, Asoodeh, Calmon (2020). Each step is a counterexample to one sentence; E = e^epsilon.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.count_queries import printed_design, privacy_gap
from dpexact.papers.proving import Counterexample, Proof

proof = Proof(__doc__)


@proof.conclusion
def smaller_eta() -> Counterexample:
    """At epsilon = 1.1, D = 8 eta = 1/10 has a larger delta than 1/2, as printed, in fact and at the best."""

    def is_smaller(small: Fraction, large: Fraction) -> bool:
        return 0 < small < large < 1

    def is_more_private(small: Fraction, large: Fraction) -> bool:
        one, other = (privacy_gap("exp(1.1)", eta, 8) for eta in (small, large))
        less = one.printed > other.printed and one.real > other.real and one.optimal > other.optimal
        return not less

    instance = {"small": Fraction(1, 10), "large": Fraction(1, 2)}
    return Counterexample("a smaller eta has the smaller delta", instance, is_smaller, is_more_private)


@proof.conclusion
def remark_1() -> Counterexample:
    """For E = 2, eta = 1/3, D = 1 single outcomes and all events need the same delta: 1/3."""

    def is_definition_2(ratio: int, eta: Fraction, reach: int) -> bool:
        return printed_design(ratio, eta, reach).delta == Fraction(1, 3)

    def differ(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        return bool(design.singleton_delta(ratio) != design.tight_delta(ratio))

    instance = {"ratio": 2, "eta": Fraction(1, 3), "reach": 1}
    return Counterexample("the parameters for single outcomes differ from those for all events", instance,
                          is_definition_2, differ)  # fmt: skip


@proof.conclusion
def smaller_largest_error() -> Counterexample:
    """At epsilon = 2.18, eta = 0.8 (Figure 1) the largest error is 3 for D = 4 and for D = 6."""

    def is_smaller(small: int, large: int) -> bool:
        return 1 <= small < large

    def has_the_smaller_error(small: int, large: int) -> bool:
        one, other = (printed_design("exp(2.18)", "0.8", reach).noise for reach in (small, large))
        errors = [max(z for z, probability in law.items() if probability > 0) for law in (one, other)]
        return errors != [3, 3]

    instance = {"small": 4, "large": 6}
    return Counterexample("a smaller D has a smaller largest error", instance, is_smaller, has_the_smaller_error)


proof.establishes({"p2-privacy": "refuted"}, "smaller_eta")
proof.establishes({"remark-1": "holds-if, fails"}, "remark_1")
proof.establishes({"p1-accuracy": "holds-if, fails"}, "smaller_largest_error")
