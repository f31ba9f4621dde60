"""PartialMechanism, a matrix with some unknown mass, and the claims that hold of it all the same.

For an ordered pair (i, j) let k be the known parts, u the unfinished masses, and D the sum of the positive parts of
k_i(o) - E k_j(o). For every completion and every event S, with K its known outputs,

    P_i(S) - E P_j(S) <= k_i(K) + u_i - E k_j(K) <= D + u_i,

and the completion with an output of its own for u_i attains it. For S = {o : k_i(o) > E k_j(o)} and every completion,

    P_i(S) - E P_j(S) >= k_i(S) - E (k_j(S) + u_j) = D - E u_j,

attained if u_j lies in S and u_i outside. So a claim holds of all completions if D + u_i <= delta for all pairs, and of
none if D - E u_j > delta for one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dpexact.errors import MechanismError, need
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact

UNFINISHED = "unfinished"


@need.made_by("dpexact.programs.mechanism_of(program, inputs)", inputs=tuple, known=Mapping, unfinished=Mapping)
@dataclass(frozen=True)
class PartialMechanism:
    """Known probabilities {input: {output: Exact}} and unfinished mass {input: Exact}, which for each input sum to 1.

    It stands for its completions, in which row i is the known part plus the unfinished mass somewhere on outputs that
    are known or not. `verify`, `tight_delta` and `assert_private` give the truth about every completion.
    `assumptions` are those of `Distribution`.
    """

    inputs: tuple[Label, ...]
    known: Mapping[Label, Mapping[Label, Exact]]
    unfinished: Mapping[Label, Exact]
    assumptions: tuple[str, ...] = field(default=())

    def in_doubt(self, pair: tuple[Label, Label], factor: Exact | float) -> Exact:
        """Return u_i + E u_j, the distance from D - E u_j to D + u_i, and 1 for infinite E unless u_j = 0."""
        first, second = (self.unfinished[name] for name in pair)
        if isinstance(factor, Exact):
            return first + factor * second
        return first if second == 0 else Exact.of_rational(1)

    def completion(self, places: Mapping[Label, Label] | None = None) -> Mechanism:
        """Return the completion whose unfinished mass of an input lies at the output that is named for it.

        If none is named it lies at an output ("unfinished", input) of its own. Then, for every event S that holds
        this output, P_i(S) is the largest, and for every other event the least, of all completions.

        Raises MechanismError if a known output has such a name.
        """
        at = {i: (places or {}).get(i, (UNFINISHED, i)) for i in self.inputs if self.unfinished[i] != 0}
        outputs = list(dict.fromkeys(o for row in self.known.values() for o in row))
        for i, place in at.items():
            if place == (UNFINISHED, i) and place in outputs:
                message = f"{place!r} stands for the unfinished mass of {i!r}"
                raise MechanismError(message, place="outputs", remedy="change this output by label=")
        outputs = list(dict.fromkeys([*outputs, *at.values()]))
        rows = [
            [self.known[i].get(o, 0) + (self.unfinished[i] if o == at.get(i) else 0) for o in outputs]
            for i in self.inputs
        ]
        return Mechanism.from_rows(self.inputs, outputs, rows)
