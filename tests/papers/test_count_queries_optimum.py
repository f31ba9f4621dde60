"""The optimal designs at hand-sized parameters, and what they refuse."""

from __future__ import annotations

import pytest

from dpexact import free_exp_epsilon
from dpexact.errors import ParameterError, SignChangesError
from dpexact.papers.count_queries import optimal_design, privacy_gap


def test_single_outcomes_by_hand() -> None:
    # E = 5, C = 1/14, D = 2: a_1 = 5 C + x, a_2 = x have total 1 at x = 9/28; delta = x (1 - eta)/2 = 9/58.
    design = optimal_design(5, "1/29", 2)
    assert design.delta * 58 == 9
    assert design.k is None
    assert [alpha * 28 for alpha in design.alpha] == [19, 9]


def test_all_events_by_hand() -> None:
    # E = 5, C = 1/14, D = 2: a = (1/2, 1/2) costs a_2 + a_1 - 5 C = 9/14, and any a costs at least that.
    design = optimal_design(5, "1/29", 2, events="all")
    assert design.delta * 29 == 9
    assert [*map(str, design.alpha)] == ["1/2", "1/2"]


def test_one_step_of_noise_leaves_no_choice() -> None:
    assert [*map(str, optimal_design(2, "1/2", 1).alpha)] == ["1"]
    assert [*map(str, optimal_design(2, "1/2", 1, events="all").alpha)] == ["1"]
    # p = (1/4, 1/2, 1/4): z = -1 and z = 0 lose 1/4 and 0, z = 1 loses nothing
    assert optimal_design(2, "1/2", 1, events="all").delta * 4 == 1
    # E = 1: 1/4 + 1/4
    assert optimal_design(1, "1/2", 1, events="all").delta * 2 == 1


def test_zero_epsilon_is_the_total_variation_distance() -> None:
    # E = 1, D = 3, C = 1/100: the path C, a_1, a_2, a_3, 0 rises by at least max a - C >= 1/3 - C and falls by at least
    # 1/3; equal alphas cost just that: 1/3 - 1/100 + 1/3 = 197/300, times (1 - eta)/2 = 100/201.
    design = optimal_design(1, "1/201", 3, events="all")
    assert [*map(str, design.alpha)] == ["1/3"] * 3
    assert design.delta * 603 == 197


def test_truncated_geometric_noise() -> None:
    # E = 3, C = 2 >= E^2/S_3 = 9/13: a = (9, 3, 1)/13 costs a_3 = 1/13 at z = -3 and nothing else.
    design = optimal_design(3, "1/2", 3, events="all")
    assert [alpha * 13 for alpha in design.alpha] == [9, 3, 1]
    assert design.delta * 52 == 1


def test_the_gap_at_the_parameters_of_figure_1() -> None:
    gap = privacy_gap("exp(2.18)", "0.8", 6)
    # C + 1 - E = 9 - E, times (1 - eta)/2 = 1/10
    assert gap.real == gap.optimal
    assert gap.real.decimal(7) == "0.01536937"
    assert gap.wasted == 1
    assert gap.overstated.decimal(4) == "4.185"


@pytest.mark.parametrize("events", ["pairs", None, 1])
def test_the_family_of_events_must_be_known(events: object) -> None:
    with pytest.raises(ParameterError, match='events: expected "singletons" or "all"'):
        optimal_design(2, "1/2", 2, events=events)  # type: ignore[arg-type]


@pytest.mark.parametrize(("ratio", "eta", "reach"), [("1/2", "1/2", 2), (2, 0, 2), (2, 1, 2), (2, "1/2", 0)])
def test_parameters_are_checked(ratio: object, eta: object, reach: int) -> None:
    with pytest.raises(ParameterError):
        optimal_design(ratio, eta, reach, events="all")


def test_a_free_epsilon() -> None:
    wide = free_exp_epsilon()
    # C = 1: for D = 2 the folded design is best below 1/S_2 = 1/(1 + E) only, and C + 1 - E = 1/(1 + E) at sqrt(3).
    assert optimal_design(free_exp_epsilon(2), "1/3", 2, events="all").alpha == (
        free_exp_epsilon(2) / (1 + free_exp_epsilon(2)),
        1 / (1 + free_exp_epsilon(2)),
    )
    with pytest.raises(SignChangesError):
        optimal_design(wide, "1/20", 2)
