"""Every rainbow graph, every real E >= 1, 0 <= delta <= 1: Theorem 3 and Definition 8, corrected.

g(d) = (f(d), dist(d, boundary of B^f(d))) is a morphism to the boundary rainbow graph: neighbors with one rainbow
have distances that differ by at most 1 (triangle inequality), neighbors with two rainbows are both boundary vertices.
So the pullback of T^i(m^c) at (c, i) is private by Theorem 1. It dominates every private mechanism with this
boundary: along a shortest path d_0, ..., d_D = d from the boundary, which does not leave B^c, let x be a prefix sum
of T^j(m^c), w that of the other mechanism at d_j. That M(x) is one of its three terms is written as l (E x + d) + m
(1 - (1 - x - d)/E) + 1 - l - m with l, m, 1 - l - m equal to 0 or 1; induction on j. Two mechanisms that dominate
each other have equal prefix sums.

Unstated in print: (3.3) is a maximum over nothing for a rainbow that does not occur, and over no finite number for a
vertex from which no path leads to the boundary; nothing binds those, and their greatest distribution is the first
color with probability 1, which is no T^d(m) for m_1 = 0, delta = 0. In an infinite graph the maximum need not exist
either; the line has no end then. h in the proof is a morphism on one line only: in general there is no
rainbow-preserving morphism from the boundary rainbow graph at all.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

from dpexact.proving import (
    Combination,
    Counterexample,
    Exhaustive,
    Fact,
    Induction,
    Instance,
    Manifest,
    Proof,
    at_least,
    every,
    greater,
    indeterminates,
    recursive,
    terms,
    whole,
)
from dpexact.rainbow import RainbowGraph, is_rainbow_preserving

E, d, j, D, s, x, w, W, l, L, l0, m, M, m0 = indeterminates("E d j D s x w W l L l0 m M m0")
i, k = indeterminates("i k")
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
def places(graph: Colored) -> tuple[float, ...]:
    """The distance of every vertex to the boundary of its own rainbow, in the whole graph."""
    edges, kinds = graph
    everything = set(range(len(kinds)))
    by_kind = {kind: distances(edges, boundary(edges, kinds, kind), everything) for kind in set(kinds)}
    return tuple(by_kind[kind].get(vertex, math.inf) for vertex, kind in enumerate(kinds))


def rainbow_graph(graph: Colored) -> RainbowGraph:
    """The same as a RainbowGraph."""
    edges, kinds = graph
    return RainbowGraph(edges, {vertex: RAINBOWS[kind] for vertex, kind in enumerate(kinds)})


SMALL = [graph for size in (1, 2, 3) for graph in colored_graphs(size, 3)] + colored_graphs(4, 2)
FIVE = [graph for size in (1, 2, 3, 4, 5) for graph in colored_graphs(size, 2)]

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.suppose(
    "to_the_left", at_least(k + 1, i), "i, k: distances of neighbors; from d over d' to the boundary: i <= k + 1"
)
proof.suppose("to_the_right", at_least(i + 1, k), "from d' over d: k <= i + 1")
proof.define("j_whole", whole(j), "j counts the steps from the boundary")
proof.define("j_least", at_least(j, 0))
proof.define("j_most", at_least(D, j), "D is the distance of the vertex")
proof.define("j_inside", at_least(D, j + 1))
proof.define("is_below", terms(l, L, j, 0, l0), "l is 1 where M(x) is E x + d")
proof.define("is_above", terms(m, M, j, 0, m0), "m is 1 where M(x) is 1 - (1 - x - d)/E")
proof.define("l_least", every(at_least(l), j, 0))
proof.define("m_least", every(at_least(m), j, 0))
proof.define("lm_most", every(at_least(1, l + m), j, 0))
RULE = l * (E * x + d) + m * (1 - (1 - x - d) / E) + 1 - l - m
proof.define("greatest", recursive(x, j, 0, s, RULE), "x: prefix sum of T^j(m), which begins with s")
proof.define("other", terms(w, W, j, 0, s), "w: that of another mechanism at d_j, with the same boundary condition")
proof.suppose("close_first", every(at_least(E * w + d, W), j, 0, D - 1), "it is private: the event {1..k}")
proof.suppose("close_rest", every(at_least(E * (1 - W) + d, 1 - w), j, 0, D - 1), "and its complement")
proof.define("w_most", every(at_least(1, w), j, 0, D))


@proof.conclusion
def distances_from_above(to_the_left: Fact) -> Combination:
    """For neighbors with one rainbow, i - k <= 1."""
    return Combination(at_least(1, i - k), ((to_the_left,),))


@proof.conclusion
def distances_from_below(to_the_right: Fact) -> Combination:
    """And i - k >= -1: as integers, the distances are equal or one step apart."""
    return Combination(at_least(i - k, -1), ((to_the_right,),))


@proof.conclusion
def inside_or_outside() -> Exhaustive:
    """All graphs with at most 5 vertices, B^c any set: the distance within B^c is that in the whole graph."""

    def same(graph: Colored) -> bool:
        edges, kinds = graph
        members = {v for v, kind in enumerate(kinds) if kind == 0}
        within = distances(edges, boundary(edges, kinds, 0), members)
        return all(within.get(v, math.inf) == places(graph)[v] for v in members)

    return Exhaustive("distances to the boundary do not depend on what lies outside", {"graph": FIVE}, same)


@proof.conclusion
def neighbors() -> Exhaustive:
    """The same graphs: neighbors are at one distance, one step apart, or both at the boundary, of two rainbows."""

    def fitting(graph: Colored) -> bool:
        at, kinds = places(graph), graph[1]
        return all(
            (at[a] == at[b] or abs(at[a] - at[b]) == 1) if kinds[a] == kinds[b] else at[a] == at[b] == 0
            for a, b in graph[0]
        )

    return Exhaustive("g is a morphism", {"graph": FIVE}, fitting)


@proof.conclusion
def shortest_paths() -> Exhaustive:
    """The same graphs: from a vertex at a finite distance i >= 1 one step leads to the distance i - 1, inside B^c."""

    def steps(graph: Colored) -> bool:
        (edges, kinds), at = graph, places(graph)
        return all(
            any(kinds[b] == kinds[v] and at[b] == at[v] - 1 for e in edges for a, b in (e, e[::-1]) if a == v)
            for v in range(len(kinds))
            if 0 < at[v] < math.inf
        )

    return Exhaustive("a shortest path to the boundary stays inside B^c", {"graph": FIVE}, steps)


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
                              if own == kind and p < math.inf), default=-1) for kind in set(kinds)}  # fmt: skip
        line = {(RAINBOWS[kind], n) for kind, depth in deepest.items() for n in range(int(depth) + 1)}
        far = {(RAINBOWS[kind], "inf") for kind, p in zip(kinds, places(graph), strict=True) if p == math.inf}
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


@proof.step
def l_here(l_least: Fact, j_whole: Fact, j_least: Fact, is_below: Fact) -> Instance:
    """At j, l >= 0."""
    return Instance(l_least, {"j": j}, (j_whole, j_least, is_below))


@proof.step
def m_here(m_least: Fact, j_whole: Fact, j_least: Fact, is_above: Fact) -> Instance:
    """At j, m >= 0."""
    return Instance(m_least, {"j": j}, (j_whole, j_least, is_above))


@proof.step
def lm_here(lm_most: Fact, j_whole: Fact, j_least: Fact, is_below: Fact, is_above: Fact) -> Instance:
    """At j, l + m <= 1."""
    return Instance(lm_most, {"j": j}, (j_whole, j_least, is_below, is_above))


@proof.step
def first_here(close_first: Fact, j_whole: Fact, j_least: Fact, j_inside: Fact, other: Fact) -> Instance:
    """From j to j + 1, W <= E w + d."""
    return Instance(close_first, {"j": j}, (j_whole, j_least, j_inside, other))


@proof.step
def rest_here(close_rest: Fact, j_whole: Fact, j_least: Fact, j_inside: Fact, other: Fact) -> Instance:
    """From j to j + 1, 1 - w <= E (1 - W) + d."""
    return Instance(close_rest, {"j": j}, (j_whole, j_least, j_inside, other))


@proof.step
def one_next(w_most: Fact, j_whole: Fact, j_least: Fact, j_inside: Fact, other: Fact) -> Instance:
    """At j + 1, W <= 1."""
    return Instance(w_most, {"j": j + 1}, (j_whole, j_least, j_inside, other))


@proof.step
def inverse(E_range: Fact) -> Manifest:
    """1/E > 0."""
    return Manifest(greater(1 / E), (E_range,))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def multiplier(l_here: Fact, m_here: Fact, base: Fact, inverse: Fact) -> Combination:
    """The factor l E + m/E is at least 0."""
    return Combination(at_least(l * E + m / E), ((l_here, base), (m_here, inverse)))


@proof.step
def remainder(
    l_here: Fact, m_here: Fact, lm_here: Fact, first_here: Fact, rest_here: Fact, one_next: Fact, inverse: Fact
) -> Combination:
    """W is at most each of the three terms of M(w)."""
    gain = l * (E * w + d - W) + m * (1 - (1 - w - d) / E - W) + (1 - l - m) * (1 - W)
    products = ((l_here, first_here), (m_here, rest_here, inverse), (lm_here, one_next))
    return Combination(at_least(gain), products)


@proof.step
def start() -> Manifest:
    """At the boundary both begin with s."""
    return Manifest(at_least(0 * s), ())


@proof.conclusion
def dominates(
    start: Fact, multiplier: Fact, remainder: Fact, j_whole: Fact, j_least: Fact, j_most: Fact, greatest: Fact,
    other: Fact, is_below: Fact, is_above: Fact,
) -> Induction:  # fmt: skip
    """At every distance j <= D, x >= w."""
    given = (j_whole, j_least, j_most, greatest, other, is_below, is_above)
    return Induction(at_least(x, w), "j", 0, start, multiplier, remainder, given)


@proof.step
def one_here(w_most: Fact, j_whole: Fact, j_least: Fact, j_most: Fact, other: Fact) -> Instance:
    """At j, w <= 1."""
    return Instance(w_most, {"j": j}, (j_whole, j_least, j_most, other))


@proof.conclusion
def beyond_every_boundary(one_here: Fact) -> Combination:
    """Where no path leads to a boundary, all prefix sums may be 1, and none is larger."""
    return Combination(at_least(0 * w + 1, w), ((one_here,),))


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
        return places(graph)[vertex] < math.inf

    return Counterexample("every d in B^c has a distance", {"vertex": 0}, has_a_boundary, has_a_distance)


@proof.conclusion
def first_color_is_no_limit() -> Counterexample:
    """E = 2, delta = 0, s_1 = 0: M(0) = 0, so T^d(m) never gives the first color of such a component anything."""

    def allowed(first: Fraction, ratio: int) -> bool:
        return 0 <= first <= 1 <= ratio

    def grows(first: Fraction, ratio: int) -> bool:
        return min(Fraction(1), ratio * first, 1 - (1 - first) / ratio) > first

    return Counterexample("T^d(m) tends to the first color", {"first": Fraction(0), "ratio": 2}, allowed, grows)


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
