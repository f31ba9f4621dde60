"""Certificates of greatest mechanisms: the dual vectors of the linear programs, read as sums of inequalities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.certificates.certificate import Certificate, label_json, weights_json, within_budget
from dpexact.certificates.encoding import Encoder
from dpexact.linear_programs import Optimum
from dpexact.linear_programs.program_certificates import cleared_sums
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import exact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.linear_programs import Infeasible
    from dpexact.numbers.exact import Exact
    from dpexact.rainbow.extension import Extension, Prefix
    from dpexact.rainbow.greatest import GreatestMechanism


def greatest_mechanism_certificate(found: GreatestMechanism) -> Certificate:
    """Certify the answer: the mechanism is the greatest one, or there is none, or there is no mechanism at all."""
    encoder = _encoder(found)
    statement = _statement(found, encoder)
    if found.mechanism is not None:
        maxima = [_maximum(found, encoder, prefix) for prefix in found.problem.prefixes]
        return within_budget(Certificate({**statement, "answer": "greatest"}, {"maxima": maxima}))
    if not found.feasible:
        events = _proof(found.problem, encoder, (), _dual(found.together))["events"]
        return within_budget(Certificate({**statement, "answer": "infeasible"}, {"events": events}))
    return within_budget(Certificate({**statement, "answer": "none"}, _contradiction(found, encoder)))


def _statement(found: GreatestMechanism, encoder: Encoder) -> dict[str, Any]:
    """All but the answer."""
    problem, graph = found.problem, found.problem.graph
    inputs = {vertex: place for place, vertex in enumerate(graph.vertices)}
    outputs = {color: place for place, color in enumerate(graph.colors)}
    fixed = sorted(problem.fixed, key=inputs.__getitem__)
    rows = [[problem.fixed[vertex][color] for color in graph.colors] for vertex in fixed]
    weights = weights_json(Mechanism.from_rows(fixed, graph.colors, rows), encoder) if fixed else {"rows": []}
    statement = {
        "kind": "greatest-mechanism",
        "order": found.order,
        "generators": encoder.generators(),
        "inputs": [label_json(vertex) for vertex in inputs],
        "outputs": [label_json(color) for color in outputs],
        "rainbows": [[outputs[color] for color in rainbow] for rainbow in graph.rainbows.values()],
        "fixed": {"inputs": [inputs[vertex] for vertex in fixed], "weights": weights},
        "pairs": [[inputs[u], inputs[v]] for u, v in problem.pairs],
        "exp_epsilon": encoder.quotient(problem.rule.exp_epsilon),
        "delta": encoder.quotient(problem.rule.delta),
    }
    return statement if found.mechanism is None else {**statement, "weights": weights_json(found.mechanism, encoder)}


def _maximum(found: GreatestMechanism, encoder: Encoder, prefix: Prefix) -> dict[str, Any]:
    """That s_k is at most its goal; in lexicographic order the last rows of the program pin s_1, ..., s_(k-1)."""
    dual = found.maxima[prefix].dual
    pinned = dual[len(found.problem.constraints) :]
    before = pinned if found.order == "lexicographic" else [exact(0)] * (prefix[1] - 1)
    return _proof(found.problem, encoder, [*before, exact(1)], dual)


def _contradiction(found: GreatestMechanism, encoder: Encoder) -> dict[str, Any]:
    """That no mechanism reaches all goals: those with a multiplier, and mechanisms that attain them."""
    dual = _dual(found.together)
    shares = dict(zip(found.goals, dual[len(found.problem.constraints) :], strict=True))
    used = [prefix for prefix, share in shares.items() if share]
    lexicographic = found.order == "lexicographic"
    if lexicographic:
        sums = {(vertex, k): [shares[vertex, j] for j in range(1, k + 1)] for vertex, k in dict(used).items()}
    else:
        sums = {(vertex, k): [exact(0)] * (k - 1) + [shares[vertex, k]] for vertex, k in used}
    proof = _proof(found.problem, encoder, [share for row in sums.values() for share in row], dual)
    rest = iter(proof["sums"])
    inputs = {vertex: place for place, vertex in enumerate(found.problem.graph.vertices)}
    witnesses = [
        {
            "input": inputs[vertex],
            "weights": weights_json(found.witnesses[vertex, k], encoder),
            "sums": [next(rest) for _ in range(k)],
            "maxima": [_maximum(found, encoder, (vertex, j)) for j in range(1, k) if lexicographic],
        }
        for vertex, k in sums
    ]
    return {"witnesses": witnesses, "events": proof["events"]}


def _proof(problem: Extension, encoder: Encoder, multipliers: Sequence[Exact], dual: Sequence[Exact]) -> dict[str, Any]:
    """Multipliers of prefix sums, and the inequalities of a dual vector, all times one positive number."""
    events = list(problem.events(dual))
    _, whole = cleared_sums(encoder, [*multipliers, *(weight for *_, weight in events)])
    sums, weights = whole[: len(multipliers)], whole[len(multipliers) :]
    written = [[pair, event, weight] for (pair, event, _), weight in zip(events, weights, strict=True)]
    return {"sums": sums, "events": written}


def _dual(outcome: Optimum | Infeasible) -> tuple[Exact, ...]:
    """The vector that adds up the rows."""
    return outcome.dual if isinstance(outcome, Optimum) else outcome.farkas


def _encoder(found: GreatestMechanism) -> Encoder:
    rule = found.problem.rule
    fields = {rule.exp_epsilon.field, rule.delta.field}
    fields |= {value.field for row in found.problem.fixed.values() for value in row.values()}
    return Encoder.of(fields)
