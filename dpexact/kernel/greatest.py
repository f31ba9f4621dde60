"""Kind "greatest-mechanism": which mechanism with given rows is at least every other at every input, if any.

"(n)" in a comment is line n of the proof in docs/certificate-format.md, section "Greatest mechanisms". F is the set of
the mechanisms that are compared, and s_k(v) the probability of the first k outputs of the rainbow of v.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate
from typing import Any, cast

from flint import fmpz

from dpexact.kernel.budget import Budget, shape
from dpexact.kernel.claim import (
    KEYS,
    Claim,
    Pair,
    decode_claim,
    decode_rows,
    distributions,
    require_bound,
    require_demands,
)
from dpexact.kernel.document import Rejected, array, fields, position
from dpexact.kernel.field import Field, Polynomial, Quotient, decode_field

Rows = list[list[Quotient]]
Goal = tuple[int, list[Quotient], list[Polynomial]]  # v, a row whose s_1, s_2, ... are goals, and mu_1, mu_2, ...
Event = tuple[Pair, list[int], Polynomial]  # the pair (i, j), the outputs S, the weight w
Bound = tuple[list[Goal], list[Event]]  # the events bound the sum of the mu (s_k(v) - g) in F

PROOFS = {"greatest": {"maxima"}, "none": {"witnesses", "events"}, "infeasible": {"events"}}
ONE = fmpz(1)


def check_greatest_mechanism(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that the mechanism is the greatest one, or that none of those there are is, or that there are none."""
    answer = statement.get("answer") if isinstance(statement, dict) else None
    if not isinstance(answer, str) or answer not in PROOFS:
        raise Rejected("answer", f"expected one of {[*PROOFS]}")
    parts = KEYS | {"rainbows", "fixed", "order", "answer"}
    content = fields(statement, parts if answer == "greatest" else parts - {"weights"}, "statement")
    problem, proof = decode_problem(content, budget), fields(evidence, PROOFS[answer], "evidence")
    if answer == "greatest":
        members = [problem.rows(content["weights"])]
        maxima, rest = problem.maxima(members[0], proof["maxima"]), []
    else:
        witnesses = [problem.witness(value) for value in array(proof.get("witnesses", []), "witnesses")]
        members, maxima = [rows for rows, *_ in witnesses], [bound for *_, bounds in witnesses for bound in bounds]
        rest = [([goal for _, goal, _ in witnesses], problem.events(proof["events"]))]
        if answer == "none" and not witnesses:
            raise Rejected("witness", "expected at least one witness, which shows that there are mechanisms")  # (10)
    require_demands(problem.field, problem.given.demands())
    for rows in members:
        problem.require_member(rows)  # (6), (10)
    for bound in maxima:
        problem.require_maximum(bound)  # (9), (11)
    for bound in rest:
        problem.require_contradiction(bound)  # (12), (13)


@dataclass(frozen=True)
class Problem:
    """F: the mechanisms with P_i(S) <= E P_j(S) + delta for all pairs and events that have the rows `fixed`."""

    field: Field
    given: Claim  # the fixed rows, the pairs, E, delta
    fixed: dict[int, list[Quotient]]
    rainbows: list[list[int]]
    order: str

    def rows(self, weights: object) -> Rows:
        """Decode a mechanism."""
        return decode_rows(self.field, weights, len(self.rainbows), len(self.rainbows[0]))

    def maxima(self, rows: Rows, value: object) -> list[Bound]:
        """Decode a maximum for each input v that is not fixed and each k but the last."""
        sums = [(v, k) for v, row in enumerate(rows) if v not in self.fixed for k in range(1, len(row))]
        listed = array(value, "maxima", len(sums))
        return [self.maximum(rows, v, k, part) for (v, k), part in zip(sums, listed, strict=True)]

    def maximum(self, rows: Rows, v: int, k: int, value: object) -> Bound:
        """Decode {sums, events}: the goals are s_1(v), ..., s_k(v) of the mechanism."""
        parts = fields(value, {"sums", "events"}, "maximum")
        sums = [self.field.polynomial(mu) for mu in array(parts["sums"], "sums", k)]
        return [(v, rows[v], sums)], self.events(parts["events"])

    def witness(self, value: object) -> tuple[Rows, Goal, list[Bound]]:
        """Decode {input, weights, sums, maxima}, with maxima only in lexicographic order, for all sums but the last."""
        parts = fields(value, {"input", "weights", "sums", "maxima"}, "witness")
        v, rows = position(parts["input"], len(self.rainbows), "witness"), self.rows(parts["weights"])
        sums = [self.field.polynomial(mu) for mu in array(parts["sums"], "sums")]
        listed = array(parts["maxima"], "maxima", 0 if self.order == "dominance" else len(sums) - 1)
        return rows, (v, rows[v], sums), [self.maximum(rows, v, k, part) for k, part in enumerate(listed, 1)]

    def events(self, value: object) -> list[Event]:
        """Decode [[position of a pair, positions of outputs, weight], ...]."""
        events: list[Event] = []
        for pair, outputs, weight in (array(event, "event", 3) for event in array(value, "events")):
            places = [position(o, len(self.rainbows[0]), "event") for o in array(outputs, "event")]
            of_pairs = position(pair, len(self.given.pairs), "witness-pair")
            events.append((self.given.pairs[of_pairs], places, self.field.polynomial(weight)))
        return events

    def require_member(self, rows: Rows) -> None:
        """Require that a mechanism is in F: distributions, the bound for every pair and event, the fixed rows."""
        require_demands(self.field, distributions(self.field, rows))
        require_bound(self.field, replace(self.given, rows=rows))
        for v, row in self.fixed.items():
            for (a, x), (b, y) in zip(row, rows[v], strict=True):
                self.field.require(
                    "fixed",
                    self.field.product(a, y) - self.field.product(b, x),
                    (0,),
                    f"fixed row of input {v}, minus its row,",
                )

    def require_maximum(self, bound: Bound) -> None:
        """Require s_k(v) <= the goal for all in F, in lexicographic order for those that reach the goals before it."""
        ((v, _, (*before, last)),) = bound[0]
        self.field.require("multiplier", last, (1,), f"multiplier of s_{len(before) + 1} of input {v}")
        for mu in before if self.order == "dominance" else []:  # (7); in lexicographic order they have any sign (8)
            self.field.require(
                "multiplier", mu, (0,), f"multiplier of an earlier sum of input {v}, in dominance order,"
            )
        self.field.require("maximum", self.value(bound), (-1, 0), f"bound of s_{len(before) + 1} of input {v}")

    def require_contradiction(self, bound: Bound) -> None:
        """Require that no mechanism in F reaches all goals (with a multiplier that is not 0)."""
        for mu in (mu for *_, sums in bound[0] for mu in sums):
            self.field.require("multiplier", mu, (0, 1), "multiplier of a sum of a witness")
        self.field.require("contradiction", self.value(bound), (-1,), "bound of the sum of all mu (s - g)")

    def plus(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """Add, and count it: every partial sum is kept."""
        self.field.budget.spend(sum(16 * n * (w + 1) for n, w in map(shape, (a, b))))
        return a + b

    def value(self, bound: Bound) -> Polynomial:
        """Compute a number that is at least the sum of all mu (s_k(v) - g) in F, times a positive number (5)."""
        (goals, events), (d, g) = bound, self.given.delta
        e, f = cast("Quotient", self.given.exp_epsilon)  # a number; all is times f, and E f is e
        product = self.field.product
        slopes: dict[int, list[list[Quotient]]] = defaultdict(lambda: [[] for _ in self.rainbows[0]])  # of each P_v(o)
        constants: list[Quotient] = []
        for v, row, sums in goals:  # (1)
            tails = list(accumulate(reversed(sums), self.plus))[::-1]  # mu_r + mu_(r+1) + ..., for the r-th output
            for o, tail in zip(self.rainbows[v], tails, strict=False):
                slopes[v][o].append((product(tail, f), ONE))
                constants.append((-product(tail, f, row[o][0]), row[o][1]))
        for (i, j), event, w in events:  # (2)
            self.field.require("multiplier", w, (0, 1), "weight of an event")
            below, above = -product(w, f), product(w, e)
            for o in set(event):
                slopes[i][o].append((below, ONE))
                slopes[j][o].append((above, ONE))
            constants.append((product(w, d, f), g))
        for v, parts in slopes.items():
            slope = [self.field.total(part)[0] for part in parts]
            if v in self.fixed:  # (3)
                constants += [(product(c, top), bottom) for c, (top, bottom) in zip(slope, self.fixed[v], strict=True)]
            else:  # (4)
                constants.append((reduce(lambda a, b: a if self.field.sign(a - b) > 0 else b, slope), ONE))
        return self.field.total(constants)[0]


def decode_problem(content: dict[str, Any], budget: Budget) -> Problem:
    """Decode a statement, but for the mechanism."""
    fixed, order = fields(content["fixed"], {"inputs", "weights"}, "fixed"), content["order"]
    field, listed = decode_field(content["generators"], budget), array(fixed["inputs"], "fixed")
    claim = decode_claim({**content, "weights": fixed["weights"]}, field, len(listed))
    inputs, outputs = len(content["inputs"]), len(content["outputs"])
    places = [position(v, inputs, "fixed") for v in listed]
    if places != sorted(set(places)) or (not places and fixed["weights"] != {"rows": []}):
        raise Rejected("fixed", "expected inputs in increasing order; where there is none, no denominator")
    several = array(content["rainbows"], "rainbows", inputs)
    rainbows = [[position(o, outputs, "rainbow") for o in array(rainbow, "rainbow", outputs)] for rainbow in several]
    if any(len(set(rainbow)) < outputs for rainbow in rainbows):
        raise Rejected("rainbow", "a rainbow lists every output once")
    if order not in ["dominance", "lexicographic"]:
        raise Rejected("order", "expected the order dominance or lexicographic")
    return Problem(field, claim, dict(zip(places, claim.rows, strict=True)), rainbows, order)
