"""Kind "greatest-mechanism": which mechanism with given rows is at least every other at every input, if any.

"(n)" in a comment is line n of the proof in docs/certificate-format.md, section "Greatest mechanisms". F is the set of
the mechanisms that are compared, and s_k(v) the probability of the first k outputs of the rainbow of v.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from flint import fmpz

from dpexact.kernel.claim import KEYS, Claim, decode_claim, total
from dpexact.kernel.document import Rejected, array, fields, position
from dpexact.kernel.field import Field, decode_field, product

if TYPE_CHECKING:
    from dpexact.kernel.field import Polynomial, Quotient

    Row = list[Quotient]
    Event = tuple[tuple[int, ...], set[int], Polynomial]  # the pair (i, j), the outputs S, the weight w
    Goals = tuple[int, Row, list[Polynomial]]  # v, the row whose s_1, s_2, ... are the goals, and mu_1, mu_2, ...

PROOFS = {"greatest": {"maxima"}, "none": {"witnesses", "events"}, "infeasible": {"events"}}
SIGNS = {"> 0": (1,), ">= 0": (0, 1), "= 0": (0,), "<= 0": (-1, 0), "< 0": (-1,)}


@dataclass(frozen=True)
class Maximum:
    """Evidence that s_k(v) of a mechanism is the greatest one: multipliers mu_1, ..., mu_k, and events."""

    v: int
    sums: list[Polynomial]
    events: list[Event]


@dataclass(frozen=True)
class Witness:
    """A mechanism in F, an input v, multipliers mu_1, mu_2, ..., and evidence that sums of it are the greatest."""

    v: int
    claim: Claim
    sums: list[Polynomial]
    maxima: list[Maximum]


def check_greatest_mechanism(statement: object, evidence: object) -> None:
    """Prove that the mechanism is the greatest one, or that none of those there are is, or that there are none."""
    answer = statement.get("answer") if isinstance(statement, dict) else None
    if not isinstance(answer, str) or answer not in PROOFS:
        raise Rejected("answer", f"expected one of {[*PROOFS]}")
    parts = KEYS | {"rainbows", "fixed", "order", "answer"}
    content = fields(statement, parts if answer == "greatest" else parts - {"weights"}, "statement")
    problem, proof = decode_problem(content), fields(evidence, PROOFS[answer], "evidence")
    events = problem.events(proof.get("events", []))
    witnesses = [problem.witness(value) for value in array(proof.get("witnesses", []), "witnesses")]
    if answer == "none" and not witnesses:
        raise Rejected("witness", "expected at least one witness, which shows that there are mechanisms")  # (10)
    claim, maxima = problem.answer(content["weights"], proof["maxima"]) if answer == "greatest" else (None, [])
    problem.require_demands(problem.given)
    if claim is not None:
        problem.require_member(claim)  # (6)
        for maximum in maxima:  # (9)
            problem.require_maximum(maximum, claim.rows[maximum.v])
        return
    for witness in witnesses:
        problem.require_witness(witness)
    goals = [(witness.v, witness.claim.rows[witness.v], witness.sums) for witness in witnesses]
    problem.require(
        "contradiction", problem.bound(goals, events), "< 0", "bound of the sum of mu (s - g)"
    )  # (12), (13)


@dataclass(frozen=True)
class Problem:
    """F: the mechanisms with P_i(S) <= E P_j(S) + delta for all pairs and events that have the rows `fixed`."""

    field: Field
    content: dict[str, Any]  # a statement about a mechanism, but for its weights
    given: Claim  # the fixed rows, the pairs, E, delta
    fixed: dict[int, Row]
    rainbows: list[list[int]]
    order: str

    def answer(self, weights: object, maxima: object) -> tuple[Claim, list[Maximum]]:
        """Decode a mechanism, and a maximum for each input v that is not fixed and each k = 1, 2, ..."""
        free = [v for v in range(len(self.rainbows)) if v not in self.fixed]
        sums = [(v, k) for v in free for k in range(1, len(self.rainbows[v]))]
        listed = zip(sums, array(maxima, "maxima", len(sums)), strict=True)
        return self.mechanism(weights), [self.maximum(v, k, value) for (v, k), value in listed]

    def mechanism(self, weights: object) -> Claim:
        """Decode the rows of a mechanism on this graph."""
        return decode_claim({**self.content, "weights": weights}, self.field)

    def witness(self, value: object) -> Witness:
        """Decode {input, weights, sums, maxima}; maxima are there in lexicographic order only, for all sums but one."""
        parts = fields(value, {"input", "weights", "sums", "maxima"}, "witness")
        v = position(parts["input"], len(self.rainbows), "witness")
        sums = [self.field.polynomial(mu) for mu in array(parts["sums"], "sums")]
        maxima = array(parts["maxima"], "maxima", 0 if self.order == "dominance" else len(sums) - 1)
        listed = [self.maximum(v, k, maximum) for k, maximum in enumerate(maxima, 1)]
        return Witness(v, self.mechanism(parts["weights"]), sums, listed)

    def maximum(self, v: int, k: int, value: object) -> Maximum:
        """Decode {sums, events}: k multipliers, of s_1(v), ..., s_k(v)."""
        parts = fields(value, {"sums", "events"}, "maximum")
        sums = [self.field.polynomial(mu) for mu in array(parts["sums"], "sums", k)]
        return Maximum(v, sums, self.events(parts["events"]))

    def events(self, value: object) -> list[Event]:
        """Decode [[position of a pair, positions of outputs, weight], ...]."""
        found: list[Event] = []
        for pair, listed, weight in (array(event, "event", 3) for event in array(value, "events")):
            place = position(pair, len(self.given.pairs), "witness-pair")
            outputs = {position(o, len(self.content["outputs"]), "event") for o in array(listed, "event")}
            found.append((self.given.pairs[place], outputs, self.field.polynomial(weight)))
        return found

    def require(self, check: str, value: Polynomial, relation: str, what: str) -> None:
        """Require a sign."""
        if (sign := self.field.sign(value)) not in SIGNS[relation]:
            raise Rejected(check, f"{what} should be {relation} but its sign is {sign}")

    def require_demands(self, claim: Claim) -> None:
        """Require rows that are distributions, E >= 1 and 0 <= delta <= 1."""
        for check, relation, value, what in claim.demands():
            self.require(check, value, relation, what)

    def require_member(self, claim: Claim) -> None:
        """Require that a mechanism is in F: distributions, the bound for every pair and event, the fixed rows."""
        self.require_demands(claim)
        for pair in claim.pairs:
            event = [o for o, value in enumerate(claim.differences(pair)) if self.field.sign(value) > 0]
            self.require("bound", claim.excess(pair, event), "<= 0", f"excess of the pair {pair}, outputs {event[:20]}")
        for v, row in self.fixed.items():
            for (a, x), (b, y) in zip(row, claim.rows[v], strict=True):
                self.require("fixed", product(a, y) - product(b, x), "= 0", f"fixed row of input {v}, less its row,")

    def require_maximum(self, maximum: Maximum, row: Row) -> None:
        """Require s_k(v) <= that of the row for all in F; in lexicographic order, where they agree on those before."""
        v, (*before, last) = maximum.v, maximum.sums
        self.require("multiplier", last, "> 0", f"multiplier of s_{len(before) + 1} of input {v}")
        for mu in before if self.order == "dominance" else []:  # (7); in lexicographic order they have any sign (8)
            self.require("multiplier", mu, "= 0", f"multiplier of an earlier sum of input {v}, in dominance order,")
        bound = self.bound([(v, row, maximum.sums)], maximum.events)
        self.require("maximum", bound, "<= 0", f"bound of s_{len(before) + 1} of input {v}")

    def require_witness(self, witness: Witness) -> None:
        """Require that a mechanism at least all others at v has these s_1(v), s_2(v), ..., or more at the last (11)."""
        for mu in witness.sums:
            self.require("multiplier", mu, ">= 0", "multiplier of a sum of a witness")
        self.require_member(witness.claim)
        for maximum in witness.maxima:
            self.require_maximum(maximum, witness.claim.rows[witness.v])

    def bound(self, goals: list[Goals], events: list[Event]) -> Polynomial:
        """Bound the sum of mu (s_k(v) - g) for all mechanisms in F; the result is the bound times a number > 0 (5)."""
        (e, f), (d, g) = self.given.exp_epsilon, self.given.delta  # all is multiplied by f, so that f E is e
        zeros: list[Polynomial] = [fmpz(0)] * len(self.content["outputs"])
        slopes = defaultdict(zeros.copy)  # slopes[v][o] is the coefficient of P_v(o)
        constants: list[Quotient] = []
        for v, row, sums in goals:  # (1)
            tails = list(accumulate(reversed(sums)))[::-1]  # mu_r + mu_(r+1) + ..., for the r-th output of the rainbow
            for o, tail in zip(self.rainbows[v], tails, strict=False):
                slopes[v][o] += product(tail, f)
                constants.append((product(-tail, f, row[o][0]), row[o][1]))
        for (i, j), outputs, w in events:  # (2)
            self.require("multiplier", w, ">= 0", "weight of an event")
            for o in outputs:
                slopes[i][o] -= product(w, f)
                slopes[j][o] += product(w, e)
            constants.append((product(w, d, f), g))
        for v, slope in slopes.items():
            if v in self.fixed:  # (3)
                constants += [(product(c, top), bottom) for c, (top, bottom) in zip(slope, self.fixed[v], strict=True)]
            else:  # (4)
                constants.append((reduce(lambda a, b: a if self.field.sign(a - b) > 0 else b, slope), fmpz(1)))
        return total(constants)[0]


def decode_problem(content: dict[str, Any]) -> Problem:
    """Decode a statement, but for the mechanism."""
    fixed, order = fields(content["fixed"], {"inputs", "weights"}, "fixed"), content["order"]
    field, claim = decode_field(content["generators"]), {key: content[key] for key in KEYS - {"weights"}}
    given = decode_claim({**claim, "weights": fixed["weights"]}, field, len(array(fixed["inputs"], "fixed")))
    inputs, outputs = len(content["inputs"]), len(content["outputs"])
    places = [position(v, inputs, "fixed") for v in fixed["inputs"]]
    if not places and fixed["weights"] != {"rows": []}:
        raise Rejected("fixed", "where nothing is fixed there is no denominator")
    if places != sorted(set(places)):
        raise Rejected("fixed", "the fixed inputs are listed in increasing order, each once")
    listed = array(content["rainbows"], "rainbows", inputs)
    rainbows = [[position(o, outputs, "rainbow") for o in array(rainbow, "rainbow", outputs)] for rainbow in listed]
    if any(len(set(rainbow)) < outputs for rainbow in rainbows):
        raise Rejected("rainbow", "a rainbow lists every output once")
    if order not in ["dominance", "lexicographic"]:
        raise Rejected("order", "expected the order dominance or lexicographic")
    return Problem(field, claim, given, dict(zip(places, given.rows, strict=True)), rainbows, order)
