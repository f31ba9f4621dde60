"""Definitions and axioms of Kifer and Lin at small parameters, literally, and sentences of Sections 2 and 3 on them.

Events are all sets of outputs, the empty one and the whole space among them. Inputs are 1 and 2, unless more are
needed; laws have the given denominators.

"Any optimal mechanism can be constructed from the geometric mechanism": for the counts 0, 1, 2, E = 2, the prior (4, 4,
1)/9 and the loss 1 for a wrong answer the least loss is 11/27 (least_error in rocq/AxiomsSteps.v). The count 2
has so little weight that the best answers are 0 and 1, and which of them it gets is free: the answer 0 with 2/3, 1/3,
2/3 is optimal. With the outputs up to 0 and from 2 on joined (they are proportional) the geometric mechanism is
GEOMETRIC below. If x is a column of something made of it, then 5 x_1 >= 2 (x_0 + x_2), as its three columns have that;
the column (2, 1, 2)/3 does not.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Any

from dpexact import Mechanism, NeighborGraph, mix, verify
from dpexact.papers.axioms import (
    ApproxDPPredicate,
    anonymous,
    break_convexity,
    break_transformation,
    cosine,
    expected_loss,
    generic,
    is_sufficient,
    satisfies,
    volume_squared,
)
from dpexact.papers.proving import (
    Compared,
    Counterexample,
    Exhaustive,
    Proof,
)

Law = tuple[Fraction, ...]
HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
BOTH = NeighborGraph.path([1, 2])
FORTH = NeighborGraph.from_edges([1, 2], [(1, 2)], directed=True)
NO_PAIRS = NeighborGraph.from_edges([1, 2], [])
COUNTS = NeighborGraph.path([0, 1, 2])
GEOMETRIC = Mechanism.from_rows(
    [0, 1, 2], [0, 1, 2], [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]
)
SHARES = [Fraction(n, 4) for n in range(5)]

proof = Proof(__doc__)


def laws(outputs: int, parts: int) -> list[Law]:
    """All distributions on so many outputs with this denominator."""
    cuts = combinations(range(parts + outputs - 1), outputs - 1)
    ends = [(-1, *cut, parts + outputs - 1) for cut in cuts]
    return [tuple(Fraction(y - z - 1, parts) for z, y in pairwise(end)) for end in ends]


def mechanism(one: Law, other: Law) -> Mechanism:
    """Two inputs, outputs 0, 1, ..."""
    return Mechanism.from_rows([1, 2], list(range(len(one))), [one, other])


def events(outputs: int) -> list[tuple[int, ...]]:
    """All sets of outputs."""
    return list(chain.from_iterable(combinations(range(outputs), size) for size in range(outputs + 1)))


def mass(law: Law, event: tuple[int, ...]) -> Fraction:
    """The probability of the event."""
    return sum((law[o] for o in event), NONE)


@proof.conclusion
def deterministic() -> Exhaustive:
    """A law on three outputs: all events have probability 0 or 1 if and only if it is that of one output."""

    def zero_or_one(law: Law) -> bool:
        found = Mechanism.from_rows([1], [0, 1, 2], [law])
        return all(found.probability(1, event) in (0, 1) for event in events(3)) == (ONE in law)

    laws_of_three = list(dict.fromkeys(law for parts in range(1, 7) for law in laws(3, parts)))
    return Exhaustive("probabilities 0 and 1 only are those of a map", {"law": laws_of_three}, zero_or_one)


@proof.conclusion
def different_output_spaces() -> Exhaustive:
    """One definition, E = 2: constant mechanisms with one output up to six satisfy it."""

    def in_it(outputs: int) -> bool:
        row = (Fraction(1, outputs),) * outputs
        return generic(ApproxDPPredicate(2, 0)).holds(mechanism(row, row), BOTH)

    return Exhaustive("in one privacy definition", {"outputs": range(1, 7)}, in_it)


@proof.conclusion
def definition_2_0_3() -> Exhaustive:
    """E = 2, both pairs, and one: P(O | i1) <= 2 P(O | i2) for all eight events, and what the library decides."""

    def same(one: Law, other: Law) -> bool:
        forth, back = (
            all(mass(x, event) <= 2 * mass(y, event) for event in events(3)) for x, y in ((one, other), (other, one))
        )
        both = verify(mechanism(one, other), BOTH, 2, 0).proved
        directed = satisfies(mechanism(one, other), FORTH, ApproxDPPredicate(2, 0, "forward")).proved
        return both == (forth and back) and directed == forth

    return Exhaustive("Definition 2.0.3 is decided as printed", {"one": laws(3, 6), "other": laws(3, 6)}, same)


@proof.conclusion
def definition_2_0_5() -> Exhaustive:
    """Cosine privacy, cos P(O | 1) = P(O | 2): none with a pair of neighbors satisfies it, every one without."""

    def nothing_and_everything(one: Law, other: Law) -> bool:
        found = mechanism(one, other)
        return not cosine().holds(found, BOTH) and cosine().holds(found, NO_PAIRS)

    domain = {"one": laws(2, 6), "other": laws(2, 6)}
    return Exhaustive("cosine privacy: nothing with a pair, everything without", domain, nothing_and_everything)


@proof.conclusion
def axiom_2_1_1() -> Exhaustive:
    """P(Z | i) of A after M: the sum over the outputs y of P_A(Z | y) P_M(y | i), where A knows y only."""

    def as_defined(law: Law, first: Law, second: Law) -> bool:
        one, kernel = Mechanism.from_rows([1], [0, 1], [law]), Mechanism.from_rows([0, 1], [0, 1, 2], [first, second])
        after = one.postprocess(kernel)
        return all(
            after.probability(1, event) == law[0] * mass(first, event) + law[1] * mass(second, event)
            for event in events(3)
        )

    return Exhaustive("A after M", {"law": laws(2, 4), "first": laws(3, 3), "second": laws(3, 3)}, as_defined)


@proof.conclusion
def axiom_2_1_2() -> Exhaustive:
    """M_p on common outputs: p P_1(O) + (1 - p) P_2(O) for every event, p = 0 and 1 among them."""

    def as_defined(p: Fraction, first: Law, second: Law) -> bool:
        one, other = (Mechanism.from_rows([1], [0, 1, 2], [law]) for law in (first, second))
        mixed = mix(p, one, other, outputs="common")
        return all(
            mixed.probability(1, event) == p * mass(first, event) + (1 - p) * mass(second, event) for event in events(3)
        )

    return Exhaustive("M_p", {"p": SHARES, "first": laws(3, 3), "second": laws(3, 3)}, as_defined)


@proof.conclusion
def interval_of_approximate_privacy() -> Exhaustive:
    """M(a) - a is at most (E - 1 + 2 delta)/(E + 1), and is that at a = (1 - delta)/(E + 1), where the lines meet."""

    def short(a: Fraction, ratio: int, delta: Fraction) -> bool:
        one, longest = ApproxDPPredicate(ratio, delta), (ratio - 1 + 2 * delta) / Fraction(ratio + 1)
        corner = (1 - delta) / Fraction(ratio + 1)
        return bool(
            one.lower(a) <= a <= one.upper(a) <= a + longest
            and a - longest <= one.lower(a)
            and one.upper(corner) == corner + longest
        )

    domain: dict[str, list[Any]] = {"a": [Fraction(n, 20) for n in range(21)], "ratio": [1, 2, 9], "delta": SHARES}
    return Exhaustive("a is in [m(a), M(a)], which goes up and down by so much at most", domain, short)


@proof.conclusion
def interval_of_q1() -> Counterexample:
    """With q1 = T, of which both axioms hold: a = P(O | i1) = 3/10 and b = P(O | i2) = 1."""

    def axioms_hold(a: Fraction, b: Fraction) -> bool:
        everything = ApproxDPPredicate(1, 1)
        axioms = break_transformation(generic(everything)).proved and break_convexity(generic(everything)).proved
        return axioms and satisfies(mechanism((a, 1 - a), (b, 1 - b)), BOTH, everything).proved

    def close(a: Fraction, b: Fraction) -> bool:
        return abs(b - a) <= HALF

    instance = {"a": Fraction(3, 10), "b": ONE}
    return Counterexample("with the two axioms P(O | i2) is close to P(O | i1)", instance, axioms_hold, close)


@proof.conclusion
def numbers_drawn_apart() -> Exhaustive:
    """Tables of k to k + 2 tuples in one class, k = 2, 3, 4: numbers that differ leave no k-anonymity."""

    def no_longer(k: int, more: int) -> bool:
        before, after = ("a",) * (k + more), tuple(range(k + more))
        old, new = (Mechanism.from_rows([1, 2], [table], [[1], [1]]) for table in (before, after))
        return anonymous(k).holds(old, BOTH) and not anonymous(k).holds(new, BOTH)

    return Exhaustive("k-anonymous before, not after", {"k": range(2, 5), "more": range(3)}, no_longer)


@proof.conclusion
def numbers_drawn_alike() -> Counterexample:
    """Two tuples, random numbers from 1 to 10: with probability 1/10 they coincide, and the table is 2-anonymous."""

    def drawn(first: int, second: int, last: int) -> bool:
        return 1 <= first <= last and 1 <= second <= last

    def not_anonymous(first: int, second: int, last: int) -> bool:
        return last > 0 and min(Counter((first, second)).values()) < 2

    instance = {"first": 7, "second": 7, "last": 10}
    return Counterexample("a table of random quasi-identifiers is not 2-anonymous", instance, drawn, not_anonymous)


def corners(a: Fraction, b: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The images of (0, 0), (1, 0), (1, 1), (0, 1) under the matrix with the columns (a, 1 - a) and (b, 1 - b)."""
    return [(a * x + b * y, (1 - a) * x + (1 - b) * y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]


@proof.conclusion
def image_of_the_square() -> Exhaustive:
    """Two inputs: the image of the unit square has the area abs(det M), by the corners (the shoelace formula)."""

    def area(a: Fraction, b: Fraction) -> bool:
        here = corners(a, b)
        twice = sum(x * w - z * y for (x, y), (z, w) in pairwise([*here, here[0]]))
        return volume_squared(mechanism((a, 1 - a), (b, 1 - b))) == (twice / 2) ** 2 == (a - b) ** 2

    parts = [Fraction(n, 7) for n in range(8)]
    return Exhaustive("the area is abs(det M)", {"a": parts, "b": parts}, area)


@proof.conclusion
def geometric_is_not_optimal() -> Compared:
    """Counts 0 and 1, uniform prior, loss 1 for a wrong answer: the geometric mechanism itself loses 2/3, not 1/3.

    The outputs -1 and 2 stand for all outputs from there on, which are wrong answers.
    """
    rows = [["1/3", "1/3", "1/6", "1/6"], ["1/6", "1/6", "1/3", "1/3"]]
    loss = {(o, i): int(o != i) for o in (-1, 0, 1, 2) for i in (0, 1)}
    geometric = Mechanism.from_rows([0, 1], [-1, 0, 1, 2], rows)
    return Compared(expected_loss(geometric, loss, {0: HALF, 1: HALF}), ">", Fraction(1, 3))


@proof.conclusion
def optimal_and_not_geometric() -> Counterexample:
    """The answer 0 with 2/3, 1/3, 2/3, else 1: private, and its loss is the least; not made of the geometric one."""

    def optimal(column: Law) -> bool:
        answers = Mechanism.from_rows([0, 1, 2], [0, 1], [(x, 1 - x) for x in column])
        loss = {(o, i): int(o != i) for o in (0, 1) for i in (0, 1, 2)}
        prior = {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
        return verify(answers, COUNTS, 2, 0).proved and expected_loss(answers, loss, prior) == Fraction(11, 27)

    def constructed(column: Law) -> bool:
        answers = Mechanism.from_rows([0, 1, 2], [0, 1], [(x, 1 - x) for x in column])
        return is_sufficient(GEOMETRIC, for_=answers).proved

    text = "every optimal mechanism is a post-processing of the geometric mechanism"
    column = (Fraction(2, 3), Fraction(1, 3), Fraction(2, 3))
    return Counterexample(text, {"column": column}, optimal, constructed)


proof.establishes({"definition-2-0-1": "holds"}, "deterministic")
proof.establishes({"definition-2-0-5": "holds"}, "definition_2_0_5")
proof.establishes({"interval-close": "holds-if, holds"}, "interval_of_approximate_privacy")
proof.establishes({"interval-close": "holds-if, fails"}, "interval_of_q1")
proof.establishes({"k-anonymity-random": "holds-if, holds"}, "numbers_drawn_apart")
proof.establishes({"k-anonymity-random": "holds-if, fails"}, "numbers_drawn_alike")
proof.establishes({"example-3-2-2-hypercube": "holds"}, "image_of_the_square")
proof.establishes({"section-3-any-optimal": "holds-if, fails"}, "optimal_and_not_geometric")
proof.establishes({"section-3-geometric": "holds"}, "geometric_is_not_optimal")
