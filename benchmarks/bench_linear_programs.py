"""Exact linear programs: the count-query program, and whether A M2 = M1 has a stochastic solution A."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, solve
from dpexact.papers.count_queries import linear_program


def stochastic(size: int, seed: int) -> list[list[Fraction]]:
    """A random stochastic matrix with small denominators."""
    generator = random.Random(seed)
    weights = [[generator.randrange(1, 100) for _ in range(size)] for _ in range(size)]
    return [[Fraction(weight, sum(row)) for weight in row] for row in weights]


def sufficiency(size: int, *, solvable: bool) -> LinearProgram:
    """The program of a post-processing A with M1 = A after M2; solvable by construction, or for unrelated matrices."""
    m2, a = stochastic(size, 1), stochastic(size, 2)
    places = range(size)
    made = [[sum((m2[i][k] * a[k][o] for k in places), Fraction(0)) for o in places] for i in places]
    m1 = made if solvable else stochastic(size, 3)
    rows: list[Any] = [({(k, o): m2[i][k] for k in places}, "=", m1[i][o]) for i in places for o in places]
    rows += [({(k, o): 1 for o in places}, "=", 1) for k in places]
    return LinearProgram.from_rows([(k, o) for k in places for o in places], {}, rows)


@pytest.mark.benchmark(group="sufficiency")
@pytest.mark.parametrize("size", [5, 20, 50])
@pytest.mark.parametrize("solvable", [True, False])
def test_sufficiency(benchmark: Any, size: int, solvable: bool) -> None:  # noqa: FBT001 - a parameter of the test
    outcome = benchmark.pedantic(solve, (sufficiency(size, solvable=solvable),), rounds=1)
    assert isinstance(outcome, Optimum if solvable else Infeasible)


@pytest.mark.benchmark(group="count-query program")
@pytest.mark.parametrize(("last", "D"), [(20, 4), (60, 8)])
def test_count_queries(benchmark: Any, last: int, D: int) -> None:
    program = benchmark.pedantic(linear_program, ("11/10", "1/3", D, D, last), rounds=1)
    assert 0 < program.value < 1
