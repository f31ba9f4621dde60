"""A second checker of "greatest-mechanism", from docs/certificate-format.md: all events, all point masses; and z3.

`proves` shares no code with the kernel and none of its route: privacy is compared for every event, and a bound is the
largest value of the sum itself, with all its terms, over the point masses at the inputs that are not fixed. `is_true`
does not look at the evidence: z3 decides the statement.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any

import z3

from tests.forgeries.conftest import Numbers, labels, need, need_list, numbers_of, obj, pair_of, place, weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Row = Sequence[Any]
    Goal = tuple[int, Row, list[Any]]  # an input, the row whose prefix sums are the goals, the multipliers

SHARED = ("kind", "generators", "inputs", "outputs", "pairs", "exp_epsilon", "delta", "rainbows", "fixed", "order")


@dataclass(frozen=True)
class Case:
    """A decoded statement."""

    numbers: Numbers
    rainbows: list[list[int]]
    pairs: list[tuple[int, int]]
    factor: Any
    delta: Any
    fixed: dict[int, Row]
    order: str
    answer: str

    @property
    def inputs(self) -> range:
        return range(len(self.rainbows))

    @property
    def outputs(self) -> range:
        return range(len(self.rainbows[0]))

    @property
    def events(self) -> list[tuple[int, ...]]:
        return list(chain.from_iterable(combinations(self.outputs, size) for size in range(len(self.outputs) + 1)))

    def is_negative(self, value: Any) -> bool:
        return self.numbers.sign(-value, ">")

    def prefix(self, row: Row, v: int, k: int) -> Any:
        return sum(row[o] for o in self.rainbows[v][:k])

    def rows(self, value: Any, count: int) -> list[Row]:
        """Rows of distributions; a row that is none is as bad as one that is malformed."""
        sign = self.numbers.sign
        quotients = weights(value, self.numbers, count, len(self.outputs))
        need(all(sign(bottom, ">") for row in quotients for _, bottom in row))
        rows: list[Row] = [[top / bottom for top, bottom in row] for row in quotients]
        need(all(sign(sum(row) - 1, "=") and all(sign(entry, ">=") for entry in row) for row in rows))
        return rows

    def member(self, value: Any) -> list[Row]:
        """A mechanism with the bound for every pair and event, and with the fixed rows."""
        table, sign = self.rows(value, len(self.inputs)), self.numbers.sign
        for i, j in self.pairs:
            for event in self.events:
                loss = sum(table[i][o] for o in event) - self.factor * sum(table[j][o] for o in event)
                need(sign(self.delta - loss, ">="))
        need(all(sign(a - b, "=") for v, row in self.fixed.items() for a, b in zip(row, table[v], strict=True)))
        return table

    def bound(self, goals: Iterable[Goal], value: Any) -> Any:
        """The largest value of the sum over the point masses at the inputs that are not fixed."""
        goals, events = list(goals), [self.event(item) for item in need_list(value)]
        units = [[int(o == place) for o in self.outputs] for place in self.outputs]
        choices = [[self.fixed[v]] if v in self.fixed else units for v in self.inputs]
        return max(self.value(table, goals, events) for table in product(*choices))

    def value(self, table: Sequence[Row], goals: list[Goal], events: list[tuple[int, int, set[int], Any]]) -> Any:
        left = [
            mu * (self.prefix(table[v], v, k) - self.prefix(row, v, k))
            for v, row, sums in goals
            for k, mu in enumerate(sums, 1)
        ]
        right = [
            w * (self.delta + self.factor * sum(table[j][o] for o in event) - sum(table[i][o] for o in event))
            for i, j, event, w in events
        ]
        return sum(left) + sum(right) + self.numbers.whole(0)

    def event(self, item: Any) -> tuple[int, int, set[int], Any]:
        need(type(item) is list and len(item) == 3)
        pair, event = place(item[0], len(self.pairs)), {place(o, len(self.outputs)) for o in need_list(item[1])}
        weight = self.numbers.sum(item[2])
        need(self.numbers.sign(weight, ">="))
        return (*self.pairs[pair], event, weight)

    def require_maximum(self, v: int, k: int, row: Row, item: Any) -> None:
        sums, events = obj(item, "sums", "events")
        need(len(need_list(sums)) == k)
        multipliers = [self.numbers.sum(mu) for mu in sums]
        need(self.numbers.sign(multipliers[-1], ">"))
        need(self.order == "lexicographic" or all(self.numbers.sign(mu, "=") for mu in multipliers[:-1]))
        need(self.numbers.sign(-self.bound([(v, row, multipliers)], events), ">="))

    def goal(self, item: Any) -> Goal:
        v, table, sums, maxima = obj(item, "input", "weights", "sums", "maxima")
        row = self.member(table)[place(v, len(self.inputs))]
        multipliers = [self.numbers.sum(mu) for mu in need_list(sums)]
        need(all(self.numbers.sign(mu, ">=") for mu in multipliers))
        need(len(need_list(maxima)) == (len(multipliers) - 1 if self.order == "lexicographic" else 0))
        for k, maximum in enumerate(maxima, 1):
            self.require_maximum(v, k, row, maximum)
        return v, row, multipliers


def case_of(statement: Any) -> Case:
    need(type(statement) is dict and "answer" in statement)
    answer = statement["answer"]
    need(answer in ("greatest", "none", "infeasible"))
    obj(statement, "answer", *SHARED, *(["weights"] if answer == "greatest" else []))
    need(statement["kind"] == "greatest-mechanism" and statement["order"] in ("dominance", "lexicographic"))
    obj(statement["generators"], "exponent", "base", "degree")
    numbers = numbers_of(statement["generators"])
    inputs, outputs = labels(statement["inputs"]), labels(statement["outputs"])
    pairs = [pair_of(pair, inputs) for pair in need_list(statement["pairs"])]
    need(len(set(pairs)) == len(pairs))
    rainbows = [[place(o, outputs) for o in need_list(rainbow)] for rainbow in need_list(statement["rainbows"])]
    need(len(rainbows) == inputs and all(sorted(rainbow) == list(range(outputs)) for rainbow in rainbows))
    (e, f), (d, g) = (numbers.quotient(statement[key]) for key in ("exp_epsilon", "delta"))
    need(numbers.sign(f, ">") and numbers.sign(g, ">"))
    factor, delta = e / f, d / g
    need(numbers.sign(factor - 1, ">=") and numbers.sign(delta, ">=") and numbers.sign(1 - delta, ">="))
    places, rows = obj(statement["fixed"], "inputs", "weights")
    fixed = [place(v, inputs) for v in need_list(places)]
    need(fixed == sorted(set(fixed)))
    need(bool(fixed) or rows == {"rows": []})
    bare = Case(numbers, rainbows, pairs, factor, delta, {}, statement["order"], answer)
    return replace(bare, fixed=dict(zip(fixed, bare.rows(rows, len(fixed)), strict=True)))


def proves(statement: Any, evidence: Any) -> bool:
    """Whether the evidence proves the statement; MalformedError counts as no."""
    case = case_of(statement)
    if case.answer == "infeasible":
        return case.is_negative(case.bound([], *obj(evidence, "events")))
    if case.answer == "none":
        witnesses, events = obj(evidence, "witnesses", "events")
        need(need_list(witnesses))
        return case.is_negative(case.bound([case.goal(witness) for witness in witnesses], events))
    table = case.member(statement["weights"])
    wanted = [(v, k) for v in case.inputs if v not in case.fixed for k in range(1, len(case.outputs))]
    (maxima,) = obj(evidence, "maxima")
    need(len(need_list(maxima)) == len(wanted))
    for (v, k), maximum in zip(wanted, maxima, strict=True):
        case.require_maximum(v, k, table[v], maximum)
    return True


def is_true(statement: Any) -> bool:
    """Whether a well-formed statement over the rationals is true, by z3; labels do not matter."""
    plain = {key: list(range(len(statement[key]))) for key in ("inputs", "outputs")}
    return _is_true(json.dumps(statement | plain, sort_keys=True))


@cache
def _is_true(text: str) -> bool:
    statement = json.loads(text)
    case = case_of(statement)
    table = [[z3.Real(f"p_{v}_{o}") for o in case.outputs] for v in case.inputs]
    solver = z3.Solver()
    solver.add(*constraints(case, table))
    if case.answer == "infeasible":
        return bool(solver.check() == z3.unsat)
    if solver.check() != z3.sat:
        return False
    if case.answer == "none":
        solver.add(*(case.prefix(table[v], v, k) == best for (v, k), best in maxima(case, table).items()))
        return bool(solver.check() == z3.unsat)
    rows = case.rows(statement["weights"], len(case.inputs))
    for v, k in product(case.inputs, case.outputs[1:]):
        solver.push()
        if case.order == "lexicographic":
            solver.add(*(case.prefix(table[v], v, j) == rational(case.prefix(rows[v], v, j)) for j in range(k)))
        solver.add(case.prefix(table[v], v, k) > rational(case.prefix(rows[v], v, k)))
        if solver.check() != z3.unsat:
            return False
        solver.pop()
    solver.add(*(p == rational(x) for row, own in zip(table, rows, strict=True) for p, x in zip(row, own, strict=True)))
    return bool(solver.check() == z3.sat)


def constraints(case: Case, table: Sequence[Row]) -> list[Any]:
    found = [p >= 0 for row in table for p in row] + [z3.Sum(list(row)) == 1 for row in table]
    found += [p == rational(x) for v, row in case.fixed.items() for p, x in zip(table[v], row, strict=True)]
    factor, delta = rational(case.factor), rational(case.delta)
    for i, j in case.pairs:
        if i in case.fixed and j in case.fixed:
            one, other = case.fixed[i], case.fixed[j]
            loss = sum(max(a - case.factor * b, 0) for a, b in zip(one, other, strict=True))
            found.append(z3.BoolVal(bool(loss <= case.delta)))
            continue
        found += [
            z3.Sum([table[i][o] for o in event]) <= factor * z3.Sum([table[j][o] for o in event]) + delta
            for event in case.events
            if event
        ]
    return found


def maxima(case: Case, table: Sequence[Row]) -> dict[tuple[int, int], Any]:
    """The largest s_k(v) of all; in lexicographic order, of those with the largest s_1(v), ..., s_(k-1)(v)."""
    found = {}
    for v in case.inputs:
        sums = {k: case.prefix(table[v], v, k) for k in case.outputs[1:] if v not in case.fixed}
        optimizer = z3.Optimize()
        optimizer.set(priority="lex" if case.order == "lexicographic" else "box")
        optimizer.add(*constraints(case, table))
        best = {k: optimizer.maximize(total) for k, total in sums.items()}
        assert optimizer.check() == z3.sat
        found.update({(v, k): optimizer.upper(objective) for k, objective in best.items()})
    return found


def rational(value: Any) -> Any:
    return z3.RealVal(str(value))
