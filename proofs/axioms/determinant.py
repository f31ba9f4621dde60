"""At the inputs of each step: determinant and volume as utilities (Example 3.2.2).

Kifer and Lin. For n x n column-stochastic A the determinant is at most the sum over the permutations s of the products
A(s(1), 1) ... A(s(n), n), and that is a part of the product of the column sums, 1. So abs(det) respects post-processing
among mechanisms with as many outputs as inputs (determinant_post in rocq/AxiomsCorollaries.v, for all n).

The volume sqrt(det M^T M) does not, and not only by the example of the paper: two halves of an output, merged, give
more volume, although the two mechanisms are equivalent. By the formula of Cauchy and Binet det(M^T M) is the sum of
the squares of the n x n minors of M, and squares are not additive. The sum of the absolute values of the minors
(`lorenz_volume`, the volume of the sum of the segments from 0 to the rows) is the extension that respects
post-processing: a minor of A M in the rows T is the sum over S of det A(T, S) det M(S), and the sum over T of abs(det
A(T, S)) is at most the sum over the injective functions t from S to the outputs of the products of A(t(s), s), again
a part of the product of column sums.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import prod

from dpexact import Mechanism
from dpexact.papers.axioms import break_branching, break_sufficiency, determinant, lorenz_volume, volume_squared
from dpexact.papers.axioms.search import small_mechanisms
from dpexact.papers.proving import (
    Compared,
    Counterexample,
    Exhaustive,
    Proof,
)

Matrix = tuple[tuple[Fraction, ...], ...]
PRINTED = Mechanism.from_rows((1, 2), (1, 2, 3), [[0, "0.7", "0.3"], ["0.8", 0, "0.2"]])
JOINED = Mechanism.from_rows((1, 2), (1, 2), [[0, 1], ["0.8", "0.2"]])
JOIN = Mechanism.from_rows((1, 2, 3), (1, 2), [[1, 0], [0, 1], [0, 1]])
KERNELS_2 = [m.rows() for m in small_mechanisms(2, 2, 6)]
KERNELS_3 = [m.rows() for m in small_mechanisms(3, 3, 2)]


def leibniz(matrix: Matrix) -> Fraction:
    """The determinant by its definition."""
    total = Fraction(0)
    for order in permutations(range(len(matrix))):
        sign = (-1) ** sum(a > b for a, b in combinations(order, 2))
        total += sign * prod(matrix[i][j] for i, j in enumerate(order))
    return total


def independent(columns: Matrix) -> bool:
    """Whether columns are linearly independent, by elimination."""
    rows, rank = [list(column) for column in columns], 0
    for place in range(len(rows[0])):
        found = next((n for n in range(rank, len(rows)) if rows[n][place] != 0), None)
        if found is None:
            continue
        rows[rank], rows[found] = rows[found], rows[rank]
        for n in range(rank + 1, len(rows)):
            factor = rows[n][place] / rows[rank][place]
            rows[n] = [a - factor * b for a, b in zip(rows[n], rows[rank], strict=True)]
        rank += 1
    return rank == len(rows)


proof = Proof(__doc__)


@proof.conclusion
def three_by_three() -> Exhaustive:
    """Three by three with entries 0, 1/2, 1: the determinants of kernels, and of products."""

    def is_contraction(kernel: Matrix) -> bool:
        return abs(leibniz(kernel)) <= 1

    return Exhaustive("abs(det A) <= 1", {"kernel": KERNELS_3}, is_contraction)


@proof.conclusion
def of_the_library() -> Exhaustive:
    """The library's determinant, and its square, which is det(M^T M) where M is square."""

    def agrees(rows: Matrix) -> bool:
        mechanism = Mechanism.from_rows(range(len(rows)), range(len(rows)), rows)
        return determinant(mechanism) == abs(leibniz(rows)) and volume_squared(mechanism) == leibniz(rows) ** 2

    return Exhaustive("the volume of a square matrix is abs(det)", {"rows": [*KERNELS_2, *KERNELS_3]}, agrees)


@proof.conclusion
def dependent_rows() -> Exhaustive:
    """0 exactly where the columns (of the matrix, or of a matrix of any shape) are linearly dependent."""
    shapes = [m.rows() for shape in ((2, 3, 3), (3, 2, 2), (3, 4, 1)) for m in small_mechanisms(*shape)]

    def vanishes(rows: Matrix) -> bool:
        mechanism = Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)
        return (volume_squared(mechanism) == 0) is not independent(rows)

    return Exhaustive("volume 0 is dependence", {"rows": [*KERNELS_2, *KERNELS_3, *shapes]}, vanishes)


@proof.conclusion
def zero_rows() -> Exhaustive:
    """Footnote 8: a row of zeros does not change the volume."""

    def is_the_same(rows: Matrix) -> bool:
        longer = [(*row, Fraction(0)) for row in rows]
        size = len(rows)
        return volume_squared(Mechanism.from_rows(range(size), range(size + 1), longer)) == leibniz(rows) ** 2

    return Exhaustive("the volume with a row of zeros", {"rows": KERNELS_3}, is_the_same)


@proof.conclusion
def printed_example() -> Counterexample:
    """The example of the paper: M2 = A M1 has the volume 0.8, M1 less."""

    def is_product(one: Mechanism, other: Mechanism) -> bool:
        return one.postprocess(JOIN) == other

    def has_no_more_volume(one: Mechanism, other: Mechanism) -> bool:
        return volume_squared(other) <= volume_squared(one)

    text = "the volume respects post-processing"
    return Counterexample(text, {"one": PRINTED, "other": JOINED}, is_product, has_no_more_volume)


@proof.conclusion
def printed_volume() -> Compared:
    """0.6251... is right: det(M1^T M1) = 0.58 * 0.68 - 0.06^2 = 0.3908."""
    return Compared(volume_squared(PRINTED), "=", Fraction(3908, 10000))


@proof.conclusion
def halves() -> Counterexample:
    """The identity on two inputs and the mechanism with its second output in two halves are made of each other."""
    identity = Mechanism.from_rows((1, 2), (1, 2), [[1, 0], [0, 1]])
    halved = Mechanism.from_rows((1, 2), (1, 2, 3), [[1, 0, 0], [0, "1/2", "1/2"]])

    def are_equivalent(one: Mechanism, other: Mechanism) -> bool:
        return one.postprocess(halved) == other and other.postprocess(JOIN) == one

    def have_the_same_volume(one: Mechanism, other: Mechanism) -> bool:
        return volume_squared(one) == volume_squared(other)

    text = "equivalent mechanisms have the same volume"
    return Counterexample(text, {"one": identity, "other": halved}, are_equivalent, have_the_same_volume)


@proof.conclusion
def minors() -> Exhaustive:
    """The sum of the absolute minors is not increased by any exchange, split or merge, for the small mechanisms."""

    def respects(shape: tuple[int, int, int]) -> bool:
        return break_sufficiency(lorenz_volume, *shape) is None

    shapes = [(1, 3, 3), (2, 2, 4), (2, 3, 3), (2, 4, 2), (3, 3, 2), (3, 4, 1)]
    return Exhaustive("the sum of the absolute minors respects post-processing", {"shape": shapes}, respects)


@proof.conclusion
def determinant_and_minors() -> Exhaustive:
    """It is abs(det) where M is square."""

    def agrees(rows: Matrix) -> bool:
        return lorenz_volume(Mechanism.from_rows(range(3), range(3), rows)) == abs(leibniz(rows))

    return Exhaustive("the sum of the absolute minors extends abs(det)", {"rows": KERNELS_3}, agrees)


@proof.conclusion
def no_branching() -> Counterexample:
    """Two inputs: what the merge of o1, o2 costs in this volume depends on the other outputs (Axiom 3.2.6 fails)."""
    found = break_branching(lorenz_volume, 2, 4, 2)

    def has_equal_rows(one: Mechanism, other: Mechanism) -> bool:
        return one.column_stochastic()[:2] == other.column_stochastic()[:2]

    def loses_alike(one: Mechanism, other: Mechanism) -> bool:
        joined = Mechanism.from_rows(range(4), range(3), [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
        costs = [lorenz_volume(m) - lorenz_volume(m.postprocess(joined)) for m in (one, other)]
        return costs[0] == costs[1]

    instance = {"one": found.first, "other": found.second} if found else {}
    return Counterexample(
        "the sum of the absolute minors has the branching property", instance, has_equal_rows, loses_alike
    )


@proof.conclusion
def no_branching_of_the_printed_volume() -> Counterexample:
    """Rows (0, 1/4), (1/2, 1/2), then the rest: one merge leaves det(M^T M) at 11/256, the other changes it."""
    one = Mechanism.from_rows(range(2), range(4), [[0, "2/4", "1/4", "1/4"], ["1/4", "2/4", 0, "1/4"]])
    other = Mechanism.from_rows(range(2), range(4), [[0, "2/4", 0, "2/4"], ["1/4", "2/4", "1/4", 0]])

    def has_equal_rows(one: Mechanism, other: Mechanism) -> bool:
        return one.column_stochastic()[:2] == other.column_stochastic()[:2]

    def loses_alike(one: Mechanism, other: Mechanism) -> bool:
        joined = Mechanism.from_rows(range(4), range(3), [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
        nothing = [volume_squared(m) == volume_squared(m.postprocess(joined)) for m in (one, other)]
        return nothing[0] == nothing[1]  # a root stays the same where its square does

    instance = {"one": one, "other": other}
    return Counterexample("sqrt(det M^T M) has the branching property", instance, has_equal_rows, loses_alike)


proof.establishes({"example-3-2-2-determinant": "holds"}, "three_by_three")
proof.establishes(
    {"example-3-2-2-determinant": "holds", "example-3-2-2-dependent": "holds", "example-3-2-2-volume": "holds"},
    "of_the_library",
)
proof.establishes({"example-3-2-2-dependent": "holds", "example-3-2-2-volume": "holds"}, "dependent_rows")
proof.establishes({"example-3-2-2-volume": "holds"}, "zero_rows")
proof.establishes({"example-3-2-2-counterexample": "holds"}, "printed_example")
proof.establishes({"example-3-2-2-counterexample": "holds"}, "printed_volume")
proof.establishes({"example-3-2-2-counterexample": "holds", "appendix-f-split": "holds"}, "halves")
proof.establishes({"abstract-classes": "holds-if, holds"}, "minors")
proof.establishes({"abstract-classes": "holds-if, fails"}, "no_branching")
proof.establishes({"abstract-classes": "holds-if, fails"}, "no_branching_of_the_printed_volume")
