"""At the parameters of each step: which coordinates the vectors of Theorems 2 and 4 are in, and few colors.

Gu et al., "Generalized Rainbow Differential Privacy". A distribution at a vertex d has two vectors: over the colors,
and over the places of the rainbow f(d), as the arrow of Definition 3 has it. Closeness (Definition 2) is about colors,
domination about places.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise, product

from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Row = tuple[Fraction, ...]
Rainbow = tuple[int, ...]
HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)

proof = Proof(__doc__)


def simplex(colors: int, parts: int) -> list[Row]:
    """All distributions with this denominator."""
    rows = product(range(parts + 1), repeat=colors)
    return [tuple(Fraction(n, parts) for n in row) for row in rows if sum(row) == parts]


def close(one: Row, other: Row, ratio: Fraction, delta: Fraction) -> bool:
    """Definition 2, event by event."""
    events = chain.from_iterable(combinations(range(len(one)), size) for size in range(len(one) + 1))
    return all(
        sum(x[i] for i in event) <= ratio * sum(z[i] for i in event) + delta
        for event in events
        for x, z in ((one, other), (other, one))
    )


def dominates(one: Row, other: Row) -> bool:
    """Definition 3."""
    return all(sum(one[:n]) >= sum(other[:n]) for n in range(1, len(one) + 1))


def by_color(row: Row, rainbow: Rainbow) -> Row:
    """The vector over the colors 1, ..., q of a vector over the places of a rainbow."""
    return tuple(row[rainbow.index(color)] for color in sorted(rainbow))


def by_place(row: Row, rainbow: Rainbow) -> Row:
    """The vector over the places of a rainbow of a vector over the colors."""
    return tuple(row[color - 1] for color in rainbow)


def operator(row: Row, ratio: Fraction) -> Row:
    """T of (4.2), (4.3) for delta = 0, on the vector as it is given."""
    sums = [sum(row[:n], NONE) for n in range(len(row) + 1)]
    image = [min(ratio * s, 1 - (1 - s) / ratio) if n else NONE for n, s in enumerate(sums)]
    return tuple(b - a for a, b in pairwise(image))


@proof.conclusion
def theorem_2_by_place() -> Counterexample:
    """E = 2, delta = 0, d ~ d' with the rainbows (1, 2), (2, 1), both vectors (1, 0) by place: no private mechanism."""

    def is_valid(rows: tuple[Row, Row], rainbows: tuple[Rainbow, Rainbow], ratio: Fraction) -> bool:
        return rainbows[0] != rainbows[1] and close(*rows, ratio, NONE)

    def is_private(rows: tuple[Row, Row], rainbows: tuple[Rainbow, Rainbow], ratio: Fraction) -> bool:
        one, other = (by_color(row, rainbow) for row, rainbow in zip(rows, rainbows, strict=True))
        return close(one, other, ratio, NONE)

    instance = {"rows": ((ONE, NONE), (ONE, NONE)), "rainbows": ((1, 2), (2, 1)), "ratio": Fraction(2)}
    return Counterexample("close vectors by place are a valid boundary", instance, is_valid, is_private)


@proof.conclusion
def theorem_2_by_place_is_too_much() -> Counterexample:
    """E = 2, delta = 0: (1, 0) at (1, 2) and (0, 1) at (2, 1) are one distribution, and not close by place."""

    def is_private(rows: tuple[Row, Row], rainbows: tuple[Rainbow, Rainbow], ratio: Fraction) -> bool:
        one, other = (by_color(row, rainbow) for row, rainbow in zip(rows, rainbows, strict=True))
        return close(one, other, ratio, NONE)

    def is_valid(rows: tuple[Row, Row], rainbows: tuple[Rainbow, Rainbow], ratio: Fraction) -> bool:
        return rainbows[0] != rainbows[1] and close(*rows, ratio, NONE)

    instance = {"rows": ((ONE, NONE), (NONE, ONE)), "rainbows": ((1, 2), (2, 1)), "ratio": Fraction(2)}
    return Counterexample("a valid boundary has close vectors by place", instance, is_private, is_valid)


@proof.conclusion
def theorem_4_by_color() -> Counterexample:
    """E = 2, delta = 0, the ((2, 1), 1)-line, m = (1/2, 1/2): T by color is (3/4, 1/4), and (1/4, 3/4) dominates it."""

    def is_private(m: Row, rainbow: Rainbow, ratio: Fraction, other: Row) -> bool:
        return sum(m) == sum(other) == 1 and sorted(rainbow) == [1, 2] and close(m, other, ratio, NONE)

    def is_dominated(m: Row, rainbow: Rainbow, ratio: Fraction, other: Row) -> bool:
        return dominates(by_place(operator(m, ratio), rainbow), by_place(other, rainbow))

    instance = {
        "m": (HALF, HALF),
        "rainbow": (2, 1),
        "ratio": Fraction(2),
        "other": (Fraction(1, 4), Fraction(3, 4)),
    }
    return Counterexample("T(m), m by color, is optimal at 1", instance, is_private, is_dominated)


@proof.conclusion
def strictly_stronger() -> Counterexample:
    """With two colors no pair is ordered by one and not by the other: (1/2, 1/2) and (1/4, 3/4) by both."""

    def is_lexicographic(one: Row, other: Row) -> bool:
        return one > other and len(one) == len(other) == 2

    def is_undecided(one: Row, other: Row) -> bool:
        return not dominates(one, other) and not dominates(other, one)

    instance = {"one": (HALF, HALF), "other": (Fraction(1, 4), Fraction(3, 4))}
    return Counterexample("dominance order leaves more pairs open", instance, is_lexicographic, is_undecided)


@proof.conclusion
def determined_by_one_color() -> Exhaustive:
    """In sixths, q = 2, 3, 4: one probability leaves one distribution if and only if q = 2 or it is 1."""

    def holds(colors: int, sixths: int) -> bool:
        left = [row for row in simplex(colors, 6) if row[0] == Fraction(sixths, 6)]
        return (len(left) == 1) == (colors == 2 or sixths == 6)

    return Exhaustive("what one probability determines", {"colors": (2, 3, 4), "sixths": range(7)}, holds)


proof.establishes({"theorem-2-valid-by-place": "refuted"}, "theorem_2_by_place")
proof.establishes({"theorem-2-valid-by-place": "refuted"}, "theorem_2_by_place_is_too_much")
proof.establishes({"theorem-4-coordinates": "holds-if, fails"}, "theorem_4_by_color")
proof.establishes({"intro-order": "holds-if, fails"}, "strictly_stronger")
proof.establishes({"intro-one-color": "holds"}, "determined_by_one_color")
