"""At the q of each step: sentences of the introduction and of Section 2.

Gu et al., "Generalized Rainbow Differential Privacy". Dominance and lexicographic order; closeness (Definition 2)
against the verifier. What holds for every number of colors is in rocq/RainbowOrders.v: domination is a partial
order, it implies the lexicographic order, total variation (1.1), and U[M] = E[sum of u_d(M(d))] is order reasonable.
For infinitely many vertices the sum of the expectations has to exist, which the paper leaves open.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, product

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Row = tuple[Fraction, ...]


def simplex(colors: int, parts: int) -> list[Row]:
    """All distributions with this denominator."""
    rows = product(range(parts + 1), repeat=colors)
    return [tuple(Fraction(n, parts) for n in row) for row in rows if sum(row) == parts]


def events(colors: int) -> list[tuple[int, ...]]:
    """All sets of colors."""
    return list(chain.from_iterable(combinations(range(colors), size) for size in range(colors + 1)))


def dominates(one: Row, other: Row) -> bool:
    """Definition 3, in the order 1, ..., q."""
    return all(sum(one[:n]) >= sum(other[:n]) for n in range(1, len(one) + 1))


def gap(one: Row, other: Row, event: tuple[int, ...], ratio: Fraction) -> Fraction:
    """P(S) - E Q(S)."""
    return sum((one[i] - ratio * other[i] for i in event), Fraction(0))


def close(one: Row, other: Row, ratio: Fraction, delta: Fraction) -> bool:
    """Definition 2, event by event."""
    return all(gap(x, z, event, ratio) <= delta for event in events(len(one)) for x, z in ((one, other), (other, one)))


proof = Proof(__doc__)


@proof.conclusion
def lexicographic_is_weaker() -> Counterexample:
    """(1/2, 0, 1/2) is above (1/4, 3/4, 0) lexicographically, but 1/2 < 1."""
    instance = {
        "one": (Fraction(1, 2), Fraction(0), Fraction(1, 2)),
        "other": (Fraction(1, 4), Fraction(3, 4), Fraction(0)),
    }

    def lexicographically(one: Row, other: Row) -> bool:
        return one > other

    return Counterexample("x above y lexicographically dominates y", instance, lexicographically, dominates)


@proof.conclusion
def three_colors() -> Counterexample:
    """(1/2, 1/2, 0) and (1/2, 0, 1/2) agree in the first color and not in the others."""

    def agree(one: Row, other: Row) -> bool:
        return one[0] == other[0]

    def equal_rows(one: Row, other: Row) -> bool:
        return one == other

    half, none = Fraction(1, 2), Fraction(0)
    instance = {"one": (half, half, none), "other": (half, none, half)}
    return Counterexample("the first probability determines the distribution", instance, agree, equal_rows)


@proof.conclusion
def definition_2() -> Exhaustive:
    """Three colors in quarters, E = 1, 3/2, 2, delta = 0, 1/8, 1: the verifier decides closeness over all events."""

    def agrees(one: Row, other: Row, ratio: Fraction, delta: Fraction) -> bool:
        mechanism = Mechanism.from_rows([0, 1], [0, 1, 2], [one, other])
        return verify(mechanism, NeighborGraph.path([0, 1]), ratio, delta).proved == close(one, other, ratio, delta)

    rows = simplex(3, 4)
    return Exhaustive(
        "verify decides Definition 2",
        {
            "one": rows,
            "other": rows,
            "ratio": [Fraction(1), Fraction(3, 2), Fraction(2)],
            "delta": [Fraction(0), Fraction(1, 8), Fraction(1)],
        },
        agrees,
    )


proof.establishes({"intro-order": "holds-if, holds", "intro-stronger": "holds-if, holds"}, "lexicographic_is_weaker")
proof.establishes({"intro-one-color": "holds"}, "three_colors")
