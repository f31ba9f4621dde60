"""At the relations and columns of each step: Appendix E, the splitting of an output.

Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility". With u = E/rho_1 > 1 and v = E/rho_2 > 1 the four
factors of the new columns are a u, a, b, b v, where a = (v - 1)/(u v - 1) and b = (u - 1)/(u v - 1). They are positive
and less than 1, a u + b = 1 and a + b v = 1, so the two new columns add up to the old one. For s in C1 and t in C2,
P(s) <= rho_1 P(t) gives a u P(s) <= E a P(t), with equality where rho_1 is attained: (5). For all E and ratios this is
proved in rocq/AxiomsSplits.v (printed_factors and appendix_e).

What fails: rho_1 and rho_2 are maxima of nothing where no pair of the relation leads from C1 to C2. And the number of
repetitions is not bounded by that of the spanning trees: on a path of n inputs, which has one, a constant output is
split 2^(n-1) - 1 times (in n - 1 rounds), and every output of a mechanism may have to be. Each split of a column with k
parts gives two with fewer parts, so 2^(k-1) - 1 splits are enough for each.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from dpexact import Mechanism, NeighborGraph, ParameterError, verify
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)
from dpexact.sufficiency import canonical, is_maximally_sufficient, is_sufficient, row_graphs, split_output
from dpexact.sufficiency.maximal import printed_split_output, split_to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Domain = Mapping[str, Sequence[Any]]

Pairs = tuple[tuple[int, int], ...]
Column = tuple[int, ...]

proof = Proof(__doc__)


def connected(nodes: set[int], links: Iterable[tuple[Any, Any]]) -> bool:
    """Whether the links connect the nodes."""
    pairs = tuple(links)
    reached = set(sorted(nodes)[:1])
    while more := {k for pair in pairs if reached & set(pair) for k in pair} - reached:
        reached |= more
    return reached == nodes


RELATIONS = [
    (size, tuple(edges))
    for size in range(2, 5)
    for count in range(1, 7)
    for edges in combinations(list(combinations(range(size), 2)), count)
    if connected(set(range(size)), edges)
]


def constant_and(column: Column) -> Mechanism:
    """Two outputs: the column over 12, and the rest."""
    return Mechanism.from_numerators(range(len(column)), "xy", [[n, 12 - n] for n in column], 12)


def to_be_split(case: tuple[int, Pairs], column: Column) -> bool:
    """Whether the mechanism is private for E = 3 and the row graph of its output x is not connected."""
    size, edges = case
    mechanism, relation = constant_and(column[:size]), NeighborGraph.from_edges(range(size), edges)
    private = verify(mechanism, relation, 3, 0).proved
    return private and not connected(set(range(size)), row_graphs(mechanism, relation, 3)["x"])


@proof.conclusion
def splits() -> Exhaustive:
    """All connected relations on 2 to 4 inputs, E = 3."""

    def predicate(case: tuple[int, Pairs], column: Column) -> bool:
        size, edges = case
        mechanism, relation = constant_and(column[:size]), NeighborGraph.from_edges(range(size), edges)
        before = row_graphs(mechanism, relation, 3)["x"]
        split = printed_split_output(mechanism, relation, 3, "x")
        after = row_graphs(split, relation, 3)
        more = all(before < after["x", k] for k in (1, 2))
        merged = Mechanism.from_rows(split.outputs, "xy", [[1, 0], [1, 0], [0, 1]])
        return more and verify(split, relation, 3, 0).proved and split.postprocess(merged) == mechanism

    columns = [(a, b, c, d) for a, b, c, d in product((1, 2, 3, 6), repeat=4) if a <= d]
    text = "the split mechanism is private, gives the old one, and both row graphs have all old edges and a new one"
    domain: Domain = {"case": RELATIONS, "column": columns[::3]}
    return Exhaustive(text, domain, predicate, where=to_be_split)


@proof.conclusion
def not_reversible() -> Exhaustive:
    """Two and three inputs, by the linear program."""

    def predicate(case: tuple[int, Pairs], column: Column) -> bool:
        size, edges = case
        mechanism, relation = constant_and(column[:size]), NeighborGraph.from_edges(range(size), edges)
        return not is_sufficient(mechanism, for_=printed_split_output(mechanism, relation, 3, "x")).proved

    domain: Domain = {
        "case": [case for case in RELATIONS if case[0] < 4],
        "column": list(product((1, 2, 3, 6), repeat=3)),
    }
    return Exhaustive("the old mechanism is not sufficient for the split one", domain, predicate, where=to_be_split)


@proof.conclusion
def maximum_of_nothing() -> Counterexample:
    """Two inputs that are no neighbors, one output: C1 and C2 have no pair between them."""

    def conditions(size: int) -> bool:
        mechanism = Mechanism.from_rows(range(size), ["x"], [[1]] * size)
        relation = NeighborGraph.from_edges(range(size), [])
        graph = row_graphs(mechanism, relation, 2)["x"]
        return not connected(set(range(size)), graph) and not is_maximally_sufficient(mechanism, relation, 2).proved

    def conclusion(size: int) -> bool:
        mechanism = Mechanism.from_rows(range(size), ["x"], [[1]] * size)
        try:
            printed_split_output(mechanism, NeighborGraph.from_edges(range(size), []), 2, "x")
        except ParameterError:
            return False
        return True

    text = "rho_1 and rho_2 are defined wherever a row graph is not connected"
    return Counterexample(text, {"size": 2}, conditions, conclusion)


@proof.conclusion
def corrected_split() -> Exhaustive:
    """Relations on 4 inputs, connected or not: the split that takes the components of the relation apart first."""

    def not_maximal(edges: Pairs, column: Column) -> bool:
        mechanism, relation = constant_and(column), NeighborGraph.from_edges(range(4), edges)
        private = verify(mechanism, relation, 3, 0).proved
        return private and not is_maximally_sufficient(mechanism, relation, 3).proved

    def predicate(edges: Pairs, column: Column) -> bool:
        mechanism, relation = constant_and(column), NeighborGraph.from_edges(range(4), edges)
        ends = split_to_the_end(mechanism, relation, 3)
        private = is_maximally_sufficient(ends.mechanism, relation, 3).proved
        return private and ends.mechanism.postprocess(ends.kernel) == mechanism and ends.splits <= 2 * (2**3 - 1)

    every = [tuple(chosen) for count in range(7) for chosen in combinations(list(combinations(range(4), 2)), count)]
    text = (
        "split to the end, it is maximally sufficient and gives the old one, after at most 2^(n-1) - 1 splits an output"
    )
    domain: Domain = {
        "edges": every[::2],
        "column": [(1, 1, 1, 1), (1, 2, 4, 8), (3, 6, 4, 2), (6, 2, 6, 2)],
    }
    return Exhaustive(text, domain, predicate, where=not_maximal)


def spanning_trees(size: int, edges: Pairs) -> int:
    """The number of spanning trees."""
    return sum(connected(set(range(size)), chosen) for chosen in combinations(edges, size - 1))


def splits_of_a_constant(size: int) -> int:
    """How often the constant output on a path of inputs is split, at E = 2."""
    constant = Mechanism.from_rows(range(size), ["x"], [[1]] * size)
    return split_to_the_end(constant, NeighborGraph.path(range(size)), 2).splits


@proof.conclusion
def more_splits_than_trees() -> Counterexample:
    """A path of three inputs: one spanning tree, three splits."""

    def conditions(size: int) -> bool:
        return connected(set(range(size)), [(i, i + 1) for i in range(size - 1)])

    def conclusion(size: int) -> bool:
        return splits_of_a_constant(size) <= spanning_trees(size, tuple((i, i + 1) for i in range(size - 1)))

    text = "the number of repetitions is at most the number of spanning trees of the relation"
    return Counterexample(text, {"size": 3}, conditions, conclusion)


def rounds(size: int) -> int:
    """How often every output that can be split has to be split, at E = 2, from the constant output on a path."""
    mechanism, relation, count = (
        Mechanism.from_rows(range(size), ["x"], [[1]] * size),
        NeighborGraph.path(range(size)),
        0,
    )
    while not is_maximally_sufficient(mechanism, relation, 2).proved:
        for output, graph in row_graphs(mechanism, relation, 2).items():
            if not connected(set(range(size)), graph):
                mechanism = split_output(mechanism, relation, 2, output)
        count += 1
    return count


@proof.conclusion
def more_rounds_than_trees() -> Counterexample:
    """In the other reading, with all outputs split at once, it takes two rounds."""

    def conditions(size: int) -> bool:
        return spanning_trees(size, tuple((i, i + 1) for i in range(size - 1))) == 1

    def conclusion(size: int) -> bool:
        return rounds(size) <= 1

    return Counterexample(
        "the number of rounds is at most that of the spanning trees", {"size": 3}, conditions, conclusion
    )


@proof.conclusion
def splits_on_paths() -> Exhaustive:
    """Up to seven inputs."""

    def predicate(size: int) -> bool:
        return splits_of_a_constant(size) + 1 == 1 << (size - 1)

    return Exhaustive("a constant output on a path is split 2^(n-1) - 1 times", {"size": range(1, 8)}, predicate)


@proof.conclusion
def one_input() -> Counterexample:
    """One input: the mechanism with one output is maximally sufficient; it has an entry 1 and a connected row graph."""

    def conditions(size: int) -> bool:
        constant = Mechanism.from_rows(range(size), ["x"], [[1]] * size)
        return is_maximally_sufficient(constant, NeighborGraph.path(range(size)), 2).proved

    def conclusion(size: int) -> bool:
        return not connected(set(range(size)), [])

    text = "a row of entries 1 has a row graph that is not connected, and no maximally sufficient mechanism has one"
    return Counterexample(text, {"size": 1}, conditions, conclusion)


@proof.conclusion
def no_entry_1() -> Exhaustive:
    """Connected relations on 2 to 4 inputs, E = 3: an entry 1 makes the row constant, so that it can be split."""

    def in_halves(case: tuple[int, Pairs], rows: Column) -> tuple[Mechanism, NeighborGraph]:
        size, edges = case
        mechanism = Mechanism.from_numerators(range(size), "xy", [[n, 2 - n] for n in rows[:size]], 2)
        return mechanism, NeighborGraph.from_edges(range(size), edges)

    def private_with_a_1(case: tuple[int, Pairs], rows: Column) -> bool:
        return 2 in rows[: case[0]] and verify(*in_halves(case, rows), 3, 0).proved

    def predicate(case: tuple[int, Pairs], rows: Column) -> bool:
        return not is_maximally_sufficient(*in_halves(case, rows), 3).proved

    domain: Domain = {"case": RELATIONS, "rows": list(product((0, 1, 2), repeat=4))}
    text = "a private mechanism with an entry 1 is not maximally sufficient"
    return Exhaustive(text, domain, predicate, where=private_with_a_1)


@proof.conclusion
def never_is_proportional() -> Counterexample:
    """0 = 0 (2/3, 1/3), but the row graph of an output that never occurs has both pairs."""

    def conditions(rows: Pairs) -> bool:
        columns = list(zip(*rows, strict=True))
        return any(not any(column) for column in columns)

    def conclusion(rows: Pairs) -> bool:
        mechanism = Mechanism.from_numerators(range(2), range(3), rows, 3)
        graphs = row_graphs(mechanism, NeighborGraph.path(range(2)), 2)
        return graphs[0] == graphs[2]

    text = "rows that are proportional to each other, one of them 0 times the other, have the same row graph"
    return Counterexample(text, {"rows": ((2, 1, 0), (1, 2, 0))}, conditions, conclusion)


@proof.conclusion
def what_never_occurs_goes_anywhere() -> Counterexample:
    """M' is M with an output that never occurs, which A sends to both outputs of M."""

    def conditions(rows: Pairs, kernel: tuple[tuple[Fraction, ...], ...]) -> bool:
        source = Mechanism.from_numerators(range(2), range(3), rows, 3)
        mechanism = source.postprocess(Mechanism.from_rows(range(3), range(2), kernel))
        return is_maximally_sufficient(mechanism, NeighborGraph.path(range(2)), 2).proved

    def conclusion(rows: Pairs, kernel: tuple[tuple[Fraction, ...], ...]) -> bool:
        return len(rows) == 2 and all(entry in (0, 1) for row in kernel for entry in row)

    one, none, half = Fraction(1), Fraction(0), Fraction(1, 2)
    instance = {"rows": ((2, 1, 0), (1, 2, 0)), "kernel": ((one, none), (none, one), (half, half))}
    return Counterexample("P_A(o | o') = 1 wherever P_A(o | o') > 0", instance, conditions, conclusion)


def many(count: int) -> Mechanism:
    """Outputs 1, ..., count with odds of their own, between 1/2 and 2, for two inputs."""
    columns = [(count + 1 + k, 2 * count + 1 - k) for k in range(count + 1)]
    total = sum(a for a, _ in columns)
    return Mechanism.from_rows(
        range(2), range(count + 1), zip(*((Fraction(a, total), Fraction(b, total)) for a, b in columns), strict=True)
    )


@proof.conclusion
def no_bound_on_rays() -> Exhaustive:
    """Private mechanisms for two neighbors that are equivalent to none with fewer outputs: no two are proportional."""

    def predicate(count: int) -> bool:
        mechanism = many(count)
        columns = [tuple(value.as_fraction() for value in column) for column in mechanism.column_stochastic()]
        different = all(a * d != b * c for (a, b), (c, d) in combinations(columns, 2))
        return different and verify(mechanism, NeighborGraph.path(range(2)), 2, 0).proved

    return Exhaustive(
        "private at E = 2, and no two of its outputs are proportional", {"count": range(1, 40)}, predicate
    )


@proof.conclusion
def more_likelihoods_than_graphs() -> Counterexample:
    """Two neighbors have three row graphs: (0, 1), (1, 0), and none."""

    def conditions(count: int) -> bool:
        return verify(many(count), NeighborGraph.path(range(2)), 2, 0).proved

    def conclusion(count: int) -> bool:
        return len(canonical(many(count)).outputs) <= 3

    text = "a private mechanism is equivalent to one with at most as many outputs as there are row graphs"
    return Counterexample(text, {"count": 3}, conditions, conclusion)


proof.establishes({"appendix-e-entry-1": "holds-if, holds", "appendix-e-row-of-ones": "holds-if, holds"}, "no_entry_1")
proof.establishes({"appendix-e-entry-1": "holds-if, fails", "appendix-e-row-of-ones": "holds-if, fails"}, "one_input")
proof.establishes(
    {
        "appendix-e-rho": "holds-if, holds",
        "appendix-e-zero": "holds-if, holds",
        "equation-5": "holds",
        "appendix-e-new-edges": "holds",
    },
    "splits",
)
proof.establishes({"appendix-e-rho": "holds-if, fails"}, "maximum_of_nothing")
proof.establishes({"appendix-e-not-reversible": "holds"}, "not_reversible")
proof.establishes({"appendix-e-spanning-trees": "refuted"}, "more_splits_than_trees")
proof.establishes({"appendix-e-spanning-trees": "refuted"}, "more_rounds_than_trees")
proof.establishes({"appendix-e-spanning-trees": "refuted"}, "splits_on_paths")
proof.establishes({"appendix-e-spanning-trees": "refuted"}, "corrected_split")
proof.establishes({"appendix-e-proportional": "holds-if, fails"}, "never_is_proportional")
proof.establishes({"appendix-e-always": "holds-if, fails"}, "what_never_occurs_goes_anywhere")
proof.establishes({"appendix-e-infinite": "refuted"}, "more_likelihoods_than_graphs")
proof.establishes({"appendix-e-infinite": "refuted"}, "no_bound_on_rays")
