"""Is one 50 x 50 mechanism another one followed by a random map? Beside multiplying the two matrices exactly."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from dpexact import Mechanism, exact
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.sufficiency import is_sufficient

SIZE = 50


def randomly(inputs: int, outputs: int, seed: int) -> Mechanism:
    """A random mechanism with the common denominator 1000."""
    source = random.Random(seed)
    rows = []
    for _ in range(inputs):
        cuts = sorted(source.randint(0, 1000) for _ in range(outputs - 1))
        rows.append([b - a for a, b in zip([0, *cuts], [*cuts, 1000], strict=True)])
    return Mechanism.from_numerators(range(inputs), range(outputs), rows, 1000)


def weighted(inputs: int, outputs: int, seed: int) -> Mechanism:
    """Random weights, each row with a denominator of its own."""
    source = random.Random(seed)
    rows = [[source.randint(0, 10**6) for _ in range(outputs)] for _ in range(inputs)]
    return Mechanism.from_rows(range(inputs), range(outputs), [[Fraction(w, sum(row)) for w in row] for row in rows])


def below_weighted(inputs: int) -> tuple[Mechanism, Mechanism]:
    """The same with such weights."""
    m2 = weighted(inputs, SIZE, 1)
    return m2, m2.postprocess(weighted(SIZE, SIZE, 2))


def below(inputs: int) -> tuple[Mechanism, Mechanism]:
    """A mechanism, and what follows from it."""
    m2 = randomly(inputs, SIZE, 1)
    return m2, m2.postprocess(randomly(SIZE, SIZE, 2))


CASES: dict[str, Any] = {
    "50 inputs, proved": lambda: below(SIZE),
    "50 inputs, refuted": lambda: (randomly(SIZE, SIZE, 1), randomly(SIZE, SIZE, 3)),
    "50 inputs, refuted the other way": lambda: below(SIZE)[::-1],
    "10 inputs, proved": lambda: below(10),
    "10 inputs, refuted": lambda: (randomly(10, SIZE, 1), randomly(10, SIZE, 3)),
    "25 inputs, proved": lambda: below(25),
    "25 inputs, refuted": lambda: (randomly(25, SIZE, 1), randomly(25, SIZE, 3)),
    "50 inputs, random weights, proved": lambda: below_weighted(SIZE),
    "50 inputs, random weights, refuted the other way": lambda: below_weighted(SIZE)[::-1],
    "25 inputs, random weights, proved": lambda: below_weighted(25),
    "geometric, E = 2, proved": lambda: (
        range_restricted_geometric("1/4", SIZE),
        range_restricted_geometric("1/2", SIZE),
    ),
    "geometric, E = exp(1/2), proved": lambda: tuple(
        range_restricted_geometric(exact(p), SIZE) for p in ("exp(-1)", "exp(-1/2)")
    ),
    "geometric, E = exp(1/2), refuted": lambda: tuple(
        range_restricted_geometric(exact(p), SIZE) for p in ("exp(-1/2)", "exp(-1)")
    ),
}


@pytest.mark.benchmark(group="sufficiency, 50 x 50")
@pytest.mark.parametrize("name", CASES)
def test_sufficiency(benchmark: Any, name: str) -> None:
    m2, m1 = CASES[name]()
    verdict = benchmark.pedantic(lambda: is_sufficient(m2, for_=m1), rounds=3)
    assert verdict.proved == ("proved" in name)


@pytest.mark.benchmark(group="sufficiency, 50 x 50")
def test_beside_a_product(benchmark: Any) -> None:
    m2, kernel = randomly(SIZE, SIZE, 1), randomly(SIZE, SIZE, 2)
    benchmark.pedantic(lambda: m2.postprocess(kernel), rounds=3)
