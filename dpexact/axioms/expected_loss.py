"""Expected loss: of a mechanism as it is, and of the best answer that can be made of its outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dpexact.axioms.likelihoods import checked, likelihoods
from dpexact.errors import ParameterError
from dpexact.mechanisms.labels import label_of
from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism


def expected_loss(mechanism: Mechanism, loss: Mapping[Any, object], prior: Mapping[Any, object]) -> Exact:
    """The sum over inputs i and outputs o of prior(i) P(o | i) loss(o, i): the loss itself, smaller is better.

    loss: {(output, input): value} for every output and input; prior: {input: value}, a distribution on the inputs.
    Its negative does not respect post-processing (Axiom 3.1.4) unless the loss is the same for all outputs: the
    outputs are taken as answers, and another labelling of the same outputs has another loss. `least_expected_loss`
    does respect it. Trace(L^T M) of Example 3.2.1 is this number for loss(o, i) = L(o, i) / prior(i).

    Guarantee: exact.
    Raises: ParameterError with the argument and the entry; InexactInputError; MechanismError.
    Reference: axioms paper, Section 3 (Figure 8) and Example 3.2.1.

    >>> from dpexact import Mechanism
    >>> response = Mechanism.from_rows("YN", "YN", [["2/3", "1/3"], ["1/3", "2/3"]])
    >>> lie = {("Y", "Y"): 0, ("N", "Y"): 1, ("Y", "N"): 1, ("N", "N"): 0}
    >>> expected_loss(response, lie, {"Y": "3/4", "N": "1/4"})
    exact('1/3')
    """
    weights = _prior(checked(mechanism), prior)
    values = _losses(loss, mechanism.outputs, mechanism.inputs)
    rows = likelihoods(mechanism)
    return exact_sum(
        weight * entry * value
        for row, losses in zip(rows, values, strict=True)
        for weight, entry, value in zip(weights, row, losses, strict=True)
        if weight and entry
    )


def least_expected_loss(mechanism: Mechanism, loss: Mapping[Any, object], prior: Mapping[Any, object]) -> Exact:
    """The least expected loss of an answer that is made of the output, by any post-processing.

    loss: {(answer, input): value}; the answers are what occurs in it, each with a loss for every input. This is the
    sum over the outputs o of min over the answers a of the sum of prior(i) P(o | i) loss(a, i). Its negative is a
    branching measure, so it respects Axioms 3.1.4, 3.2.5 and 3.2.6, and Figure 8 is no paradox for it.

    Guarantee: exact. Raises: as `expected_loss`.
    """
    weights = _prior(checked(mechanism), prior)
    answers = _answers(loss)
    values = _losses(loss, answers, mechanism.inputs)
    return exact_sum(
        min(exact_sum(w * p * v for w, p, v in zip(weights, row, losses, strict=True)) for losses in values)
        for row in likelihoods(mechanism)
    )


def _prior(mechanism: Mechanism, prior: object) -> list[Exact]:
    """The weights in the order of the inputs."""
    if not isinstance(prior, Mapping):
        message = f"prior: expected a mapping from inputs to numbers, got {value_excerpt(prior)}"
        raise ParameterError(message)
    given = {label_of(label, "prior"): value for label, value in prior.items()}
    _no_others("prior", given, mechanism.inputs)
    weights = []
    for label in mechanism.inputs:
        if label not in given:
            message = f"prior: expected a weight for every input, got none for {value_excerpt(label)}"
            raise ParameterError(message)
        weight = exact_at(given[label], f"prior[{value_excerpt(label)}]")
        if weight < 0:
            message = f"prior[{value_excerpt(label)}]: expected a probability, got {weight!r}"
            raise ParameterError(message)
        weights.append(weight)
    total = exact_sum(weights)
    if total != 1:
        message = f"prior: expected weights with the sum 1, got the sum {total!r}"
        raise ParameterError(message)
    return weights


def _losses(loss: object, outputs: Iterable[Label], inputs: tuple[Label, ...]) -> list[list[Exact]]:
    """loss(o, i) as a list for each output."""
    outputs = tuple(outputs)
    given = _pairs(loss)
    _no_others("loss", given, [(o, i) for o in outputs for i in inputs])
    rows = []
    for output in outputs:
        row = []
        for label in inputs:
            place = f"loss[({value_excerpt(output)}, {value_excerpt(label)})]"
            if (output, label) not in given:
                message = f"{place}: expected a number for every (output, input), got none"
                raise ParameterError(message)
            row.append(exact_at(given[output, label], place))
        rows.append(row)
    return rows


def _pairs(loss: object) -> dict[tuple[Label, Label], object]:
    if not isinstance(loss, Mapping):
        message = f"loss: expected a mapping from (output, input) to numbers, got {value_excerpt(loss)}"
        raise ParameterError(message)
    given = {}
    for key, value in loss.items():
        if not (isinstance(key, tuple) and len(key) == 2):
            message = f"loss: expected keys (output, input), got {value_excerpt(key)}"
            raise ParameterError(message)
        given[label_of(key[0], "loss"), label_of(key[1], "loss")] = value
    return given


def _answers(loss: object) -> tuple[Label, ...]:
    answers = tuple(dict.fromkeys(answer for answer, _ in _pairs(loss)))
    if not answers:
        message = "loss: expected at least one answer, got none"
        raise ParameterError(message)
    return answers


def _no_others(name: str, given: Iterable[object], known: Iterable[object]) -> None:
    others = [key for key in given if key not in set(known)]
    if others:
        message = f"{name}: expected only labels of this mechanism, got {value_excerpt(others[0])}"
        raise ParameterError(message)
