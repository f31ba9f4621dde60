"""The observations of section I, put right: how the deltas depend on eta, epsilon, the support and the counts."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpexact.papers.count_queries import linear_program, optimal_design, printed_design
from tests.properties.test_count_queries_optimum_laws import RATIOS, correct

ODDS = st.fractions(Fraction(1, 50), 12, max_denominator=50)
REACHES = st.integers(1, 6)
STEPS = [Fraction(step, 4) for step in range(5)]


def powers(ratio: Fraction, m: int) -> Fraction:
    """S_m, summed."""
    return sum((ratio**j for j in range(m)), start=Fraction(0))


def triangle(ratio: Fraction, m: int) -> Fraction:
    """T_m, summed."""
    return sum((powers(ratio, i) for i in range(1, m + 1)), start=Fraction(0))


def needed(ratio: Fraction, eta: Fraction, reach: int, *, best: bool = False) -> Fraction:
    """The delta over all events of Definition 2, or of the best design: the sum of the positive parts."""
    design = optimal_design(ratio, eta, reach, events="all") if best else printed_design(ratio, eta, reach)
    law = {z: p.as_fraction() for z, p in design.noise.items()}
    parts = (law.get(z, Fraction(0)) - ratio * law.get(z - 1, Fraction(0)) for z in range(-reach, reach + 2))
    return sum((part for part in parts if part > 0), start=Fraction(0))


def bound(ratio: Fraction, eta: Fraction, reach: int) -> Fraction:
    """The delta~ of the design."""
    return printed_design(ratio, eta, reach).delta.as_fraction()


@example(Fraction(2), 4)
@given(RATIOS, REACHES)
def test_each_delta_turns_at_its_own_eta(ratio: Fraction, reach: int) -> None:
    sums, area = powers(ratio, reach), triangle(ratio, reach)
    turns = {
        "least": ratio**reach / sums,
        "tight": ratio * sums / area,
        "bound": (ratio * sums + 1) / area,
    }
    assert turns["least"] <= turns["tight"] < turns["bound"]
    for name, odds in turns.items():
        turn = correct(odds)
        functions = {"least": lambda eta: needed(ratio, eta, reach, best=True)}
        functions |= {"tight": lambda eta: needed(ratio, eta, reach), "bound": lambda eta: bound(ratio, eta, reach)}
        falling = [functions[name](turn * (1 + 4 * step) / 5) for step in STEPS]
        rising = [functions[name](turn + (1 - turn) * step * Fraction(9, 10)) for step in STEPS]
        assert all(one > other for one, other in pairwise(falling))
        assert all(one < other for one, other in pairwise(rising))


@example(Fraction(2), Fraction(61, 52))  # below C_4, and yet only delta~ is smaller
@example(Fraction(2), Fraction(31, 26))
@given(RATIOS, ODDS)
def test_from_9_to_13_points(ratio: Fraction, odds: Fraction) -> None:
    eta, area = correct(odds), triangle(ratio, 4)
    few, many = bound(ratio, eta, 4), bound(ratio, eta, 6)
    weights = {k: sum((ratio**j * (j + 1) for j in range(k)), start=Fraction(0)) for k in (5, 6)}
    limits = [(ratio**k + 9 * weights[k] / (13 * area)) / powers(ratio, k) for k in (5, 6)]
    assert (many < few) == (odds < powers(ratio, 5) / area)
    assert (13 * many < 9 * few) == (odds < min(limits))
    assert (needed(ratio, eta, 6) < needed(ratio, eta, 4)) == (odds < ratio * powers(ratio, 4) / area)


@given(RATIOS, st.fractions(Fraction(1, 20), 5, max_denominator=20), ODDS, REACHES)
def test_a_higher_epsilon_lowers_the_bound_and_the_least_deltas(
    ratio: Fraction, more: Fraction, odds: Fraction, reach: int
) -> None:
    eta = correct(odds)
    for best in (bound, lambda *case: needed(*case, best=True), lambda *case: optimal_design(*case).delta):
        low, high = best(ratio, eta, reach), best(ratio + more, eta, reach)
        assert high <= low if reach == 1 else high < low


@pytest.mark.parametrize(("reach", "odds", "low", "high"), [(5, "1/1000", "1", "10"), (6, "1/20", "3/2", "3")])
def test_but_not_the_delta_of_the_design(reach: int, odds: str, low: str, high: str) -> None:
    eta = correct(Fraction(odds))
    assert needed(Fraction(low), eta, reach) < needed(Fraction(high), eta, reach)
    assert printed_design(low, eta, reach).singleton_delta(low) < printed_design(high, eta, reach).singleton_delta(high)


@pytest.mark.parametrize("reach", [1, 2, 3])
@pytest.mark.parametrize("ratio", [1, 2, 50])
@pytest.mark.parametrize("eta", [Fraction(1, 50), Fraction(9, 10)])
def test_the_hard_support_costs_something_from_one_count_more_than_d_on(reach: int, ratio: int, eta: Fraction) -> None:
    value = linear_program(ratio, eta, reach, 1, reach + 1, "singletons").value
    assert value >= (1 - eta) / (2 * powers(Fraction(ratio), reach))
