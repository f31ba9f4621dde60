"""Laws of composed privacy losses, over rational and irrational E; what is composed is small enough to be listed."""

from __future__ import annotations

import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, compose, exact, hockey_stick, tight_delta
from dpexact.composition import Accountant, PrivacyLoss, privacy_loss
from tests.strategies import deltas, factors, mechanisms, pairs_of_distributions, rational_factors

BOTH = NeighborGraph.complete([0, 1])
small = st.integers(0, 3)


@st.composite
def losses(draw: st.DrawFn) -> PrivacyLoss:
    p, q = draw(pairs_of_distributions())
    return privacy_loss(p, q)


@given(mechanisms(inputs=2), mechanisms(inputs=2), factors)
def test_a_product_is_the_composed_mechanism(m1: Mechanism, m2: Mechanism, factor: object) -> None:
    found = Accountant().compose(m1, BOTH).compose(m2, BOTH)
    assert found.delta(factor) == tight_delta(compose(m1, m2), BOTH, factor)


@given(pairs_of_distributions(), factors)
def test_one_run_is_the_hockey_stick(pair: tuple[tuple[Fraction, ...], tuple[Fraction, ...]], factor: object) -> None:
    p, q = pair
    assert privacy_loss(p, q).delta(factor) == hockey_stick(p, q, factor)
    assert privacy_loss(p, q).reversed().delta(factor) == hockey_stick(q, p, factor)


@given(losses(), losses(), losses(), rational_factors)
def test_commutative_and_associative(a: PrivacyLoss, b: PrivacyLoss, c: PrivacyLoss, factor: Fraction) -> None:
    assert (a * b).delta(factor) == (b * a).delta(factor)
    assert ((a * b) * c).delta(factor) == (a * (b * c)).delta(factor)


@given(losses(), small, small, rational_factors)
def test_powers_add(a: PrivacyLoss, m: int, n: int, factor: Fraction) -> None:
    assert (a**m * a**n).delta(factor) == (a ** (m + n)).delta(factor)


@given(losses(), small, rational_factors)
def test_no_run_and_twice_reversed(a: PrivacyLoss, n: int, factor: Fraction) -> None:
    assert (a**0).delta(factor) == 0
    assert (a**0).exp_epsilon(0) == 1
    assert a.reversed().reversed() == a
    assert (a**n).reversed() == a.reversed() ** n


@given(losses(), losses(), small)
def test_monotone_and_convex_in_the_factor(a: PrivacyLoss, b: PrivacyLoss, n: int) -> None:
    both = a**n * b
    values = [both.delta(factor) for factor in (1, 2, 3, math.inf)]
    assert values == sorted(values, reverse=True)
    assert values[0] + values[2] >= 2 * values[1]


@given(losses(), losses(), rational_factors)
def test_one_more_run_gives_no_less_away(a: PrivacyLoss, b: PrivacyLoss, factor: Fraction) -> None:
    assert (a * b).delta(factor) >= a.delta(factor)


@given(losses(), small, deltas)
def test_the_least_factor_is_least(a: PrivacyLoss, n: int, delta: Fraction) -> None:
    whole = a**n
    found = whole.exp_epsilon(delta)
    if found == math.inf:
        assert whole.delta(math.inf) > delta
        return
    assert whole.delta(found) <= delta
    below = found - exact("1e-30")
    if below >= 1:
        assert whole.delta(below) > delta


@given(losses(), losses(), deltas)
def test_basic_composition(a: PrivacyLoss, b: PrivacyLoss, delta: Fraction) -> None:
    """E_a E_b is enough at delta_a + delta_b."""
    first, second = a.exp_epsilon(delta / 2), b.exp_epsilon(delta / 2)
    if not isinstance(first, float) and not isinstance(second, float):
        assert (a * b).delta(first * second) <= delta
