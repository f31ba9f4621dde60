"""On the grid of each step: Lemma 1, and what nothing binds, by enumeration.

Gu et al., "Generalized Rainbow Differential Privacy". The steps of lemma_1.py and theorem_3.py are inequalities for one
prefix sum; here whole distributions are listed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import chain, combinations, pairwise, product
from typing import TYPE_CHECKING

from dpexact import verify
from dpexact.proving import Exhaustive, Proof
from dpexact.rainbow import RainbowGraph, iterate, optimal_mechanism

if TYPE_CHECKING:
    from dpexact.mechanisms.labels import Label

Row = tuple[Fraction, ...]
RATIOS = tuple(Fraction(n) for n in ("1", "3/2", "2", "5"))
DELTAS = tuple(Fraction(n) for n in ("0", "1/8", "1/3", "1"))

proof = Proof(__doc__)


@cache
def simplex(colors: int, parts: int) -> tuple[Row, ...]:
    """All distributions with this denominator."""
    rows = product(range(parts + 1), repeat=colors)
    return tuple(tuple(Fraction(n, parts) for n in row) for row in rows if sum(row) == parts)


def close(one: Row, other: Row, ratio: Fraction, delta: Fraction) -> bool:
    """Definition 2, event by event."""
    events = chain.from_iterable(combinations(range(len(one)), size) for size in range(len(one) + 1))
    return all(
        sum(x[i] for i in event) <= ratio * sum(z[i] for i in event) + delta
        for event in events
        for x, z in ((one, other), (other, one))
    )


def operator(row: Row, ratio: Fraction, delta: Fraction, variant: str) -> Row:
    """T of (4.2), (4.3), as printed or corrected."""
    image = [Fraction(0)]
    for n in range(1, len(row) + 1):
        s = sum(row[:n])
        last = 1 - (1 - s) / ratio + delta if variant == "printed" else 1 - (1 - s - delta) / ratio
        image.append(min(Fraction(1), ratio * s + delta, last))
    return tuple(b - a for a, b in pairwise(image))


def dominates(one: Row, other: Row) -> bool:
    """Definition 3."""
    return all(sum(one[:n]) >= sum(other[:n]) for n in range(1, len(one) + 1))


GRID = {"ratio": RATIOS, "delta": DELTAS, "p": simplex(2, 12) + simplex(3, 6)}


@proof.conclusion
def corrected_is_close() -> Exhaustive:
    """Part (1) with the corrected T: two colors in twelfths, three in sixths, every event."""

    def holds(ratio: Fraction, delta: Fraction, p: Row) -> bool:
        return close(p, operator(p, ratio, delta, "corrected"), ratio, delta)

    return Exhaustive("the corrected T(p) is close to p", GRID, holds)


@proof.conclusion
def greatest() -> Exhaustive:
    """Part (2), printed and corrected: every close p'' of that denominator is dominated by T(p)."""

    def holds(ratio: Fraction, delta: Fraction, p: Row) -> bool:
        images = [operator(p, ratio, delta, variant) for variant in ("printed", "corrected")]
        others = [row for row in simplex(len(p), 12 if len(p) == 2 else 6) if close(p, row, ratio, delta)]
        return all(dominates(image, other) for image in images for other in others)

    return Exhaustive("T(p) dominates every close p''", GRID, holds)


@proof.conclusion
def beyond_every_boundary() -> Exhaustive:
    """A component with one rainbow: (1, 0, 0) at its vertices is private and dominates all; at the others as usual."""
    m = {(1, 2, 3): (0, Fraction(1, 3), Fraction(2, 3)), (2, 1, 3): (0, Fraction(1, 3), Fraction(2, 3))}

    def holds(ratio: Fraction, delta: Fraction, length: int) -> bool:
        edges: list[tuple[Label, Label]] = [("a", "b"), ("b", "c"), *((n, n + 1) for n in range(length))]
        rainbows: dict[Label, tuple[int, ...]] = dict.fromkeys(["a", "b", *range(length + 1)], (1, 2, 3))
        rainbows["c"] = (2, 1, 3)
        boundary = {rainbow: dict(enumerate(row, 1)) for rainbow, row in m.items()}
        graph = RainbowGraph(edges, rainbows)
        mechanism = optimal_mechanism(graph, boundary, ratio, delta)
        rows = dict(zip(mechanism.inputs, mechanism.rows(), strict=True))
        first = [[str(entry) for entry in rows[n]] == ["1", "0", "0"] for n in range(length + 1)]
        usual = rows["a"] == iterate(m[1, 2, 3], ratio, delta, 1)
        return all(first) and usual and verify(mechanism, graph.neighbors, ratio, delta).proved

    domain = {"ratio": RATIOS, "delta": DELTAS, "length": (1, 2, 3)}
    return Exhaustive("the first color, with probability 1", domain, holds)


@proof.conclusion
def colors_of_the_line() -> Exhaustive:
    """P[M(t) = k] = s_k^t - s_(k-1)^t: three colors in sixths, t <= 3, the entries of T^t(m)."""

    def holds(ratio: Fraction, delta: Fraction, p: Row, time: int) -> bool:
        row = p
        for _ in range(time):
            row = operator(row, ratio, delta, "corrected")
        sums = [sum(p[:n], Fraction(0)) for n in range(len(p) + 1)]
        for _ in range(time):
            sums = [min(Fraction(1), ratio * s + delta, 1 - (1 - s - delta) / ratio) for s in sums]
            sums[0] = Fraction(0)
        return row == tuple(b - a for a, b in pairwise(sums))

    domain = {"ratio": RATIOS, "delta": DELTAS, "p": simplex(3, 6), "time": range(4)}
    return Exhaustive("P[M(t) = k]", domain, holds)


proof.establishes({"lemma-1-part-1": "refuted"}, "corrected_is_close")
proof.establishes({"lemma-1-part-2": "holds"}, "greatest")
proof.establishes({"theorem-2": "holds", "definition-8": "holds-if, holds"}, "beyond_every_boundary")
proof.establishes({"equation-5-2-colors": "holds"}, "colors_of_the_line")
