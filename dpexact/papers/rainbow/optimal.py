"""The optimal mechanism of a rainbow graph with a homogeneous boundary (Theorems 2, 3 and 4, corrected)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpexact.errors import need
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism, answering
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.rainbow.boundary import homogeneous_boundary, require_close
from dpexact.papers.rainbow.graph import Rainbow, RainbowGraph
from dpexact.papers.rainbow.line import Row, distributions
from dpexact.papers.rainbow.transition import Transition, prefix_sums, transition


def optimal_mechanism(
    graph: RainbowGraph,
    boundary: Mapping[Any, Mapping[Any, object]],
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Mechanism:
    """Find the greatest (epsilon, delta)-DP mechanism with one distribution at all boundary vertices of a rainbow.

    `boundary` is {rainbow: {color: value}}. Inputs of the mechanism are the vertices, outputs are `graph.colors`. A
    vertex with rainbow c at distance d from its boundary has the distribution T^d(m^c) in the order c, with the
    corrected T.

    Theorem 2 leaves the following unsaid. The boundary is valid if and only if m^c and m^c' are close whenever two
    vertices with rainbows c != c' are neighbors. Neighbors with one rainbow share one distribution or differ by one
    step of T. A vertex from which no path leads to its boundary (in a component with one rainbow) is bound by nothing.
    Its greatest distribution is the first color with probability 1, which T^d need not reach, since for delta = 0 every
    T^d(m^c) gives that color 0 if m^c does. The graph need not be connected, and not all rainbows need occur. "Optimal"
    means that it dominates every other mechanism. Then it is also the only one that no other dominates (Definition 3).

    Guarantee: exact.
    Raises: ParameterError for a boundary that is incomplete, not a distribution, or not valid (with rainbows and
    event), TooLargeError past 2^31 bits of all probabilities, and for irrational ones at distances of 1000 and more,
    SignChangesError for a free E on which the branches of T depend.
    Reference: rainbow paper, Theorems 2, 3 and 4, and the end of Section 4.
    """
    need.instance(graph, RainbowGraph, "graph")
    rule = transition(one_factor(exp_epsilon, epsilon), delta)
    fixed = homogeneous_boundary(graph, boundary)
    for c, d in graph.crossing_rainbows():
        place = f"boundary of neighbors {value_excerpt(c)} and {value_excerpt(d)}"
        require_close(fixed[c], fixed[d], rule, place)
    rows, spans = _lines(graph, fixed, rule)
    places = []
    for vertex, rainbow in graph.rainbows.items():
        distance, (out_of_reach, last) = graph.distances.get(vertex), spans[rainbow]
        places.append(out_of_reach if distance is None else min(out_of_reach + 1 + distance, last))
    return answering(Mechanism.from_rows(range(len(rows)), graph.colors, rows), graph.vertices, places)


def _lines(
    graph: RainbowGraph, fixed: Mapping[Rainbow, Mapping[Label, Exact]], rule: Transition
) -> tuple[list[Row], dict[Rainbow, tuple[int, int]]]:
    """Return the different rows of the mechanism, and {rainbow: (place of its first row, of its last row)}.

    The first row of a rainbow is for the vertices from which no path leads to the boundary, the next ones are for the
    distances 0, 1, ..., and the last one holds for all larger distances as well. Raises: TooLargeError.
    """
    ends = _farthest(graph)
    bounded = [rainbow for rainbow, end in ends.items() if end >= 0]
    starts = [(prefix_sums([fixed[rainbow][color] for color in rainbow]), ends[rainbow]) for rainbow in bounded]
    along = dict(zip(bounded, distributions(starts, rule, "graph"), strict=True))
    rows: list[Row] = []
    spans = {}
    for rainbow in ends:
        out_of_reach, greatest = len(rows), (exact(1), *[exact(0)] * (len(rainbow) - 1))
        rows += [_reordered(row, rainbow, graph.colors) for row in (greatest, *along.get(rainbow, ()))]
        spans[rainbow] = out_of_reach, len(rows) - 1
    return rows, spans


def _farthest(graph: RainbowGraph) -> dict[Rainbow, int]:
    """Return {rainbow: the largest finite distance of its vertices to its boundary}, -1 for one without boundary."""
    farthest = dict.fromkeys(graph.rainbows.values(), -1)
    for vertex, distance in graph.distances.items():  # in ascending order
        farthest[graph.rainbows[vertex]] = distance
    return farthest


def _reordered(row: Sequence[Exact], rainbow: Rainbow, colors: Rainbow) -> Row:
    """Return a distribution in preference order as one in the order of the colors."""
    by_color = dict(zip(rainbow, row, strict=True))
    return tuple(by_color[color] for color in colors)
