"""Decide a statement about the sufficiency order without its evidence: z3 for maps, ranks for columns."""

import json
from functools import cache
from typing import Any

import sympy
import z3

from tests.forgeries.greatest_oracle import quotient, rows_of


def is_true(statement: Any) -> bool:
    """Return whether a well-formed statement over the rationals is true; labels do not matter."""
    return _is_true(json.dumps({key: value for key, value in statement.items() if key not in ("inputs", "outputs")}))


@cache
def _is_true(text: str) -> bool:
    statement = json.loads(text)
    rows = rows_of(statement["weights"])
    if not all(min(row) >= 0 and sum(row) == 1 for row in rows):
        return False
    if "source" in statement:
        source = rows_of(statement["source"]["weights"])
        distributions = all(min(row) >= 0 and sum(row) == 1 for row in source)
        return bool(distributions and has_map(rows, source) == (statement["kind"] == "post-processing"))
    factor, pairs = quotient(statement["exp_epsilon"]), statement["pairs"]
    columns = list(zip(*rows, strict=True))
    delta = quotient(statement["delta"])
    losses = [sum(max(0, x[i] - factor * x[j]) for x in columns) for i, j in pairs]
    private = factor >= 1 and 0 <= delta <= 1 and all(loss <= delta for loss in losses)
    if not private or statement["kind"] == "private":
        return private
    exhausted = [pair for pair, loss in zip(pairs, losses, strict=True) if loss == delta]
    return bool(
        all(is_extreme(x, factor, exhausted) for x in columns if any(x))
        == (statement["kind"] == "maximally-sufficient")
    )


def has_map(rows: Any, source: Any) -> bool:
    """Return whether some random map of the outputs of the source gives the rows, by z3."""
    between, outputs = range(len(source[0])), range(len(rows[0]))
    table = [[z3.Real(f"a_{q}_{o}") for o in outputs] for q in between]
    solver = z3.Solver()
    solver.add(*(entry >= 0 for line in table for entry in line), *(z3.Sum(line) == 1 for line in table))
    for row, known in zip(rows, source, strict=True):
        solver.add(*(z3.Sum([known[q] * table[q][o] for q in between]) == row[o] for o in outputs))
    return bool(solver.check() == z3.sat)


def is_extreme(x: Any, factor: Any, pairs: Any) -> bool:
    """Return whether the attained bounds, x_i = E x_j and x_i = 0, determine the column up to a factor: by rank."""
    size = len(x)
    attained = [[sympy.Integer(k == i) for k in range(size)] for i in range(size) if x[i] == 0]
    for i, j in pairs:
        if x[i] == factor * x[j]:
            ratio = sympy.Rational(factor.numerator, factor.denominator)
            attained.append([sympy.Integer(k == i) - ratio * sympy.Integer(k == j) for k in range(size)])
    return bool(sympy.Matrix(len(attained), size, [entry for row in attained for entry in row]).rank() == size - 1)
