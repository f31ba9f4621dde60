"""At the parameters of each step: sentences of Sections 6.1 to 6.4.

Gu et al., "Generalized Rainbow Differential Privacy". M is the corrected map of prefix sums, d = delta.

6.2: M(s) >= s, so the optimal mechanism is the more daring the farther a dataset is from the boundary, and for 0 < s <
1 with epsilon > 0, and for 0 <= s < 1 with delta > 0, M(s) > s (line_grows and grows_if in
rocq/RainbowCorollaries.v): a mechanism that answers alike everywhere is beaten at an interior vertex with such a
prefix sum. If every prefix sum is a fixed point, it is optimal itself.

6.4: the weights exp(score) of the exponential mechanism are positive, so probabilities 0 (after saturation at 1) cannot
be had; with the scores log p positive ones can (scores_give). With the usual weights exp(epsilon u/(2 Delta)),
Delta the sensitivity of u, the values w = weight/total of neighbors d, d' satisfy w_i w'_j <= E w'_i w_j for all colors
i, j: each of the two log ratios of weights is at most epsilon/2. The optimal mechanism has ratios E and 1/E side by
side, so that these weights give it only where the product of the largest ratios in both directions is at most E.

6.3: Example 1 has no lexicographic optimum either.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Counterexample,
    Proof,
)
from dpexact.papers.rainbow import RainbowGraph, lexicographic_mechanism, line_mechanism, optimal_mechanism, step

ONE, OTHER = (1, 2), (2, 1)

proof = Proof(__doc__)


@proof.conclusion
def constant_and_optimal() -> Counterexample:
    """E = 2, delta = 0, m = (0, 1, 0): the optimal mechanism on a line answers alike everywhere."""

    def has_an_interior(m: tuple[int, ...], length: int) -> bool:
        return length >= 1 and sum(m) == 1

    def is_suboptimal(m: tuple[int, ...], length: int) -> bool:
        return any(row != m for row in line_mechanism(m, 2, 0, length).rows())

    instance = {"m": (0, 1, 0), "length": 3}
    return Counterexample("a dataset-independent mechanism is not optimal", instance, has_an_interior, is_suboptimal)


@proof.conclusion
def zero_probability() -> Counterexample:
    """E = 2, delta = 1/4, m = (1/2, 1/2): T^2(m) = (1, 0), and no weight exp(score) is 0."""

    def is_optimal(time: int) -> bool:
        return time == 2

    def has_scores(time: int) -> bool:
        row = line_mechanism(("1/2", "1/2"), 2, "1/4", time).rows()[-1]
        return all(probability > 0 for probability in row)

    return Counterexample("some scores give T^t(m)", {"time": 2}, is_optimal, has_scores)


@proof.conclusion
def calibrated_scores() -> Counterexample:
    """E = 2, delta = 0, m = (1/4, 3/4), T(m) = (1/2, 1/2): 1/2 * 3/4 = 3/8 > 2 * 1/4 * 1/2 = 1/4."""

    def is_optimal(m: tuple[Fraction, ...], image: tuple[Fraction, ...]) -> bool:
        return step(m, 2, 0) == image

    def is_calibrated(m: tuple[Fraction, ...], image: tuple[Fraction, ...]) -> bool:
        pairs = [(i, j) for i in range(len(m)) for j in range(len(m))]
        return all(w[i] * v[j] <= 2 * v[i] * w[j] for i, j in pairs for w, v in ((m, image), (image, m)))

    instance = {"m": (Fraction(1, 4), Fraction(3, 4)), "image": (Fraction(1, 2), Fraction(1, 2))}
    return Counterexample("weights exp(epsilon u/(2 Delta)) give T(m)", instance, is_optimal, is_calibrated)


@proof.conclusion
def another_boundary() -> Counterexample:
    """E = 4, delta = 0, 1 ~ 2 with the rainbows 12 and 21: 2/3 for the first color beats 1/2 at both ends."""
    graph = RainbowGraph([("a", "b")], {"a": ONE, "b": OTHER})

    def is_private(low: Fraction, high: Fraction) -> bool:
        return 1 - low <= 4 * low and high <= 4 * (1 - high)

    def is_not_better(low: Fraction, high: Fraction) -> bool:
        boundaries = [{ONE: {1: v, 2: 1 - v}, OTHER: {2: v, 1: 1 - v}} for v in (low, high)]
        best, exponential = (optimal_mechanism(graph, boundary, 4, 0) for boundary in boundaries)
        return not all(exponential.probability(v, [c]) > best.probability(v, [c]) for v, c in (("a", 1), ("b", 2)))

    instance = {"low": Fraction(1, 2), "high": Fraction(2, 3)}
    return Counterexample("no exponential mechanism is better", instance, is_private, is_not_better)


@proof.conclusion
def example_1_lexicographic() -> Counterexample:
    """Example 1, M(d5) = M(d4), by exact linear programs: there are mechanisms, none is lexicographically greatest."""
    graph = RainbowGraph(
        [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)], dict.fromkeys(range(1, 5), (1, 2, 3)) | {5: (1, 3, 2)}
    )
    first, fourth = ({1: "0.2", 2: "0.1", 3: "0.7"}, {1: "0.4", 2: "0.1", 3: "0.5"})
    answer = lexicographic_mechanism(graph, {1: first, 4: fourth, 5: fourth}, 2, 0)

    def is_example_1(fixed: tuple[int, ...]) -> bool:
        return answer.feasible and set(fixed) == graph.boundary((1, 2, 3)) | graph.boundary((1, 3, 2))

    def has_an_optimum(fixed: tuple[int, ...]) -> bool:
        return answer.exists or not fixed

    return Counterexample("a lexicographic optimum exists", {"fixed": (1, 4, 5)}, is_example_1, has_an_optimum)


proof.establishes(
    {"section-6-2": "holds-if, fails", "section-6-4-independent": "holds-if, fails"}, "constant_and_optimal"
)
proof.establishes({"section-6-4-scores": "holds-if, fails"}, "zero_probability")
proof.establishes({"section-6-4-calibrated": "refuted"}, "calibrated_scores")
proof.establishes({"section-6-4-better": "holds-if, fails"}, "another_boundary")
proof.establishes({"section-6-3-example-1": "holds-if, holds"}, "example_1_lexicographic")
