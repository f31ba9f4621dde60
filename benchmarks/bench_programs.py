"""Exploration of programs: geometric and Gaussian samplers, rows of k-ary response, and plain paths."""

from __future__ import annotations

import math
from typing import Any

import pytest

from dpexact.programs import distribution_of, mechanism_of
from tests.programs.test_loops import bernoulli, bernoulli_exp, discrete_gaussian, discrete_laplace, geometric_exp


def geometric(s: Any, epsilon: float) -> int:
    """Inversion of a double, as released libraries do it: about 6,500 outputs at epsilon 0.01."""
    u = s.random() - 0.5
    size = math.floor(math.log(1.0 - 2 * abs(u) or 1e-300) / math.log(math.exp(-epsilon)))
    return -size if u < 0 else size


def k_ary_response(s: Any, i: int, k: int) -> Any:
    return i if s.random() < 0.5 else s.below(k)


def coins(s: Any, n: int) -> int:
    return sum(int(s.bit()) for _ in range(n))


def doubles(s: Any, n: int) -> int:
    count = 0
    for _ in range(n):
        count += s.random() < 0.3
    return count


def number(s: Any, n: int) -> int:
    found = 0
    for _ in range(n):
        found = 2 * found + (s.random() < 0.3)
    return found


@pytest.mark.parametrize("n", [12, 16])
def test_numbers(benchmark: Any, n: int) -> None:
    found = benchmark.pedantic(distribution_of, (number, n), rounds=1)
    assert found.paths == len(found.probabilities) == 2**n


@pytest.mark.parametrize("sigma", [2, 10, 100])
def test_discrete_gaussian(benchmark: Any, sigma: int) -> None:
    parts = [bernoulli, bernoulli_exp, geometric_exp, discrete_laplace]
    options = {"mass": "2**-40", "subprograms": parts}
    found = benchmark.pedantic(distribution_of, (discrete_gaussian, sigma**2, sigma + 1), options, rounds=1)
    assert len(found.probabilities) > 14 * sigma


@pytest.mark.parametrize("n", [12, 60])
def test_doubles(benchmark: Any, n: int) -> None:
    found = benchmark.pedantic(distribution_of, (doubles, n), rounds=1)
    assert found.paths == n * (n + 1) // 2 + 1


@pytest.mark.parametrize("epsilon", [1.0, 0.1, 0.01])
def test_geometric(benchmark: Any, epsilon: float) -> None:
    found = benchmark.pedantic(distribution_of, (geometric, epsilon), rounds=1)
    assert found.unfinished == 0
    assert len(found.probabilities) > 60 / epsilon


@pytest.mark.parametrize("k", [100, 1000])
def test_row(benchmark: Any, k: int) -> None:
    found = benchmark(distribution_of, k_ary_response, 3, k)
    assert len(found.probabilities) == k


@pytest.mark.parametrize("k", [100, 1000])
def test_matrix(benchmark: Any, k: int) -> None:
    matrix = benchmark.pedantic(mechanism_of, (k_ary_response, {i: (i, k) for i in range(k)}), rounds=1)
    assert len(matrix.inputs) == k


@pytest.mark.parametrize("n", [10, 13, 16])
def test_paths(benchmark: Any, n: int) -> None:
    found = benchmark.pedantic(distribution_of, (coins, n), rounds=1)
    assert found.paths == 2**n
