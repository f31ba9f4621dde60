"""Test what no mechanism can hold, and refusals that stay readable and keep their place."""

from collections.abc import Callable
from typing import Any

import pytest

from dpexact.errors import IncompatibleFieldsError, MechanismError, TooLargeError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import exact
from tests.each import each
from tests.refusals import refuses

HUGE: Any = 10**5000  # Python itself writes integers of at most 4300 digits


@each(
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
        refuses(MechanismError, word, call)


def test_the_longest_integer_label() -> None:
    label = 10**640 - 1
    assert Mechanism.from_rows([label, -label], ["yes"], [[1], [1]]).inputs == (label, -label)


@pytest.mark.slow
def test_a_sum_that_is_refused_names_its_row() -> None:
    row = [f"1/(1 + exp({2**k}))" for k in range(20)]  # the common denominator is near exp(2^20)
    refuses(TooLargeError, r"^rows\[1\]: ", Mechanism.from_rows, [1, 2], range(20), [[1] + [0] * 19, row])


def test_entries_without_a_common_field_name_their_row() -> None:
    roots = [exact("2**(1/2)/10"), exact("3**(1/2)/10")]
    refuses(IncompatibleFieldsError, r"^rows\[1\]: ", Mechanism.from_rows, [1, 2], [1, 2], [[1, 0], roots])
    rows: Any = [[1, 0], roots]
    refuses(IncompatibleFieldsError, r"^rows\[1\]: ", Mechanism.from_floats, [1, 2], [1, 2], rows, row_sums="report")
