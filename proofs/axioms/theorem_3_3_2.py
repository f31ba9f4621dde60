"""All relations on at most four inputs, E = 2, the columns of each step: Theorem 3.3.2 against linear programs.

Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility". K is the set of the columns x >= 0 with
x_i <= E x_j for all pairs of the relation. A column of K cannot be split (x = y + z with y, z in K that are no
multiples of x) if and only if tight pairs connect the inputs where x > 0. Here that is compared with a linear program:
the greatest y_i x_k - y_k x_i over the y with y and x - y in K is 0 for all i and k if and only if x cannot be split.

From there, in words (docs/certificate-format.md, lines 4 to 8 of "Maximally sufficient mechanisms"): a mechanism is
maximally sufficient if and only if none of its columns can be split. On a connected relation a column that is not 0 is
positive everywhere, and that of an output that never occurs has all pairs; so there the condition is that all row
graphs are connected, which is the theorem. On other relations the theorem is false.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import TYPE_CHECKING, Any

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.linear_programs import LinearProgram, Optimum, solve
from dpexact.papers.proving import Counterexample, Exhaustive, Proof
from dpexact.sufficiency import is_maximally_sufficient, is_sufficient, row_graphs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpexact.mechanisms.labels import Label

Pairs = tuple[tuple[int, int], ...]
Graph = tuple[int, Pairs]
Column = tuple[int, ...]
E = 2

proof = Proof(__doc__)


def both(edges: Pairs) -> Pairs:
    """The ordered pairs of undirected edges."""
    return tuple(pair for i, j in edges for pair in ((i, j), (j, i)))


def graphs(size: int) -> list[Graph]:
    """All graphs, up to the names of the inputs."""
    edges = list(combinations(range(size), 2))
    found: dict[frozenset[frozenset[int]], Pairs] = {}
    for count in range(len(edges) + 1):
        for chosen in combinations(edges, count):
            names = [frozenset(frozenset((p[i], p[j])) for i, j in chosen) for p in permutations(range(size))]
            if not any(name in found for name in names):
                found[names[0]] = chosen
    return [(size, chosen) for chosen in found.values()]


ALL = [graph for size in range(1, 5) for graph in graphs(size)]
COLUMNS = [(graph, column) for graph in ALL for column in product((0, 1, 2, 4), repeat=graph[0])]


def connected(nodes: set[int], links: Pairs) -> bool:
    """Whether the links connect the nodes; no node and one node are connected."""
    reached = set(sorted(nodes)[:1])
    while more := {k for pair in links if reached & set(pair) for k in pair if k in nodes} - reached:
        reached |= more
    return reached == nodes


def is_connected(graph: Graph) -> bool:
    """Whether the relation is connected."""
    return connected(set(range(graph[0])), both(graph[1]))


def in_cone(graph: Graph, x: Column) -> bool:
    """Whether x_i <= E x_j for every pair."""
    return all(x[i] <= E * x[j] for i, j in both(graph[1]))


def tight_on_support(graph: Graph, x: Column) -> bool:
    """Whether tight pairs connect the inputs with x_i > 0."""
    support = {i for i, value in enumerate(x) if value}
    links = tuple((i, j) for i, j in both(graph[1]) if {i, j} <= support and x[i] == E * x[j])
    return connected(support, links)


def row_graph_connected(graph: Graph, x: Column) -> bool:
    """Definition 3.3.1, literally: all inputs are nodes, and all tight pairs are edges."""
    return connected(set(range(graph[0])), tuple((i, j) for i, j in both(graph[1]) if x[i] == E * x[j]))


@cache
def can_be_split(graph: Graph, x: Column) -> bool:
    """By linear programs."""
    size, pairs = graph[0], both(graph[1])
    names = list(range(size))
    rows: list[tuple[Mapping[Label, object], str, object]] = [({i: 1}, "<=", x[i]) for i in names]
    for i, j in pairs:
        room = E * x[j] - x[i]
        rows += [({j: E, i: -1}, ">=", 0), ({j: E, i: -1}, "<=", room)]
    first = next(i for i, value in enumerate(x) if value)
    for other in names:
        if other != first:
            outcome = solve(LinearProgram.from_rows(names, {first: -x[other], other: x[first]}, rows))
            if not isinstance(outcome, Optimum) or outcome.value != 0:
                return True
    return False


@proof.conclusion
def columns() -> Exhaustive:
    """The criterion, for every graph and column."""

    def premise(case: tuple[Graph, Column]) -> bool:
        return in_cone(*case) and any(case[1])

    def predicate(case: tuple[Graph, Column]) -> bool:
        return can_be_split(*case) != tight_on_support(*case)

    text = (
        "a column of K that is not 0 cannot be split if and only if tight pairs connect the inputs where it is positive"
    )
    return Exhaustive(text, {"case": COLUMNS}, predicate, where=premise)


@proof.conclusion
def one_way() -> Exhaustive:
    """The same for all directed relations on three inputs."""

    def premise(arrows: Pairs, x: Column) -> bool:
        return any(x) and all(x[i] <= E * x[j] for i, j in arrows)

    def predicate(arrows: Pairs, x: Column) -> bool:
        support = {i for i, value in enumerate(x) if value}
        tight = tuple((i, j) for i, j in arrows if {i, j} <= support and x[i] == E * x[j])
        rows: list[tuple[Mapping[Label, object], str, object]] = [({i: 1}, "<=", x[i]) for i in range(3)]
        for i, j in arrows:
            rows += [({j: E, i: -1}, ">=", 0), ({j: E, i: -1}, "<=", E * x[j] - x[i])]
        spread = [
            solve(LinearProgram.from_rows(range(3), {i: -x[k], k: x[i]}, rows)) for i, k in permutations(range(3), 2)
        ]
        splits = any(not isinstance(outcome, Optimum) or outcome.value != 0 for outcome in spread)
        return splits != connected(support, tight)

    every = [tuple(chosen) for count in range(7) for chosen in combinations(list(permutations(range(3), 2)), count)]
    text = "the same where pairs go one way"
    domain: dict[str, Sequence[Any]] = {"arrows": every[::2], "x": list(product((0, 1, 2), repeat=3))}
    return Exhaustive(text, domain, predicate, where=premise)


@proof.conclusion
def theorem_on_connected_relations() -> Exhaustive:
    """There the row graph of a column of K is connected if and only if it cannot be split."""

    def premise(case: tuple[Graph, Column]) -> bool:
        return in_cone(*case) and is_connected(case[0])

    def predicate(case: tuple[Graph, Column]) -> bool:
        return row_graph_connected(*case) == (not any(case[1]) or not can_be_split(*case))

    text = "on a connected relation a row graph is connected if and only if its column cannot be split (or is 0)"
    return Exhaustive(text, {"case": COLUMNS}, predicate, where=premise)


def mechanism_of(x: Column, y: Column, rest: int) -> Mechanism:
    """The columns x and y over a total, and a constant one; what is missing to the total goes to a fourth output."""
    total = max(1, *(a + b + rest for a, b in zip(x, y, strict=True)))
    rows = [[a, b, rest, total - a - b - rest] for a, b in zip(x, y, strict=True)]
    return Mechanism.from_numerators(range(len(x)), range(4), rows, total)


SMALL = [
    (graph, x, y) for graph in ALL if graph[0] < 4 for x, y in product(product((0, 1, 2), repeat=graph[0]), repeat=2)
]


@proof.conclusion
def mechanisms() -> Exhaustive:
    """At most three inputs: where a private mechanism is not maximally sufficient, the better one of the verdict."""

    def premise(case: tuple[Graph, Column, Column], rest: int) -> bool:
        (size, edges), x, y = case
        mechanism, relation = mechanism_of(x, y, rest), NeighborGraph.from_edges(range(size), edges)
        private = verify(mechanism, relation, E, 0).proved
        return private and not is_maximally_sufficient(mechanism, relation, E).proved

    def predicate(case: tuple[Graph, Column, Column], rest: int) -> bool:
        (size, edges), x, y = case
        mechanism, relation = mechanism_of(x, y, rest), NeighborGraph.from_edges(range(size), edges)
        better = is_maximally_sufficient(mechanism, relation, E).better
        above = verify(better, relation, E, 0).proved and is_sufficient(better, for_=mechanism).proved
        return above and not is_sufficient(mechanism, for_=better).proved

    text = "a private mechanism with a column that can be split is below a private one that is not below it"
    domain: dict[str, Sequence[Any]] = {"case": SMALL[::3], "rest": (0, 1)}
    return Exhaustive(text, domain, predicate, where=premise)


def all_connected(mechanism: Mechanism, relation: NeighborGraph, ratio: object) -> bool:
    """Whether the mechanism is in S_con: every row graph is connected, all inputs being nodes."""
    found = row_graphs(mechanism, relation, ratio).values()
    place = {label: k for k, label in enumerate(mechanism.inputs)}
    named = [tuple((place[i], place[j]) for i, j in graph) for graph in found]
    return all(connected(set(range(len(mechanism.inputs))), links) for links in named)


def identity(size: int) -> Mechanism:
    """The mechanism that says its input."""
    return Mechanism.from_rows(range(size), range(size), [[int(i == j) for j in range(size)] for i in range(size)])


@proof.conclusion
def no_pairs() -> Counterexample:
    """Two inputs that are no neighbors: the identity is maximally sufficient, its row graphs have no edges."""

    def conditions(size: int, ratio: int) -> bool:
        return ratio > 1 and verify(identity(size), NeighborGraph.from_edges(range(size), []), ratio, 0).proved

    def conclusion(size: int, ratio: int) -> bool:
        relation = NeighborGraph.from_edges(range(size), [])
        maximal = is_maximally_sufficient(identity(size), relation, ratio).proved
        return maximal == all_connected(identity(size), relation, ratio)

    text = "maximally sufficient if and only if each row graph is connected"
    return Counterexample(text, {"size": 2, "ratio": 2}, conditions, conclusion)


@proof.conclusion
def two_components() -> Counterexample:
    """Neighbors 0-1 and 2-3: each output belongs to one pair, with odds E; no mechanism at all is in S_con."""
    edges = ((0, 1), (2, 3))
    rows = ((2, 1, 0, 0), (1, 2, 0, 0), (0, 0, 2, 1), (0, 0, 1, 2))

    def conditions(rows: Pairs, edges: Pairs) -> bool:
        relation = NeighborGraph.from_edges(range(4), edges)
        return is_maximally_sufficient(Mechanism.from_numerators(range(4), range(4), rows, 3), relation, 2).proved

    def conclusion(rows: Pairs, edges: Pairs) -> bool:
        relation = NeighborGraph.from_edges(range(4), edges)
        return all_connected(Mechanism.from_numerators(range(4), range(4), rows, 3), relation, 2)

    text = "the row graphs of a maximally sufficient mechanism are connected"
    return Counterexample(text, {"rows": rows, "edges": edges}, conditions, conclusion)


@proof.conclusion
def same_graph_same_ray() -> Exhaustive:
    """On a connected relation two columns with the same connected row graph are proportional."""

    def premise(case: tuple[Graph, Column, Column]) -> bool:
        graph, x, y = case
        one, other = ([(i, j) for i, j in both(graph[1]) if z[i] == E * z[j]] for z in (x, y))
        return one == other

    def predicate(case: tuple[Graph, Column, Column]) -> bool:
        _, x, y = case
        return all(a * d == b * c for (a, b), (c, d) in pairwise(zip(x, y, strict=True)))

    pairs = []
    for graph in filter(is_connected, ALL):
        columns = [x for x in product((1, 2, 4, 8), repeat=graph[0]) if in_cone(graph, x)]
        pairs += [(graph, x, y) for x, y in combinations([x for x in columns if row_graph_connected(graph, x)], 2)]
    text = "columns with the same connected row graph are multiples of one another"
    return Exhaustive(text, {"case": pairs}, predicate, where=premise)


@proof.conclusion
def same_graph_other_ray() -> Counterexample:
    """No pairs: both outputs of the identity have the empty row graph, and merging them loses everything."""

    def conditions(size: int) -> bool:
        relation = NeighborGraph.from_edges(range(size), [])
        one, other = row_graphs(identity(size), relation, 2).values()
        return one == other and is_maximally_sufficient(identity(size), relation, 2).proved

    def conclusion(size: int) -> bool:
        merged = identity(size).postprocess(Mechanism.from_rows(range(size), [0], [[1]] * size))
        return is_sufficient(merged, for_=identity(size)).proved

    text = "outputs of a maximally sufficient mechanism with the same row graph can be merged without any loss"
    return Counterexample(text, {"size": 2}, conditions, conclusion)


@proof.conclusion
def same_graph_not_maximal() -> Counterexample:
    """Two inputs, E = 5: odds 2 and odds 3 have the same, empty, row graph."""

    def conditions(rows: Pairs, ratio: int) -> bool:
        mechanism = Mechanism.from_numerators(range(2), range(3), rows, 12)
        relation = NeighborGraph.path(range(2))
        return (
            verify(mechanism, relation, ratio, 0).proved
            and len(set(row_graphs(mechanism, relation, ratio).values())) == 1
        )

    def conclusion(rows: Pairs, ratio: int) -> bool:
        mechanism = Mechanism.from_numerators(range(2), range(3), rows, 12)
        merged = mechanism.postprocess(Mechanism.from_rows(range(3), [0], [[1]] * 3))
        return is_sufficient(merged, for_=mechanism).proved and ratio > 0

    text = "the outputs of a differentially private mechanism can be identified with their row graphs"
    return Counterexample(text, {"rows": ((6, 2, 4), (3, 6, 3)), "ratio": 5}, conditions, conclusion)


def count_of_graphs(graph: Graph) -> int:
    """The connected row graphs that columns of K have: those of potentials that differ by at most 1 along an edge."""
    size, pairs = graph[0], both(graph[1])
    found = set()
    for p in product(range(size), repeat=size):
        if min(p) == 0 and all(abs(p[i] - p[j]) <= 1 for i, j in pairs):
            tight = tuple((i, j) for i, j in pairs if p[i] == p[j] + 1)
            if connected(set(range(size)), tight):
                found.add(tight)
    return len(found)


@proof.conclusion
def more_graphs_than_inputs() -> Exhaustive:
    """Three or four inputs."""

    def premise(graph: Graph) -> bool:
        return graph[0] > 2 and is_connected(graph)

    def predicate(graph: Graph) -> bool:
        return count_of_graphs(graph) > graph[0]

    text = "on a connected relation of 3 or 4 inputs there are more connected row graphs than inputs"
    return Exhaustive(text, {"graph": ALL}, predicate, where=premise)


@proof.conclusion
def two_graphs_for_two_inputs() -> Counterexample:
    """Two neighbors have two connected row graphs."""

    def conditions(size: int) -> bool:
        return connected(set(range(size)), tuple(pairwise(range(size))))

    def conclusion(size: int) -> bool:
        return count_of_graphs((size, tuple(pairwise(range(size))))) > size

    return Counterexample("there are more connected row graphs than inputs", {"size": 2}, conditions, conclusion)


@proof.conclusion
def figure_10() -> Exhaustive:
    """The column i_1 = E i_3 = E^2 i_4 = E^3 i_2: of connected relations, the path i_1, i_3, i_4, i_2 allows it."""

    def predicate(edges: Pairs) -> bool:
        relation: Graph = (4, edges)
        allowed = in_cone(relation, (8, 1, 4, 2)) and connected(set(range(4)), both(edges))
        return allowed == (set(edges) == {(0, 2), (2, 3), (1, 3)})

    every = [tuple(chosen) for count in range(7) for chosen in combinations(list(combinations(range(4), 2)), count)]
    return Exhaustive(
        "the first row graph of Figure 10 is one of a private mechanism for one connected relation",
        {"edges": every},
        predicate,
    )


@proof.conclusion
def figure_10_complete() -> Counterexample:
    """All four inputs neighbors: 8 > 2 * 1."""

    def conditions(edges: Pairs) -> bool:
        return {(0, 2), (2, 3), (1, 3)} <= set(edges)

    def conclusion(edges: Pairs) -> bool:
        return in_cone((4, edges), (8, 1, 4, 2))

    text = "the first row graph of Figure 10 is one of a private mechanism if its edges are pairs of the relation"
    return Counterexample(text, {"edges": tuple(combinations(range(4), 2))}, conditions, conclusion)


@proof.conclusion
def four_outputs_for_three_inputs() -> Exhaustive:
    """A path of three: a maximally sufficient mechanism with four outputs, no two of them proportional."""

    def predicate(weights: tuple[Fraction, ...]) -> bool:
        columns = ((4, 2, 1), (1, 2, 4), (1, 2, 1), (2, 1, 2))
        rows = [[w * c[i] for w, c in zip(weights, columns, strict=True)] for i in range(3)]
        mechanism = Mechanism.from_rows(range(3), range(4), rows)
        proportional = any(
            a[0] * b[1] == a[1] * b[0] and a[0] * b[2] == a[2] * b[0] for a, b in combinations(columns, 2)
        )
        return is_maximally_sufficient(mechanism, NeighborGraph.path(range(3)), E).proved and not proportional

    weights = [tuple(Fraction(n, 12) for n in (1, 1, 3, 2))]
    return Exhaustive(
        "maximally sufficient, with four different row graphs for three inputs", {"weights": weights}, predicate
    )


proof.establishes({"figure-10": "holds-if, holds"}, "figure_10")
proof.establishes({"figure-10": "holds-if, fails"}, "figure_10_complete")
proof.establishes({"section-3-3-forced": "holds-if, holds", "theorem-3-3-2": "holds-if, holds"}, "columns")
proof.establishes(
    {
        "section-3-3-forced": "holds-if, fails",
        "theorem-3-3-2": "holds-if, fails",
        "appendix-e-zero": "holds-if, fails",
        "appendix-e-not-maximal": "holds-if, fails",
    },
    "two_components",
)
proof.establishes({"theorem-3-3-2": "holds-if, holds"}, "one_way")
proof.establishes(
    {"theorem-3-3-2": "holds-if, holds", "appendix-e-ratios": "holds", "appendix-e-always": "holds-if, holds"},
    "theorem_on_connected_relations",
)
proof.establishes({"theorem-3-3-2": "holds-if, holds", "appendix-e-not-maximal": "holds-if, holds"}, "mechanisms")
proof.establishes({"theorem-3-3-2": "holds-if, fails", "appendix-e-entry-1": "holds-if, fails"}, "no_pairs")
proof.establishes(
    {
        "section-3-3-same-graph": "holds-if, holds",
        "section-3-3-common-space": "holds-if, holds",
        "appendix-e-proportional": "holds-if, holds",
        "appendix-e-different": "holds",
    },
    "same_graph_same_ray",
)
proof.establishes({"section-3-3-same-graph": "holds-if, fails"}, "same_graph_other_ray")
proof.establishes({"section-3-3-common-space": "holds-if, fails"}, "same_graph_not_maximal")
proof.establishes({"section-3-3-more-graphs": "holds-if, holds"}, "more_graphs_than_inputs")
proof.establishes({"section-3-3-more-graphs": "holds-if, fails"}, "two_graphs_for_two_inputs")
proof.establishes({"section-3-3-missed": "holds"}, "four_outputs_for_three_inputs")
