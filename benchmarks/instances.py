"""Seeded mechanisms that the benchmarks share."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from dpexact import Mechanism, NeighborGraph


def word_rows(outputs: int, denominator: int) -> list[Any]:
    """Two rows of int64 numerators that sum to the denominator."""
    generator = np.random.default_rng(1)
    rows = [generator.integers(1, 2 * denominator // outputs - 2, size=outputs) for _ in range(2)]
    for row in rows:
        row[-1] = 0
        row[0] += denominator - row.sum() if row.sum() <= denominator else 0
        excess = int(row.sum()) - denominator
        place = 1
        while excess > 0:
            taken = min(excess, int(row[place]))
            row[place] -= taken
            excess -= taken
            place += 1
    return rows


def large_rows(outputs: int, bits: int) -> list[list[int]]:
    """Two rows of `bits`-bit numerators that sum to 2^bits."""
    generator = random.Random(2)
    rows = []
    for _ in range(2):
        row = [generator.getrandbits(bits) // (2 * outputs) for _ in range(outputs)]
        row[0] += (1 << bits) - sum(row)
        rows.append(row)
    return rows


def pair_of(rows: list[Any], denominator: int) -> tuple[Mechanism, NeighborGraph]:
    """Two inputs, both directions."""
    mechanism = Mechanism.from_numerators([0, 1], range(len(rows[0])), rows, denominator)
    return mechanism, NeighborGraph.path([0, 1])


def square(size: int) -> tuple[list[list[int]], int]:
    """A size x size matrix of small numerators with equal row sums."""
    generator = random.Random(3)
    rows = [[generator.randrange(1, 1000) for _ in range(size)] for _ in range(size)]
    total = max(map(sum, rows))
    return [[*row[:-1], row[-1] + total - sum(row)] for row in rows], total


def float_delta(p: Any, q: Any, factor: float) -> float:
    """Return what numpy float64 answers: both directions of one pair."""
    return float(max(np.maximum(p - factor * q, 0).sum(), np.maximum(q - factor * p, 0).sum()))
