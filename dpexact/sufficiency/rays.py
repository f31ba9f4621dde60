"""The outputs of a mechanism by their likelihoods: those whose columns are multiples of one another form one ray.

The column of an output o is the vector of the P_i(o), over all inputs i.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.errors import MechanismError
from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism

Column = tuple[Exact, ...]


@dataclass(frozen=True)
class Ray:
    """Outputs with proportional columns: the sum of the columns, and the share that each output has in it."""

    column: Column
    shares: Mapping[Label, Exact]


@dataclass(frozen=True)
class Rays:
    """All rays, in the order of their first outputs, and the outputs that never occur."""

    rays: tuple[Ray, ...]
    never: tuple[Label, ...]

    def place(self) -> dict[Label, int]:
        """The ray of each output; those that never occur are counted to the first one."""
        return {o: k for k, ray in enumerate(self.rays) for o in ray.shares} | dict.fromkeys(self.never, 0)


def rays_of(mechanism: Mechanism) -> Rays:
    """Group the outputs of a mechanism. Guarantee: exact. Raises: MechanismError for rows that do not sum to 1."""
    require_distributions(mechanism)
    groups: dict[Column, dict[Label, Column]] = {}
    never = []
    for output, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True):
        first = next((entry for entry in column if entry), None)
        if first is None:
            never.append(output)
        else:
            key = tuple(entry / first if entry else entry for entry in column)
            groups.setdefault(key, {})[output] = column
    return Rays(tuple(_ray(group) for group in groups.values()), tuple(never))


def _ray(group: Mapping[Label, Column]) -> Ray:
    if len(group) == 1:
        ((output, column),) = group.items()
        return Ray(column, {output: Exact.of_rational(1)})
    total = tuple(exact_sum(entries) for entries in zip(*group.values(), strict=True))
    place = next(i for i, entry in enumerate(total) if entry)
    return Ray(total, {output: column[place] / total[place] for output, column in group.items()})


def require_distributions(mechanism: Mechanism) -> None:
    """Raises: MechanismError for a float matrix whose rows do not sum to 1."""
    if mechanism.defects:
        message = "the rows of this mechanism do not sum to 1 (see .defects); round them to a distribution first"
        raise MechanismError(message, "rows")
