"""Laws of composed privacy losses, over rational and irrational E; what is composed is small enough to be listed."""

import math
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, compose, exact, hockey_stick, tight_delta
from dpexact.composition import Accountant, privacy_loss
from tests.pairs import least_delta, least_factor
from tests.strategies import deltas, factors, mechanisms, pairs_of_distributions, rational_factors

BOTH = NeighborGraph.complete([0, 1])


@given(mechanisms(inputs=2), mechanisms(inputs=2), factors)
def test_a_product_is_the_composed_mechanism(m1: Mechanism, m2: Mechanism, factor: object) -> None:
    found = Accountant().compose(m1, BOTH).compose(m2, BOTH)
    assert found.delta(factor) == tight_delta(compose(m1, m2), BOTH, factor)


@given(pairs_of_distributions(), factors)
def test_one_run_is_the_hockey_stick(pair: tuple[tuple[Fraction, ...], tuple[Fraction, ...]], factor: object) -> None:
    p, q = pair
    assert privacy_loss(p, q).delta(factor) == hockey_stick(p, q, factor)
    assert privacy_loss(p, q).reversed().delta(factor) == hockey_stick(q, p, factor)


@given(pairs_of_distributions(), pairs_of_distributions(), st.integers(0, 3), rational_factors, deltas)
def test_runs_agree_with_every_outcome(pair: Any, other: Any, count: int, factor: Fraction, delta: Fraction) -> None:
    runs, pairs = privacy_loss(*pair) ** count * privacy_loss(*other), [pair] * count + [other]
    assert runs.delta(factor) == exact(least_delta(pairs, factor))
    assert runs.reversed().delta(factor) == exact(least_delta([two[::-1] for two in pairs], factor))
    least = least_factor(pairs, delta)
    assert runs.exp_epsilon(delta) == (least if least == math.inf else exact(least))
