"""The greatest mechanism that extends given distributions at fixed vertices of a rainbow graph, and its certificate.

All such mechanisms are the points of a linear program. Greatest is meant in dominance or in lexicographic order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Literal

from dpexact.certificates.certificate import Certificate, label_json, weights_json, within_limits
from dpexact.certificates.encoding import Encoder
from dpexact.errors import VerdictError, need
from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, Unbounded, solve
from dpexact.linear_programs.outcome import cleared_sums
from dpexact.linear_programs.program import Basis, Linear, loss_rows
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.rainbow.graph import Laws, RainbowGraph
from dpexact.papers.rainbow.optimal import distribution
from dpexact.papers.rainbow.transition import Transition, transition
from dpexact.privacy.divergence import hockey_stick

Coefficients = dict[Label, Exact]
Constraint = tuple[Coefficients, str, Exact]
Prefix = tuple[Label, int]
Order = Literal["dominance", "lexicographic"]


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
        negative = {name: -value for name, value in objective.items()}
        names = dict.fromkeys(name for coefficients in (*(row[0] for row in rows), negative) for name in coefficients)
        outcome = solve(LinearProgram.from_rows(names or ["nothing"], negative, rows), start)
        if isinstance(outcome, Unbounded):
            raise AssertionError(outcome)  # noqa: TRY004 - unreachable: 0 <= probability <= 1, 0 <= shortfall
        return outcome

    def mechanism(self, point: Mapping[Label, Exact]) -> Mechanism:
        """Return the mechanism of a point of the program."""
        free = {vertex: {color: point["p", vertex, color] for color in self.graph.colors} for vertex in self.free}
        laws = {**free, **self.fixed}
        rows = [[laws[vertex][color] for color in self.graph.colors] for vertex in self.graph.vertices]
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
        for place, rows in enumerate(self._losses):
            shares = [-y for y in islice(rest, len(rows))][: len(self.graph.colors)]
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
        """Return the constraints P_u(S) <= E P_v(S) + delta for all S, none for fixed vertices that are close."""
        if u in self.fixed and v in self.fixed:
            p, q = (tuple(self.fixed[vertex].values()) for vertex in (u, v))
            if hockey_stick(p, q, self.rule.exp_epsilon) <= self.rule.delta:
                return []
        excesses: list[Label] = [("x", u, v, color) for color in self.graph.colors] if self.rule.delta else []
        rows = loss_rows(self._law(u), self._law(v), self.rule.exp_epsilon, excesses or [None] * len(self.graph.colors))
        return [*rows, *([(dict.fromkeys(excesses, exact(1)), "<=", self.rule.delta)] if excesses else [])]

    def _law(self, vertex: Label) -> list[Linear]:
        """Return the probabilities of the colors, which are numbers at a fixed vertex and variables at a free one."""
        if vertex in self.fixed:
            return [({}, self.fixed[vertex][color]) for color in self.graph.colors]
        return [({("p", vertex, color): exact(1)}, exact(0)) for color in self.graph.colors]


@dataclass(frozen=True)
class GreatestMechanism:
    """The answer to whether the mechanisms that extend fixed distributions have a greatest one, and which.

    `feasible` says that there is a mechanism at all, `exists` that one of them, `mechanism`, is at least every other at
    every vertex. `goals` {(vertex, k): value} are the prefix sums that it must have. In dominance order they are the
    largest s_k of the vertex, in lexicographic order the largest s_k among the mechanisms with the largest s_1, ...,
    s_{k-1} there. `witnesses` {(vertex, k): mechanism} attain them one by one. `shortfall` is the least t such that one
    mechanism has s_k >= goal - t for all of them. It is 0 if and only if the greatest one exists, and None if nothing
    is feasible.

    The answer is exact.
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
        """Raise VerdictError, since feasibility and existence are two questions."""
        raise VerdictError("the truth of a GreatestMechanism: ask .exists or .feasible")

    @property
    def exists(self) -> bool:
        """Return whether there is a greatest mechanism."""
        return self.mechanism is not None

    def certificate(self) -> Certificate:
        """Return a certificate of the answer about this graph and these fixed distributions, built on demand.

        It has the inequalities P_u(S) <= E P_v(S) + delta that bound each prefix sum by its value in the greatest
        mechanism, or those that cannot be met together with the goals, and mechanisms that attain the goals, or those
        that cannot be met at all.

        Reference: docs/certificate-format.md, `greatest-mechanism`.
        """
        rule, fixed = self.problem.rule, self.problem.fixed.values()
        numbers = (rule.exp_epsilon, rule.delta, *(value for row in fixed for value in row.values()))
        encoder = Encoder.of({number.field for number in numbers})
        statement = _statement(self, encoder)
        if self.mechanism is not None:
            statement |= {"answer": "greatest", "weights": weights_json(self.mechanism, encoder)}
            evidence: dict[str, Any] = {"maxima": [_maximum(self, encoder, prefix) for prefix in self.problem.prefixes]}
        elif isinstance(self.together, Infeasible):
            statement["answer"] = "infeasible"
            evidence = {"events": _proof(self.problem, encoder, (), self.together.farkas)["events"]}
        else:
            statement["answer"] = "none"
            evidence = _contradiction(self, encoder, self.together.dual)
        return within_limits(Certificate(statement, evidence))


def _statement(answer: GreatestMechanism, encoder: Encoder) -> dict[str, Any]:
    """Write the question."""
    problem, graph = answer.problem, answer.problem.graph
    inputs = {vertex: place for place, vertex in enumerate(graph.vertices)}
    outputs = {color: place for place, color in enumerate(graph.colors)}
    fixed = [vertex for vertex in inputs if vertex in problem.fixed]
    rows = [tuple(problem.fixed[vertex].values()) for vertex in fixed]
    weights = weights_json(Mechanism.from_rows(fixed, graph.colors, rows), encoder) if fixed else {"rows": []}
    return {
        "kind": "greatest-mechanism",
        "order": answer.order,
        "generators": encoder.generators(),
        "inputs": [label_json(vertex) for vertex in inputs],
        "outputs": [label_json(color) for color in outputs],
        "rainbows": [[outputs[color] for color in rainbow] for rainbow in graph.rainbows.values()],
        "fixed": {"inputs": [inputs[vertex] for vertex in fixed], "weights": weights},
        "pairs": [[inputs[u], inputs[v]] for u, v in problem.pairs],
        "exp_epsilon": encoder.quotient(problem.rule.exp_epsilon),
        "delta": encoder.quotient(problem.rule.delta),
    }


def _maximum(answer: GreatestMechanism, encoder: Encoder, prefix: Prefix) -> dict[str, Any]:
    """Write the proof that s_k is at most its goal.

    In lexicographic order the last rows of the program pin s_1, ..., s_(k-1).
    """
    dual = answer.maxima[prefix].dual
    before = dual[len(answer.problem.constraints) :] or [exact(0)] * (prefix[1] - 1)
    return _proof(answer.problem, encoder, [*before, exact(1)], dual)


def _contradiction(answer: GreatestMechanism, encoder: Encoder, dual: Sequence[Exact]) -> dict[str, Any]:
    """Write the proof that no mechanism reaches all goals, with mechanisms that attain those with a multiplier."""
    shares = dict(zip(answer.goals, dual[len(answer.problem.constraints) :], strict=True))
    used = [prefix for prefix, share in shares.items() if share]
    if lexicographic := answer.order == "lexicographic":  # the last one of a vertex has those before it too
        used = [*dict(used).items()]
    sums = {(v, k): [shares[v, j] if lexicographic or j == k else exact(0) for j in range(1, k + 1)] for v, k in used}
    proof = _proof(answer.problem, encoder, [share for row in sums.values() for share in row], dual)
    rest = iter(proof["sums"])
    inputs = {vertex: place for place, vertex in enumerate(answer.problem.graph.vertices)}
    witnesses = [
        {
            "input": inputs[vertex],
            "weights": weights_json(answer.witnesses[vertex, k], encoder),
            "sums": [next(rest) for _ in range(k)],
            "maxima": [_maximum(answer, encoder, (vertex, j)) for j in range(1, k) if lexicographic],
        }
        for vertex, k in sums
    ]
    return {"witnesses": witnesses, "events": proof["events"]}


def _proof(problem: Extension, encoder: Encoder, multipliers: Sequence[Exact], dual: Sequence[Exact]) -> dict[str, Any]:
    """Write multipliers of prefix sums, and the inequalities of a dual vector, all times one positive number."""
    events = list(problem.events(dual))
    _, whole = cleared_sums(encoder, [*multipliers, *(weight for *_, weight in events)])
    sums, weights = whole[: len(multipliers)], whole[len(multipliers) :]
    written = [[pair, event, weight] for (pair, event, _), weight in zip(events, weights, strict=True)]
    return {"sums": sums, "events": written}


def greatest_mechanism(
    graph: RainbowGraph, fixed: Laws, exp_epsilon: object = None, delta: object = 0, *, epsilon: object = None
) -> GreatestMechanism:
    """Find the (epsilon, delta)-DP mechanism with M(v) = fixed[v] that dominates every other one, by exact programs.

    One program for each free vertex and each k < q gives the largest s_k. A greatest mechanism attains all of them at
    once, and one more program decides whether that is possible. `fixed` need not be a boundary condition.

    The answer is exact.
    Raises ParameterError for an unknown vertex, a row that is not a distribution, and parameters out of range or free.
    Reference: rainbow paper, Definition 3 and Example 1.
    """
    return _answer("dominance", graph, fixed, transition(one_factor(exp_epsilon, epsilon), delta))


def lexicographic_mechanism(
    graph: RainbowGraph, fixed: Laws, exp_epsilon: object = None, delta: object = 0, *, epsilon: object = None
) -> GreatestMechanism:
    """Return the mechanism with M(v) = fixed[v] that is lexicographically at least every other one at every vertex.

    x is lexicographically larger than y if x_k > y_k at the first k at which they differ, in the preference order of
    the vertex. A mechanism that dominates all others is also this one. For the converse see
    `docs/rainbow_open_question.md`.

    The answer is exact. Raises the errors of `greatest_mechanism`.
    Reference: rainbow paper, Section 6.3.
    """
    return _answer("lexicographic", graph, fixed, transition(one_factor(exp_epsilon, epsilon), delta))


def _answer(order: Order, graph: RainbowGraph, fixed: Laws, rule: Transition) -> GreatestMechanism:
    """Maximize each prefix sum, in lexicographic order among those that maximize the ones before, then all together."""
    need.instance(graph, RainbowGraph, "graph")
    laws = need.mapping(fixed, "fixed", "{vertex: {color: value}}")
    for vertex in laws:
        graph.require(vertex, "fixed")
    read = {vertex: distribution(law, graph.colors, f"fixed[{value_excerpt(vertex)}]") for vertex, law in laws.items()}
    problem = Extension(graph, read, rule)
    counts = Counter(name for prefix in problem.prefixes for name in problem.prefix(*prefix))
    first = problem.best({name: exact(count) for name, count in counts.items()})  # its basis is close to that of each
    if not isinstance(first, Optimum):
        return GreatestMechanism(order, False, None, {}, None, {}, problem, {}, first)
    maxima: dict[Prefix, Optimum] = {}
    pinned: list[Constraint] = []
    for vertex, k in problem.prefixes:
        if k == 1:
            pinned = []
        coefficients = problem.prefix(vertex, k)
        optimum: Any = problem.best(coefficients, pinned, first.basis)  # feasible, as all programs after the first
        maxima[vertex, k] = optimum
        if order == "lexicographic":
            pinned.append((coefficients, "=", -optimum.value))
    goals = {prefix: -optimum.value for prefix, optimum in maxima.items()}  # a program minimizes
    rows: list[Constraint] = [
        ({**problem.prefix(*prefix), "shortfall": exact(1)}, ">=", goal) for prefix, goal in goals.items()
    ]
    together: Any = problem.best({"shortfall": exact(-1)}, rows)
    mechanism = None if together.value else problem.mechanism(together.point)
    witnesses = {prefix: problem.mechanism(optimum.point) for prefix, optimum in maxima.items()}
    return GreatestMechanism(order, True, mechanism, goals, together.value, witnesses, problem, maxima, together)
