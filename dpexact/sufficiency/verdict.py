"""Evidence about the sufficiency order, and its certificates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dpexact.certificates.certificate import Certificate, label_json, privacy_statement, weights_json, within_limits
from dpexact.certificates.encoding import Encoder
from dpexact.errors import CertificateError
from dpexact.linear_programs.outcome import cleared_sums
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Field, Free
from dpexact.numbers.notebook import shown

Weights = Callable[[Mechanism, Encoder], dict[str, Any]]


def post_processing_certificate(m1: Mechanism, m2: Mechanism, kernel: Mechanism) -> Certificate:
    """Certify that m1 is m2 followed by the kernel."""
    encoder = _encoder(m1.fields | m2.fields | kernel.fields)

    def written(weights: Weights) -> Certificate:
        statement = _order("post-processing", m1, m2, encoder, weights)
        return Certificate(statement, {"kernel": weights(_arranged(kernel, m2, m1), encoder)})

    return _shorter(written)


def not_post_processing_certificate(
    m1: Mechanism, m2: Mechanism, utility: Mapping[tuple[Label, Label], Exact]
) -> Certificate:
    """Certify that m1 is not m2 followed by any random map, since it scores more by this utility."""
    encoder = _encoder(m1.fields | m2.fields | {value.field for value in utility.values()})
    _, sums = cleared_sums(encoder, [utility[o, i] for i in m1.inputs for o in m1.outputs])
    width = len(m1.outputs)
    rows = [sums[n : n + width] for n in range(0, len(sums), width)]

    def written(weights: Weights) -> Certificate:
        return Certificate(_order("not-post-processing", m1, m2, encoder, weights), {"utility": rows})

    return _shorter(written)


def _shorter(written: Callable[[Weights], Certificate]) -> Certificate:
    """Write one denominator for all probabilities of a mechanism, or one for each if that is shorter."""
    both = [written(weights) for weights in (_over_one, weights_json)]
    return within_limits(min(both, key=lambda made: len(made.to_json())))


def _over_one(mechanism: Mechanism, encoder: Encoder) -> dict[str, Any]:
    """Write the probabilities over one denominator."""
    if mechanism.is_rational:
        return weights_json(mechanism, encoder)
    values = [Exact.of_rational(1), *(value for row in mechanism.rows() for value in row)]
    (below, *sums), width = cleared_sums(encoder, values)[1], len(mechanism.outputs)
    return {"denominator": below, "rows": [sums[n : n + width] for n in range(0, len(sums), width)]}


def maximal_certificate(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: Exact, delta: Exact
) -> Certificate:
    """Certify that the mechanism is maximally sufficient."""
    return within_limits(Certificate(_about("maximally-sufficient", mechanism, neighbors, exp_epsilon, delta), {}))


def not_maximal_certificate(
    mechanism: Mechanism,
    neighbors: NeighborGraph,
    exp_epsilon: Exact,
    delta: Exact,
    output: Label,
    part: Iterable[Label],
) -> Certificate:
    """Certify that the mechanism is not maximally sufficient, as no tight pair leads out of this part of an output."""
    statement = _about("not-maximally-sufficient", mechanism, neighbors, exp_epsilon, delta)
    places = sorted(mechanism.input_place(label) for label in part)
    evidence = {"output": mechanism.output_place(output), "inputs": places}
    return within_limits(Certificate(statement, evidence))


def _order(kind: str, m1: Mechanism, m2: Mechanism, encoder: Encoder, weights: Weights) -> dict[str, Any]:
    rows = [m2.rows()[m2.input_place(label)] for label in m1.inputs]
    source = type(m2).from_rows(m1.inputs, m2.outputs, rows) if m1.inputs != m2.inputs else m2
    return {
        "kind": kind,
        "generators": encoder.generators(),
        "inputs": [label_json(label) for label in m1.inputs],
        "outputs": [label_json(label) for label in m1.outputs],
        "weights": weights(m1, encoder),
        "source": {"outputs": [label_json(label) for label in m2.outputs], "weights": weights(source, encoder)},
    }


def _arranged(kernel: Mechanism, m2: Mechanism, m1: Mechanism) -> Mechanism:
    """Return the kernel with the outputs of m2 and of m1 in their order."""
    if (kernel.inputs, kernel.outputs) == (m2.outputs, m1.outputs):
        return kernel
    rows = [[kernel.probability(q, [o]) for o in m1.outputs] for q in m2.outputs]
    return type(kernel).from_rows(m2.outputs, m1.outputs, rows)


def _about(
    kind: str, mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: Exact, delta: Exact
) -> dict[str, Any]:
    _encoder(mechanism.fields | {exp_epsilon.field, delta.field})
    return privacy_statement(kind, mechanism, neighbors.ordered_pairs(), exp_epsilon, delta)


def _encoder(fields: Iterable[Field]) -> Encoder:
    """Raise CertificateError for a free E, of which these kinds do not speak."""
    encoder = Encoder.of(fields)
    if isinstance(encoder.field, Free):
        raise CertificateError(
            "a free E",
            place="a certificate of the sufficiency order",
            expected="numbers",
            remedy="put a number in its place",
            check="generators",
        )
    return encoder


@dataclass(frozen=True)
class PostProcessing:
    """The claim that `target` is `source` followed by a random map."""

    target: Mechanism
    source: Mechanism


@dataclass(frozen=True)
class RandomMap:
    """Shows that m1 is m2 followed by `kernel`, whose inputs are the outputs of m2, `m2.postprocess(kernel) == m1`."""

    kernel: Mechanism

    def said(self, _: PostProcessing) -> str:
        """Say which map it is."""
        return f"it is the other one followed by {self.kernel!r}"

    def table(self, _: PostProcessing) -> tuple[str, list[list[str]]]:
        """Return the probabilities of the map in rows."""
        rows = [["", *map(repr, self.kernel.outputs)]]
        rows += [[repr(i), *map(shown, row)] for i, row in zip(self.kernel.inputs, self.kernel.rows(), strict=True)]
        return ": m1 is m2 followed by this mechanism", rows

    def certificate(self, claim: PostProcessing) -> Certificate:
        """Make one of the kind `post-processing`. Raises: CertificateError for a free E."""
        return post_processing_certificate(claim.target, claim.source, self.kernel)


@dataclass(frozen=True)
class DecisionProblem:
    """Shows that m1 is not m2 followed by any random map, since in this decision problem it scores more than m2 can.

    `utility` {(output of m1, input): value} is the gain of the action (an output of m1) at that input.
    `score` is the sum of utility times probability over the outputs and inputs of m1. `best` is the sum, over the
    outputs of m2, of the score of the best action there, and no post-processing of m2 scores more. score > best.
    """

    utility: Mapping[tuple[Label, Label], Exact] = field(repr=False)
    score: Exact
    best: Exact

    def said(self, _: PostProcessing) -> str:
        """Say both scores."""
        return f"in one decision problem it scores {self.score}, and the other at most {self.best}"

    def table(self, _: PostProcessing) -> tuple[str, list[list[str]]]:
        """Return both scores in rows."""
        rows = [["score of m1", shown(self.score)], ["best score of m2", shown(self.best)]]
        return ": in one decision problem m1 scores more than m2 can", rows

    def certificate(self, claim: PostProcessing) -> Certificate:
        """Make one of the kind `not-post-processing`."""
        return not_post_processing_certificate(claim.target, claim.source, self.utility)
