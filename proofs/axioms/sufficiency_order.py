"""The mechanisms of each step: Section 3.1, the order of sufficiency.

Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility". m1 is below m2 if m1 is m2 followed by a random
map. That is reflexive (the identity) and transitive (one map after the other), and mechanisms that are below each
other need not be equal: a partial order of classes. Each class has one member without empty or proportional columns, up
to the names of its outputs; this is `canonical`.

In the other direction Blackwell's theorem: if m1 is not below m2, then in some decision problem m1 scores more than m2.
Both are the two sides of a linear program; is_sufficient shows one of them, and a certificate of each is checked here.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from dpexact import Mechanism, NeighborGraph, check
from dpexact.papers.proving import Counterexample, Exhaustive, Proof
from dpexact.sufficiency import canonical, is_maximally_sufficient, is_sufficient, sharpen

Row = tuple[Fraction, ...]
ROWS: tuple[Row, ...] = tuple(
    (Fraction(a, 3), Fraction(b, 3), Fraction(3 - a - b, 3)) for a, b in product(range(4), repeat=2) if a + b <= 3
)
PAIRS = tuple(product(ROWS, repeat=2))
SOME = PAIRS[::4]

proof = Proof(__doc__)


@cache
def mechanism(rows: tuple[Row, ...]) -> Mechanism:
    """Two inputs, three outputs."""
    return Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)


@cache
def below(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
    """Definition 3.1.2: one is other followed by a random map."""
    return is_sufficient(mechanism(other), for_=mechanism(one)).proved


def product_of(kernel: Mechanism, first: Mechanism) -> tuple[tuple[object, ...], ...]:
    """The matrix product of Convention 3.1.1: rows are outputs, columns are inputs."""
    left, right = kernel.column_stochastic(), first.column_stochastic()
    width = range(len(first.inputs))
    return tuple(tuple(sum(a * right[k][i] for k, a in enumerate(row)) for i in width) for row in left)


@proof.conclusion
def matrices() -> Exhaustive:
    """Convention 3.1.1."""
    maps = (((1, 0), (1, 0), (0, 1)), (("1/2", "1/2"), (0, 1), ("1/3", "2/3")), ((0, 1), (0, 1), (0, 1)))

    def predicate(rows: tuple[Row, ...], kernel: int) -> bool:
        first, then = mechanism(rows), Mechanism.from_rows(range(3), "ab", maps[kernel])
        return first.postprocess(then).column_stochastic() == product_of(then, first)

    return Exhaustive("A after M is the matrix product A M", {"rows": PAIRS, "kernel": range(len(maps))}, predicate)


@proof.conclusion
def reflexive() -> Exhaustive:
    """By the identity."""
    return Exhaustive("M is below M", {"rows": PAIRS}, lambda rows: below(rows, rows))


@proof.conclusion
def transitive() -> Exhaustive:
    """One map after the other."""

    def premise(one: tuple[Row, ...], other: tuple[Row, ...], third: tuple[Row, ...]) -> bool:
        return below(one, other) and below(other, third)

    def predicate(one: tuple[Row, ...], third: tuple[Row, ...], **_: object) -> bool:
        return below(one, third)

    domain = {"one": SOME, "other": SOME, "third": SOME}
    return Exhaustive("if M is below M' and M' below M'', then M is below M''", domain, predicate, where=premise)


@proof.conclusion
def classes() -> Exhaustive:
    """Below each other if and only if the canonical representatives are equal."""

    def predicate(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        same = canonical(mechanism(one)) == canonical(mechanism(other))
        return same == (below(one, other) and below(other, one))

    text = "M and M' are below each other if and only if their canonical representatives are equal"
    return Exhaustive(text, {"one": PAIRS[::3], "other": PAIRS[::2]}, predicate)


@proof.conclusion
def not_antisymmetric() -> Counterexample:
    """Two outputs with proportional columns, and one in their place."""

    def conditions(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        return below(one, other) and below(other, one)

    def conclusion(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        return mechanism(one) == mechanism(other)

    third = Fraction(1, 3)
    one = ((2 * third, third, 0 * third), (third, 2 * third, 0 * third))
    other = ((third, third, third), (third / 2, 2 * third, third / 2))
    text = "mechanisms that are sufficient for each other are equal"
    return Counterexample(text, {"one": one, "other": other}, conditions, conclusion)


@proof.conclusion
def blackwell() -> Exhaustive:
    """Either a map or a decision problem, each with a certificate that the kernel accepts."""

    def predicate(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        verdict = is_sufficient(mechanism(other), for_=mechanism(one))
        kind = "post-processing" if verdict.proved else "not-post-processing"
        return bool(check(verdict.certificate())["kind"] == kind)

    text = "M is M' followed by a random map, or scores more than M' in some decision problem, as the kernel finds"
    return Exhaustive(text, {"one": SOME, "other": SOME}, predicate)


def private(rows: tuple[Row, ...], pairs: tuple[tuple[int, int], ...], ratio: Fraction, *, strictly: bool) -> bool:
    """P(O | i) <= (or <) E P(O | j) for every event O."""
    events = product((False, True), repeat=len(rows[0]))
    sums = [
        [sum((x for x, member in zip(row, event, strict=True) if member), Fraction(0)) for row in rows]
        for event in events
    ]
    return all(s[i] < ratio * s[j] if strictly else s[i] <= ratio * s[j] for s in sums for i, j in pairs)


@proof.conclusion
def nothing_is_strictly_private() -> Counterexample:
    """The empty event: 0 < E 0 is false, whatever the mechanism."""
    text = "some mechanism has P(O | i) < E P(O | j) for every event O, the empty one too"

    def conditions(ratio: Fraction) -> bool:
        return ratio > 1

    def conclusion(ratio: Fraction) -> bool:
        return any(private(rows, ((0, 1), (1, 0)), ratio, strictly=True) for rows in PAIRS)

    return Counterexample(text, {"ratio": Fraction(2)}, conditions, conclusion)


def open_private(rows: tuple[Row, ...], ratio: Fraction) -> bool:
    """P(o | i) < E P(o | j) for both orders of two inputs and every output that occurs."""
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    return all(x < ratio * y and y < ratio * x for x, y in columns)


@proof.conclusion
def no_largest() -> Exhaustive:
    """Two neighbors, no events of probability 0: what is private is private at a smaller E, and not maximal at E."""

    def predicate(rows: tuple[Row, ...], ratio: Fraction) -> bool:
        tight = max([Fraction(1), *(max(x / y, y / x) for x, y in zip(*rows, strict=True) if x)])
        between = (tight + ratio) / 2
        better = sharpen(mechanism(rows), NeighborGraph.path(range(2)), between).mechanism
        listed = tuple(tuple(value.as_fraction() for value in row) for row in better.rows())
        above = is_sufficient(better, for_=mechanism(rows)).proved
        return open_private(listed, ratio) and above and not is_sufficient(mechanism(rows), for_=better).proved

    text = "strictly private for events of positive probability: another strictly private mechanism says more"
    domain: dict[str, tuple[Any, ...]] = {"rows": PAIRS, "ratio": (Fraction(3, 2), Fraction(2), Fraction(5))}
    return Exhaustive(text, domain, predicate, where=open_private)


@proof.conclusion
def strictly_private_without_neighbors() -> Counterexample:
    """No pairs: the identity is private in whatever sense, and maximally sufficient."""

    def conditions(size: int) -> bool:
        identity = tuple(tuple(Fraction(i == j) for j in range(size)) for i in range(size))
        return private(identity, (), Fraction(2), strictly=True)

    def conclusion(size: int) -> bool:
        identity = Mechanism.from_rows(
            range(size), range(size), [[int(i == j) for j in range(size)] for i in range(size)]
        )
        return not is_maximally_sufficient(identity, NeighborGraph.from_edges(range(size), []), 2).proved

    text = "with the strict inequality no mechanism is maximally sufficient"
    return Counterexample(text, {"size": 2}, conditions, conclusion)


@proof.conclusion
def merging_loses_nothing() -> Counterexample:
    """A map that cannot be inverted, from a mechanism that the maximal one gives back."""

    def conditions(rows: tuple[Row, ...], source: tuple[Row, ...], ratio: int) -> bool:
        path, merging = NeighborGraph.path(range(2)), Mechanism.from_rows(range(3), range(2), [[1, 0], [1, 0], [0, 1]])
        maximal = is_maximally_sufficient(mechanism(rows), path, ratio).proved
        return maximal and mechanism(source).postprocess(merging) == mechanism(rows)

    def conclusion(rows: tuple[Row, ...], source: tuple[Row, ...], ratio: int) -> bool:
        return not below(source, rows) and ratio > 0

    third = Fraction(1, 3)
    rows, source = ((2 * third, third), (third, 2 * third)), ((third, third, third), (third / 2, third / 2, 2 * third))
    text = "a maximally sufficient mechanism is no non-invertible post-processing of a private one without loss"
    return Counterexample(text, {"rows": rows, "source": source, "ratio": 2}, conditions, conclusion)


@proof.conclusion
def nothing_lossy() -> Exhaustive:
    """Definition 3.1.3 itself, two inputs, three outputs in sixths, E = 2: all private mechanisms, above which others.

    Above a maximally sufficient one are those that say the same with an output more, or in another order.
    """
    sixths = [tuple(Fraction(n, 6) for n in row) for row in product(range(7), repeat=3) if sum(row) == 6]
    both = ((0, 1), (1, 0))
    found = [rows for rows in product(sixths, repeat=2) if private(rows, both, Fraction(2), strictly=False)]

    def premise(rows: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        maximal = is_maximally_sufficient(mechanism(rows), NeighborGraph.path(range(2)), 2).proved
        return maximal and below(rows, other)

    def predicate(rows: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
        return below(other, rows)

    text = "a maximally sufficient mechanism is below a private one only if that is below it"
    return Exhaustive(text, {"rows": found, "other": found}, predicate, where=premise)


def one_of_many(p: Fraction) -> Mechanism:
    """For 0 <= p <= 1/6 a mechanism with three inputs; its columns are of the four row graphs of a path, E = 2."""
    columns = ((4, 2, 1), (1, 2, 4), (1, 2, 1), (2, 1, 2))
    weights = (p, p, Fraction(1, 3) - p, Fraction(1, 3) - 2 * p)
    rows = [[w * c[i] for w, c in zip(weights, columns, strict=True)] for i in range(3)]
    return Mechanism.from_rows(range(3), range(4), rows)


@proof.conclusion
def many_maximal_ones() -> Exhaustive:
    """Three inputs on a path have infinitely many classes of maximally sufficient mechanisms, none above another."""

    def predicate(p: Fraction, q: Fraction) -> bool:
        one, other = one_of_many(p), one_of_many(q)
        maximal = is_maximally_sufficient(one, NeighborGraph.path(range(3)), 2).proved
        return maximal and is_sufficient(one, for_=other).proved == (p == q)

    values = [Fraction(n, 60) for n in range(11)]
    text = "maximally sufficient at E = 2, and below one another only if they are the same"
    return Exhaustive(text, {"p": values, "q": values}, predicate)


@proof.conclusion
def not_maximized() -> Counterexample:
    """Maximal classes are not above one another, so this utility respects the order; no p < 1/6 is the largest."""

    def conditions(p: Fraction) -> bool:
        return (
            0 <= p < Fraction(1, 6) and is_maximally_sufficient(one_of_many(p), NeighborGraph.path(range(3)), 2).proved
        )

    def conclusion(p: Fraction) -> bool:
        more = (p + Fraction(1, 6)) / 2
        return not (
            p < more < Fraction(1, 6)
            and is_maximally_sufficient(one_of_many(more), NeighborGraph.path(range(3)), 2).proved
        )

    text = (
        "the utility that is p for the class of one_of_many(p) with p < 1/6, and 0 for other classes, is largest at p"
    )
    return Counterexample(text, {"p": Fraction(1, 6) - Fraction(1, 10**9)}, conditions, conclusion)


proof.establishes({"convention-3-1-1": "holds"}, "matrices")
proof.establishes({"definition-3-1-2-order": "holds-if, holds"}, "reflexive")
proof.establishes({"definition-3-1-2-order": "holds-if, holds"}, "transitive")
proof.establishes({"definition-3-1-2-order": "holds-if, holds"}, "classes")
proof.establishes({"definition-3-1-2-order": "holds-if, fails"}, "not_antisymmetric")
proof.establishes({"section-3-1-blackwell": "holds"}, "blackwell")
proof.establishes({"section-3-1-lossy": "holds-if, holds", "definition-3-1-3": "holds"}, "nothing_lossy")
proof.establishes({"section-3-1-lossy": "holds-if, fails"}, "merging_loses_nothing")
proof.establishes({"section-3-1-strict": "holds-if, holds", "section-3-1-coverage": "holds"}, "no_largest")
proof.establishes({"section-3-1-strict": "holds-if, fails"}, "strictly_private_without_neighbors")
proof.establishes({"section-3-1-strict": "holds-if, fails"}, "nothing_is_strictly_private")
proof.establishes({"section-3-1-maximized": "holds-if, holds"}, "many_maximal_ones")
proof.establishes({"section-3-1-maximized": "holds-if, fails"}, "not_maximized")
