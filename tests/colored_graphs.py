"""All colored graphs of a size, one of each isomorphism class; uses nothing of dpexact."""

from functools import cache
from itertools import combinations, permutations, product

Edges = tuple[tuple[int, int], ...]


@cache
def graphs(size: int) -> tuple[tuple[Edges, tuple[tuple[int, ...], ...]], ...]:
    """The graphs on `size` vertices up to isomorphism, each with its automorphisms."""
    pairs, orders = list(combinations(range(size), 2)), list(permutations(range(size)))
    classes: dict[tuple[Edges, ...], Edges] = {}
    for chosen in product((0, 1), repeat=len(pairs)):
        edges = tuple(pair for pair, taken in zip(pairs, chosen, strict=True) if taken)
        classes.setdefault((min(_moved(edges, order) for order in orders),), edges)
    return tuple(
        (edges, tuple(order for order in orders if _moved(edges, order) == edges)) for edges in classes.values()
    )


def _moved(edges: Edges, order: tuple[int, ...]) -> Edges:
    return tuple(sorted((min(order[a], order[b]), max(order[a], order[b])) for a, b in edges))


@cache
def colored_graphs(size: int, kinds: int) -> tuple[tuple[Edges, tuple[int, ...]], ...]:
    """The graphs on `size` vertices whose vertices are of up to `kinds` kinds, which are told apart."""
    found = []
    for edges, automorphisms in graphs(size):
        colorings = {
            min(tuple(coloring[i] for i in order) for order in automorphisms)
            for coloring in product(range(kinds), repeat=size)
        }
        found += [(edges, coloring) for coloring in sorted(colorings)]
    return tuple(found)
