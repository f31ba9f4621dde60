"""Test what Theorem 3 and Remark 2 say of a design, decided by `verify`; and designs broken in one named place."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dpexact import NeighborGraph, Proved, Refuted, check, exact, exp_of_epsilon, tight_delta, verify
from dpexact.papers.count_queries import CountQueryDesign, optimal_design, printed_design
from tests.values import of_type

TINY = Fraction(1, 10**60)


def decided(design: CountQueryDesign, exp_epsilon: object, delta: object) -> Proved | Refuted:
    """The verdict on the design for the counts D, D+1, D+2."""
    reach = len(design.alpha)
    mechanism = design.mechanism(reach, reach + 2)
    verdict = verify(mechanism, NeighborGraph.path(mechanism.inputs), exp_epsilon, delta)
    assert isinstance(verdict, (Proved, Refuted))
    return verdict


def test_remark_2_is_refuted_by_hand_sized_numbers() -> None:
    # E = 5, eta = 1/29, D = 2: noise (2, 12, 1, 12, 2)/29. On the event {n-2, n-1, n+1}: 26/29 - 5 (3/29) = 11/29.
    design = printed_design(5, "1/29", 2)
    verdict = of_type(Refuted, decided(design, 5, 5 * design.delta))
    i, j = verdict.counterexample.pair
    assert isinstance(i, int)
    assert isinstance(j, int)
    assert abs(i - j) == 1
    side = j - i
    assert set(verdict.counterexample.event) == {i - 2 * side, i - side, i + side}
    assert verdict.counterexample.excess == Fraction(1, 29)
    check(verdict.certificate())


@pytest.mark.parametrize(
    ("epsilon", "eta", "reach"), [("2.18", "0.8", 6), ("1.1", "0.5", 8), ("2.2", "0.8", 8), ("log(2)/2", "0.3", 3)]
)
def test_where_theorem_3_holds_the_whole_chain_is_proved(epsilon: str, eta: str, reach: int) -> None:
    ratio = exp_of_epsilon(epsilon)
    design = printed_design(ratio, eta, reach)
    least = design.tight_delta(ratio)
    mechanism = design.mechanism(reach, reach + 1)
    assert tight_delta(mechanism, NeighborGraph.path(mechanism.inputs), ratio) == least
    assert isinstance(decided(design, ratio, (2 * reach + 1) * design.delta), Proved)
    assert isinstance(decided(design, ratio, least), Proved)
    assert isinstance(decided(design, ratio, least - TINY), Refuted)


GOOD = printed_design(2, "1/2", 3)  # alpha = (4/5, 1/5, 0), tight delta 1/4 at E = 2
TWINS = {
    "alphas in reverse order": replace(GOOD, alpha=tuple(reversed(GOOD.alpha))),
    "all alphas equal": replace(GOOD, alpha=(exact("1/3"),) * 3),
    "eta too large": replace(GOOD, eta=GOOD.eta + Fraction(1, 10)),
    "the last alpha larger than B delta": replace(GOOD, alpha=(*GOOD.alpha[:1], GOOD.alpha[2], GOOD.alpha[1])),
}


def test_the_good_twin_is_proved() -> None:
    assert isinstance(decided(GOOD, 2, Fraction(1, 4)), Proved)


@pytest.mark.parametrize("defect", TWINS)
def test_a_broken_twin_is_refuted(defect: str) -> None:
    verdict = of_type(Refuted, decided(TWINS[defect], 2, Fraction(1, 4)))
    assert verdict.counterexample.excess > 0
    check(verdict.certificate())


def test_a_twin_of_the_optimal_design_is_refuted() -> None:
    best = optimal_design(5, "1/29", 2, events="all")
    twin = replace(best, alpha=(exact("9/10"), exact("1/10")))  # a_1 - 5 a_2 > 0 costs as well
    assert isinstance(decided(best, 5, best.delta), Proved)
    assert isinstance(decided(twin, 5, best.delta), Refuted)
