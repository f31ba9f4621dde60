"""E = infinity, where infinity times 0 is 0; the second route is brute force over all events."""

import math
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import (
    CertificateError,
    InexactInputError,
    Mechanism,
    NeighborGraph,
    ParameterError,
    Proved,
    Refuted,
    Undecided,
    exact,
    free_exp_epsilon,
    hockey_stick,
    privacy_profile,
    tight_delta,
    tight_exp_epsilon,
    verify,
    worst_case,
)
from dpexact.certificates.certificate import Certificate, check
from tests.refusals import refuses
from tests.values import of_type

ROWS = (("1/2", "1/2", "0"), ("0", "2/3", "1/3"), ("1/4", "3/4", "0"), ("0", "0", "1"), ("1/3", "1/3", "1/3"))


def least_delta(rows: list[tuple[str, ...]], pairs: list[tuple[int, int]]) -> Fraction:
    """The largest P_i(S) over all pairs and all events S with P_j(S) = 0."""
    events = list(chain.from_iterable(combinations(range(3), size) for size in range(4)))
    found = [Fraction(0)]
    for i, j in pairs:
        first, second = ([Fraction(value) for value in rows[k]] for k in (i, j))
        found += [sum((first[o] for o in event), Fraction(0)) for event in events if not any(second[o] for o in event)]
    return max(found)


def relation(count: int, pairs: list[tuple[int, int]]) -> NeighborGraph:
    return NeighborGraph.from_edges(range(count), pairs, directed=True)


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(ROWS), min_size=3, max_size=3),
    st.sets(st.permutations(range(3)).map(lambda p: (p[0], p[1])), max_size=4),
    st.sampled_from(("0", "1/4", "1/3", "1/2", "2/3", "1")),
)
def test_everything_agrees_with_brute_force(
    rows: list[tuple[str, ...]], pairs: set[tuple[int, int]], delta: str
) -> None:
    mechanism, graph = Mechanism.from_rows(range(3), "xyz", rows), relation(3, sorted(pairs))
    least = least_delta(rows, sorted(pairs))
    assert tight_delta(mechanism, graph, math.inf) == least
    assert privacy_profile(mechanism, graph)(math.inf) == least
    worst = worst_case(mechanism, graph, math.inf)
    assert worst.delta == least
    assert worst.pair is None or all(mechanism.probability(worst.pair[0], [label]) > 0 for label in worst.event)
    assert check(worst.certificate())["exp_epsilon"] == "infinity"
    verdict = verify(mechanism, graph, math.inf, delta)
    assert verdict.proved == (least <= Fraction(delta))
    assert check(verdict.certificate())["exp_epsilon"] == "infinity"
    if isinstance(verdict, Refuted):
        example = verdict.counterexample
        assert mechanism.probability(example.pair[1], example.event) == 0
        assert mechanism.probability(example.pair[0], example.event) == exact(delta) + example.excess
        assert example.excess > 0


def test_hockey_stick_at_infinity() -> None:
    assert hockey_stick(["1/2", "1/4", "1/4"], [0, "1/2", "1/2"], math.inf) == exact("1/2")
    assert hockey_stick(["1/2", "1/2"], ["1/2", "1/2"], math.inf) == 0
    assert hockey_stick(["1", "0"], ["0", "1"], np.float64(math.inf)) == 1
    assert hockey_stick(["sqrt(2)/2", "1 - sqrt(2)/2"], [1, 0], math.inf) == exact("1 - sqrt(2)/2")


def test_what_tight_exp_epsilon_answers_is_taken_back() -> None:
    mechanism, graph = Mechanism.from_rows([0, 1], "xyz", ROWS[:2]), NeighborGraph.complete([0, 1])
    factor = tight_exp_epsilon(mechanism, graph, "1/3")
    assert factor == math.inf
    assert isinstance(verify(mechanism, graph, factor, "1/2"), Proved)
    refuted = of_type(Refuted, verify(mechanism, graph, factor, "1/3"))
    assert refuted.exp_epsilon == math.inf
    assert refuted.counterexample.pair == (0, 1)
    assert refuted.counterexample.event == ("x",)
    refuses(TypeError, "at E = infinity", refuted.require)


@pytest.mark.parametrize("columns", [3, 5000])
@pytest.mark.parametrize("bits", [10, 61, 200, 1000])
def test_every_layout_of_a_matrix(columns: int, bits: int) -> None:
    """Python integers, words and limbs: the mass of one outcome that the other input never gives."""
    common = 2**bits + 1
    first = [1, *[0] * (columns - 2), common - 1]
    second = [0, *[0] * (columns - 2), common]
    mechanism = Mechanism.from_numerators([0, 1], range(columns), [first, second], common)
    graph = NeighborGraph.complete([0, 1])
    assert tight_delta(mechanism, graph, math.inf) == Fraction(1, common)
    assert isinstance(verify(mechanism, graph, math.inf, Fraction(1, common)), Proved)
    assert isinstance(verify(mechanism, graph, math.inf, Fraction(1, common + 1)), Refuted)


def test_a_smaller_delta_is_not_certified() -> None:
    mechanism, graph = Mechanism.from_rows([0, 1], "xyz", ROWS[:2]), NeighborGraph.complete([0, 1])
    for certificate, name in (
        (verify(mechanism, graph, math.inf, "1/2").certificate(), "bound"),
        (worst_case(mechanism, graph, math.inf).certificate(), "bound"),
    ):
        false = Certificate({**certificate.statement, "delta": ["1", "3"]}, certificate.evidence)
        with pytest.raises(CertificateError) as caught:
            check(false)
        assert caught.value.check == name
    refuted = verify(mechanism, graph, math.inf, "1/3").certificate()
    for statement, evidence in (({"delta": ["1", "2"]}, {}), ({}, {"event": [0, 1]}), ({}, {"event": [1]})):
        with pytest.raises(CertificateError) as caught:
            check(Certificate({**refuted.statement, **statement}, {**refuted.evidence, **evidence}))
        assert caught.value.check == "violation"


def test_other_floats_and_a_free_e() -> None:
    mechanism, graph = Mechanism.from_rows([0, 1], "xyz", ROWS[:2]), NeighborGraph.complete([0, 1])
    wrong: list[Any] = [-math.inf, math.nan, 2.0, np.float64(3.0)]
    for value in wrong:
        refuses(InexactInputError, "", verify, mechanism, graph, value, 0)
        refuses(InexactInputError, "", tight_delta, mechanism, graph, value)
    refuses(InexactInputError, "", verify, mechanism, graph, 2, math.inf)
    e = free_exp_epsilon()
    free = Mechanism.from_rows([0, 1], [0, 1], [[1 / (1 + e), e / (1 + e)], [0, 1]])
    verdict = of_type(Undecided, verify(free, NeighborGraph.complete([0, 1]), math.inf, "1/2"))
    assert "infinity" in verdict.reason
    refuses(ParameterError, "", tight_delta, free, NeighborGraph.complete([0, 1]), math.inf)
