"""Generic privacy on two inputs: what no mechanism satisfies, directed relations, definitions that keep the axioms.

Kifer and Lin, Section 2. Cosine privacy asks cos P(S | 1) = P(S | 2) of the empty event too, and cos 0 = 1: nothing
satisfies it. Without the two trivial events nothing with two outputs does, since cos a >= 1 - a^2/2, so that cos a +
cos(1 - a) >= 3/2 > 1 (cosine_of_two_outputs in rocq/AxiomsSteps.v). A finite set of pairs has a function M only
if all its pairs that are allowed together with their complements have a = b: between M and m there are none or
infinitely many. A relation without pairs allows everything.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Any

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.papers.axioms import (
    ApproxDPPredicate,
    RawPredicate,
    anonymous,
    break_convexity,
    break_transformation,
    cosine,
    satisfies,
    singletons,
    strict,
)
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Pair = tuple[Fraction, Fraction]
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


def event_pairs(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> list[Pair]:
    """(P(S | 1), P(S | 2)) for every event S."""
    places = range(len(one))
    events = chain.from_iterable(combinations(places, size) for size in range(len(one) + 1))
    return [(sum((one[i] for i in s), NONE), sum((other[i] for i in s), NONE)) for s in events]


proof = Proof(__doc__)


@proof.conclusion
def cosine_allows_nothing() -> Counterexample:
    """Even a mechanism with one output fails it, at the empty event: cos 0 = 1."""

    def constant(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return one == other == (ONE,)

    def is_private(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return cosine().holds(mechanism(one, other), BOTH)

    return Counterexample(
        "a constant mechanism satisfies cosine privacy", {"one": (ONE,), "other": (ONE,)}, constant, is_private
    )


@proof.conclusion
def cosine_keeps_the_axioms() -> Counterexample:
    """So both axioms hold of cosine privacy: that they do not is refuted."""

    def nothing_satisfies_it(row: tuple[Fraction, ...]) -> bool:
        return not cosine().holds(mechanism(row, row), BOTH)

    def an_axiom_fails(row: tuple[Fraction, ...]) -> bool:
        return len(row) == 0 or not (break_transformation(cosine()).proved and break_convexity(cosine()).proved)

    return Counterexample("an axiom fails for cosine privacy", {"row": (ONE,)}, nothing_satisfies_it, an_axiom_fails)


@proof.conclusion
def everything_allowed() -> Exhaustive:
    """With q true for all pairs: every mechanism in quarters on three outputs satisfies it."""

    def allowed(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return satisfies(mechanism(one, other), BOTH, ApproxDPPredicate(1, 1)).proved

    return Exhaustive("q = T allows every mechanism", {"one": rows(3, 4), "other": rows(3, 4)}, allowed)


@proof.conclusion
def complement_changes_nothing() -> Exhaustive:
    """q(a, b) = (b <= 2a): q over all events is q and q of the complements over all events."""

    def q(a: Fraction, b: Fraction) -> bool:
        return b <= 2 * a

    def same(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        pairs = event_pairs(one, other)
        return all(q(a, b) for a, b in pairs) == all(q(a, b) and q(1 - a, 1 - b) for a, b in pairs)

    return Exhaustive("the definition is unchanged", {"one": rows(3, 4), "other": rows(3, 4)}, same)


@proof.conclusion
def printed_predicate_on_symmetric_relations() -> Exhaustive:
    """E = 2, delta = 0, 1/8: on a symmetric relation b <= E a + delta is b <= min(1, E a + delta, 1-(1-a-delta)/E)."""

    def same(one: tuple[Fraction, ...], other: tuple[Fraction, ...], delta: Fraction) -> bool:
        pairs = event_pairs(one, other) + event_pairs(other, one)
        simple = all(b <= 2 * a + delta for a, b in pairs)
        printed = all(b <= min(ONE, 2 * a + delta, 1 - (1 - a - delta) / 2) for a, b in pairs)
        built = satisfies(mechanism(one, other), BOTH, ApproxDPPredicate(2, delta)).proved
        return simple == printed == built == verify(mechanism(one, other), BOTH, 2, delta).proved

    domain: dict[str, list[Any]] = {"one": rows(3, 8), "other": rows(3, 8), "delta": [NONE, Fraction(1, 8)]}
    return Exhaustive("the two predicates make the same definition", domain, same)


@proof.conclusion
def printed_predicate_on_a_directed_relation() -> Counterexample:
    """(1/2, 1/2) and (1, 0) with the pair (1, 2) only: b <= 2a for all events, but 1 > 1 - (1 - 1/2)/2."""

    def simple(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return all(b <= 2 * a for a, b in event_pairs(one, other))

    def printed(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return satisfies(mechanism(one, other), FORTH, ApproxDPPredicate(2, 0)).proved

    return Counterexample(
        "the two predicates make the same definition",
        {"one": (HALF, HALF), "other": (ONE, NONE)},
        simple,
        printed,
    )


@proof.conclusion
def the_other_direction() -> Counterexample:
    """That b <= E a is not a <= E b on a directed relation: (1/2, 1/2) and (1, 0), E = 2, at the second output."""

    def text(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return all(b <= 2 * a for a, b in event_pairs(one, other))

    def definition(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        return all(a <= 2 * b for a, b in event_pairs(one, other))

    return Counterexample(
        "q(a, b) = (b <= E a) is Definition 2.0.3", {"one": (HALF, HALF), "other": (ONE, NONE)}, text, definition
    )


@proof.conclusion
def without_a_mechanism() -> Counterexample:
    """Take q = {(1/2, 0), (1/2, 1)}: no event may be empty, nothing satisfies q, both axioms hold, there is no M."""

    def nothing_satisfies_q(pairs: tuple[Pair, ...]) -> bool:
        q = RawPredicate.of_pairs(pairs)
        return (NONE, NONE) not in pairs and not satisfies(mechanism((ONE,), (ONE,)), FORTH, q).proved

    def has_an_m(pairs: tuple[Pair, ...]) -> bool:
        return all(a == b for a, b in pairs if (1 - a, 1 - b) in pairs)

    instance = {"pairs": ((HALF, NONE), (HALF, ONE))}
    return Counterexample("q with the axioms has an M (Theorem 2.1.3)", instance, nothing_satisfies_q, has_an_m)


@proof.conclusion
def without_a_pair() -> Counterexample:
    """The relation without pairs (or one input): the same q allows everything, both axioms hold, and there is no M."""

    def all_is_allowed(pairs: tuple[Pair, ...]) -> bool:
        q = RawPredicate.of_pairs(pairs)
        return all(satisfies(mechanism(p, r), NO_PAIRS, q).proved for p in rows(2, 2) for r in rows(2, 2))

    def has_an_m(pairs: tuple[Pair, ...]) -> bool:
        return all(a == b for a, b in pairs if (1 - a, 1 - b) in pairs)

    instance = {"pairs": ((HALF, NONE), (HALF, ONE))}
    return Counterexample("q with the axioms has an M (Theorem 2.1.3)", instance, all_is_allowed, has_an_m)


def beside_the_diagonal(a: Fraction, b: Fraction) -> bool:
    """q(a, b): a = b, or a = 1/2 and b is 0 or 1."""
    return a == b or (a == HALF and b in (0, 1))


@proof.conclusion
def a_symmetric_relation_hides_q() -> Exhaustive:
    """With both pairs (1, 2), (2, 1) this q means a = b, of which both axioms hold."""

    def equal(a: Fraction, b: Fraction) -> bool:
        return (beside_the_diagonal(a, b) and beside_the_diagonal(b, a)) == (a == b)

    return Exhaustive("q(a, b) and q(b, a) if and only if a = b", {"a": GRID, "b": GRID}, equal)


@proof.conclusion
def a_symmetric_relation_without_m() -> Counterexample:
    """But q(1/2, 0) and q(1/2, 1), with their complements, and not q(1/2, 3/4): no M."""

    def ends(a: Fraction, low: Fraction, high: Fraction, inside: Fraction) -> bool:
        return low < inside < high and all(
            beside_the_diagonal(a, b) and beside_the_diagonal(1 - a, 1 - b) for b in (low, high)
        )

    def between(a: Fraction, low: Fraction, high: Fraction, inside: Fraction) -> bool:
        return low < inside < high and beside_the_diagonal(a, inside)

    instance = {"a": HALF, "low": NONE, "high": ONE, "inside": Fraction(3, 4)}
    return Counterexample("what is allowed for one a is an interval (Proposition 0.0.4)", instance, ends, between)


@proof.conclusion
def not_realizable() -> Counterexample:
    """The mechanism of the proof of Proposition 0.0.3, (1/2, 1/2) and (1, 0), does not satisfy q in both directions."""

    def allowed(a: Fraction, b: Fraction) -> bool:
        return all(beside_the_diagonal(x, y) for x, y in event_pairs((a, 1 - a), (b, 1 - b)))

    def clearly(a: Fraction, b: Fraction) -> bool:
        return all(beside_the_diagonal(x, y) for x, y in event_pairs((b, 1 - b), (a, 1 - a)))

    return Counterexample("clearly the mechanism satisfies q'", {"a": HALF, "b": ONE}, allowed, clearly)


@proof.conclusion
def strict_inequality() -> Counterexample:
    """P(S | 1) < E P(S | 2) fails at the empty event, so nothing satisfies it."""

    def constant(row: tuple[Fraction, ...], ratio: int) -> bool:
        return row == (ONE,) and ratio > 1

    def is_private(row: tuple[Fraction, ...], ratio: int) -> bool:
        return strict(ratio).holds(mechanism(row, row), BOTH)

    return Counterexample("a constant mechanism satisfies it", {"row": (ONE,), "ratio": 2}, constant, is_private)


@proof.conclusion
def merging_single_outputs() -> Counterexample:
    """P(o) <= 2 Q(o) + 1/10 for single outputs is broken by a kernel, found by search."""

    def found(ratio: int, delta: Fraction) -> bool:
        return ratio >= 1 and 0 <= delta <= 1

    def keeps(ratio: int, delta: Fraction) -> bool:
        verdict = break_transformation(singletons(ratio, delta))
        return not hasattr(verdict, "counterexample")

    instance = {"ratio": 2, "delta": Fraction(1, 10)}
    return Counterexample("approximate privacy of single outputs keeps Axiom 2.1.1", instance, found, keeps)


@proof.conclusion
def tables() -> Counterexample:
    """2-anonymity: the table (a, a) becomes (a, b) when the quasi-identifiers are drawn anew."""

    def anonymous_table(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
        return anonymous(2).holds(Mechanism.from_rows([1, 2], [first], [[1], [1]]), BOTH) and len(second) == 2

    def still(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
        kernel = Mechanism.from_rows([first], [second], [[1]])
        return anonymous(2).holds(Mechanism.from_rows([1, 2], [first], [[1], [1]]).postprocess(kernel), BOTH)

    instance = {"first": ("a", "a"), "second": ("a", "b")}
    return Counterexample("k-anonymity keeps Axiom 2.1.1", instance, anonymous_table, still)


@proof.conclusion
def one_time_pad() -> Counterexample:
    """A bit and a random key bit added: the output says nothing, decryption needs the key, the identity says all."""

    def encryption_is_private(cipher: tuple[Fraction, ...], ratio: int) -> bool:
        return satisfies(mechanism(cipher, cipher), BOTH, ApproxDPPredicate(ratio, 0)).proved

    def identity_is_private(cipher: tuple[Fraction, ...], ratio: int) -> bool:
        return (
            len(cipher) == 2
            and satisfies(mechanism((ONE, NONE), (NONE, ONE)), BOTH, ApproxDPPredicate(ratio, 0)).proved
        )

    return Counterexample(
        "the identity is private if encryption is",
        {"cipher": (HALF, HALF), "ratio": 2},
        encryption_is_private,
        identity_is_private,
    )


@proof.conclusion
def known_key() -> Exhaustive:
    """A kernel that undoes an injective mechanism, as decryption with a known key does, gives back the identity."""

    def undone(key: int) -> bool:
        cipher = Mechanism.from_rows(
            [0, 1, 2], [0, 1, 2], [[int((i + key) % 3 == o) for o in range(3)] for i in range(3)]
        )
        back = Mechanism.from_rows(
            [0, 1, 2], [0, 1, 2], [[int((o - key) % 3 == i) for i in range(3)] for o in range(3)]
        )
        return (
            cipher.postprocess(back).rows()
            == Mechanism.from_rows([0, 1, 2], [0, 1, 2], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]).rows()
        )

    return Exhaustive("decryption after encryption is the identity", {"key": range(3)}, undone)


proof.establishes(
    {
        "definition-2-0-4": "holds",
        "approx-direction": "holds-if, holds",
        "approx-same-definition": "holds-if, holds",
        "approx-upper-bound": "holds-if, holds",
        "figure-1": "holds",
    },
    "printed_predicate_on_symmetric_relations",
)
proof.establishes({"cosine-disallowed": "holds-if, fails"}, "cosine_allows_nothing")
proof.establishes({"cosine-disallowed": "holds-if, fails"}, "cosine_keeps_the_axioms")
proof.establishes({"approx-direction": "holds-if, fails"}, "the_other_direction")
proof.establishes({"approx-same-definition": "holds-if, fails"}, "printed_predicate_on_a_directed_relation")
proof.establishes({"q-complement": "holds", "only-difference": "holds-if, holds"}, "complement_changes_nothing")
proof.establishes({"encryption": "holds-if, holds", "section-3-1-encrypted": "holds"}, "known_key")
proof.establishes({"encryption": "holds-if, fails"}, "one_time_pad")
proof.establishes(
    {"theorem-2-1-3": "holds-if, fails", "theorem-0-0-6-stronger": "holds-if, fails"}, "without_a_mechanism"
)
proof.establishes({"theorem-2-1-3": "holds-if, fails"}, "without_a_pair")
proof.establishes(
    {"theorem-2-1-3": "holds-if, fails", "theorem-0-0-6": "holds-if, fails"}, "a_symmetric_relation_hides_q"
)
proof.establishes(
    {
        "theorem-2-1-3": "holds-if, fails",
        "proposition-0-0-3": "holds-if, fails",
        "proposition-0-0-4": "holds-if, fails",
        "theorem-0-0-6": "holds-if, fails",
        "without-loss-of-generality": "holds-if, fails",
    },
    "a_symmetric_relation_without_m",
)
proof.establishes({"q1": "holds"}, "everything_allowed")
proof.establishes({"k-anonymity": "holds"}, "tables")
proof.establishes({"proposition-0-0-3": "holds-if, fails"}, "not_realizable")
