"""Rainbow graphs, whose datasets have neighbors and an order of preference of the outputs, and their morphisms."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from dpexact.errors import MechanismError, ParameterError, need
from dpexact.mechanisms.graph import NeighborGraph, edges_among
from dpexact.mechanisms.labels import Label, label_of, labels_of
from dpexact.mechanisms.mechanism import Mechanism, answering
from dpexact.numbers.typography import excerpt, value_excerpt

Rainbow = tuple[Label, ...]
Laws = Mapping[Any, Mapping[Any, object]]  # {vertex or rainbow: {color: value}}
FAR = "inf"  # the place of the boundary graph for vertices that no boundary reaches


@dataclass(frozen=True, eq=False)
class RainbowGraph:
    """A simple graph whose vertices each have a rainbow, all colors, most preferred first.

    `edges` are pairs of vertices, `rainbows` gives {vertex: tuple of colors} for every vertex, also for one without
    edges. All rainbows are orders of the same colors. B^c are the vertices with rainbow c.

    The answer is exact.
    Raises MechanismError for wrong edges or labels, ParameterError for rainbows over different colors.
    Reference: rainbow paper, Definitions 1, 5 and 8.

    >>> graph = RainbowGraph([(1, 2), (2, 3)], {1: ("red", "blue"), 2: ("red", "blue"), 3: ("blue", "red")})
    >>> sorted(graph.boundary(("red", "blue"))), graph.distance(1), graph.distance(2)
    ([2], 1, 0)
    """

    edges: Iterable[Iterable[Label]] = field(repr=False)
    rainbows: Mapping[Any, Rainbow]
    neighbors: NeighborGraph = field(init=False, repr=False)  # as `verify` takes it

    def __post_init__(self) -> None:
        """Check the rainbows and the edges."""
        object.__setattr__(self, "rainbows", _checked_rainbows(self.rainbows))
        object.__setattr__(self, "neighbors", NeighborGraph(self.vertices, edges_among(self.vertices, self.edges)))
        object.__setattr__(self, "edges", self.neighbors.edges)

    @property
    def vertices(self) -> tuple[Label, ...]:
        """The vertices in the order of `rainbows`."""
        return tuple(self.rainbows)

    @property
    def colors(self) -> Rainbow:
        """The colors, in the order of the first vertex."""
        return next(iter(self.rainbows.values()))

    @cached_property
    def adjacent(self) -> Mapping[Label, tuple[Label, ...]]:
        """The neighbors of each vertex."""
        lists: dict[Label, dict[Label, None]] = {vertex: {} for vertex in self.rainbows}
        for u, v in self.neighbors.edges or ():
            lists[u][v] = lists[v][u] = None
        return {vertex: tuple(neighbors) for vertex, neighbors in lists.items()}

    def boundary(self, rainbow: Iterable[Label]) -> AbstractSet[Label]:
        """Return the vertices with this rainbow that have a neighbor with another one (3.2).

        Raises ParameterError unless the rainbow is an order of the colors.
        """
        wanted = self.checked_rainbow(rainbow, "rainbow")
        return frozenset(v for v, distance in self.distances.items() if distance == 0 and self.rainbows[v] == wanted)

    def interior(self, rainbow: Iterable[Label]) -> AbstractSet[Label]:
        """Return the vertices with this rainbow all of whose neighbors have it (3.1). Errors as for `boundary`."""
        wanted = self.checked_rainbow(rainbow, "rainbow")
        return frozenset(v for v, own in self.rainbows.items() if own == wanted) - self.boundary(wanted)

    def distance(self, vertex: Label) -> int | float:
        """Return the distance of a vertex to the boundary of its own rainbow, or `math.inf` if no path leads there.

        A shortest path to the boundary does not leave the vertices of the rainbow before it ends, so distances in the
        whole graph and among the vertices of the rainbow are the same.

        Raises ParameterError for an unknown vertex.
        """
        self.require(vertex, "vertex")
        return self.distances.get(vertex, math.inf)

    @cached_property
    def distances(self) -> Mapping[Label, int]:
        """The distance of each vertex from which a path leads to the boundary of its rainbow, in ascending order.

        Breadth first from all boundary vertices at once, never across rainbows.
        """
        known = dict.fromkeys(chain.from_iterable(self._crossings), 0)
        queue = deque(known)
        while queue:
            vertex = queue.popleft()
            for other in self.adjacent[vertex]:
                if other not in known and self.rainbows[other] is self.rainbows[vertex]:  # equal ones are one object
                    known[other] = known[vertex] + 1
                    queue.append(other)
        return known

    def boundary_graph(self) -> RainbowGraph:
        """Make the boundary rainbow graph, a line (c, 0), ..., (c, d_c) for each rainbow c, joined at the heads.

        d_c is the largest finite distance. Only rainbows that occur have a line. Definition 8 leaves out the vertices
        that no boundary reaches. They go to (c, "inf"), without neighbors.

        Reference: rainbow paper, Definition 8.
        """
        places = dict.fromkeys(self.boundary_morphism().values())
        lines = [((c, i - 1), (c, i)) for c, i in places if isinstance(i, int) and i > 0]
        heads = [((c, 0), (d, 0)) for c, d in self.crossing_rainbows()]
        return RainbowGraph([*lines, *heads], {place: place[0] for place in places})

    def boundary_morphism(self) -> dict[Label, tuple[Rainbow, int | str]]:
        """Return {vertex: (its rainbow, its distance to the boundary)}, rainbow-preserving into `boundary_graph`."""
        return {vertex: (rainbow, self.distances.get(vertex, FAR)) for vertex, rainbow in self.rainbows.items()}

    def crossing_rainbows(self) -> tuple[tuple[Rainbow, Rainbow], ...]:
        """Return the pairs of different rainbows of two neighbors, each once."""
        pairs: dict[frozenset[Rainbow], tuple[Rainbow, Rainbow]] = {}
        for pair in dict.fromkeys((self.rainbows[a], self.rainbows[b]) for a, b in self._crossings):
            pairs.setdefault(frozenset(pair), pair)
        return tuple(pairs.values())

    def checked_rainbow(self, rainbow: Iterable[Label], place: str) -> Rainbow:
        """Return the rainbow as a tuple. Raises ParameterError unless it is an order of the colors."""
        return _order_of(rainbow, self.colors, place)

    def require(self, vertex: Label, place: str) -> None:
        """Raise ParameterError for anything that is not a vertex."""
        if label_of(vertex, place) not in self.rainbows:
            expected, remedy = "a vertex of the graph", "rainbows lists the vertices"
            raise ParameterError(value_excerpt(vertex), place=place, expected=expected, remedy=remedy)

    @cached_property
    def _crossings(self) -> tuple[tuple[Label, Label], ...]:
        return tuple((a, b) for a, b in self.neighbors.edges or () if self.rainbows[a] is not self.rainbows[b])


def _checked_rainbows(rainbows: object) -> dict[Label, Rainbow]:
    listed = need.mapping(rainbows, "rainbows", "{vertex: tuple of colors}")
    vertices, orders = labels_of(listed, "rainbows"), list(listed.values())
    colors: Rainbow = ()
    read: dict[int, Rainbow] = {}  # by the place in memory: most vertices share the object that is their rainbow
    kept: dict[Rainbow, Rainbow] = {}  # equal rainbows are kept once
    for vertex, rainbow in zip(vertices, orders, strict=True):
        if id(rainbow) not in read:
            place = f"rainbows[{value_excerpt(vertex)}]"
            if not colors and not isinstance(rainbow, (tuple, list)):
                expected = "a tuple of colors, most preferred first"
                raise ParameterError(value_excerpt(rainbow), place=place, expected=expected)
            colors = colors or labels_of(rainbow, place)
            order = _order_of(rainbow, colors, place)
            read[id(rainbow)] = kept.setdefault(order, order)
    return {vertex: read[id(rainbow)] for vertex, rainbow in zip(vertices, orders, strict=True)}


def _order_of(rainbow: object, colors: Rainbow, place: str) -> Rainbow:
    if isinstance(rainbow, (tuple, list)):
        order = labels_of(rainbow, place)
        if len(order) == len(colors) and set(order) == set(colors):
            return order
    names = excerpt(", ".join(map(value_excerpt, colors)))
    raise ParameterError(value_excerpt(rainbow), place=place, expected=f"the colors {names} in some order")


def is_morphism(mapping: Mapping[Any, Any], source: RainbowGraph, target: RainbowGraph) -> bool:
    """Return whether neighbors go to neighbors or to one vertex (Definition 4).

    The answer is exact.
    Raises ParameterError for a vertex of the source without image, or an image that is not a vertex of the target.
    """
    need.mapping(mapping, "mapping", "{vertex: image}")
    need.instance(source, RainbowGraph, "source")
    need.instance(target, RainbowGraph, "target")
    for vertex in source.vertices:
        if vertex not in mapping:
            came, expected = f"none for {value_excerpt(vertex)}", "an image for every vertex of the source"
            raise ParameterError(came, place="mapping", expected=expected)
        target.require(mapping[vertex], f"mapping[{value_excerpt(vertex)}]")
    images = ((mapping[a], mapping[b]) for a, b in source.neighbors.edges or ())
    known = set(target.neighbors.edges or ())
    return all(u == v or (u, v) in known or (v, u) in known for u, v in images)


def is_rainbow_preserving(mapping: Mapping[Any, Any], source: RainbowGraph, target: RainbowGraph) -> bool:
    """Return whether the mapping is a morphism that keeps every rainbow. Raises the errors of `is_morphism`."""
    return is_morphism(mapping, source, target) and all(
        target.rainbows[mapping[vertex]] == rainbow for vertex, rainbow in source.rainbows.items()
    )


def pullback(mechanism: Mechanism, mapping: Mapping[Any, Any]) -> Mechanism:
    """Return the mechanism M o g, whose input d answers as the input g(d) of the mechanism does.

    If g is a morphism between neighboring relations and M is (epsilon, delta)-DP on its target, so is M o g on its
    source, since two neighbors answer as two neighbors or as one input, and a distribution is close to itself.

    The answer is exact.
    Raises MechanismError for an image that is not an input of the mechanism, ParameterError unless it is a mapping.
    Reference: rainbow paper, Theorem 1.
    """
    need.mapping(mapping, "mapping", "{vertex: image}")
    need.instance(mechanism, Mechanism, "mechanism", error=MechanismError)
    inputs = labels_of(mapping, "mapping")
    return answering(mechanism, inputs, [mechanism.input_place(image) for image in mapping.values()])
