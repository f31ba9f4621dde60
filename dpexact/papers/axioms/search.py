"""Search for small mechanisms at which a privacy definition or a utility breaks an axiom.

Privacy has post-processing (2.1.1) and mixing (2.1.2), utility post-processing (3.1.4) and branching (3.2.6).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, combinations_with_replacement, pairwise, product
from math import comb

from dpexact.errors import MechanismError, ParameterError, TooLargeError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism, mix
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms.conditions import PredicateVerdict, Reason
from dpexact.papers.axioms.definitions import PrivacyDefinition
from dpexact.papers.axioms.predicate import ONE, ZERO
from dpexact.privacy.verdict import Proved, Refuted, Undecided

PAIR = NeighborGraph.complete([0, 1])
DENOMINATORS = (1, 2, 3, 4, 6, 10)
MAX_PARTNERS = 40  # a mechanism is mixed with this many of those before it
HALF = ONE / 2
LABELS: tuple[tuple[Label, ...], ...] = (("a", "b"), ("a", "a"))
Utility = Callable[[Mechanism], Exact]
MAX_MECHANISMS = 1_000_000
MAX_SIZE = 50  # inputs, outputs


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
    definition: PrivacyDefinition, mechanisms: Iterable[Mechanism] | None = None, neighbors: NeighborGraph = PAIR
) -> PredicateVerdict:
    """Decide whether the definition keeps Axiom 2.1.1 (post-processing).

    Proved with the reason if there is a proof for the class, Refuted with a TransformationBreak, or Undecided if the
    search ends without one. Searched are `mechanisms`, or all of two inputs and up to three outputs over small
    denominators, in a fixed order. Kernels send outputs to others or, with probability 1/2, to two of them.

    The answer is exact (a counterexample is checked, a search without one proves nothing). Raises UndecidedError.
    """
    private = _private(definition, mechanisms, neighbors)
    tried = (TransformationBreak(m, kernel, m.postprocess(kernel)) for m in private for kernel in _kernels(m.outputs))
    claim = Keeps("Axiom 2.1.1", definition, neighbors)
    return _searched(claim, definition.keeps_transformation, tried, "mechanisms with kernels")


def break_convexity(
    definition: PrivacyDefinition, mechanisms: Iterable[Mechanism] | None = None, neighbors: NeighborGraph = PAIR
) -> PredicateVerdict:
    """Decide whether the definition keeps Axiom 2.1.2 (mixing), as `break_transformation`, with mixtures in halves.

    The answer is exact (a counterexample is checked, a search without one proves nothing). Raises UndecidedError.
    """
    tried = _mixtures(_private(definition, mechanisms, neighbors))
    claim = Keeps("Axiom 2.1.2", definition, neighbors)
    return _searched(claim, definition.keeps_convexity, tried, "pairs of mechanisms")


def _mixtures(private: Iterable[Mechanism]) -> Iterator[ConvexityBreak]:
    """Yield the mixtures in halves of each mechanism with those before it."""
    kept: deque[Mechanism] = deque(maxlen=MAX_PARTNERS)
    for mechanism in private:
        for other in kept:
            yield ConvexityBreak(HALF, mechanism, other, mix(HALF, mechanism, other))
        kept.append(mechanism)


def _searched(
    claim: Keeps, reason: str | None, tried: Iterable[TransformationBreak | ConvexityBreak], words: str
) -> PredicateVerdict:
    """Decide the claim by the reason, if there is one, or the first result that does not satisfy the definition."""
    if reason is not None:
        return Proved(claim, Reason(reason))
    count = 0
    for broken in tried:
        count += 1
        if not claim.definition.holds(broken.result, claim.neighbors):
            return Refuted(claim, broken)
    return Undecided(claim, f"no counterexample among {count} {words}")


def _private(definition: object, mechanisms: object, neighbors: object) -> Iterator[Mechanism]:
    """Return the searched mechanisms that satisfy the definition. Raises ParameterError for other arguments."""
    defined = need.instance(definition, PrivacyDefinition, "definition")
    graph = need.instance(neighbors, NeighborGraph, "neighbors")
    if mechanisms is None:  # on 0 and 1, two tables first, then by denominator all with the outputs "a", "b", "c"
        tables = (Mechanism.from_rows([0, 1], [table], [[1], [1]]) for table in LABELS)
        by_size = (mechanisms_over(2, "abc"[:size], d) for d in DENOMINATORS for size in (1, 2, 3))
        searched: Iterable[Mechanism] = chain(tables, chain.from_iterable(by_size))
    else:
        listed = need.values(mechanisms, "mechanisms", "a list of mechanisms")
        searched = [need.instance(mechanism, Mechanism, f"mechanisms[{n}]") for n, mechanism in enumerate(listed)]
    return (mechanism for mechanism in searched if defined.holds(mechanism, graph))


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


@dataclass(frozen=True)
class BrokenSufficiency:
    """A mechanism and a kernel after which the utility is greater, `after` > `before`."""

    mechanism: Mechanism
    kernel: Mechanism
    before: Exact
    after: Exact


@dataclass(frozen=True)
class BrokenBranching:
    """Two mechanisms with equal rows o1, o2, whose merge costs `first_cost` in one, `second_cost` in the other."""

    first: Mechanism
    second: Mechanism
    first_cost: Exact
    second_cost: Exact


def break_sufficiency(utility: Utility, inputs: int, outputs: int, denominator: int) -> BrokenSufficiency | None:
    """Return the first small mechanism and elementary post-processing under which the utility increases, or None.

    Every post-processing is a chain of elementary ones, which exchange two outputs, split an output (here in halves, or
    into itself and nothing), or merge two. If the utility raises MechanismError, it is undefined and is not compared.

    The answer is found by search, and a counterexample is exact. Raises ParameterError, TooLargeError.
    Reference: axioms paper, Axiom 3.1.4 and Appendix F.
    """
    mechanisms = small_mechanisms(inputs, outputs, denominator)
    kernels = list(_elementary(outputs))
    for mechanism in mechanisms:
        before = _defined(utility, mechanism)
        if before is None:
            continue
        for kernel in kernels:
            after = _defined(utility, mechanism.postprocess(kernel))
            if after is not None and after > before:
                return BrokenSufficiency(mechanism, kernel, before, after)
    return None


def break_branching(utility: Utility, inputs: int, outputs: int, denominator: int) -> BrokenBranching | None:
    """Return the first two small mechanisms with the same rows o1, o2 whose merge costs them differently, or None.

    The answer is found by search, and a counterexample is exact. Raises ParameterError, TooLargeError.
    Reference: axioms paper, Axiom 3.2.6.
    """
    mechanisms = small_mechanisms(inputs, outputs, denominator)
    if outputs < 2:
        raise ParameterError(f"{outputs}", place="outputs", expected="at least the two that are merged")
    merge = _kernel(outputs, {1: {0: ONE}})
    seen: dict[tuple[object, ...], tuple[Mechanism, Exact]] = {}
    for mechanism in mechanisms:
        whole, merged = _defined(utility, mechanism), _defined(utility, mechanism.postprocess(merge))
        if whole is None or merged is None:
            continue
        cost = whole - merged
        other, other_cost = seen.setdefault(mechanism.column_stochastic()[:2], (mechanism, cost))
        if cost != other_cost:
            return BrokenBranching(other, mechanism, other_cost, cost)
    return None


def _defined(utility: Utility, mechanism: Mechanism) -> Exact | None:
    try:
        return exact_at(need.function(utility, "utility", "a function of a mechanism")(mechanism), "utility")
    except MechanismError:
        return None


def _kernel(size: int, images: dict[int, dict[int, Exact]]) -> Mechanism:
    """Return the kernel that sends output i of `size` to the outputs and probabilities of images[i], or keeps it."""
    laws = [images.get(i, {i: ONE}) for i in range(size)]
    labels = sorted({o for law in laws for o in law})
    return Mechanism.from_rows(range(size), labels, [[law.get(o, 0) for o in labels] for law in laws])


def _elementary(size: int) -> Iterator[Mechanism]:
    """Yield exchanges, merges of b into a (b is gone, or stays with probability 0), and splits of each output."""
    for a, b in combinations(range(size), 2):
        yield _kernel(size, {a: {b: ONE}, b: {a: ONE}})
        yield _kernel(size, {b: {a: ONE}})
        yield _kernel(size, {b: {a: ONE, b: ZERO}})
    for a in range(size):
        for share in (HALF, ONE):
            yield _kernel(size, {a: {a: share, size: 1 - share}})


def small_mechanisms(inputs: int, outputs: int, denominator: int) -> Iterator[Mechanism]:
    """Yield all mechanisms with these numbers of inputs and outputs whose entries are multiples of 1/denominator.

    Raises ParameterError, TooLargeError.
    """
    for name, value in (("inputs", inputs), ("outputs", outputs), ("denominator", denominator)):
        need.integer(value, name, 1)
    sizes = max(inputs, outputs) <= MAX_SIZE and denominator <= MAX_MECHANISMS
    if not sizes or comb(denominator + outputs - 1, outputs - 1) ** inputs > MAX_MECHANISMS:
        came = f"{value_excerpt((inputs, outputs))} with the denominator {value_excerpt(denominator)}"
        expected = f"at most {MAX_SIZE} inputs and outputs and {MAX_MECHANISMS} mechanisms"
        raise TooLargeError(came, place="search", expected=expected, remedy="take smaller ones")
    return mechanisms_over(inputs, range(outputs), denominator)


def mechanisms_over(inputs: int, outputs: Sequence[Label], denominator: int) -> Iterator[Mechanism]:
    """Yield all mechanisms from 0, ..., inputs - 1 to the outputs whose entries are multiples of 1/denominator."""
    cuts = combinations_with_replacement(range(denominator + 1), len(outputs) - 1)
    rows = [[b - a for a, b in pairwise((0, *cut, denominator))] for cut in cuts]
    for matrix in product(rows, repeat=inputs):
        yield Mechanism.from_numerators(range(inputs), outputs, matrix, denominator)
