"""Decide a statement about greatest mechanisms by z3, without its evidence: all events, all mechanisms."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import Any

import z3

Row = Sequence[Any]


@dataclass(frozen=True)
class Case:
    """A well-formed statement over the rationals."""

    rainbows: list[list[int]]
    pairs: list[tuple[int, int]]
    factor: Fraction
    delta: Fraction
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

    def prefix(self, row: Row, v: int, k: int) -> Any:
        return sum(row[o] for o in self.rainbows[v][:k])


def quotient(value: Any) -> Fraction:
    top, bottom = value
    return Fraction(int(top, 16), int(bottom, 16))


def rows_of(weights: Any) -> list[Row]:
    if "denominator" in weights:
        return [[quotient((entry, weights["denominator"])) for entry in row] for row in weights["rows"]]
    return [[quotient(entry) for entry in row] for row in weights["rows"]]


def case_of(statement: Any) -> Case:
    fixed = dict(zip(statement["fixed"]["inputs"], rows_of(statement["fixed"]["weights"]), strict=True))
    factor, delta = quotient(statement["exp_epsilon"]), quotient(statement["delta"])
    pairs = [(i, j) for i, j in statement["pairs"]]
    return Case(statement["rainbows"], pairs, factor, delta, fixed, statement["order"], statement["answer"])


def is_true(statement: Any) -> bool:
    """Return whether a well-formed statement over the rationals is true; labels do not matter."""
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
    rows = rows_of(statement["weights"])
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
