"""Every original is proved at its E; its broken twin, which claims the same E, is refuted, and brute force agrees."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from dpexact import (
    Enclosure,
    Exact,
    Mechanism,
    NeighborGraph,
    Proved,
    Refuted,
    check,
    exact,
    free_exp_epsilon,
    tight_exp_epsilon,
    verify,
)
from dpexact.mechanisms import families
from tests.oracle import CLOSE, MP, REALS, event_sums, number
from tests.refusals import refuses
from tests.twins import families as twins

ONE_FALLS = {"i": {"a": 1, "b": 0, "c": 0}, "j": {"a": 0, "b": 1, "c": 1}}


class Twins(NamedTuple):
    """An original and its twin as functions of the E that both claim, and the twin's own tight E if it has one."""

    original: Callable[[Exact], Mechanism]
    twin: Callable[[Exact], Mechanism]
    graph: Callable[[tuple[Any, ...]], NeighborGraph]
    tight: Callable[[Any], Any]


TWINS = {
    "response_with_fair_second_coin": Twins(
        lambda e: families.randomized_response(e / (1 + e)),
        lambda e: twins.response_with_fair_second_coin(e / (1 + e)),
        NeighborGraph.complete,
        lambda e: 2 * e + 1,  # (1 + t) / (1 - t) with t = E / (1 + E)
    ),
    "lies_on_all_values": Twins(
        lambda e: families.k_ary_randomized_response(e, 3),
        lambda e: twins.lies_on_all_values(e, 3),
        NeighborGraph.complete,
        lambda e: 1 + 3 * e / 2,
    ),
    "geometric_drawn_again": Twins(
        lambda e: families.range_restricted_geometric(1 / e, 3),
        lambda e: twins.geometric_drawn_again(1 / e, 3),
        NeighborGraph.path,
        lambda e: e * (1 + 2 / e) / (1 + 1 / e + 1 / e**2),
    ),
    "exponential_without_the_two": Twins(
        lambda e: families.exponential_mechanism(ONE_FALLS, e, 1),
        lambda e: twins.exponential_without_the_two(ONE_FALLS, e, 1),
        NeighborGraph.complete,
        lambda e: e * (1 + 2 * e) / (e + 2),
    ),
    "flip_without_permuting": Twins(
        lambda e: families.permute_and_flip(ONE_FALLS, e, 1),
        lambda e: twins.flip_without_permuting(ONE_FALLS, e, 1),
        NeighborGraph.complete,
        lambda _: math.inf,
    ),
    "rappor_budget_of_one_bit": Twins(
        lambda e: families.rappor(2 / (1 + e ** Fraction(1, 2)), 3),
        lambda e: twins.rappor_budget_of_one_bit(e, 3),
        NeighborGraph.complete,
        lambda e: e**2,
    ),
    "subset_with_binary_inclusion": Twins(
        lambda e: families.subset_selection(e, 5, 2),
        lambda e: twins.subset_with_binary_inclusion(e, 5, 2),
        NeighborGraph.complete,
        lambda e: e * Fraction(3, 2),
    ),
}
FACTORS = ["2", "6/5", "sqrt(2)", "exp(1/2)", "exp(1/2 + log(2)/2)", "3/2*exp(1/3)"]


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("name", TWINS)
def test_the_twin_is_refuted_where_the_original_is_proved(name: str, factor: str) -> None:
    case, e = TWINS[name], exact(factor)
    original, twin = case.original(e), case.twin(e)
    assert (original.inputs, set(original.outputs)) == (twin.inputs, set(twin.outputs))
    graph = case.graph(original.inputs)
    proved, verdict = verify(original, graph, e, 0), verify(twin, graph, e, 0)
    assert isinstance(proved, Proved)
    assert isinstance(verdict, Refuted)
    check(proved.certificate())
    check(verdict.certificate())
    assert_violated(twin, verdict, REALS.get(factor) or number(Fraction(factor)))
    assert tight_exp_epsilon(twin, graph) == case.tight(e)


def assert_violated(m: Mechanism, verdict: Refuted, factor: Any) -> None:
    """The event is a violation and the worst one of its pair, by the sums over all events in 150 digits."""
    i, j = (m.input_place(label) for label in verdict.counterexample.pair)
    first, second = (event_sums([number(entry.enclosure(500)[0]) for entry in m.rows()[k]]) for k in (i, j))
    event = sum(1 << m.output_place(label) for label in verdict.counterexample.event)
    excess = first[event] - factor * second[event]
    assert excess > CLOSE
    assert abs(excess - max(a - factor * b for a, b in zip(first, second, strict=True))) < CLOSE
    assert abs(excess - number(Enclosure.of(verdict.counterexample.excess).refine(500).lower)) < CLOSE


@pytest.mark.parametrize(
    "name", sorted(set(TWINS) - {"rappor_budget_of_one_bit", "exponential_without_the_two", "flip_without_permuting"})
)
def test_a_twin_with_a_free_e_is_refuted_at_a_concrete_one(name: str) -> None:
    case, e = TWINS[name], free_exp_epsilon(lower="11/10")
    original = case.original(e)
    graph = case.graph(original.inputs)
    assert verify(original, graph, e, 0).proved
    verdict = verify(case.twin(e), graph, e, 0)
    assert isinstance(verdict, Refuted)
    factor = exact(verdict.exp_epsilon)
    assert factor >= Fraction(11, 10)
    at_point, point = case.twin(factor), factor.as_fraction()
    assert_violated(at_point, verdict, MP.mpf(point.numerator) / point.denominator)


def test_every_twin_has_a_case_and_names_its_defect() -> None:
    public = {
        name
        for name, value in vars(twins).items()
        if getattr(value, "__module__", "") == twins.__name__ and name[0] != "_"
    }
    assert public == set(TWINS)
    assert all(getattr(twins, name).__doc__ for name in public)


def test_the_twins_say_where_they_are_no_twins() -> None:
    # On two counts drawing again is randomized response; with 2 d >= k the binary inclusion is not refuted.
    refuses(ValueError, "size", twins.geometric_drawn_again, "1/2", 2)
    m = twins.subset_with_binary_inclusion(3, 4, 2)
    assert verify(m, NeighborGraph.complete(m.inputs), 3, 0).proved
