"""PrivacyClaim: what is asserted when a mechanism is said to be (epsilon, delta)-private."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.errors import MechanismError
from dpexact.privacy.parameters import failure_probability, privacy_factor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class PrivacyClaim:
    """P_i(S) <= E P_j(S) + delta for every event S and every ordered neighbouring pair (i, j)."""

    mechanism: Mechanism
    neighbors: NeighborGraph
    exp_epsilon: Exact
    delta: Exact

    @classmethod
    def of(cls, mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object) -> PrivacyClaim:
        """The claim, with its parameters checked. Raises: ParameterError, MechanismError (unknown neighbour)."""
        claim = cls(mechanism, neighbors, privacy_factor(exp_epsilon), failure_probability(delta))
        check_neighbors(mechanism, neighbors)
        return claim


def check_neighbors(mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    """Every input of the relation is an input of the mechanism. Raises: MechanismError."""
    known = set(mechanism.inputs)
    for label in neighbors.inputs:
        if label not in known:
            message = f"neighbors: the relation speaks of {label!r}, which is no input of the mechanism"
            raise MechanismError(message, "neighbors")


def pair_places(mechanism: Mechanism, neighbors: NeighborGraph) -> Iterator[tuple[int, int]]:
    """The ordered neighbouring pairs as rows of the mechanism."""
    places = {label: place for place, label in enumerate(mechanism.inputs)}
    for i, j in neighbors.ordered_pairs():
        yield places[i], places[j]
