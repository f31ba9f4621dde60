"""Generic privacy against brute force over all events, with the bounds written out anew; and the two axioms."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, check, mix
from dpexact.papers.axioms import (
    ApproxDPPredicate,
    LaplacePredicate,
    LogisticPredicate,
    PiecewiseLinearPredicate,
    PiecewiseRationalPredicate,
    RawPredicate,
    check_predicate,
    exponential_predicate,
    minimum,
    satisfies,
    symmetrised,
    uniform_predicate,
)
from dpexact.papers.axioms.predicate import Conjunction
from dpexact.privacy.verdict import Refuted
from tests.oracle import event_sums
from tests.strategies import deltas, mechanisms, rational_factors

INPUTS = (0, 1, 2)
PATH = NeighborGraph.path(INPUTS)
CIRCLE = NeighborGraph.from_edges(INPUTS, [(0, 1), (1, 2), (2, 0)], directed=True)
FORWARD = NeighborGraph.from_edges(INPUTS, [(0, 1)], directed=True)
PAIRS = {PATH: [(0, 1), (1, 0), (1, 2), (2, 1)], CIRCLE: [(0, 1), (1, 2), (2, 0)], FORWARD: [(0, 1)]}
graphs = st.sampled_from([PATH, CIRCLE, FORWARD])
Bound = Callable[[Fraction], Fraction]
ONE = Fraction(1)


def laplace(e: Fraction) -> Bound:
    """min over the pieces by their places, from G(x) = e^-x/2 and 1 - e^x/2."""

    def upper(a: Fraction) -> Fraction:
        if a > Fraction(1, 2):
            return 1 - (1 - a) / e
        return e * a if e * a <= Fraction(1, 2) else 1 - 1 / (4 * e * a)

    return upper


def families(e: Fraction, d: Fraction) -> list[tuple[Any, Bound]]:
    """Predicates, and their M written by hand."""
    t = d
    return [
        (ApproxDPPredicate(e, d), lambda a: min(ONE, e * a + d, 1 - (1 - a - d) / e)),
        (ApproxDPPredicate(e, d, "backward"), lambda a: min(ONE, e * a + d)),
        (ApproxDPPredicate(e, d, "forward"), lambda a: min(ONE, 1 - (1 - a - d) / e)),
        (exponential_predicate(e), lambda a: min(ONE, e * a)),
        (symmetrised(exponential_predicate(e)), lambda a: min(e * a, 1 - (1 - a) / e)),
        (uniform_predicate(t), lambda a: min(ONE, a + t)),
        (LaplacePredicate(e), laplace(e)),
        (symmetrised(LaplacePredicate(e)), laplace(e)),
        (LogisticPredicate(e), lambda a: e * a / (1 - a + e * a)),
        (minimum(exponential_predicate(e), uniform_predicate(t)), lambda a: min(ONE, e * a, a + t)),
        (PiecewiseLinearPredicate([(0, d), (1, 1)], at_zero=0), lambda a: d + (1 - d) * a if a else a),
        (PiecewiseLinearPredicate([(0, 0), ("1/2", "1/2"), ("3/4", 1), (1, 1)]), dented),
        (PiecewiseRationalPredicate([(1, [0, 2, -1], [1])]), lambda a: 2 * a - a * a),
    ]


def dented(a: Fraction) -> Fraction:
    """Not concave."""
    return a if 2 * a <= 1 else min(ONE, 2 * a - Fraction(1, 2))


def brute(mechanism: Mechanism, graph: NeighborGraph, upper: Bound) -> bool:
    """m(a) <= b <= M(a) for all pairs and events."""
    sums = [event_sums([value.as_fraction() for value in row]) for row in mechanism.rows()]
    return all(
        1 - upper(1 - a) <= b <= upper(a) for i, j in PAIRS[graph] for a, b in zip(sums[i], sums[j], strict=True)
    )


@pytest.mark.parametrize("n", range(13))
@given(mechanisms(), graphs, rational_factors, deltas)
def test_all_events(n: int, mechanism: Mechanism, graph: NeighborGraph, e: Fraction, d: Fraction) -> None:
    predicate, upper = families(e, d)[n]
    verdict: Any = satisfies(mechanism, graph, predicate)
    assert verdict.proved == brute(mechanism, graph, upper)
    if verdict.proved:
        for certificate in verdict.certificates():
            assert check(certificate)["kind"] == "private"
        return
    found = verdict.counterexample
    assert found.pair in PAIRS[graph]
    a, b = (mechanism.probability(i, found.event).as_fraction() for i in found.pair)
    assert (found.a, found.b) == (a, b)
    assert (b > upper(a)) if found.side == "above" else (b < 1 - upper(1 - a))


@pytest.mark.parametrize("n", range(13))
@given(rational_factors, deltas, st.fractions(0, 1, max_denominator=60))
def test_bounds_and_inverse(n: int, e: Fraction, d: Fraction, a: Fraction) -> None:
    predicate, upper = families(e, d)[n]
    assert predicate.upper(a) == upper(a)
    assert predicate.lower(a) == 1 - upper(1 - a)
    if getattr(predicate, "convex", True):
        x = predicate.inverse(a).as_fraction()
        assert x == 0 or upper(x) == a
        assert all(upper(y) < a for y in (x / 2, x * Fraction(999, 1000)) if 0 < y < x)


@given(mechanisms(2, 3), mechanisms(2, 3), st.sampled_from(range(11)), rational_factors, deltas)
def test_the_axioms_hold(m: Mechanism, other: Mechanism, n: int, e: Fraction, d: Fraction) -> None:
    predicate = families(e, d)[n][0]
    pair = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    if not satisfies(m, pair, predicate).proved:
        return
    for targets in product(range(2), repeat=3):
        rows = [[1, 0] if target else ["1/3", "2/3"] for target in targets]
        assert satisfies(m.postprocess(Mechanism.from_rows(m.outputs, "xy", rows)), pair, predicate).proved
    if satisfies(other, pair, predicate).proved:
        assert satisfies(mix("2/7", m, other), pair, predicate).proved


def between(knots: list[tuple[Fraction, Fraction]], at_zero: Fraction | None) -> Bound:
    """M straight between the knots, written anew."""

    def upper(a: Fraction) -> Fraction:
        if a == 0 and at_zero is not None:
            return at_zero
        for (x, y), (u, v) in pairwise(knots):
            if x <= a <= u:
                return y + (v - y) * (a - x) / (u - x)
        raise AssertionError(a)

    return upper


flags = st.booleans()
few_values = st.sampled_from([Fraction(n, 6) for n in range(7)])
inner_places = st.sets(st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)]), max_size=3)


@given(
    mechanisms(2, 6), inner_places, st.lists(few_values, min_size=5, max_size=5), st.none() | few_values, st.booleans()
)
def test_any_knots(m: Mechanism, inner: set[Fraction], heights: list[Fraction], jump: Any, exchanged: bool) -> None:  # noqa: FBT001
    """The halves against all events: M up and down, below the diagonal, with a jump at 0, a and b exchanged."""
    knots = list(zip([Fraction(0), *sorted(inner), ONE], [*heights[:4], ONE - heights[4] / 6], strict=False))
    predicate: Any = PiecewiseLinearPredicate(knots, jump)
    upper = between([(knot[0], knot[1]) for knot in knots], jump)
    pair = NeighborGraph.from_edges(m.inputs, [m.inputs[:2]], directed=True)
    p, q = (event_sums([value.as_fraction() for value in row]) for row in m.rows()[:2])
    if exchanged:
        p, q = q, p
    expected = all(1 - upper(1 - a) <= b <= upper(a) for a, b in zip(p, q, strict=True))
    verdict: Any = satisfies(m, pair, Conjunction(((predicate, True),)) if exchanged else predicate)
    assert verdict.proved == expected
    if not expected:
        found = verdict.counterexample
        a, b = (m.probability(i, found.event).as_fraction() for i in found.pair)
        assert (found.a, found.b) == (a, b)
        a, b = (b, a) if exchanged else (a, b)
        assert not 1 - upper(1 - a) <= b <= upper(a)


@given(mechanisms(), graphs, st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=30))
def test_finite_sets_of_pairs(m: Mechanism, graph: NeighborGraph, pairs: list[tuple[int, int]]) -> None:
    allowed = {(Fraction(a, 4), Fraction(b, 4)) for a, b in [*pairs, (0, 0), (4, 4)]}
    sums = [event_sums([value.as_fraction() for value in row]) for row in m.rows()]
    expected = all((a, b) in allowed for i, j in PAIRS[graph] for a, b in zip(sums[i], sums[j], strict=True))
    verdict: Any = satisfies(m, graph, RawPredicate.of_pairs(allowed))
    assert verdict.proved == expected
    if not expected:
        assert (verdict.counterexample.a, verdict.counterexample.b) not in allowed


@given(st.lists(st.integers(0, 6), min_size=5, max_size=5), st.none() | st.integers(0, 6))
def test_conditions_on_a_grid(values: list[int], jump: int | None) -> None:
    """Knots at quarters: decided by hand on all triples of twelfths, which contain a witness if there is one."""
    knots = [(Fraction(n, 4), Fraction(value, 6)) for n, value in enumerate(values)]
    at_zero = None if jump is None else Fraction(jump, 6)

    def upper(a: Fraction) -> Fraction:
        if a == 0 and at_zero is not None:
            return at_zero
        n = min(int(a * 4), 3)
        return knots[n][1] + (knots[n + 1][1] - knots[n][1]) * (a * 4 - n)

    places = [Fraction(n, 4096 * 3) for n in (1, 2)] + [Fraction(n, 12) for n in range(13)]
    concave = all(upper((a + b) / 2) * 2 >= upper(a) + upper(b) for a in places for b in places if a < b)
    rising = all(upper(a) < upper(b) for a in places for b in places if a < b and upper(a) < 1)
    report = check_predicate(PiecewiseLinearPredicate(knots, at_zero))
    assert report[3].proved == concave
    assert report[4].proved == rising
    assert report[5].proved
    assert report[6].proved == all(upper(a) >= a for a in places)
    for verdict in report.verdicts[2:]:
        if isinstance(verdict, Refuted):
            witness = verdict.counterexample
            assert all(upper(x.as_fraction()) == y for x, y in zip(witness.points, witness.values, strict=True) if x)


ends = st.lists(st.just((ONE, ONE)) | st.tuples(few_values, few_values), min_size=4, max_size=4)


@given(ends, st.none() | few_values)
def test_conditions_of_pieces_with_jumps(pieces: list[tuple[Fraction, Fraction]], at_zero: Fraction | None) -> None:
    """Straight pieces at quarters, each from a limit to a value: decided by hand at places beside each other."""

    def upper(a: Fraction) -> Fraction:
        if a == 0 and at_zero is not None:
            return at_zero
        n = max(0, -(-(a * 4) // 1) - 1)
        return pieces[n][0] + (pieces[n][1] - pieces[n][0]) * (a * 4 - n)

    tiny = Fraction(1, 4096)
    places = sorted({a for n in range(13) for a in (Fraction(n, 12), Fraction(n, 12) + tiny, Fraction(n, 12) - tiny)})[
        1:-1
    ]
    coefficients = [[x - (y - x) * n, (y - x) * 4] for n, (x, y) in enumerate(pieces)]
    ended = [(Fraction(n + 1, 4), line, [1]) for n, line in enumerate(coefficients)]
    report = check_predicate(PiecewiseRationalPredicate(ended, at_zero))
    concave = all(upper((a + b) / 2) * 2 >= upper(a) + upper(b) for a in places for b in places if a < b)
    rising = all(upper(a) < upper(b) for a in places for b in places if a < b and upper(a) < 1)
    assert report[3].proved == concave
    assert report[4].proved == rising
    assert report[5].proved == all(left[1] == right[0] for left, right in pairwise(pieces))
    assert report[6].proved == all(upper(a) >= a for a in places)
    if isinstance(report[4], Refuted):
        (x, y), (first, second) = report[4].counterexample.points, report[4].counterexample.values
        assert x < y
        assert (upper(x.as_fraction()), upper(y.as_fraction())) == (first, second)
        assert second <= first < 1


@pytest.mark.parametrize("n", [6, 8])
def test_three_outputs_in_sixths(n: int) -> None:
    """All pairs, so that every corner is once the only one that is not allowed."""
    predicate, upper = families(Fraction(2), Fraction(0))[n]
    rows = [(a, b, 6 - a - b) for a in range(7) for b in range(7 - a)]
    pair = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    for p, q in product(rows, rows):
        mechanism = Mechanism.from_numerators([0, 1], "abc", [p, q], 6)
        sums = zip(*(event_sums([Fraction(value, 6) for value in row]) for row in (p, q)), strict=True)
        expected = all(1 - upper(1 - a) <= b <= upper(a) for a, b in sums)
        assert satisfies(mechanism, pair, predicate).proved == expected
