"""Sentences of Sections 2 and 3 and of Appendices B, C and E that are no numbered statements, at the given parameters.

Kifer and Lin. A finite union of intervals that holds a dense set leaves gaps without inner points only, so its length
is that of the whole: k intervals around the points j/2^n leave k - 1 gaps between neighbours. M(a) = min(1, 2a), from
the exponential density, has no derivative at 1/2, where the shifted tail reaches the end of the density.

M(a) >= a follows from concavity, M(0) >= 0 and M(1) = 1 (diagonal_allowed in
rocq/AxiomsCorollaries.v).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any, Literal

from dpexact import Mechanism, NeighborGraph, mix, verify
from dpexact.papers.axioms import PiecewiseLinearPredicate, exponential_predicate, split_output
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)
from dpexact.sufficiency import row_graphs

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
GRID = [Fraction(n, 12) for n in range(13)]
QUARTERS = [Fraction(n, 4) for n in range(5)]
Pairs = tuple[tuple[int, int], ...]
Column = tuple[int, ...]
Shared = Literal["common", "disjoint"]

proof = Proof(__doc__)


@proof.conclusion
def intervals_around_many_points() -> Exhaustive:
    """The points j/2^n, j = 0, ..., 2^n, in k intervals: they have a length of at least 1 - (k - 1)/2^n."""

    def long(n: int, k: int) -> bool:
        last = 2**n
        covers = combinations(range(1, last + 1), k - 1)  # the points at which the second, third, ... begins
        return all(
            sum(Fraction(stop - 1 - start, last) for start, stop in zip((0, *cuts), (*cuts, last + 1), strict=True))
            >= 1 - Fraction(k - 1, last)
            for cuts in covers
        )

    return Exhaustive("few intervals around many points are long", {"n": range(1, 5), "k": range(1, 5)}, long)


@proof.conclusion
def three_intervals_around_seventeen() -> Counterexample:
    """Seventeen intervals around j/16 have length 1/4 together; three that hold them all have at least 7/8."""

    def short(count: int, width: Fraction) -> bool:
        return count * width <= Fraction(1, 4)

    def close(count: int, width: Fraction) -> bool:
        starts = combinations(range(1, count), 2)
        covers = [((0, i - 1), (i, j - 1), (j, count - 1)) for i, j in starts]
        lengths = [sum(Fraction(stop - start, count - 1) for start, stop in cover) for cover in covers]
        return min(lengths) <= count * width + Fraction(1, 4)

    instance = {"count": 17, "width": Fraction(1, 68)}
    return Counterexample("three intervals come within 1/4 of a union of intervals from above", instance, short, close)


@proof.conclusion
def slopes_at_the_end_of_the_density() -> Counterexample:
    """E = 2, a = 1/2: M = min(1, 2a) has the slope 2 on the left and 0 on the right."""

    def slopes(ratio: int, step: Fraction) -> tuple[Fraction, Fraction]:
        upper, place = exponential_predicate(ratio).upper, Fraction(1, ratio)
        here = upper(place)
        left, right = (here - upper(place - step)) / step, (upper(place + step) - here) / step
        return left.as_fraction(), right.as_fraction()

    def one_sided(ratio: int, step: Fraction) -> bool:
        return all(slopes(ratio, step / n) == slopes(ratio, step) for n in range(1, 6))

    def one_slope(ratio: int, step: Fraction) -> bool:
        left, right = slopes(ratio, step)
        return left == right

    instance = {"ratio": 2, "step": Fraction(1, 8)}
    return Counterexample("M has a derivative on (0, 1)", instance, one_sided, one_slope)


@proof.conclusion
def slope_of_a_line() -> Counterexample:
    """f(x) = x is convex, and (f(x) - f(y))/(x - y) is 1 for all x and y."""

    def convex(points: tuple[int, ...]) -> bool:
        return all(2 * y <= x + z for x, y, z in zip(points, points[1:], points[2:], strict=False))

    def increasing(points: tuple[int, ...]) -> bool:
        slopes = [Fraction(x - points[0], n) for n, x in enumerate(points[1:], 1)]
        return all(one < other for one, other in pairwise(slopes))

    text = "the slopes of a convex function from one point are increasing"
    return Counterexample(text, {"points": (0, 1, 2, 3)}, convex, increasing)


@proof.conclusion
def symmetrised_is_between() -> Exhaustive:
    """M = min(1, E a + delta), M^-1(b) = max(0, (b - delta)/E), m^-1(a) = 1 - M^-1(1 - a): both ways to say it."""

    def same(a: Fraction, b: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        def upper(x: Fraction) -> Fraction:
            return min(ONE, ratio * x + delta)

        def inverse(y: Fraction) -> Fraction:
            return max(NONE, (y - delta) / ratio)

        both = 1 - upper(1 - a) <= b <= upper(a) and 1 - upper(1 - b) <= a <= upper(b)
        between = max(1 - upper(1 - a), inverse(a)) <= b <= min(upper(a), 1 - inverse(1 - a))
        return both == between

    domain = {"a": GRID, "b": GRID, "ratio": [ONE, Fraction(6, 5), Fraction(2)], "delta": [NONE, Fraction(1, 4)]}
    return Exhaustive("q(a, b) and q(b, a) is b between the larger lower and the smaller upper bound", domain, same)


@proof.conclusion
def symmetrised_at_a_jump() -> Counterexample:
    """M(0) = 0, else min(1, a + 1/2): a = 1/4, b = 0 is between, and a > M(b) = 0."""
    predicate = PiecewiseLinearPredicate([(0, HALF), (HALF, 1), (1, 1)], at_zero=0)

    def between(a: Fraction, b: Fraction) -> bool:
        lower, upper = max(predicate.lower(a), predicate.inverse(a)), 1 - predicate.inverse(1 - a)
        return bool(lower <= b <= min(predicate.upper(a), upper))

    def both(a: Fraction, b: Fraction) -> bool:
        return bool(predicate.lower(a) <= b <= predicate.upper(a) and predicate.lower(b) <= a <= predicate.upper(b))

    text = "b between the larger lower and the smaller upper bound is q(a, b) and q(b, a)"
    return Counterexample(text, {"a": Fraction(1, 4), "b": NONE}, between, both)


def mixed(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction], shared: Shared) -> Mechanism:
    """Two mechanisms with one input, each run with probability 1/2."""
    first, second = (Mechanism.from_rows([0], "xy", [row]) for row in (one, other))
    return mix(HALF, first, second, outputs=shared)


@proof.conclusion
def who_ran_is_open() -> Exhaustive:
    """On common outputs: after an output it is open which of the two ran if and only if both may give that output."""

    def open_(one: Fraction, other: Fraction) -> bool:
        rows = ((one, 1 - one), (other, 1 - other))
        total = mixed(*rows, "common").rows()[0]
        return all(
            value == 0 or (0 < row[0] / 2 / value.as_fraction() < 1) == (row[0] > 0 and row[1] > 0)
            for value, row in zip(total, zip(*rows, strict=True), strict=True)
        )

    return Exhaustive("the output leaves open which mechanism ran", {"one": QUARTERS, "other": QUARTERS}, open_)


@proof.conclusion
def who_ran_is_told() -> Counterexample:
    """Outputs told apart: each of the four is possible under one of the two mechanisms only."""

    def private(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> bool:
        return sum(one) == sum(other) == 1

    def uncertain(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> bool:
        return len(mixed(one, other, "disjoint").outputs) < 4

    instance = {"one": (HALF, HALF), "other": (HALF, HALF)}
    return Counterexample("after the output it is open which mechanism ran", instance, private, uncertain)


@proof.conclusion
def row_graphs_without_edges() -> Exhaustive:
    """A coin that ignores the input is private at E = 2, and its row graphs have no edge at all."""

    def empty(size: int) -> bool:
        coin = Mechanism.from_rows(range(size), "xy", [[HALF, HALF]] * size)
        everyone = NeighborGraph.complete(range(size))
        return verify(coin, everyone, 2, 0).proved and not any(row_graphs(coin, everyone, 2).values())

    return Exhaustive("private, and no row graph is connected", {"size": range(2, 5)}, empty)


def both_ways(edges: Pairs) -> Pairs:
    """Each pair, and the other way."""
    return (*edges, *((j, i) for i, j in edges))


def tight(edges: Pairs, x: Column) -> frozenset[tuple[int, int]]:
    """The pairs with x_i = 2 x_j."""
    return frozenset((i, j) for i, j in both_ways(edges) if x[i] == 2 * x[j])


def connects(links: frozenset[tuple[int, int]]) -> bool:
    """Whether the links connect 0, 1, 2."""
    reached = {0}
    for _ in range(3):
        reached |= {j for i, j in both_ways(tuple(links)) if i in reached}
    return reached == {0, 1, 2}


@proof.conclusion
def connected_is_maximal() -> Exhaustive:
    """Three inputs, E = 2: no column other than 0 has more tight pairs than one whose row graph is connected."""

    def in_the_cone(edges: Pairs, x: Column) -> bool:
        return all(x[i] <= 2 * x[j] for i, j in both_ways(edges))

    def premise(edges: Pairs, x: Column) -> bool:
        return in_the_cone(edges, x) and connects(tight(edges, x))

    def maximal(edges: Pairs, x: Column) -> bool:
        return not any(in_the_cone(edges, y) and tight(edges, x) < tight(edges, y) for y in columns)

    columns = list(product(range(1, 9), repeat=3))
    relations = [((0, 1), (1, 2)), ((0, 1), (0, 2)), ((0, 2), (1, 2)), ((0, 1), (0, 2), (1, 2))]
    domain: dict[str, list[Any]] = {"edges": relations, "x": columns}
    return Exhaustive("a connected row graph is a maximal set of tight pairs", domain, maximal, where=premise)


@proof.conclusion
def sum_over_the_old_outputs() -> Counterexample:
    """A fair coin on two inputs, one side split: the outputs of M that M' has too have 1/2 together."""
    coin = Mechanism.from_rows([0, 1], "xy", [[HALF, HALF], [HALF, HALF]])

    def split(output: str) -> bool:
        return len(split_output(coin, NeighborGraph.path([0, 1]), 2, output).outputs) == 3

    def sums_to_1(output: str) -> bool:
        after = split_output(coin, NeighborGraph.path([0, 1]), 2, output)
        return bool(after.probability(0, [o for o in coin.outputs if o in after.outputs]) == 1)

    return Counterexample("the sum over o' in O of P_M'(o' | s) is 1", {"output": "x"}, split, sums_to_1)


@proof.conclusion
def no_factors() -> Counterexample:
    """With c_1 = 0, n = 1: the factor (c_1 - c_2)/c_1 would be 0/0."""

    def simple(factors: tuple[Fraction, ...]) -> bool:
        return all(0 <= c <= 1 for c in factors) and list(factors) == sorted(factors, reverse=True)

    def defined(factors: tuple[Fraction, ...]) -> bool:
        return factors[0] != 0

    return Counterexample("the factors of (1) are numbers", {"factors": (NONE,)}, simple, defined)


proof.establishes({"theorem-2-2-1-approximation": "refuted"}, "three_intervals_around_seventeen")
proof.establishes({"theorem-2-2-1-approximation": "refuted"}, "intervals_around_many_points")
proof.establishes({"theorem-2-2-2-derivative": "holds-if, fails"}, "slopes_at_the_end_of_the_density")
proof.establishes({"theorem-2-2-2-increasing": "misprint"}, "slope_of_a_line")
proof.establishes({"symmetrised-form": "holds-if, holds"}, "symmetrised_is_between")
proof.establishes({"symmetrised-form": "holds-if, fails"}, "symmetrised_at_a_jump")
proof.establishes({"axiom-2-1-2-uncertainty": "holds-if, holds"}, "who_ran_is_open")
proof.establishes({"axiom-2-1-2-uncertainty": "holds-if, fails"}, "who_ran_is_told")
proof.establishes({"section-3-3-not-required": "holds"}, "row_graphs_without_edges")
proof.establishes({"appendix-e-maximal-set": "holds"}, "connected_is_maximal")
proof.establishes({"appendix-e-sum": "misprint"}, "sum_over_the_old_outputs")
proof.establishes({"equation-1": "holds-if, fails"}, "no_factors")
