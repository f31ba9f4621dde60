"""E = 5/4, delta = 0, three colors, a cycle of five free vertices: the largest sums of one vertex are not had together.

So what proofs/rocq/RainbowForest.v proves of forests fails on cycles. The cycle is v ~ x ~ y ~ z ~ w
~ v, and x, y, z, w have one fixed neighbor each, X, Y, Z, W (FIXED below), with a twin of another rainbow for a
boundary. P has 354/1000 for the first color of v, Q has 280.8/1000 for its third; no valid mechanism has both, the
first sum s_1 as large as in P and s_2 as large as in Q. (This is no scenario of Section 6.3: it has no lexicographic
optimum either. One with nine free vertices is in proofs/rainbow/open_question_three_colors.py.)

The bound goes around the cycle: v_1 <= E x_1; x_1 = 1 - x_2 - x_3 with x_2 bounded by X and x_3 >= y_3/E; y_3 = 1 -
y_1 - y_2 with y_1 bounded by Y and y_2 <= E z_2; z_2 = 1 - z_1 - z_3 with z_3 bounded by Z and z_1 >= w_1/E; w_1 = 1 -
w_2 - w_3 with w_2 bounded by W and w_3 <= E v_3.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpexact.papers.proving import (
    Combination,
    Exhaustive,
    Expression,
    Fact,
    Proof,
    at_least,
    constant,
    equal,
    indeterminates,
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


v_1, v_3, x_1, x_2, x_3, y_1, y_2, y_3 = indeterminates("v_1 v_3 x_1 x_2 x_3 y_1 y_2 y_3")
z_1, z_2, z_3, w_1, w_2, w_3 = indeterminates("z_1 z_2 z_3 w_1 w_2 w_3")
TOTALS = {"x": x_1 + x_2 + x_3, "y": y_1 + y_2 + y_3, "z": z_1 + z_2 + z_3, "w": w_1 + w_2 + w_3}
NEIGHBORS: dict[str, tuple[Expression | Fraction, Expression | Fraction]] = {
    "v_x": (v_1, x_1),
    "X_x": (FIXED["X"][1], x_2),
    "y_x": (y_3, x_3),
    "y_Y": (y_1, FIXED["Y"][0]),
    "y_z": (y_2, z_2),
    "Z_z": (FIXED["Z"][2], z_3),
    "w_z": (w_1, z_1),
    "w_W": (w_2, FIXED["W"][1]),
    "w_v": (w_3, v_3),
}

proof = Proof(__doc__)
for name, total in TOTALS.items():
    proof.suppose(f"{name}_total", equal(total, 1), f"{name} is a distribution of a valid mechanism")
for name, (larger, smaller) in NEIGHBORS.items():
    proof.suppose(name, at_least(RATIO * smaller, larger), f"{name[0]} and {name[2]} are close")
proof.suppose("v_third", at_least(Q["v"][2], v_3), "v has the third color at most as often as in Q")


@proof.conclusion
def valid() -> Exhaustive:
    """P and Q are valid: every two neighbors are close."""
    mechanisms = {"P": P, "Q": Q}

    def private(name: str, edge: str) -> bool:
        return close(mechanisms[name][edge[0]], mechanisms[name][edge[1]])

    return Exhaustive("neighbors are close", {"name": list(mechanisms), "edge": list(EDGES)}, private)


@proof.conclusion
def not_together(
    v_x: Fact,
    x_total: Fact,
    X_x: Fact,
    y_x: Fact,
    y_total: Fact,
    y_Y: Fact,
    y_z: Fact,
    z_total: Fact,
    Z_z: Fact,
    w_z: Fact,
    w_total: Fact,
    w_W: Fact,
    w_v: Fact,
    v_third: Fact,
) -> Combination:
    """If v_3 is at most that of Q, v_1 <= 346/1000, less than the 354/1000 of P."""
    products = (
        (v_x,),
        (x_total, constant(-RATIO)),
        (X_x,),
        (y_x,),
        (y_total, constant(Fraction(1))),
        (y_Y,),
        (y_z,),
        (z_total, constant(-RATIO)),
        (Z_z,),
        (w_z,),
        (w_total, constant(Fraction(1))),
        (w_W,),
        (w_v,),
        (v_third, RATIO),
    )
    return Combination(at_least(Fraction(346, 1000), v_1), products)
