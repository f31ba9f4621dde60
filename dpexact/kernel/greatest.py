"""Kind "greatest-mechanism": which mechanism with given rows is at least every other at every input, if any.

s_k(v) is the probability of the first k outputs of the rainbow of v. Since P_i(S) - E P_j(S) - delta <= 0, for any mu,
goals g and weights w >= 0: sum mu (s_k(v) - g) <= sum mu (s_k(v) - g) + sum w (delta + E P_j(S) - P_i(S)). The right
side is linear. With the fixed rows put in it is at most its constant plus, for every other input, its greatest slope
there, as a row is >= 0 and sums to 1. That number is the bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from flint import fmpz

from dpexact.kernel.claim import KEYS, Claim, decode_claim, total
from dpexact.kernel.document import Rejected, array, fields, position
from dpexact.kernel.field import Field, decode_field

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.kernel.document import Budget
    from dpexact.kernel.field import Polynomial, Quotient

    Goals = tuple[int, list[Quotient], list[Polynomial]]  # v, the row whose s_1, s_2, ... are the g, and their mu

PROOFS = {"greatest": {"maxima"}, "none": {"witnesses", "events"}, "infeasible": {"events"}}
SIGNS = {"> 0": (1,), ">= 0": (0, 1), "= 0": (0,), "<= 0": (-1, 0), "< 0": (-1,)}


def check_greatest_mechanism(statement: object, evidence: object, budget: Budget) -> Iterator[None]:
    """Prove that the mechanism is the greatest one, or that none of those there are is, or that there are none."""
    answer = statement.get("answer") if isinstance(statement, dict) else None
    if answer not in [*PROOFS]:
        raise Rejected("answer", f"expected one of {[*PROOFS]}")
    parts = KEYS | {"rainbows", "fixed", "order", "answer"}
    content = fields(statement, parts if answer == "greatest" else parts - {"weights"}, "statement")
    problem, proof = _decode(content, budget), fields(evidence, PROOFS[answer], "evidence")
    yield
    problem.require_demands(problem.given)
    if answer == "greatest":
        rows = problem.mechanism(content["weights"])
        sums = [(v, k) for v, row in enumerate(rows) if v not in problem.fixed for k in range(1, len(row))]
        for (v, k), maximum in zip(sums, array(proof["maxima"], "maxima", len(sums)), strict=True):
            problem.require_maximum(v, k, rows[v], maximum)
        return
    goals = [problem.goals(witness) for witness in array(proof.get("witnesses", []), "witnesses")]
    if answer == "none" and not goals:
        raise Rejected("witness", "expected at least one witness, which shows that there are mechanisms")
    problem.require("contradiction", problem.bound(goals, proof["events"]), "< 0", "bound of the sum of all mu (s - g)")


@dataclass(frozen=True)
class Problem:
    """The mechanisms with P_i(S) <= E P_j(S) + delta for all pairs and events that have the rows `fixed`."""

    field: Field
    content: dict[str, Any]  # a statement about a mechanism, but for its weights
    given: Claim  # the fixed rows, the pairs, E, delta
    fixed: dict[int, list[Quotient]]
    rainbows: list[list[int]]
    order: str

    def require(self, check: str, value: Polynomial, relation: str, what: str) -> None:
        """Require a sign."""
        if (sign := self.field.sign(value)) not in SIGNS[relation]:
            raise Rejected(check, f"{what} should be {relation} but its sign is {sign}")

    def require_demands(self, claim: Claim) -> None:
        """Require rows that are distributions, E >= 1 and 0 <= delta <= 1."""
        for check, relation, value, what in claim.demands():
            self.require(check, value, relation, what)

    def require_maximum(self, v: int, k: int, row: list[Quotient], maximum: object) -> None:
        """Require s_k(v) <= that of the row; in lexicographic order, where s_1, ..., s_(k-1) are those of the row."""
        proof = fields(maximum, {"sums", "events"}, "maximum")
        sums = [self.field.polynomial(mu) for mu in array(proof["sums"], "sums", k)]
        self.require("multiplier", sums[-1], "> 0", f"multiplier of s_{k} of input {v}")
        for mu in sums[:-1] if self.order == "dominance" else []:
            self.require("multiplier", mu, "= 0", f"multiplier of a sum before s_{k} of input {v}, in dominance order,")
        self.require("maximum", self.bound([(v, row, sums)], proof["events"]), "<= 0", f"bound of s_{k} of input {v}")

    def mechanism(self, weights: object) -> list[list[Quotient]]:
        """Decode the rows of a mechanism, and require that it is one of these."""
        claim = decode_claim({**self.content, "weights": weights}, self.field)
        self.require_demands(claim)
        for pair in claim.pairs:
            event = [o for o, value in enumerate(claim.differences(pair)) if self.field.sign(value) > 0]
            self.require("bound", claim.excess(pair, event), "<= 0", f"excess of the pair {pair}, outputs {event[:20]}")
        for v, row in self.fixed.items():
            for (a, x), (b, y) in zip(row, claim.rows[v], strict=True):
                self.require("fixed", (a * y) - (b * x), "= 0", f"fixed row of input {v}, less its row,")
        return claim.rows

    def goals(self, witness: object) -> Goals:
        """Decode sums that a greatest mechanism has to reach; in lexicographic order all but the last are maxima."""
        parts = fields(witness, {"input", "weights", "sums", "maxima"}, "witness")
        v = position(parts["input"], len(self.rainbows), "witness")
        row, sums = self.mechanism(parts["weights"])[v], [self.weight(mu) for mu in array(parts["sums"], "sums")]
        maxima = array(parts["maxima"], "maxima", 0 if self.order == "dominance" else len(sums) - 1)
        for k, maximum in enumerate(maxima, 1):
            self.require_maximum(v, k, row, maximum)
        return v, row, sums

    def weight(self, value: object) -> Polynomial:
        """Decode a multiplier >= 0."""
        self.require("multiplier", w := self.field.polynomial(value), ">= 0", "multiplier of an inequality")
        return w

    def bound(self, goals: list[Goals], events: object) -> Polynomial:
        """Bound the sum of mu (s_k(v) - g) by events [pair, outputs, w]; the result is the bound times a number > 0."""
        (e, f), (d, g), one = self.given.exp_epsilon or (fmpz(0), fmpz(0)), self.given.delta, fmpz(1)
        slopes: list[list[Polynomial]] = [[fmpz(0)] * len(rainbow) for rainbow in self.rainbows]
        constants: list[Quotient] = []
        for v, row, sums in goals:
            for o, mu in ((o, mu) for k, mu in enumerate(sums, 1) for o in self.rainbows[v][:k]):
                slopes[v][o] += mu * f
                constants.append(((-mu * f * row[o][0]), row[o][1]))
        for item in array(events, "events"):
            pair, outputs, weight = array(item, "event", 3)
            i, j = self.given.pairs[position(pair, len(self.given.pairs), "witness-pair")]
            w = self.weight(weight)
            for o in {position(o, len(slopes[i]), "event") for o in array(outputs, "event")}:
                slopes[i][o] -= w * f
                slopes[j][o] += w * e
            constants.append(((w * d * f), g))
        for v, slope in enumerate(slopes):
            if v in self.fixed:
                constants += [((c * top), bottom) for c, (top, bottom) in zip(slope, self.fixed[v], strict=True)]
            else:
                constants.append((reduce(lambda a, b: a if self.field.sign(a - b) > 0 else b, slope), one))
        return total(constants)[0]


def _decode(content: dict[str, Any], budget: Budget) -> Problem:
    fixed, order = fields(content["fixed"], {"inputs", "weights"}, "fixed"), content["order"]
    field, claim = decode_field(content["generators"], budget), {key: content[key] for key in KEYS - {"weights"}}
    given = decode_claim({**claim, "weights": fixed["weights"]}, field, len(array(fixed["inputs"], "fixed")))
    inputs, outputs = len(content["inputs"]), len(content["outputs"])
    places = [position(v, inputs, "fixed") for v in fixed["inputs"]]
    if not places and fixed["weights"] != {"rows": []}:
        raise Rejected("fixed", "where nothing is fixed there is no denominator")
    listed = array(content["rainbows"], "rainbows", inputs)
    rainbows = [[position(o, outputs, "rainbow") for o in array(rainbow, "rainbow", outputs)] for rainbow in listed]
    if places != sorted(set(places)):
        raise Rejected("fixed", "the fixed inputs are listed in increasing order, each once")
    if any(len(set(rainbow)) < outputs for rainbow in rainbows):
        raise Rejected("rainbow", "a rainbow lists every output once")
    if order not in ["dominance", "lexicographic"]:
        raise Rejected("order", "expected the order dominance or lexicographic")
    return Problem(field, claim, given, dict(zip(places, given.rows, strict=True)), rainbows, order)
