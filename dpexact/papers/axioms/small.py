"""All mechanisms with few inputs and outputs whose entries are multiples of 1/denominator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise, product

from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism


def mechanisms_over(inputs: int, outputs: Sequence[Label], denominator: int) -> Iterator[Mechanism]:
    """Yield all mechanisms from 0, ..., inputs - 1 to the outputs whose entries are multiples of 1/denominator."""
    cuts = combinations_with_replacement(range(denominator + 1), len(outputs) - 1)
    rows = [[b - a for a, b in pairwise((0, *cut, denominator))] for cut in cuts]
    for matrix in product(rows, repeat=inputs):
        yield Mechanism.from_numerators(range(inputs), outputs, matrix, denominator)
