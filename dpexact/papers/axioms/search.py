"""Search for small mechanisms at which a utility breaks an axiom: post-processing (3.1.4) or branching (3.2.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb

from dpexact.errors import MechanismError, ParameterError, TooLargeError, need
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt

Utility = Callable[[Mechanism], Exact]

MAX_MECHANISMS = 1_000_000
MAX_SIZE = 50  # inputs, outputs


@dataclass(frozen=True)
class BrokenSufficiency:
    """A mechanism and a kernel after which the utility is greater: `after` > `before`."""

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


def small_mechanisms(inputs: int, outputs: int, denominator: int) -> Iterator[Mechanism]:
    """Yield all mechanisms with these numbers of inputs and outputs whose entries are multiples of 1/denominator.

    Raises: ParameterError, TooLargeError.
    """
    _require_small(inputs, outputs, denominator)
    cuts = combinations_with_replacement(range(denominator + 1), outputs - 1)
    rows = [[b - a for a, b in pairwise((0, *cut, denominator))] for cut in cuts]
    for matrix in product(rows, repeat=inputs):
        yield Mechanism.from_numerators(range(inputs), range(outputs), matrix, denominator)


def _require_small(inputs: int, outputs: int, denominator: int) -> None:
    """Raise ParameterError, TooLargeError."""
    for name, value in (("inputs", inputs), ("outputs", outputs), ("denominator", denominator)):
        need.integer(value, name, 1)
    sizes = max(inputs, outputs) <= MAX_SIZE and denominator <= MAX_MECHANISMS
    if not sizes or comb(denominator + outputs - 1, outputs - 1) ** inputs > MAX_MECHANISMS:
        raise TooLargeError(
            f"{value_excerpt((inputs, outputs))} with the denominator {value_excerpt(denominator)}",
            place="search",
            expected=f"at most {MAX_SIZE} inputs and outputs and {MAX_MECHANISMS} mechanisms",
            remedy="take smaller ones",
        )


def break_sufficiency(utility: Utility, inputs: int, outputs: int, denominator: int) -> BrokenSufficiency | None:
    """Return the first small mechanism and elementary post-processing under which the utility increases, or None.

    Every post-processing is a chain of the elementary ones: exchange two outputs, split an output (here in halves, or
    into itself and nothing), merge two. Where the utility raises MechanismError it is not defined, and nothing is
    compared.

    Guarantee: search; what is returned is exact. Raises: ParameterError, TooLargeError.
    Reference: axioms paper, Axiom 3.1.4 and Appendix F.
    """
    _require_small(inputs, outputs, denominator)
    kernels = list(_elementary(outputs))
    for mechanism in small_mechanisms(inputs, outputs, denominator):
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

    Guarantee: search; what is returned is exact. Raises: ParameterError, TooLargeError.
    Reference: axioms paper, Axiom 3.2.6.
    """
    _require_small(inputs, outputs, denominator)
    if outputs < 2:
        raise ParameterError(f"{outputs}", place="outputs", expected="at least the two that are merged")
    merge = _merge(outputs, 0, 1)
    seen: dict[tuple[object, ...], tuple[Mechanism, Exact]] = {}
    for mechanism in small_mechanisms(inputs, outputs, denominator):
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
    one = exact(1)
    sent = [images.get(i, {i: one}) for i in range(size)]
    labels = sorted({o for given in sent for o in given})
    return Mechanism.from_rows(range(size), labels, [[given.get(o, 0) for o in labels] for given in sent])


def _merge(size: int, a: int, b: int) -> Mechanism:
    return _kernel(size, {b: {a: exact(1)}})


def _elementary(size: int) -> Iterator[Mechanism]:
    """Yield exchanges, merges (b goes to a; b is gone, or stays with probability 0), and splits of each output."""
    one, none = exact(1), exact(0)
    for a, b in combinations(range(size), 2):
        yield _kernel(size, {a: {b: one}, b: {a: one}})
        yield _merge(size, a, b)
        yield _kernel(size, {b: {a: one, b: none}})
    for a in range(size):
        for share in (exact("1/2"), one):
            yield _kernel(size, {a: {a: share, size: 1 - share}})
