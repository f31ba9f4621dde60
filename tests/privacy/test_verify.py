"""verify, tight_delta, tight_exp_epsilon and worst_case against brute force over all events."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpexact import (
    Enclosure,
    InexactInputError,
    Mechanism,
    MechanismError,
    NeighborGraph,
    ParameterError,
    Proved,
    Refuted,
    Undecided,
    VerdictError,
    check,
    exact,
    free_exp_epsilon,
    tight_delta,
    tight_exp_epsilon,
    verify,
    worst_case,
)
from dpexact.privacy.verify import verify_and_measure
from tests.each import each
from tests.oracle import MP, REALS, agrees, event_sums, excesses, least_delta, least_factor, number
from tests.refusals import refuses
from tests.samples import SAMPLES, all_pairs, complete, exacts, sample
from tests.values import of_type, present

RATIONALS: dict[str, Any] = {text: Fraction(text) for text in ("1", "6/5", "3/2", "2", "7/3", "1001/1000", "40")}
FACTORS = RATIONALS | REALS
DELTAS = ("0", "1/10", "1/3", "1/2", "1", "1e-60")


@pytest.mark.slow
@each("name", SAMPLES)
def test_tight_delta_is_the_largest_excess_over_all_events(name: str) -> None:
    mechanism, neighbors = sample(name), complete(name)
    for factor, value in FACTORS.items():
        delta = tight_delta(mechanism, neighbors, factor)
        assert agrees(delta, least_delta(SAMPLES[name], all_pairs(name), value)), factor
        assert isinstance(verify(mechanism, neighbors, factor, delta), Proved), factor
        if delta > 0:
            below = delta - exact("1e-60")
            verdict = verify(mechanism, neighbors, factor, max(below, exact(0)))
            assert isinstance(verdict, Refuted), factor
            assert_confirmed(verdict, SAMPLES[name], value, number(below.enclosure(420)[0]))


@pytest.mark.parametrize("name", SAMPLES)
def test_one_walk_says_what_verify_says_and_the_tight_delta(name: str) -> None:
    mechanism, neighbors = sample(name), complete(name)
    for (factor, value), delta in product(FACTORS.items(), ("0", "1/3", "1")):
        verdict, tight = verify_and_measure(mechanism, neighbors, factor, delta)
        assert tight is not None, (factor, delta)
        assert agrees(tight, least_delta(SAMPLES[name], all_pairs(name), value)), (factor, delta)
        held = verify(mechanism, neighbors, factor, delta).proved
        assert verdict.proved == held == (tight <= exact(delta)), (factor, delta)
        if isinstance(verdict, Refuted):
            assert_confirmed(verdict, SAMPLES[name], value, number(Fraction(delta)))
            assert verdict.counterexample.excess + exact(delta) == tight, (factor, delta)


def test_one_walk_looks_at_every_neighbor_of_a_row() -> None:
    # Row 0 diverges from its last neighbor only: 2 (1/4 - 2/20) = 3/10 at E = 2; row 2 from none.
    rows = [["1/2", "1/4", "1/4"], ["1/2", "1/4", "1/4"], ["9/10", "1/20", "1/20"]]
    mechanism, graph = Mechanism.from_rows([0, 1, 2], [0, 1, 2], rows), NeighborGraph.complete([0, 1, 2])
    verdict, tight = verify_and_measure(mechanism, graph, 2, "3/10")
    assert verdict.proved
    assert tight == Fraction(3, 10)
    refuted, tight = verify_and_measure(mechanism, graph, 2, "1/5")
    assert isinstance(refuted, Refuted)
    assert refuted.counterexample.pair == (0, 2)
    assert tight == Fraction(3, 10)


def test_one_walk_where_a_refutation_is_all_that_is_decided() -> None:
    # (0, 1) is a violation over Q(sqrt 2); the divergences of rows 1 and 2 have no field.
    rows = [["sqrt(2)/2", "1-sqrt(2)/2"], ["1/9", "8/9"], ["1-sqrt(3)/2", "sqrt(3)/2"]]
    mechanism = Mechanism.from_rows([0, 1, 2], [0, 1], rows)
    graph = NeighborGraph((0, 1, 2), ((0, 1), (0, 2)))
    verdict, tight = verify_and_measure(mechanism, graph, "7/6", "1/9")
    assert isinstance(verdict, Refuted)
    assert (verdict.counterexample.pair, tight) == ((0, 1), None)
    verdict, tight = verify_and_measure(mechanism, NeighborGraph((0, 1, 2), ((2, 0),)), "7/6", "0")
    assert (type(verdict), tight) == (Undecided, None)


def test_one_walk_with_a_free_e_and_with_defects() -> None:
    e = free_exp_epsilon()
    verdict, tight = verify_and_measure(sample("one output"), complete("one output"), e, 0)
    assert (type(verdict), tight) == (Proved, None)
    floats = Mechanism.from_floats([0, 1], [0, 1], [[0.1, 0.2], [0.5, 0.5]], row_sums="report")
    verdict, tight = verify_and_measure(floats, NeighborGraph.path([0, 1]), 2, 0)
    assert (type(verdict), tight) == (Undecided, None)


def assert_confirmed(verdict: Refuted, rows: Any, factor: Any, delta: Any) -> None:
    """The counterexample is a violation, by plain sums over its event."""
    i, j = verdict.counterexample.pair
    event = verdict.counterexample.event
    first, second = (number(sum((rows[k][o] for o in event), Fraction(0))) for k in (i, j))
    excess = first - number(factor) * second - max(delta, 0)
    assert excess > 0
    assert verdict.counterexample.excess > 0
    assert abs(excess - number(Enclosure.of(verdict.counterexample.excess).refine(420).lower)) < MP.mpf(10) ** -100


@each("name", SAMPLES)
def test_worst_case_attains_the_tight_delta_on_the_smallest_event(name: str) -> None:
    rows = SAMPLES[name]
    for factor, e in RATIONALS.items():
        worst = worst_case(sample(name), complete(name), factor)
        if worst.pair is None:
            assert len(rows) == 1
            assert worst.delta == 0
            assert worst.event == ()
            continue
        i, j = (int(str(label)) for label in worst.pair)
        event = sum(1 << int(str(o)) for o in worst.event)
        values = excesses(rows[i], rows[j], e)
        assert worst.delta == values[event] == least_delta(rows, all_pairs(name), e), factor
        assert event.bit_count() == min(n.bit_count() for n, value in enumerate(values) if value == worst.delta), factor
        assert worst.exp_epsilon == e


@each("name", SAMPLES)
def test_tight_exp_epsilon_is_the_least_e_of_all_events(name: str) -> None:
    mechanism, neighbors = sample(name), complete(name)
    for delta in DELTAS:
        expected = least_factor(SAMPLES[name], all_pairs(name), Fraction(delta))
        assert tight_exp_epsilon(mechanism, neighbors, delta) == expected, delta
        if 1 < expected < math.inf:
            assert verify(mechanism, neighbors, expected, delta).proved, delta
            assert not verify(mechanism, neighbors, max(expected - Fraction(1, 10**60), 1), delta).proved, delta


@each("delta", ["exp(-3)", "sqrt(2)/9", "exp(-1/2)"])
@each("name", ["three ratios", "four inputs", "many outputs", "overlapping supports"])
def test_tight_exp_epsilon_for_an_irrational_delta(name: str, delta: str) -> None:
    d = {"exp(-3)": MP.exp(-3), "sqrt(2)/9": MP.sqrt(2) / 9, "exp(-1/2)": MP.exp(MP.mpf(-1) / 2)}[delta]
    expected = least_factor([[number(a) for a in row] for row in SAMPLES[name]], all_pairs(name), d)
    found = tight_exp_epsilon(sample(name), complete(name), delta)
    assert found == expected if expected in (1, math.inf) else agrees(found, expected)


def response_rows(e: Any) -> list[list[Any]]:
    """2 of the rows of k-ary response with k = 3."""
    return [[e / (e + 2), 1 / (e + 2), 1 / (e + 2)], [1 / (e + 2), e / (e + 2), 1 / (e + 2)]]


def tail_rows(e: Any) -> list[list[Any]]:
    """Powers of 1/e, as in tails of geometric distributions."""
    return [[1 - 1 / e, 1 / e, e * 0], [1 - 1 / e**2, 1 / e**2 - 1 / e**5, 1 / e**5]]


def mixed_rows(e: Any) -> list[list[Any]]:
    """Irrational entries beside rational ones."""
    return [[e * 0 + 1 / (e * 0 + 4), e / 4, (3 - e) / 4], [1 / (e * 0 + 3)] * 3]


# The rows are evaluated on Exact and on mpmath numbers. Roots of 6/5 and of 2 have no common field.
IRRATIONAL_CASES = [
    (entries, factor)
    for entries in ("exp(1/2)", "sqrt(2)", "exp(1/2 + log(2)/2)")
    for factor in ("1", "3/2", *REALS)
    if entries == "exp(1/2)" or "6/5" not in factor
]


@pytest.mark.parametrize("build", [response_rows, tail_rows, mixed_rows])
def test_irrational_entries(build: Callable[[Any], list[list[Any]]]) -> None:
    neighbors = NeighborGraph.complete([0, 1])
    for entries, factor in IRRATIONAL_CASES:
        mechanism = Mechanism.from_rows([0, 1], range(3), build(exact(entries)))
        delta = tight_delta(mechanism, neighbors, factor)
        expected = least_delta(build(REALS[entries]), [(0, 1), (1, 0)], number(FACTORS[factor]))
        assert agrees(delta, expected), (entries, factor)
        assert verify(mechanism, neighbors, factor, delta).proved, (entries, factor)
        if delta > exact("1e-60"):
            assert not verify(mechanism, neighbors, factor, delta - exact("1e-60")).proved, (entries, factor)


@pytest.mark.parametrize("entries", ["exp(1/2)", "sqrt(2)", "exp(1/2 + log(2)/2)"])
def test_outcomes_that_tie_are_not_in_the_smallest_event(entries: str) -> None:
    # The ratios of rows 0 and 1 are E, 1/E and 1.
    e = exact(entries)
    mechanism = Mechanism.from_rows([0, 1], range(3), response_rows(e))
    forward = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    assert worst_case(mechanism, forward, e).event == ()
    assert worst_case(mechanism, forward, e - exact("1e-60")).event == (0,)
    assert worst_case(mechanism, forward, 1).event == (0,)


@pytest.mark.parametrize("bits", [64, 128, 256, 512, 1024])
def test_ratios_that_are_dyadic_bounds_of_e(bits: int) -> None:
    # a = floor(2^bits sqrt(2)): a / 2^bits < sqrt(2) < (a + 1) / 2^bits, with equality in no power of two.
    a, b = math.isqrt(2 << (2 * bits)), 1 << bits
    rows = [[a, a + 1, a - 1, a + 2, 8 * b - 4 * a - 2], [b, b, b, b, 4 * b]]
    mechanism = Mechanism.from_numerators([0, 1], range(5), rows, 8 * b)
    forward = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    worst = worst_case(mechanism, forward, "sqrt(2)")
    assert worst.event == (1, 3)
    assert worst.delta == (2 * a + 3 - exact("sqrt(2)") * 2 * b) / (8 * b)


def test_only_the_asserted_direction_of_a_directed_edge_counts() -> None:
    mechanism = Mechanism.from_rows(["a", "b"], ["x", "y"], [[1, 0], ["1/2", "1/2"]])
    forward = NeighborGraph.from_edges(["a", "b"], [("a", "b")], directed=True)
    backward = NeighborGraph.from_edges(["a", "b"], [("b", "a")], directed=True)
    assert tight_exp_epsilon(mechanism, forward) == 2
    assert tight_exp_epsilon(mechanism, backward) == math.inf
    assert verify(mechanism, forward, 2, 0).proved
    verdict = of_type(Refuted, verify(mechanism, backward, 1000, "1/3"))
    assert (verdict.counterexample.pair, verdict.counterexample.event) == (("b", "a"), ("y",))
    assert verdict.counterexample.excess == Fraction(1, 6)
    both = NeighborGraph.from_edges(["a", "b"], [("a", "b")])
    assert tight_delta(mechanism, both, 2) == tight_delta(mechanism, backward, 2) == Fraction(1, 2)


def test_pairs_that_are_no_neighbors_do_not_count() -> None:
    # 0 - 1 and 2 - 3 are close, 1 and 2 have disjoint supports; the disconnected relation does not compare them.
    rows: list[list[object]] = [["2/3", "1/3", 0], ["1/3", "2/3", 0], [0, 0, 1], [0, 0, 1]]
    mechanism = Mechanism.from_rows(range(4), range(3), rows)
    assert tight_exp_epsilon(mechanism, NeighborGraph.from_edges(range(4), [(0, 1), (2, 3)])) == 2
    assert tight_exp_epsilon(mechanism, NeighborGraph.path(range(4))) == math.inf
    assert tight_exp_epsilon(mechanism, NeighborGraph.from_edges(range(4), [(2, 3)])) == 1
    assert worst_case(mechanism, NeighborGraph.path(range(4)), 5).pair == (1, 2)


@pytest.mark.parametrize("graph", [NeighborGraph.from_edges([0, 1], []), NeighborGraph.complete([0])])
def test_without_a_pair_everything_holds(graph: NeighborGraph) -> None:
    mechanism = sample("disjoint supports")
    assert verify(mechanism, graph, 1, 0).proved
    assert tight_delta(mechanism, graph, 1) == 0
    assert tight_exp_epsilon(mechanism, graph, 0) == 1
    assert worst_case(mechanism, graph, 1).pair is None


def test_delta_1_always_holds_and_e_1_delta_0_only_for_identical_rows() -> None:
    for name, rows in SAMPLES.items():
        assert verify(sample(name), complete(name), 1, 1).proved
        assert verify(sample(name), complete(name), 1, 0).proved == (len(set(rows)) == 1)


def test_labels_of_every_kind_come_back_in_the_counterexample() -> None:
    inputs = [1, "1", ("naïve", 2), "\N{GREEK SMALL LETTER EPSILON}"]
    outputs = [("x", ("y", 0)), "\N{SNOWMAN}", 7]
    rows: list[list[object]] = [[1, 0, 0], ["1/2", "1/2", 0], ["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]]
    mechanism = Mechanism.from_rows(inputs, outputs, rows)
    found = {}
    for i, j in ((1, "1"), ("1", 1), (("naïve", 2), "\N{GREEK SMALL LETTER EPSILON}")):
        worst = worst_case(mechanism, NeighborGraph.from_edges(inputs, [(i, j)], directed=True), 1)
        assert worst.pair == (i, j)
        found[worst.pair] = worst.event
    assert found[1, "1"] == (("x", ("y", 0)),)
    assert found["1", 1] == ("\N{SNOWMAN}",)
    assert found[("naïve", 2), "\N{GREEK SMALL LETTER EPSILON}"] == (("x", ("y", 0)),)


def test_a_verdict_has_no_truth_value() -> None:
    mechanism, neighbors = sample("response"), complete("response")
    floats = Mechanism.from_floats([0, 1], [0, 1], [[0.1, 0.2], [0.5, 0.5]], row_sums="report")
    proved, refuted = verify(mechanism, neighbors, 3, 0), verify(mechanism, neighbors, 2, 0)
    undecided = verify(floats, neighbors, 3, 0)
    assert [type(verdict) for verdict in (proved, refuted, undecided)] == [Proved, Refuted, Undecided]
    assert [verdict.proved for verdict in (proved, refuted, undecided)] == [True, False, False]
    for verdict in (proved, refuted, undecided):
        refuses(VerdictError, "no truth value", bool, verdict)
    assert proved.require() is proved
    refuses(VerdictError, "refuted at E = 2", refuted.require)
    refuses(VerdictError, "do not sum to 1", undecided.require)


def test_a_float_matrix_with_defects_gets_no_answer_but_the_defects() -> None:
    floats = Mechanism.from_floats([0, 1], [0, 1], [[0.1, 0.9], [0.5, 0.5]], row_sums="report")
    neighbors = NeighborGraph.complete([0, 1])
    assert floats.defects == exacts(Fraction(0.1) + Fraction(0.9) - 1, 0)
    assert isinstance(verify(floats, neighbors, 100, 1), Undecided)
    for ask in (tight_delta, worst_case):
        refuses(ParameterError, "do not sum to 1", ask, floats, neighbors, 2)
    refuses(ParameterError, "do not sum to 1", tight_exp_epsilon, floats, neighbors)


def test_a_float_matrix_that_sums_to_1_is_decided_at_its_binary_values() -> None:
    floats = Mechanism.from_floats([0, 1], [0, 1], [[0.75, 0.25], [0.9, 1 - 0.9]])
    rows = [[Fraction(0.75), Fraction(0.25)], [Fraction(0.9), Fraction(1 - 0.9)]]
    assert floats == Mechanism.from_floats([0, 1], [0, 1], [[0.75, 0.25], [0.9, 1 - 0.9]], row_sums="report")
    assert tight_exp_epsilon(floats, NeighborGraph.complete([0, 1])) == least_factor(rows, [(0, 1), (1, 0)], 0)
    assert tight_exp_epsilon(floats, NeighborGraph.complete([0, 1])) != Fraction(5, 2)


@each(
    ("exp_epsilon", "delta", "error"),
    [
        ("0.999", 0, ParameterError),
        ("exp(-1/2)", 0, ParameterError),
        (2, "-1e-80", ParameterError),
        (2, 1 + Fraction(1, 10**80), ParameterError),
        (2.0, 0, InexactInputError),
        (2, 0.0, InexactInputError),
        (True, 0, InexactInputError),
        (-math.inf, 0, InexactInputError),
        (math.nan, 0, InexactInputError),
    ],
)
def test_parameters_outside_their_range(exp_epsilon: Any, delta: Any, error: type[Exception]) -> None:
    refuses(error, "", verify, sample("response"), complete("response"), exp_epsilon, delta)


@pytest.mark.parametrize("ask", [tight_delta, worst_case, lambda m, g, e: verify(m, g, e, 0)])
def test_a_relation_on_other_inputs_is_refused(ask: Any) -> None:
    refuses(MechanismError, "'c'", ask, sample("response"), NeighborGraph.from_edges([0, "c"], [(0, "c")]), 2)


def test_the_oracle_itself_on_a_case_by_hand() -> None:
    # P = (3/4, 1/4), Q = (1/4, 3/4), E = 2: events {}, {0}, {1}, {0, 1} give 0, 1/4, -5/4, -1.
    p, q = SAMPLES["response"]
    assert event_sums(p) == [0, Fraction(3, 4), Fraction(1, 4), 1]
    assert excesses(p, q, 2) == [0, Fraction(1, 4), Fraction(-5, 4), -1]
    assert least_factor(SAMPLES["response"], [(0, 1)], 0) == 3
    assert least_factor(SAMPLES["response"], [(0, 1)], Fraction(1, 4)) == 2


def test_numbers_without_a_common_field_leave_the_claim_undecided() -> None:
    rows = [["sqrt(2)/2", "1-sqrt(2)/2"], ["1-sqrt(3)/2", "sqrt(3)/2"]]
    verdict = verify(Mechanism.from_rows([0, 1], [0, 1], rows), NeighborGraph.path([0, 1]), "7/6", 0)
    assert isinstance(verdict, Undecided)
    assert not verdict.proved
    assert "common field" in verdict.reason


@each(
    ("probability", "factor", "delta", "proved"),
    [
        (lambda E: E / (1 + E), lambda _: 3, lambda _: 0, True),  # only the mechanism is free
        (lambda E: E / (1 + E), lambda _: 2, lambda _: 0, False),
        (lambda _: "3/4", lambda _: 2, lambda E: 1 - 1 / (2 * E), True),  # only delta is free
        (lambda _: "3/4", lambda _: 2, lambda E: (E - 1) / E, False),
        (lambda _: "3/4", lambda E: E + 2, lambda _: 0, True),  # E + 2 >= 3
        (lambda _: "3/4", lambda E: E + 1, lambda _: 0, False),
    ],
)
def test_a_free_e_may_stand_anywhere_in_the_claim(probability: Any, factor: Any, delta: Any, proved: bool) -> None:  # noqa: FBT001
    free = free_exp_epsilon(1, 3)
    truth = exact(probability(free))
    m = Mechanism.from_rows([0, 1], [0, 1], [[truth, 1 - truth], [1 - truth, truth]])
    verdict = verify(m, NeighborGraph.path([0, 1]), factor(free), delta(free))
    assert verdict.proved is proved
    assert check(verdict.certificate())["kind"] == ("private-for-all" if proved else "not-private")
    if isinstance(verdict, Refuted):
        at = present(verdict.point)
        assert 1 <= at <= 3
        assert verdict.exp_epsilon == exact(factor(at))
        p = exact(probability(at))
        assert verdict.counterexample.excess == p - exact(factor(at)) * (1 - p) - exact(delta(at)) > 0
