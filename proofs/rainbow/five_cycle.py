"""E = 5/4, delta = 0, three colors, a cycle of five free vertices: the largest sums of one vertex are not had together.

So what rocq/RainbowForest.v proves of forests fails on cycles. The cycle is v ~ x ~ y ~ z ~ w
~ v, and x, y, z, w have one fixed neighbor each, X, Y, Z, W (FIXED below), with a twin of another rainbow for a
boundary. P has 354/1000 for the first color of v, Q has 280.8/1000 for its third; no valid mechanism has both, the
first sum s_1 as large as in P and s_2 as large as in Q. (This is no scenario of Section 6.3: it has no lexicographic
optimum either. One with nine free vertices is in proofs/rainbow/open_question_three_colors.py.)

The bound goes around the cycle: v_1 <= E x_1; x_1 = 1 - x_2 - x_3 with x_2 bounded by X and x_3 >= y_3/E; y_3 = 1 - y_1
- y_2 with y_1 bounded by Y and y_2 <= E z_2; z_2 = 1 - z_1 - z_3 with z_3 bounded by Z and z_1 >= w_1/E; w_1 = 1 - w_2
- w_3 with w_2 bounded by W and w_3 <= E v_3. (not_together in rocq/RainbowOpenSteps.v.)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpexact.papers.proving import (
    Exhaustive,
    Proof,
)

Row = tuple[Fraction, ...]
RATIO = Fraction(5, 4)


def thousandths(*numerators: str) -> Row:
    """The distribution with these numerators."""
    return tuple(Fraction(n) / 1000 for n in numerators)


FIXED = {
    "X": thousandths("227", "535", "238"),
    "Y": thousandths("200", "410", "390"),
    "Z": thousandths("223", "252", "525"),
    "W": thousandths("370", "244", "386"),
}
P = FIXED | {
    "v": thousandths("354", "358.8", "287.2"),
    "x": thousandths("283.2", "428", "288.8"),
    "y": thousandths("250", "389", "361"),
    "z": thousandths("268.8", "311.2", "420"),
    "w": thousandths("336", "305", "359"),
}
Q = FIXED | {
    "v": thousandths("346", "373.2", "280.8"),
    "x": thousandths("276.8", "428", "295.2"),
    "y": thousandths("250", "381", "369"),
    "z": thousandths("275.2", "304.8", "420"),
    "w": thousandths("344", "305", "351"),
}
EDGES = ("vx", "xy", "yz", "zw", "wv", "xX", "yY", "zZ", "wW")


def close(p: Row, q: Row) -> bool:
    """Definition 2 for E = 5/4 and delta = 0, event by event; both are distributions."""
    events = chain.from_iterable(combinations(range(3), size) for size in range(4))
    is_row = all(sum(row) == 1 and min(row) >= 0 for row in (p, q))
    return is_row and all(
        sum(one[i] for i in event) <= RATIO * sum(other[i] for i in event)
        for event in events
        for one, other in ((p, q), (q, p))
    )


proof = Proof(__doc__)


@proof.conclusion
def valid() -> Exhaustive:
    """P and Q are valid: every two neighbors are close."""
    mechanisms = {"P": P, "Q": Q}

    def private(name: str, edge: str) -> bool:
        return close(mechanisms[name][edge[0]], mechanisms[name][edge[1]])

    return Exhaustive("neighbors are close", {"name": list(mechanisms), "edge": list(EDGES)}, private)
