"""Find the greatest mechanism for arbitrary fixed vertices, in dominance order and in lexicographic order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpexact.linear_programs import Infeasible, Optimum
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import exact
from dpexact.papers.rainbow.extension import Constraint, Extension, Prefix, extension
from dpexact.papers.rainbow.graph import RainbowGraph
from dpexact.papers.rainbow.greatest_answer import GreatestMechanism, Order


def greatest_mechanism(
    graph: RainbowGraph,
    fixed: Mapping[Any, Mapping[Any, object]],
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> GreatestMechanism:
    """Find the (epsilon, delta)-DP mechanism with M(v) = fixed[v] that dominates every other one, by exact programs.

    One program for each free vertex and each k < q gives the largest s_k. A greatest mechanism attains all of them at
    once, and one more program decides whether that is possible. `fixed` need not be a boundary condition.

    Guarantee: exact.
    Raises: ParameterError for an unknown vertex, a row that is not a distribution, and parameters out of range or free.
    Reference: rainbow paper, Definition 3 and Example 1.
    """
    return _answer(extension(graph, fixed, one_factor(exp_epsilon, epsilon), delta), "dominance")


def lexicographic_mechanism(
    graph: RainbowGraph,
    fixed: Mapping[Any, Mapping[Any, object]],
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> GreatestMechanism:
    """Return the mechanism with M(v) = fixed[v] that is lexicographically at least every other one at every vertex.

    x is lexicographically larger than y if x_k > y_k at the first k at which they differ, in the preference order of
    the vertex. A mechanism that dominates all others is also this one. For the converse see
    `docs/rainbow_open_question.md`.

    Guarantee: exact. Raises: as `greatest_mechanism`.
    Reference: rainbow paper, Section 6.3.
    """
    return _answer(extension(graph, fixed, one_factor(exp_epsilon, epsilon), delta), "lexicographic")


def _answer(problem: Extension, order: Order) -> GreatestMechanism:
    """Maximize each prefix sum, in lexicographic order among the mechanisms that maximize those before it."""
    first = problem.largest_sum()
    if not isinstance(first, Optimum):
        return _impossible(problem, order, first)
    maxima: dict[Prefix, Optimum] = {}
    pinned: list[Constraint] = []
    for vertex, k in problem.prefixes:
        if k == 1:
            pinned = []
        coefficients = problem.prefix(vertex, k)
        outcome = problem.best(coefficients, pinned, first.basis)
        if not isinstance(outcome, Optimum):
            return _impossible(problem, order, outcome)
        maxima[vertex, k] = outcome
        if order == "lexicographic":
            pinned.append((coefficients, "=", -outcome.value))
    return _together(problem, order, maxima)


def _impossible(problem: Extension, order: Order, outcome: Infeasible) -> GreatestMechanism:
    """Return the answer that nothing is feasible."""
    return GreatestMechanism(order, False, None, {}, None, {}, problem, {}, outcome)


def _together(problem: Extension, order: Order, maxima: Mapping[Prefix, Optimum]) -> GreatestMechanism:
    """Return whether one mechanism has all the prefix sums that the points of the maxima attain one by one."""
    goals = {prefix: -optimum.value for prefix, optimum in maxima.items()}  # a program minimizes
    rows: list[Constraint] = [
        ({**problem.prefix(*prefix), "shortfall": exact(1)}, ">=", goal) for prefix, goal in goals.items()
    ]
    outcome = problem.best({"shortfall": exact(-1)} if rows else {}, rows)
    if not isinstance(outcome, Optimum):
        return _impossible(problem, order, outcome)
    shortfall = outcome.value
    mechanism = None if shortfall else problem.mechanism(outcome.point)
    witnesses = {prefix: problem.mechanism(optimum.point) for prefix, optimum in maxima.items()}
    return GreatestMechanism(order, True, mechanism, goals, shortfall, witnesses, problem, maxima, outcome)
