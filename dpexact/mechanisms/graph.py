"""NeighborGraph, the ordered pairs of inputs that are neighbors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from dpexact.errors import MechanismError, need
from dpexact.mechanisms.labels import Label, is_plain, label_of, labels_of, refuse_alike
from dpexact.numbers.typography import value_excerpt

MAX_PAIRS = 50_000_000
NO_PAIR = "the relation has no pair of neighbors"


@need.made_by(
    "NeighborGraph.path(inputs), NeighborGraph.complete(inputs) or NeighborGraph.from_edges(inputs, edges)",
    inputs=tuple,
    edges=(tuple, type(None)),
)
@dataclass(frozen=True, eq=False)
class NeighborGraph:
    """Inputs and their neighboring relation. An edge (i, j) asserts P_i(S) <= E P_j(S) + delta for all events S.

    An undirected edge asserts both directions. `edges` is None for the complete relation. Two relations are equal
    if their ordered pairs are the same, in any form and order.
    """

    inputs: tuple[Label, ...]
    edges: tuple[tuple[Label, Label], ...] | None = field(default=None, repr=False)
    directed: bool = False

    @classmethod
    def path(cls, inputs: Iterable[object]) -> NeighborGraph:
        """Make each input a neighbor of the next one, in the order given."""
        labels = labels_of(inputs, "inputs")
        return cls(labels, tuple(pairwise(labels)))

    @classmethod
    def complete(cls, inputs: Iterable[object]) -> NeighborGraph:
        """Make every two different inputs neighbors."""
        labels = labels_of(inputs, "inputs")
        if len(labels) * (len(labels) - 1) > MAX_PAIRS:
            came = f"the complete relation on {len(labels)} inputs has more than {MAX_PAIRS} ordered pairs"
            raise MechanismError(came, place="inputs")
        return cls(labels, None)

    @classmethod
    def from_edges(
        cls,
        inputs: Iterable[object],
        edges: Iterable[Iterable[object]],
        directed: bool = False,  # noqa: FBT001, FBT002 - fixed in api.md
    ) -> NeighborGraph:
        """Make the relation of a list of pairs of inputs.

        Repeated edges count once, an input is not its own neighbor.
        """
        labels = labels_of(inputs, "inputs")
        return cls(labels, edges_among(labels, edges), need.flag(directed, "directed"))

    @property
    def is_empty(self) -> bool:
        """Return whether no pair is asserted, so that nothing is claimed about any mechanism."""
        return len(self.inputs) < 2 if self.edges is None else not self.edges

    def count_pairs(self) -> int:
        """Count the ordered pairs that are asserted."""
        return len(self.inputs) * (len(self.inputs) - 1) if self.edges is None else sum(1 for _ in self.ordered_pairs())

    def ordered_pairs(self) -> Iterator[tuple[Label, Label]]:
        """Yield every ordered pair (i, j) that is asserted, once, in both directions unless directed."""
        if self.edges is None:
            yield from permutations(self.inputs, 2)
        elif self.directed:
            yield from self.edges
        else:
            yield from dict.fromkeys(pair for i, j in self.edges for pair in ((i, j), (j, i)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NeighborGraph):
            return NotImplemented
        if self._ends() != other._ends():
            return False
        complete = self.edges is None and other.edges is None
        return complete or set(self.ordered_pairs()) == set(other.ordered_pairs())

    def __hash__(self) -> int:
        return hash(self._ends())

    def _ends(self) -> frozenset[Label]:
        """Return the inputs that are in some pair."""
        if self.edges is None:
            return frozenset(self.inputs if len(self.inputs) > 1 else ())
        return frozenset(end for edge in self.edges for end in edge)


def edges_among(labels: Iterable[Label], edges: Iterable[Iterable[object]]) -> tuple[tuple[Label, Label], ...]:
    """Return the pairs of different labels, each once. Raises MechanismError naming the place."""
    also = (Mapping, AbstractSet)
    listed = need.values(edges, "edges", "a sequence of pairs of inputs", MechanismError, also=also)
    known = {label: label for label in labels}
    pairs: list[tuple[Label, Label]] = []
    for n, edge in enumerate(listed):
        if not isinstance(edge, (tuple, list)) or len(edge) != 2:
            raise MechanismError(value_excerpt(edge), place=f"edges[{n}]", expected="a pair of inputs")
        i, j = [end if is_plain(end) else label_of(end, f"edges[{n}]") for end in edge]
        if i not in known or j not in known:
            came = f"{value_excerpt(j if i in known else i)} is not an input"
            raise MechanismError(came, place=f"edges[{n}]")
        if i == j:
            remedy = "every input is close to itself, so leave such edges out"
            raise MechanismError(f"{value_excerpt(i)} is paired with itself", place=f"edges[{n}]", remedy=remedy)
        pairs.append((known[i], known[j]))
    refuse_alike(pairs, "edges", "pairs")
    return tuple(dict.fromkeys(pairs))


def components(nodes: Iterable[int], links: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the connected components of a graph, direction aside, in the order of their least nodes."""
    part = {node: {node} for node in nodes}
    for i, j in links:
        small, large = sorted((part[i], part[j]), key=len)
        if small is not large:
            large |= small
            part |= dict.fromkeys(small, large)
    return sorted({id(known): sorted(known) for known in part.values()}.values())
