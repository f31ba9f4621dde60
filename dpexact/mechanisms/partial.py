"""PartialMechanism: a matrix of which some mass is not known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.mechanisms.mechanism import Mechanism

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.mechanisms.labels import Label
    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class PartialMechanism:
    """Known probabilities {input: {output: Exact}} and unfinished mass {input: Exact}; for each input they sum to 1.

    Whatever the mechanism is, its row i is the known part plus a distribution of the unfinished mass over outputs,
    known or not.
    """

    inputs: tuple[Label, ...]
    known: Mapping[Label, Mapping[Label, Exact]]
    unfinished: Mapping[Label, Exact]

    def worst_completion(self) -> Mechanism:
        """Return the mechanism whose unfinished mass lies, for each input, on an output that no other input gives.

        For every event S of any completion, P_i(S) <= k_i(S) + u_i, the bound that this one attains, and
        P_j(S) >= k_j(S): its tight delta is the largest of all completions.
        """
        unknown = {i: ("unfinished", i) for i in self.inputs if self.unfinished[i] != 0}
        outputs = list(dict.fromkeys([o for row in self.known.values() for o in row] + list(unknown.values())))
        rows = [
            [self.unfinished[i] if o == unknown.get(i) else self.known[i].get(o, 0) for o in outputs]
            for i in self.inputs
        ]
        return Mechanism.from_rows(self.inputs, outputs, rows)
