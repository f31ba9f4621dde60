"""At the parameters of each step: sentences of Section 3, false as they stand or true.

Gu et al., "Generalized Rainbow Differential Privacy". Definition 3 calls a mechanism optimal if no other one dominates
it. In Example 1 (E = 2, delta = 0, M(d5) = M(d4)) two private mechanisms are optimal in these words: M2, and N with
N(d2) = (0.4, 0.2, 0.4), N(d3) = (0.65, 0.1, 0.25). So the example and "at most one optimal mechanism" need "dominates
every other one". By hand, for M2 at d2: close to M(d1) are x with x_1 <= 0.4, close to (0.7, 0.05, 0.25) those with x_2
<= 0.1; at d3 nothing close to M(d4) is above (0.7, 0.05, 0.25). For N at d3: x_1 + x_2 <= 0.75 and 0.2 <= 2 x_2.
(m2_maximal and n_maximal in rocq/RainbowExample1.v.)

For two colors and every E >= 1, delta the pointwise larger of two private mechanisms is private: if w <= M(y) and w' <=
M(y') along an edge, the larger of w, w' is at most M of the larger of y, y' (binary_join_first and binary_join_rest).
So with any fixed vertices there is a greatest mechanism if there is one at all (the values form a closed set).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)
from dpexact.papers.rainbow import RainbowGraph

Row = tuple[Fraction, ...]
CYCLE = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 1))


def hundredths(*numerators: int) -> Row:
    """The distribution with these numerators."""
    return tuple(Fraction(n, 100) for n in numerators)


D1, D4 = hundredths(20, 10, 70), hundredths(40, 10, 50)
M2 = (D4, hundredths(70, 5, 25))
N = (hundredths(40, 20, 40), hundredths(65, 10, 25))


def close(p: Row, q: Row) -> bool:
    """Definition 2 for E = 2 and delta = 0, event by event; both are distributions."""
    events = chain.from_iterable(combinations(range(3), size) for size in range(4))
    is_row = all(sum(row) == 1 and min(row) >= 0 for row in (p, q))
    return is_row and all(
        sum(one[i] for i in event) <= 2 * sum(other[i] for i in event)
        for event in events
        for one, other in ((p, q), (q, p))
    )


def private(rows: tuple[Row, Row]) -> bool:
    """Whether (rows at d2 and d3) extend Example 1."""
    walk = (D1, *rows, D4, D4, D1)
    return all(close(one, other) for one, other in pairwise(walk))


def boundary(kinds: dict[int, str], edges: tuple[tuple[int, int], ...], kind: str) -> set[int]:
    """(3.2), word for word."""
    members = {vertex for vertex, own in kinds.items() if own == kind}
    neighbors = {v: {n for e in edges for m, n in (e, e[::-1]) if m == v} for v in members}
    return members - {v for v in members if neighbors[v] <= members}


proof = Proof(__doc__)


@proof.conclusion
def both_extend_example_1() -> Exhaustive:
    """M2 and N are private."""
    return Exhaustive("the mechanism is private", {"rows": [M2, N]}, private)


@proof.conclusion
def two_maximal_ones() -> Counterexample:
    """M2 and N differ, and neither dominates the other: at d2 0.5 < 0.6, at d3 0.7 > 0.65."""

    def both_private(one: tuple[Row, Row], other: tuple[Row, Row]) -> bool:
        return private(one) and private(other)

    def comparable(one: tuple[Row, Row], other: tuple[Row, Row]) -> bool:
        pairs = [(sum(p[:n]), sum(q[:n])) for p, q in zip(one, other, strict=True) for n in (1, 2)]
        return all(p >= q for p, q in pairs) or all(p <= q for p, q in pairs)

    text = "at most one mechanism is dominated by no other"
    return Counterexample(text, {"one": M2, "other": N}, both_private, comparable)


@proof.conclusion
def not_even_m1() -> Counterexample:
    """M1 of Example 1 is not maximal: N dominates it."""

    def is_m1(d2: Row, d3: Row) -> bool:
        return d2 == d3 == N[0] and private((d2, d3))

    def is_maximal(d2: Row, d3: Row) -> bool:
        pairs = [(sum(p[:n]), sum(q[:n])) for p, q in zip((d2, d3), N, strict=True) for n in (1, 2)]
        return not (all(p <= q for p, q in pairs) and pairs != [(q, q) for _, q in pairs])

    return Counterexample("M1 is dominated by no other", {"d2": N[0], "d3": N[0]}, is_m1, is_maximal)


@proof.conclusion
def example_1_boundary() -> Exhaustive:
    """Example 1: the boundary of B^c is {d1, d4}, its interior {d2, d3}, and d5 is a boundary vertex of its rainbow."""
    kinds = {1: "123", 2: "123", 3: "123", 4: "123", 5: "132"}
    graph = RainbowGraph(CYCLE, {vertex: tuple(kind) for vertex, kind in kinds.items()})

    def agrees(rainbow: str) -> bool:
        at, inside = {"123": ({1, 4}, {2, 3}), "132": ({5}, set())}[rainbow]
        own = graph.boundary(tuple(rainbow)), graph.interior(tuple(rainbow))
        return boundary(kinds, CYCLE, rainbow) == at and own == (at, inside)

    return Exhaustive("boundary and interior", {"rainbow": ["123", "132"]}, agrees)


@proof.conclusion
def lines_have_no_boundary() -> Counterexample:
    """By (3.2) a (c, n)-line has no boundary: all its vertices have the rainbow c. Definition 7 has to say so."""

    def is_a_line(length: int) -> bool:
        return length >= 0

    def has_boundary_0(length: int) -> bool:
        edges = tuple((n, n + 1) for n in range(length))
        return boundary(dict.fromkeys(range(length + 1), "c"), edges, "c") == {0}

    return Counterexample("0 is the boundary of a line by Definition 5", {"length": 3}, is_a_line, has_boundary_0)


proof.establishes(
    {
        "definition-3-optimal": "misprint",
        "section-3-at-most-one": "holds-if, fails",
        "example-1-none": "holds-if, fails",
    },
    "both_extend_example_1",
)
proof.establishes(
    {
        "abstract-example": "holds-if, fails",
        "definition-3-optimal": "misprint",
        "section-3-at-most-one": "holds-if, fails",
        "section-6-1": "holds-if, fails",
    },
    "two_maximal_ones",
)
proof.establishes({"example-1-none": "holds-if, holds"}, "not_even_m1")
proof.establishes({"example-1-boundary": "holds"}, "example_1_boundary")
proof.establishes({"definition-7-boundary": "holds-if, fails"}, "lines_have_no_boundary")
