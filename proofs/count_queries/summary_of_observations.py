"""At the parameters of a step: the summary of observations in section I.

Sadeghi, Asoodeh, Calmon (2020), on epsilon, the support and eta. E = e^epsilon, S_m = sum_{j=0}^{m-1} E^j, T_m = S_1 +
... + S_m, P_m = sum_{j=0}^{m-1} E^j (j + 1), B = 2/(1-eta), C = 2 eta/(1-eta).

From 2D+1 = 9 to 13 points, for all E and eta (rocq/CountSteps.v, tight_delta_of_few to below_the_crossover):

    delta~ is smaller if and only if C < C_4 (lemma_3 and theorem_2 in rocq/CountTheorems.v);
    the tight delta of Definition 2 is smaller if and only if C < E S_4/T_4 = C_4 - 1/T_4: from there on it is (C + 1 -
    E)/B for both, and below it is max(D/T_D, (D + S_D)/T_D - E C)/B for D = 4 (real_delta in
    rocq/CountDesign.v);
    (2D+1) delta~ is smaller if and only if C < c_5 and C < c_6, c_k = (E^k + 9 P_k/(13 T_4))/S_k. Here c_5 < C_4: for
    C >= C_4 delta~ is the same, and for C < C_4 it goes from delta_5 = 1/(B T_4) (D = 4) to the largest of delta_5,
    delta_6 and 1/(B T_6) (D = 6).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import exp_of_epsilon
from dpexact.papers.count_queries import printed_design, privacy_gap
from dpexact.papers.proving import (
    Counterexample,
    Proof,
)

proof = Proof(__doc__)


# A higher epsilon


@proof.conclusion
def lower_delta_for_higher_epsilon() -> Counterexample:
    """For D = 1 a higher epsilon may leave delta as it is: eta = 1/3, delta~ = 1/3 at E = 2 and at E = 3."""

    def is_higher(low: int, high: int) -> bool:
        return low < high

    def is_lower(low: int, high: int) -> bool:
        return bool(printed_design(high, "1/3", 1).delta < printed_design(low, "1/3", 1).delta)

    return Counterexample("a higher epsilon has a lower delta", {"low": 2, "high": 3}, is_higher, is_lower)


@proof.conclusion
def higher_delta_for_higher_epsilon() -> Counterexample:
    """C = 1/1000, D = 5: from E = 1 to 10 the design's delta grows, over single outcomes and over all events."""

    def is_higher(low: int, high: int) -> bool:
        return low < high

    def is_no_higher(low: int, high: int) -> bool:
        one, other = (printed_design(ratio, "1/2001", 5) for ratio in (low, high))
        grows = other.singleton_delta(high) > one.singleton_delta(low) and other.tight_delta(high) > one.tight_delta(
            low
        )
        return not grows

    instance = {"low": 1, "high": 10}
    return Counterexample("a higher epsilon has no higher delta", instance, is_higher, is_no_higher)


# A larger support


@proof.conclusion
def larger_support() -> Counterexample:
    """From 9 to 13 points at epsilon = 2.18, eta = 0.8 (Figure 1): delta~ stays, and (2D+1) delta~ grows."""

    def is_the_step(small: int, large: int) -> bool:
        return (2 * small + 1, 2 * large + 1) == (9, 13)

    def is_smaller(small: int, large: int) -> bool:
        one, other = (privacy_gap("exp(2.18)", "0.8", reach) for reach in (small, large))
        same = printed_design("exp(2.18)", "0.8", small).delta == printed_design("exp(2.18)", "0.8", large).delta
        return not (same and other.printed > one.printed and other.real == one.real)

    return Counterexample("a larger support has a smaller delta", {"small": 4, "large": 6}, is_the_step, is_smaller)


@proof.conclusion
def larger_support_below_the_crossover() -> Counterexample:
    """E = 2, eta = 61/165 has C < C_4, but the tight delta stays 3/55, and (2D+1) delta~ grows from 6/55."""

    def is_below(ratio: int, eta: Fraction) -> bool:
        small, large = (printed_design(ratio, eta, reach) for reach in (4, 6))
        return bool(2 * eta / (1 - eta) < Fraction(31, 26) and large.delta < small.delta)

    def is_smaller(ratio: int, eta: Fraction) -> bool:
        one, other = (privacy_gap(ratio, eta, reach) for reach in (4, 6))
        stays = one.real == other.real == Fraction(3, 55)
        return not (stays and one.printed == Fraction(6, 55) and other.printed > one.printed)

    instance = {"ratio": 2, "eta": Fraction(61, 165)}
    return Counterexample("for C < C_4 one of the two is smaller", instance, is_below, is_smaller)


# A smaller error probability


@proof.conclusion
def knee_of_the_bound() -> Counterexample:
    """E = 1000, D = 2: from eta = 1/2 up to the knee delta~ falls by a factor of more than 250."""

    def is_the_way_to_the_knee(small: Fraction, large: Fraction) -> bool:
        crossover = Fraction(1 + 1000 + 1000**2, 2 + 1000)
        return small < large and 2 * large / (1 - large) == crossover

    def is_a_small_change(small: Fraction, large: Fraction) -> bool:
        one, other = (printed_design(1000, eta, 2).delta for eta in (small, large))
        return not one > 250 * other

    instance = {"small": Fraction(1, 2), "large": Fraction(1001001, 1003005)}
    return Counterexample("delta~ changes by a factor of 250 or less", instance, is_the_way_to_the_knee,
                          is_a_small_change)  # fmt: skip


@proof.conclusion
def knee_of_the_tight_delta() -> Counterexample:
    """At epsilon = 1.1, D = 6, from eta = 0.01 to 0.1 the design's tight delta falls by a factor of more than 48."""

    def is_below_the_knee(small: str, large: str) -> bool:
        return all(printed_design(exp_of_epsilon("1.1"), eta, 6).k == 7 for eta in (small, large))

    def is_a_small_change(small: str, large: str) -> bool:
        one, other = (privacy_gap(exp_of_epsilon("1.1"), eta, 6).real for eta in (small, large))
        return not one > 48 * other

    instance = {"small": "0.01", "large": "0.1"}
    return Counterexample("the tight delta changes by a factor of 48 or less", instance, is_below_the_knee,
                          is_a_small_change)  # fmt: skip


proof.establishes({"higher-epsilon-lower-delta": "holds-if, fails"}, "lower_delta_for_higher_epsilon")
proof.establishes({"higher-epsilon-lower-delta-design": "refuted"}, "higher_delta_for_higher_epsilon")
proof.establishes(
    {
        "larger-support": "holds-if, fails",
        "larger-support-bound": "holds-if, fails",
        "larger-support-all-events": "holds-if, fails",
    },
    "larger_support",
)
proof.establishes(
    {"larger-support-bound": "holds-if, fails", "larger-support-all-events": "holds-if, fails"},
    "larger_support_below_the_crossover",
)
proof.establishes({"knee": "holds-if, fails"}, "knee_of_the_bound")
proof.establishes({"knee-all-events": "holds-if, fails"}, "knee_of_the_tight_delta")
