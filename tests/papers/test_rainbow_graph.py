"""Rainbow graphs, morphisms and optimal mechanisms on graphs small enough to be worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from dpexact import Mechanism, NeighborGraph, exact, verify
from dpexact.errors import DPExactError, InexactInputError, MechanismError, ParameterError, TooLargeError
from dpexact.papers.rainbow import RainbowGraph, is_morphism, is_rainbow_preserving, optimal_mechanism, pullback, step

BRG: tuple[str, ...] = ("blue", "red", "green")
BGR: tuple[str, ...] = ("blue", "green", "red")
GRB: tuple[str, ...] = ("green", "red", "blue")
# A tail a4-a3-a2-a1, a1 and a0 at the boundary and neighbors; b0-b1 with another rainbow; x-y apart.
EDGES = [("a4", "a3"), ("a3", "a2"), ("a2", "a1"), ("a1", "a0"), ("a1", "b0"), ("a0", "b0"), ("b0", "b1"), ("x", "y")]
RAINBOWS = {
    **dict.fromkeys(("a0", "a1", "a2", "a3", "a4"), BRG),
    **dict.fromkeys(("b0", "b1"), GRB),
    "x": BRG,
    "y": BRG,
}
GRAPH = RainbowGraph(EDGES, RAINBOWS)
BOUNDARY = {BRG: {"blue": "1/4", "red": "1/4", "green": "1/2"}, GRB: {"blue": "1/8", "red": "1/4", "green": "5/8"}}


def test_boundary_interior_and_distance() -> None:
    assert GRAPH.boundary(BRG) == {"a0", "a1"}
    assert GRAPH.interior(BRG) == {"a2", "a3", "a4", "x", "y"}
    assert GRAPH.boundary(GRB) == {"b0"}
    assert GRAPH.boundary(BGR) == frozenset()
    assert [GRAPH.distance(v) for v in GRAPH.vertices] == [0, 0, 1, 2, 3, 0, 1, math.inf, math.inf]


def test_one_rainbow_has_no_boundary() -> None:
    graph = RainbowGraph([(1, 2)], {1: (0, 1), 2: (0, 1), 3: (0, 1)})
    assert graph.boundary((0, 1)) == frozenset()
    assert [graph.distance(v) for v in (1, 2, 3)] == [math.inf] * 3
    assert graph.boundary_graph().vertices == (((0, 1), "inf"),)
    mechanism = optimal_mechanism(graph, {}, 2, 0)
    assert mechanism.rows() == ((exact(1), exact(0)),) * 3


def test_boundary_graph_and_its_morphism() -> None:
    small = GRAPH.boundary_graph()
    lines = {((BRG, 0), (BRG, 1)), ((BRG, 1), (BRG, 2)), ((BRG, 2), (BRG, 3)), ((GRB, 0), (GRB, 1))}
    edges = lines | {((BRG, 0), (GRB, 0))}
    assert {frozenset(edge) for edge in small.edges} == {frozenset(edge) for edge in edges}
    assert set(small.vertices) == {*((BRG, i) for i in range(4)), (GRB, 0), (GRB, 1), (BRG, "inf")}
    morphism = GRAPH.boundary_morphism()
    assert morphism["a3"] == (BRG, 2)
    assert morphism["x"] == (BRG, "inf")
    assert is_rainbow_preserving(morphism, GRAPH, small)
    assert set(small.boundary_graph().vertices) == {*(((c, i)) for c, i in morphism.values())}


def test_a_map_that_tears_an_edge_is_no_morphism() -> None:
    path = RainbowGraph([(1, 2), (2, 3)], dict.fromkeys((1, 2, 3), (0, 1)))
    assert is_morphism({1: 3, 2: 3, 3: 2}, path, path)
    assert not is_morphism({1: 1, 2: 3, 3: 3}, path, path)
    mixed = RainbowGraph([(1, 2), (2, 3)], {1: (0, 1), 2: (0, 1), 3: (1, 0)})
    assert is_morphism({1: 1, 2: 2, 3: 2}, mixed, mixed)
    assert not is_rainbow_preserving({1: 1, 2: 2, 3: 2}, mixed, mixed)
    with pytest.raises(ParameterError, match="image for every vertex"):
        is_morphism({1: 1}, path, path)
    with pytest.raises(ParameterError, match="a vertex of the graph"):
        is_morphism({1: 1, 2: 2, 3: 9}, path, path)


def test_pullback_keeps_privacy_and_a_torn_map_need_not() -> None:
    line = Mechanism.from_rows([1, 2, 3], [0, 1], [["1/5", "4/5"], ["2/5", "3/5"], ["7/10", "3/10"]])
    path = NeighborGraph.path([1, 2, 3])
    assert verify(line, path, 2, 0).proved
    assert verify(pullback(line, {1: 3, 2: 3, 3: 2}), path, 2, 0).proved
    assert not verify(pullback(line, {1: 1, 2: 3, 3: 3}), path, 2, 0).proved
    with pytest.raises(MechanismError):
        pullback(line, {1: 4})


def test_optimal_mechanism_by_hand() -> None:
    # E = 2, delta = 0, breakpoint 1/3. blue red green: s = (1/4, 1/2), (1/2, 3/4), (3/4, 7/8), (7/8, 15/16).
    # green red blue: s = (5/8, 7/8), (13/16, 15/16). Valid: 1/4 <= 2/8, 1/4 = 1/4, 5/8 <= 2/2.
    mechanism = optimal_mechanism(GRAPH, BOUNDARY, 2, 0)
    assert mechanism.inputs == GRAPH.vertices
    assert mechanism.outputs == BRG
    expected = {
        "a0": ("1/4", "1/4", "1/2"),
        "a1": ("1/4", "1/4", "1/2"),
        "a2": ("1/2", "1/4", "1/4"),
        "a3": ("3/4", "1/8", "1/8"),
        "a4": ("7/8", "1/16", "1/16"),
        "b0": ("1/8", "1/4", "5/8"),
        "b1": ("1/16", "1/8", "13/16"),
        "x": (1, 0, 0),
        "y": (1, 0, 0),
    }
    assert dict(zip(mechanism.inputs, mechanism.rows(), strict=True)) == {
        vertex: tuple(exact(value) for value in row) for vertex, row in expected.items()
    }
    assert verify(mechanism, GRAPH.neighbors, 2, 0).proved


def test_theorem_3_the_pullback_from_the_boundary_graph() -> None:
    small = GRAPH.boundary_graph()
    there = optimal_mechanism(small, BOUNDARY, "6/5", "1/5")
    assert pullback(there, GRAPH.boundary_morphism()) == optimal_mechanism(GRAPH, BOUNDARY, "6/5", "1/5")


def test_a_boundary_that_is_not_close_is_refused_with_the_event() -> None:
    boundary = {**BOUNDARY, GRB: {"blue": "1/9", "red": "1/4", "green": "23/36"}}
    with pytest.raises(ParameterError, match=r"\['blue'\].*1/4 and q = 1/9"):
        optimal_mechanism(GRAPH, boundary, 2, 0)
    # 1/4 - 2/9 = 1/36: exactly enough, and not enough.
    assert optimal_mechanism(GRAPH, boundary, 2, "1/36").inputs == GRAPH.vertices
    with pytest.raises(ParameterError):
        optimal_mechanism(GRAPH, boundary, 2, Fraction(1, 36) - Fraction(1, 10**60))
    assert optimal_mechanism(GRAPH, boundary, 2, 1).probability("a2", ["blue"]) == 1


def test_colors_that_the_boundary_never_gives() -> None:
    # No blue at the boundary and delta = 0: none anywhere within reach, however far; but all blue out of reach.
    boundary = {BRG: {"blue": 0, "red": "1/2", "green": "1/2"}, GRB: {"blue": 0, "red": "1/2", "green": "1/2"}}
    mechanism = optimal_mechanism(GRAPH, boundary, 2, 0)
    assert mechanism.probability("a4", ["blue"]) == 0
    assert mechanism.probability("a4", ["green"]) == Fraction(1, 16)
    assert mechanism.probability("x", ["blue"]) == 1


def test_irrational_e() -> None:
    e = exact("exp(1/10)")
    mechanism = optimal_mechanism(GRAPH, {BRG: BOUNDARY[BRG], GRB: BOUNDARY[BRG]}, e, "1/10")
    p = ("1/4", "1/4", "1/2")
    assert mechanism.rows()[4] == step(step(step(p, e, "1/10"), e, "1/10"), e, "1/10")
    assert verify(mechanism, GRAPH.neighbors, e, "1/10").proved


@pytest.mark.parametrize(
    ("edges", "rainbows", "message"),
    [
        ([(1, 2)], {1: (0, 1)}, "not an input"),
        ([(1, 1)], {1: (0, 1)}, "itself"),
        ([(1, 2, 3)], {1: (0, 1)}, "pair"),
        ([], {}, "at least one"),
        ([], [1, 2], "expected {vertex"),
        ([], {1: "ab"}, "tuple of colors"),
        ([], {1: ()}, "at least one"),
        ([], {1: (0, 0)}, "distinct"),
        ([], {1: (0, 1), 2: (0, 2)}, "in some order"),
        ([], {1: (0, 1), 2: (0,)}, "in some order"),
        ([], {1: (0, 1), 2: (0, True)}, "label"),
        ([], {1: (0, 1), 2: (0, [1])}, "label"),
        ([], {1.5: (0, 1)}, "label"),
    ],
)
def test_graphs_that_are_none(edges: list[tuple[int, ...]], rainbows: object, message: str) -> None:
    with pytest.raises(DPExactError, match=message):
        RainbowGraph(edges, rainbows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("boundary", "message"),
    [
        ({BRG: BOUNDARY[BRG]}, "got none for"),
        ([], "expected {rainbow"),
        ({**BOUNDARY, ("blue", "red"): BOUNDARY[BRG]}, "in some order"),
        ({**BOUNDARY, GRB: {"blue": 1}}, "a value for each"),
        ({**BOUNDARY, GRB: {"blue": 1, "red": 0, "green": 0, "pink": 0}}, "a value for each"),
        ({**BOUNDARY, GRB: {"blue": "1/2", "red": "1/4", "green": "1/8"}}, "sum 7/8"),
        ({**BOUNDARY, GRB: {"blue": "-1/2", "red": "1", "green": "1/2"}}, ">= 0"),
        ({**BOUNDARY, BGR: {"blue": "1/2", "red": "1", "green": "1/2"}}, "sum 2"),
    ],
)
def test_boundaries_that_are_none(boundary: object, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        optimal_mechanism(GRAPH, boundary, 2, 0)  # type: ignore[arg-type]


def test_other_bad_input() -> None:
    with pytest.raises(InexactInputError):
        optimal_mechanism(GRAPH, {BRG: BOUNDARY[BRG], GRB: {"blue": 0.125, "red": 0.25, "green": 0.625}}, 2, 0)
    with pytest.raises(ParameterError, match="exp_epsilon"):
        optimal_mechanism(GRAPH, BOUNDARY, "1/2", 0)
    with pytest.raises(ParameterError, match="a vertex of the graph"):
        GRAPH.distance("nowhere")
    with pytest.raises(ParameterError, match="in some order"):
        GRAPH.boundary(("blue",))
    with pytest.raises(ParameterError, match="in some order"):
        GRAPH.boundary("blue")


@pytest.mark.slow
def test_a_grid_and_a_line_too_long_to_write_down() -> None:
    side = 40
    cells = list(product(range(side), repeat=2))
    edges = [((i, j), (i + 1, j)) for i, j in cells if i + 1 < side] + [
        ((i, j), (i, j + 1)) for i, j in cells if j + 1 < side
    ]
    grid = RainbowGraph(edges, {cell: (0, 1) if cell[0] else (1, 0) for cell in cells})
    assert grid.distance((39, 7)) == 38
    assert grid.distance((0, 7)) == 0
    halves = {0: "1/2", 1: "1/2"}
    mechanism = optimal_mechanism(grid, {(0, 1): halves, (1, 0): halves}, 2, 0)
    assert mechanism.probability((39, 7), [1]) == Fraction(1, 2**39)
    long = RainbowGraph([(i, i + 1) for i in range(2000)], {i: (0, 1) if i else (1, 0) for i in range(2001)})
    with pytest.raises(TooLargeError, match="closed_form"):
        optimal_mechanism(long, {(0, 1): halves, (1, 0): halves}, "exp(1/10)", 0)
