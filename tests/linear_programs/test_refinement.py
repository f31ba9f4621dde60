"""Sparse integer systems by refinement of floats, against an exact elimination and against what has no solution."""

import random
from typing import Any

import pytest
from flint import fmpz, fmpz_mat

from dpexact.linear_programs.floats import factorize
from dpexact.linear_programs.linear_systems import REFINED_FROM, solve_by_refinement
from tests.values import present

Rows = list[dict[int, fmpz]]


def system(size: int, bits: int, seed: int) -> tuple[Rows, list[fmpz]]:
    """A sparse system with a dominant diagonal, so that it is regular."""
    rng = random.Random(seed)
    rows: Rows = []
    for i in range(size):
        row = {rng.randrange(size): fmpz(rng.randint(1, 1 << bits)) * rng.choice((1, -1)) for _ in range(3)}
        rows.append(row | {i: fmpz(4 << bits) + rng.randint(0, 9)})
    return rows, [fmpz(rng.randint(-(1 << bits), 1 << bits)) for _ in range(size)]


@pytest.mark.long
@pytest.mark.parametrize(("size", "bits"), [(1, 3), (5, 3), (REFINED_FROM, 4), (40, 70)])
@pytest.mark.parametrize("seed", range(3))
def test_solutions_are_those_of_elimination(size: int, bits: int, seed: int) -> None:
    rows, sides = system(size, bits, seed)
    solved = present(solve_by_refinement(rows, sides))
    numerators, denominator = solved
    matrix: Any = fmpz_mat(size, size, [row.get(j, fmpz(0)) for row in rows for j in range(size)])
    expected, common = matrix.solve(fmpz_mat(size, 1, sides)).numer_denom()
    assert denominator > 0
    assert [x * common for x in numerators] == [x * denominator for x in expected.entries()]


def test_a_solution_in_integers_and_the_zero_solution() -> None:
    rows = [{0: fmpz(2), 1: fmpz(1)}, {0: fmpz(1), 1: fmpz(3)}]
    assert solve_by_refinement(rows, [fmpz(0), fmpz(0)]) == ([fmpz(0), fmpz(0)], fmpz(1))
    found = present(solve_by_refinement(rows, [fmpz(4), fmpz(7)]))  # x = (1, 2)
    assert [x / found[1] for x in found[0]] == [1, 2]


def test_a_singular_matrix_is_left_to_the_exact_solver() -> None:
    rows = [{0: fmpz(1), 1: fmpz(2)}, {0: fmpz(2), 1: fmpz(4)}]
    assert factorize(rows) is None
    assert solve_by_refinement(rows, [fmpz(1), fmpz(2)]) is None


def test_numbers_beyond_a_float_are_scaled() -> None:
    rows = [{0: fmpz(1) << 5000}, {1: fmpz(3) << 3000}]
    found = solve_by_refinement(rows, [fmpz(1) << 4999, fmpz(1) << 3000])
    if found is not None:  # else the exact solver takes over
        (first, second), denominator = found
        assert (2 * first, 3 * second) == (denominator, denominator)
