"""Laws take numbers as they are: exact ones, enclosures, trees; against mpmath. The texts are in test_quantities."""

from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq

from dpexact import epsilon_of, exact
from dpexact.composition.optimal import optimal_delta, optimal_epsilon
from dpexact.errors import InexactInputError, ParameterError, TooLargeError
from dpexact.laws.counts import discrete_gaussian_delta
from dpexact.laws.discrete_gaussian import discrete_gaussian_tail
from dpexact.laws.gaussian import gaussian_delta
from dpexact.laws.laplace import laplace_delta
from dpexact.laws.noise import normal_masses
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_text
from tests.each import each
from tests.refusals import refuses

DIGITS = 40


def close(number: Any, reference: Any) -> bool:
    """Return whether a number agrees with a reference to DIGITS significant digits."""
    bounds = number.enclosure(1024) if isinstance(number, Exact) else number.refine(1024)
    lower, upper = bounds if isinstance(bounds, tuple) else (bounds.lower, bounds.upper)
    ends = (mpmath.mpf(end.numerator) / end.denominator for end in (lower, upper))
    return all(abs(end - reference) <= abs(reference) * mpmath.mpf(10) ** -DIGITS for end in ends)


def test_a_root_and_a_logarithm_are_no_texts() -> None:
    with mpmath.workdps(80):
        m, e = 1 / mpmath.sqrt(2), mpmath.log(3)
        expected = mpmath.ncdf(m / 2 - e / m) - 3 * mpmath.ncdf(-m / 2 - e / m)
        for epsilon in (epsilon_of(3), closed_text("epsilon", "log(3)")):
            assert close(gaussian_delta(exact("sqrt(2)"), 1, epsilon), expected)


def test_a_tree_keeps_a_logarithm_exact_and_an_enclosure_does_not() -> None:
    assert laplace_delta(1, 0, closed_text("epsilon", "log(1/2)")) == exact("1/2")
    enclosed = laplace_delta(1, 0, -epsilon_of(2))
    assert isinstance(enclosed, Enclosure)
    assert enclosed.refine(100).lower <= Fraction(1, 2) <= enclosed.refine(100).upper


def test_laplace_noise_on_a_sample_at_the_epsilon_from_which_on_no_density_is_less() -> None:
    decay, epsilon = closed_text("scale", "log(2)"), closed_text("epsilon", "log(9/10)")
    for sensitivity in (1, decay):  # 1/log(2) is enclosed, and 1 - rate is exp(epsilon)
        found = Enclosure.of(laplace_delta(decay, sensitivity, epsilon, Fraction(1, 10), "remove")).refine(100)
        assert found.lower <= Fraction(1, 10) <= found.upper


def test_a_refused_number_is_shown_as_it_was_given() -> None:
    refuses(ParameterError, r"^sigma: expected a number > 0, got '-1/2'$", gaussian_delta, Fraction(-1, 2), 1, 1)
    with pytest.raises(ParameterError, match=r"^sigma: expected a number > 0, got '-0\.50'$"):
        gaussian_delta(closed_text("sigma", "-0.50"), 1, 1)
    with pytest.raises(ParameterError, match=r"^delta: expected a number from 0 to 1, got 'Enclosure"):
        optimal_delta(1, epsilon_of(3), 2, 1)
    refuses(InexactInputError, r"^sigma: ", gaussian_delta, 0.5, 1, 1)


@each("first", [1, 3, 40])
@each("sigma", [Fraction(1, 3), Fraction(2), Fraction(9, 2)])
def test_the_tail_of_discrete_gaussian_noise(sigma: Fraction, first: int) -> None:
    number = discrete_gaussian_tail(sigma, first)
    with mpmath.workdps(80):
        weights = [
            mpmath.exp(-mpmath.mpf(z * z) / (2 * sigma**2).numerator * (2 * sigma**2).denominator) for z in range(400)
        ]
        expected = mpmath.fsum(weights[first:]) / (2 * mpmath.fsum(weights) - 1)
        assert abs(expected) < mpmath.mpf(2) ** -800 or close(number, expected)
        assert (number > 0) is True


@pytest.mark.parametrize("truncation", [0, 2, 7])
def test_a_wide_law_that_is_truncated_is_near_the_uniform_one(truncation: int) -> None:
    delta = discrete_gaussian_delta(10**7, 1, 0, truncation)  # untruncated it has too many terms
    size = 2 * truncation + 1
    assert (
        delta == 1
        if not truncation
        else abs(Enclosure.of(delta).refine(64).upper - Fraction(1, size)) < Fraction(1, 10**9)
    )
    refuses(TooLargeError, r"^sigma: expected a law", discrete_gaussian_delta, 10**7, 1, 0)


@pytest.mark.parametrize("epsilon", [-1, 0, 1, 4])
def test_discrete_gaussian_noise_over_all_its_outcomes(epsilon: int) -> None:
    for sensitivity, truncation in product((1, 2, 5, 8, 10, 300), (None, 4, 5, 9)):
        ends = range(-200, 201) if truncation is None else range(-truncation, truncation + 1)
        with mpmath.workdps(80):
            weights = {z: mpmath.exp(-mpmath.mpf(z * z) / 8) for z in ends}
            first = {z + sensitivity: weight for z, weight in weights.items()}
            excesses = (p - mpmath.exp(epsilon) * weights.get(z, 0) for z, p in first.items())
            expected = mpmath.fsum(x for x in excesses if x > 0) / mpmath.fsum(weights.values())
            assert close(discrete_gaussian_delta(2, sensitivity, epsilon, truncation), expected)


def test_discrete_gaussian_noise_far_from_a_number() -> None:
    assert Enclosure.of(discrete_gaussian_delta(2, 10**15, 3)).lower > 1 - Fraction(1, 10**15)


@pytest.mark.parametrize("total", ["1/2", "-1/2", "sqrt(5)"])
def test_optimal_composition_of_numbers_without_a_common_field(total: str) -> None:
    epsilon, delta, T = closed_text("e", "log(1 + sqrt(2))"), exact("sqrt(3)/100"), closed_text("t", total)
    for e in (epsilon, closed_text("e", "log(2)/2")):
        with mpmath.workdps(80):
            E = mpmath.sqrt(2) + (1 if e is epsilon else 0)
            t = mpmath.exp(mpmath.sqrt(5) if total == "sqrt(5)" else mpmath.mpf(Fraction(total).numerator) / 2)
            parts = [mpmath.binomial(5, l) * max(mpmath.mpf(0), E ** (5 - l) - t * E**l) for l in range(6)]
            expected = 1 - (1 - mpmath.sqrt(3) / 100) ** 5 * (1 - mpmath.fsum(parts) / (1 + E) ** 5)
            assert close(optimal_delta(e, delta, 5, T), expected)


def test_optimal_epsilon_of_an_exact_least_factor_is_exact() -> None:
    assert optimal_epsilon(2, 0, 3, 0) == exact(6)
    assert optimal_epsilon(2, Fraction(1, 2), 0, 0) == exact(0)


@pytest.mark.parametrize("step", [Fraction(1, 500), Fraction(1, 20), Fraction(2)])
def test_normal_masses_between_neighbors(step: Fraction) -> None:
    """By a series for many near neighbors and by erfc for far ones: each ball contains what mpmath finds."""
    with WorkingPrecision(110), mpmath.workdps(50):
        edges = [Fraction(-13) + step * place for place in range(int(26 / step) + 1)]
        found = normal_masses([arb.neg_inf(), *(arb(fmpq(x.numerator, x.denominator)) for x in edges)])
        for place in range(0, len(edges) - 1, max(1, len(edges) // 60)):
            low, high = (mpmath.mpf(x.numerator) / x.denominator for x in edges[place : place + 2])
            true = mpmath.erfc(abs(low) / mpmath.sqrt(2)) - mpmath.erfc(abs(high) / mpmath.sqrt(2))
            true = abs(true) / 2 if low * high >= 0 else 1 - mpmath.ncdf(low) - mpmath.ncdf(-high)
            ball = found[place + 1]
            assert abs(ball - arb(mpmath.nstr(true, 45))) < arb(2) ** -100
            assert ball.rad() < arb(2) ** -85
