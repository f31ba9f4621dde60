"""Row graphs: which bounds of a private mechanism are attained by which output.

For an output o and an ordered neighboring pair (i, j), the bound P_i(o) <= E P_j(o) is tight if it is an equality.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dpexact.errors import ParameterError
from dpexact.mechanisms.graph import NeighborGraph, components
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import PrivacyClaim
from dpexact.privacy.divergence import hockey_stick
from dpexact.privacy.verdict import Refuted, Verdict
from dpexact.privacy.verify import verify
from dpexact.sufficiency.echelon import ONE, ZERO
from dpexact.sufficiency.rays import Column

Pair = tuple[Label, Label]
Places = tuple[int, int]


def row_graphs(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object = None, *, epsilon: object = None
) -> dict[Label, frozenset[Pair]]:
    """Return the row graph of each output, the ordered neighboring pairs (i, j) with P(o | i) = E P(o | j).

    An output that never occurs has every pair. With a free E, the pairs that are tight for every E.

    The answer is exact. Raises ParameterError for an infinite E, MechanismError.
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
    """The bounds that a mechanism keeps for its pairs, x_i <= E x_j for the column x of an output, up to delta.

    The room of a pair is delta minus its divergence. A pair without room is exhausted. If delta is 0, all pairs are,
    and the columns form a cone.
    """

    size: int
    pairs: tuple[Places, ...]
    factor: Exact
    delta: Exact
    rooms: Mapping[Places, Exact] = field(default_factory=dict)  # of the pairs that have some

    @classmethod
    def of(cls, mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object = 0) -> Bounds:
        """Take the parameters of a claim, with every pair as exhausted. Raises ParameterError, MechanismError."""
        claim = PrivacyClaim.of(mechanism, neighbors, exp_epsilon, delta)
        require_distributions(mechanism)
        if not isinstance(claim.exp_epsilon, Exact):
            raise ParameterError("infinity, for which no bound is tight", place="exp_epsilon", expected="a finite E")
        place = mechanism.input_place
        pairs = tuple((place(i), place(j)) for i, j in neighbors.ordered_pairs())
        return cls(len(mechanism.inputs), pairs, claim.exp_epsilon, claim.delta)

    @classmethod
    def of_private(
        cls, mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object = 0
    ) -> Bounds:
        """Return the same for a mechanism that keeps them, and a symmetric relation, with the rooms.

        Raises ParameterError otherwise, SignChangesError if rooms depend on a free E.
        """
        bounds = cls.of(mechanism, neighbors, exp_epsilon, delta)
        known = set(bounds.pairs)
        single = next(((i, j) for i, j in bounds.pairs if (j, i) not in known), None)
        if single is not None:
            i, j = (value_excerpt(mechanism.inputs[k]) for k in single)
            came = f"the pair ({i}, {j}) without the pair ({j}, {i})"
            raise ParameterError(came, place="neighbors", expected="a symmetric relation")
        verdict = verify(mechanism, neighbors, exp_epsilon, delta)
        if not verdict.proved:
            expected = f"one that is private at E = {bounds.factor} with delta = {bounds.delta}"
            raise ParameterError(f"expected {expected}, {_fault(verdict)}", place="mechanism")
        if not bounds.delta:
            return bounds
        rows = mechanism.rows()
        left = {(i, j): bounds.delta - hockey_stick(rows[i], rows[j], bounds.factor) for i, j in bounds.pairs}
        return replace(bounds, rooms={pair: room for pair, room in left.items() if room})

    def difference(self, column: Sequence[Exact], pair: Places) -> Exact:
        """Return x_i - E x_j."""
        return column[pair[0]] - self.factor * column[pair[1]]

    def tight(self, column: Sequence[Exact]) -> list[Places]:
        """Return the pairs (i, j) with x_i = E x_j."""
        return [(i, j) for i, j in self.pairs if column[i] == self.factor * column[j]]

    def parts(self, column: Sequence[Exact]) -> list[list[int]]:
        """Return the inputs with x_i > 0, by the components in which exhausted tight pairs connect them.

        The first input first.
        """
        links = [(i, j) for i, j in self.tight(column) if column[i] and (i, j) not in self.rooms]
        return components((i for i, value in enumerate(column) if value), links)

    def raised(self, column: Column, part: Collection[int]) -> Column:
        """Multiply a part until an exhausted pair that leads out of it becomes tight. If none can, only it is left."""
        part = set(part)
        ratios = [
            self.factor * column[j] / column[i] if i in part else column[i] / (self.factor * column[j])
            for i, j in self.pairs
            if column[i] and column[j] and (i, j) not in self.rooms and (i in part) != (j in part)
            if (i in part) == (self.difference(column, (i, j)) <= 0)
        ]
        inside, outside = (min(ratios), ONE) if ratios else (ONE, ZERO)
        return tuple(value * (inside if i in part else outside) for i, value in enumerate(column))

    def halves(self, column: Column, edge: Column) -> tuple[Column, Column]:
        """Take as much of another column away as the bounds allow, which makes one more pair tight or exhausted."""
        limits = [x / y for x, y in zip(column, edge, strict=True) if y]
        for pair in self.pairs:
            if part := self.difference(edge, pair):
                limit, room = self.difference(column, pair) / part, self.rooms.get(pair)
                limits.append(limit if room is None else max(limit, ZERO) + room / abs(part))
        share = min(limits)
        return tuple(share * y for y in edge), tuple(x - share * y for x, y in zip(column, edge, strict=True))

    def after_split(self, column: Column, halves: tuple[Column, Column]) -> Bounds:
        """Return the bounds of a mechanism in which two halves stand for a column: less room, for some of the pairs."""

        def excess(one: Column, pair: Places) -> Exact:
            return max(self.difference(one, pair), ZERO)

        left = {
            pair: room + excess(column, pair) - exact_sum(excess(half, pair) for half in halves)
            for pair, room in self.rooms.items()
        }
        return replace(self, rooms={pair: room for pair, room in left.items() if room})


def _fault(verdict: Verdict) -> str:
    if isinstance(verdict, Refuted):
        example = verdict.counterexample
        i, j = (value_excerpt(label) for label in example.pair)
        event = value_excerpt(list(example.event))
        return f"got P({event} | {i}) > E P({event} | {j}){' + delta' if verdict.claim.delta else ''}"
    return f"got one of which that is not known: {getattr(verdict, 'reason', '')}"
