"""The greatest mechanism for arbitrary fixed vertices, in dominance order and in lexicographic order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from dpexact.numbers.exact import Exact, exact
from dpexact.rainbow.extension import Extension, extension, feasible_point, prefix_sums_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.certificates.certificate import Certificate
    from dpexact.linear_programs import Outcome
    from dpexact.mechanisms.labels import Label
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
    outcome: Outcome = field(repr=False)
    problem: Extension = field(repr=False)

    @property
    def exists(self) -> bool:
        """Whether there is a greatest mechanism."""
        return self.mechanism is not None

    def certificate(self) -> Certificate:
        """A certificate of one linear program that settles the answer, built on demand.

        Not feasible: the program of the mechanisms has no point. No greatest one: the least shortfall is more than 0,
        for goals that the witnesses attain. A greatest one in dominance order: one copy of the program for each
        (vertex, k); `mechanism` attains the sum of the largest s_k. In lexicographic order: the shortfall 0.
        """
        if self.exists and self.order == "dominance":
            return self.largest_sum().certificate()
        return self.outcome.certificate()

    def largest_sum(self) -> Outcome:
        """The program with one copy for each (vertex, k), which maximizes the sum of all prefix sums independently.

        Its value is minus the sum of the goals (a program minimizes).
        """
        from dpexact.linear_programs import LinearProgram, solve

        rows: list[Constraint] = []
        objective: dict[Label, Exact] = {}
        for vertex, k in self.problem.prefixes or (("", 0),):
            for coefficients, relation, bound in self.problem.constraints():
                rows.append(({(vertex, k, name): c for name, c in coefficients.items()}, relation, bound))
            if k:
                objective.update({(vertex, k, name): -c for name, c in self.problem.prefix(vertex, k).items()})
        names = dict.fromkeys([*objective, *(name for coefficients, _, _ in rows for name in coefficients)])
        return solve(LinearProgram.from_rows(names or ["nothing"], objective, rows))


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
    witnesses: dict[Prefix, Mapping[Label, Exact]] = {}
    for prefix in problem.prefixes:
        outcome = problem.best(problem.prefix(*prefix))
        point = feasible_point(outcome)
        if point is None:
            return GreatestMechanism("dominance", False, None, {}, None, {}, outcome, problem)
        witnesses[prefix] = point
    return _together(problem, "dominance", witnesses)


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
    witnesses: dict[Prefix, Mapping[Label, Exact]] = {}
    for vertex in problem.free:
        pinned: list[Constraint] = []
        for k in range(1, len(graph.colors)):
            coefficients = problem.prefix(vertex, k)
            outcome = problem.best(coefficients, pinned)
            point = feasible_point(outcome)
            if point is None:
                return GreatestMechanism("lexicographic", False, None, {}, None, {}, outcome, problem)
            witnesses[vertex, k] = point
            pinned.append((coefficients, "=", prefix_sums_of(problem, point)[vertex, k]))
    return _together(problem, "lexicographic", witnesses)


def _together(problem: Extension, order: Order, witnesses: Mapping[Prefix, Mapping[Label, Exact]]) -> GreatestMechanism:
    """Whether one mechanism has all the prefix sums that the witnesses attain one by one."""
    goals = {prefix: prefix_sums_of(problem, point)[prefix] for prefix, point in witnesses.items()}
    rows: list[Constraint] = []
    for prefix, goal in goals.items():
        rows.append(({**problem.prefix(*prefix), "shortfall": exact(1)}, ">=", goal))
    outcome = problem.best({"shortfall": exact(-1)} if rows else {}, rows)
    point = feasible_point(outcome)
    if point is None:
        return GreatestMechanism(order, False, None, {}, None, {}, outcome, problem)
    shortfall = point["shortfall"] if rows else exact(0)
    mechanism = problem.mechanism(point) if shortfall == 0 else None
    single = {prefix: problem.mechanism(witness) for prefix, witness in witnesses.items()}
    return GreatestMechanism(order, True, mechanism, goals, shortfall, single, outcome, problem)
