"""Compositions on a grid: dpexact's bounds beside a float convolution of as many grid points, which bounds nothing."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpexact.composition import PrivacyLoss, privacy_loss
from dpexact.composition.grid import grid_of
from dpexact.numbers.exact import exact

STEPS = 1 << 19  # of the float grid, and about as many as those of dpexact
FOUR = (["1/2", "1/3", "1/12", "1/12"], ["1/5", "1/7", "2/5", "9/35"])


def unlike(count: int) -> list[Fraction]:
    """Probabilities of the truth of so many randomized responses, no two alike."""
    source = random.Random(1)
    return [Fraction(source.randint(501, 700), 1000) + Fraction(k, 10**6) for k in range(count)]


def loss_of(name: str) -> tuple[PrivacyLoss, str]:
    if name == "four":
        return privacy_loss(*FOUR) ** 300, "180"
    return math.prod((privacy_loss([a, 1 - a], [1 - a, a]) for a in unlike(100)), start=PrivacyLoss(())), "2"


def float_convolution(name: str) -> float:
    """Losses rounded up to a grid, their masses convolved by one transform."""
    factors: list[tuple[Any, Any, int]] = []
    if name == "four":
        p, q = (np.array([float(Fraction(entry)) for entry in row]) for row in FOUR)
        factors, epsilon, low, high = [(p, np.log(p / q), 300)], 180.0, -100.0, 350.0
    else:
        for a in map(float, unlike(100)):
            factors.append((np.array([a, 1 - a]), np.log(np.array([a / (1 - a), (1 - a) / a])), 1))
        epsilon, low, high = 2.0, -60.0, 80.0
    width = (high - low) / STEPS
    whole = np.ones(STEPS // 2 + 1, dtype=complex)
    for masses, losses, count in factors:
        cells = np.zeros(STEPS)
        np.add.at(cells, np.ceil(losses / width).astype(int) % STEPS, masses)
        whole *= np.fft.rfft(cells) ** count
    result = np.fft.irfft(whole, STEPS)
    places = np.arange(STEPS)
    grid = np.where(places * width > high, places - STEPS, places) * width
    return float(np.sum(result * np.maximum(0.0, -np.expm1(np.minimum(0.0, epsilon - grid)))))


@pytest.mark.benchmark(group="4 unrelated ratios, 300 times")
@pytest.mark.parametrize("what", ["first bounds", "narrowest bounds", "floats"])
def test_four_unrelated_ratios(benchmark: Any, what: str) -> None:
    measure(benchmark, "four", what)


@pytest.mark.benchmark(group="100 unlike randomized responses")
@pytest.mark.parametrize("what", ["first bounds", "narrowest bounds", "floats"])
def test_unlike_responses(benchmark: Any, what: str) -> None:
    measure(benchmark, "unlike", what)


def measure(benchmark: Any, name: str, what: str) -> None:
    """The width that was reached is printed: run with -s."""
    if what == "floats":
        assert benchmark.pedantic(float_convolution, args=(name,), rounds=3) >= 0
        return
    loss, epsilon = loss_of(name)
    digits = 20 if what == "narrowest bounds" else None

    def bounds() -> Any:
        grid_of.cache_clear()
        found: Any = PrivacyLoss(loss.factors).delta(f"exp({epsilon})")
        return (found, found.decimal(digits)) if digits else (found, repr(found))

    found, text = benchmark.pedantic(bounds, rounds=2)
    print(f"\n{name}, {what}: {text}")
    assert exact(0) < exact(found.lower)
