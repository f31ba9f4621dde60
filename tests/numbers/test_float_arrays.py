"""The sum of positive parts of long arrays of floats, against Python's fractions, entry by entry."""

import math
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest

from dpexact import exact
from dpexact.errors import InexactInputError
from dpexact.testing import hockey_stick_of_floats
from tests.refusals import refuses

SIZE = 600
RNG = np.random.default_rng(7)
LAWS = {
    "usual": RNG.random(SIZE) / SIZE,
    "wide": RNG.random(SIZE) * 10.0 ** RNG.integers(-300, 300, SIZE),
    "tiny": RNG.integers(0, 5, SIZE) * 5e-324,
    "signed": RNG.normal(size=SIZE),
    "huge": RNG.random(SIZE) * 1.7e308,
    "zero": np.zeros(SIZE),
    "single": RNG.random(SIZE).astype(np.float32),
}


def neighbors_of(q: Any, factor: Fraction) -> Any:
    """Doubles nearest to factor * q, and those beside them."""
    near = [float(factor * Fraction(float(value))) for value in q]
    sides = RNG.choice([-math.inf, 0.0, math.inf], len(near))
    return np.array([near if side == 0 else math.nextafter(near, side) for near, side in zip(near, sides, strict=True)])


def by_fractions(p: Any, q: Any, factor: Fraction) -> Fraction:
    pairs = zip(p.tolist(), q.tolist(), strict=True)
    return sum((max(Fraction(a) - factor * Fraction(b), Fraction(0)) for a, b in pairs), Fraction(0))


@pytest.mark.slow
@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("factor", [Fraction(0), Fraction(1), Fraction(3, 2), Fraction(1, 3), Fraction(10**9, 7)])
def test_long_arrays_by_fractions(name: str, factor: Fraction) -> None:
    q = LAWS[name]
    for p in (LAWS["usual"], LAWS["wide"], q[::-1].copy(), q):
        assert hockey_stick_of_floats(p, q, exact(factor)) == exact(by_fractions(p, q, factor))
    if factor <= 2 and name != "huge":
        p = neighbors_of(q, factor)
        assert hockey_stick_of_floats(p, q, exact(factor)) == exact(by_fractions(p, q, factor))


def test_an_irrational_factor_by_mpmath() -> None:
    q = LAWS["usual"]
    with mpmath.workprec(400):
        E = mpmath.e
        near = [float(E * mpmath.mpf(value)) for value in q.tolist()]
        p = np.array([math.nextafter(value, RNG.choice([0.0, 1.0])) for value in near])
        parts = [mpmath.mpf(a) - E * mpmath.mpf(b) for a, b in zip(p.tolist(), q.tolist(), strict=True)]
        wanted = sum(part for part in parts if part > 0)
        low, high = hockey_stick_of_floats(p, q, "exp(1)").enclosure(200)
        assert mpmath.mpf(low.numerator) / low.denominator - mpmath.mpf(2) ** -150 <= wanted
        assert wanted <= mpmath.mpf(high.numerator) / high.denominator + mpmath.mpf(2) ** -150


@pytest.mark.slow
def test_a_factor_that_is_far_from_doubles() -> None:
    for factor in (Fraction(1, 10**320), Fraction(1, 10**400), Fraction(1, 10**290)):
        for p in (LAWS["tiny"], LAWS["wide"], neighbors_of(LAWS["huge"], factor)):
            found_sum = hockey_stick_of_floats(p, LAWS["huge"], exact(factor))
            assert found_sum == exact(by_fractions(p, LAWS["huge"], factor))
    over = hockey_stick_of_floats(LAWS["huge"], LAWS["huge"], exact("10**400"))
    assert over == exact(by_fractions(LAWS["huge"], LAWS["huge"], Fraction(10**400)))


def test_an_entry_that_is_none_is_found_in_a_long_array() -> None:
    for bad in (math.nan, math.inf):
        p = LAWS["usual"].copy()
        p[417] = bad
        refuses(InexactInputError, r"^p\[417\]", hockey_stick_of_floats, p, LAWS["usual"], 1)
