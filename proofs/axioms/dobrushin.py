"""At the inputs and outputs of each step: Examples 3.2.3 and 3.2.4 and Appendix D.

Kifer and Lin. Overlap: the sum over the outputs of min(P(o | j), P(o | k)). Since min(x, y) is the greatest lower
bound, the sum of two minima is at most the minimum of the sums, and the overlap does not decrease by post-processing
(rocq/AxiomsUtility.v, for all sizes; its steps: sum_of_minima, other_sum_of_minima and columns_of_the_kernel in
AxiomsSteps.v). 1 - overlap is the total variation distance.

The contraction: let z = x - y have the sum 0, s the sum of its positive part z+, z- the negative part. Then M z is
1/s times the sum over j, k of z+(j) z-(k) (M(j) - M(k)), so ||M z|| <= s max ||M(j) - M(k)|| = ||z|| max TV. It is
attained by distributions with positive entries: x = u + t e(j), y = u + t e(k) with any u > 0. With one input there
are no distinct x, y.

Example 3.2.4 prints max over i of the sum over j of min(m(i, j), m(i, k)): k is not bound and the roles of i and j
are exchanged. Appendix D has max over j, k, which includes j = k, where the sum is 1: then mu_disc is -1 for every
mechanism. Over distinct j, k it is what the words say.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

from dpexact import Mechanism
from dpexact.papers.axioms import break_branching, break_sufficiency, contraction, discrimination, dobrushin
from dpexact.papers.axioms.search import small_mechanisms
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Row = tuple[Any, ...]
SMALL = [m.rows() for shape in ((2, 3, 3), (3, 2, 3), (3, 3, 2)) for m in small_mechanisms(*shape)]
POSITIVE = [row for row in ((Fraction(a, 5), Fraction(b, 5), Fraction(c, 5))
            for a, b, c in product(range(1, 5), repeat=3)) if sum(row) == 1]  # fmt: skip


def distance(one: Row, other: Row) -> Fraction:
    """The L1 distance."""
    return sum((abs(a - b) for a, b in zip(one, other, strict=True)), Fraction(0))


def image(rows: tuple[Row, ...], weights: Row) -> Row:
    """M x."""
    return tuple(sum(weight * row[o] for weight, row in zip(weights, rows, strict=True)) for o in range(len(rows[0])))


def widest(rows: tuple[Row, ...]) -> Fraction:
    """1 + mu_Dob as it is defined: 1 minus the least overlap of two inputs, which may be the same."""
    least: Fraction = min(sum(min(a, b) for a, b in zip(one, other, strict=True)) for one in rows for other in rows)
    return 1 - least


proof = Proof(__doc__)


@proof.conclusion
def appendix_d() -> Exhaustive:
    """No exchange, split or merge of small mechanisms increases the two utilities."""
    utilities = {"dobrushin": dobrushin, "discrimination": discrimination}

    def respects(name: str, shape: tuple[int, int, int]) -> bool:
        return break_sufficiency(utilities[name], *shape) is None

    shapes = [(2, 2, 4), (2, 3, 3), (2, 4, 2), (3, 3, 2), (4, 2, 2)]
    text = "post-processing does not increase the utility"
    return Exhaustive(text, {"name": ["dobrushin", "discrimination"], "shape": shapes}, respects)


@proof.conclusion
def total_variation() -> Exhaustive:
    """1 + mu_Dob is the largest total variation distance, half an L1 distance, between two inputs."""

    def agrees(rows: tuple[Row, ...]) -> bool:
        mechanism = Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)
        largest = max(distance(one, other) for one, other in permutations(rows, 2)) / 2
        return widest(rows) == largest == contraction(mechanism) == 1 + dobrushin(mechanism)

    return Exhaustive("1 + mu_Dob is a total variation distance", {"rows": SMALL}, agrees)


@proof.conclusion
def contraction_bound() -> Exhaustive:
    """||M x - M y|| <= (1 + mu_Dob) ||x - y|| for x, y with positive entries (of a grid)."""

    def is_bounded(rows: tuple[Row, ...], one: Row, other: Row) -> bool:
        size = len(rows)
        first, second = (_folded(weights, size) for weights in (one, other))
        return distance(image(rows, first), image(rows, second)) <= widest(rows) * distance(first, second)

    few = SMALL[:: max(len(SMALL) // 60, 1)]
    text = "no pair is pulled apart by more than 1 + mu_Dob"
    return Exhaustive(text, {"rows": few, "one": POSITIVE, "other": POSITIVE}, is_bounded)


def _folded(weights: Row, size: int) -> Row:
    """The weights of three inputs, or of two, the last two together."""
    return weights if size == len(weights) else (weights[0], weights[1] + weights[2])


@proof.conclusion
def contraction_attained() -> Exhaustive:
    """Some x, y with positive entries attain it, for two inputs and more: x = u + t e(j), y = u + t e(k)."""

    def is_attained(rows: tuple[Row, ...]) -> bool:
        size = len(rows)
        share = Fraction(1, size + 1)
        points = [tuple(share * (1 + (i == j)) for i in range(size)) for j in range(size)]
        pairs = [(one, other) for one in points for other in points if one != other]
        ratios = [distance(image(rows, one), image(rows, other)) / distance(one, other) for one, other in pairs]
        positive = all(weight > 0 for point in points for weight in point)
        return positive and all(sum(point) == 1 for point in points) and max(ratios) == widest(rows)

    return Exhaustive("the supremum is a maximum", {"rows": SMALL}, is_attained)


@proof.conclusion
def one_input() -> Counterexample:
    """With one input there are no distinct x, y: the supremum is over nothing, while 1 + mu_Dob = 0."""

    def has_the_coefficient(inputs: int) -> bool:
        alone = Mechanism.from_rows(range(inputs), (0, 1), [["1/2", "1/2"]] * inputs)
        return 1 + dobrushin(alone) == 0

    def has_distinct_points(inputs: int) -> bool:
        points = [point for point in product(range(1, 5), repeat=inputs) if sum(point) == 4]
        return len(points) > 1

    return Counterexample("there are distinct x, y", {"inputs": 1}, has_the_coefficient, has_distinct_points)


@proof.conclusion
def easy_to_distinguish() -> Exhaustive:
    """Each output has a probability of at most the overlap under one of the two inputs."""

    def is_rare_somewhere(rows: tuple[Row, ...], j: int, k: int) -> bool:
        one, other = rows[j % len(rows)], rows[k % len(rows)]
        overlap = sum(min(a, b) for a, b in zip(one, other, strict=True))
        return all(min(a, b) <= overlap for a, b in zip(one, other, strict=True))

    text = "an output is at most as likely as the overlap under one of the inputs"
    return Exhaustive(text, {"rows": SMALL, "j": range(3), "k": range(3)}, is_rare_somewhere)


@proof.conclusion
def identity_not_preferred() -> Counterexample:
    """With the maximum over all j, k the identity has no higher mu_disc than a mechanism that ignores its input."""

    def preferred(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        def largest(rows: tuple[Row, ...]) -> Fraction:
            return max(sum(map(min, first, second), Fraction(0)) for first in rows for second in rows)

        return -largest(one) > -largest(other)

    identity, constant = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), ((Fraction(1, 2),) * 2,) * 2
    text = "mu_disc over all pairs is higher if each two inputs are certain to be distinguished than if none are"
    return Counterexample(
        text,
        {"one": identity, "other": constant},
        lambda one, other: sum(map(min, *one)) == 0 and other[0] == other[1],
        preferred,
    )


@proof.conclusion
def not_distinct() -> Exhaustive:
    """The maximum over all j, k: mu_disc is -1 for every mechanism."""

    def is_minus_one(rows: tuple[Row, ...]) -> bool:
        overlaps = [sum(min(a, b) for a, b in zip(one, other, strict=True)) for one in rows for other in rows]
        return bool(max(overlaps) == 1)

    return Exhaustive("mu_disc over all pairs is -1", {"rows": SMALL}, is_minus_one)


@proof.conclusion
def printed_letters() -> Counterexample:
    """Read as printed, i an output, j the index of the sum, k any input: four useless outputs beat the identity."""
    quarter = Fraction(1, 4)
    identity, useless = ((1, 0), (0, 1)), ((quarter,) * 4, (quarter,) * 4)

    def printed(rows: tuple[Row, ...], k: int) -> Fraction:
        outputs = range(len(rows[0]))
        return Fraction(-max(sum(min(row[i], rows[k][i]) for row in rows) for i in outputs))

    def tells_inputs_apart(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        return distance(*one) > distance(*other)

    def has_the_greater_utility(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        return all(printed(one, k) >= printed(other, k) for k in range(2))

    text = "mu_disc as printed prefers what tells the inputs apart"
    instance = {"one": identity, "other": useless}
    return Counterexample(text, instance, tells_inputs_apart, has_the_greater_utility)


@proof.conclusion
def distinct() -> Exhaustive:
    """Over distinct j, k: mu_disc >= -r if and only if every two inputs have a distance of at least 1 - r."""

    def agrees(rows: tuple[Row, ...], r: int) -> bool:
        mechanism = Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)
        apart = all(distance(one, other) / 2 >= 1 - Fraction(r, 6) for one, other in permutations(rows, 2))
        return (discrimination(mechanism) >= -Fraction(r, 6)) is apart

    return Exhaustive("mu_disc bounds the worst pair", {"rows": SMALL, "r": range(7)}, agrees)


@proof.conclusion
def branching_for_two() -> Exhaustive:
    """For two inputs -min(x1, x2) is summed over the outputs: a branching measure."""

    def is_a_sum(rows: tuple[Row, ...]) -> bool:
        return bool(1 - widest(rows) == sum(min(a, b) for a, b in zip(*rows, strict=True)))

    two = [rows for rows in SMALL if len(rows) == 2]
    return Exhaustive("mu_Dob is a branching measure for two inputs", {"rows": two}, is_a_sum)


@proof.conclusion
def no_branching() -> Counterexample:
    """For three inputs the cost of a merge depends on the other outputs, so Axiom 3.2.6 fails."""
    found = break_branching(dobrushin, 3, 4, 2)
    joined = Mechanism.from_rows(range(4), range(3), [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])

    def has_equal_rows(one: Mechanism, other: Mechanism) -> bool:
        return one.column_stochastic()[:2] == other.column_stochastic()[:2]

    def loses_alike(one: Mechanism, other: Mechanism) -> bool:
        costs = [dobrushin(m) - dobrushin(m.postprocess(joined)) for m in (one, other)]
        return costs[0] == costs[1]

    instance = {"one": found.first, "other": found.second} if found else {}
    return Counterexample("mu_Dob has the branching property", instance, has_equal_rows, loses_alike)


@proof.conclusion
def no_branching_of_discrimination() -> Counterexample:
    """Nor does mu_disc have it."""
    found = break_branching(discrimination, 3, 4, 2)
    joined = Mechanism.from_rows(range(4), range(3), [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])

    def has_equal_rows(one: Mechanism, other: Mechanism) -> bool:
        return one.column_stochastic()[:2] == other.column_stochastic()[:2]

    def loses_alike(one: Mechanism, other: Mechanism) -> bool:
        costs = [discrimination(m) - discrimination(m.postprocess(joined)) for m in (one, other)]
        return costs[0] == costs[1]

    instance = {"one": found.first, "other": found.second} if found else {}
    return Counterexample("mu_disc has the branching property", instance, has_equal_rows, loses_alike)


@proof.conclusion
def nothing_to_distinguish() -> Counterexample:
    """Two inputs with the same law have the negative Dobrushin coefficient -1, the least: no two can be told apart."""

    def has_a_coefficient(rows: tuple[Row, ...]) -> bool:
        return -1 <= widest(rows) - 1 <= 0

    def some_two_differ(rows: tuple[Row, ...]) -> bool:
        return any(distance(one, other) > 0 for one in rows for other in rows)

    half = (Fraction(1, 2), Fraction(1, 2))
    text = "some two inputs are easy to distinguish"
    return Counterexample(text, {"rows": (half, half)}, has_a_coefficient, some_two_differ)


proof.establishes(
    {"abstract-classes": "holds-if, holds", "appendix-d-dobrushin": "holds", "appendix-d-discrimination": "holds"},
    "appendix_d",
)
proof.establishes(
    {
        "example-3-2-3-contraction": "holds-if, holds",
        "example-3-2-3-close": "holds",
        "axiom-3-2-5-idea": "holds-if, holds",
    },
    "total_variation",
)
proof.establishes({"example-3-2-3-contraction": "holds-if, holds"}, "contraction_bound")
proof.establishes({"example-3-2-3-contraction": "holds-if, holds"}, "contraction_attained")
proof.establishes({"example-3-2-3-contraction": "holds-if, fails"}, "one_input")
proof.establishes({"example-3-2-3-close": "holds", "example-3-2-3-ensures": "holds-if, holds"}, "easy_to_distinguish")
proof.establishes({"example-3-2-4-formula": "misprint", "example-3-2-4-prefers": "holds-if, fails"}, "not_distinct")
proof.establishes({"example-3-2-4-formula": "misprint"}, "printed_letters")
proof.establishes({"example-3-2-4-prefers": "holds-if, holds"}, "distinct")
proof.establishes({"abstract-classes": "holds-if, fails"}, "no_branching")
proof.establishes({"abstract-classes": "holds-if, fails"}, "no_branching_of_discrimination")
proof.establishes({"example-3-2-3-ensures": "holds-if, fails"}, "nothing_to_distinguish")
proof.establishes({"example-3-2-4-prefers": "holds-if, fails"}, "identity_not_preferred")
