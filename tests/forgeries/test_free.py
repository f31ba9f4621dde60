"""Edges of "private-for-all": self pairs, one output, no pairs, points, half-lines, vanishing denominators, budget."""

from typing import Any

import pytest

from dpexact.kernel.budget import Budget
from tests.forgeries import forged
from tests.vectors.certificates.build import TEN, T, mechanism

# TEN is worst at E: max(8 - 3 E, 0) / 10 and (7 - 2 E) / 10
ONE = {"denominator": "1", "rows": [["1"], ["1"]]}


def failed(weights: Any, delta: Any, lower: Any, upper: Any, **changes: Any) -> str:
    generators = {"lower": lower, "upper": upper}
    return forged.failed(mechanism("private-for-all", weights, [T, "1"], delta, generators=generators, **changes))


@pytest.mark.parametrize("upper", [["1", "1"], ["4", "1"], None])
def test_no_pairs_self_pairs_and_one_output(upper: Any) -> None:
    assert failed(TEN, ["0", "1"], ["1", "1"], upper, pairs=[]) == ""
    assert failed(TEN, ["0", "1"], ["1", "1"], upper, pairs=[[0, 0], [1, 1]]) == ""
    assert failed(TEN, ["0", "1"], ["1", "1"], upper, pairs=[[0, 0], [0, 1]]) == "bound"
    assert failed(ONE, ["0", "1"], ["1", "1"], upper) == ""
    assert failed(ONE, ["2", "1"], ["1", "1"], upper) == "delta"


def test_an_interval_of_one_point_and_a_half_line() -> None:
    for lower, upper in ((["2", "1"], ["2", "1"]), (["2", "1"], None)):
        assert failed(TEN, ["3", "a"], lower, upper) == ""  # (7 - 2 * 2) / 10
        assert failed(TEN, ["1d", "64"], lower, upper) == "bound"  # 29/100
    assert failed(TEN, ["0", "1"], ["7", "2"], None) == ""
    assert failed(TEN, ["0", "1"], ["22", "b"], None) == "bound"  # 34/11 < 7/2


@pytest.mark.parametrize(("lower", "upper"), [(["1", "1"], ["2", "1"]), (["1", "1"], None), (["1", "1"], ["1", "1"])])
def test_a_denominator_that_vanishes_at_the_lower_end(lower: Any, upper: Any) -> None:
    vanishing = {"rows": [[["1", "1"], ["0", [["-1", 0, 0], ["1", 1, 0]]]]] * 2}  # 0 / (t - 1)
    assert failed(vanishing, ["0", "1"], lower, upper) == "denominator"
    assert failed(vanishing, ["0", "1"], ["3", "2"], upper and ["2", "1"]) == ""


def test_a_denominator_that_vanishes_at_the_upper_end() -> None:
    vanishing = {"rows": [[["1", "1"], ["0", [["2", 0, 0], ["-1", 1, 0]]]]] * 2}  # 0 / (2 - t)
    assert failed(vanishing, ["0", "1"], ["1", "1"], ["2", "1"]) == "denominator"
    assert failed(vanishing, ["0", "1"], ["1", "1"], None) == "denominator"
    assert failed(vanishing, ["0", "1"], ["1", "1"], ["3", "2"]) == ""


def test_great_degrees_and_close_roots_are_refused_by_the_budget() -> None:
    assert failed(TEN, ["0", [["1", 2**40, 0]]], ["1", "1"], ["2", "1"]) == "size"
    far = 2**3000  # (t - 3/2) (t - 3/2 - 2^-3000), scaled, is below 0 between its roots only
    close = [[format(x, "x"), i, 0] for i, x in enumerate((9 * far + 6, -(12 * far + 4), 4 * far))]
    assert failed(TEN, [close, format(64 * far, "x")], ["1", "1"], ["2", "1"]) == "delta"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dpexact.kernel.checker.Budget", lambda: Budget(10**4))
        assert failed(TEN, [close, format(64 * far, "x")], ["1", "1"], ["2", "1"]) == "size"
