"""Tight delta of two rows: dpexact against numpy float64, brute force over all events, Fraction and SymPy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from benchmarks.instances import float_delta, large_rows, pair_of, word_rows
from dpexact import exact, exp_of_epsilon, tight_delta

OUTPUTS = 10**6
WORD = 10**12
FEW = 16
EVENTS = 1 << FEW


@pytest.mark.benchmark(group="two rows of 10^6 outputs")
@pytest.mark.parametrize(
    "kind", ["words, E = 6/5", "words, E = exp(0.218)", "200 bits, E = 6/5", "200 bits, E = exp(0.218)"]
)
def test_dpexact(benchmark: Any, kind: str) -> None:
    layout, _, factor = kind.partition(", E = ")
    mechanism, pairs = (
        pair_of(word_rows(OUTPUTS, WORD), WORD) if layout == "words" else pair_of(large_rows(OUTPUTS, 200), 1 << 200)
    )
    assert benchmark(tight_delta, mechanism, pairs, exact(factor)) >= 0


@pytest.mark.benchmark(group="two rows of 10^6 outputs")
def test_numpy_float64(benchmark: Any) -> None:
    p, q = (np.asarray(row, dtype=float) / WORD for row in word_rows(OUTPUTS, WORD))
    assert benchmark(float_delta, p, q, 1.2) >= 0


def few() -> tuple[list[Any], int]:
    return word_rows(FEW, 10**6), 10**6


@pytest.mark.benchmark(group=f"two rows of {FEW} outputs")
def test_dpexact_few(benchmark: Any) -> None:
    rows, denominator = few()
    assert benchmark(tight_delta, *pair_of(rows, denominator), exact("6/5")) >= 0


@pytest.mark.benchmark(group=f"two rows of {FEW} outputs")
def test_brute_force_over_all_events(benchmark: Any) -> None:
    rows, denominator = few()
    a, b = ([int(value) for value in row] for row in rows)

    def all_events() -> Fraction:
        best = 0
        for first, second in ((a, b), (b, a)):
            excesses = np.zeros(1, dtype=np.int64)
            for x, y in zip(first, second, strict=True):
                excesses = np.concatenate([excesses, excesses + 5 * x - 6 * y])
            best = max(best, int(excesses.max()))
        return Fraction(best, 5 * denominator)

    mechanism, pairs = pair_of(rows, denominator)
    assert benchmark(all_events) == tight_delta(mechanism, pairs, exact("6/5"))


@pytest.mark.benchmark(group=f"two rows of {FEW} outputs")
def test_fractions(benchmark: Any) -> None:
    rows, denominator = few()
    p, q = ([Fraction(int(value), denominator) for value in row] for row in rows)
    factor = Fraction(6, 5)

    def positive_parts() -> Fraction:
        return max(
            sum((max(x - factor * y, Fraction(0)) for x, y in zip(f, s, strict=True)), Fraction(0))
            for f, s in ((p, q), (q, p))
        )

    assert benchmark(positive_parts) >= 0


@pytest.mark.benchmark(group=f"two rows of {FEW} outputs")
def test_sympy(benchmark: Any) -> None:
    import sympy

    rows, denominator = few()
    p, q = ([sympy.Rational(int(value), denominator) for value in row] for row in rows)
    factor = sympy.Rational(6, 5)

    def positive_parts() -> Any:
        return max(
            sum((sympy.Max(x - factor * y, 0) for x, y in zip(f, s, strict=True)), sympy.Integer(0))
            for f, s in ((p, q), (q, p))
        )

    assert benchmark(positive_parts) >= 0


@pytest.mark.benchmark(group="sign of a polynomial of degree 50 at exp(2.18)")
def test_sign(benchmark: Any) -> None:
    E = exp_of_epsilon("2.18")
    number = sum((((-1) ** k) * (k * k + 1) * E**k for k in range(51)), exact(0))
    assert benchmark(number.sign) == 1


@pytest.mark.benchmark(group="sign of a polynomial of degree 50 at exp(2.18)")
def test_sign_sympy(benchmark: Any) -> None:
    import sympy

    E = sympy.exp(sympy.Rational(109, 50))
    number = sympy.Add(*(((-1) ** k) * (k * k + 1) * E**k for k in range(51)))
    assert benchmark(lambda: bool(number > 0))
