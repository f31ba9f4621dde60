"""Row graphs: which bounds of a private mechanism are attained by which output.

For an output o and an ordered neighboring pair (i, j), the bound P_i(o) <= E P_j(o) is tight if it is an equality.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from dpexact.errors import ParameterError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import PrivacyClaim
from dpexact.privacy.verdict import Refuted, Verdict
from dpexact.privacy.verify import verify
from dpexact.sufficiency.rays import require_distributions

Pair = tuple[Label, Label]
Places = tuple[int, int]


def row_graphs(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object = None, *, epsilon: object = None
) -> dict[Label, frozenset[Pair]]:
    """Return the row graph of each output, the ordered neighboring pairs (i, j) with P(o | i) = E P(o | j).

    An output that never occurs has every pair. With a free E, the pairs that are tight for every E.

    Guarantee: exact. Raises: ParameterError for an infinite E, MechanismError.
    Reference: Kifer and Lin, Definition 3.3.1.

    >>> from dpexact import Mechanism, NeighborGraph
    >>> truth = Mechanism.from_rows([0, 1], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> row_graphs(truth, NeighborGraph.path([0, 1]), 3)
    {'no': frozenset({(0, 1)}), 'yes': frozenset({(1, 0)})}
    """
    bounds = Bounds.of(mechanism, neighbors, one_factor(exp_epsilon, epsilon))
    names = mechanism.inputs
    columns = zip(mechanism.outputs, mechanism.column_stochastic(), strict=True)
    return {o: frozenset((names[i], names[j]) for i, j in bounds.tight(column)) for o, column in columns}


@dataclass(frozen=True)
class Bounds:
    """The cone of the columns of private mechanisms, x >= 0 and x_i <= E x_j for each pair (i, j)."""

    size: int
    pairs: tuple[Places, ...]
    factor: Exact

    @classmethod
    def of(cls, mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object) -> Bounds:
        """Make the cone of the parameters of a claim. Raises: ParameterError, MechanismError."""
        claim = PrivacyClaim.of(mechanism, neighbors, exp_epsilon, 0)
        require_distributions(mechanism)
        if not isinstance(claim.exp_epsilon, Exact):
            raise ParameterError("infinity, for which no bound is tight", place="exp_epsilon", expected="a finite E")
        place = mechanism.input_place
        pairs = tuple((place(i), place(j)) for i, j in neighbors.ordered_pairs())
        return cls(len(mechanism.inputs), pairs, claim.exp_epsilon)

    @classmethod
    def of_private(cls, mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object) -> Bounds:
        """Return the same for a mechanism that keeps them, and a symmetric relation.

        Raises: ParameterError otherwise.
        """
        bounds = cls.of(mechanism, neighbors, exp_epsilon)
        known = set(bounds.pairs)
        single = next(((i, j) for i, j in bounds.pairs if (j, i) not in known), None)
        if single is not None:
            i, j = (value_excerpt(mechanism.inputs[k]) for k in single)
            raise ParameterError(
                f"the pair ({i}, {j}) without the pair ({j}, {i})", place="neighbors", expected="a symmetric relation"
            )
        verdict = verify(mechanism, neighbors, exp_epsilon, 0)
        if not verdict.proved:
            raise ParameterError(
                f"expected one that is private at E = {bounds.factor} with delta = 0, {_fault(verdict)}",
                place="mechanism",
            )
        return bounds

    def tight(self, column: Sequence[Exact]) -> list[Places]:
        """Return the pairs (i, j) with x_i = E x_j."""
        return [(i, j) for i, j in self.pairs if self._is_tight(column, i, j)]

    def _is_tight(self, column: Sequence[Exact], i: int, j: int) -> bool:
        return bool(column[i] == self.factor * column[j])

    def parts(self, column: Sequence[Exact]) -> list[list[int]]:
        """Return the inputs with x_i > 0, by the components in which tight pairs connect them.

        The first input first.
        """
        inside = {i for i, value in enumerate(column) if value}
        links = [(i, j) for i, j in self.pairs if i in inside and j in inside and self._is_tight(column, i, j)]
        return components(sorted(inside), links)

    @cached_property
    def blocks(self) -> list[list[int]]:
        """The components of the relation itself."""
        return components(range(self.size), self.pairs)


def _fault(verdict: Verdict) -> str:
    """Say why a mechanism is not private."""
    if isinstance(verdict, Refuted):
        example = verdict.counterexample
        i, j = (value_excerpt(label) for label in example.pair)
        event = value_excerpt(list(example.event))
        return f"got P({event} | {i}) > E P({event} | {j})"
    return f"got one of which that is not known: {getattr(verdict, 'reason', '')}"


def components(nodes: Iterable[int], links: Iterable[Places]) -> list[list[int]]:
    """Return the connected components of a graph, direction aside, in the order of their least nodes."""
    near: dict[int, list[int]] = {i: [] for i in nodes}
    for i, j in links:
        near[i].append(j)
        near[j].append(i)
    parts: list[list[int]] = []
    seen: set[int] = set()
    for node in near:
        if node in seen:
            continue
        part, rest = [], [node]
        seen.add(node)
        while rest:
            i = rest.pop()
            part.append(i)
            rest += [j for j in dict.fromkeys(near[i]) if j not in seen]
            seen.update(near[i])
        parts.append(sorted(part))
    return parts
