"""Bounds and digits of numbers with a million bits or digits, beside the ball that they are read off from.

`pytest benchmarks/bench_numbers.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from flint import arb, ctx

from dpexact import exact

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 10**6
LOG = 10**6  # exp(10^6) has 1.44 million bits before the point


def large_ball() -> None:
    """The ball alone."""
    ctx.prec = 3 * LOG // 2
    try:
        arb(LOG).exp()
    finally:
        ctx.prec = 53


def root_ball() -> None:
    """The ball alone."""
    ctx.prec = 4 * DIGITS
    try:
        arb(2).sqrt()
    finally:
        ctx.prec = 53


@pytest.mark.benchmark(group="exp(10^6) to 10 bits")
@pytest.mark.parametrize(
    "work", [large_ball, lambda: exact(f"exp({LOG})").enclosure(10)], ids=["the ball", "enclosure"]
)
def test_bounds_of_a_large_number(benchmark: Any, work: Callable[[], object]) -> None:
    """The factor over the ball: several precisions are tried, the last of them the largest."""
    benchmark.pedantic(work, rounds=3)


@pytest.mark.benchmark(group="10^6 digits of sqrt(2)")
@pytest.mark.parametrize("work", [root_ball, lambda: exact("sqrt(2)").decimal(DIGITS)], ids=["the ball", "decimal"])
def test_many_digits(benchmark: Any, work: Callable[[], object]) -> None:
    """The factor over the ball."""
    benchmark.pedantic(work, rounds=3)


@pytest.mark.benchmark(group="10^4 look-ups of one number")
@pytest.mark.parametrize("number", ["1/3", "sqrt(2)/3 + exp(1/3)"])
def test_look_ups(benchmark: Any, number: str) -> None:
    """A hash is computed once, so an irrational key costs what a rational one does."""
    key = exact(number)
    known = {key: 1}
    benchmark.pedantic(lambda: [known[key] for _ in range(10**4)], rounds=3)
