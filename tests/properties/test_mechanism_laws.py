"""Laws of mechanisms and their combinators, and of the three layouts that hold the same integers."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, compose, exact, mix, tight_exp_epsilon, verify, worst_case
from dpexact.mechanisms import rows
from tests.strategies import deltas, factors, mechanisms

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


def fractions(m: Mechanism) -> list[list[Fraction]]:
    return [[value.as_fraction() for value in row] for row in m.rows()]


@given(mechanisms(outputs=3), mechanisms(outputs=3), mechanisms(inputs=3, outputs=2), probabilities)
def test_combinators_are_their_definitions(m: Mechanism, n: Mechanism, kernel: Mechanism, p: Fraction) -> None:
    first, second, map_ = fractions(m), fractions(n), fractions(kernel)
    both = list(zip(first, second, strict=True))
    columns = list(zip(*map_, strict=True))
    after = [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in first]
    assert fractions(m.postprocess(kernel)) == after
    common = [[p * a + (1 - p) * b for a, b in zip(*rows, strict=True)] for rows in both]
    assert fractions(mix(p, m, n)) == common
    told = [[*(p * a for a in one), *((1 - p) * b for b in other)] for one, other in both]
    assert fractions(mix(p, m, n, outputs="disjoint")) == told
    assert fractions(compose(m, n)) == [[a * b for a in one for b in other] for one, other in both]


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
