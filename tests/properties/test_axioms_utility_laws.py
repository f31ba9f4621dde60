"""Utilities of the axioms paper against its axioms: by hypothesis where they hold, by search where they fail."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import Mechanism, exact
from dpexact.errors import ParameterError, TooLargeError
from dpexact.numbers.exact import Exact
from dpexact.papers.axioms import (
    branching,
    break_branching,
    break_sufficiency,
    contraction,
    decision_value,
    determinant,
    discrimination,
    dobrushin,
    expected_loss,
    least_expected_loss,
    lorenz_volume,
    volume_squared,
)
from tests.refusals import refuses
from tests.values import present

LOSS = {(o, i): Fraction((3 * o + 5 * i * o) % 7 - 2, 3) for o in range(4) for i in range(3)}


def rows_of(inputs: int, outputs: int) -> st.SearchStrategy[list[list[Fraction]]]:
    weights = st.lists(st.integers(0, 5), min_size=outputs, max_size=outputs).filter(any)
    row = weights.map(lambda given: [Fraction(w, sum(given)) for w in given])
    return st.lists(row, min_size=inputs, max_size=inputs)


def mechanisms(inputs: int, outputs: int) -> st.SearchStrategy[Mechanism]:
    return rows_of(inputs, outputs).map(lambda rows: Mechanism.from_rows(range(inputs), range(outputs), rows))


def largest(x: tuple[Exact, ...]) -> Exact:
    return max(x)


RESPECTFUL = [dobrushin, discrimination, contraction, lorenz_volume, lambda m: branching(m, largest)]


@pytest.mark.parametrize("utility", RESPECTFUL, ids=["dobrushin", "discrimination", "contraction", "lorenz", "largest"])
@given(mechanism=mechanisms(3, 4), kernel=mechanisms(4, 3))
def test_post_processing_does_not_increase(utility: Any, mechanism: Mechanism, kernel: Mechanism) -> None:
    assert utility(mechanism.postprocess(kernel)) <= utility(mechanism)


@given(mechanism=mechanisms(3, 3), kernel=mechanisms(3, 3))
def test_determinant_is_multiplicative(mechanism: Mechanism, kernel: Mechanism) -> None:
    assert determinant(mechanism.postprocess(kernel)) == determinant(kernel) * determinant(mechanism)
    assert determinant(kernel) <= 1


@given(mechanism=mechanisms(3, 4), kernel=mechanisms(4, 4), prior=rows_of(1, 3))
def test_least_expected_loss_respects_post_processing(
    mechanism: Mechanism, kernel: Mechanism, prior: list[list[Fraction]]
) -> None:
    weights = dict(enumerate(prior[0]))
    before, after = (least_expected_loss(m, LOSS, weights) for m in (mechanism, mechanism.postprocess(kernel)))
    assert before <= after
    assert before <= expected_loss(mechanism.postprocess(kernel), LOSS, weights)
    utility = {key: -weights[key[1]] * value for key, value in LOSS.items()}
    assert before == -branching(mechanism, decision_value(utility, mechanism.inputs))


@given(mechanism=mechanisms(3, 3), noise=mechanisms(3, 3), share=st.fractions(0, 1))
def test_utilities_are_continuous(mechanism: Mechanism, noise: Mechanism, share: Fraction) -> None:
    """A change of every column by an L1 distance of at most 2t changes an overlap by at most 2t."""
    rows = [
        [(1 - share) * a + share * b for a, b in zip(p, q, strict=True)]
        for p, q in zip(mechanism.rows(), noise.rows(), strict=True)
    ]
    near = Mechanism.from_rows(range(3), range(3), rows)
    for utility in (dobrushin, discrimination):
        assert abs(utility(near) - utility(mechanism)) <= 2 * share


@given(mechanism=mechanisms(3, 3), rows=rows_of(2, 3))
def test_contraction_bounds_every_pair(mechanism: Mechanism, rows: list[list[Fraction]]) -> None:
    """||M x - M y|| <= contraction ||x - y|| in the L1 norm."""
    images = [
        [sum(w * p for w, p in zip(x, column, strict=True)) for column in mechanism.column_stochastic()] for x in rows
    ]
    before, after = (sum(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in (rows, images))
    assert after <= contraction(mechanism) * before


@pytest.mark.seldom
@pytest.mark.parametrize("inputs", [2, 3])
def test_utilities_that_respect_post_processing_are_not_broken_by_the_search(inputs: int) -> None:
    for utility in (dobrushin, discrimination, lorenz_volume):
        assert break_sufficiency(utility, inputs, 3, 2) is None
    assert break_sufficiency(determinant, inputs, inputs, 2) is None


def test_the_search_breaks_the_volume() -> None:
    found = present(break_sufficiency(volume_squared, 2, 3, 2))
    assert volume_squared(found.mechanism) == found.before
    assert volume_squared(found.mechanism.postprocess(found.kernel)) == found.after
    assert found.after > found.before


def test_the_search_breaks_the_expected_loss_by_an_exchange() -> None:
    def utility(mechanism: Mechanism) -> Exact:
        prior = {0: "3/4", 1: "1/4"}
        loss = {(o, i): int(o != i) for o in mechanism.outputs for i in mechanism.inputs}
        return -expected_loss(mechanism, loss, prior)

    found = present(break_sufficiency(utility, 2, 2, 3))
    assert found.after > found.before


@pytest.mark.parametrize("utility", [dobrushin, discrimination])
def test_overlaps_branch_for_two_inputs_only(utility: Any) -> None:
    assert break_branching(utility, 2, 4, 2) is None
    found = present(break_branching(utility, 3, 4, 2))
    assert found.first.column_stochastic()[:2] == found.second.column_stochastic()[:2]
    merge = Mechanism.from_rows(range(4), "abc", [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    for mechanism, cost in ((found.first, found.first_cost), (found.second, found.second_cost)):
        assert utility(mechanism) - utility(mechanism.postprocess(merge)) == cost
    assert found.first_cost != found.second_cost


def test_branching_measures_branch() -> None:
    assert break_branching(lambda m: exact(branching(m, largest)), 3, 4, 2) is None
    assert break_branching(lorenz_volume, 2, 4, 2) is not None


@pytest.mark.parametrize(
    ("arguments", "error", "fragment"),
    [
        ((0, 2, 2), ParameterError, "inputs: expected an integer >= 1"),
        ((2, 2, True), ParameterError, "denominator: expected an integer, got True of type bool"),
        ((20, 20, 20), TooLargeError, "1000000 mechanisms"),
        ((10**9, 2, 2), TooLargeError, "1000000 mechanisms"),
        ((2, 2, 10**9), TooLargeError, "1000000 mechanisms"),
        ((2, 10**9, 2), TooLargeError, "1000000 mechanisms"),
    ],
)
def test_the_search_refuses(arguments: tuple[int, int, int], error: type[Exception], fragment: str) -> None:
    refuses(error, fragment, break_sufficiency, dobrushin, *arguments)
    refuses(error, fragment, break_branching, dobrushin, *arguments)


def test_a_merge_needs_two_outputs() -> None:
    with pytest.raises(ParameterError, match="outputs: expected at least the two that are merged, got 1"):
        break_branching(dobrushin, 2, 1, 2)
