"""Laws of mechanisms and their combinators, and of the three layouts that hold the same integers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, compose, exact, mix, tight_delta, tight_exp_epsilon, verify, worst_case
from dpexact.mechanisms import rows
from tests.strategies import deltas, distributions, factors, mechanisms

ALL = NeighborGraph.complete(range(3))
probabilities = st.sampled_from([Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(1)])


def rebuilt(m: Mechanism, *, small: int, word_bits: int, common_bits: int) -> Mechanism:
    """The same mechanism, held in another layout."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "SMALL", small)
        patch.setattr(rows, "WORD_BITS", word_bits)
        patch.setattr(rows, "MAX_COMMON_BITS", common_bits)
        return Mechanism.from_rows(m.inputs, m.outputs, m.rows())


@given(mechanisms(), factors, deltas)
def test_every_layout_gives_the_same_answers(m: Mechanism, e: Any, delta: Fraction) -> None:
    expected = worst_case(m, ALL, e)
    for kept in ((0, 62, 1 << 28), (0, 0, 1 << 28), (0, 0, 0)):
        other = rebuilt(m, small=kept[0], word_bits=kept[1], common_bits=kept[2])
        stored = other.stored_integers()
        assert stored is None if kept[2] == 0 else stored is not None and stored.ints is None
        assert other == m
        worst = worst_case(other, ALL, e)
        assert (worst.delta, worst.pair, worst.event) == (expected.delta, expected.pair, expected.event)
        assert tight_exp_epsilon(other, ALL, delta) == tight_exp_epsilon(m, ALL, delta)
        assert verify(other, ALL, e, delta).proved == verify(m, ALL, e, delta).proved
        assert other.probability(0, other.outputs[1:]) == m.probability(0, m.outputs[1:])


@given(st.lists(st.integers(0, 10**40), min_size=2, max_size=6).filter(any))
def test_numerators_and_rows_are_two_ways_to_say_the_same(weights: list[int]) -> None:
    total = sum(weights)
    labels = range(len(weights))
    by_numerators = Mechanism.from_numerators([0, 1], labels, [weights, weights[::-1]], total)
    by_rows = Mechanism.from_rows(
        [0, 1], labels, [[Fraction(w, total) for w in row] for row in (weights, weights[::-1])]
    )
    assert by_numerators == by_rows
    assert hash(by_numerators) == hash(by_rows)
    stored = by_numerators.numerators()
    assert stored is not None
    assert [[Fraction(a, stored[1]) for a in row] for row in stored[0]] == [list(row) for row in by_rows.rows()]


@given(mechanisms())
def test_an_event_and_its_complement_share_the_probability(m: Mechanism) -> None:
    for i in m.inputs:
        for o in m.outputs:
            assert m.probability(i, [o]) + m.probability(i, set(m.outputs) - {o}) == 1
    assert tuple(zip(*m.column_stochastic(), strict=True)) == m.rows()


@given(mechanisms(outputs=3), mechanisms(inputs=3, outputs=2), mechanisms(inputs=2))
def test_post_processing_is_associative_and_has_a_unit(m: Mechanism, a: Mechanism, b: Mechanism) -> None:
    assert m.postprocess(a).postprocess(b) == m.postprocess(a.postprocess(b))
    unit = Mechanism.from_rows(range(3), range(3), [[int(i == o) for o in range(3)] for i in range(3)])
    assert m.postprocess(unit) == m


@given(mechanisms(), mechanisms(), probabilities)
def test_a_mixture_forgets_what_a_disjoint_mixture_tells(m: Mechanism, n: Mechanism, p: Fraction) -> None:
    told = mix(p, m, n, outputs="disjoint")
    common = mix(p, m, n)
    rows = [[int(label[1] == o) for o in common.outputs] for label in told.outputs]  # type: ignore[index]
    assert told.postprocess(Mechanism.from_rows(told.outputs, common.outputs, rows)) == common
    assert mix(p, m, m) == m


@given(mechanisms(), mechanisms())
def test_a_composition_has_its_parts_as_marginals(m: Mechanism, n: Mechanism) -> None:
    both = compose(m, n)
    for part, place in ((m, 0), (n, 1)):
        rows = [[int(label[place] == o) for o in part.outputs] for label in both.outputs]  # type: ignore[index]
        assert both.postprocess(Mechanism.from_rows(both.outputs, part.outputs, rows)) == part


@given(mechanisms(inputs=2, outputs=3), distributions(3), factors)
def test_data_independent_noise_is_free(m: Mechanism, noise: Any, e: Any) -> None:
    pair = NeighborGraph.complete([0, 1])
    constant = Mechanism.from_rows([0, 1], range(3), [noise, noise])
    assert tight_delta(compose(m, constant), pair, e) == tight_delta(m, pair, e)
    assert tight_delta(constant, pair, 1) == 0


@given(st.lists(st.floats(0, 1, allow_subnormal=True), min_size=1, max_size=5))
def test_floats_keep_their_binary_values(values: list[float]) -> None:
    m = Mechanism.from_floats([0], range(len(values)), [values], row_sums="report")
    assert [value.as_fraction() for value in m.rows()[0]] == [Fraction(value) for value in values]
    total = sum(map(Fraction, values))
    assert m.defects == (() if total == 1 else (total - 1,))


@given(mechanisms(), st.sampled_from(["exp(-1/3)", "sqrt(2)/2", "2/3"]))
def test_irrational_kernels_keep_rows_summing_to_1(m: Mechanism, text: str) -> None:
    p = exact(text)
    kernel = Mechanism.from_rows(
        m.outputs, ["stay", *m.outputs], [[1 - p, *(p * int(o == a) for a in m.outputs)] for o in m.outputs]
    )
    after = m.postprocess(kernel)
    for i in m.inputs:
        assert after.probability(i, after.outputs) == 1
        assert after.probability(i, ["stay"]) == 1 - p
