"""Every number of colors q >= 4, E = 2, delta = 1/8: a lexicographic optimum exists, a dominance optimum does not.

The open question of Section 6.3 of Gu et al. The rainbow graph is the cycle 1 ~ 2 ~ 3 ~ 4 ~ 1; the vertices 1, 2, 3
have the rainbow (1, 2, 3, 4) and 4 has (1, 2, 4, 3). So 1, 3 and 4 are boundary vertices, 2 is free. The boundary is

    M(1) = (3, 1, 2, 2)/8,    M(3) = (2, 0, 4, 2)/8,    M(4) = (5, 0, 2, 1)/8,

and it is valid. Only vertex 2 is free, and its possible distributions x are a compact set that is not empty: it has a
lexicographic maximum, x = (5, 0, 2, 1)/8. It does not dominate y = (4, 1, 2.5, 0.5)/8, which is allowed as well: 15/16
against 7/8 for the first three colors. So nothing dominates every mechanism: x_1 = 5/8 and x_1 + x_2 + x_3 >= 15/16
cannot both be. By hand: M(3) gives x_1 + x_2 <= 2 * 2/8 + 1/8 = 5/8, so x_2 = 0 and x_1 + x_3 >= 15/16; but the event
{2, 4} of M(1) gives 3/8 <= 2 (1 - x_1 - x_3) + 1/8, x_1 + x_3 <= 7/8. (first_color, second_color and third_color in
rocq/RainbowOpenSteps.v.)

More colors: split color 4 into several, adjacent in every rainbow, each with the same share. Merging them, and
splitting them evenly, keeps closeness; so the largest prefix sums up to 3 are the same and still not attained
together, while one free vertex always has a lexicographic maximum. For q = 2 the two orders are the same.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

RATIO, DELTA = Fraction(2), Fraction(1, 8)
Row = tuple[Fraction, ...]


def sixteenths(*numerators: int) -> Row:
    """The distribution with these numerators."""
    return tuple(Fraction(n, 16) for n in numerators)


FIRST, THIRD, FOURTH = sixteenths(6, 2, 4, 4), sixteenths(4, 0, 8, 4), sixteenths(10, 0, 4, 2)
LEXICOGRAPHIC, OTHER = FOURTH, sixteenths(8, 2, 5, 1)


def close(p: Row, q: Row) -> bool:
    """Definition 2, event by event; both are distributions."""
    events = chain.from_iterable(combinations(range(4), size) for size in range(5))
    is_row = all(sum(row) == 1 and min(row) >= 0 for row in (p, q))
    return is_row and all(
        sum(one[i] for i in event) <= RATIO * sum(other[i] for i in event) + DELTA
        for event in events
        for one, other in ((p, q), (q, p))
    )


proof = Proof(__doc__)


@proof.conclusion
def valid() -> Exhaustive:
    """The boundary is close along 3 ~ 4 ~ 1, and both x and y at 2 are close to M(1) and M(3)."""
    pairs = {
        "3, 4": (THIRD, FOURTH),
        "4, 1": (FOURTH, FIRST),
        "1, x": (FIRST, LEXICOGRAPHIC),
        "x, 3": (LEXICOGRAPHIC, THIRD),
        "1, y": (FIRST, OTHER),
        "y, 3": (OTHER, THIRD),
    }
    return Exhaustive("the pair is close", {"pair": list(pairs)}, lambda pair: close(*pairs[pair]))


@proof.conclusion
def optimum_of_one_order_only() -> Counterexample:
    """A lexicographic maximum would dominate y; but 5/8 + 0 + 1/4 = 7/8 < 15/16."""

    def allowed(row: Row) -> bool:
        return close(FIRST, row) and close(row, THIRD)

    def dominated(row: Row) -> bool:
        return all(sum(LEXICOGRAPHIC[:k]) >= sum(row[:k]) for k in range(1, 5))

    return Counterexample("the lexicographic optimum dominates it", {"row": OTHER}, allowed, dominated)


proof.establishes({"section-6-3-open": "holds-if, holds"})
proof.establishes(
    {"intro-stronger": "holds-if, fails", "section-6-3-stronger": "holds-if, fails"}, "optimum_of_one_order_only"
)
