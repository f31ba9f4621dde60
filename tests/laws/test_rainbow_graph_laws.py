"""Theorems 2 and 3, corrected, against exact linear programs: all small graphs, and random larger ones."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpexact import verify
from dpexact.errors import ParameterError
from dpexact.rainbow import RainbowGraph, greatest_mechanism, is_rainbow_preserving, optimal_mechanism, pullback

if TYPE_CHECKING:
    from dpexact import Mechanism

Edges = tuple[tuple[int, int], ...]
Row = tuple[object, ...]


@cache
def colored_graphs(size: int) -> tuple[tuple[Edges, tuple[int, ...]], ...]:
    """All graphs on `size` vertices whose vertices are 0 or 1, one of each shape."""
    seen: dict[object, tuple[Edges, tuple[int, ...]]] = {}
    pairs = list(combinations(range(size), 2))
    for chosen, kinds in product(product((0, 1), repeat=len(pairs)), product((0, 1), repeat=size)):
        edges = tuple(pair for pair, taken in zip(pairs, chosen, strict=True) if taken)
        shape = min(
            (sorted(sorted((order[a], order[b])) for a, b in edges), [kinds[order.index(i)] for i in range(size)])
            for order in permutations(range(size))
        )
        seen.setdefault(str(shape), (edges, kinds))
    return tuple(seen.values())


def optimum(graph: RainbowGraph, rows: dict[tuple[int, ...], Row], e: object, delta: object) -> Mechanism | None:
    """The closed form, or None for a boundary that is refused; the pullback of the boundary graph is the same."""
    boundary = {rainbow: dict(enumerate(row)) for rainbow, row in rows.items()}
    try:
        found = optimal_mechanism(graph, boundary, e, delta)
    except ParameterError:
        return None
    small = graph.boundary_graph()
    assert is_rainbow_preserving(graph.boundary_morphism(), graph, small)
    pulled = pullback(optimal_mechanism(small, boundary, e, delta), graph.boundary_morphism())
    assert [[pulled.probability(v, [c]) for c in found.outputs] for v in found.inputs] == [
        list(r) for r in found.rows()
    ]
    return found


def compare(graph: RainbowGraph, rows: dict[tuple[int, ...], Row], e: object, delta: object) -> bool:
    """The greatest mechanism with the boundary fixed, by linear programs, is the optimum."""
    fixed = {vertex: dict(enumerate(row)) for rainbow, row in rows.items() for vertex in graph.boundary(rainbow)}
    found = optimum(graph, rows, e, delta)
    answer = greatest_mechanism(graph, fixed, e, delta)
    assert answer.feasible == answer.exists == (found is not None)
    if found is not None:
        assert answer.mechanism == found
        assert verify(found, graph.neighbors, e, delta).proved
    return found is not None


TWO = {(0, 1): ("1/8", "7/8"), (1, 0): ("1/4", "3/4")}
THREE = {(0, 1, 2): ("1/8", "1/8", "3/4"), (2, 0, 1): ("1/4", "1/4", "1/2")}
FAR = {(0, 1, 2): (0, "1/4", "3/4"), (2, 0, 1): ("1/4", "1/4", "1/2")}


@pytest.mark.parametrize("rows", [TWO, THREE, FAR], ids=["two-colors", "three-colors", "valid-for-delta-only"])
@pytest.mark.parametrize(("e", "delta"), [(2, 0), ("3/2", "1/4")])
def test_all_graphs_with_at_most_four_vertices(rows: dict[tuple[int, ...], Row], e: object, delta: object) -> None:
    outcomes = []
    for size in (1, 2, 3, 4):
        for edges, kinds in colored_graphs(size):
            graph = RainbowGraph(edges, {vertex: list(rows)[kind] for vertex, kind in enumerate(kinds)})
            outcomes.append(compare(graph, rows, e, delta))
    assert any(outcomes)
    assert all(outcomes) == (rows is not FAR or delta != 0)


@st.composite
def cases(draw: st.DrawFn) -> tuple[RainbowGraph, dict[tuple[int, ...], Row]]:
    """A graph with five to seven vertices, two or three rainbows, and distributions at their boundaries."""
    size = draw(st.integers(5, 7))
    colors = range(draw(st.integers(2, 3)))
    rainbows = draw(st.lists(st.permutations(colors).map(tuple), min_size=2, max_size=3, unique=True))
    chosen = draw(st.lists(st.sampled_from([rainbows[0], rainbows[0], *rainbows]), min_size=size, max_size=size))
    pairs = list(combinations(range(size), 2))
    edges = draw(st.lists(st.sampled_from(pairs), min_size=size - 1, max_size=size + 1, unique=True))
    rows: dict[tuple[int, ...], Row] = {}
    for rainbow in rainbows:
        weights = draw(st.lists(st.integers(1, 4), min_size=len(colors), max_size=len(colors)))
        rows[rainbow] = tuple(Fraction(w, sum(weights)) for w in weights)
    return RainbowGraph(edges, dict(enumerate(chosen))), rows


@settings(max_examples=20, deadline=None)
@given(cases(), st.sampled_from([("2", "0"), ("4", "0"), ("3/2", "1/5")]))
def test_random_larger_graphs(
    case: tuple[RainbowGraph, dict[tuple[int, ...], Row]], parameters: tuple[str, str]
) -> None:
    compare(*case, *parameters)
