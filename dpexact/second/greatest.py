"""The kind greatest-mechanism: the greatest mechanism on a graph with fixed rows, or that there is none."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from dpexact.second.document import array, increasing, labels, position, with_keys
from dpexact.second.fields import ONE, Field, Quotient, Signs, Sum
from dpexact.second.mechanism import KEYS as CLAIM_KEYS
from dpexact.second.mechanism import Pair, pairs_of
from dpexact.second.meter import need
from dpexact.second.rows import Bounds, Quotients, Row, rows_of

KIND = "greatest-mechanism"
KEYS = (*(key for key in CLAIM_KEYS if key != "weights"), "rainbows", "fixed", "order", "answer")


@dataclass(frozen=True)
class Event:
    """A pair, a set of outputs, and a weight."""

    pair: Pair
    outputs: list[int]
    weight: Sum


@dataclass(frozen=True)
class Maximum:
    """Multipliers, and the events that bound the prefix sums with them."""

    multipliers: list[Sum]
    events: list[Event]


@dataclass(frozen=True)
class Witness:
    """A mechanism, an input, and multipliers of its prefix sums there."""

    place: int
    rows: list[Row]
    multipliers: list[Sum]
    maxima: list[Maximum]


@dataclass(frozen=True)
class Scenario:
    """A decoded statement with its evidence."""

    inputs: int
    outputs: int
    pairs: list[Pair]
    bounds: Bounds
    rainbows: list[list[int]]
    fixed: dict[int, Row]
    order: str
    answer: str
    reader: Quotients
    rows: list[Row]
    maxima: list[Maximum]
    witnesses: list[Witness]
    events: list[Event]

    def require_member(self, rows: list[Row]) -> None:
        """Check: distributions, the bound for every pair, and the fixed rows."""
        self.bounds.require_distributions(rows)
        for i, j in self.pairs:
            self.bounds.require_bound(rows[i], rows[j])
        for v, row in self.fixed.items():
            same = all(
                self.bounds.is_zero(self.bounds.field.difference(x, y)) for x, y in zip(row, rows[v], strict=True)
            )
            need(same, "fixed", f"input {v} does not have its fixed row")

    def bound(self, goals: list[tuple[int, Row, list[Sum]]], events: list[Event]) -> Quotient:
        """Return the greatest value of the right side: its constant and the greatest coefficient of each row."""
        field = self.bounds.field
        constant: list[Quotient] = []
        coefficients: dict[tuple[int, int], list[Quotient]] = {}
        for v, row, multipliers in goals:
            for k, mu in enumerate(multipliers, 1):
                for o in self.rainbows[v][:k]:
                    coefficients.setdefault((v, o), []).append(Quotient(mu, 1))
                    constant.append(field.product(Quotient(field.times(-1, mu), 1), row[o]))
        for event in events:
            w, (i, j) = Quotient(event.weight, 1), event.pair
            constant.append(field.product(w, self.bounds.delta))
            for o in set(event.outputs):
                coefficients.setdefault((j, o), []).append(field.product(w, self.bounds.factor or ONE))
                coefficients.setdefault((i, o), []).append(field.negative(w))
        for v in range(self.inputs):
            row = [field.total(coefficients.get((v, o), [])) for o in range(self.outputs)]
            if v in self.fixed:
                constant.extend(field.product(c, p) for c, p in zip(row, self.fixed[v], strict=True))
            else:
                constant.append(self.greatest(row))
        return field.total(constant)

    def greatest(self, row: Row) -> Quotient:
        """Return the greatest of the numbers."""
        return reduce(lambda x, y: y if self.bounds.is_positive(self.bounds.field.difference(y, x)) else x, row)

    def require_signs(self, multipliers: Iterable[Sum], events: Iterable[Event]) -> None:
        """Check: no multiplier and no weight is negative."""
        signs = self.bounds.signs
        need(all(map(signs.is_negative_nowhere, multipliers)), "multiplier", "a multiplier is negative")
        weights = (event.weight for event in events)
        need(all(map(signs.is_negative_nowhere, weights)), "multiplier", "the weight of an event is negative")

    def require_maximum(self, v: int, row: Row, maximum: Maximum) -> None:
        """Check: no mechanism has a larger s_k(v), in lexicographic order among those with the same sums before."""
        *before, last = maximum.multipliers
        self.require_signs([], maximum.events)
        need(self.bounds.signs.is_positive(last), "multiplier", "mu_k is not positive")
        free = self.order == "lexicographic"
        need(free or not any(before), "multiplier", "dominance: a multiplier before mu_k is not 0")
        excess = self.bound([(v, row, maximum.multipliers)], maximum.events)
        need(not self.bounds.is_positive(excess), "maximum", f"input {v}, sum {len(before) + 1}: the bound is positive")

    def require_contradiction(self, goals: list[tuple[int, Row, list[Sum]]]) -> None:
        """Check: the bound is negative."""
        self.require_signs([], self.events)
        excess = self.bounds.field.negative(self.bound(goals, self.events))
        need(self.bounds.is_positive(excess), "contradiction", "the bound is not negative")

    @property
    def wanted(self) -> list[tuple[int, int]]:
        """Input and k of each maximum of the answer "greatest"."""
        return [(v, k) for v in range(self.inputs) if v not in self.fixed for k in range(1, self.outputs)]


def decoded(statement: dict[str, Any], evidence: Any, field: Field, signs: Signs) -> Scenario:
    """Return the scenario of a statement."""
    answer: Any = statement.get("answer")
    known = type(answer) is str and answer in ("greatest", "none", "infeasible")
    need(known or "answer" not in statement, "answer", "the answer is greatest, none or infeasible")
    with_keys(statement, *KEYS, *(["weights"] if answer == "greatest" else []), where="statement")
    need(not field.is_free, "generators", "greatest-mechanism: t is free")
    order = statement["order"]
    known = type(order) is str and order in ("dominance", "lexicographic")
    need(known, "order", "the order is dominance or lexicographic")
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    pairs = pairs_of(statement["pairs"], inputs)
    bounds = Bounds(field, signs, field.quotient(statement["exp_epsilon"]), field.quotient(statement["delta"]))
    rainbows = [rainbow_of(row, outputs) for row in array(statement["rainbows"], "rainbows", inputs)]
    reader = Quotients(field)
    fixed = fixed_of(statement["fixed"], reader, inputs, outputs)
    rows = rows_of(statement["weights"], reader, inputs, outputs, "weights") if answer == "greatest" else []
    bare = Scenario(inputs, outputs, pairs, bounds, rainbows, fixed, order, answer, reader, rows, [], [], [])
    return with_evidence(bare, evidence)


def with_evidence(bare: Scenario, evidence: Any) -> Scenario:
    """Return the scenario with its evidence."""
    if bare.answer == "greatest":
        (written,) = with_keys(evidence, "maxima", where="evidence")
        items = array(written, "maxima", len(bare.wanted))
        maxima = [maximum_of(item, bare, k) for item, (_, k) in zip(items, bare.wanted, strict=True)]
        return replace(bare, maxima=maxima)
    if bare.answer == "infeasible":
        (events,) = with_keys(evidence, "events", where="evidence")
        return replace(bare, events=events_of(events, bare))
    items, events = with_keys(evidence, "witnesses", "events", where="evidence")
    need(array(items, "witnesses"), "witness", "expected at least one witness")
    witnesses = [witness_of(item, bare) for item in items]
    return replace(bare, witnesses=witnesses, events=events_of(events, bare))


def fixed_of(written: Any, reader: Quotients, inputs: int, outputs: int) -> dict[int, Row]:
    """Return the fixed rows by input."""
    places, weights = with_keys(written, "inputs", "weights", where="fixed")
    positions = increasing(places, inputs, "fixed", "fixed")
    need(positions or weights == {"rows": []}, "structure", 'no fixed inputs: expected the weights {"rows": []}')
    return dict(zip(positions, rows_of(weights, reader, len(positions), outputs, "fixed weights"), strict=True))


def rainbow_of(written: Any, outputs: int) -> list[int]:
    """Read positions of all outputs, each once."""
    order = [position(o, outputs, "rainbow", "a rainbow") for o in array(written, "a rainbow", outputs)]
    need(sorted(order) == list(range(outputs)), "rainbow", "a rainbow has every output once")
    return order


def maximum_of(written: Any, case: Scenario, k: int) -> Maximum:
    """Read k multipliers and events."""
    sums, events = with_keys(written, "sums", "events", where="a maximum")
    return Maximum([case.bounds.field.sum(mu) for mu in array(sums, "sums", k)], events_of(events, case))


def events_of(written: Any, case: Scenario) -> list[Event]:
    """Read events with their weights."""
    events = []
    for item in array(written, "events"):
        pair, outputs, weight = array(item, "an event", 3)
        place = position(pair, len(case.pairs), "witness-pair", "the pair of an event")
        listed = [position(o, case.outputs, "event", "an event") for o in array(outputs, "an event")]
        events.append(Event(case.pairs[place], listed, case.bounds.field.sum(weight)))
    return events


def witness_of(written: Any, case: Scenario) -> Witness:
    """Return a witness of the answer "none"."""
    place, weights, sums, maxima = with_keys(written, "input", "weights", "sums", "maxima", where="a witness")
    v = position(place, case.inputs, "witness", "a witness")
    multipliers = [case.bounds.field.sum(mu) for mu in array(sums, "sums")]
    rows = rows_of(weights, case.reader, case.inputs, case.outputs, "a witness")
    count = max(0, len(multipliers) - 1) if case.order == "lexicographic" else 0
    items = array(maxima, "maxima", count)
    return Witness(v, rows, multipliers, [maximum_of(item, case, k) for k, item in enumerate(items, 1)])


def require_true(case: Scenario) -> None:
    """Check the statement. Raises Rejected."""
    case.bounds.require_sense()
    case.reader.require_positive(case.bounds.signs)
    case.bounds.require_distributions(case.fixed.values())
    if case.answer == "greatest":
        case.require_member(case.rows)
        for (v, _), maximum in zip(case.wanted, case.maxima, strict=True):
            case.require_maximum(v, case.rows[v], maximum)
        return
    for witness in case.witnesses:
        case.require_member(witness.rows)
        case.require_signs(witness.multipliers, [])
        for maximum in witness.maxima:
            case.require_maximum(witness.place, witness.rows[witness.place], maximum)
    case.require_contradiction([(w.place, w.rows[w.place], w.multipliers) for w in case.witnesses])
