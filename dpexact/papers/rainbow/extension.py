"""The linear program of all mechanisms that extend given distributions at fixed vertices of a rainbow graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from dpexact.errors import need
from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, Unbounded, solve
from dpexact.linear_programs.program import Basis
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.rainbow.boundary import distribution
from dpexact.papers.rainbow.graph import RainbowGraph
from dpexact.papers.rainbow.transition import Transition, transition

Coefficients = dict[Label, Exact]
Constraint = tuple[Coefficients, str, Exact]
Prefix = tuple[Label, int]


@dataclass(frozen=True)
class Extension:
    """The (epsilon, delta)-DP mechanisms on a rainbow graph with given distributions at the fixed vertices.

    The variables are ("p", v, c), the probability of color c at a free vertex v. Neighbors u, v are constrained both
    ways, for delta = 0 by p_u(c) <= E p_v(c). Else there are excesses ("x", u, v, c) >= 0 with
    p_u(c) - E p_v(c) <= excess, whose sum over c is at most delta, since the largest p_u(S) - E p_v(S) is the sum of
    the positive parts.
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
        """(v, k) for every free vertex v and every k < q, for the prefix sum s_k of v."""
        return tuple((vertex, k) for vertex in self.free for k in range(1, len(self.graph.colors)))

    def prefix(self, vertex: Label, k: int) -> Coefficients:
        """Return the coefficients of the prefix sum s_k of a free vertex."""
        return {("p", vertex, color): exact(1) for color in self.graph.rainbows[vertex][:k]}

    def best(
        self, objective: Mapping[Label, Exact], more: Iterable[Constraint] = (), start: Basis | None = None
    ) -> Optimum | Infeasible:
        """Maximize over the mechanisms that meet more constraints as well. The program minimizes the negative."""
        rows = [*self.constraints, *more]
        names = dict.fromkeys(
            [("p", vertex, color) for vertex in self.free for color in self.graph.colors]
            + [name for coefficients, _, _ in rows for name in coefficients]
        )
        negative = {name: -value for name, value in objective.items()}
        outcome = solve(LinearProgram.from_rows(names or ["nothing"], negative, rows), start)
        if isinstance(outcome, Unbounded):
            raise AssertionError(outcome)  # noqa: TRY004 - unreachable: 0 <= probability <= 1, 0 <= shortfall
        return outcome

    def largest_sum(self) -> Optimum | Infeasible:
        """Maximize the sum of all prefix sums, whose basis is close to the one of each by itself."""
        objective: Coefficients = {}
        for prefix in self.prefixes:
            for name, value in self.prefix(*prefix).items():
                objective[name] = objective.get(name, exact(0)) + value
        return self.best(objective)

    def mechanism(self, point: Mapping[Label, Exact]) -> Mechanism:
        """Return the mechanism of a point of the program."""
        laws = [
            self.fixed.get(vertex) or {color: point["p", vertex, color] for color in self.graph.colors}
            for vertex in self.graph.vertices
        ]
        rows = [[law[color] for color in self.graph.colors] for law in laws]
        return Mechanism.from_rows(self.graph.vertices, self.graph.colors, rows)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The rows of the program, a sum for each free vertex, then the losses of the ordered pairs."""
        size = len(self.graph.colors)
        sums: list[Constraint] = [(self.prefix(vertex, size), "=", exact(1)) for vertex in self.free]
        return (*sums, *(row for rows in self._losses for row in rows))

    def events(self, dual: Sequence[Exact]) -> Iterator[tuple[int, list[int], Exact]]:
        """Yield the inequalities P_u(S) <= E P_v(S) + delta that a dual vector of a program adds up, with weights > 0.

        Yields the place of (u, v) among the pairs, the places of the colors of S, and the weight. A dual vector has a
        share f(c) for each color. f is the sum of its steps, each times the event of the colors whose share is at least
        the level that the step leads to.
        """
        rest = iter(dual[len(self.free) :])
        for place, ((u, v), rows) in enumerate(zip(self.pairs, self._losses, strict=True)):
            shares = [-y for y in islice(rest, len(rows))][: len(self.graph.colors)]
            if u in self.fixed and v in self.fixed:
                shares = [shares[0] if excess > 0 else exact(0) for excess in self._excesses(u, v)]
            level = exact(0)
            for following in sorted({share for share in shares if share > 0}):
                yield place, [c for c, share in enumerate(shares) if share >= following], following - level
                level = following

    @cached_property
    def pairs(self) -> tuple[tuple[Label, Label], ...]:
        """The ordered pairs of neighbors."""
        return tuple(self.graph.neighbors.ordered_pairs())

    @cached_property
    def _losses(self) -> tuple[list[Constraint], ...]:
        return tuple(self._loss(u, v) for u, v in self.pairs)

    def _loss(self, u: Label, v: Label) -> list[Constraint]:
        """Return the constraints P_u(S) <= E P_v(S) + delta for all S."""
        if u in self.fixed and v in self.fixed:
            loss = sum((max(excess, exact(0)) for excess in self._excesses(u, v)), exact(0))
            return [({}, "<=", self.rule.delta - loss)]
        rows: list[Constraint] = []
        for color in self.graph.colors:
            coefficients, bound = self._difference(u, v, color)
            if self.rule.delta:
                coefficients["x", u, v, color] = exact(-1)
            rows.append((coefficients, "<=", bound))
        if self.rule.delta:
            rows.append(({("x", u, v, color): exact(1) for color in self.graph.colors}, "<=", self.rule.delta))
        return rows

    def _excesses(self, u: Label, v: Label) -> list[Exact]:
        """Return p_u(c) - E p_v(c) of fixed vertices."""
        return [self.fixed[u][c] - self.rule.exp_epsilon * self.fixed[v][c] for c in self.graph.colors]

    def _difference(self, u: Label, v: Label, color: Label) -> tuple[Coefficients, Exact]:
        """Write p_u(c) - E p_v(c) <= bound, with the fixed terms on the right."""
        coefficients: Coefficients = {}
        bound = exact(0)
        for vertex, factor in ((u, exact(1)), (v, -self.rule.exp_epsilon)):
            if vertex in self.fixed:
                bound -= factor * self.fixed[vertex][color]
            else:
                coefficients["p", vertex, color] = factor
        return coefficients, bound


def extension(graph: RainbowGraph, fixed: object, exp_epsilon: object, delta: object) -> Extension:
    """Read the distributions {vertex: {color: value}} at the fixed vertices, and the parameters.

    Raises: ParameterError for an unknown vertex, a row that is not a distribution, and parameters out of range,
    InexactInputError for floats.
    """
    need.instance(graph, RainbowGraph, "graph")
    laws = need.mapping(fixed, "fixed", "{vertex: {color: value}}")
    for vertex in laws:
        graph.require(vertex, "fixed")
    read = {vertex: distribution(law, graph.colors, f"fixed[{value_excerpt(vertex)}]") for vertex, law in laws.items()}
    return Extension(graph, read, transition(exp_epsilon, delta))
