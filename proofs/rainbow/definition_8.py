"""All graphs of the sizes of each step: Definitions 5 and 8 of RainbowGraph, and where (3.3) has no value.

Gu et al., "Generalized Rainbow Differential Privacy", Section 3. On every finite graph (proofs/rocq): distances to
the boundary of B^c are the same in B^c and in the whole graph (distance_inside), and g(d) = (f(d), dist(d, boundary
of B^f(d))) is a morphism (boundary_morphism_is_morphism). For a rainbow that does not occur (3.3) is a maximum over
nothing, and a component with one rainbow has no distances to a boundary. `RainbowGraph` has lines for the rainbows
that occur only, takes the maximum over the finite distances, and a vertex (c, "inf") for the others. (In an infinite
graph the maximum need not exist: a line without end.)

h in the proof of Theorem 3 is a morphism on one line only; in general there is no rainbow-preserving morphism from
the boundary rainbow graph to the graph at all.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from math import inf
from typing import Any

from dpexact.papers.proving import Counterexample, Exhaustive, Proof
from dpexact.papers.rainbow import RainbowGraph, is_rainbow_preserving

Edges = tuple[tuple[int, int], ...]
Colored = tuple[Edges, tuple[int, ...]]
RAINBOWS = tuple(permutations("rgb"))


def colored_graphs(size: int, colors: int) -> list[Colored]:
    """All labelled graphs of this size, with all ways to give the vertices rainbows."""
    pairs = tuple(combinations(range(size), 2))
    choices = product(product((False, True), repeat=len(pairs)), product(range(colors), repeat=size))
    return [(tuple(pair for pair, taken in zip(pairs, chosen, strict=True) if taken), kinds)
            for chosen, kinds in choices]  # fmt: skip


def distances(edges: Edges, starts: set[int], within: set[int]) -> dict[int, int]:
    """The distance to the nearest start, over paths inside `within`."""
    known = dict.fromkeys(starts, 0)
    for length in range(1, len(within)):
        wave = {b for one, other in edges for a, b in ((one, other), (other, one)) if known.get(a) == length - 1}
        known |= dict.fromkeys((wave & within) - known.keys(), length)
    return known


def boundary(edges: Edges, kinds: tuple[int, ...], kind: int) -> set[int]:
    """(3.2), word for word."""
    members = {v for v, own in enumerate(kinds) if own == kind}
    neighbors = {v: {b for e in edges for a, b in (e, e[::-1]) if a == v} for v in members}
    return members - {v for v in members if all(kinds[other] == kind for other in neighbors[v])}


@cache
def places(graph: Colored) -> tuple[Any, ...]:
    """The distance of every vertex to the boundary of its own rainbow, in the whole graph."""
    edges, kinds = graph
    everything = set(range(len(kinds)))
    by_kind = {kind: distances(edges, boundary(edges, kinds, kind), everything) for kind in set(kinds)}
    return tuple(by_kind[kind].get(vertex, inf) for vertex, kind in enumerate(kinds))


def rainbow_graph(graph: Colored) -> RainbowGraph:
    """The same as a RainbowGraph."""
    edges, kinds = graph
    return RainbowGraph(edges, {vertex: RAINBOWS[kind] for vertex, kind in enumerate(kinds)})


SMALL = [graph for size in (1, 2, 3) for graph in colored_graphs(size, 3)] + colored_graphs(4, 2)

proof = Proof(__doc__)


@proof.conclusion
def definition_5() -> Exhaustive:
    """Graphs with at most 4 vertices: RainbowGraph has the boundary and interior of (3.1), (3.2) and the distances."""

    def agrees(graph: Colored) -> bool:
        built, (edges, kinds) = rainbow_graph(graph), graph
        return all(
            built.boundary(RAINBOWS[kind]) == boundary(edges, kinds, kind)
            and built.interior(RAINBOWS[kind])
            == {v for v, own in enumerate(kinds) if own == kind} - boundary(edges, kinds, kind)
            for kind in set(kinds)
        ) and tuple(built.distance(v) for v in range(len(kinds))) == places(graph)

    return Exhaustive("boundary, interior and distance are those of Definition 5", {"graph": SMALL}, agrees)


@proof.conclusion
def definition_8() -> Exhaustive:
    """The same graphs: vertices and edges of the boundary graph are those of Definition 8, as corrected."""

    def agrees(graph: Colored) -> bool:
        built, (edges, kinds) = rainbow_graph(graph), graph
        deepest = {kind: max((p for p, own in zip(places(graph), kinds, strict=True)
                              if own == kind and p < inf), default=-1) for kind in set(kinds)}  # fmt: skip
        line = {(RAINBOWS[kind], n) for kind, depth in deepest.items() for n in range(int(depth) + 1)}
        far = {(RAINBOWS[kind], "inf") for kind, p in zip(kinds, places(graph), strict=True) if p == inf}
        joined = {frozenset(((c, n), (c, n + 1))) for c, n in line if (c, n + 1) in line}
        joined |= {frozenset(((RAINBOWS[kinds[a]], 0), (RAINBOWS[kinds[b]], 0))) for a, b in edges
                   if kinds[a] != kinds[b]}  # fmt: skip
        small = built.boundary_graph()
        return (
            set(small.vertices) == line | far
            and {frozenset(edge) for edge in small.edges} == joined
            and is_rainbow_preserving(built.boundary_morphism(), built, small)
        )

    return Exhaustive("boundary_graph is that of Definition 8", {"graph": SMALL}, agrees)


@proof.conclusion
def a_rainbow_that_does_not_occur() -> Counterexample:
    """Two vertices, rainbows rgb and brg: (3.3) for c = gbr is a maximum over nothing."""

    def is_a_rainbow(rainbow: str) -> bool:
        return sorted(rainbow) == sorted("rgb")

    def has_a_maximum(rainbow: str) -> bool:
        return any("".join(own) == rainbow for own in ("rgb", "brg"))

    return Counterexample("d_c is defined for every c", {"rainbow": "gbr"}, is_a_rainbow, has_a_maximum)


@proof.conclusion
def a_component_with_one_rainbow() -> Counterexample:
    """0 ~ 1 with one rainbow, 2 ~ 3 with two: 0 and 1 have no distance to the boundary {2} of B^c."""
    graph: Colored = (((0, 1), (2, 3)), (0, 0, 0, 1))

    def has_a_boundary(vertex: int) -> bool:
        return bool(boundary(*graph, graph[1][vertex]))

    def has_a_distance(vertex: int) -> bool:
        return bool(places(graph)[vertex] < inf)

    return Counterexample("every d in B^c has a distance", {"vertex": 0}, has_a_boundary, has_a_distance)


@proof.conclusion
def no_morphism_back() -> Counterexample:
    """The path 0 1 2 3 4 5 with the rainbows c, c', c', c'', c'', c: three heads form a triangle, the path has none."""
    graph = rainbow_graph((tuple((v, v + 1) for v in range(5)), (0, 1, 1, 2, 2, 0)))
    small = graph.boundary_graph()

    def is_its_boundary_graph(size: int) -> bool:
        return len(small.vertices) == size == len(tuple(small.edges))

    def has_a_morphism_back(size: int) -> bool:
        images = product(graph.vertices, repeat=size)
        return any(
            is_rainbow_preserving(dict(zip(small.vertices, image, strict=True)), small, graph) for image in images
        )

    text = "there is a rainbow-preserving morphism h from the boundary graph to the graph"
    return Counterexample(text, {"size": 3}, is_its_boundary_graph, has_a_morphism_back)


proof.establishes({"footnote-2": "holds"}, "definition_5")
proof.establishes(
    {
        "figure-1-theorem-3": "holds",
        "section-3-rainbow-preserving": "holds",
        "definition-8": "holds-if, holds",
        "definition-8-union": "holds",
        "section-3-boundary-morphism": "holds-if, holds",
        "theorem-3": "holds-if, holds",
    },
    "definition_8",
)
proof.establishes({"definition-8": "holds-if, fails"}, "a_rainbow_that_does_not_occur")
proof.establishes(
    {"definition-8": "holds-if, fails", "section-3-boundary-morphism": "holds-if, fails"},
    "a_component_with_one_rainbow",
)
proof.establishes({"theorem-3-left-inverse": "misprint"}, "no_morphism_back")
