"""At the parameters of each step: sentences of the abstract and the introduction that are false as they stand.

Sadeghi, Asoodeh, Calmon (2020). Each step is a counterexample to one sentence; E = e^epsilon.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import Enclosure, Exact, exact
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.papers.count_queries import (
    CountQueryDesign,
    DiscreteGaussian,
    discrete_gaussian,
    printed_design,
)
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

proof = Proof(__doc__)


def variance(design: CountQueryDesign) -> Exact:
    """(1 - eta) sum of i^2 alpha_i."""
    return sum((z * z * probability for z, probability in design.noise.items()), start=exact(0))


@proof.conclusion
def pure_privacy_with_probability() -> Counterexample:
    """(epsilon, delta)-privacy is not epsilon-privacy with probability 1 - delta.

    E = 2, eta = 1/2, D = 3: delta = 1/4 over all events, but the privacy loss log(p(z)/p(z-1)) exceeds epsilon for
    z = -2, -1, 0, which have the probability 3/4.
    """

    def is_private(ratio: int, eta: Fraction, reach: int, delta: Fraction) -> bool:
        return bool(printed_design(ratio, eta, reach).tight_delta(ratio) <= delta)

    def loss_exceeds_rarely(ratio: int, eta: Fraction, reach: int, delta: Fraction) -> bool:
        law = printed_design(ratio, eta, reach).noise
        exceeding = [p for z, p in law.items() if p > ratio * law.get(z - 1, 0)]
        return bool(sum(exceeding, start=exact(0)) <= delta)

    instance = {"ratio": 2, "eta": Fraction(1, 2), "reach": 3, "delta": Fraction(1, 4)}
    return Counterexample("it is epsilon-private with probability 1 - delta", instance, is_private, loss_exceeds_rarely)


@proof.conclusion
def tail_beyond_the_support() -> Counterexample:
    """The designed noise has no tail beyond D, the discrete Gaussian has one: it is lighter there, not heavier."""

    def is_the_pair_of_figure_1(z: int) -> bool:
        return z > 6

    def heavier(z: int) -> bool:
        design = printed_design("exp(2.18)", "0.8", 6)
        gaussian = discrete_gaussian(variance(design)).probability(z)
        return not gaussian > design.noise.get(z, exact(0))

    return Counterexample("the designed noise has the heavier tail", {"z": 7}, is_the_pair_of_figure_1, heavier)


@proof.conclusion
def tail_inside_the_support() -> Counterexample:
    """For Figure 1 P(|Z| >= 2) is 0.0202..., for the Gaussian 0.00083...: more than 24 times as much."""

    def is_heavier(exp_epsilon: str, eta: str, reach: int) -> bool:
        return tail_ratio(exp_epsilon, eta, reach) > 1

    def is_slightly_heavier(exp_epsilon: str, eta: str, reach: int) -> bool:
        return tail_ratio(exp_epsilon, eta, reach) < 24

    instance = {"exp_epsilon": "exp(2.18)", "eta": "0.8", "reach": 6}
    return Counterexample("P(|Z| >= 2) is less than 24 times as large", instance, is_heavier, is_slightly_heavier)


def tail_ratio(exp_epsilon: str, eta: str, reach: int) -> Enclosure:
    """P(|Z| >= 2) of Definition 2 over that of the discrete Gaussian with its variance as parameter."""
    design = printed_design(exp_epsilon, eta, reach)
    law = discrete_gaussian(variance(design))
    inside = sum((p for z, p in design.noise.items() if abs(z) < 2), start=exact(0))
    return Enclosure.of(1 - inside) / (1 - law.probability(0) - 2 * law.probability(1))


@proof.conclusion
def tighter_than_the_gaussian() -> Counterexample:
    """At epsilon = 0.5, eta = 0.5, D = 6 the discrete Gaussian of the same variance has the smaller delta."""

    def is_a_case_of_figure_4(exp_epsilon: str, eta: str, reach: int) -> bool:
        return (eta, reach) == ("0.5", 6) and exact(exp_epsilon) >= 1

    def design_is_tighter(exp_epsilon: str, eta: str, reach: int) -> bool:
        design = printed_design(exp_epsilon, eta, reach)
        spread = variance(design)
        laws = (discrete_gaussian(spread), DiscreteGaussian.of_variance(spread))
        return any(law.tight_delta(exp_epsilon) > design.tight_delta(exp_epsilon) for law in laws)

    instance = {"exp_epsilon": "exp(0.5)", "eta": "0.5", "reach": 6}
    return Counterexample("the design has the smaller delta", instance, is_a_case_of_figure_4, design_is_tighter)


@proof.conclusion
def tighter_for_large_epsilon() -> Counterexample:
    """Nor is it tighter for large epsilon: at 25, eta = 0.5, D = 6 the discrete Gaussian of the same variance is."""

    def is_a_case_of_figure_4(exp_epsilon: str, eta: str, reach: int) -> bool:
        return (eta, reach) == ("0.5", 6) and exact(exp_epsilon) >= 1

    def design_is_tighter(exp_epsilon: str, eta: str, reach: int) -> bool:
        design = printed_design(exp_epsilon, eta, reach)
        law = DiscreteGaussian.of_variance(variance(design))
        return law.tight_delta(exp_epsilon) > design.tight_delta(exp_epsilon)

    instance = {"exp_epsilon": "exp(25)", "eta": "0.5", "reach": 6}
    return Counterexample("the design has the smaller delta", instance, is_a_case_of_figure_4, design_is_tighter)


@proof.conclusion
def geometric_error_of_one_entry() -> Counterexample:
    """For N = 1 the error probability of the truncated geometric mechanism does not depend on n: 1/3 for E = 2."""

    def is_private(p: Fraction, last: int) -> bool:
        return 0 < p < 1 and last >= 1

    def depends_on_n(p: Fraction, last: int) -> bool:
        rows = range_restricted_geometric(p, last + 1).rows()
        return len({rows[n][n] for n in range(last + 1)}) > 1

    instance = {"p": Fraction(1, 2), "last": 1}
    return Counterexample("the error probability depends on n", instance, is_private, depends_on_n)


@proof.conclusion
def geometric_at_epsilon_0() -> Counterexample:
    """For epsilon = 0 only the two extremes are possible."""

    def is_a_ratio(p: Fraction, last: int) -> bool:
        return 0 < p <= 1 and last >= 2

    def all_are_possible(p: Fraction, last: int) -> bool:
        return all(entry > 0 for row in range_restricted_geometric(p, last + 1).rows() for entry in row)

    instance = {"p": Fraction(1), "last": 2}
    return Counterexample("all outputs have non-zero probability", instance, is_a_ratio, all_are_possible)


@proof.conclusion
def geometric_limitations() -> Exhaustive:
    """For 0 < p < 1, N >= 2: the error depends on n, all is possible, the two extremes have 2 p^N/(1+p) or more."""

    def is_limited(p: Fraction, last: int) -> bool:
        rows = range_restricted_geometric(p, last + 1).rows()
        uneven = rows[0][0] == 1 / (1 + p) and rows[1][1] == (1 - p) / (1 + p)
        reported = all(row[0] + row[last] >= 2 * p**last / (1 + p) for row in rows)
        return bool(uneven and reported and all(entry > 0 for row in rows for entry in row))

    domain = {"p": [Fraction(1, 3), Fraction(9, 10), Fraction(999, 1000)], "last": range(2, 8)}
    return Exhaustive("the three limitations", domain, is_limited)


proof.establishes({"privacy-with-probability": "refuted"}, "pure_privacy_with_probability")
proof.establishes({"slightly-heavier-tail": "refuted"}, "tail_beyond_the_support")
proof.establishes({"slightly-heavier-tail-inside": "refuted"}, "tail_inside_the_support")
proof.establishes(
    {"abstract-gaussian": "holds-if, fails", "figure-4-superior": "holds-if, fails"}, "tighter_than_the_gaussian"
)
proof.establishes(
    {"abstract-gaussian": "holds-if, fails", "figure-4-superior": "holds-if, fails"}, "tighter_for_large_epsilon"
)
proof.establishes({"geometric-limitations": "holds-if, fails"}, "geometric_error_of_one_entry")
proof.establishes({"geometric-limitations": "holds-if, fails"}, "geometric_at_epsilon_0")
proof.establishes({"geometric-limitations": "holds-if, holds"}, "geometric_limitations")
