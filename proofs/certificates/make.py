"""Makes the committed certificates: `python proofs/certificates/make.py [FOLDER]`; they come out the same every time.

Each entry names what the certificate shows. The kernel re-checks all of them in CI, alone with python-flint.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from dpexact import Mechanism, NeighborGraph, exact, exp_of_epsilon, free_exp_epsilon, verify, worst_case
from dpexact.count_queries import printed_design
from dpexact.mechanisms import families, twins
from dpexact.rainbow import line_mechanism

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact import Certificate, Exact


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


def figure_1() -> Certificate:
    """Count queries, Figure 1: the tight delta over all events of the design at epsilon = 2.18, eta = 0.8, D = 6."""
    E = exp_of_epsilon("2.18")
    mechanism = printed_design(E, "0.8", 6).mechanism(6, 7)
    return tight(mechanism, E)


def rainbow(variant: Literal["corrected", "printed"], delta: str = "1/4") -> Certificate:
    """Rainbow, (4.3) and Lemma 1: p = (1/2, 1/2) and T(p) at E = 2."""
    return in_line(line_mechanism(("1/2", "1/2"), 2, delta, 1, variant=variant), 2, delta)


E1 = exp_of_epsilon("1")

CERTIFICATES: dict[str, Callable[[], Certificate]] = {
    "randomized_response_log_3_proved": lambda: everyone(families.randomized_response("3/4"), 3),
    "randomized_response_epsilon_1_tight_delta": lambda: tight(families.randomized_response("3/4"), E1),
    "randomized_response_for_all_E_proved": lambda: everyone(*free_response()),
    "randomized_response_twin_refuted": lambda: everyone(twins.response_with_fair_second_coin("3/4"), 3),
    "k_ary_response_epsilon_1_proved": lambda: everyone(families.k_ary_randomized_response(E1, 4), E1),
    "k_ary_response_twin_refuted": lambda: everyone(twins.lies_on_all_values(E1, 4), E1),
    "geometric_log_6_5_proved": lambda: in_line(families.range_restricted_geometric("5/6", 8), "6/5"),
    "geometric_root_of_2_proved": lambda: in_line(
        families.range_restricted_geometric(1 / exact("sqrt(2)"), 5), exact("sqrt(2)")
    ),
    "geometric_twin_refuted": lambda: in_line(twins.geometric_drawn_again("5/6", 8), "6/5"),
    "subset_selection_epsilon_1_proved": lambda: everyone(families.subset_selection(E1, 5, 2), E1),
    "subset_selection_twin_refuted": lambda: everyone(twins.subset_with_binary_inclusion(E1, 5, 2), E1),
    "count_queries_theorem_3_refuted": theorem_3,
    "count_queries_figure_1_tight_delta": figure_1,
    "rainbow_printed_operator_refuted": lambda: rainbow("printed"),
    "rainbow_corrected_operator_proved": lambda: rainbow("corrected"),
}


def main(folder: Path) -> None:
    """Write every certificate."""
    for name, make in CERTIFICATES.items():
        (folder / f"{name}.json").write_text(make().to_json() + "\n", encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
