"""E = 2, delta = 0, three colors: Example 1 of Gu et al., valid mechanisms without one that dominates the others.

The cycle is d1 ~ d2 ~ d3 ~ d4 ~ d5 ~ d1 with M(d1) = (0.2, 0.1, 0.7), M(d4) = (0.4, 0.1, 0.5). The example does not
say what M(d5) is, although d5, with the rainbow (1, 3, 2), is a boundary vertex too; M(d5) = M(d4) is close to both
neighbors.

A mechanism that dominates M1 has T(M(d1)) = (0.4, 0.2, 0.4) = M1(d2) at d2, because a close x has x_1 <= 2 * 0.2 and
x_3 >= 0.7/2, while M1(d2) asks for x_1 >= 0.4 and x_1 + x_2 >= 0.6. The paper says "because of the boundary condition";
it is close to d1 that matters: x_1 + x_2 <= 2 * 0.3. One that dominates M2 has (0.7, 0.05, 0.25) at d3: x_2 + x_3 >=
0.6/2 and x_3 >= 0.5/2. Then 0.2 > 2 * 0.05 at the color 2. (example_1_forced in rocq/RainbowExample1.v.)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Row = tuple[Fraction, ...]


def hundredths(*numerators: int) -> Row:
    """The distribution with these numerators."""
    return tuple(Fraction(n, 100) for n in numerators)


D1, D4 = hundredths(20, 10, 70), hundredths(40, 10, 50)
D5, MIDDLE, LAST = D4, hundredths(40, 20, 40), hundredths(70, 5, 25)


def close(p: Row, q: Row) -> bool:
    """Definition 2 for E = 2 and delta = 0, event by event; both are distributions."""
    events = chain.from_iterable(combinations(range(3), size) for size in range(4))
    is_row = all(sum(row) == 1 and min(row) >= 0 for row in (p, q))
    return is_row and all(
        sum(one[i] for i in event) <= 2 * sum(other[i] for i in event)
        for event in events
        for one, other in ((p, q), (q, p))
    )


MECHANISMS = {"M1": (D1, MIDDLE, MIDDLE, D4, D5, D1), "M2": (D1, D4, LAST, D4, D5, D1)}

proof = Proof(__doc__)


@proof.conclusion
def both_are_private() -> Exhaustive:
    """M1 and M2 are private on every edge of the cycle, with M(d5) = M(d4)."""
    domain = {"name": list(MECHANISMS), "place": range(5)}
    return Exhaustive(
        "neighbors are close", domain, lambda name, place: close(MECHANISMS[name][place], MECHANISMS[name][place + 1])
    )


@proof.conclusion
def none_dominates_both() -> Counterexample:
    """The only candidate (D1, M1(d2), M2(d3), D4) is not private."""

    def dominates_both(d2: Row, d3: Row) -> bool:
        rows = [(row, rows[place]) for rows in MECHANISMS.values() for place, row in ((1, d2), (2, d3))]
        return all(sum(row) == 1 and sum(row[:n]) >= sum(other[:n]) for row, other in rows for n in (1, 2))

    def private(d2: Row, d3: Row) -> bool:
        return close(d2, d3)

    return Counterexample("the candidate is private", {"d2": MIDDLE, "d3": LAST}, dominates_both, private)


proof.establishes(
    {
        "abstract-example": "holds-if, holds",
        "definition-3-optimal": "misprint",
        "section-6-1": "holds-if, holds",
        "section-6-3-example-1": "holds-if, holds",
    }
)
proof.establishes({"example-1-d5": "holds-if, holds", "example-1-valid": "holds"}, "both_are_private")
proof.establishes({"example-1-none": "holds-if, holds"}, "none_dominates_both")
