"""Mechanisms made of mechanisms by convex mixture, independent composition, and new inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from dpexact.errors import MechanismError, need
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import MAX_COMMON_BITS, MAX_ENTRIES
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt


def answering(mechanism: Mechanism, inputs: tuple[Label, ...], places: Sequence[int]) -> Mechanism:
    """Answer inputs[n], which are labels already, as `mechanism` answers its input at places[n].

    The rows belong to a mechanism already, so they are shared and not checked again.
    """
    stored = mechanism.stored_integers()
    size = len(places) * len(mechanism.outputs)
    if stored is not None and stored.denominator.bit_length() * size <= MAX_COMMON_BITS:
        return Mechanism(inputs, mechanism.outputs, stored.selected(places), None)
    rows, defects = mechanism.rows(), mechanism.defects
    entries = tuple(rows[place] for place in places)
    return Mechanism(inputs, mechanism.outputs, None, entries, tuple(defects[place] for place in places if defects))


def _same_inputs(first: Mechanism, second: Mechanism, what: str) -> list[tuple[Exact, ...]]:
    """Return the rows of the second mechanism in the order of the first one's inputs."""
    for name, value in (("m1", first), ("m2", second)):
        need.instance(value, Mechanism, f"{what}: {name}", error=MechanismError)
    if set(first.inputs) != set(second.inputs):
        both_inputs = f"{value_excerpt(first.inputs)} and {value_excerpt(second.inputs)}"
        raise MechanismError(both_inputs, place=f"{what}: m1, m2", expected="two mechanisms on the same inputs")
    return [second.rows()[second.input_place(label)] for label in first.inputs]


def mix(p: object, m1: Mechanism, m2: Mechanism, outputs: Literal["common", "disjoint"] = "common") -> Mechanism:
    """Run m1 with probability p, otherwise m2.

    With outputs="common" the outputs are shared by label (the union, m1's first) and do not tell which mechanism ran.
    With outputs="disjoint" the outputs are (1, o) and (2, o), so they tell which mechanism ran.

    Guarantee: exact. Raises: ParameterError for p outside [0, 1], MechanismError for different inputs.
    Reference: Kifer and Lin, Axiom 2.1.2.
    """
    weight = probability(p, "mix: p")
    need.one_of(outputs, ("common", "disjoint"), "mix: outputs")
    seconds = _same_inputs(m1, m2, "mix")
    other = 1 - weight
    if outputs == "disjoint":
        labels: list[Label] = [*((1, o) for o in m1.outputs), *((2, o) for o in m2.outputs)]
        rows = [
            [weight * a for a in row] + [other * b for b in second]
            for row, second in zip(m1.rows(), seconds, strict=True)
        ]
        return Mechanism.from_rows(m1.inputs, labels, rows)
    known = set(m1.outputs)
    labels = [*m1.outputs, *(o for o in m2.outputs if o not in known)]
    rows = []
    for row, second in zip(m1.rows(), seconds, strict=True):
        total = {label: weight * a for label, a in zip(m1.outputs, row, strict=True)}
        for label, b in zip(m2.outputs, second, strict=True):
            total[label] = total.get(label, Exact.of_rational(0)) + other * b
        rows.append([total[label] for label in labels])
    return Mechanism.from_rows(m1.inputs, labels, rows)


def compose(m1: Mechanism, m2: Mechanism) -> Mechanism:
    """Run both independently on the same input and release the pair of outputs.

    Guarantee: exact. Raises: MechanismError for different inputs or too many outputs.
    """
    seconds = _same_inputs(m1, m2, "compose")
    if len(m1.inputs) * len(m1.outputs) * len(m2.outputs) > MAX_ENTRIES:
        raise MechanismError(
            f"{len(m1.outputs)} x {len(m2.outputs)} outputs are more than {MAX_ENTRIES} entries", place="compose"
        )
    labels = [(a, b) for a in m1.outputs for b in m2.outputs]
    rows = [[x * y for x in row for y in second] for row, second in zip(m1.rows(), seconds, strict=True)]
    return Mechanism.from_rows(m1.inputs, labels, rows)
