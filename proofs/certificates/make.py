"""Makes the committed certificates: `python -m proofs.certificates.make [FOLDER]`; they come out the same every time.

Each entry names what the certificate shows, in the folder of its paper or in `families`; `index.toml` there has the
digest of each statement. The kernel re-checks all of them in CI, alone with python-flint.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from dpexact import Mechanism, NeighborGraph, exact, exp_of_epsilon, free_exp_epsilon, verify, worst_case
from dpexact.composition import parse_composition
from dpexact.linear_programs import solve
from dpexact.mechanisms import families
from dpexact.papers.count_queries import optimal_design, printed_design
from dpexact.papers.gradual_release import (
    lossless_kernel,
    lossless_release,
    multi_level_release,
    renormalized_geometric,
)
from dpexact.papers.gradual_release.release import reward_program, rewards_together
from dpexact.papers.rainbow import RainbowGraph, greatest_mechanism, lexicographic_mechanism, line_mechanism
from dpexact.sufficiency import is_maximally_sufficient, is_sufficient
from tests.twins import families as twins

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpexact import Certificate, Exact
    from dpexact.papers.rainbow import GreatestMechanism

    Fixed = dict[int, dict[object, object]]
    Search = Callable[..., GreatestMechanism]


def everyone(mechanism: Mechanism, E: object, delta: object = 0) -> Certificate:
    """The verdict on a mechanism whose inputs are all neighbours of one another."""
    return verify(mechanism, NeighborGraph.complete(mechanism.inputs), E, delta).certificate()


def in_line(mechanism: Mechanism, E: object, delta: object = 0) -> Certificate:
    """The verdict on a mechanism whose neighbouring inputs are the consecutive ones."""
    return verify(mechanism, NeighborGraph.path(mechanism.inputs), E, delta).certificate()


def tight(mechanism: Mechanism, E: object) -> Certificate:
    """The tight delta of a mechanism whose inputs are all neighbours of one another."""
    return worst_case(mechanism, NeighborGraph.complete(mechanism.inputs), E).certificate()


def free_response() -> tuple[Mechanism, Exact]:
    """Binary randomized response that tells the truth with probability E/(1+E), E left free."""
    E = free_exp_epsilon()
    return families.randomized_response(E / (1 + E)), E


def theorem_3() -> Certificate:
    """Count queries, Theorem 3 and Remark 2 at E = 5, eta = 1/29, D = 2: not even (2D+1) delta~ is enough."""
    design = printed_design(5, "1/29", 2)
    return in_line(design.mechanism(2, 4), 5, 5 * design.delta)


def first_table() -> Certificate:
    """Axioms, the first table of Section 2.2: it is (log 2, 0.01)-private, as probabilistic privacy implies."""
    rows = [["0.89", "0.1", "0.01", "0"], ["0.79", "0.2", "0", "0.01"]]
    return in_line(Mechanism.from_rows([0, 1], ["A", "B", "C", "D"], rows), 2, "0.01")


def figure_1() -> Certificate:
    """Count queries, Figure 1: the tight delta over all events of the design at epsilon = 2.18, eta = 0.8, D = 6."""
    E = exp_of_epsilon("2.18")
    mechanism = printed_design(E, "0.8", 6).mechanism(6, 7)
    return tight(mechanism, E)


def rainbow(variant: Literal["corrected", "printed"], delta: str = "1/4") -> Certificate:
    """Rainbow, (4.3) and Lemma 1: p = (1/2, 1/2) and T(p) at E = 2."""
    return in_line(line_mechanism(("1/2", "1/2"), 2, delta, 1, variant=variant), 2, delta)


def example_1(find: Search, fixed: Fixed) -> Certificate:
    """Rainbow, Example 1: a cycle of five whose vertex 5 has another rainbow, E = 2, delta = 0."""
    usual = (1, 2, 3)
    edges = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]
    graph = RainbowGraph(edges, {1: usual, 2: usual, 3: usual, 4: usual, 5: (1, 3, 2)})
    return find(graph, fixed, 2, 0).certificate()


def open_question(find: Search) -> Certificate:
    """Rainbow, Section 6.3: the example of `docs/rainbow_open_question.md`, E = 2, delta = 1/8."""
    usual = (1, 2, 3, 4)
    graph = RainbowGraph([(1, 2), (2, 3), (3, 4), (4, 1)], {1: usual, 2: usual, 3: usual, 4: (1, 2, 4, 3)})
    eighths = {1: (3, 1, 2, 2), 3: (2, 0, 4, 2), 4: (5, 0, 2, 1)}
    fixed: Fixed = {vertex: {color: exact(n) / 8 for color, n in enumerate(row, 1)} for vertex, row in eighths.items()}
    return find(graph, fixed, 2, "1/8").certificate()


def with_twins(
    edges: list[str], rows: Mapping[str, tuple[int, ...]], total: int, other: tuple[int, ...]
) -> tuple[RainbowGraph, dict[str, dict[int, Exact]]]:
    """A graph whose fixed vertices have twins with another rainbow; `rows` are their numerators over a total."""
    usual = tuple(sorted(other))
    twins_of = {vertex: f"twin of {vertex}" for vertex in rows}
    vertices = dict.fromkeys(vertex for edge in edges for vertex in edge)
    graph = RainbowGraph(
        [*((edge[0], edge[1]) for edge in edges), *twins_of.items()],
        dict.fromkeys(vertices, usual) | dict.fromkeys(twins_of.values(), other),
    )
    fixed = {vertex: {color: exact(n) / total for color, n in enumerate(row, 1)} for vertex, row in rows.items()}
    return graph, fixed | {twins_of[vertex]: row for vertex, row in fixed.items()}


def open_question_pure(find: Search) -> Certificate:
    """Rainbow, Section 6.3: the example of `docs/rainbow_open_question.md` for four colors, delta = 0, E = 3/2."""
    rows = {
        "A": (108, 144, 567, 261),
        "B": (104, 567, 150, 259),
        "C": (117, 252, 144, 567),
        "D": (108, 144, 261, 567),
    }
    graph, fixed = with_twins(["uv", "vw", "uA", "uD", "wB", "wC"], rows, 1080, (1, 2, 4, 3))
    return find(graph, fixed, "3/2", 0).certificate()


def open_question_three_colors(find: Search, r: int) -> Certificate:
    """Rainbow, Section 6.3: the example of `docs/rainbow_open_question.md` for three colors, E = 6/5."""
    rows = {
        "A": (401, 876, 373),
        "B": (420, 592, 638),
        "C": (864, 359, 427),
        "D": (600, 491, 559),
        "F": (630, 300, 720),
        "G": (475, 329, 846),
        "H": (500, 430, 720),
        "J": (500, 538, 612),
    }
    cycle = ["sp", "pn", "nm", "mh", "hg", "gi", "ik", "kl", "ls"]
    shifted = {vertex: tuple(n - r for n in row) for vertex, row in rows.items()}
    total = 1650 - 3 * r
    graph, fixed = with_twins([*cycle, "pA", "nB", "hC", "hD", "gF", "iG", "kH", "lJ"], shifted, total, (1, 3, 2))
    return find(graph, fixed, "6/5", exact(r) / (5 * total)).certificate()


def composed(runs: str, epsilon: str) -> Certificate:
    """Families: a delta that these runs of noise keep, about 1 percent above the least one."""
    return parse_composition(runs).certificate(epsilon=epsilon)


YES_NO = ("Yes", "No")
FIGURE_8A = Mechanism.from_rows(YES_NO, YES_NO, [["2/3", "1/3"], ["1/3", "2/3"]])
FIGURE_8B = Mechanism.from_rows(YES_NO, YES_NO, [[1, 0], [1, 0]])
TWO_COUNTS = Mechanism.from_rows(  # the geometric mechanism, E = 2, with all outputs below 0 and above 1 joined
    YES_NO, (-1, 0, 1, 2), [["1/3", "1/3", "1/6", "1/6"], ["1/6", "1/6", "1/3", "1/3"]]
)
THREE_COUNTS = Mechanism.from_rows(  # the geometric mechanism, E = 2, with the outputs up to 0 and from 2 on joined
    (0, 1, 2), (0, 1, 2), [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]
)
OPTIMAL = Mechanism.from_rows((0, 1, 2), (0, 1), [["2/3", "1/3"], ["1/3", "2/3"], ["2/3", "1/3"]])
EXAMPLE_3_2_2 = Mechanism.from_rows((1, 2), (1, 2, 3), [[0, "0.7", "0.3"], ["0.8", 0, "0.2"]])
MERGED_3_2_2 = Mechanism.from_rows((1, 2), (1, 2), [[0, 1], ["0.8", "0.2"]])


def order(source: Mechanism, target: Mechanism) -> Certificate:
    """Axioms: whether the target is a post-processing of the source."""
    return is_sufficient(source, for_=target).certificate()


def six_outputs() -> Certificate:
    """Axioms, Example 3.2.2: three inputs, all neighbours, E = 2, and six outputs no two of which may be merged."""
    rows = [w for w in product((1, 2), repeat=3) if len(set(w)) > 1]
    mechanism = Mechanism.from_numerators(range(3), range(6), [[w[i] for w in rows] for i in range(3)], 9)
    return is_maximally_sufficient(mechanism, NeighborGraph.complete(mechanism.inputs), 2).certificate()


def two_components() -> Certificate:
    """Axioms, Theorem 3.3.2: neighbors 0-1 and 2-3, each output of one of the pairs, with odds E = 2."""
    rows = [(2, 1, 0, 0), (1, 2, 0, 0), (0, 0, 2, 1), (0, 0, 1, 2)]
    mechanism = Mechanism.from_numerators(range(4), range(4), rows, 3)
    return is_maximally_sufficient(mechanism, NeighborGraph.from_edges(range(4), [(0, 1), (2, 3)]), 2).certificate()


def four_outputs() -> Mechanism:
    """Axioms, Section 3.3: columns of the four row graphs of a path of three inputs, E = 2."""
    return Mechanism.from_numerators(range(3), range(4), [(4, 1, 3, 4), (2, 2, 6, 2), (1, 4, 3, 4)], 12)


def maximal_in_line(mechanism: Mechanism, E: object) -> Certificate:
    """Return whether a mechanism on a path is maximally sufficient."""
    return is_maximally_sufficient(mechanism, NeighborGraph.path(mechanism.inputs), E).certificate()


def geometric_order(first: str, second: str) -> Certificate:
    """Return whether the truncated geometric mechanism with ratio r is the one with ratio s, followed by a map."""
    m1, m2 = (families.range_restricted_geometric(p, 5) for p in (first, second))
    return is_sufficient(m2, for_=m1).certificate()


def exponential_mechanism() -> Certificate:
    """Gradual release, Proposition 7: scores (1, 0, 0) and (0, 1, 1) at e^epsilon = 2, the mechanism at E = 2."""
    rows = [["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]]
    return everyone(Mechanism.from_rows([0, 1], ["a", "b", "c"], rows), 2)


def correlated_pair() -> Certificate:
    """Gradual release, Proposition 4: (r, u xor r) for a fair bit r, each coordinate at E = 2, the pair at E = 4."""
    rows = [["1/2", 0, 0, "1/2"], [0, "1/2", "1/2", 0]]
    return everyone(Mechanism.from_rows([0, 1], ["00", "01", "10", "11"], rows), 4)


def rappor_pair() -> Mechanism:
    """Two RAPPOR reports of one bit, relaxed by Laplace noise with thresholds: a_1 = 1/2, a_2 = 1/4."""
    reports = [(0, 0), (0, 1), (1, 0), (1, 1)]
    return Mechanism.from_numerators((0, 1), reports, [[23, 1, 5, 3], [3, 5, 1, 23]], 32)


def count_designs() -> Certificate:
    """Gradual release, Section 5: no kernel makes the count-query design for eta = 1/4 from that for eta = 1/2."""
    first = optimal_design("3/2", "1/4", 2, events="all").mechanism(2, 4)
    return lossless_kernel(first, optimal_design(2, "1/2", 2, events="all").mechanism(2, 4)).certificate()


def count_designs_released() -> Certificate:
    """Gradual release, Section 5: count-query designs for (3/2, 3/20), eta = 1/4, then (2, 1/4), eta = 1/2, on 2..7."""
    first, second = optimal_design("3/2", "1/4", 2, events="all"), optimal_design(2, "1/2", 2, events="all")
    counts = NeighborGraph.path(range(2, 8))
    return lossless_release(first.mechanism(2, 7), second.mechanism(2, 7), counts, 2, "1/4").certificate()


def best_answers() -> Certificate:
    """Gradual release, Section 5: the best answers for E = 3 and E = 9/2 of three values, side by side."""
    everyone_near = NeighborGraph.complete(range(3))
    pair, value = families.subset_selection(3, 3, 2), families.subset_selection("9/2", 3, 1)
    return lossless_release(pair, value, everyone_near, "9/2").certificate()


E1 = exp_of_epsilon("1")
M1: dict[object, object] = {1: "0.2", 2: "0.1", 3: "0.7"}
M4: dict[object, object] = {1: "0.4", 2: "0.1", 3: "0.5"}
EXAMPLE_1: Fixed = {1: M1, 4: M4, 5: M4}
TOO_FAR: Fixed = {1: M1, 4: {1: "0.75", 2: "0.05", 3: "0.2"}}  # by way of 5, two steps lead from 0.2 to 0.7 at most

CERTIFICATES: dict[str, Callable[[], Certificate]] = {
    "families/randomized_response_log_3_proved": lambda: everyone(families.randomized_response("3/4"), 3),
    "families/randomized_response_epsilon_1_tight_delta": lambda: tight(families.randomized_response("3/4"), E1),
    "families/randomized_response_for_all_E_proved": lambda: everyone(*free_response()),
    "families/randomized_response_twin_refuted": lambda: everyone(twins.response_with_fair_second_coin("3/4"), 3),
    "families/k_ary_response_epsilon_1_proved": lambda: everyone(families.k_ary_randomized_response(E1, 4), E1),
    "families/k_ary_response_twin_refuted": lambda: everyone(twins.lies_on_all_values(E1, 4), E1),
    "families/geometric_log_6_5_proved": lambda: in_line(families.range_restricted_geometric("5/6", 8), "6/5"),
    "families/geometric_root_of_2_proved": lambda: in_line(
        families.range_restricted_geometric(1 / exact("sqrt(2)"), 5), exact("sqrt(2)")
    ),
    "families/geometric_twin_refuted": lambda: in_line(twins.geometric_drawn_again("5/6", 8), "6/5"),
    "families/subset_selection_epsilon_1_proved": lambda: everyone(families.subset_selection(E1, 5, 2), E1),
    "families/subset_selection_twin_refuted": lambda: everyone(twins.subset_with_binary_inclusion(E1, 5, 2), E1),
    "families/gaussian_sampled_1000_runs_proved": lambda: composed("gaussian(sigma=1, rate=1/100)**1000", "2"),
    "families/laplace_100_runs_proved": lambda: composed("laplace(scale=10)**100", "1"),
    "families/randomized_response_20_runs_proved": lambda: composed("randomized_response(truth=3/4)**20", "10"),
    "count_queries/theorem_3_refuted": theorem_3,
    "count_queries/figure_1_tight_delta": figure_1,
    "axioms/figure_8_proved": lambda: everyone(FIGURE_8A, 2),
    "axioms/always_yes_below": lambda: order(FIGURE_8A, FIGURE_8B),
    "axioms/figure_8_apart": lambda: order(FIGURE_8B, FIGURE_8A),
    "axioms/figure_8_below": lambda: order(TWO_COUNTS, FIGURE_8A),
    "axioms/geometric_below": lambda: order(FIGURE_8A, TWO_COUNTS),
    "axioms/optimal_apart": lambda: order(THREE_COUNTS, OPTIMAL),
    "axioms/example_3_2_2_below": lambda: order(EXAMPLE_3_2_2, MERGED_3_2_2),
    "axioms/six_outputs_maximal": six_outputs,
    "families/geometric_log_2_maximal": lambda: maximal_in_line(families.range_restricted_geometric("1/2", 5), 2),
    "families/rappor_log_9_splittable": lambda: is_maximally_sufficient(
        families.rappor("1/2", 3), NeighborGraph.complete(families.rappor("1/2", 3).inputs), 9
    ).certificate(),
    "families/geometric_more_noise_below": lambda: geometric_order("1/2", "1/4"),
    "families/geometric_less_noise_apart": lambda: geometric_order("1/4", "1/2"),
    "axioms/two_components_maximal": two_components,
    "axioms/four_outputs_maximal": lambda: maximal_in_line(four_outputs(), 2),
    "axioms/constant_output_splittable": lambda: maximal_in_line(Mechanism.from_rows(range(3), ["x"], [[1]] * 3), 2),
    "axioms/first_table_proved": first_table,
    "gradual_release/exponential_mechanism_refuted": exponential_mechanism,
    "gradual_release/correlated_pair_refuted": correlated_pair,
    "rainbow/printed_operator_refuted": lambda: rainbow("printed"),
    "rainbow/corrected_operator_proved": lambda: rainbow("corrected"),
    "rainbow/example_1_dominance_none": lambda: example_1(greatest_mechanism, EXAMPLE_1),
    "rainbow/example_1_lexicographic_none": lambda: example_1(lexicographic_mechanism, EXAMPLE_1),
    "rainbow/example_1_dominance_with_more_at_4_infeasible": lambda: example_1(greatest_mechanism, TOO_FAR),
    "rainbow/open_question_dominance_none": lambda: open_question(greatest_mechanism),
    "rainbow/open_question_lexicographic_greatest": lambda: open_question(lexicographic_mechanism),
    "rainbow/open_question_pure_dominance_none": lambda: open_question_pure(greatest_mechanism),
    "rainbow/open_question_pure_lexicographic_greatest": lambda: open_question_pure(lexicographic_mechanism),
    "rainbow/three_colors_pure_dominance_none": lambda: open_question_three_colors(greatest_mechanism, 0),
    "rainbow/three_colors_pure_lexicographic_greatest": lambda: open_question_three_colors(lexicographic_mechanism, 0),
    "rainbow/three_colors_dominance_none": lambda: open_question_three_colors(greatest_mechanism, 5),
    "rainbow/three_colors_lexicographic_greatest": lambda: open_question_three_colors(lexicographic_mechanism, 5),
    "gradual_release/three_levels_proved": lambda: in_line(multi_level_release(("3/4", "1/2", "1/3"), 4), 3),
    "gradual_release/two_levels_proved": lambda: in_line(multi_level_release(("3/4", "1/2"), 4), 2),
    "gradual_release/three_levels_twin_refuted": lambda: in_line(
        multi_level_release(("3/4", "1/2", "1/3"), 4), "299/100"
    ),
    "gradual_release/renormalised_refuted": lambda: in_line(renormalized_geometric("1/2", 3), 2),
    "gradual_release/renormalised_from_geometric_infeasible": lambda: lossless_kernel(
        renormalized_geometric("1/2", 3), families.range_restricted_geometric("7/16", 3)
    ).certificate(),
    "gradual_release/renormalised_from_same_ratio_infeasible": lambda: lossless_kernel(
        renormalized_geometric("1/2", 3), families.range_restricted_geometric("1/2", 3)
    ).certificate(),
    "gradual_release/rappor_pair_refuted": lambda: everyone(rappor_pair(), 7),
    "gradual_release/reward_at_3_optimum": lambda: solve(reward_program(3)).certificate(),
    "gradual_release/reward_at_9_2_optimum": lambda: solve(reward_program("9/2")).certificate(),
    "gradual_release/rewards_together_infeasible": lambda: solve(rewards_together(3, "9/2")).certificate(),
    "gradual_release/best_answers_infeasible": best_answers,
    "gradual_release/count_designs_kernel_infeasible": count_designs,
    "gradual_release/count_designs_infeasible": count_designs_released,
}


def main(folder: Path) -> None:
    """Write every certificate."""
    for name, make in CERTIFICATES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / f"{name}.json").write_text(make().to_json() + "\n", encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
