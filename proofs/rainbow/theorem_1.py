"""E = 2, delta = 0, graphs with three vertices: a converse of Theorem 1.

Theorem 1, for every pair of graphs, is pullback_private in rocq/Events.v. For E = 2, delta = 0 the converse
holds on all graphs with three vertices: a map along which every private mechanism pulls back to a private one is a
morphism. For epsilon = 0 and delta = 0 it does not: private mechanisms are constant on components.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

Edges = frozenset[tuple[int, int]]

WHOLE = 8  # probabilities are numerators over 8
VALUES = (0, 1, 2, 4, 8)
PAIRS = tuple(combinations(range(3), 2))
GRAPHS: list[Edges] = [frozenset(pair for pair, taken in zip(PAIRS, choice, strict=True) if taken)
                       for choice in product((False, True), repeat=len(PAIRS))]  # fmt: skip
MAPS = list(product(range(3), repeat=3))


def close(one: int, other: int, ratio: int) -> bool:
    """Definition 2 for two distributions on two colors, delta = 0."""
    events = ((one, other), (WHOLE - one, WHOLE - other))
    return all(x <= ratio * y and y <= ratio * x for x, y in events)


def private(values: tuple[int, ...], edges: Edges, ratio: int) -> bool:
    """Whether the mechanism with these probabilities of the first color is private."""
    return all(close(values[i], values[j], ratio) for i, j in edges)


@cache
def mechanisms(edges: Edges, ratio: int) -> tuple[tuple[int, ...], ...]:
    """The private mechanisms with values in eighths."""
    return tuple(values for values in product(VALUES, repeat=3) if private(values, edges, ratio))


def is_morphism(source: Edges, target: Edges, g: tuple[int, ...]) -> bool:
    """Definition 4."""
    images = ((g[i], g[j]) for i, j in source)
    return all(one == other or (min(one, other), max(one, other)) in target for one, other in images)


def pulls_back(source: Edges, target: Edges, g: tuple[int, ...], ratio: int) -> bool:
    """Whether M o g is private for every private M."""
    return all(private(tuple(values[i] for i in g), source, ratio) for values in mechanisms(target, ratio))


proof = Proof(__doc__)


@proof.conclusion
def exactly_the_morphisms() -> Exhaustive:
    """E = 2, delta = 0: all maps between graphs with three vertices; two colors."""

    def agree(source: Edges, target: Edges, g: tuple[int, ...]) -> bool:
        return is_morphism(source, target, g) == pulls_back(source, target, g, 2)

    domain: dict[str, Sequence[Any]] = {"source": GRAPHS, "target": GRAPHS, "g": MAPS}
    return Exhaustive("g is a morphism if and only if private mechanisms stay private", domain, agree)


@proof.conclusion
def converse_without_epsilon() -> Counterexample:
    """E = 1, delta = 0: 0 ~ 1 mapped to the ends of a path with three vertices pulls every private mechanism back."""

    def pulls(source: Edges, target: Edges, g: tuple[int, ...]) -> bool:
        return pulls_back(source, target, g, 1)

    instance = {"source": frozenset({(0, 1)}), "target": frozenset({(0, 1), (1, 2)}), "g": (0, 2, 0)}
    return Counterexample("only morphisms pull private mechanisms back", instance, pulls, is_morphism)


proof.establishes({"definition-4": "holds"}, "exactly_the_morphisms")
