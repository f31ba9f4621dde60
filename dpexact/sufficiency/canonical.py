"""The canonical representative of the mechanisms that are sufficient for one another."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.excerpt import value_excerpt
from dpexact.sufficiency.rays import rays_of

if TYPE_CHECKING:
    from dpexact.mechanisms.labels import Label
    from dpexact.sufficiency.rays import Column


def canonical(mechanism: Mechanism) -> Mechanism:
    """The mechanism with outputs that never occur left out and those with proportional likelihoods merged.

    Its inputs are sorted (integers, texts, tuples), its outputs are 1, 2, ... in decreasing order of their columns,
    compared entry by entry. Two mechanisms with the same inputs are sufficient for each other if and only if these
    representatives are equal; docs/axioms.md has the proof.

    Guarantee: exact. Raises: MechanismError for rows that do not sum to 1; SignChangesError where the order of two
    columns depends on a free E; IncompatibleFieldsError.

    >>> twice = Mechanism.from_rows(["a", "b"], [1, 2, 3], [["1/2", "1/4", "1/4"], ["1/2", "1/4", "1/4"]])
    >>> canonical(twice).outputs
    (1,)
    """
    inputs = sorted(mechanism.inputs, key=_label_key)
    places = [mechanism.input_place(label) for label in inputs]
    columns = [tuple(ray.column[i] for i in places) for ray in rays_of(mechanism).rays]
    columns.sort(key=cmp_to_key(_compared))
    return Mechanism.from_rows(inputs, range(1, len(columns) + 1), zip(*columns, strict=True))


def is_equivalent(m1: Mechanism, m2: Mechanism) -> bool:
    """Whether each of two mechanisms is the other one followed by a random map.

    Guarantee: exact. Raises: ParameterError for mechanisms with different inputs, and as `canonical`, but no order of
    columns is needed.
    """
    require_same_inputs(m1, m2)
    places = [m2.input_place(label) for label in m1.inputs]
    first = {ray.column for ray in rays_of(m1).rays}
    return first == {tuple(ray.column[i] for i in places) for ray in rays_of(m2).rays}


def require_same_inputs(m1: Mechanism, m2: Mechanism) -> None:
    """Raises: ParameterError unless the inputs are the same, in whatever order."""
    different = set(m1.inputs) ^ set(m2.inputs)
    if different:
        shown = value_excerpt(next(iter(different)))
        message = f"the sufficiency order: expected two mechanisms with the same inputs, but {shown} is of one only"
        raise ParameterError(message)


def _label_key(label: Label) -> tuple[object, ...]:
    """A key that sorts integers, then texts, then tuples."""
    if isinstance(label, tuple):
        return (2, tuple(map(_label_key, label)))
    return (1, label) if isinstance(label, str) else (0, label)


def _compared(p: Column, q: Column) -> int:
    for x, y in zip(p, q, strict=True):
        if x != y:
            return -1 if x > y else 1
    return 0
