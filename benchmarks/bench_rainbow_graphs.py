"""Optimal mechanisms of rainbow graphs with 10^5 vertices: reading the graph, and the mechanism on it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.papers.rainbow import RainbowGraph, optimal_mechanism

if TYPE_CHECKING:
    from dpexact import Mechanism

VERTICES = 100_000
SIDE = 316
Q = 5
COLORS = tuple(range(Q))
ORDERS = (COLORS, COLORS[::-1], (*COLORS[1:], 0))
EVEN = {order: dict.fromkeys(COLORS, Fraction(1, Q)) for order in ORDERS}


def grid() -> tuple[Any, Any]:
    """A square grid, half of it with another rainbow: distances up to 157."""
    cells = list(product(range(SIDE), repeat=2))
    edges = [((i, j), (i + 1, j)) for i, j in cells if i + 1 < SIDE]
    edges += [((i, j), (i, j + 1)) for i, j in cells if j + 1 < SIDE]
    return edges, {(i, j): ORDERS[2 * i < SIDE] for i, j in cells}


def sparse() -> tuple[Any, Any]:
    """3 * 10^5 random edges, three rainbows: almost every vertex is at the boundary."""
    generator = random.Random(4)
    edges = [generator.sample(range(VERTICES), 2) for _ in range(3 * VERTICES)]
    return edges, {vertex: ORDERS[generator.choice((0, 0, 0, 1, 2))] for vertex in range(VERTICES)}


def star() -> tuple[Any, Any]:
    """One vertex with another rainbow than all its neighbors."""
    return [(0, i) for i in range(1, VERTICES)], {i: ORDERS[i > 0] for i in range(VERTICES)}


def isolated() -> tuple[Any, Any]:
    """No edge at all."""
    return [], dict.fromkeys(range(VERTICES), COLORS)


def path() -> tuple[Any, Any]:
    """One long line; with delta > 0 the mechanism reaches its last distribution after a few steps."""
    return [(i, i + 1) for i in range(VERTICES - 1)], {i: ORDERS[i > 0] for i in range(VERTICES)}


def optimum(edges: Any, rainbows: Any, exp_epsilon: str, delta: str) -> Mechanism:
    """From edges and rainbows to the mechanism."""
    return optimal_mechanism(RainbowGraph(edges, rainbows), EVEN, exp_epsilon, delta)


@pytest.mark.benchmark(group="reading a rainbow graph")
@pytest.mark.parametrize("make", [grid, sparse, star, isolated, path])
def test_reading(benchmark: Any, make: Any) -> None:
    assert len(benchmark.pedantic(RainbowGraph, make(), rounds=3).vertices) > VERTICES - 200


@pytest.mark.benchmark(group="optimal mechanism, reading included")
@pytest.mark.parametrize("make", [grid, sparse, star, isolated])
@pytest.mark.parametrize(("exp_epsilon", "delta"), [("2", "0"), ("1.2", "0"), ("2", "1/100"), ("exp(1/10)", "1/100")])
def test_optimum(benchmark: Any, make: Any, exp_epsilon: str, delta: str) -> None:
    mechanism = benchmark.pedantic(optimum, (*make(), exp_epsilon, delta), rounds=3)
    assert len(mechanism.inputs) > VERTICES - 200


@pytest.mark.benchmark(group="optimal mechanism of a line, reading included")
@pytest.mark.parametrize(("exp_epsilon", "delta"), [("2", "1/100"), ("exp(1/10)", "1/100"), ("1", "1/10000")])
def test_line(benchmark: Any, exp_epsilon: str, delta: str) -> None:
    mechanism = benchmark.pedantic(optimum, (*path(), exp_epsilon, delta), rounds=3)
    assert mechanism.probability(VERTICES - 1, [ORDERS[1][0]]) == 1
