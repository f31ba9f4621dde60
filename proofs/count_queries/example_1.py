"""N = 3, eta = 1/2, D = 2: the matrices (5) and (6) of Example 1 hold for all weights, and one line of (4) is missing.

Sadeghi, Asoodeh, Calmon (2020), Example 1. The entries of (5) and (6) are linear in the weights alpha_(i_1,i_2,n), so
they are compared coefficient by coefficient with the two-point noise of Proposition 1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dpexact.papers.count_queries import two_point_noise
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

ETA, REACH = Fraction(1, 2), 2
QUARTER, THIRD, SIXTH, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)

# (5) as printed: the coefficients of the weights (i_1, i_2) in the row z; n = 2 and n = 3 have the same
FIRST = {
    -1: {(-1, 1): QUARTER, (-1, 2): THIRD},
    1: {(-1, 1): QUARTER},
    2: {(-1, 2): SIXTH},
}
LATER = {
    -2: {(-2, 2): QUARTER, (-2, 1): SIXTH},
    -1: {(-1, 1): QUARTER, (-1, 2): THIRD},
    1: {(-1, 1): QUARTER, (-2, 1): THIRD},
    2: {(-2, 2): QUARTER, (-1, 2): SIXTH},
}
# (4), left, as printed
PRINTED_LEFT = {-1: QUARTER, 0: HALF}

proof = Proof(__doc__)


def is_coefficient(count: int, z: int, weight: tuple[int, int]) -> bool:
    """Whether the printed coefficient of the weight in the row z is the two-point probability of z; 1/2 for z = 0."""
    law = two_point_noise(*weight, ETA)
    printed = HALF if z == 0 else (FIRST if count == 1 else LATER).get(z, {}).get(weight, 0)
    return bool(law.get(z, Fraction(0)) == printed)


def is_a_weight(count: int, weight: tuple[int, int], **_: object) -> bool:
    """Whether there is such a weight at this count: noise that keeps count + z nonnegative."""
    return weight[0] >= -min(count, REACH)


def is_output(count: int, y: int) -> bool:
    """Whether (6) has in its row y what (5) has in its row z = y - n: it is the printed matrix, shifted by n."""
    shifted = {1: ["-1", "0", "1", "2", "", ""], 2: ["-2", "-1", "0", "1", "2", ""], 3: ["", "-2", "-1", "0", "1", "2"]}
    printed = shifted[count][y]
    inside = -min(count, REACH) <= y - count <= REACH
    return printed == (str(y - count) if inside else "")


@proof.conclusion
def equation_5() -> Exhaustive:
    """Every coefficient of (5)."""
    weights = list(product((-2, -1), (1, 2)))
    domain = {"count": (1, 2, 3), "z": range(-2, 3), "weight": weights}
    return Exhaustive("(5) is Proposition 1", domain, is_coefficient, where=is_a_weight)


@proof.conclusion
def equation_6() -> Exhaustive:
    """Every entry of (6), as the row of (5) that is printed there."""
    return Exhaustive("(6) is (5), shifted by n", {"count": (1, 2, 3), "y": range(6)}, is_output)


@proof.conclusion
def equation_4() -> Counterexample:
    """As printed, the left law of (4) has the total 3/4; p(1) = 1/4 is missing."""

    def is_two_point(i1: int, i2: int) -> bool:
        law = two_point_noise(i1, i2, ETA)
        return all(law[z] == probability for z, probability in PRINTED_LEFT.items())

    def is_complete(i1: int, i2: int) -> bool:
        law = two_point_noise(i1, i2, ETA)
        return all(law[z] == PRINTED_LEFT.get(z, 0) for z in law)

    return Counterexample("(4), left, says all of the law", {"i1": -1, "i2": 1}, is_two_point, is_complete)


proof.establishes({"equation-5": "holds"}, "equation_5")
proof.establishes({"equation-6": "holds"}, "equation_6")
proof.establishes({"equation-4-left": "misprint"}, "equation_4")
