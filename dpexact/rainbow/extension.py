"""The linear program of all mechanisms that extend given distributions at fixed vertices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.rainbow.boundary import distribution
from dpexact.rainbow.transition import transition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.linear_programs import Outcome
    from dpexact.mechanisms.labels import Label
    from dpexact.rainbow.graph import RainbowGraph
    from dpexact.rainbow.transition import Transition

Coefficients = dict["Label", Exact]
Constraint = tuple[Coefficients, str, Exact]
Prefix = tuple["Label", int]


@dataclass(frozen=True)
class Extension:
    """The (epsilon, delta)-DP mechanisms on a rainbow graph with given distributions at the fixed vertices.

    Variables: ("p", v, c), the probability of color c at a free vertex v. Constraints for neighbors u, v, both ways:
    p_u(c) <= E p_v(c) for delta = 0; else excesses ("x", u, v, c) >= 0 with p_u(c) - E p_v(c) <= excess, whose sum over
    c is at most delta: the largest p_u(S) - E p_v(S) is the sum of the positive parts.
    """

    graph: RainbowGraph
    fixed: Mapping[Label, Mapping[Label, Exact]]
    rule: Transition

    @property
    def free(self) -> tuple[Label, ...]:
        """The vertices that are not fixed."""
        return tuple(vertex for vertex in self.graph.vertices if vertex not in self.fixed)

    @property
    def prefixes(self) -> tuple[Prefix, ...]:
        """(v, k) for every free vertex v and every k < q: the prefix sum s_k of v."""
        return tuple((vertex, k) for vertex in self.free for k in range(1, len(self.graph.colors)))

    def prefix(self, vertex: Label, k: int) -> Coefficients:
        """The coefficients of the prefix sum s_k of a free vertex."""
        return {("p", vertex, color): exact(1) for color in self.graph.rainbows[vertex][:k]}

    def best(self, objective: Mapping[Label, Exact], more: Iterable[Constraint] = ()) -> Outcome:
        """Maximize (the program minimizes the negative) over the mechanisms that meet more constraints as well."""
        from dpexact.linear_programs import LinearProgram, solve

        rows = [*self.constraints(), *more]
        names = dict.fromkeys(
            [("p", vertex, color) for vertex in self.free for color in self.graph.colors]
            + [name for coefficients, _, _ in rows for name in coefficients]
        )
        negative = {name: -value for name, value in objective.items()}
        return solve(LinearProgram.from_rows(names or ["nothing"], negative, rows))

    def mechanism(self, point: Mapping[Label, Exact]) -> Mechanism:
        """The mechanism of a point of the program."""
        rows = [
            [
                self.fixed[vertex][color] if vertex in self.fixed else point["p", vertex, color]
                for color in self.graph.colors
            ]
            for vertex in self.graph.vertices
        ]
        return Mechanism.from_rows(self.graph.vertices, self.graph.colors, rows)

    def constraints(self) -> list[Constraint]:
        """The rows of the program."""
        one = exact(1)
        rows: list[Constraint] = [
            ({("p", vertex, color): one for color in self.graph.colors}, "=", one) for vertex in self.free
        ]
        for u, v in self.graph.neighbors.ordered_pairs():
            rows += self._loss(u, v)
        return rows

    def _loss(self, u: Label, v: Label) -> list[Constraint]:
        """The constraints P_u(S) <= E P_v(S) + delta for all S."""
        if u in self.fixed and v in self.fixed:
            excess = [self.fixed[u][c] - self.rule.exp_epsilon * self.fixed[v][c] for c in self.graph.colors]
            return [({}, "<=", self.rule.delta - sum((max(e, exact(0)) for e in excess), exact(0)))]
        rows: list[Constraint] = []
        for color in self.graph.colors:
            coefficients, bound = self._difference(u, v, color)
            if self.rule.delta:
                coefficients["x", u, v, color] = exact(-1)
            rows.append((coefficients, "<=", bound))
        if self.rule.delta:
            rows.append(({("x", u, v, color): exact(1) for color in self.graph.colors}, "<=", self.rule.delta))
        return rows

    def _difference(self, u: Label, v: Label, color: Label) -> tuple[Coefficients, Exact]:
        """p_u(c) - E p_v(c) <= bound, with what is fixed on the right."""
        coefficients: Coefficients = {}
        bound = exact(0)
        for vertex, factor in ((u, exact(1)), (v, -self.rule.exp_epsilon)):
            if vertex in self.fixed:
                bound -= factor * self.fixed[vertex][color]
            else:
                coefficients["p", vertex, color] = factor
        return coefficients, bound


def extension(graph: RainbowGraph, fixed: object, exp_epsilon: object, delta: object) -> Extension:
    """Read fixed: {vertex: {color: value}} and the parameters.

    Raises: ParameterError for an unknown vertex, what is no distribution, and parameters out of range;
    InexactInputError for floats.
    """
    if not isinstance(fixed, Mapping):
        message = f"fixed: expected {{vertex: {{color: value}}}}, got {fixed!r:.60}"
        raise ParameterError(message)
    for vertex in fixed:
        graph.require(vertex, "fixed")
    read = {vertex: distribution(given, graph.colors, f"fixed[{vertex!r}]") for vertex, given in fixed.items()}
    return Extension(graph, read, transition(exp_epsilon, delta))


def prefix_sums_of(problem: Extension, point: Mapping[Label, Exact]) -> dict[Prefix, Exact]:
    """Every prefix sum of a point of the program."""
    found = {}
    for vertex in problem.free:
        sums = accumulate(point["p", vertex, color] for color in problem.graph.rainbows[vertex])
        found.update({(vertex, k): s for k, s in enumerate(sums, 1) if k < len(problem.graph.colors)})
    return found


def feasible_point(outcome: Outcome) -> Mapping[Label, Exact] | None:
    """The point of an optimum, None if there is none. Every program here is bounded."""
    from dpexact.linear_programs import Optimum

    return outcome.point if isinstance(outcome, Optimum) else None
