"""The kind greatest-mechanism: the greatest mechanism on a graph with fixed rows, or that there is none."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple

from dpexact.second.document import array, increasing, labels, position, with_keys
from dpexact.second.fields import ONE, Field, Quotient
from dpexact.second.mechanism import KEYS as CLAIM_KEYS
from dpexact.second.mechanism import Pair, bounds_of, pairs_of
from dpexact.second.meter import need
from dpexact.second.rows import Bounds, Row, require_distributions, rows_of
from dpexact.second.signs import Sum

KINDS = ("greatest-mechanism",)
KEYS = (*(key for key in CLAIM_KEYS if key != "weights"), "rainbows", "fixed", "order", "answer")
Event = tuple[Pair, list[int], Sum]  # a pair, a set of outputs, and a weight


class Goal(NamedTuple):
    """The prefix sums of a row at an input, the first ones with multipliers."""

    place: int
    row: Row
    multipliers: list[Sum]


Maximum = tuple[Goal, list[Event]]  # the events bound the prefix sums with their multipliers
Witness = tuple[list[Row], Goal, list[Maximum]]  # a mechanism, one of its rows, and its own maxima


def require_true(statement: dict[str, Any], evidence: Any, field: Field) -> None:
    """Check a statement. Raises Rejected."""
    answer = statement.get("answer")
    known = type(answer) is str and answer in ("greatest", "none", "infeasible")
    need(known or "answer" not in statement, "answer", "the answer is greatest, none or infeasible")
    with_keys(statement, *KEYS, *(["weights"] if answer == "greatest" else []), where="statement")
    scenario = scenario_of(statement, field)
    witnesses: list[Witness] = []
    events: list[Event] = []
    if answer == "greatest":
        rows = rows_of(statement["weights"], field, scenario.inputs, scenario.outputs, "weights")
        (written,) = with_keys(evidence, "maxima", where="evidence")
        wanted = [(v, k) for v in range(scenario.inputs) if v not in scenario.fixed for k in range(1, scenario.outputs)]
        items = array(written, "maxima", len(wanted))
        maxima = [scenario.maximum(item, v, rows[v], k) for item, (v, k) in zip(items, wanted, strict=True)]
    elif answer == "infeasible":
        (written,) = with_keys(evidence, "events", where="evidence")
        events = scenario.events(written)
    else:
        items, written = with_keys(evidence, "witnesses", "events", where="evidence")
        need(array(items, "witnesses"), "witness", "expected at least one witness")
        witnesses, events = [scenario.witness(item) for item in items], scenario.events(written)
    field.require_denominators()
    scenario.bounds.require_sense()
    require_distributions(field, scenario.fixed.values())
    if answer == "greatest":
        scenario.require_member(rows)
        for goal, bounding in maxima:
            scenario.require_maximum(goal, bounding)
        return
    for rows, goal, maxima in witnesses:
        scenario.require_member(rows)
        scenario.require_from_0(goal.multipliers, "a multiplier")
        for own_goal, bounding in maxima:
            scenario.require_maximum(own_goal, bounding)
    excess = scenario.bound([goal for _, goal, _ in witnesses], events)
    need(field.is_positive(field.negative(excess)), "contradiction", "the bound is not negative")


@dataclass(frozen=True)
class Scenario:
    """The mechanisms on a graph that have the fixed rows, and how they are compared."""

    inputs: int
    outputs: int
    pairs: list[Pair]
    bounds: Bounds
    rainbows: list[list[int]]
    fixed: dict[int, Row]
    order: str

    @property
    def field(self) -> Field:
        """The field of all numbers."""
        return self.bounds.field

    def maximum(self, written: Any, v: int, row: Row, k: int) -> Maximum:
        """Read k multipliers and events."""
        sums, events = with_keys(written, "sums", "events", where="a maximum")
        return Goal(v, row, [self.field.sum(mu) for mu in array(sums, "sums", k)]), self.events(events)

    def events(self, written: Any) -> list[Event]:
        """Read events with their weights."""
        events: list[Event] = []
        for item in array(written, "events"):
            pair, outputs, weight = array(item, "an event", 3)
            place = position(pair, len(self.pairs), "witness-pair", "the pair of an event")
            listed = [position(o, self.outputs, "event", "an event") for o in array(outputs, "an event")]
            events.append((self.pairs[place], listed, self.field.sum(weight)))
        return events

    def witness(self, written: Any) -> Witness:
        """Read a witness of the answer "none"."""
        place, weights, sums, maxima = with_keys(written, "input", "weights", "sums", "maxima", where="a witness")
        v = position(place, self.inputs, "witness", "a witness")
        multipliers = [self.field.sum(mu) for mu in array(sums, "sums")]
        rows = rows_of(weights, self.field, self.inputs, self.outputs, "a witness")
        count = max(0, len(multipliers) - 1) if self.order == "lexicographic" else 0
        items = array(maxima, "maxima", count)
        own = [self.maximum(item, v, rows[v], k) for k, item in enumerate(items, 1)]
        return rows, Goal(v, rows[v], multipliers), own

    def require_member(self, rows: list[Row]) -> None:
        """Check: distributions, the bound for every pair, and the fixed rows."""
        require_distributions(self.field, rows)
        for i, j in self.pairs:
            self.bounds.require_bound(rows[i], rows[j])
        for v, row in self.fixed.items():
            same = all(self.field.difference(x, y).top == 0 for x, y in zip(row, rows[v], strict=True))
            need(same, "fixed", f"input {v} does not have its fixed row")

    def bound(self, goals: list[Goal], events: list[Event]) -> Quotient:
        """Return the greatest value of the right side: its constant and the greatest coefficient of each row."""
        field = self.field
        constant: list[Quotient] = []
        coefficients: dict[tuple[int, int], list[Quotient]] = defaultdict(list)
        for v, row, multipliers in goals:
            for k, mu in enumerate(multipliers, 1):
                for o in self.rainbows[v][:k]:
                    coefficients[v, o].append(Quotient(mu, 1))
                    constant.append(field.product(Quotient(field.times(-1, mu), 1), row[o]))
        self.require_from_0([weight for *_, weight in events], "the weight of an event")
        for (i, j), outputs, weight in events:
            w = Quotient(weight, 1)
            constant.append(field.product(w, self.bounds.delta))
            for o in set(outputs):
                coefficients[j, o].append(field.product(w, self.bounds.factor or ONE))
                coefficients[i, o].append(field.negative(w))
        for v in range(self.inputs):
            row = [field.total(coefficients[v, o]) for o in range(self.outputs)]
            if v in self.fixed:
                constant.extend(field.product(c, p) for c, p in zip(row, self.fixed[v], strict=True))
            else:
                constant.append(field.greatest(row))
        return field.total(constant)

    def require_from_0(self, numbers: list[Sum], name: str) -> None:
        """Check: none of these multipliers or weights is negative."""
        need(all(map(self.field.signs.is_negative_nowhere, numbers)), "multiplier", f"{name} is negative")

    def require_maximum(self, goal: Goal, events: list[Event]) -> None:
        """Check: no mechanism has a larger s_k(v), in lexicographic order among those with the same sums before."""
        *before, last = goal.multipliers
        need(self.field.signs.is_positive(last), "multiplier", "mu_k is not positive")
        free = self.order == "lexicographic"
        need(free or not any(before), "multiplier", "dominance: a multiplier before mu_k is not 0")
        is_above = self.field.is_positive(self.bound([goal], events))
        need(not is_above, "maximum", f"input {goal.place}, sum {len(before) + 1}: the bound is positive")


def scenario_of(statement: dict[str, Any], field: Field) -> Scenario:
    """Read a statement, but for its mechanism."""
    order = statement["order"]
    known = type(order) is str and order in ("dominance", "lexicographic")
    need(known, "order", "the order is dominance or lexicographic")
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    pairs, bounds = pairs_of(statement["pairs"], inputs), bounds_of(statement, field, finite=True)
    rainbows = [
        [position(o, outputs, "rainbow", "a rainbow") for o in array(written, "a rainbow", outputs)]
        for written in array(statement["rainbows"], "rainbows", inputs)
    ]
    need(all(len(set(rainbow)) == outputs for rainbow in rainbows), "rainbow", "a rainbow has every output once")
    places, weights = with_keys(statement["fixed"], "inputs", "weights", where="fixed")
    positions = increasing(places, inputs, "fixed", "fixed")
    need(positions or weights == {"rows": []}, "fixed", 'no fixed inputs: expected the weights {"rows": []}')
    fixed = rows_of(weights, field, len(positions), outputs, "fixed weights")
    return Scenario(inputs, outputs, pairs, bounds, rainbows, dict(zip(positions, fixed, strict=True)), order)
