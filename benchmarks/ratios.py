"""The promised factors over numpy float64, measured in one process: `python -m benchmarks.ratios`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.instances import float_delta, large_rows, pair_of, square, word_rows
from dpexact import Mechanism, NeighborGraph, exact, exp_of_epsilon, tight_delta

if TYPE_CHECKING:
    from collections.abc import Callable

OUTPUTS = 10**6
WORD = 10**12
BITS = 200
SIZE = 200


def best(work: Callable[[], object], repeat: int = 7) -> float:
    """The least of several times, in milliseconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def report(name: str, promised: float, ours: Callable[[], object], numpy: Callable[[], object]) -> None:
    """One line: the factor, and what is promised."""
    mine, theirs = best(ours), best(numpy)
    print(f"{name:58s} {mine:9.2f} ms / {theirs:7.2f} ms = {mine / theirs:6.2f}   (promised: at most {promised:g})")


def main() -> None:
    """Print every promised factor."""
    rational, irrational = exact("6/5"), exp_of_epsilon("0.218")
    factor = float(np.exp(0.218))
    rows = word_rows(OUTPUTS, WORD)
    mechanism, pairs = pair_of(rows, WORD)
    p, q = (np.asarray(row, dtype=float) / WORD for row in rows)
    report(
        "two rows of 10^6, words, E = 6/5",
        3,
        lambda: tight_delta(mechanism, pairs, rational),
        lambda: float_delta(p, q, 1.2),
    )
    report(
        "two rows of 10^6, words, E = exp(0.218)",
        8,
        lambda: tight_delta(mechanism, pairs, irrational),
        lambda: float_delta(p, q, factor),
    )
    large, large_pairs = pair_of(large_rows(OUTPUTS, BITS), 1 << BITS)
    report(
        "two rows of 10^6, 200 bits, E = 6/5",
        25,
        lambda: tight_delta(large, large_pairs, rational),
        lambda: float_delta(p, q, 1.2),
    )
    report(
        "two rows of 10^6, 200 bits, E = exp(0.218)",
        25,
        lambda: tight_delta(large, large_pairs, irrational),
        lambda: float_delta(p, q, factor),
    )
    entries, total = square(SIZE)
    matrix = np.array(entries) / total
    many = Mechanism.from_numerators(range(SIZE), range(SIZE), entries, total)
    everyone = NeighborGraph.complete(range(SIZE))

    def all_pairs(value: float) -> float:
        return max(float(np.maximum(row - value * matrix, 0).sum(axis=1).max()) for row in matrix)

    report(
        "all ordered pairs of 200 x 200, words, E = 6/5",
        5,
        lambda: tight_delta(many, everyone, rational),
        lambda: all_pairs(1.2),
    )
    report(
        "all ordered pairs of 200 x 200, words, E = exp(0.218)",
        5,
        lambda: tight_delta(many, everyone, irrational),
        lambda: all_pairs(factor),
    )


if __name__ == "__main__":
    main()
