"""Search for mechanisms at which a privacy definition breaks an axiom, post-processing (2.1.1) or mixing (2.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, product

from dpexact import need
from dpexact.mechanisms.combinators import mix
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.papers.axioms.definitions import PrivacyDefinition
from dpexact.papers.axioms.predicate_verdict import PredicateVerdict, Reason
from dpexact.papers.axioms.small import mechanisms_over
from dpexact.privacy.verdict import Proved, Refuted, Undecided

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

    Proved with the reason if there is a proof for the class, Refuted with a TransformationBreak, or Undecided if the
    search ends without one. Searched are `mechanisms`, or all of two inputs and up to three outputs over small
    denominators, in a fixed order. Kernels send outputs to others or, with probability 1/2, to two of them.

    Guarantee: exact (a counterexample is checked, a search without one proves nothing). Raises: UndecidedError.
    """
    private, claim = _private(definition, mechanisms, neighbors), Keeps("Axiom 2.1.1", definition, neighbors)
    if definition.keeps_transformation is not None:
        return Proved(claim, Reason(definition.keeps_transformation))
    tried = 0
    for mechanism in private:
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

    Guarantee: exact (a counterexample is checked, a search without one proves nothing). Raises: UndecidedError.
    """
    private, claim = _private(definition, mechanisms, neighbors), Keeps("Axiom 2.1.2", definition, neighbors)
    if definition.keeps_convexity is not None:
        return Proved(claim, Reason(definition.keeps_convexity))
    kept: list[Mechanism] = []
    tried = 0
    for mechanism in private:
        for other in kept[-MAX_PARTNERS:]:
            tried += 1
            result = mix(HALF, mechanism, other)
            if not definition.holds(result, neighbors):
                return Refuted(claim, ConvexityBreak(HALF, mechanism, other, result))
        kept.append(mechanism)
    return Undecided(claim, f"no counterexample among {tried} pairs of mechanisms")


def _private(definition: object, mechanisms: object, neighbors: object) -> Iterator[Mechanism]:
    """Return the searched mechanisms that satisfy the definition. Raises: ParameterError for other arguments."""
    defined = need.instance(definition, PrivacyDefinition, "definition")
    graph = need.instance(neighbors, NeighborGraph, "neighbors")
    searched: Iterable[Mechanism] = small_mechanisms()
    if mechanisms is not None:
        listed = need.values(mechanisms, "mechanisms", "a list of mechanisms")
        searched = [need.instance(mechanism, Mechanism, f"mechanisms[{n}]") for n, mechanism in enumerate(listed)]
    return (mechanism for mechanism in searched if defined.holds(mechanism, graph))


def small_mechanisms(denominators: Iterable[int] = DENOMINATORS, outputs: int = 3) -> Iterator[Mechanism]:
    """Yield all mechanisms on the inputs 0 and 1, two tables first, then by denominator, with outputs "a", "b", ..."""
    tables = (Mechanism.from_rows([0, 1], [table], [[1], [1]]) for table in LABELS)
    by_size = (mechanisms_over(2, "abcdefgh"[:size], d) for d in denominators for size in range(1, outputs + 1))
    return chain(tables, chain.from_iterable(by_size))


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
