"""Privacy definitions as sets of mechanisms, of which the two privacy axioms are or are not true.

Reference: Kifer and Lin, Definition 2.0.2 and Section 2.2.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dpexact.errors import UndecidedError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.papers.axioms.conditions import check_predicate
from dpexact.papers.axioms.predicate import ONE, ZERO, Predicate, RawPredicate
from dpexact.papers.axioms.satisfaction import satisfies
from dpexact.privacy.claim import check_neighbors
from dpexact.privacy.verdict import Undecided

PairTest = Callable[[Sequence[Exact], Sequence[Exact]], bool]

CONVEX = "the allowed pairs are convex (rocq/AxiomsPredicates.v: between_convex, axioms_characterized)"
NOTHING = "no mechanism satisfies it, not even a constant one, so there is nothing to keep"


@dataclass(frozen=True)
class PrivacyDefinition:
    """A name, and a test whether a mechanism satisfies it.

    `keeps_transformation` and `keeps_convexity` name the reason or the theorem by which an axiom is kept, or None
    without a proof.
    """

    name: str
    holds: Callable[[Mechanism, NeighborGraph], bool]
    keeps_transformation: str | None = None
    keeps_convexity: str | None = None

    def __post_init__(self) -> None:
        """Raise ParameterError unless the name and the reasons are texts, and the test is a function."""
        need.text(self.name, "name")
        need.function(self.holds, "holds", "a function of a mechanism and its neighbors")
        for kept in ("keeps_transformation", "keeps_convexity"):
            if getattr(self, kept) is not None:
                need.text(getattr(self, kept), kept)


def generic(predicate: Predicate | RawPredicate, name: str = "generic privacy") -> PrivacyDefinition:
    """Define generic differential privacy with a predicate (Definition 2.0.4).

    Raises ParameterError for other objects than predicates. `holds` raises UndecidedError if `satisfies` is Undecided.
    """

    def holds(mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
        verdict = satisfies(mechanism, neighbors, predicate)
        if isinstance(verdict, Undecided):
            raise UndecidedError(verdict.reason)
        return verdict.proved

    reason = CONVEX if check_predicate(predicate).proved else None
    if isinstance(predicate, RawPredicate) and not (predicate.allows(ZERO, ZERO) and predicate.allows(ONE, ONE)):
        reason = NOTHING
    return PrivacyDefinition(name, holds, reason, reason)


def cosine() -> PrivacyDefinition:
    """Define cosine privacy, cos P_i(S) = P_j(S) for every event (Definition 2.0.5).

    For a rational a other than 0, cos(a) is transcendental (Lindemann), so only a = 0, b = 1 is left among the
    rationals. The empty event has a = b = 0. `holds` raises UndecidedError for irrational probabilities.
    """

    def function(a: Exact, b: Exact) -> bool:
        if not a.is_rational() or not b.is_rational():
            raise UndecidedError(f"cosine privacy is decided for rational probabilities, got {a!r}, {b!r}")
        return a == 0 and b == 1

    return generic(RawPredicate.of_function(function), "cosine privacy")


def strict(exp_epsilon: object = None, *, but_impossible: bool = False, epsilon: object = None) -> PrivacyDefinition:
    """Define P_i(S) < E P_j(S) for every event, for `but_impossible` without events of P_i(S) = P_j(S) = 0.

    Raises ParameterError for E < 1.
    """
    E = privacy_factor(one_factor(exp_epsilon, epsilon))
    need.flag(but_impossible, "but_impossible")

    def allowed(a: Exact, b: Exact) -> bool:
        return bool(a < E * b) or (but_impossible and a == 0 and b == 0)

    definition = generic(RawPredicate.of_function(allowed), "strict inequality")
    if not but_impossible:
        return definition
    reason = "the allowed pairs are convex: an open set and two of its corners (axioms_characterized)"
    return replace(definition, keeps_transformation=reason, keeps_convexity=reason)


def on_pairs(
    name: str, test: PairTest, transformation: str | None = None, convexity: str | None = None
) -> PrivacyDefinition:
    """Return a definition by a test of the two rows of every ordered neighboring pair."""

    def holds(mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
        _require_claim(mechanism, neighbors)
        rows = dict(zip(mechanism.inputs, mechanism.rows(), strict=True))
        return all(test(rows[i], rows[j]) for i, j in neighbors.ordered_pairs())

    return PrivacyDefinition(name, holds, transformation, convexity)


def _require_claim(mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    """Raise MechanismError for unknown inputs, UndecidedError for rows that do not sum to 1."""
    check_neighbors(mechanism, neighbors)
    require_distributions(mechanism, error=UndecidedError)


def probabilistic(exp_epsilon: object = None, delta: object = 0, *, epsilon: object = None) -> PrivacyDefinition:
    """Define probabilistic privacy, P_i(o) > E P_j(o) or P_j(o) > E P_i(o) with at most probability delta under P_i.

    Raises ParameterError for E < 1 or delta outside [0, 1].
    Reference: Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber (2008), as Kifer and Lin, Section 2.2, describe it.
    """
    E, limit = privacy_factor(one_factor(exp_epsilon, epsilon)), probability(delta, "delta")

    def test(p: Sequence[Exact], q: Sequence[Exact]) -> bool:
        bad = [a for a, b in zip(p, q, strict=True) if a > E * b or b > E * a]
        return bool(sum(bad, ZERO) <= limit)

    return on_pairs("probabilistic privacy", test)


def singletons(exp_epsilon: object = None, delta: object = 0, *, epsilon: object = None) -> PrivacyDefinition:
    """Define P_i(o) <= E P_j(o) + delta for single outputs only.

    Raises ParameterError for E < 1 or delta outside [0, 1].
    """
    E, limit = privacy_factor(one_factor(exp_epsilon, epsilon)), probability(delta, "delta")

    def test(p: Sequence[Exact], q: Sequence[Exact]) -> bool:
        return all(a <= E * b + limit for a, b in zip(p, q, strict=True))

    return on_pairs("approximate privacy of single outputs", test, convexity="the inequalities are linear in both rows")


def second_moment(bound: object) -> PrivacyDefinition:
    """Define that the sum of P_i(o)^2 / P_j(o), chi-square plus 1 (Renyi divergence of order 2), is at most the bound.

    Raises InexactInputError for a float.
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
    """Define k-anonymity, that outputs are tables, tuples in which every entry (a quasi-identifier) is k times.

    Raises ParameterError unless k is an integer, at least 1.
    """
    need.integer(k, "k", 1)

    def holds(mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
        _require_claim(mechanism, neighbors)
        possible = [
            label
            for place, label in enumerate(mechanism.outputs)
            if any(mechanism.rows()[mechanism.input_place(i)][place] != 0 for i in neighbors.inputs)
        ]
        return all(isinstance(label, tuple) and min(Counter(label).values(), default=k) >= k for label in possible)

    return PrivacyDefinition(
        "k-anonymity", holds, keeps_convexity="what a mixture can put out, one of the two can put out"
    )
