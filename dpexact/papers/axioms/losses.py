"""The worth of a mechanism in a decision problem, and its expected loss, as it is and with the best answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dpexact.errors import ParameterError, need
from dpexact.mechanisms.labels import Label, label_of, labels_of
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms.utilities import Likelihood, checked, likelihoods


def decision_value(utility: Mapping[Any, object], inputs: tuple[Label, ...]) -> Callable[[Likelihood], Exact]:
    """Return F(x) = max over the actions a of the sum over the inputs i of utility(a, i) x_i, convex and homogeneous.

    `utility` is {(action, input): value}, the worth of the action under the input (times the prior). The branching
    measure of this F is the worth of the mechanism in the decision problem under its best use. By Blackwell's theorem
    m2 is sufficient for m1 if and only if m1 is worth no more than m2 in every decision problem.

    Guarantee: exact. Raises: ParameterError.
    """
    forms = list(_table(utility, "utility", ("action", "input"), labels_of(inputs, "inputs")).values())

    def value_of(likelihood: Likelihood) -> Exact:
        return max(exact_sum(c * x for c, x in zip(form, likelihood, strict=True)) for form in forms)

    return value_of


def expected_loss(mechanism: Mechanism, loss: Mapping[Any, object], prior: Mapping[Any, object]) -> Exact:
    """Return the sum over inputs i and outputs o of prior(i) P(o | i) loss(o, i), the loss itself, smaller is better.

    `loss` is {(output, input): value} for every output and input, `prior` {input: value}, a distribution on the inputs.
    Its negative does not respect post-processing (Axiom 3.1.4) unless the loss is the same for all outputs, since the
    outputs are taken as answers, and another labelling of the same outputs has another loss. `least_expected_loss`
    does respect it. Trace(L^T M) of Example 3.2.1 is this number for loss(o, i) = L(o, i) / prior(i).

    Guarantee: exact. Raises: ParameterError with the argument and the entry, InexactInputError, MechanismError.
    Reference: axioms paper, Section 3 (Figure 8) and Example 3.2.1.

    >>> from dpexact import Mechanism
    >>> response = Mechanism.from_rows("YN", "YN", [["2/3", "1/3"], ["1/3", "2/3"]])
    >>> lie = {("Y", "Y"): 0, ("N", "Y"): 1, ("Y", "N"): 1, ("N", "N"): 0}
    >>> expected_loss(response, lie, {"Y": "3/4", "N": "1/4"})
    exact('1/3')
    """
    weights = _prior(checked(mechanism), prior)
    values = _table(loss, "loss", ("output", "input"), mechanism.inputs, mechanism.outputs)
    rows = likelihoods(mechanism)
    return exact_sum(
        weight * entry * value
        for row, losses in zip(rows, values.values(), strict=True)
        for weight, entry, value in zip(weights, row, losses, strict=True)
        if weight and entry
    )


def least_expected_loss(mechanism: Mechanism, loss: Mapping[Any, object], prior: Mapping[Any, object]) -> Exact:
    """Return the least expected loss of an answer that is made of the output, by any post-processing.

    `loss` is {(answer, input): value}, with a value for every input at each answer that occurs. This is the sum over
    the outputs o of min over the answers a of the sum of prior(i) P(o | i) loss(a, i). Its negative is a
    branching measure, so it respects Axioms 3.1.4, 3.2.5 and 3.2.6, and Figure 8 is not a paradox for it.

    Guarantee: exact. Raises: as `expected_loss`.
    """
    weights = _prior(checked(mechanism), prior)
    values = _table(loss, "loss", ("answer", "input"), mechanism.inputs)
    return exact_sum(
        min(exact_sum(w * p * v for w, p, v in zip(weights, row, losses, strict=True)) for losses in values.values())
        for row in likelihoods(mechanism)
    )


def _prior(mechanism: Mechanism, prior: object) -> list[Exact]:
    """Return the weights in the order of the inputs."""
    table = {
        label_of(label, "prior"): value
        for label, value in need.mapping(prior, "prior", "a mapping from inputs to numbers").items()
    }
    _no_others("prior", table, mechanism.inputs)
    weights = []
    for label in mechanism.inputs:
        if label not in table:
            raise ParameterError(f"none for {value_excerpt(label)}", place="prior", expected="a weight for every input")
        place = f"prior[{value_excerpt(label)}]"
        weights.append(exact_at(table[label], place))
        if weights[-1] < 0:
            raise ParameterError(repr(weights[-1]), place=place, expected="a probability")
    total = exact_sum(weights)
    if total != 1:
        raise ParameterError(f"the sum {total!r}", place="prior", expected="weights with the sum 1")
    return weights


def _table(
    table: object, name: str, key: tuple[str, str], inputs: tuple[Label, ...], answers: tuple[Label, ...] = ()
) -> dict[Label, list[Exact]]:
    """Read {(answer, input): value} as {answer: values in the order of the inputs}, for all answers by default."""
    words = f"({key[0]}, {key[1]})"
    values: dict[tuple[Label, Label], object] = {}
    for pair, value in need.mapping(table, name, f"a mapping from {words} to numbers").items():
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise ParameterError(value_excerpt(pair), place=name, expected=f"keys {words}")
        values[label_of(pair[0], name), label_of(pair[1], name)] = value
    rows = answers or tuple(dict.fromkeys(answer for answer, _ in values))
    if not rows:
        raise ParameterError("none", place=name, expected=f"at least one {key[0]}")
    _no_others(name, values, [(answer, label) for answer in rows for label in inputs])
    return {answer: [_entry(values, name, words, (answer, label)) for label in inputs] for answer in rows}


def _entry(values: Mapping[tuple[Label, Label], object], name: str, words: str, key: tuple[Label, Label]) -> Exact:
    place = f"{name}[({value_excerpt(key[0])}, {value_excerpt(key[1])})]"
    if key not in values:
        raise ParameterError("none", place=place, expected=f"a number for every {words}")
    return exact_at(values[key], place)


def _no_others(name: str, keys: Iterable[object], known: Iterable[object]) -> None:
    allowed = set(known)
    others = [key for key in keys if key not in allowed]
    if others:
        raise ParameterError(value_excerpt(others[0]), place=name, expected="only the labels of its inputs and outputs")
