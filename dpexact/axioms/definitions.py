"""Privacy definitions, as sets of mechanisms: what the two privacy axioms are asked of.

Reference: Kifer and Lin, Definition 2.0.2 and Section 2.2.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.axioms.conditions import check_predicate
from dpexact.axioms.predicate import ONE, ZERO
from dpexact.axioms.predicate_verdict import Undecided
from dpexact.axioms.raw import RawPredicate
from dpexact.axioms.satisfaction import satisfies
from dpexact.errors import ParameterError, UndecidedError
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.parameters import privacy_factor, probability

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dpexact.axioms.predicate import Predicate
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism

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


def generic(predicate: Predicate | RawPredicate, name: str = "generic privacy") -> PrivacyDefinition:
    """Generic differential privacy with a predicate (Definition 2.0.4)."""

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
    """Definition 2.0.5: cos P_i(S) = P_j(S) for every event.

    For a rational a other than 0, cos(a) is transcendental (Lindemann), so only a = 0, b = 1 is left among the
    rationals; and the empty event has a = b = 0.
    """

    def function(a: Exact, b: Exact) -> bool:
        if not a.is_rational() or not b.is_rational():
            message = f"cosine privacy is decided for rational probabilities, got {a!r}, {b!r}"
            raise UndecidedError(message)
        return a == 0 and b == 1

    return generic(RawPredicate.of_function(function), "cosine privacy")


def strict(exp_epsilon: object, *, but_impossible: bool = False) -> PrivacyDefinition:
    """P_i(S) < E P_j(S) for every event; with `but_impossible` events with P_i(S) = P_j(S) = 0 are left out."""
    E = privacy_factor(exp_epsilon)

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
    """A definition that asks something of the two rows of every ordered neighbouring pair."""

    def holds(mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
        rows = mechanism.rows()
        return all(
            test(rows[mechanism.input_place(i)], rows[mechanism.input_place(j)]) for i, j in neighbors.ordered_pairs()
        )

    return PrivacyDefinition(name, holds, transformation, convexity)


def probabilistic(exp_epsilon: object, delta: object) -> PrivacyDefinition:
    """Probabilistic privacy: under P_i, outputs with P_i(o) > E P_j(o) or P_j(o) > E P_i(o) have at most delta.

    Reference: Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber (2008), as Kifer and Lin, Section 2.2, describe it.
    """
    E, limit = privacy_factor(exp_epsilon), probability(delta, "delta")

    def test(p: Sequence[Exact], q: Sequence[Exact]) -> bool:
        bad = [a for a, b in zip(p, q, strict=True) if a > E * b or b > E * a]
        return bool(sum(bad, ZERO) <= limit)

    return on_pairs("probabilistic privacy", test)


def singletons(exp_epsilon: object, delta: object) -> PrivacyDefinition:
    """P_i(o) <= E P_j(o) + delta for single outputs only."""
    E, limit = privacy_factor(exp_epsilon), probability(delta, "delta")

    def test(p: Sequence[Exact], q: Sequence[Exact]) -> bool:
        return all(a <= E * b + limit for a, b in zip(p, q, strict=True))

    return on_pairs("approximate privacy of single outputs", test, convexity="the inequalities are linear in both rows")


def second_moment(bound: object) -> PrivacyDefinition:
    """Sum of P_i(o)^2 / P_j(o) at most the bound: the Renyi divergence of order 2 (chi-square plus 1)."""
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
    """k-anonymity of tables: outputs are tuples, in each of which every entry (a quasi-identifier) stands k times.

    Raises: ParameterError unless k is an integer, at least 1.
    """
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        message = f"k: expected an integer of at least 1, got {value_excerpt(k)}"
        raise ParameterError(message)

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
