"""At the parameters of each step: sentences of sections IV and V, false as they stand, or true on a grid.

Sadeghi, Asoodeh, Calmon (2020). E = e^epsilon.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import Exact, exact, exp_of_epsilon
from dpexact.papers.count_queries import (
    CountQueryDesign,
    DiscreteGaussian,
    crossover,
    discrete_gaussian,
    printed_design,
    privacy_gap,
)
from dpexact.papers.proving import Compared, Counterexample, Exhaustive, Proof

proof = Proof(__doc__)


def variance(design: CountQueryDesign) -> Exact:
    """(1 - eta) sum of i^2 alpha_i."""
    return sum((z * z * probability for z, probability in design.noise.items()), start=exact(0))


def gaussians(epsilon: str, eta: str, reach: int) -> tuple[DiscreteGaussian, DiscreteGaussian]:
    """The discrete Gaussians whose parameter, and whose variance, is the variance of Definition 2."""
    spread = variance(printed_design(exp_of_epsilon(epsilon), eta, reach))
    return discrete_gaussian(spread), DiscreteGaussian.of_variance(spread)


@proof.conclusion
def same_utility() -> Counterexample:
    """At epsilon = 1.1, eta = 0.5, D = 6 both Gaussians answer correctly with a probability below 0.34, not 0.5."""

    def is_a_case_of_figure_4(epsilon: str, eta: str, reach: int) -> bool:
        return (eta, reach) == ("0.5", 6) and exact(epsilon) >= 0

    def answers_as_often(epsilon: str, eta: str, reach: int) -> bool:
        return not all(law.probability(0) < Fraction(34, 100) for law in gaussians(epsilon, eta, reach))

    instance = {"epsilon": "1.1", "eta": "0.5", "reach": 6}
    return Counterexample("the Gaussian has the same utility, P2", instance, is_a_case_of_figure_4, answers_as_often)


@proof.conclusion
def equal_variance_and_parameter() -> Counterexample:
    """The variance of a discrete Gaussian is below its parameter: for Figure 1 0.23702... against 0.26601...."""

    def is_figure_1(epsilon: str, eta: str, reach: int) -> bool:
        return 26601 < 10**5 * variance(printed_design(exp_of_epsilon(epsilon), eta, reach)) < 26602

    def is_variance(epsilon: str, eta: str, reach: int) -> bool:
        return not 23702 < 10**5 * gaussians(epsilon, eta, reach)[0].variance < 23703

    instance = {"epsilon": "2.18", "eta": "0.8", "reach": 6}
    return Counterexample("sigma^2 of [12], (1) is the variance", instance, is_figure_1, is_variance)


@proof.conclusion
def knees_of_figure_3() -> Exhaustive:
    """D = 8: C = C_D at an eta between 0.5 and 0.501 for epsilon = 1.1, between 0.8 and 0.801 for 2.2."""

    def slightly_after(position: tuple[str, str]) -> bool:
        epsilon, eta = position
        last = crossover(8, exp_of_epsilon(epsilon))
        return exact(eta) < last / (2 + last) < exact(eta) + Fraction(1, 1000)

    return Exhaustive("the knee is slightly after eta", {"position": [("1.1", "0.5"), ("2.2", "0.8")]}, slightly_after)


@proof.conclusion
def equation_45_with_the_variance() -> Counterexample:
    """With the variance for sigma^2 (45) says less than the delta of the Gaussian: epsilon = 2, the law of Figure 1."""

    def is_the_law_of_figure_1(epsilon: str) -> bool:
        return 1141 < 10**4 * gaussians("2.18", "0.8", 6)[0].tight_delta(exp_of_epsilon(epsilon)) < 1142

    def is_delta(epsilon: str) -> bool:
        law = gaussians("2.18", "0.8", 6)[0]
        return not 162 < 10**4 * law.equation_45(exp_of_epsilon(epsilon), law.variance) < 163

    return Counterexample("(45) is delta_G, sigma^2 the variance", {"epsilon": "2"}, is_the_law_of_figure_1, is_delta)


@proof.conclusion
def equation_45_with_the_parameter() -> Exhaustive:
    """With the parameter for sigma^2 (45) and the sum of positive parts agree to 10^-30, on a small grid."""

    def agree(parameter: str, epsilon: str) -> bool:
        law, ratio = discrete_gaussian(parameter), exp_of_epsilon(epsilon)
        difference = law.equation_45(ratio) - law.tight_delta(ratio)
        return -Fraction(1, 10**30) < difference < Fraction(1, 10**30)

    domain = {"parameter": ["0.25", "0.7", "1.5", "20"], "epsilon": ["0.1", "0.5", "1", "2", "4", "log(3)"]}
    return Exhaustive("(45) is the tight delta", domain, agree)


@proof.conclusion
def wide_range() -> Exhaustive:
    """For eta = 0.5, D = 6 (2D+1) delta~ is below the delta of both Gaussians at epsilon = 1.1, 1.2, ..., 18."""

    def superior(tenths: int) -> bool:
        epsilon = f"{tenths}/10"
        gap, ratio = privacy_gap(exp_of_epsilon(epsilon), "0.5", 6), exp_of_epsilon(epsilon)
        return all(gap.printed < law.tight_delta(ratio) for law in gaussians(epsilon, "0.5", 6))

    return Exhaustive("the design is superior", {"tenths": range(11, 181)}, superior)


@proof.conclusion
def between_the_knee_and_one() -> Counterexample:
    """At epsilon = 1.1, D = 8, eta = 0.6 (2D+1) delta~ has passed 1, while delta is below 0.2."""

    def has_passed_1(epsilon: str, eta: str, reach: int) -> bool:
        return bool(privacy_gap(exp_of_epsilon(epsilon), eta, reach).printed >= 1)

    def is_1(epsilon: str, eta: str, reach: int) -> bool:
        return bool(privacy_gap(exp_of_epsilon(epsilon), eta, reach).real >= Fraction(2, 10))

    instance = {"epsilon": "1.1", "eta": "0.6", "reach": 8}
    return Counterexample("where the curve of Figure 3 is 1, delta is", instance, has_passed_1, is_1)


@proof.conclusion
def small_eta_in_figure_3() -> Counterexample:
    """At epsilon = 1.1, D = 8, eta = 0.08 the delta of the mechanism is more than 40 times the curve of Figure 3."""

    def is_on_the_axis(epsilon: str, eta: str, reach: int) -> bool:
        return 0 < exact(eta) < 1 and (epsilon, reach) == ("1.1", 8)

    def is_a_guarantee(epsilon: str, eta: str, reach: int) -> bool:
        gap = privacy_gap(exp_of_epsilon(epsilon), eta, reach)
        return not gap.real > 40 * gap.printed

    instance = {"epsilon": "1.1", "eta": "0.08", "reach": 8}
    return Counterexample("(2D+1) delta* is a guarantee for every eta", instance, is_on_the_axis, is_a_guarantee)


@proof.conclusion
def many_eta() -> Counterexample:
    """At epsilon = 1.1, D = 6, eta = 0.6 both Gaussians of the same variance have the smaller delta."""

    def is_practical(epsilon: str, eta: str, reach: int) -> bool:
        return reach >= 1 and exact(epsilon) >= 1 and 0 < exact(eta) < 1

    def is_tighter(epsilon: str, eta: str, reach: int) -> bool:
        ratio = exp_of_epsilon(epsilon)
        real = privacy_gap(ratio, eta, reach).real
        return not all(law.tight_delta(ratio) < real for law in gaussians(epsilon, eta, reach))

    instance = {"epsilon": "1.1", "eta": "0.6", "reach": 6}
    return Counterexample("the design is tighter than the Gaussian", instance, is_practical, is_tighter)


@proof.conclusion
def many_eta_better() -> Exhaustive:
    """D = 6: it is tighter at epsilon = 1.1, eta = 0.1, ..., 0.5, 0.7, 0.8, 0.9 and at 2.2, eta = 0.05, ..., 0.9."""

    def is_tighter(case: tuple[str, str]) -> bool:
        real = privacy_gap(exp_of_epsilon(case[0]), case[1], 6).real
        return all(law.tight_delta(exp_of_epsilon(case[0])) > real for law in gaussians(*case, 6))

    tenths = [f"0.{tenth}" for tenth in range(1, 10)]
    cases = [("1.1", eta) for eta in tenths if eta != "0.6"] + [("2.2", eta) for eta in ("0.05", *tenths)]
    return Exhaustive("the design has the smaller tight delta", {"case": cases}, is_tighter)


@proof.conclusion
def many_eta_worse() -> Exhaustive:
    """Both Gaussians are tighter at (epsilon, eta, D) = (1.1, 0.05, 6), (1.1, 0.6, 6), (2.2, 0.4, 2), (25, 0.5, 6)."""

    def is_less_tight(case: tuple[str, str, int]) -> bool:
        real = privacy_gap(exp_of_epsilon(case[0]), *case[1:]).real
        return all(law.tight_delta(exp_of_epsilon(case[0])) < real for law in gaussians(*case))

    cases = [("1.1", "0.05", 6), ("1.1", "0.6", 6), ("2.2", "0.4", 2), ("25", "0.5", 6)]
    return Exhaustive("the design has the larger tight delta", {"case": cases}, is_less_tight)


@proof.conclusion
def below_the_knee_of_one() -> Compared:
    """At epsilon = 2.2, D = 1, eta = 0.8, below the knee, the Gaussian of the same variance has less than 1/10."""
    return Compared(gaussians("2.2", "0.8", 1)[1].tight_delta(exp_of_epsilon("2.2")), "<", exact("1/10"))


@proof.conclusion
def design_of_one() -> Compared:
    """There the tight delta of the design is 1/10."""
    return Compared(privacy_gap(exp_of_epsilon("2.2"), "0.8", 1).real, "=", exact("1/10"))


@proof.conclusion
def poor() -> Exhaustive:
    """For eta = 0.5, D = 6 and epsilon = 0.1, ..., 1 the tight deltas are at least 0.07 (design) and 0.126."""

    def is_poor(tenths: int) -> bool:
        ratio = exp_of_epsilon(f"{tenths}/10")
        laws = gaussians(f"{tenths}/10", "0.5", 6)
        others = all(law.tight_delta(ratio) > Fraction(126, 1000) for law in laws)
        return bool(privacy_gap(ratio, "0.5", 6).real > Fraction(7, 100)) and others

    return Exhaustive("both deltas are high", {"tenths": range(1, 11)}, is_poor)


@proof.conclusion
def poor_below_the_knee() -> Counterexample:
    """At epsilon = 1.09 the tight delta of the design is below 0.07, its least for epsilon = 0.1, ..., 1."""

    def high(hundredths: int) -> bool:
        return bool(privacy_gap(exp_of_epsilon(f"{hundredths}/100"), "0.5", 6).real >= Fraction(7, 100))

    text = "for epsilon < 1.1 the delta of the design is at least 0.07"
    return Counterexample(text, {"hundredths": 109}, lambda hundredths: 0 < hundredths < 110, high)


@proof.conclusion
def just_below_the_knee() -> Compared:
    """At epsilon = 1.09 < 1.1 the design is not poor: (2D+1) delta~ is below a third of the Gaussian's delta."""
    ratio = exp_of_epsilon("1.09")
    return Compared(3 * privacy_gap(ratio, "0.5", 6).printed, "<", gaussians("1.09", "0.5", 6)[1].tight_delta(ratio))


@proof.conclusion
def wasted_privacy() -> Compared:
    """At epsilon = 2.2, eta = 0.8, D = 8 (2D+1) delta~ is more than 15 times the least delta of symmetric noise."""
    gap = privacy_gap(exp_of_epsilon("2.2"), "0.8", 8)
    return Compared(gap.printed, ">", 15 * gap.optimal)


@proof.conclusion
def negligible_outside() -> Compared:
    """The Gaussian of Figure 1 gives |z| > 6 a probability below 10^-39."""
    law = gaussians("2.18", "0.8", 6)[0]
    inside = sum((2 * law.probability(z) for z in range(1, 7)), start=law.probability(0))
    return Compared(1 - inside, "<", exact("1e-39"))


proof.establishes({"same-utility": "refuted"}, "same_utility")
proof.establishes(
    {"figure-1-variance": "refuted", "same-variance": "refuted", "same-utility-variance": "holds-if, fails"},
    "equal_variance_and_parameter",
)
proof.establishes({"equation-45-variance": "refuted"}, "equation_45_with_the_variance")
proof.establishes({"equation-45": "holds"}, "equation_45_with_the_parameter")
proof.establishes(
    {
        "abstract-gaussian": "holds-if, holds",
        "figure-4-superior": "holds-if, holds",
        "conclusion-many-eta": "holds-if, holds",
    },
    "wide_range",
)
proof.establishes({"knee-positions": "holds"}, "knees_of_figure_3")
proof.establishes({"grows-fast-to-one": "holds"}, "between_the_knee_and_one")
proof.establishes({"abstract-private": "refuted", "figure-3-caption": "refuted"}, "small_eta_in_figure_3")
proof.establishes({"conclusion-many-eta": "holds-if, fails"}, "many_eta")
proof.establishes({"conclusion-many-eta": "holds-if, holds"}, "many_eta_better")
proof.establishes({"conclusion-many-eta": "holds-if, fails"}, "many_eta_worse")
proof.establishes({"conclusion-many-eta": "holds-if, fails"}, "below_the_knee_of_one")
proof.establishes({"conclusion-many-eta": "holds-if, fails"}, "design_of_one")
proof.establishes({"figure-4-poor": "holds-if, holds"}, "poor")
proof.establishes({"figure-4-poor": "holds-if, fails"}, "just_below_the_knee")
proof.establishes({"definition-2-optimal-all-events": "refuted"}, "wasted_privacy")
proof.establishes({"figure-1-negligible": "holds"}, "negligible_outside")
proof.establishes({"figure-4-poor": "holds-if, fails"}, "poor_below_the_knee")
