"""The greatest mechanism for arbitrary fixed vertices, in dominance or lexicographic order, and its certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from dpexact.certificates.certificate import Certificate, label_json, weights_json, within_limits
from dpexact.certificates.encoding import Encoder
from dpexact.errors import VerdictError
from dpexact.linear_programs import Infeasible, Optimum
from dpexact.linear_programs.outcome import cleared_sums
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.rainbow.extension import Constraint, Extension, Prefix, extension
from dpexact.papers.rainbow.graph import RainbowGraph

Order = Literal["dominance", "lexicographic"]


@dataclass(frozen=True)
class GreatestMechanism:
    """The answer to whether the mechanisms that extend fixed distributions have a greatest one, and which.

    `feasible` says that there is a mechanism at all, `exists` that one of them, `mechanism`, is at least every other at
    every vertex. `goals` {(vertex, k): value} are the prefix sums that it must have. In dominance order they are the
    largest s_k of the vertex, in lexicographic order the largest s_k among the mechanisms with the largest s_1, ...,
    s_{k-1} there. `witnesses` {(vertex, k): mechanism} attain them one by one. `shortfall` is the least t such that one
    mechanism has s_k >= goal - t for all of them. It is 0 if and only if the greatest one exists, and None if nothing
    is feasible.

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
        return greatest_mechanism_certificate(self)


def greatest_mechanism_certificate(answer: GreatestMechanism) -> Certificate:
    """Certify that the mechanism is the greatest one, or none is the greatest, or none exists at all."""
    encoder = _encoder(answer)
    statement = _statement(answer, encoder)
    if answer.mechanism is not None:
        maxima = [_maximum(answer, encoder, prefix) for prefix in answer.problem.prefixes]
        return within_limits(Certificate({**statement, "answer": "greatest"}, {"maxima": maxima}))
    if not answer.feasible:
        events = _proof(answer.problem, encoder, (), _dual(answer.together))["events"]
        return within_limits(Certificate({**statement, "answer": "infeasible"}, {"events": events}))
    return within_limits(Certificate({**statement, "answer": "none"}, _contradiction(answer, encoder)))


def _statement(answer: GreatestMechanism, encoder: Encoder) -> dict[str, Any]:
    """Write the statement, all but the answer."""
    problem, graph = answer.problem, answer.problem.graph
    inputs = {vertex: place for place, vertex in enumerate(graph.vertices)}
    outputs = {color: place for place, color in enumerate(graph.colors)}
    fixed = sorted(problem.fixed, key=inputs.__getitem__)
    rows = [[problem.fixed[vertex][color] for color in graph.colors] for vertex in fixed]
    weights = weights_json(Mechanism.from_rows(fixed, graph.colors, rows), encoder) if fixed else {"rows": []}
    statement = {
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
    return statement if answer.mechanism is None else {**statement, "weights": weights_json(answer.mechanism, encoder)}


def _maximum(answer: GreatestMechanism, encoder: Encoder, prefix: Prefix) -> dict[str, Any]:
    """Write the proof that s_k is at most its goal.

    In lexicographic order the last rows of the program pin s_1, ..., s_(k-1).
    """
    dual = answer.maxima[prefix].dual
    pinned = dual[len(answer.problem.constraints) :]
    before = pinned if answer.order == "lexicographic" else [exact(0)] * (prefix[1] - 1)
    return _proof(answer.problem, encoder, [*before, exact(1)], dual)


def _contradiction(answer: GreatestMechanism, encoder: Encoder) -> dict[str, Any]:
    """Write the proof that no mechanism reaches all goals, with mechanisms that attain those with a multiplier."""
    dual = _dual(answer.together)
    shares = dict(zip(answer.goals, dual[len(answer.problem.constraints) :], strict=True))
    used = [prefix for prefix, share in shares.items() if share]
    lexicographic = answer.order == "lexicographic"
    if lexicographic:
        sums = {(vertex, k): [shares[vertex, j] for j in range(1, k + 1)] for vertex, k in dict(used).items()}
    else:
        sums = {(vertex, k): [exact(0)] * (k - 1) + [shares[vertex, k]] for vertex, k in used}
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


def _dual(outcome: Optimum | Infeasible) -> tuple[Exact, ...]:
    """Return the vector that adds up the rows."""
    return outcome.dual if isinstance(outcome, Optimum) else outcome.farkas


def _encoder(answer: GreatestMechanism) -> Encoder:
    rule = answer.problem.rule
    fields = {rule.exp_epsilon.field, rule.delta.field}
    fields |= {value.field for row in answer.problem.fixed.values() for value in row.values()}
    return Encoder.of(fields)


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
