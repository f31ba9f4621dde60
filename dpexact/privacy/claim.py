"""PrivacyClaim: a mechanism, the relation of its neighbors, E and delta, and the same claim at one E of an interval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from dpexact.errors import MechanismError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import claimed_factor, probability
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Field, Free

MECHANISM_REMEDY = (
    "make one: Mechanism.from_rows(inputs, outputs, rows) of exact numbers or texts, "
    "Mechanism.from_floats(inputs, outputs, rows) of floats"
)
GRAPH_REMEDY = "make one: NeighborGraph.complete(inputs), .path(inputs) or .from_edges(inputs, pairs)"
Run = tuple[int, list[int]]  # a row i, and the rows j of the pairs (i, j)


@dataclass(frozen=True)
class PrivacyClaim:
    """P_i(S) <= E P_j(S) + delta for every event S and every ordered neighboring pair (i, j).

    E is a number or math.inf. Infinity times 0 is 0, so at infinity the claim is about the events with P_j(S) = 0.
    """

    mechanism: Mechanism
    neighbors: NeighborGraph
    exp_epsilon: Exact | float
    delta: Exact

    @classmethod
    def of(cls, mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object) -> PrivacyClaim:
        """Return the claim, with its parameters checked. Raises ParameterError, MechanismError (unknown neighbor)."""
        claim = cls(mechanism, neighbors, claimed_factor(exp_epsilon), probability(delta, "delta"))
        check_neighbors(mechanism, neighbors)
        return claim

    @property
    def vacuous(self) -> bool:
        """Return whether the relation lacks a pair of neighbors, so that nothing is claimed."""
        return self.neighbors.is_empty

    @property
    def free_intervals(self) -> tuple[Free, ...]:
        """The intervals of a free E in E itself, in delta or in the probabilities, or () for a claim about numbers."""
        return tuple(field for field in self.fields if isinstance(field, Free))

    @property
    def fields(self) -> frozenset[Field]:
        """The fields in which E, delta and the probabilities lie."""
        numbers = [number for number in (self.exp_epsilon, self.delta) if isinstance(number, Exact)]
        return self.mechanism.fields.union(number.field for number in numbers)

    @property
    def runs(self) -> Iterator[Run]:
        """The pairs of rows that the claim is about."""
        return neighbor_runs(self.mechanism, self.neighbors)


def check_neighbors(mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    """Require that every input of the relation is an input of the mechanism. Raises MechanismError."""
    need.instance(mechanism, Mechanism, "mechanism", MECHANISM_REMEDY, MechanismError)
    need.instance(neighbors, NeighborGraph, "neighbors", GRAPH_REMEDY, MechanismError)
    known = set(mechanism.inputs)
    for label in neighbors.inputs:
        if label not in known:
            raise MechanismError(
                f"the relation speaks of {label!r}, which is not an input of the mechanism", place="neighbors"
            )


def neighbor_runs(mechanism: Mechanism, neighbors: NeighborGraph) -> Iterator[Run]:
    """Yield the ordered neighboring pairs as rows of the mechanism, those of an i that follow each other as one run.

    A complete relation yields the pairs among its first two rows and the first rows of their kind. Every other pair
    consists of equal rows, which have the least divergence there is (E >= 1), or comes after a pair of the same rows.
    """
    places = {label: place for place, label in enumerate(mechanism.inputs)}
    if neighbors.edges is not None:
        for label, run in groupby(neighbors.ordered_pairs(), key=itemgetter(0)):
            yield places[label], [places[other] for _, other in run]
        return
    rows = [places[label] for label in neighbors.inputs]
    if (matrix := mechanism.stored_integers()) is not None:  # else no rows are known to be equal
        first = {matrix.first_equals[i]: i for i in reversed(rows)}
        rows = [i for n, i in enumerate(rows) if n == 1 or first[matrix.first_equals[i]] == i]
    for place, i in enumerate(rows):
        if others := rows[:place] + rows[place + 1 :]:
            yield i, others


def mechanism_at(mechanism: Mechanism, point: Exact) -> Mechanism:
    """Return the mechanism with the free E of its probabilities replaced."""
    if not any(isinstance(field, Free) for field in mechanism.fields):
        return mechanism
    rows = [[value.substitute(point) for value in row] for row in mechanism.rows()]
    return Mechanism.from_rows(mechanism.inputs, mechanism.outputs, rows)


def claim_at(claim: PrivacyClaim, point: Exact) -> PrivacyClaim:
    """Return the claim with the free E replaced in the probabilities, in E itself and in delta."""
    factor = claim.exp_epsilon.substitute(point) if isinstance(claim.exp_epsilon, Exact) else claim.exp_epsilon
    mechanism = mechanism_at(claim.mechanism, point)
    return PrivacyClaim(mechanism, claim.neighbors, factor, claim.delta.substitute(point))
