"""NeighborGraph: which ordered pairs are asserted."""

from typing import Any

import pytest

from dpexact import Mechanism, MechanismError, NeighborGraph, verify
from tests.each import each
from tests.refusals import refuses


def pairs(graph: NeighborGraph) -> list[Any]:
    """The ordered pairs as a sorted list, so that a repeated pair shows."""
    return sorted(graph.ordered_pairs(), key=repr)


def test_path_asserts_both_directions_of_each_step() -> None:
    assert pairs(NeighborGraph.path("abc")) == [("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")]
    assert pairs(NeighborGraph.path(["a"])) == []


def test_complete_asserts_every_ordered_pair() -> None:
    expected = [(1, "1"), (1, (1,)), ("1", 1), ("1", (1,)), ((1,), 1), ((1,), "1")]
    assert sorted(expected, key=repr) == pairs(NeighborGraph.complete([1, "1", (1,)]))
    assert pairs(NeighborGraph.complete([0])) == []


def test_edges_are_undirected_unless_said_otherwise() -> None:
    edges = [(0, 1), [1, 2]]
    assert pairs(NeighborGraph.from_edges(range(3), edges)) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert pairs(NeighborGraph.from_edges(range(3), edges, directed=True)) == [(0, 1), (1, 2)]
    assert pairs(NeighborGraph.from_edges(range(3), [])) == []


def test_repeated_and_reversed_edges_count_once() -> None:
    edges = [(0, 1), (0, 1), (1, 0)]
    assert pairs(NeighborGraph.from_edges(range(2), edges)) == [(0, 1), (1, 0)]
    assert pairs(NeighborGraph.from_edges(range(2), edges, directed=True)) == [(0, 1), (1, 0)]
    assert pairs(NeighborGraph.from_edges(range(2), edges[:2], directed=True)) == [(0, 1)]


@each(
    ("edges", "words"),
    [
        ([(0, 1), (0, 9)], r"edges\[1\]: 9 is not an input"),
        ([(0, "1")], r"edges\[0\]: '1' is not an input"),
        ([(0, 0)], "paired with itself"),
        ([(0, 1, 2)], "expected a pair"),
        ([(0,)], "expected a pair"),
        (["01"], "expected a pair"),
        ([{0, 1}], "expected a pair"),
        ([(0, 1.0)], "expected a label"),
        ([(0, True)], "expected a label"),
    ],
)
def test_edges_that_are_refused(edges: Any, words: str) -> None:
    refuses(MechanismError, words, NeighborGraph.from_edges, [0, 1, 2], edges)


@pytest.mark.parametrize("make", [NeighborGraph.path, NeighborGraph.complete])
def test_inputs_are_distinct_labels(make: Any) -> None:
    for labels in ([0, 0], [], [0.5]):
        refuses(MechanismError, "inputs", make, labels)


def test_a_complete_relation_of_absurd_size_is_refused() -> None:
    refuses(MechanismError, "ordered pairs", NeighborGraph.complete, range(10_000))


@pytest.mark.parametrize("names", [{"a", "b"}, frozenset("abc")])
def test_a_set_of_labels_has_no_order(names: Any) -> None:
    """Python orders texts in a set anew in each run, so that rows and steps would belong to other inputs."""
    rows = [["1/2"] * 2] * len(names)
    for make in (
        lambda: NeighborGraph.path(names),
        lambda: Mechanism.from_rows(names, ["x", "y"], rows),
        lambda: Mechanism.from_rows(list(names), {"x", "y"}, rows),
    ):
        refuses(MechanismError, r"(in|out)puts: expected a sequence of labels, got .* of type", make)
    assert set(NeighborGraph.path(dict.fromkeys(names).keys()).inputs) == names


def test_a_relation_on_some_of_the_inputs_is_told_as_such() -> None:
    """The third row breaks the bound, and is in no pair."""
    mechanism = Mechanism.from_rows("abc", "xy", [["3/4", "1/4"], ["1/4", "3/4"], [1, 0]])
    some, every = (repr(verify(mechanism, NeighborGraph.complete(names), 3, 0)) for names in ("ab", "abc"))
    assert "; 3 inputs, 2 outputs, 2 ordered pairs (2 inputs are neighbors)>" in some
    assert "; 3 inputs, 2 outputs, 6 ordered pairs (all inputs are neighbors)>" in every
