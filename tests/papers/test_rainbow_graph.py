"""Rainbow graphs, morphisms and optimal mechanisms, by hand, and at the edges: labels, long lines, a free E."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from dpexact import Mechanism, NeighborGraph, exact, free_exp_epsilon, verify
from dpexact.errors import (
    DPExactError,
    InexactInputError,
    MechanismError,
    ParameterError,
    SignChangesError,
    TooLargeError,
)
from dpexact.papers.rainbow import (
    RainbowGraph,
    is_morphism,
    is_rainbow_preserving,
    line_mechanism,
    optimal,
    optimal_mechanism,
    pullback,
    step,
)
from tests.refusals import refuses

BRG: tuple[str, ...] = ("blue", "red", "green")
BGR: tuple[str, ...] = ("blue", "green", "red")
GRB: tuple[str, ...] = ("green", "red", "blue")
# A tail a4-a3-a2-a1, a1 and a0 at the boundary and neighbors; b0-b1 with another rainbow; x-y apart.
EDGES = [("a4", "a3"), ("a3", "a2"), ("a2", "a1"), ("a1", "a0"), ("a1", "b0"), ("a0", "b0"), ("b0", "b1"), ("x", "y")]
RAINBOWS = dict.fromkeys(("a0", "a1", "a2", "a3", "a4"), BRG) | dict.fromkeys(("b0", "b1"), GRB)
GRAPH = RainbowGraph(EDGES, RAINBOWS | {"x": BRG, "y": BRG})
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
    assert optimal_mechanism(graph, {}, 2, 0).rows() == ((exact(1), exact(0)),) * 3


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
    refuses(ParameterError, "image for every vertex", is_morphism, {1: 1}, path, path)
    refuses(ParameterError, "a vertex of the graph", is_morphism, {1: 1, 2: 2, 3: 9}, path, path)


def test_pullback_keeps_privacy_and_a_torn_map_need_not() -> None:
    line = Mechanism.from_rows([1, 2, 3], [0, 1], [["1/5", "4/5"], ["2/5", "3/5"], ["7/10", "3/10"]])
    path = NeighborGraph.path([1, 2, 3])
    assert verify(line, path, 2, 0).proved
    assert verify(pullback(line, {1: 3, 2: 3, 3: 2}), path, 2, 0).proved
    assert not verify(pullback(line, {1: 1, 2: 3, 3: 3}), path, 2, 0).proved
    refuses(MechanismError, "", pullback, line, {1: 4})


def test_optimal_mechanism_by_hand() -> None:
    # E = 2, delta = 0, breakpoint 1/3. blue red green: s = (1/4, 1/2), (1/2, 3/4), (3/4, 7/8), (7/8, 15/16).
    # green red blue: s = (5/8, 7/8), (13/16, 15/16). Valid: 1/4 <= 2/8, 1/4 = 1/4, 5/8 <= 2/2.
    mechanism = optimal_mechanism(GRAPH, BOUNDARY, 2, 0)
    assert mechanism.inputs == GRAPH.vertices
    assert mechanism.outputs == BRG
    a = [("1/4", "1/4", "1/2"), ("1/4", "1/4", "1/2"), ("1/2", "1/4", "1/4"), ("3/4", "1/8", "1/8")]
    b = [("1/8", "1/4", "5/8"), ("1/16", "1/8", "13/16")]
    expected: list[tuple[object, ...]] = [*a, ("7/8", "1/16", "1/16"), *b, (1, 0, 0), (1, 0, 0)]
    assert list(mechanism.rows()) == [tuple(exact(value) for value in row) for row in expected]
    assert verify(mechanism, GRAPH.neighbors, 2, 0).proved


def test_theorem_3_the_pullback_from_the_boundary_graph() -> None:
    small = GRAPH.boundary_graph()
    there = optimal_mechanism(small, BOUNDARY, "6/5", "1/5")
    assert pullback(there, GRAPH.boundary_morphism()) == optimal_mechanism(GRAPH, BOUNDARY, "6/5", "1/5")


def test_a_boundary_that_is_not_close_is_refused_with_the_event() -> None:
    boundary = {**BOUNDARY, GRB: {"blue": "1/9", "red": "1/4", "green": "23/36"}}
    words = r"S = \('blue',\) has P\(S \| \('blue', 'red', 'green'\)\) = 1/4 and P\(S \| .*'red', 'blue'\)\) = 1/9, "
    refuses(ParameterError, words, optimal_mechanism, GRAPH, boundary, 2, 0)
    # 1/4 - 2/9 = 1/36: exactly enough, and not enough.
    assert optimal_mechanism(GRAPH, boundary, 2, "1/36").inputs == GRAPH.vertices
    refuses(ParameterError, "", optimal_mechanism, GRAPH, boundary, 2, Fraction(1, 36) - Fraction(1, 10**60))
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


NO_GRAPHS: tuple[tuple[Any, Any, str], ...] = (
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
)
NO_BOUNDARIES: tuple[tuple[Any, str], ...] = (
    ({BRG: BOUNDARY[BRG]}, "got none for"),
    ([], "expected {rainbow"),
    ({**BOUNDARY, ("blue", "red"): BOUNDARY[BRG]}, "in some order"),
    ({**BOUNDARY, GRB: {"blue": 1}}, "a value for each"),
    ({**BOUNDARY, GRB: {"blue": 1, "red": 0, "green": 0, "pink": 0}}, "a value for each"),
    ({**BOUNDARY, GRB: {"blue": "1/2", "red": "1/4", "green": "1/8"}}, "sum 7/8"),
    ({**BOUNDARY, GRB: {"blue": "-1/2", "red": "1", "green": "1/2"}}, "entry 1: expected a number from 0 to 1"),
    ({**BOUNDARY, BGR: {"blue": "1/2", "red": "1", "green": "1/2"}}, "sum 2"),
)


def test_bad_input() -> None:
    for edges, rainbows, message in NO_GRAPHS:
        refuses(DPExactError, message, RainbowGraph, edges, rainbows)
    for boundary, message in NO_BOUNDARIES:
        refuses(ParameterError, message, optimal_mechanism, GRAPH, boundary, 2, 0)
    with pytest.raises(InexactInputError):
        optimal_mechanism(GRAPH, {BRG: BOUNDARY[BRG], GRB: {"blue": 0.125, "red": 0.25, "green": 0.625}}, 2, 0)
    refuses(ParameterError, "exp_epsilon", optimal_mechanism, GRAPH, BOUNDARY, "1/2", 0)
    refuses(ParameterError, "a vertex of the graph", GRAPH.distance, "nowhere")
    refuses(ParameterError, "in some order", GRAPH.boundary, ("blue",))
    refuses(ParameterError, "in some order", GRAPH.boundary, "blue")


@pytest.mark.slow
def test_a_grid_and_a_line_too_long_to_write_down() -> None:
    side = 40
    cells = list(product(range(side), repeat=2))
    steps = [((i, j), step) for i, j in cells for step in ((i + 1, j), (i, j + 1))]
    edges = [edge for edge in steps if max(edge[1]) < side]
    grid = RainbowGraph(edges, {cell: (0, 1) if cell[0] else (1, 0) for cell in cells})
    assert grid.distance((39, 7)) == 38
    assert grid.distance((0, 7)) == 0
    halves = {0: "1/2", 1: "1/2"}
    mechanism = optimal_mechanism(grid, {(0, 1): halves, (1, 0): halves}, 2, 0)
    assert mechanism.probability((39, 7), [1]) == Fraction(1, 2**39)
    long = RainbowGraph([(i, i + 1) for i in range(2000)], {i: (0, 1) if i else (1, 0) for i in range(2001)})
    refuses(TooLargeError, "closed_form", optimal_mechanism, long, {(0, 1): halves, (1, 0): halves}, "exp(1/10)", 0)


RB, BR = ("red", "blue"), ("blue", "red")
HALVES = {"red": "1/2", "blue": "1/2"}
BOTH = {RB: HALVES, BR: HALVES}
HUGE: Any = 10**5000


def both(red: str) -> dict[Any, dict[Any, Any]]:
    """One distribution at both boundaries."""
    return {order: {"red": red, "blue": 1 - Fraction(red)} for order in (RB, BR)}


def line(length: int) -> RainbowGraph:
    """A blue head 0, then 1, ..., length in red; vertex i has distance i - 1."""
    return RainbowGraph([(i, i + 1) for i in range(length)], {i: RB if i else BR for i in range(length + 1)})


def walked(s: Fraction, e: Fraction, delta: Fraction, steps: int) -> list[Fraction]:
    """s^0, ..., s^steps by the definition: the least of 1 and both branches."""
    found = [s]
    for _ in range(steps):
        found.append(min(Fraction(1), e * found[-1] + delta, 1 - (1 - found[-1] - delta) / e))
    return found


def fractions(mechanism: Mechanism) -> Any:
    return [tuple(value.as_fraction() for value in row) for row in mechanism.rows()]


def test_one_vertex_one_color_and_isolated_vertices() -> None:
    alone = RainbowGraph([], {"v": ("c",)})
    assert (alone.vertices, alone.colors, alone.adjacent) == (("v",), ("c",), {"v": ()})
    assert alone.interior(("c",)) == {"v"}
    assert fractions(optimal_mechanism(alone, {}, 2, 0)) == [(1,)]
    several = RainbowGraph([(0, 1), (1, 2)], dict.fromkeys(range(3), ("c",)))
    assert several.distance(1) == math.inf
    assert fractions(optimal_mechanism(several, {("c",): {"c": 1}}, 2, 0)) == [(1,)] * 3
    # isolated vertices prefer what they prefer
    graph = RainbowGraph([], {0: RB, 1: BR, 2: RB})
    assert [graph.distance(v) for v in range(3)] == [math.inf] * 3
    assert graph.crossing_rainbows() == ()
    assert fractions(optimal_mechanism(graph, {}, 1, 0)) == [(1, 0), (0, 1), (1, 0)]


def test_edges_given_twice_and_in_both_directions_count_once() -> None:
    once = RainbowGraph([(0, 1), (1, 2)], {0: BR, 1: RB, 2: RB})
    often = RainbowGraph([[1, 0], (0, 1), (0, 1), (2, 1), (1, 2)], {0: BR, 1: RB, 2: RB})
    for graph in (once, often):
        assert {v: set(graph.adjacent[v]) for v in range(3)} == {0: {1}, 1: {0, 2}, 2: {1}}
        assert [len(graph.adjacent[v]) for v in range(3)] == [1, 2, 1]
        assert sorted(graph.neighbors.ordered_pairs()) == [(0, 1), (1, 0), (1, 2), (2, 1)]
        assert [graph.distance(v) for v in range(3)] == [0, 0, 1]
        half = (Fraction(1, 2), Fraction(1, 2))
        assert fractions(optimal_mechanism(graph, BOTH, 2, 0)) == [half, half, (Fraction(1, 4), Fraction(3, 4))]


def test_labels_that_look_alike_are_different_vertices() -> None:
    vertices: list[Any] = [1, "1", (1,), ("1",), ((1,),), (), "", -1, "\u00e9", "e\u0301"]
    chain = list(pairwise(vertices))
    graph = RainbowGraph(chain, {v: RB if n else BR for n, v in enumerate(vertices)})
    assert [graph.distance(v) for v in vertices] == [0, 0, *range(1, 9)]
    assert graph.boundary(RB) == {"1"}
    assert fractions(optimal_mechanism(graph, BOTH, 2, 0))[2] == (Fraction(1, 4), Fraction(3, 4))
    long, large = "x" * 10**5, 10**640 - 1
    assert RainbowGraph([(long, large)], {long: RB, large: BR}).distance(large) == 0
    others: list[Any] = [True, 1.0, (True,)]
    for other in others:
        with pytest.raises(MechanismError, match=r"^edges\[0\]: expected a label"):
            RainbowGraph([(other, "1")], dict.fromkeys(vertices, RB))


def test_colors_that_look_alike_are_different_colors() -> None:
    graph = RainbowGraph([(0, 1)], {0: (1, "1"), 1: ("1", 1)})
    given: dict[Any, Any] = {1: "1/3", "1": "2/3"}
    first = fractions(optimal_mechanism(graph, {(1, "1"): given, ("1", 1): given}, 2, 0))[0]
    assert first == (Fraction(1, 3), Fraction(2, 3))
    with pytest.raises(MechanismError, match=r"^boundary\[\(1, '1'\)\]: expected a label"):
        optimal_mechanism(graph, {(1, "1"): {True: "1/3", "1": "2/3"}}, 2, 0)


def test_equal_rainbows_need_not_be_one_object() -> None:
    rainbows: dict[Any, Any] = {0: list(BR), 1: list(RB), 2: ("red", "blue"), 3: list(RB)}
    graph = RainbowGraph([(0, 1), (1, 2), (2, 3)], rainbows)
    assert [graph.distance(v) for v in range(4)] == [0, 0, 1, 2]
    assert graph.interior(RB) == {2, 3}
    with pytest.raises(ParameterError, match=r"^rainbows\[2\]: expected the colors 'blue', 'red' in some order"):
        RainbowGraph([], {**rainbows, 2: ("red",)})


def test_a_distribution_for_a_rainbow_without_boundary_has_no_effect() -> None:
    graph = RainbowGraph([(0, 1)], {0: RB, 1: RB, 2: BR})
    expected = [(1, 0), (1, 0), (0, 1)]
    assert fractions(optimal_mechanism(graph, {}, 2, 0)) == expected
    assert fractions(optimal_mechanism(graph, {RB: {"red": 0, "blue": 1}}, 2, 0)) == expected


def test_boundaries_that_are_wrong_by_a_hair() -> None:
    hair = Fraction(1, 10**40)
    far = {"red": Fraction(1, 4), "blue": Fraction(3, 4)}  # 3/4 <= E 1/2 + delta needs delta >= 1/4 - hair at E = 1
    assert optimal_mechanism(line(2), {RB: far, BR: HALVES}, 1, Fraction(1, 4)).inputs == (0, 1, 2)
    with pytest.raises(ParameterError, match="close distributions") as refused:
        optimal_mechanism(line(2), {RB: far, BR: HALVES}, 1, Fraction(1, 4) - hair)
    assert f"- delta = 1/{10**40} (about" in str(refused.value)
    with pytest.raises(ParameterError, match=f"it is off by -1/{10**40}"):
        optimal_mechanism(line(2), {RB: {"red": "1/2", "blue": Fraction(1, 2) - hair}, BR: HALVES}, 2, 0)
    with pytest.raises(ParameterError, match="expected a number from 0 to 1"):
        optimal_mechanism(line(2), {RB: {"red": -hair, "blue": 1 + hair}, BR: HALVES}, 2, 0)


def test_free_e_where_the_branches_do_not_depend_on_it() -> None:
    free = optimal_mechanism(line(4), BOTH, free_exp_epsilon(), 0)  # 1/2 >= 1/(E + 1) for all E >= 1
    for e in (Fraction(1), Fraction(3, 2), Fraction(7)):
        sums = walked(Fraction(1, 2), e, Fraction(0), 3)
        at = [tuple(value.substitute(e).as_fraction() for value in row) for row in free.rows()[1:]]
        assert at == [(1 - s, s) for s in sums]
    quarter = both("1/4")
    refuses(SignChangesError, "E = 3", optimal_mechanism, line(4), quarter, free_exp_epsilon(), 0)
    assert optimal_mechanism(line(4), quarter, free_exp_epsilon(4, 5), 0).rows()[2][1].substitute(4) == Fraction(13, 16)


HUGE_INPUT: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: RainbowGraph([], {HUGE: RB}), r"^rainbows\[0\]: expected an integer label"),
    (lambda: RainbowGraph([(1, HUGE)], {1: RB}), r"^edges\[0\]: expected an integer label"),
    (lambda: RainbowGraph([], {1: RB, 2: HUGE}), r"^rainbows\[2\]: expected the colors"),
    (lambda: RainbowGraph([], {1: HUGE}), r"^rainbows\[1\]: expected a tuple of colors"),
    (lambda: RainbowGraph([], HUGE), "^rainbows: expected {vertex"),
    (lambda: RainbowGraph(HUGE, {1: RB}), "^edges: expected a sequence of pairs"),
    (lambda: RainbowGraph([], {10**639: RB, 1: ("red",)}), r"^rainbows\[1\]"),
    (lambda: line(1).distance(HUGE), "^vertex: expected an integer label"),
    (lambda: line(1).boundary(HUGE), "^rainbow: expected the colors"),
    (lambda: optimal_mechanism(line(1), HUGE, 2, 0), "^boundary: expected {rainbow"),
    (lambda: optimal_mechanism(line(1), {RB: HUGE}, 2, 0), r"^boundary\[.*: expected a value for each"),
    (lambda: optimal_mechanism(line(1), {RB: {"red": 0, "blue": HUGE}}, 2, 0), "expected a number from 0 to 1, got"),
    (lambda: optimal_mechanism(RainbowGraph([(0, 1)], {0: (10**600, 1), 1: (1, 10**600)}), {}, 2, 0), "got none"),
    (lambda: is_morphism(HUGE, line(1), line(1)), "^mapping: expected {vertex"),
    (lambda: is_morphism({0: HUGE, 1: 0}, line(1), line(1)), r"^mapping\[0\]: expected an integer label"),
    (lambda: pullback(optimal_mechanism(line(1), BOTH, 2, 0), HUGE), "^mapping: expected {vertex"),
    (lambda: pullback(optimal_mechanism(line(1), BOTH, 2, 0), {0: 1, 1: True}), "expected a label"),
)


def test_bad_input_of_any_size_is_refused_in_a_few_words() -> None:
    for call, words in HUGE_INPUT:
        assert len(refuses(DPExactError, words, call)) < 400, words


@pytest.mark.slow
def test_a_pulled_back_mechanism_of_many_vertices_in_every_layout() -> None:
    # 3000 vertices pass the 4096 entries up to which Python integers are kept; E = 3/2 needs more than 62 bits.
    graph = line(50)
    for e, delta in ((Fraction(3, 2), Fraction(0)), (Fraction(2), Fraction(1, 7))):
        small = optimal_mechanism(graph, BOTH, e, delta)
        places = [n * n % 51 for n in range(3000)]
        large = pullback(small, {f"v{n}": place for n, place in enumerate(places)})
        sums = [Fraction(1, 2), *walked(Fraction(1, 2), e, delta, 49)]
        assert fractions(large) == [(1 - sums[p], sums[p]) for p in places]
        assert fractions(small) == [(1 - s, s) for s in sums]
    root = exact("sqrt(2)")
    irrational = optimal_mechanism(line(2), {RB: {"red": root / 4, "blue": 1 - root / 4}, BR: HALVES}, 2, "1/4")
    assert pullback(irrational, {"a": 2, "b": 1}).rows() == (irrational.rows()[2], irrational.rows()[1])


@pytest.fixture(scope="module")
def long_line() -> RainbowGraph:
    return line(100_000)


@pytest.mark.slow
@pytest.mark.parametrize("delta", ["1/100", "1/7", "1"])
def test_a_long_line_that_reaches_1_is_not_refused(long_line: RainbowGraph, delta: str) -> None:
    mechanism = optimal_mechanism(long_line, BOTH, 2, delta)
    sums = walked(Fraction(1, 2), Fraction(2), Fraction(delta), 20)
    assert sums[-1] == 1
    assert [mechanism.probability(d + 1, ["red"]) for d in range(len(sums))] == sums
    assert mechanism.probability(100_000, ["blue"]) == 0


@pytest.mark.slow
def test_a_long_line_on_which_nothing_moves_is_not_refused(long_line: RainbowGraph) -> None:
    assert optimal_mechanism(long_line, BOTH, 1, 0).probability(100_000, ["red"]) == Fraction(1, 2)
    assert optimal_mechanism(long_line, both("0"), "exp(1/10)", 0).probability(100_000, ["red"]) == 0


@pytest.mark.parametrize("e", ["2", "1.2", "1.0001", "1000000000000/7"])
def test_a_line_that_is_too_long_is_refused(long_line: RainbowGraph, e: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "MAX_BITS", 1 << 22)
    words = r"up to distance \d+; closed_form.*boundary_graph"
    refuses(TooLargeError, words, optimal_mechanism, long_line, BOTH, e, 0)
    refuses(TooLargeError, rf"^length: .* {words}", line_mechanism, ["1/2", "1/2"], e, 0, 100_000)


def test_lines_of_either_variant_end_where_they_stand_still() -> None:
    long = line_mechanism(["1/4", "3/4"], 2, "1/100", 50_000)
    sums = walked(Fraction(1, 4), Fraction(2), Fraction(1, 100), 30)
    assert [long.probability(t, [1]) for t in range(31)] == sums
    assert long.probability(50_000, [1]) == 1
    printed = line_mechanism(["1/2", "1/2"], 2, "1/4", 3, variant="printed")
    assert fractions(printed) == [(Fraction(1, 2), Fraction(1, 2)), (1, 0), (1, 0), (1, 0)]  # docs/rainbow.md, by hand
    assert printed.inputs == (0, 1, 2, 3)


def test_the_limit_holds_for_all_rainbows_together(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two lines of 41; at E = 2, delta = 0 from 1/2, row t has two denominators 2^(t + 1), t + 2 bits each.
    vertices = range(-41, 41)
    graph = RainbowGraph([(i, i + 1) for i in vertices[:-1]], {i: RB if i >= 0 else BR for i in vertices})
    one_side = sum(2 * (t + 2) for t in range(41))

    def limited(bits: int) -> Mechanism:
        monkeypatch.setattr(optimal, "MAX_BITS", bits)
        return optimal_mechanism(graph, BOTH, 2, 0)

    assert limited(2 * one_side).probability(40, ["blue"]) == Fraction(1, 2**41)
    for bits in (2 * one_side - 1, one_side, 100):
        refuses(TooLargeError, "bits together", limited, bits)


@pytest.mark.slow
def test_irrational_rows_are_counted_only_while_they_move() -> None:
    e = exact("exp(1/10)")
    moving = optimal_mechanism(line(3000), BOTH, e, "1/1000")
    assert moving.probability(3000, ["red"]) == 1
    refuses(TooLargeError, "irrational ones only at distances below 1000", optimal_mechanism, line(1001), BOTH, e, 0)
