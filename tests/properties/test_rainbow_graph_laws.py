"""Theorems 2 and 3, corrected, against exact linear programs: all small graphs, and random larger ones.

One colored graph of each isomorphism class, with up to three rainbows. The boundary distributions have ties (exactly
close), zeros, and pairs that are not close. Privacy is brute force over all events, validity too; that nothing is
greater is the exact linear program's answer. The profile `slow` (.ci/slow) goes on to five vertices and takes every
combination; dev/slow-checks.md has its last run.
"""

import os
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpexact import Mechanism
from dpexact.errors import ParameterError
from dpexact.papers.rainbow import RainbowGraph, greatest_mechanism, is_rainbow_preserving, optimal_mechanism, pullback
from tests.beside import beside
from tests.colored_graphs import colored_graphs
from tests.oracle import least_delta

BESIDE = beside(__file__)

Row = tuple[Fraction, ...]
Boundary = dict[Any, Row]  # {rainbow: row}
Parameters = tuple[Fraction, Fraction]
SLOW = os.environ.get("HYPOTHESIS_PROFILE") == "slow"


def sixtieths(*rows: str) -> tuple[Row, ...]:
    """One distribution for each text of numerators over 60."""
    return tuple(tuple(Fraction(int(n), 60) for n in row.split()) for row in rows)


# The rainbow of a kind, by q; kind 0 comes first.
RAINBOWS = {
    2: ((0, 1), (1, 0)),
    3: ((0, 1, 2), (2, 0, 1), (0, 2, 1)),
    4: ((0, 1, 2, 3), (3, 1, 0, 2), (1, 0, 2, 3)),
}
# Entries by color, not by preference.
BOUNDARIES = {
    2: {
        "generic": sixtieths("8 52", "15 45"),
        "tie for E = 2": sixtieths("20 40", "40 20"),
        "zero": sixtieths("0 60", "15 45"),
        "opposite": sixtieths("60 0", "0 60"),
    },
    3: {
        "generic": sixtieths("8 8 44", "15 15 30", "10 20 30"),
        "ties for E = 2": sixtieths("12 24 24", "24 12 24", "24 24 12"),
        "zeros in common": sixtieths("0 30 30", "0 20 40", "0 40 20"),
        "zeros": sixtieths("0 15 45", "15 15 30", "0 0 60"),
        "tie for E = 3/2, delta = 1/4": sixtieths("0 20 40", "15 20 25", "0 35 25"),
        "certain": sixtieths("60 0 0", "60 0 0", "60 0 0"),
        "opposite": sixtieths("60 0 0", "0 60 0", "0 0 60"),
    },
    4: {
        "generic": sixtieths("6 6 12 36", "10 10 20 20", "6 12 12 30"),
        "zeros": sixtieths("0 15 15 30", "15 15 15 15", "0 20 20 20"),
    },
}
PARAMETERS = {
    "E = 2": (Fraction(2), Fraction(0)),
    "E = 3/2, delta = 1/4": (Fraction(3, 2), Fraction(1, 4)),
    "E = 1, delta = 1/8": (Fraction(1), Fraction(1, 8)),
    "E = 1": (Fraction(1), Fraction(0)),
    "delta = 1": (Fraction(2), Fraction(1)),
}
EVERYWHERE = [(q, name, key) for q, named in BOUNDARIES.items() for name in named for key in PARAMETERS]
LARGEST = {2: 5, 3: 5, 4: 4} if SLOW else {2: 4, 3: 4, 4: 3}


def is_private(rows: list[Row], pairs: list[tuple[int, int]], parameters: Parameters) -> bool:
    """Brute force over all events, both directions of every pair."""
    exp_epsilon, delta = parameters
    return bool(least_delta(rows, [*pairs, *((b, a) for a, b in pairs)], exp_epsilon) <= delta)


def entries(mechanism: Mechanism) -> list[Row]:
    """The rows, as Fractions; vertices and colors are 0, 1, ..."""
    colors = sorted(mechanism.outputs)
    return [tuple(mechanism.probability(v, [c]).as_fraction() for c in colors) for v in sorted(mechanism.inputs)]


def optimum(graph: RainbowGraph, boundary: Boundary, parameters: Parameters) -> Mechanism | None:
    """The closed form, or None for a boundary that is refused; the pullback of the boundary graph is the same."""
    given: Mapping[object, Mapping[object, object]] = {c: dict(enumerate(row)) for c, row in boundary.items()}
    try:
        found = optimal_mechanism(graph, given, *parameters)
    except ParameterError:
        return None
    small = graph.boundary_graph()
    assert is_rainbow_preserving(graph.boundary_morphism(), graph, small)
    pulled = pullback(optimal_mechanism(small, given, *parameters), graph.boundary_morphism())
    assert entries(pulled) == entries(found)
    return found


def compare(graph: RainbowGraph, boundary: Boundary, parameters: Parameters) -> bool:
    """The optimum is private and the greatest mechanism with the boundary fixed; there is one if that is valid."""
    edges = [(a, b) for a, b in graph.edges if isinstance(a, int) and isinstance(b, int)]
    crossing = [(a, b) for a, b in edges if graph.rainbows[a] != graph.rainbows[b]]
    wanted = [boundary[graph.rainbows[vertex]] for vertex in graph.vertices]
    found = optimum(graph, boundary, parameters)
    assert (found is not None) == is_private(wanted, crossing, parameters)
    fixed = {vertex: dict(enumerate(wanted[vertex])) for vertex in sorted({v for edge in crossing for v in edge})}
    answer = greatest_mechanism(graph, fixed, *parameters)
    assert answer.feasible == answer.exists == (found is not None)
    if found is not None:
        assert answer.mechanism is not None
        assert entries(answer.mechanism) == entries(found)
        assert is_private(entries(found), edges, parameters)
    return found is not None


# In every run: each boundary at some parameters, each parameters at some boundary, delta = 0 and delta > 0 for each q.
CHOSEN = BESIDE["chosen"]


@pytest.mark.seldom
@pytest.mark.parametrize(("q", "name", "key"), EVERYWHERE if SLOW else CHOSEN)
def test_all_graphs(q: int, name: str, key: str) -> None:
    boundary, kinds = dict(zip(RAINBOWS[q], BOUNDARIES[q][name], strict=True)), len(RAINBOWS[q])
    outcomes = {False: 0, True: 0}
    for size in range(1, LARGEST[q] + 1):
        for edges, coloring in colored_graphs(size, kinds):
            graph = RainbowGraph(edges, {vertex: RAINBOWS[q][kind] for vertex, kind in enumerate(coloring)})
            outcomes[compare(graph, boundary, PARAMETERS[key])] += 1
    rows = list(boundary.values())
    assert (outcomes[False] == 0) == is_private(rows, list(combinations(range(kinds), 2)), PARAMETERS[key])
    assert outcomes[True] > 0


def test_the_number_of_graphs() -> None:
    assert [len(colored_graphs(size, 2)) for size in range(1, 6)] == [2, 6, 20, 90, 544]  # OEIS A000666


@st.composite
def cases(draw: st.DrawFn) -> tuple[RainbowGraph, Boundary]:
    """A graph with five to seven vertices, two or three rainbows, and distributions at their boundaries."""
    size = draw(st.integers(5, 7))
    colors = range(draw(st.integers(2, 3)))
    rainbows = draw(st.lists(st.permutations(colors).map(tuple), min_size=2, max_size=3, unique=True))
    chosen = draw(st.lists(st.sampled_from([rainbows[0], rainbows[0], *rainbows]), min_size=size, max_size=size))
    pairs = list(combinations(range(size), 2))
    edges = draw(st.lists(st.sampled_from(pairs), min_size=size - 1, max_size=size + 1, unique=True))
    rows: Boundary = {}
    for rainbow in rainbows:
        weights = draw(st.lists(st.integers(1, 4), min_size=len(colors), max_size=len(colors)))
        rows[rainbow] = tuple(Fraction(w, sum(weights)) for w in weights)
    return RainbowGraph(edges, dict(enumerate(chosen))), rows


@settings(max_examples=500 if SLOW else 20, deadline=None)
@given(cases(), st.sampled_from([("2", "0"), ("4", "0"), ("3/2", "1/5")]))
def test_random_larger_graphs(case: tuple[RainbowGraph, Boundary], parameters: tuple[str, str]) -> None:
    compare(*case, (Fraction(parameters[0]), Fraction(parameters[1])))
