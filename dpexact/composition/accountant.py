"""The accountant of mechanisms that answer from the same data, one after the other, with independent noise."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import product
from typing import Literal

from dpexact.certificates.certificate import Certificate
from dpexact.composition.dominating import Bound, Numbered, largest
from dpexact.composition.loss import PrivacyLoss, privacy_loss
from dpexact.errors import MechanismError, ParameterError, TooLargeError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism, compose, require_distributions
from dpexact.mechanisms.rows import MAX_ENTRIES
from dpexact.numbers.enclosure import Enclosure, within_one
from dpexact.numbers.epsilon import claimed_factor, one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import check_neighbors
from dpexact.privacy.worst_case import worst_case

RELATION = "worst pair"
CERTIFIED_RUNS = 14
CERTIFIED_OUTPUTS = 1 << 14  # of the composed mechanism that a certificate is about


@dataclass
class Accountant:
    """The composed mechanisms, as the product of the losses of each ordered neighboring pair over all mechanisms.

    The `relation` "worst pair" composes each pair by itself and then takes the largest number over the pairs.

    >>> from dpexact import Mechanism, NeighborGraph
    >>> coin = Mechanism.from_rows(["a", "b"], ["x", "y"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> Accountant().compose(coin, NeighborGraph.path(["a", "b"]), count=2).delta(3)
    exact('3/8')
    """

    relation: Literal["worst pair"] = "worst pair"
    composed: list[tuple[Mechanism, int]] = field(default_factory=list, init=False)
    neighbors: NeighborGraph | None = field(default=None, init=False)
    losses: dict[tuple[Label, Label], PrivacyLoss] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Raise ParameterError for another relation."""
        need.one_of(self.relation, (RELATION,), "relation")

    def compose(self, mechanism: Mechanism, neighbors: NeighborGraph, count: int = 1) -> Accountant:
        """Add a mechanism, `count` times with independent noise, and return the accountant.

        Raises ParameterError for another relation than before, rows that do not sum to 1 or a count below 0,
        MechanismError for other inputs than before, or inputs of the relation that the mechanism does not have.
        """
        check_neighbors(mechanism, neighbors)
        require_distributions(mechanism, error=ParameterError)
        if self.neighbors is not None and neighbors != self.neighbors:
            message, remedy = "expected the relation of the mechanisms so far", "a pair needs the losses of all of them"
            raise ParameterError(message, place="neighbors", remedy=remedy)
        if self.composed and set(mechanism.inputs) != set(self.composed[0][0].inputs):
            expected = f"the inputs of the mechanisms so far, {value_excerpt(self.composed[0][0].inputs)}"
            raise MechanismError(value_excerpt(mechanism.inputs), place="mechanism", expected=expected)
        count = need.integer(count, "count", 0)
        rows = mechanism.rows()
        losses: dict[tuple[Label, Label], PrivacyLoss] = {}
        for i, j in neighbors.ordered_pairs():
            p, q = rows[mechanism.input_place(i)], rows[mechanism.input_place(j)]
            losses[i, j] = self.losses.get((i, j), PrivacyLoss(())) * privacy_loss(p, q) ** count
        self.losses, self.neighbors = losses, neighbors
        self.composed.append((mechanism, count))
        return self

    def delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact | Enclosure:
        """Return the least delta at E over all ordered pairs, or 0 without pairs.

        The guarantee and the errors are those of `PrivacyLoss.delta`.
        """
        factor = one_factor(exp_epsilon, epsilon, None)
        delta: Exact | Enclosure = within_one(self._largest(lambda loss, _: loss.delta(factor)))
        return delta

    def exp_epsilon(self, delta: object) -> Exact | Enclosure | float:
        """Return the least E >= 1 for a delta over all ordered pairs, or math.inf if there is none."""
        factor: Exact | Enclosure | float = self._largest(lambda loss, _: loss.exp_epsilon(delta))
        return factor

    def epsilon(self, delta: object) -> Enclosure | float:
        """Return the least epsilon >= 0 for a delta over all ordered pairs, the logarithm of the least E."""
        epsilon: Enclosure | float = self._largest(lambda loss, step: loss.epsilon_rule(delta, step))
        return epsilon

    def _largest(self, number: Numbered) -> Bound:
        return largest(dict.fromkeys([PrivacyLoss(()), *self.losses.values()]), number)

    def certificate(self, exp_epsilon: object = None, *, epsilon: object = None) -> Certificate:
        """Return a certificate for the kernel that the tight delta of the composed mechanism is exactly this.

        It contains the composed mechanism, whose outputs are the tuples of the answers, one for each run.

        Raises ParameterError if nothing was composed, TooLargeError beyond 14 runs or 2^14 combinations of outputs.
        """
        factor = claimed_factor(one_factor(exp_epsilon, epsilon))
        parts = [mechanism for mechanism, count in self.composed for _ in range(min(count, CERTIFIED_RUNS + 1))]
        if self.neighbors is None or not parts:
            message = "expected a mechanism to be composed at least once"
            raise ParameterError(message, place="certificate", remedy="call compose")
        if len(parts) > CERTIFIED_RUNS:
            message = f"expected at most {CERTIFIED_RUNS} runs, since it lists all combinations of outputs"
            raise TooLargeError(message, place="certificate")
        size = math.prod(len(mechanism.outputs) for mechanism in parts)
        if size > CERTIFIED_OUTPUTS or size * len(parts[0].inputs) > MAX_ENTRIES:
            message = f"the composed mechanism has more than {CERTIFIED_OUTPUTS} outputs"
            raise TooLargeError(message, place="certificate")
        outputs = parts[0].outputs if len(parts) == 1 else tuple(product(*(part.outputs for part in parts)))
        return worst_case(replace(reduce(compose, parts), outputs=outputs), self.neighbors, factor).certificate()
