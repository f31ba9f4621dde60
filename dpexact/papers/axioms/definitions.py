"""Ask the privacy axioms of privacy definitions.

Privacy definitions, as sets of mechanisms: what the two privacy axioms are asked of.

Reference: Kifer and Lin, Definition 2.0.2 and Section 2.2.

Do post-processing and mixing break a privacy definition? A proof for the class, or an exact counterexample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise, product

from dpexact.errors import UndecidedError, need
from dpexact.mechanisms.combinators import mix
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.papers.axioms.conditions import check_predicate
from dpexact.papers.axioms.predicate import ONE, ZERO, Predicate, RawPredicate
from dpexact.papers.axioms.predicate_verdict import PredicateVerdict, Reason
from dpexact.papers.axioms.satisfaction import satisfies
from dpexact.privacy.verdict import Proved, Refuted, Undecided

Test = Callable[[Mechanism, NeighborGraph], bool]
PairTest = Callable[[Sequence[Exact], Sequence[Exact]], bool]


CONVEX = "the allowed pairs are convex (proofs/rocq/AxiomsPredicates.v: between_convex, axioms_characterized)"


NOTHING = "no mechanism satisfies it, not even a constant one, so there is nothing to keep"


@dataclass(frozen=True)
class PrivacyDefinition:
    """A name, and which mechanisms satisfy it.

    `keeps_transformation` and `keeps_convexity` say by what an axiom is kept, in words or by a theorem; None
    where there is no proof.
    """

    name: str
    holds: Test
    keeps_transformation: str | None = None
    keeps_convexity: str | None = None

    def __post_init__(self) -> None:
        """Raise ParameterError unless the name, the function and the words are what they should be."""
        need.text(self.name, "name")
        need.function(self.holds, "holds", "a function of a mechanism and its neighbors")
        for kept in ("keeps_transformation", "keeps_convexity"):
            if getattr(self, kept) is not None:
                need.text(getattr(self, kept), kept)


def generic(predicate: Predicate | RawPredicate, name: str = "generic privacy") -> PrivacyDefinition:
    """Define generic differential privacy with a predicate (Definition 2.0.4).

    Raises: ParameterError for what is not a predicate; `holds` raises UndecidedError where `satisfies` is Undecided.
    """

    def holds(mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
        verdict = satisfies(mechanism, neighbors, predicate)
        if isinstance(verdict, Undecided):
            raise UndecidedError(verdict.reason)
        return verdict.proved

    reason = CONVEX if check_predicate(predicate).proved and not isinstance(predicate, RawPredicate) else None
    if isinstance(predicate, RawPredicate) and not (predicate.allows(ZERO, ZERO) and predicate.allows(ONE, ONE)):
        reason = NOTHING
    return PrivacyDefinition(name, holds, reason, reason)


def cosine() -> PrivacyDefinition:
    """Define cosine privacy (Definition 2.0.5): cos P_i(S) = P_j(S) for every event.

    For a rational a other than 0, cos(a) is transcendental (Lindemann), so only a = 0, b = 1 is left among the
    rationals; and the empty event has a = b = 0. `holds` raises UndecidedError for irrational probabilities.
    """

    def function(a: Exact, b: Exact) -> bool:
        if not a.is_rational() or not b.is_rational():
            raise UndecidedError(f"cosine privacy is decided for rational probabilities, got {a!r}, {b!r}")
        return a == 0 and b == 1

    return generic(RawPredicate.of_function(function), "cosine privacy")


def strict(exp_epsilon: object = None, *, but_impossible: bool = False, epsilon: object = None) -> PrivacyDefinition:
    """Define P_i(S) < E P_j(S) for every event; `but_impossible` leaves out events with P_i(S) = P_j(S) = 0.

    Raises: ParameterError for E < 1.
    """
    E = privacy_factor(one_factor(exp_epsilon, epsilon))
    need.flag(but_impossible, "but_impossible")

    def allowed(a: Exact, b: Exact) -> bool:
        return bool(a < E * b) or (but_impossible and a == 0 and b == 0)

    found = generic(RawPredicate.of_function(allowed), "strict inequality")
    reason = found.keeps_transformation
    if but_impossible:
        reason = "the allowed pairs are convex: an open set and two of its corners (axioms_characterized)"
    return PrivacyDefinition(found.name, found.holds, reason, reason)


def on_pairs(
    name: str, test: PairTest, transformation: str | None = None, convexity: str | None = None
) -> PrivacyDefinition:
    """Return a definition that asks something of the two rows of every ordered neighboring pair."""

    def holds(mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
        rows = mechanism.rows()
        return all(
            test(rows[mechanism.input_place(i)], rows[mechanism.input_place(j)]) for i, j in neighbors.ordered_pairs()
        )

    return PrivacyDefinition(name, holds, transformation, convexity)


def probabilistic(exp_epsilon: object = None, delta: object = 0, *, epsilon: object = None) -> PrivacyDefinition:
    """Define probabilistic privacy: P_i(o) > E P_j(o) or P_j(o) > E P_i(o) has probability at most delta under P_i.

    Raises: ParameterError for E < 1 or delta outside [0, 1].
    Reference: Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber (2008), as Kifer and Lin, Section 2.2, describe it.
    """
    E, limit = privacy_factor(one_factor(exp_epsilon, epsilon)), probability(delta, "delta")

    def test(p: Sequence[Exact], q: Sequence[Exact]) -> bool:
        bad = [a for a, b in zip(p, q, strict=True) if a > E * b or b > E * a]
        return bool(sum(bad, ZERO) <= limit)

    return on_pairs("probabilistic privacy", test)


def singletons(exp_epsilon: object = None, delta: object = 0, *, epsilon: object = None) -> PrivacyDefinition:
    """Define P_i(o) <= E P_j(o) + delta for single outputs only.

    Raises: ParameterError for E < 1 or delta outside [0, 1].
    """
    E, limit = privacy_factor(one_factor(exp_epsilon, epsilon)), probability(delta, "delta")

    def test(p: Sequence[Exact], q: Sequence[Exact]) -> bool:
        return all(a <= E * b + limit for a, b in zip(p, q, strict=True))

    return on_pairs("approximate privacy of single outputs", test, convexity="the inequalities are linear in both rows")


def second_moment(bound: object) -> PrivacyDefinition:
    """Define that the sum of P_i(o)^2 / P_j(o) is at most the bound: Renyi divergence of order 2, chi-square plus 1.

    Raises: InexactInputError for a float.
    """
    limit = exact_at(bound, "bound")

    def test(p: Sequence[Exact], q: Sequence[Exact]) -> bool:
        if any(b == 0 and a != 0 for a, b in zip(p, q, strict=True)):
            return False
        return bool(sum((a * a / b for a, b in zip(p, q, strict=True) if a != 0), ZERO) <= limit)

    return on_pairs(
        "Renyi privacy of order 2",
        test,
        "x^2/y is convex and homogeneous, so merging outputs does not increase the sum (Cauchy and Schwarz)",
        "x^2/y is convex, so the sum of a mixture is at most the larger one",
    )


def anonymous(k: int) -> PrivacyDefinition:
    """Define k-anonymity: outputs are tables, tuples in which every entry (a quasi-identifier) stands k times.

    Raises: ParameterError unless k is an integer, at least 1.
    """
    need.integer(k, "k", 1)

    def holds(mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
        possible = [
            label
            for place, label in enumerate(mechanism.outputs)
            if any(mechanism.rows()[mechanism.input_place(i)][place] != 0 for i in neighbors.inputs)
        ]
        return all(isinstance(label, tuple) and min(Counter(label).values(), default=k) >= k for label in possible)

    return PrivacyDefinition(
        "k-anonymity", holds, keeps_convexity="what a mixture can put out, one of the two can put out"
    )


PAIR = NeighborGraph.complete([0, 1])


DENOMINATORS = (1, 2, 3, 4, 6, 10)


MAX_PARTNERS = 40  # a mechanism is mixed with this many of those before it


HALF = Exact.of_rational(1) / 2


LABELS: tuple[tuple[Label, ...], ...] = (("a", "b"), ("a", "a"))


@dataclass(frozen=True)
class Keeps:
    """The claim that a definition of privacy keeps an axiom, for neighbors like these."""

    axiom: str
    definition: PrivacyDefinition
    neighbors: NeighborGraph


@dataclass(frozen=True)
class TransformationBreak:
    """A mechanism that satisfies the definition, and a kernel after which it does not."""

    mechanism: Mechanism
    kernel: Mechanism
    result: Mechanism


@dataclass(frozen=True)
class ConvexityBreak:
    """Two mechanisms that satisfy the definition, and a mixture (the first with probability p) that does not."""

    p: Exact
    first: Mechanism
    second: Mechanism
    result: Mechanism


def break_transformation(
    definition: PrivacyDefinition,
    mechanisms: Iterable[Mechanism] | None = None,
    neighbors: NeighborGraph = PAIR,
) -> PredicateVerdict:
    """Decide whether the definition keeps Axiom 2.1.1 (post-processing).

    Proved with the reason, where there is a proof for the class; Refuted with a TransformationBreak; Undecided where
    the search finds none. Searched are `mechanisms`, or all of two inputs and up to three outputs over small
    denominators, in a fixed order; kernels send outputs to others or, with probability 1/2, to two of them.

    Guarantee: exact (a counterexample is checked; that none is found proves nothing). Raises: UndecidedError.
    """
    searched, claim = _searched(definition, mechanisms, neighbors), Keeps("Axiom 2.1.1", definition, neighbors)
    if definition.keeps_transformation is not None:
        return Proved(claim, Reason(definition.keeps_transformation))
    tried = 0
    for mechanism in searched:
        if not definition.holds(mechanism, neighbors):
            continue
        for kernel in _kernels(mechanism.outputs):
            tried += 1
            result = mechanism.postprocess(kernel)
            if not definition.holds(result, neighbors):
                return Refuted(claim, TransformationBreak(mechanism, kernel, result))
    return Undecided(claim, f"no counterexample among {tried} mechanisms with kernels")


def break_convexity(
    definition: PrivacyDefinition,
    mechanisms: Iterable[Mechanism] | None = None,
    neighbors: NeighborGraph = PAIR,
) -> PredicateVerdict:
    """Decide whether the definition keeps Axiom 2.1.2 (mixing), as `break_transformation`, with mixtures in halves.

    Guarantee: exact (a counterexample is checked; that none is found proves nothing). Raises: UndecidedError.
    """
    searched, claim = _searched(definition, mechanisms, neighbors), Keeps("Axiom 2.1.2", definition, neighbors)
    if definition.keeps_convexity is not None:
        return Proved(claim, Reason(definition.keeps_convexity))
    kept: list[Mechanism] = []
    tried = 0
    for mechanism in searched:
        if not definition.holds(mechanism, neighbors):
            continue
        for other in kept[-MAX_PARTNERS:]:
            tried += 1
            result = mix(HALF, mechanism, other)
            if not definition.holds(result, neighbors):
                return Refuted(claim, ConvexityBreak(HALF, mechanism, other, result))
        kept.append(mechanism)
    return Undecided(claim, f"no counterexample among {tried} pairs of mechanisms")


def _searched(definition: object, mechanisms: object, neighbors: object) -> Iterable[Mechanism]:
    """Return the mechanisms that are searched. Raises: ParameterError for arguments of another kind."""
    need.instance(definition, PrivacyDefinition, "definition")
    need.instance(neighbors, NeighborGraph, "neighbors")
    if mechanisms is None:
        return small_mechanisms()
    listed = need.values(mechanisms, "mechanisms", "a list of mechanisms")
    for place, mechanism in enumerate(listed):
        need.instance(mechanism, Mechanism, f"mechanisms[{place}]")
    return listed


def small_mechanisms(denominators: Iterable[int] = DENOMINATORS, outputs: int = 3) -> Iterator[Mechanism]:
    """Yield all mechanisms on the inputs 0 and 1, two tables first, then by denominator; outputs are "a", "b", ..."""
    for tables in LABELS:
        yield Mechanism.from_rows([0, 1], [tables], [[1], [1]])
    for denominator in denominators:
        for size in range(1, outputs + 1):
            rows = list(_compositions(denominator, size))
            for first, second in product(rows, rows):
                yield Mechanism.from_numerators([0, 1], "abcdefgh"[:size], [first, second], denominator)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write the total as a sum of `parts` integers >= 0, in order."""
    for cuts in combinations_with_replacement(range(total + 1), parts - 1):
        ends = (0, *cuts, total)
        yield tuple(b - a for a, b in pairwise(ends))


def _kernels(outputs: tuple[Label, ...]) -> Iterator[Mechanism]:
    """Yield maps of the outputs to two values or to two tables, and coins for one output."""
    size = len(outputs)
    for targets in product((0, 1), repeat=size):
        rows = [[1, 0] if target == 0 else [0, 1] for target in targets]
        yield Mechanism.from_rows(outputs, ["x", "y"], rows)
        yield Mechanism.from_rows(outputs, list(LABELS), rows)
        for place in range(size):
            coins = [[HALF, HALF] if n == place else row for n, row in enumerate(rows)]
            yield Mechanism.from_rows(outputs, ["x", "y"], coins)
