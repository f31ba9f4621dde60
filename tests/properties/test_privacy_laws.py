"""Laws of divergences, profiles, tight parameters and trade-off curves, over rational and irrational E."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dpexact import (
    Mechanism,
    NeighborGraph,
    compose,
    exact,
    hockey_stick,
    mix,
    privacy_profile,
    tight_delta,
    tight_exp_epsilon,
    tradeoff_curve,
    verify,
    worst_case,
)
from tests.oracle import least_delta, least_factor
from tests.strategies import deltas, distributions, factors, mechanisms, pairs_of_distributions, rational_factors

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
probabilities = st.sampled_from([Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(1)])


@given(mechanisms(), graphs, rational_factors, deltas)
def test_everything_agrees_with_brute_force(m: Mechanism, graph: NeighborGraph, e: Fraction, delta: Fraction) -> None:
    rows = [[value.as_fraction() for value in row] for row in m.rows()]
    expected = least_delta(rows, PAIRS[graph], e)
    assert tight_delta(m, graph, e) == privacy_profile(m, graph)(e) == worst_case(m, graph, e).delta == expected
    assert verify(m, graph, e, delta).proved == (expected <= delta)
    assert tight_exp_epsilon(m, graph, delta) == least_factor(rows, PAIRS[graph], delta)


@given(mechanisms(), graphs, factors)
def test_the_profile_passes_through_every_tight_delta(m: Mechanism, graph: NeighborGraph, e: Any) -> None:
    assert privacy_profile(m, graph)(e) == tight_delta(m, graph, e)


@given(mechanisms(), graphs, factors, factors)
def test_delta_falls_and_is_convex_in_e(m: Mechanism, graph: NeighborGraph, first: Any, second: Any) -> None:
    low, high = sorted((exact(first), exact(second)))
    middle = (low + high) / 2
    left, between, right = (tight_delta(m, graph, e) for e in (low, middle, high))
    assert left >= between >= right
    assert 2 * between <= left + right


@given(mechanisms(), graphs, deltas)
def test_tight_e_inverts_the_profile(m: Mechanism, graph: NeighborGraph, delta: Fraction) -> None:
    profile = privacy_profile(m, graph)
    e = tight_exp_epsilon(m, graph, delta)
    if e == math.inf:
        assert profile.values[-1] > delta
        assert profile.slopes[-1] == 0
    elif e == 1:
        assert profile(1) <= delta
    else:
        assert profile(e) == delta
        assert not verify(m, graph, (e + 1) / 2, delta).proved


@given(mechanisms(outputs=3), mechanisms(inputs=3), graphs, factors)
def test_post_processing_never_costs(m: Mechanism, kernel: Mechanism, graph: NeighborGraph, e: Any) -> None:
    after = m.postprocess(kernel)
    assert tight_delta(after, graph, e) <= tight_delta(m, graph, e)
    assert tight_exp_epsilon(after, graph) <= tight_exp_epsilon(m, graph)


@given(mechanisms(), mechanisms(), probabilities, graphs, factors)
def test_mixtures_are_convex(m: Mechanism, n: Mechanism, p: Fraction, graph: NeighborGraph, e: Any) -> None:
    mean = p * tight_delta(m, graph, e) + (1 - p) * tight_delta(n, graph, e)
    told = tight_delta(mix(p, m, n, outputs="disjoint"), graph, e)
    assert tight_delta(mix(p, m, n), graph, e) <= told <= mean
    if graph is FORWARD:
        assert told == mean


@given(mechanisms(), mechanisms(), graphs, factors, rational_factors)
def test_composition_adds_epsilons_and_deltas(
    m: Mechanism, n: Mechanism, graph: NeighborGraph, e: Any, f: Fraction
) -> None:
    both = compose(m, n)
    assert tight_delta(both, graph, exact(e) * f) <= tight_delta(m, graph, e) + tight_delta(n, graph, f)
    parts = [tight_exp_epsilon(part, FORWARD) for part in (m, n)]
    assert tight_exp_epsilon(both, FORWARD) == (math.inf if math.inf in parts else exact(parts[0]) * exact(parts[1]))


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


@given(pairs_of_distributions(), factors)
def test_hockey_stick_and_its_reverse(pair: Any, e: Any) -> None:
    # The complement of the worst event for (P, Q) at E is a worst one for (Q, P) at 1/E.
    p, q = pair
    factor = exact(e)
    assert hockey_stick(p, q, factor) == 1 - factor + factor * hockey_stick(q, p, 1 / factor)
    assert hockey_stick(p, q, 1) == hockey_stick(q, p, 1)
    assert hockey_stick(p, p, factor) == 0
    assert hockey_stick(p, q, 0) == 1


@given(pairs_of_distributions(), pairs_of_distributions(), probabilities, factors)
def test_hockey_stick_is_jointly_convex(pair: Any, other: Any, p: Fraction, e: Any) -> None:
    size = max(len(pair[0]), len(other[0]))
    rows = [[(*row, *[Fraction(0)] * (size - len(row))) for row in two] for two in (pair, other)]
    (p1, q1), (p2, q2) = rows
    mixed = [[p * a + (1 - p) * b for a, b in zip(one, two, strict=True)] for one, two in ((p1, p2), (q1, q2))]
    parts = p * hockey_stick(p1, q1, e) + (1 - p) * hockey_stick(p2, q2, e)
    assert hockey_stick(mixed[0], mixed[1], e) <= parts


@given(st.data(), factors)
def test_a_triangle_of_distributions(data: st.DataObject, e: Any) -> None:
    p, q, r = (data.draw(distributions(4)) for _ in range(3))
    bound = hockey_stick(p, q, e) + exact(e) * hockey_stick(q, r, e)
    assert hockey_stick(p, r, exact(e) ** 2) <= bound


@given(pairs_of_distributions())
def test_the_curve_of_the_exchanged_pair_is_the_mirror_image(pair: Any) -> None:
    # Up to the vertical and the horizontal piece at the ends, which a curve over alpha cannot or need not carry.
    ends = {(Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))}
    p, q = pair
    curve, other = (
        {(a.as_fraction(), b.as_fraction()) for a, b in tradeoff_curve(*two)} | ends for two in ((p, q), (q, p))
    )
    assert {(b, a) for a, b in curve} == other


@given(pairs_of_distributions(), factors)
def test_the_curve_carries_every_divergence(pair: Any, e: Any) -> None:
    # P(S) - E Q(S) for the acceptance region S is 1 - alpha - E beta, largest at a vertex.
    p, q = pair
    assert hockey_stick(p, q, e) == max(1 - alpha - exact(e) * beta for alpha, beta in tradeoff_curve(p, q))


@given(mechanisms())
def test_a_profile_is_made_of_strictly_convex_pieces(m: Mechanism) -> None:
    profile = privacy_profile(m, ALL)
    assert all(a < b for a, b in pairwise(profile.slopes))
    pieces = zip(pairwise(profile.knots), pairwise(profile.values), profile.slopes[:-1], strict=True)
    assert all(value + slope * (end - start) == at_end for (start, end), (value, at_end), slope in pieces)
