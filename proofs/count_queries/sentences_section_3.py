"""At the parameters of each step: sentences of section III that are false as they stand.

Sadeghi, Asoodeh, Calmon (2020). Each step is a counterexample to one sentence; E = e^epsilon. Theorems 2 and 3 and
Remark 2 have their own files.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import exact
from dpexact.linear_programs import Optimum, solve
from dpexact.papers.count_queries import crossover, optimal_design, printed_design
from dpexact.papers.count_queries.program import noise_program
from dpexact.papers.proving import Counterexample, Proof

proof = Proof(__doc__)


def program_value(ratio: int, eta: Fraction, reach: int, first: int, last: int) -> object:
    """The exact optimum of the program (9) on n in [first : last], single outcomes."""
    outcome = solve(noise_program(ratio, eta, reach, first, last, "singletons"))
    return outcome.value if isinstance(outcome, Optimum) else None


def theorem_3_holds(ratio: int, eta: Fraction, reach: int, first: int, last: int) -> bool:
    """Whether Definition 2 keeps single outcomes to delta~, and the program has two counts or more."""
    design = printed_design(ratio, eta, reach)
    return last > first and design.singleton_delta(ratio) == design.delta


def is_the_optimum_of_the_program(ratio: int, eta: Fraction, reach: int, first: int, last: int) -> bool:
    """Whether the optimum of the program is delta~."""
    return program_value(ratio, eta, reach, first, last) == printed_design(ratio, eta, reach).delta


@proof.conclusion
def program_on_few_counts() -> Counterexample:
    """E = 2, eta = 3/5, D = 2, n in [2 : 3]: noise that depends on n has delta = 1/10, and delta~ = 1/5."""
    instance = {"ratio": 2, "eta": Fraction(3, 5), "reach": 2, "first": 2, "last": 3}
    text = "the optimum of (9) on n in [D : N] is delta~"
    return Counterexample(text, instance, theorem_3_holds, is_the_optimum_of_the_program)


@proof.conclusion
def program_on_all_counts() -> Counterexample:
    """E = 2, eta = 1/5, D = 2, n in [1 : 4]: no noise has less than delta = 1/7, and delta~ = 1/10."""
    instance = {"ratio": 2, "eta": Fraction(1, 5), "reach": 2, "first": 1, "last": 4}
    text = "the optimum of (9) on n in [1 : N] is delta~"
    return Counterexample(text, instance, theorem_3_holds, is_the_optimum_of_the_program)


@proof.conclusion
def equality_in_proposition_4() -> Counterexample:
    """E = 2, eta = 1/2, D = 3: alpha = (4/5, 1/5, 0), B delta~ = 2/5; (17) and (18) for i = 2 are strict."""

    def is_definition_2(ratio: int, eta: Fraction, reach: int) -> bool:
        return [5 * alpha for alpha in printed_design(ratio, eta, reach).alpha] == [4, 1, 0]

    def are_equalities(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        share = design.delta * 2 / (1 - eta)
        following = (*design.alpha[1:], exact(0))
        return all(a == ratio * b + share for a, b in zip(design.alpha, following, strict=True))

    instance = {"ratio": 2, "eta": Fraction(1, 2), "reach": 3}
    return Counterexample("Definition 2 meets (17)-(19) with equality", instance, is_definition_2, are_equalities)


@proof.conclusion
def strictly_decreasing_alphas() -> Counterexample:
    """E = 2, eta = 2/3, D = 3: k = 1 and alpha = (1, 0, 0), so alpha_3 < alpha_2 is false."""

    def is_in_the_range(ratio: int, eta: Fraction, reach: int, j: int, i: int) -> bool:
        above = 2 * eta / (1 - eta) > crossover(reach, ratio)
        return bool(above and 2 <= j < i <= reach)

    def is_smaller(ratio: int, eta: Fraction, reach: int, j: int, i: int) -> bool:
        alpha = printed_design(ratio, eta, reach).alpha
        return bool(alpha[i - 1] < alpha[j - 1])

    instance = {"ratio": 2, "eta": Fraction(2, 3), "reach": 3, "j": 2, "i": 3}
    return Counterexample("alpha_i < alpha_j for 2 <= j < i <= D", instance, is_in_the_range, is_smaller)


@proof.conclusion
def optimal_mechanism() -> Counterexample:
    """E = 2, eta = 1/3, D = 2: Theorem 3 holds, but over all events the design has 1/6, and 1/9 can be had."""

    def theorem_holds(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        return bool(design.singleton_delta(ratio) == design.delta and design.tight_delta(ratio) == Fraction(1, 6))

    def is_optimal(ratio: int, eta: Fraction, reach: int) -> bool:
        best = optimal_design(ratio, eta, reach, events="all")
        return bool(printed_design(ratio, eta, reach).tight_delta(ratio) <= best.tight_delta(ratio))

    instance = {"ratio": 2, "eta": Fraction(1, 3), "reach": 2}
    return Counterexample("Definition 2 has the least delta over all events", instance, theorem_holds, is_optimal)


@proof.conclusion
def remark_2_with_the_true_optimum() -> Counterexample:
    """E = 100, eta = 1/10^6, D = 4: Remark 2 fails too where delta* is read as the true optimum for single outcomes."""

    def are_parameters(ratio: int, eta: Fraction, reach: int) -> bool:
        return ratio >= 1 and 0 < eta < 1 and reach >= 1

    def is_private(ratio: int, eta: Fraction, reach: int) -> bool:
        optimum = optimal_design(ratio, eta, reach).delta
        return bool(printed_design(ratio, eta, reach).tight_delta(ratio) <= (2 * reach + 1) * optimum)

    instance = {"ratio": 100, "eta": Fraction(1, 10**6), "reach": 4}
    return Counterexample("Definition 2 is (epsilon, (2D+1) delta*)-private", instance, are_parameters, is_private)


@proof.conclusion
def figure_1_without_the_bar() -> Counterexample:
    """With eta in place of 1 - eta p_Z(1) and p_Z(2) of Figure 1 would be four times as large: 0.3595, 0.0384."""

    def is_figure_1(eta: str, reach: int) -> bool:
        law = printed_design("exp(2.18)", eta, reach).noise
        return bool(
            Fraction("0.08987") <= law[1] < Fraction("0.08988") and Fraction("0.0096") <= law[2] < Fraction("0.00961")
        )

    def is_the_noise(eta: str, reach: int) -> bool:
        design = printed_design("exp(2.18)", eta, reach)
        printed = [exact(eta) / 2 * alpha for alpha in design.alpha[:2]]
        return printed != [4 * design.noise[z] for z in (1, 2)]

    instance = {"eta": "0.8", "reach": 6}
    return Counterexample("p_Z(i) = (eta/2) alpha_i for i = 1, 2", instance, is_figure_1, is_the_noise)


proof.establishes(
    {"data-dependent-is-no-better": "holds-if, fails", "theorem-3-program-few": "refuted"}, "program_on_few_counts"
)
proof.establishes({"theorem-3-program-all": "refuted"}, "program_on_all_counts")
proof.establishes({"theorem-3-equality": "refuted"}, "equality_in_proposition_4")
proof.establishes({"theorem-3-order": "misprint"}, "strictly_decreasing_alphas")
proof.establishes({"definition-2-optimal-all-events": "refuted"}, "optimal_mechanism")
proof.establishes({"remark-2-optimum": "refuted"}, "remark_2_with_the_true_optimum")
proof.establishes({"figure-1-noise-formula": "misprint"}, "figure_1_without_the_bar")
