"""The greatest mechanism for arbitrary fixed vertices, in dominance order and in lexicographic order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from dpexact.linear_programs import Optimum
from dpexact.numbers.exact import Exact, exact
from dpexact.rainbow.extension import Extension, extension
from dpexact.rainbow.greatest_certificates import greatest_mechanism_certificate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.certificates.certificate import Certificate
    from dpexact.linear_programs import Infeasible
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.rainbow.extension import Constraint, Prefix
    from dpexact.rainbow.graph import RainbowGraph

Order = Literal["dominance", "lexicographic"]


@dataclass(frozen=True)
class GreatestMechanism:
    """Whether the mechanisms that extend fixed distributions have a greatest one, and which.

    feasible: there is a mechanism at all. exists: one of them is at least every other at every vertex; `mechanism` is
    that one, or None. `goals` {(vertex, k): value} are the prefix sums that it must have: in dominance order the
    largest s_k of the vertex, in lexicographic order the largest s_k among the mechanisms with the largest s_1, ...,
    s_{k-1} there. `witnesses` {(vertex, k): mechanism} attain them one by one. `shortfall` is the least t such that one
    mechanism has s_k >= goal - t for all of them: 0 if and only if it exists (None if nothing is feasible).

    Guarantee: exact.
    """

    order: Order
    feasible: bool
    mechanism: Mechanism | None
    goals: Mapping[Prefix, Exact]
    shortfall: Exact | None
    witnesses: Mapping[Prefix, Mechanism] = field(repr=False)
    problem: Extension = field(repr=False)
    maxima: Mapping[Prefix, Optimum] = field(repr=False)  # the programs whose values are the goals
    together: Optimum | Infeasible = field(repr=False)  # the program of the shortfall, or one that has no point

    def __bool__(self) -> bool:
        """Raises TypeError: whether it is feasible and whether it exists are two questions."""
        message = "the truth of a GreatestMechanism: ask .exists or .feasible"
        raise TypeError(message)

    @property
    def exists(self) -> bool:
        """Whether there is a greatest mechanism."""
        return self.mechanism is not None

    def certificate(self) -> Certificate:
        """A certificate of the answer about this graph and these fixed distributions, built on demand.

        It has the inequalities P_u(S) <= E P_v(S) + delta that bound each prefix sum by that of the greatest mechanism;
        or those that cannot be met together with the goals, and mechanisms that attain the goals; or those that cannot
        be met at all.

        Reference: docs/certificate-format.md, `greatest-mechanism`.
        """
        return greatest_mechanism_certificate(self)


def greatest_mechanism(
    graph: RainbowGraph,
    fixed: Mapping[Any, Mapping[Any, object]],
    exp_epsilon: object,
    delta: object,
) -> GreatestMechanism:
    """The (epsilon, delta)-DP mechanism with M(v) = fixed[v] that dominates every other one, by exact linear programs.

    One program for each free vertex and each k < q gives the largest s_k; a greatest mechanism attains all of them at
    once, and one more program says whether that can be. With nothing fixed at a boundary that is no boundary condition.

    Guarantee: exact.
    Raises: ParameterError for an unknown vertex, what is no distribution, and parameters out of range or free.
    Reference: rainbow paper, Definition 3 and Example 1.
    """
    problem = extension(graph, fixed, exp_epsilon, delta)
    first = problem.largest_sum()
    if not isinstance(first, Optimum):
        return _impossible(problem, "dominance", first)
    maxima: dict[Prefix, Optimum] = {}
    for prefix in problem.prefixes:
        outcome = problem.best(problem.prefix(*prefix), (), first.basis)
        if not isinstance(outcome, Optimum):
            return _impossible(problem, "dominance", outcome)
        maxima[prefix] = outcome
    return _together(problem, "dominance", maxima)


def lexicographic_mechanism(
    graph: RainbowGraph,
    fixed: Mapping[Any, Mapping[Any, object]],
    exp_epsilon: object,
    delta: object,
) -> GreatestMechanism:
    """The mechanism with M(v) = fixed[v] that is lexicographically at least every other one at every vertex.

    x is lexicographically larger than y if x_k > y_k at the first k at which they differ, in the preference order of
    the vertex. A mechanism that dominates all others is also this one; `docs/rainbow_open_question.md` on the converse.

    Guarantee: exact.
    Raises: as `greatest_mechanism`.
    Reference: rainbow paper, Section 6.3.
    """
    problem = extension(graph, fixed, exp_epsilon, delta)
    first = problem.largest_sum()
    if not isinstance(first, Optimum):
        return _impossible(problem, "lexicographic", first)
    maxima: dict[Prefix, Optimum] = {}
    for vertex in problem.free:
        pinned: list[Constraint] = []
        for k in range(1, len(graph.colors)):
            coefficients = problem.prefix(vertex, k)
            outcome = problem.best(coefficients, pinned, first.basis)
            if not isinstance(outcome, Optimum):
                return _impossible(problem, "lexicographic", outcome)
            maxima[vertex, k] = outcome
            pinned.append((coefficients, "=", -outcome.value))
    return _together(problem, "lexicographic", maxima)


def _impossible(problem: Extension, order: Order, outcome: Infeasible) -> GreatestMechanism:
    """The answer where there is no mechanism at all."""
    return GreatestMechanism(order, False, None, {}, None, {}, problem, {}, outcome)


def _together(problem: Extension, order: Order, maxima: Mapping[Prefix, Optimum]) -> GreatestMechanism:
    """Whether one mechanism has all the prefix sums that the points of the maxima attain one by one."""
    goals = {prefix: -optimum.value for prefix, optimum in maxima.items()}  # a program minimizes
    rows: list[Constraint] = []
    for prefix, goal in goals.items():
        rows.append(({**problem.prefix(*prefix), "shortfall": exact(1)}, ">=", goal))
    outcome = problem.best({"shortfall": exact(-1)} if rows else {}, rows)
    if not isinstance(outcome, Optimum):
        return _impossible(problem, order, outcome)
    shortfall = outcome.value
    mechanism = None if shortfall else problem.mechanism(outcome.point)
    witnesses = {prefix: problem.mechanism(optimum.point) for prefix, optimum in maxima.items()}
    return GreatestMechanism(order, True, mechanism, goals, shortfall, witnesses, problem, maxima, outcome)
