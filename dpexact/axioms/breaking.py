"""Do post-processing and mixing break a privacy definition? A proof for the class, or an exact counterexample."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise, product
from typing import TYPE_CHECKING

from dpexact.axioms.predicate_verdict import Proved, Refuted, Undecided
from dpexact.mechanisms.combinators import mix
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.axioms.definitions import PrivacyDefinition
    from dpexact.axioms.predicate_verdict import PredicateVerdict
    from dpexact.mechanisms.labels import Label

PAIR = NeighborGraph.complete([0, 1])
DENOMINATORS = (1, 2, 3, 4, 6, 10)
MAX_PARTNERS = 40  # a mechanism is mixed with so many of those before it
HALF = Exact.of_rational(1) / 2
LABELS: tuple[tuple[Label, ...], ...] = (("a", "b"), ("a", "a"))


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
    """Whether the definition keeps Axiom 2.1.1 (post-processing).

    Proved with the reason, where there is a proof for the class; Refuted with a TransformationBreak; Undecided where
    the search finds none. Searched are `mechanisms`, or all of two inputs and up to three outputs over small
    denominators, in a fixed order; kernels send outputs to others or, with probability 1/2, to two of them.

    Guarantee: exact (a counterexample is checked; that none is found proves nothing). Raises: UndecidedError.
    """
    if definition.keeps_transformation is not None:
        return Proved(definition.keeps_transformation)
    tried = 0
    for mechanism in small_mechanisms() if mechanisms is None else mechanisms:
        if not definition.holds(mechanism, neighbors):
            continue
        for kernel in _kernels(mechanism.outputs):
            tried += 1
            result = mechanism.postprocess(kernel)
            if not definition.holds(result, neighbors):
                return Refuted(TransformationBreak(mechanism, kernel, result))
    return Undecided(f"no counterexample among {tried} mechanisms with kernels")


def break_convexity(
    definition: PrivacyDefinition,
    mechanisms: Iterable[Mechanism] | None = None,
    neighbors: NeighborGraph = PAIR,
) -> PredicateVerdict:
    """Whether the definition keeps Axiom 2.1.2 (mixing), as `break_transformation`; the mixture is half and half.

    Guarantee: exact (a counterexample is checked; that none is found proves nothing). Raises: UndecidedError.
    """
    if definition.keeps_convexity is not None:
        return Proved(definition.keeps_convexity)
    kept: list[Mechanism] = []
    tried = 0
    for mechanism in small_mechanisms() if mechanisms is None else mechanisms:
        if not definition.holds(mechanism, neighbors):
            continue
        for other in kept[-MAX_PARTNERS:]:
            tried += 1
            result = mix(HALF, mechanism, other)
            if not definition.holds(result, neighbors):
                return Refuted(ConvexityBreak(HALF, mechanism, other, result))
        kept.append(mechanism)
    return Undecided(f"no counterexample among {tried} pairs of mechanisms")


def small_mechanisms(denominators: Iterable[int] = DENOMINATORS, outputs: int = 3) -> Iterator[Mechanism]:
    """All mechanisms on the inputs 0 and 1, denominator by denominator; outputs "a", "b", ...; two tables first."""
    for tables in LABELS:
        yield Mechanism.from_rows([0, 1], [tables], [[1], [1]])
    for denominator in denominators:
        for size in range(1, outputs + 1):
            rows = list(_compositions(denominator, size))
            for first, second in product(rows, rows):
                yield Mechanism.from_numerators([0, 1], "abcdefgh"[:size], [first, second], denominator)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write the total as a sum of `parts` integers >= 0, in order."""
    for cuts in combinations_with_replacement(range(total + 1), parts - 1):
        ends = (0, *cuts, total)
        yield tuple(b - a for a, b in pairwise(ends))


def _kernels(outputs: tuple[Label, ...]) -> Iterator[Mechanism]:
    """Maps of the outputs to two values or to two tables, and coins for one output."""
    size = len(outputs)
    for targets in product((0, 1), repeat=size):
        rows = [[1, 0] if target == 0 else [0, 1] for target in targets]
        yield Mechanism.from_rows(outputs, ["x", "y"], rows)
        yield Mechanism.from_rows(outputs, list(LABELS), rows)
        for place in range(size):
            coins = [[HALF, HALF] if n == place else row for n, row in enumerate(rows)]
            yield Mechanism.from_rows(outputs, ["x", "y"], coins)
