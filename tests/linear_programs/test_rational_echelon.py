"""The echelon form of rational matrices against FLINT's, also where the prime misleads."""

import random
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq, fmpq_mat

from dpexact import Mechanism
from dpexact.sufficiency import is_sufficient
from dpexact.sufficiency.echelon import PRIME, rational_echelon
from tests.each import each


@each("seed", range(8))
def test_against_flint(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(60):
        rows, columns = source.randint(1, 5), source.randint(1, 7)
        tops, below = [0, 0, 1, -1, 2, 3, PRIME, PRIME + 1], [1, 1, 2, 3, PRIME if source.random() < 0.1 else 5]
        matrix = [[fmpq(source.choice(tops), source.choice(below)) for _ in range(columns)] for _ in range(rows)]
        if rows > 2 and source.random() < 0.5:
            matrix[1] = [2 * value for value in matrix[0]]
        found, pivots = rational_echelon(matrix)
        expected, rank = fmpq_mat(matrix).rref()
        assert len(pivots) == rank
        for i in range(rank):
            assert [found[i, j] for j in range(columns)] == [expected[i, j] for j in range(columns)]
            assert next(j for j in range(columns) if expected[i, j]) == pivots[i]


def test_a_shape_that_holds_modulo_the_prime_only() -> None:
    """(P, 1), (0, 1): the first column is 0 modulo P; and (1, 1), (1, 1 + P), which are equal there."""
    for matrix in ([[PRIME, 1], [0, 1]], [[1, 1], [1, 1 + PRIME]], [[PRIME, 0], [0, PRIME]]):
        found, pivots = rational_echelon([[fmpq(value) for value in row] for row in matrix])
        assert pivots == [0, 1]
        assert [int(found[i, j]) for i in range(2) for j in range(2)] == [1, 0, 0, 1]


def weighted(inputs: int, outputs: int, seed: int) -> Mechanism:
    source = random.Random(seed)
    rows = [[source.randint(0, 10**6) for _ in range(outputs)] for _ in range(inputs)]
    return Mechanism.from_rows(range(inputs), range(outputs), [[Fraction(w, sum(row)) for w in row] for row in rows])


@pytest.mark.long
def test_each_row_with_a_denominator_of_its_own() -> None:
    """50 x 50; FLINT's own way needs more than 20 seconds for either."""
    m2 = weighted(50, 50, 1)
    m1 = m2.postprocess(weighted(50, 50, 2))
    found: Any = is_sufficient(m2, for_=m1)
    assert found.proved
    assert m2.postprocess(found.kernel).rows() == m1.rows()
    other: Any = is_sufficient(m1, for_=m2)
    assert not other.proved
    assert other.score > other.best
