"""Rays: the outputs of a mechanism grouped by their likelihoods, and the canonical mechanism with one output for each.

The column of an output o is the vector of the P_i(o), over all inputs i. Outputs whose columns are multiples of one
another form one ray.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dpexact.errors import ParameterError, need
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt

Column = tuple[Exact, ...]


@dataclass(frozen=True)
class Ray:
    """Outputs with proportional columns, as the sum of the columns, and the share that each output has in it."""

    column: Column
    shares: Mapping[Label, Exact]


@dataclass(frozen=True)
class Rays:
    """All rays, in the order of their first outputs, and the outputs that never occur."""

    rays: tuple[Ray, ...]
    never: tuple[Label, ...]

    def place(self) -> dict[Label, int]:
        """Return the ray of each output, which is the first one for outputs that never occur."""
        return {o: k for k, ray in enumerate(self.rays) for o in ray.shares} | dict.fromkeys(self.never, 0)


def rays_of(mechanism: Mechanism) -> Rays:
    """Group the outputs of a mechanism. The answer is exact. Raises MechanismError for rows that do not sum to 1."""
    require_distributions(mechanism)
    groups: dict[Column, dict[Label, Column]] = {}
    never = []
    for output, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True):
        if any(column):
            groups.setdefault(direction(column), {})[output] = column
        else:
            never.append(output)
    return Rays(tuple(_ray(group) for group in groups.values()), tuple(never))


def direction(column: Sequence[Exact]) -> Column:
    """Return the column divided by its first number that is not 0, which multiples of it have in common."""
    first = next((entry for entry in column if entry), Exact.of_rational(1))
    return tuple(entry / first if entry else entry for entry in column)


def _ray(group: Mapping[Label, Column]) -> Ray:
    if len(group) == 1:
        ((output, column),) = group.items()
        return Ray(column, {output: Exact.of_rational(1)})
    total = tuple(exact_sum(entries) for entries in zip(*group.values(), strict=True))
    place = next(i for i, entry in enumerate(total) if entry)
    return Ray(total, {output: column[place] / total[place] for output, column in group.items()})


def canonical(mechanism: Mechanism) -> Mechanism:
    """Return the mechanism with outputs that never occur left out and those with proportional likelihoods merged.

    Its inputs are sorted (integers, texts, tuples), its outputs are 1, 2, ... in decreasing order of their columns,
    compared entry by entry. Two mechanisms with the same inputs are sufficient for each other if and only if these
    representatives are equal. docs/axioms.md has the proof.

    The answer is exact. Raises MechanismError for rows that do not sum to 1, SignChangesError if the order of two
    columns depends on a free E, IncompatibleFieldsError.

    >>> twice = Mechanism.from_rows(["a", "b"], [1, 2, 3], [["1/2", "1/4", "1/4"], ["1/2", "1/4", "1/4"]])
    >>> canonical(twice).outputs
    (1,)
    """
    need.instance(mechanism, Mechanism, "mechanism")
    inputs = sorted(mechanism.inputs, key=_label_key)
    places = [mechanism.input_place(label) for label in inputs]
    columns = sorted((tuple(ray.column[i] for i in places) for ray in rays_of(mechanism).rays), reverse=True)
    return Mechanism.from_rows(inputs, range(1, len(columns) + 1), zip(*columns, strict=True))


def is_equivalent(m1: Mechanism, m2: Mechanism) -> bool:
    """Return whether each of two mechanisms is the other one followed by a random map.

    The answer is exact. Raises ParameterError for mechanisms with different inputs, and as `canonical`, but no order of
    columns is needed.
    """
    need.instance(m1, Mechanism, "m1")
    need.instance(m2, Mechanism, "m2")
    require_same_inputs(m1, m2)
    places = [m2.input_place(label) for label in m1.inputs]
    first = {ray.column for ray in rays_of(m1).rays}
    return first == {tuple(ray.column[i] for i in places) for ray in rays_of(m2).rays}


def require_same_inputs(m1: Mechanism, m2: Mechanism) -> None:
    """Raise ParameterError unless the inputs are the same, in whatever order."""
    different = set(m1.inputs) ^ set(m2.inputs)
    if different:
        label = value_excerpt(next(iter(different)))
        raise ParameterError(f"m1, m2: expected two mechanisms with the same inputs, but {label} is of one only")


def _label_key(label: Label) -> tuple[object, ...]:
    """Return a key that sorts integers, then texts, then tuples."""
    if isinstance(label, tuple):
        return (2, tuple(map(_label_key, label)))
    return (1, label) if isinstance(label, str) else (0, label)
