"""Test what no mechanism can hold, and refusals that stay readable and keep their place."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest

from dpexact import tight_delta, tight_exp_epsilon, verify, worst_case
from dpexact.errors import DPExactError, IncompatibleFieldsError, MechanismError, TooLargeError
from dpexact.mechanisms.families import k_ary_randomized_response
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import exact, exact_of_float

HUGE: Any = 10**5000  # Python itself writes integers of at most 4300 digits


@pytest.mark.parametrize(
    ("label", "word"),
    [
        (HUGE, "640 digits"),
        (-HUGE, "640 digits"),
        (10**640, "640 digits"),
        (("a", (HUGE,)), "640 digits"),
        ("\ud800", "surrogate"),
        (("a", "\udfff b"), "surrogate"),
        ([HUGE], "type list"),
    ],
    ids=["huge", "minus-huge", "one-digit-more", "inside", "surrogate", "surrogate-inside", "list"],
)
def test_labels_that_no_document_can_hold(label: Any, word: str) -> None:
    mechanism = Mechanism.from_rows([1], ["yes"], [[1]])
    calls: list[Callable[[], object]] = [
        lambda: Mechanism.from_rows([label], ["yes"], [[1]]),
        lambda: Mechanism.from_rows([1], [label], [[1]]),
        lambda: mechanism.input_place(label),
        lambda: mechanism.probability(1, [label]),
        lambda: NeighborGraph.complete([label]),
        lambda: NeighborGraph.from_edges([1, 2], [(1, label)]),
    ]
    for call in calls:
        with pytest.raises(MechanismError, match=word):
            call()


def test_the_longest_integer_label() -> None:
    label = 10**640 - 1
    assert Mechanism.from_rows([label, -label], ["yes"], [[1], [1]]).inputs == (label, -label)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Mechanism.from_numerators([1], [1, 2], [[1, 0]], -HUGE),
        lambda: Mechanism.from_numerators([1], [1, 2], [[1, 0]], cast("Any", (HUGE,))),
        lambda: Mechanism.from_numerators([1], [1], [[Fraction(HUGE, 3)]], 1),
        lambda: Mechanism.from_numerators([1], [1], [[HUGE]], 1),
        lambda: Mechanism.from_numerators([1], [1], [HUGE], 1),
        lambda: Mechanism.from_rows([1], [1], HUGE),
        lambda: Mechanism.from_rows(HUGE, [1], [[1]]),
        lambda: Mechanism.from_rows([1], [1], [[[HUGE]]]),
        lambda: Mechanism.from_rows([1], [1], [[-HUGE]]),
        lambda: Mechanism.from_floats([1], [1], [[1.0]], HUGE),
        lambda: NeighborGraph.from_edges([1, 2], [HUGE]),
        lambda: exact((HUGE,)),
        lambda: exact_of_float(HUGE),
        lambda: exact("exp(1)").enclosure(-HUGE),
        lambda: exact("exp(1)").decimal(HUGE),
        lambda: k_ary_randomized_response(2, -HUGE),
    ],
)
def test_refusals_of_huge_integers_can_be_written(call: Callable[[], object]) -> None:
    with pytest.raises(DPExactError) as caught:
        call()
    assert len(str(caught.value)) < 500


@pytest.mark.slow
def test_a_sum_that_is_refused_names_its_row() -> None:
    row = [f"1/(1 + exp({2**k}))" for k in range(20)]  # the common denominator is near exp(2^20)
    with pytest.raises(TooLargeError, match=r"^rows\[1\]: "):
        Mechanism.from_rows([1, 2], range(20), [[1] + [0] * 19, row])


def test_entries_without_a_common_field_name_their_row() -> None:
    roots = [exact("2**(1/2)/10"), exact("3**(1/2)/10")]
    with pytest.raises(IncompatibleFieldsError, match=r"^rows\[1\]: "):
        Mechanism.from_rows([1, 2], [1, 2], [[1, 0], roots])
    rows: Any = [[1, 0], roots]
    with pytest.raises(IncompatibleFieldsError, match=r"^rows\[1\]: "):
        Mechanism.from_floats([1, 2], [1, 2], rows, row_sums="report")


@pytest.mark.parametrize("decide", [verify, tight_delta, worst_case, tight_exp_epsilon])
@pytest.mark.parametrize("place", ["mechanism", "neighbors"])
@pytest.mark.parametrize("value", [5, None, "text", [["1"]]])
def test_what_is_no_mechanism_or_relation(decide: Any, place: str, value: Any) -> None:
    arguments: dict[str, Any] = {
        "mechanism": Mechanism.from_rows("ab", "x", [[1], [1]]),
        "neighbors": NeighborGraph.path("ab"),
        place: value,
    }
    number = {"delta": 0} if decide is tight_exp_epsilon else {"exp_epsilon": 2}
    rest = {**number, "delta": 0} if decide is verify else number
    with pytest.raises(MechanismError, match=f"{place}: expected a "):
        decide(**arguments, **rest)
