"""The promised factors over numpy float64, measured in one process: `python -m benchmarks.ratios`.

A median judges, so that no single noisy run fails; ends with 1 if a promise is not kept. For a machine that is idle:
where others use the same caches, what numpy does within them is slowed down less.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.instances import float_delta, large_rows, pair_of, square, word_rows
from dpexact import Mechanism, NeighborGraph, exact, exp_of_epsilon, tight_delta

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OUTPUTS = 10**6
WORD = 10**12
BITS = 200
SIZE = 200
PAIRS = 5


def best(work: Callable[[], object], repeat: int = 3) -> float:
    """The least of several times of the processor, in milliseconds: another program on it does not count."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def kept(name: str, promised: float, ours: Callable[[], object], numpy: Callable[[], object]) -> bool:
    """Return whether the median of several factors, each of two consecutive times, is at most what is promised."""
    pairs = sorted(((best(ours), best(numpy)) for _ in range(PAIRS)), key=lambda pair: pair[0] / pair[1])
    mine, theirs = pairs[PAIRS // 2]
    print(f"{name:54s} {mine:8.2f} ms / {theirs:6.2f} ms = {mine / theirs:5.2f} (promised: at most {promised:g})")
    return mine / theirs <= promised


def main() -> int:
    """Print every promised factor; 1 if one is not kept."""
    answers = list(promises())
    print(f"{sum(answers)} of {len(answers)} promised factors are kept (medians of {PAIRS})")
    return int(not all(answers))


def promises() -> Iterator[bool]:
    """Yield whether each promised factor is kept."""
    rational, irrational = exact("6/5"), exp_of_epsilon("0.218")
    factor = float(np.exp(0.218))
    rows = word_rows(OUTPUTS, WORD)
    mechanism, pairs = pair_of(rows, WORD)
    p, q = (np.asarray(row, dtype=float) / WORD for row in rows)
    yield kept(
        "two rows of 10^6, words, E = 6/5",
        1.0,
        lambda: tight_delta(mechanism, pairs, rational),
        lambda: float_delta(p, q, 1.2),
    )
    yield kept(
        "two rows of 10^6, words, E = exp(0.218)",
        2.0,
        lambda: tight_delta(mechanism, pairs, irrational),
        lambda: float_delta(p, q, factor),
    )
    large, large_pairs = pair_of(large_rows(OUTPUTS, BITS), 1 << BITS)
    yield kept(
        "two rows of 10^6, 200 bits, E = 6/5",
        6,
        lambda: tight_delta(large, large_pairs, rational),
        lambda: float_delta(p, q, 1.2),
    )
    yield kept(
        "two rows of 10^6, 200 bits, E = exp(0.218)",
        6,
        lambda: tight_delta(large, large_pairs, irrational),
        lambda: float_delta(p, q, factor),
    )
    entries, total = square(SIZE)
    matrix = np.array(entries) / total
    many = Mechanism.from_numerators(range(SIZE), range(SIZE), entries, total)
    everyone = NeighborGraph.complete(range(SIZE))

    def all_pairs(value: float) -> float:
        return max(float(np.maximum(row - value * matrix, 0).sum(axis=1).max()) for row in matrix)

    yield kept(
        "all ordered pairs of 200 x 200, words, E = 6/5",
        5,
        lambda: tight_delta(many, everyone, rational),
        lambda: all_pairs(1.2),
    )
    yield kept(
        "all ordered pairs of 200 x 200, words, E = exp(0.218)",
        3,
        lambda: tight_delta(many, everyone, irrational),
        lambda: all_pairs(factor),
    )


if __name__ == "__main__":
    sys.exit(main())
