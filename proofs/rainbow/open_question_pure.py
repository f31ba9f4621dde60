"""Every number of colors q >= 4, E = 3/2, delta = 0: a lexicographic optimum exists, a dominance optimum does not.

The open question of Section 6.3 of Gu et al. for pure differential privacy. The vertices A, B, C, D, u, v, w have the
rainbow (1, 2, 3, 4); the edges are u ~ v ~ w, u ~ A, u ~ D, w ~ B, w ~ C. Each of A, B, C, D has one more neighbor, a
twin with its distribution and the rainbow (1, 2, 4, 3). So these four and their twins are the boundary, and u, v, w
are free. In 1080ths the boundary is

    M(A) = (108, 144, 567, 261),    M(D) = (108, 144, 261, 567),
    M(B) = (104, 567, 150, 259),    M(C) = (117, 252, 144, 567).

The lexicographic optimum X and another mechanism Y, in 180ths:

    X: v = (39, 42, 42, 57),  u = (26, 28, 63, 63),  w = (26, 63, 28, 63),
    Y: v = (30, 51, 51, 48),  u = (20, 34, 63, 63),  w = (20, 63, 34, 63).

A and D keep u_3, u_4 >= 63/180, B and C keep w_2 = 63/180, w_4 >= 63/180, w_1 <= 26/180. Through u and w, v has x_1 +
x_2 <= E (u_1 + u_2) <= 81/180 and x_1 + x_3 <= E (w_1 + w_3) <= 81/180: these are no bounds on single colors, so with
several free vertices pure privacy is no longer the simple case that it is with one. (u_first to v_third in
rocq/RainbowOpenSteps.v.) X is lexicographically the largest at v, u and w at once; at v its first three colors
have 123/180, those of Y have 132/180.

More colors: split color 4 into m colors, adjacent in every rainbow, each with an even share of the boundary's. Merged,
every valid mechanism is valid for q = 4, and X and Y split evenly are valid; so the largest sums up to color 3 are the
same, and not attained together. Each part of color 4 is at least 63/(180 m) at u and at w: where the sums up to color
3 are those of X, this leaves one choice at u and at w, and at v the lexicographically largest way to share out 57/180
with each part between 42/(180 m) and E * 63/(180 m): a lexicographic optimum exists.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

RATIO = Fraction(3, 2)
STEP = 1 / RATIO
Row = tuple[Fraction, ...]


def parts(denominator: int, *numerators: int) -> Row:
    """The distribution with these numerators."""
    return tuple(Fraction(n, denominator) for n in numerators)


FIXED = {
    "A": parts(1080, 108, 144, 567, 261),
    "B": parts(1080, 104, 567, 150, 259),
    "C": parts(1080, 117, 252, 144, 567),
    "D": parts(1080, 108, 144, 261, 567),
}
LEXICOGRAPHIC = FIXED | {
    "u": parts(180, 26, 28, 63, 63),
    "v": parts(180, 39, 42, 42, 57),
    "w": parts(180, 26, 63, 28, 63),
}
OTHER = FIXED | {"u": parts(180, 20, 34, 63, 63), "v": parts(180, 30, 51, 51, 48), "w": parts(180, 20, 63, 34, 63)}
EDGES = ("uv", "vw", "uA", "uD", "wB", "wC")  # a twin has the distribution of its vertex


def close(p: Row, q: Row) -> bool:
    """Definition 2, event by event; both are distributions."""
    events = chain.from_iterable(combinations(range(4), size) for size in range(5))
    is_row = all(sum(row) == 1 and min(row) >= 0 for row in (p, q))
    return is_row and all(
        sum(one[i] for i in event) <= RATIO * sum(other[i] for i in event)
        for event in events
        for one, other in ((p, q), (q, p))
    )


proof = Proof(__doc__)


@proof.conclusion
def valid() -> Exhaustive:
    """X and Y are valid: every two neighbors are close."""
    mechanisms = {"X": LEXICOGRAPHIC, "Y": OTHER}

    def private(name: str, edge: str) -> bool:
        return close(mechanisms[name][edge[0]], mechanisms[name][edge[1]])

    return Exhaustive("neighbors are close", {"name": list(mechanisms), "edge": list(EDGES)}, private)


@proof.conclusion
def w_bounds() -> Exhaustive:
    """w_1 <= 26/180, w_2 <= 63/180: the bounds by B and C are what X has at w."""

    def reached(bound: tuple[str, int]) -> bool:
        vertex, color = bound
        return RATIO * FIXED[vertex][color] == LEXICOGRAPHIC["w"][color]

    return Exhaustive("the bound is the entry of X at w", {"bound": [("B", 0), ("C", 1)]}, reached)


@proof.conclusion
def optimum_of_one_order_only() -> Counterexample:
    """A dominance optimum would be the lexicographic one; but 123/180 < 132/180 for the first three colors of v."""

    def allowed(rows: dict[str, Row]) -> bool:
        return all(close(rows[edge[0]], rows[edge[1]]) for edge in EDGES)

    def dominated(rows: dict[str, Row]) -> bool:
        return all(sum(LEXICOGRAPHIC[v][:k]) >= sum(rows[v][:k]) for v in rows for k in range(1, 5))

    return Counterexample("the lexicographic optimum dominates it", {"rows": OTHER}, allowed, dominated)


proof.establishes({"section-6-3-open": "holds-if, holds"})
