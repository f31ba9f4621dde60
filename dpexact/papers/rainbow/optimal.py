"""The optimal mechanism of a rainbow graph with a homogeneous boundary (Theorems 2, 3 and 4, corrected)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpexact.mechanisms.combinators import answering
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.rainbow.graph import Rainbow, RainbowGraph, homogeneous_boundary, require_close, require_graph
from dpexact.papers.rainbow.line import MAX_BITS, counted, least_bits, too_large, walk
from dpexact.papers.rainbow.transition import Transition, prefix_sums, transition

Row = tuple[Exact, ...]


def optimal_mechanism(
    graph: RainbowGraph,
    boundary: Mapping[Any, Mapping[Any, object]],
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Mechanism:
    """Find the greatest (epsilon, delta)-DP mechanism with one distribution at all boundary vertices of a rainbow.

    boundary: {rainbow: {color: value}}. Inputs of the mechanism are the vertices, outputs are `graph.colors`. A vertex
    with rainbow c at distance d from its boundary has the distribution T^d(m^c) in the order c, with the corrected T.

    What Theorem 2 leaves unsaid, and what holds. The boundary is valid if and only if m^c and m^c' are close whenever
    two vertices with rainbows c != c' are neighbors; neighbors with one rainbow share one distribution or differ by one
    step of T. A vertex from which no path leads to its boundary (a component with one rainbow) is bound by nothing: its
    greatest distribution is the first color with probability 1, which T^d need not reach: if m^c gives that color 0 and
    delta = 0, so does every T^d(m^c). No connectedness is needed, nor that all rainbows occur. "Optimal" is: dominates
    every other mechanism. In the sense of Definition 3, "no other dominates it", it is then the only one as well.

    Guarantee: exact.
    Raises: ParameterError for a boundary that is incomplete, not a distribution, or not valid (with rainbows and
    event); TooLargeError where the probabilities together pass 2^31 bits, or irrational ones at distances of 1000 and
    more; SignChangesError for a free E on which the branches of T depend.
    Reference: rainbow paper, Theorems 2, 3 and 4, and the end of Section 4.
    """
    require_graph(graph)
    rule = transition(one_factor(exp_epsilon, epsilon), delta)
    fixed = homogeneous_boundary(graph, boundary)
    for one, other in graph.crossing_rainbows():
        require_close(
            fixed[one], fixed[other], rule, f"boundary of neighbors {value_excerpt(one)} and {value_excerpt(other)}"
        )
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

    The first row of a rainbow is for the vertices that no path leads to the boundary, the next ones are for the
    distances 0, 1, ...; the last one holds for all larger distances as well. Raises: TooLargeError.
    """
    ends = _farthest(graph)
    starts = {
        rainbow: prefix_sums(tuple(fixed[rainbow][color] for color in rainbow))
        for rainbow, end in ends.items()
        if end >= 0
    }
    needed = sum(max(least_bits(s, rule, ends[rainbow]) for s in sums) for rainbow, sums in starts.items())
    if 2 * needed > MAX_BITS:  # twice: s_k is the sum of p_1, ..., p_k, and 1 - s_k that of the others
        raise too_large("graph", max(ends.values()))
    rows: list[Row] = []
    spans, bits = {}, 0
    for rainbow, end in ends.items():
        out_of_reach = len(rows)
        rows.append(_reordered([exact(1)] + [exact(0)] * (len(rainbow) - 1), rainbow, graph.colors))
        for distance, row in enumerate(walk(starts[rainbow], rule, end) if end >= 0 else ()):
            rows.append(_reordered(row, rainbow, graph.colors))
            bits = counted(row, distance, bits, "graph")
        spans[rainbow] = out_of_reach, len(rows) - 1
    return rows, spans


def _farthest(graph: RainbowGraph) -> dict[Rainbow, int]:
    """Return {rainbow: the largest finite distance of its vertices to its boundary}; -1 for one without boundary."""
    found = dict.fromkeys(graph.rainbows.values(), -1)
    for vertex, distance in graph.distances.items():  # in ascending order
        found[graph.rainbows[vertex]] = distance
    return found


def _reordered(row: Sequence[Exact], rainbow: Rainbow, colors: Rainbow) -> Row:
    """Return a distribution in preference order as one in the order of the colors."""
    by_color = dict(zip(rainbow, row, strict=True))
    return tuple(by_color[color] for color in colors)
