"""Tightening matrices of range-restricted geometric mechanisms, lossless release as a program, the decision problem."""

from fractions import Fraction

import pytest
import sympy

from dpexact import Mechanism, NeighborGraph, ParameterError, check, exact, tight_delta, tight_exp_epsilon
from dpexact.errors import MechanismError, TooLargeError
from dpexact.linear_programs import Infeasible, Optimum, solve
from dpexact.mechanisms.families import subset_selection
from dpexact.papers.count_queries import optimal_design
from dpexact.papers.gradual_release import (
    lossless_kernel,
    lossless_release,
    multi_level_release,
    range_restricted_geometric,
    renormalized_geometric,
    tightening_matrix,
)
from dpexact.papers.gradual_release.release import best_reward, reward_program, rewards_together
from tests.each import each
from tests.mechanisms.test_mechanism_families import clipped_geometric
from tests.refusals import refuses


@each("size", [1, 2, 3, 4, 7])
@each(("p1", "p2"), [("1/2", "1/3"), ("1", "1/5"), ("9/10", "1/10"), ("1/3", "1/3"), ("1", "1")])
def test_the_matrix_relates_the_two_mechanisms(size: int, p1: str, p2: str) -> None:
    matrix = [[entry.as_fraction() for entry in row] for row in tightening_matrix(p1, p2, size).column_stochastic()]
    first, second = (clipped_geometric(Fraction(p), size, size) for p in (p1, p2))
    for i in range(size):
        made = [sum(matrix[o][k] * second[i][k] for k in range(size)) for o in range(size)]
        assert made == first[i]
    assert all(sum(row[k] for row in matrix) == 1 for k in range(size))


@each("size", [2, 3, 5])
@each(("p1", "p2"), [("1/2", "1/3"), ("1", "1/5"), ("9/10", "1/10")])
def test_no_other_matrix_relates_them(size: int, p1: str, p2: str) -> None:
    first, second = (sympy.Matrix(clipped_geometric(Fraction(p), size, size)) for p in (p1, p2))
    assert second.det() != 0
    rows = tightening_matrix(p1, p2, size).rows()
    assert [str(entry) for entry in second.LUsolve(first)] == [str(entry) for row in rows for entry in row]


def test_the_matrix_by_hand() -> None:
    rows = tightening_matrix("1/2", "1/3", 3).rows()
    assert [[entry * 24 for entry in row] for row in rows] == [[20, 2, 2], [5, 14, 5], [2, 2, 20]]


def test_the_matrix_is_the_kernel_of_the_program_and_composes() -> None:
    first, second = range_restricted_geometric("2/3", 4), range_restricted_geometric("1/4", 4)
    assert lossless_kernel(first, second).mechanism == tightening_matrix("2/3", "1/4", 4)
    steps = tightening_matrix("1/2", "1/4", 4).postprocess(tightening_matrix("2/3", "1/2", 4))
    assert steps == tightening_matrix("2/3", "1/4", 4)


def answers(output: object) -> tuple[object, ...]:
    """The label of a release: one answer for each level."""
    assert isinstance(output, tuple)
    return output


def test_levels() -> None:
    release = multi_level_release(("3/4", "1/2", "1/3"), 4)
    path = NeighborGraph.path(range(4))
    assert tight_exp_epsilon(release, path) == 3
    for place, ratio in enumerate(("3/4", "1/2", "1/3")):
        for value in range(4):
            event = [output for output in release.outputs if answers(output)[place] == value]
            expected = range_restricted_geometric(ratio, 4).probability(2, [value])
            assert release.probability(2, event) == expected
    prefix = multi_level_release(("3/4", "1/2"), 4)
    for output in prefix.outputs:
        event = [longer for longer in release.outputs if answers(longer)[:2] == output]
        assert release.probability(1, event) == prefix.probability(1, [output])
    assert multi_level_release(("1/2",), 1).probability(0, [(0,)]) == 1


@pytest.mark.slow
def test_wrong_ratios_and_sizes_are_refused() -> None:
    for p1, p2 in (("1/3", "1/2"), ("3/2", "1/2"), ("1/2", "0"), ("1/2", "-1")):
        refuses(ParameterError, "expected", tightening_matrix, p1, p2, 3)
    refuses(ParameterError, "size", tightening_matrix, "1/2", "1/3", 0)
    refuses(ParameterError, "at least one", multi_level_release, (), 3)
    refuses(ParameterError, "^ratios: expected 1 >= p_1", multi_level_release, ("1/3", "1/2"), 3)
    refuses(TooLargeError, "entries", multi_level_release, ["1/2"] * 30, 2)
    with pytest.raises(TooLargeError, match="variables"):
        lossless_kernel(range_restricted_geometric("1/2", 200), range_restricted_geometric("1/3", 200))
    with pytest.raises(MechanismError, match="same inputs"):
        lossless_kernel(range_restricted_geometric("1/2", 2), range_restricted_geometric("1/3", 3))


def test_renormalised_noise() -> None:
    path = NeighborGraph.path(range(3))
    first, second = renormalized_geometric("1/2", 3), renormalized_geometric("1/3", 3)
    assert tight_exp_epsilon(first, path) == exact("16/7")  # more than 2
    assert lossless_kernel(first, second).exists  # proofs/gradual_release/conjecture.py
    assert lossless_release(first, second, path, tight_exp_epsilon(second, path)).exists
    assert not lossless_release(first, second, path, 3).exists
    assert not lossless_kernel(first, range_restricted_geometric("1/2", 3)).exists
    none = lossless_kernel(first, range_restricted_geometric("7/16", 3))
    assert check(none.certificate())["kind"] == "linear-program-infeasible"
    refuses(TypeError, "exists", bool, none)


def test_a_release_has_its_marginals() -> None:
    first, second = subset_selection(3, 3, 2), subset_selection(5, 3, 1)
    release = lossless_release(first, second, NeighborGraph.complete(range(3)), 5)
    assert release.mechanism is not None
    for pair in first.outputs:
        event = [output for output in release.mechanism.outputs if answers(output)[0] == pair]
        assert release.mechanism.probability(1, event) == first.probability(1, [pair])
    assert tight_exp_epsilon(release.mechanism, NeighborGraph.complete(range(3))) == 5


@pytest.mark.slow
def test_the_decision_problem() -> None:
    assert best_reward(3) == exact("9/14")
    assert best_reward("9/2") == exact("9/13")
    for level in ("1", "3", "4", "9/2", "10"):
        outcome = solve(reward_program(level))
        assert isinstance(outcome, Optimum)
        assert -outcome.value == best_reward(level)
    outcome = solve(rewards_together(3, "9/2"))
    assert isinstance(outcome, Infeasible)
    assert check(outcome.certificate())["kind"] == "linear-program-infeasible"
    assert isinstance(solve(rewards_together(3, 5)), Optimum)  # from E2 = 2 E1 - 1 on
    assert isinstance(solve(rewards_together(5, 6)), Optimum)
    assert isinstance(solve(rewards_together(2, 3)), Optimum)


def test_the_pair_of_rappor_reports() -> None:
    reports = [(0, 0), (0, 1), (1, 0), (1, 1)]
    pair = Mechanism.from_numerators((0, 1), reports, [[23, 1, 5, 3], [3, 5, 1, 23]], 32)
    assert tight_exp_epsilon(pair, NeighborGraph.complete((0, 1))) == exact("23/3")
    flip = Mechanism.from_numerators((0, 1), (0, 1), [[7, 1], [1, 7]], 8)
    weaker = Mechanism.from_numerators((0, 1), (0, 1), [[3, 1], [1, 3]], 4)
    assert tight_exp_epsilon(flip, NeighborGraph.complete((0, 1))) == 7
    assert lossless_release(weaker, flip, NeighborGraph.complete((0, 1)), 7).exists


@pytest.mark.slow
def test_release_with_delta() -> None:
    first, second = optimal_design("3/2", "1/4", 2, events="all"), optimal_design(2, "1/2", 2, events="all")
    few, many = NeighborGraph.path(range(2, 5)), NeighborGraph.path(range(2, 8))
    assert not lossless_kernel(first.mechanism(2, 4), second.mechanism(2, 4)).exists
    release = lossless_release(first.mechanism(2, 4), second.mechanism(2, 4), few, 2, "1/4")
    assert release.mechanism is not None
    assert tight_delta(release.mechanism, few, 2) == exact("1/4")
    assert not lossless_release(first.mechanism(2, 7), second.mechanism(2, 7), many, 2, "1/4").exists
    assert not lossless_release(first.mechanism(2, 4), second.mechanism(2, 4), few, 2, "24/100").exists
