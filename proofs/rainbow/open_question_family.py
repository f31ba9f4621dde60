"""Every number of colors q >= 4, every real E >= 6/5, 0 < delta <= 1/(8 E^2): the open question of Section 6.3 again.

A lexicographic optimum exists, a dominance optimum does not, on the graph of proofs/rainbow/open_question.py, the
cycle 1 ~ 2 ~ 3 ~ 4 ~ 1 with the rainbow (1, 2, 3, 4) at 1, 2, 3 and (1, 2, 4, 3) at 4. With d = delta, the boundary
and two distributions at 2:

    M(1) = (3d, d, 1 - 6d, 2d),    M(3) = (2d, 0, 1 - 4d, 2d),    M(4) = x,
    x = ((2E + 1) d, 0, 1 - (2E + 1) d - 2d/E, 2d/E),
    y = ((2E + 1) d - d/E, d/E, 1 - (2E + 1) d - d/E, d/E).

x and y are close to M(1) and M(3): each p_i - E q_i is at most the bound given for it here, and the positive bounds
of a pair sum to at most d. M(3) and the event {1, 2} allow x_1 + x_2 <= (2E + 1) d at most, M(1) and {2, 4} allow x_2
+ x_4 >= 2d/E at least: so x is the lexicographic maximum at the only free vertex 2. It does not dominate y, since y_4
= d/E < 2d/E. More colors: as there.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Combination,
    Expression,
    Fact,
    Identity,
    Manifest,
    Proof,
    at_least,
    constant,
    equal,
    greater,
    indeterminates,
)

E, D, a, b, e = indeterminates("E D a b e")
d = D / (8 * E**2)
Row = tuple[Expression, Expression, Expression, Expression]

FIRST: Row = (3 * d, d, 1 - 6 * d, 2 * d)
THIRD: Row = (2 * d, 0 * d, 1 - 4 * d, 2 * d)
LARGEST: Row = ((2 * E + 1) * d, 0 * d, 1 - (2 * E + 1) * d - 2 * d / E, 2 * d / E)
OTHER: Row = ((2 * E + 1) * d - d / E, d / E, 1 - (2 * E + 1) * d - d / E, d / E)
NONE = 0 * d
THIRD_COLOR = 2
PAIRS: dict[str, tuple[Row, Row, Row]] = {
    "from_1_to_x": (FIRST, LARGEST, (NONE, d, NONE, NONE)),
    "from_x_to_1": (LARGEST, FIRST, (NONE, NONE, d, NONE)),
    "from_3_to_x": (THIRD, LARGEST, (NONE, NONE, d, NONE)),
    "from_x_to_3": (LARGEST, THIRD, (d, NONE, NONE, NONE)),
    "from_1_to_y": (FIRST, OTHER, (NONE, NONE, NONE, d)),
    "from_y_to_1": (OTHER, FIRST, (NONE, NONE, d, NONE)),
    "from_3_to_y": (THIRD, OTHER, (NONE, NONE, NONE, d)),
    "from_y_to_3": (OTHER, THIRD, (d - d / E, d / E, NONE, NONE)),
}

proof = Proof(__doc__)
proof.define("E_range", at_least(E, Fraction(6, 5)), "E = e^epsilon is a real number, at least 6/5")
proof.define("D_positive", greater(D), "D = 8 E^2 delta")
proof.define("D_range", at_least(1, D))
proof.suppose(
    "event_12", at_least((2 * E + 1) * d, a + b), "a, b, e: the colors 1, 2, 4 of a distribution close to M(3) and M(1)"
)
proof.suppose("event_24", at_least(b + e, 2 * d / E))
proof.suppose("second", at_least(b))
proof.suppose("largest_first", at_least(a, (2 * E + 1) * d), "it is lexicographically at least x")


def bounded(pair: str, color: int) -> None:
    """Declare the conclusion that p_i - E q_i is at most its bound; the third color needs delta <= 1/(8 E^2)."""
    p, q, bounds = (row[color] for row in PAIRS[pair])
    relation = at_least(bounds, p - E * q)

    def for_small_delta(E_range: Fact, D_range: Fact) -> Manifest:
        """p_i - E q_i is at most its bound."""
        return Manifest(relation, (E_range, D_range))

    def for_all_delta(E_range: Fact, D_positive: Fact) -> Manifest:
        """p_i - E q_i is at most its bound."""
        return Manifest(relation, (E_range, D_positive))

    excess = for_small_delta if color == THIRD_COLOR else for_all_delta
    excess.__name__ = f"{pair}_color_{color + 1}"
    proof.conclusion(excess)


for name in PAIRS:
    for place in range(4):
        if (name, place) not in (("from_x_to_3", THIRD_COLOR), ("from_1_to_y", THIRD_COLOR)):
            bounded(name, place)


@proof.step
def small(E_range: Fact, D_positive: Fact) -> Manifest:
    """y_3 - x_3 = d/E > 0."""
    return Manifest(greater(d / E), (E_range, D_positive))


@proof.step
def delta_positive(E_range: Fact, D_positive: Fact) -> Manifest:
    """The failure probability d is positive."""
    return Manifest(greater(d), (E_range, D_positive))


@proof.conclusion
def from_x_to_3_color_3(from_y_to_3_color_3: Fact, small: Fact) -> Combination:
    """x_3 - E M(3)_3 <= 0, because x_3 < y_3."""
    return Combination(at_least(NONE, LARGEST[2] - E * THIRD[2]), ((from_y_to_3_color_3,), (small,)))


@proof.conclusion
def from_1_to_y_color_3(from_1_to_x_color_3: Fact, delta_positive: Fact) -> Combination:
    """M(1)_3 - E y_3 <= 0, because x_3 < y_3."""
    return Combination(at_least(NONE, FIRST[2] - E * OTHER[2]), ((from_1_to_x_color_3,), (delta_positive,)))


@proof.conclusion
def distributions() -> Identity:
    """The entries of each row sum to 1: what is subtracted from the third is in the others."""
    total = sum(((sum(row, constant(0)) - 1) ** 2 for row in (FIRST, THIRD, LARGEST, OTHER)), constant(0))
    return Identity(equal(total, constant(0)))


@proof.conclusion
def third_of_x(E_range: Fact, D_range: Fact) -> Manifest:
    """x_3 >= 0; y_3 is larger, and the third entries of M(1) and M(3) are."""
    return Manifest(at_least(LARGEST[2]), (E_range, D_range))


@proof.conclusion
def third_of_m1(E_range: Fact, D_range: Fact) -> Manifest:
    """1 - 6d >= 0."""
    return Manifest(at_least(FIRST[2]), (E_range, D_range))


@proof.conclusion
def first_color(event_12: Fact, second: Fact) -> Combination:
    """x_1 is the largest first probability."""
    return Combination(at_least(LARGEST[0], a), ((event_12,), (second,)))


@proof.conclusion
def second_color(event_12: Fact, largest_first: Fact) -> Combination:
    """With it, the second is 0."""
    return Combination(at_least(0 * b, b), ((event_12,), (largest_first,)))


@proof.conclusion
def fourth_color(event_12: Fact, largest_first: Fact, event_24: Fact) -> Combination:
    """With it, the fourth is at least x_4."""
    return Combination(at_least(e, LARGEST[3]), ((event_24,), (event_12,), (largest_first,)))


@proof.conclusion
def not_dominated(E_range: Fact, D_positive: Fact) -> Manifest:
    """x_4 > y_4: x does not dominate y."""
    return Manifest(greater(LARGEST[3], OTHER[3]), (E_range, D_positive))


proof.establishes({"section-6-3-open": "holds-if, holds"})
