"""Probabilistic privacy, the two tables of Section 2.2, and Theorems 2.1.3 and 2.1.4 at the paper's own predicate.

Kifer and Lin, Sections 2.1 and 2.2. For every E and delta probabilistic privacy implies (epsilon, delta)-privacy: the
bad outputs of an event have at most delta, the others are in the ratio.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.papers.axioms import (
    break_convexity,
    break_transformation,
    probabilistic,
)
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
GRID = [Fraction(n, 12) for n in range(13)]
BOTH = NeighborGraph.path([1, 2])
FORTH = NeighborGraph.from_edges([1, 2], [(1, 2)], directed=True)
NO_PAIRS = NeighborGraph.from_edges([1, 2], [])


def rows(colors: int, parts: int) -> list[tuple[Fraction, ...]]:
    """All distributions on so many outputs with this denominator."""
    cuts = combinations(range(parts + colors - 1), colors - 1)
    ends = [(-1, *cut, parts + colors - 1) for cut in cuts]
    return [tuple(Fraction(y - z - 1, parts) for z, y in pairwise(end)) for end in ends]


def mechanism(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> Mechanism:
    """Two inputs, outputs 0, 1, ..."""
    return Mechanism.from_rows([1, 2], list(range(len(one))), [one, other])


proof = Proof(__doc__)


# -- the tables of Section 2.2 ----------------------------------------------------------------------------------------

FIRST = (
    (Fraction(89, 100), Fraction(1, 10), Fraction(1, 100), NONE),
    (Fraction(79, 100), Fraction(1, 5), NONE, Fraction(1, 100)),
)
SECOND = ((Fraction(89, 100), Fraction(1, 100), Fraction(1, 10)), (Fraction(79, 100), NONE, Fraction(21, 100)))


def good(table: tuple[tuple[Fraction, ...], ...]) -> tuple[Fraction, Fraction]:
    """The probabilities, for either input, of outputs with P <= 2Q and Q <= 2P."""
    places = [n for n, (p, q) in enumerate(zip(*table, strict=True)) if p <= 2 * q and q <= 2 * p]
    one, other = (sum((row[n] for n in places), NONE) for row in table)
    return one, other


@proof.conclusion
def first_table() -> Exhaustive:
    """The outputs A and B keep 2, C and D do not; A and B have 0.99 for either input."""

    def as_printed(table: tuple[tuple[Fraction, ...], ...]) -> bool:
        return (
            good(table) == (Fraction(99, 100), Fraction(99, 100))
            and all(sum(row) == 1 for row in table)
            and probabilistic(2, "0.01").holds(mechanism(*table), BOTH)
        )

    return Exhaustive("(log 2)-differential privacy with probability 0.99", {"table": [FIRST]}, as_printed)


@proof.conclusion
def second_table() -> Exhaustive:
    """Merging B and D gives the second table, in which only A keeps 2: 0.89 for the input 0, 0.79 for 1, the least."""

    def as_printed(table: tuple[tuple[Fraction, ...], ...], merged: tuple[tuple[Fraction, ...], ...]) -> bool:
        kernel = Mechanism.from_rows([0, 1, 2, 3], [0, 1, 2], [[1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 1]])
        result = mechanism(*table).postprocess(kernel)
        return (
            result.rows() == mechanism(*merged).rows()
            and good(merged) == (Fraction(89, 100), Fraction(79, 100))
            and min(good(merged)) == Fraction(79, 100)
            and not probabilistic(2, "0.01").holds(result, BOTH)
        )

    return Exhaustive(
        "(log 2)-differential privacy with probability 0.79", {"table": [FIRST], "merged": [SECOND]}, as_printed
    )


@proof.conclusion
def printed_constraint() -> Counterexample:
    """P(E | 0) <= 2 P(E | 1) is not violated, 0.1 <= 0.42; P(E | 1) <= 2 P(E | 0) is, 0.21 > 0.2."""

    def other_way_violated(one: Fraction, other: Fraction) -> bool:
        return other > 2 * one

    def printed_violated(one: Fraction, other: Fraction) -> bool:
        return one > 2 * other

    instance = {"one": SECOND[0][2], "other": SECOND[1][2]}
    return Counterexample("the printed constraint is violated", instance, other_way_violated, printed_violated)


@proof.conclusion
def probabilistic_is_broken() -> Counterexample:
    """By post-processing, and by mixing too (both found by search at E = 2, delta = 1/10)."""

    def meaningful(ratio: int, delta: Fraction) -> bool:
        return ratio > 1 and 0 < delta < 1

    def keeps_one(ratio: int, delta: Fraction) -> bool:
        definition = probabilistic(ratio, delta)
        return not (
            hasattr(break_transformation(definition), "counterexample")
            and hasattr(break_convexity(definition), "counterexample")
        )

    instance = {"ratio": 2, "delta": Fraction(1, 10)}
    return Counterexample("probabilistic privacy keeps Axiom 2.1.1 or 2.1.2", instance, meaningful, keeps_one)


@proof.conclusion
def probabilistic_implies_approximate() -> Exhaustive:
    """Three outputs in eighths, E = 2, delta = 1/8: probabilistic privacy implies (epsilon, delta)-privacy."""

    def is_probabilistic(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return probabilistic(2, "1/8").holds(mechanism(one, other), BOTH)

    def is_approximate(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return verify(mechanism(one, other), BOTH, 2, "1/8").proved

    domain = {"one": rows(3, 8), "other": rows(3, 8)}
    return Exhaustive("probabilistic implies approximate", domain, is_approximate, where=is_probabilistic)


# -- the conditions ----------------------------------------------------------------------------------------------------


@proof.conclusion
def own_predicate_of_the_paper() -> Counterexample:
    """q(a, b) = (b <= 2a) satisfies 2.1.3 with M = min(1, 2a), but not 2.1.4: m(1) = 1 and q(1, 0) is true."""

    def with_complements(a: Fraction, b: Fraction) -> bool:
        m = 1 - min(ONE, 2 * (1 - a))
        return b < m and not (b <= 2 * a and 1 - b <= 2 * (1 - a))

    def second_item(a: Fraction, b: Fraction) -> bool:
        return not b <= 2 * a

    return Counterexample("b < 1 - M(1 - a) makes q(a, b) false", {"a": ONE, "b": NONE}, with_complements, second_item)


@proof.conclusion
def printed_m_needs_another_q() -> Counterexample:
    """E = 2: q(a, b) = (b <= 2a) and the printed M(1/2) = 3/4: q and its complement allow (1/2, 9/10)."""

    def above(a: Fraction, b: Fraction) -> bool:
        return b > min(ONE, 2 * a, 1 - (1 - a) / 2)

    def refused(a: Fraction, b: Fraction) -> bool:
        return not (b <= 2 * a and 1 - b <= 2 * (1 - a))

    instance = {"a": HALF, "b": Fraction(9, 10)}
    return Counterexample("b > M(a) makes q'(a, b) false", instance, above, refused)


@proof.conclusion
def merging_breaks_every_delta() -> Exhaustive:
    """0 < delta < 1, with s = min((1 - delta)/2, delta/(2 E)): rows (delta, 0, s, rest), (0, delta, s, rest).

    The bad outputs have delta; the first and the third, merged, are bad as well, and have delta + s.
    """

    def breaks(ratio: Fraction, delta: Fraction) -> bool:
        s = min((1 - delta) / 2, delta / (2 * ratio))
        rest = 1 - delta - s
        built = mechanism((delta, NONE, s, rest), (NONE, delta, s, rest))
        kernel = Mechanism.from_rows(range(4), range(3), [[1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]])
        definition = probabilistic(ratio, delta)
        return bool(definition.holds(built, BOTH) and not definition.holds(built.postprocess(kernel), BOTH))

    deltas = [Fraction(1, 1000), Fraction(1, 10), HALF, Fraction(9, 10), Fraction(999, 1000)]
    domain = {"ratio": [ONE, Fraction(6, 5), Fraction(2), Fraction(9)], "delta": deltas}
    return Exhaustive("a merge breaks probabilistic privacy", domain, breaks)


@proof.conclusion
def probabilistic_without_condition() -> Counterexample:
    """At delta = 1, three outputs in sixths: none is private and private no more when the first two are merged."""

    def is_broken(ratio: int, delta: int) -> bool:
        def allows(*table: tuple[Fraction, ...]) -> bool:
            return bool(probabilistic(ratio, delta).holds(mechanism(*table), BOTH))

        pairs = product(rows(3, 6), repeat=2)
        return any(allows(p, q) and not allows((p[0] + p[1], p[2]), (q[0] + q[1], q[2])) for p, q in pairs)

    text = "merging two outputs of a mechanism that is probabilistically private can make it one that is not"
    return Counterexample(text, {"ratio": 2, "delta": 1}, lambda ratio, delta: ratio > 1 and 0 <= delta <= 1, is_broken)


@proof.conclusion
def probabilistic_at_the_ends() -> Exhaustive:
    """Three outputs in sixths: delta = 0 is differential privacy, delta = 1 allows all; both keep the axioms."""

    def as_known(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        built = mechanism(one, other)
        pure = probabilistic(2, 0).holds(built, BOTH) == verify(built, BOTH, 2, 0).proved
        return bool(pure and probabilistic(2, 1).holds(built, BOTH))

    text = "probabilistic privacy is differential privacy at delta = 0 and no condition at delta = 1"
    return Exhaustive(text, {"one": rows(3, 6), "other": rows(3, 6)}, as_known)


proof.establishes({"approx-upper-bound": "holds-if, fails"}, "printed_m_needs_another_q")
proof.establishes({"only-difference": "holds-if, fails"}, "own_predicate_of_the_paper")
proof.establishes({"probabilistic-inconsistent": "holds-if, holds"}, "probabilistic_is_broken")
proof.establishes({"probabilistic-inconsistent": "holds-if, holds", "second-table": "holds"}, "second_table")
proof.establishes({"probabilistic-implies": "holds"}, "probabilistic_implies_approximate")
proof.establishes({"first-table": "holds"}, "first_table")
proof.establishes({"second-table-constraint": "misprint"}, "printed_constraint")
proof.establishes({"probabilistic-inconsistent": "holds-if, holds"}, "merging_breaks_every_delta")
proof.establishes({"probabilistic-inconsistent": "holds-if, fails"}, "probabilistic_at_the_ends")
proof.establishes({"probabilistic-inconsistent": "holds-if, fails"}, "probabilistic_without_condition")
