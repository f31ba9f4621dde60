"""Divergences, profiles, tight parameters and trade-off curves against every event, at rational and irrational E."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dpexact import (
    Mechanism,
    NeighborGraph,
    exact,
    hockey_stick,
    privacy_profile,
    tight_delta,
    tight_exp_epsilon,
    tradeoff_curve,
    verify,
    worst_case,
)
from tests.oracle import REALS, agrees, excesses, least_delta, least_factor
from tests.strategies import deltas, factors, mechanisms, pairs_of_distributions, rational_factors

INPUTS = (0, 1, 2)
ALL = NeighborGraph.complete(INPUTS)
PATH = NeighborGraph.path(INPUTS)
FORWARD = NeighborGraph.from_edges(INPUTS, [(0, 1)], directed=True)
PAIRS = {
    ALL: [(i, j) for i in INPUTS for j in INPUTS if i != j],
    PATH: [(0, 1), (1, 0), (1, 2), (2, 1)],
    FORWARD: [(0, 1)],
}
graphs = st.sampled_from([ALL, PATH, FORWARD])


@given(mechanisms(), graphs, rational_factors, deltas)
def test_everything_agrees_with_brute_force(m: Mechanism, graph: NeighborGraph, e: Fraction, delta: Fraction) -> None:
    rows = [[value.as_fraction() for value in row] for row in m.rows()]
    expected = least_delta(rows, PAIRS[graph], e)
    profile = privacy_profile(m, graph)
    assert tight_delta(m, graph, e) == profile(e) == worst_case(m, graph, e).delta == expected
    assert verify(m, graph, e, delta).proved == (expected <= delta)
    assert tight_exp_epsilon(m, graph, delta) == least_factor(rows, PAIRS[graph], delta)
    assert all(a < b for a, b in pairwise(profile.slopes))
    pieces = zip(pairwise(profile.knots), pairwise(profile.values), profile.slopes[:-1], strict=True)
    assert all(value + slope * (end - start) == at_end for (start, end), (value, at_end), slope in pieces)


@given(mechanisms(), graphs, st.sampled_from([*REALS]))
def test_an_irrational_factor_agrees_with_brute_force(m: Mechanism, graph: NeighborGraph, e: str) -> None:
    rows = [[value.as_fraction() for value in row] for row in m.rows()]
    found = tight_delta(m, graph, e)
    assert privacy_profile(m, graph)(e) == worst_case(m, graph, e).delta == found
    assert agrees(found, least_delta(rows, PAIRS[graph], REALS[e]))


@given(pairs_of_distributions(), st.sampled_from([*REALS, "0", "1/3", "7/2"]))
def test_hockey_stick_and_the_curve_agree_with_brute_force(pair: Any, e: str) -> None:
    """P(S) - E Q(S) for the acceptance region S is 1 - alpha - E beta, largest at a vertex of the curve."""
    for p, q in (pair, pair[::-1]):
        found = hockey_stick(p, q, e)
        assert agrees(found, max(excesses(p, q, REALS.get(e) or Fraction(e))))
        assert found == max(1 - alpha - exact(e) * beta for alpha, beta in tradeoff_curve(p, q))


@given(mechanisms(outputs=4), st.permutations(range(4)), st.permutations(range(3)), factors)
def test_the_order_of_labels_does_not_matter(m: Mechanism, columns: list[int], places: list[int], e: Any) -> None:
    rows = [[m.rows()[i][o] for o in columns] for i in places]
    moved = Mechanism.from_rows(places, columns, rows)
    for graph in (ALL, PATH, FORWARD):
        assert tight_delta(moved, graph, e) == tight_delta(m, graph, e)
        assert tight_exp_epsilon(moved, graph, "1/10") == tight_exp_epsilon(m, graph, "1/10")
        assert privacy_profile(moved, graph) == privacy_profile(m, graph)
    worst, other = worst_case(m, FORWARD, e), worst_case(moved, FORWARD, e)
    assert (worst.pair, set(worst.event)) == (other.pair, set(other.event))
