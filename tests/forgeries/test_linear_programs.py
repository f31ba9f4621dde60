"""Forged certificates about linear programs: false values, points and vectors; the digest is always right."""

import copy
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from dpexact import CertificateError, check
from dpexact.certificates.certificate import Certificate
from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, solve

# Minimise x + 2y with x + y >= 1, x - y = 1/3, x <= 5: that leaves x = y + 1/3 with y >= 1/3, so 4/3 is the least.
BOUNDED = LinearProgram.from_rows(
    ["x", "y"], {"x": 1, "y": 2}, [({"x": 1, "y": 1}, ">=", 1), ({"x": 1, "y": -1}, "=", "1/3"), ({"x": 1}, "<=", 5)]
)
EMPTY = LinearProgram.from_rows(
    ["x", "y"], {"x": 1}, [({"x": 1, "y": 1}, "<=", 1), ({"x": 1, "y": 1}, ">=", "1.000000001")]
)


def certificate(program: LinearProgram, kind: type) -> dict[str, Any]:
    outcome = solve(program)
    assert isinstance(outcome, kind)
    made = outcome.certificate()
    return {"statement": copy.deepcopy(dict(made.statement)), "evidence": copy.deepcopy(dict(made.evidence))}


def verdict(content: dict[str, Any]) -> str:
    """The check that fails, or "accepted"; the digest is always right."""
    try:
        check(Certificate(content["statement"], content["evidence"]))
    except CertificateError as error:
        return error.check
    return "accepted"


def test_the_optimum_is_that_of_the_hand_computation() -> None:
    outcome = solve(BOUNDED)
    assert isinstance(outcome, Optimum)
    assert outcome.value == Fraction(4, 3)
    assert {label: outcome.point[label] for label in "xy"} == {"x": Fraction(2, 3), "y": Fraction(1, 3)}


@pytest.mark.parametrize(
    ("first", "second"),
    [(1, "1"), ("1", 1), (True, "True"), ([["1", 1, 0]], "[['1', 1, 0]]"), ("[['1', 0, 0]]", [["1", 0, 0]])],
)
def test_denominators_that_python_writes_alike(first: object, second: object) -> None:
    """At most one of the two is a number of the format."""
    content = certificate(EMPTY, Infeasible)
    farkas = content["evidence"]["farkas"]
    (_, one), (_, other) = farkas["entries"]
    content["evidence"]["farkas"] = {"entries": [[0, [one, "1"]], [1, [other, "1"]]]}
    assert verdict(content) == "accepted"
    content["evidence"]["farkas"] = {"entries": [[0, [one, first]], [1, [other, second]]]}
    assert verdict(content) in {"number", "structure"}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all integers in the content: positions and hexadecimal texts."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        if key not in {"kind", "generators", "variables"}:
            yield from places(child, (*path, key))
    if isinstance(value, str) and value not in {"<=", "=", ">="}:
        yield path


def vertices(content: dict[str, Any]) -> list[tuple[Fraction, Fraction]]:
    """The feasible points at which two of the constraints of a program in two variables are tight, by Cramer's rule."""
    rows = []
    for relation, entries, bound in content["statement"]["rows"]:
        known = {k: int(c, 16) for k, c in entries}
        rows.append((known.get(0, 0), known.get(1, 0), relation, int(bound, 16)))
    rows += [(int(k == 0), int(k == 1), ">=", 0) for k in (0, 1) if k not in content["statement"]["free"]]
    found = []
    for (a, b, _, e), (c, d, _, f) in itertools.combinations(rows, 2):
        if determinant := a * d - b * c:
            x, y = Fraction(e * d - b * f, determinant), Fraction(a * f - e * c, determinant)
            sides = [(p * x + q * y - bound, relation) for p, q, relation, bound in rows]
            if all({"<=": s <= 0, ">=": s >= 0, "=": s == 0}[relation] for s, relation in sides):
                found.append((x, y))
    return found


def test_a_mutant_of_an_optimum_is_accepted_only_if_its_value_is_the_least_at_the_vertices() -> None:
    content = certificate(BOUNDED, Optimum)
    accepted = rejected = 0
    for path in places(content):
        for step in (1, -1, 7):
            mutant = copy.deepcopy(content)
            inner: Any = mutant
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = format(int(inner[path[-1]], 16) + step, "x")
            if verdict(mutant) != "accepted":
                rejected += 1
                continue
            accepted += 1
            top, bottom = (int(part, 16) for part in mutant["statement"]["value"])
            objective = mutant["statement"]["objective"]
            costs = {k: Fraction(int(c, 16), int(objective["denominator"], 16)) for k, c in objective["coefficients"]}
            values = [costs.get(0, 0) * x + costs.get(1, 0) * y for x, y in vertices(mutant)]
            assert min(values) == Fraction(top, bottom)
    assert rejected > 40
    assert accepted < rejected
