"""The discrete Gaussian against mpmath at 60 digits: theta functions instead of sums of exponentials."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt

import mpmath
import pytest
from flint import arb, ctx

from dpexact.errors import InexactInputError, ParameterError, TooLargeError
from dpexact.laws import discrete_gaussian as sums
from dpexact.laws.counts import discrete_gaussian_delta
from dpexact.laws.discrete_gaussian import DiscreteGaussian, discrete_gaussian
from dpexact.numbers.enclosure import Enclosure, rational_bounds
from dpexact.numbers.epsilon import exp_of_epsilon, free_exp_epsilon
from dpexact.numbers.exact import exact
from dpexact.numbers.formula import closed_text
from tests.each import each
from tests.refusals import refuses

DIGITS = 60
NEAR = Fraction(1, 10**50)
PARAMETERS = [Fraction(1, 20), Fraction(266, 1000), Fraction(1), Fraction(7, 3), Fraction(40), Fraction(400)]


def nome_of(parameter: Fraction) -> mpmath.mpf:
    return mpmath.exp(-1 / (2 * mpmath.mpf(parameter.numerator) / parameter.denominator))


def oracle(parameter: Fraction) -> Callable[[int], mpmath.mpf]:
    nome = nome_of(parameter)
    total = mpmath.jtheta(3, 0, nome)
    return lambda z: nome ** (z * z) / total


def contains(enclosure: Enclosure, value: mpmath.mpf) -> bool:
    """Return whether the enclosure, refined beyond the digits of the oracle, agrees with it."""
    refined = enclosure.refine(4 * DIGITS)
    assert refined.upper - refined.lower <= Fraction(1, 2 ** (4 * DIGITS))
    return abs(Fraction(int(mpmath.floor(value * 10**DIGITS)), 10**DIGITS) - refined.lower) < NEAR


@pytest.fixture(autouse=True)
def _precision() -> Iterator[None]:
    with mpmath.workdps(DIGITS + 30):
        yield


@each("parameter", PARAMETERS)
@each("z", [0, 1, -2, 5])
def test_probability(parameter: Fraction, z: int) -> None:
    assert contains(discrete_gaussian(parameter).probability(z), oracle(parameter)(z))


@each("parameter", PARAMETERS)
def test_variance(parameter: Fraction) -> None:
    # The logarithmic derivative of the theta function: E[Z^2] = q d/dq log theta_3(q).
    with mpmath.workdps(4 * DIGITS):
        nome = nome_of(parameter)
        variance = nome * mpmath.diff(lambda q: mpmath.log(mpmath.jtheta(3, 0, q)), nome)
        assert contains(discrete_gaussian(parameter).variance, variance)


@pytest.mark.parametrize("cut", [2, 3, 5])
@pytest.mark.parametrize("power", [0, 2])
def test_a_sum_cut_off_early_still_contains_the_truth(monkeypatch: pytest.MonkeyPatch, cut: int, power: int) -> None:
    monkeypatch.setattr(sums, "cut_of", lambda _s, _start: cut)
    with ctx.workprec(400):
        lower, upper = rational_bounds(sums.upper_sum(arb(1), 1, power))
    truth = Fraction(int(mpmath.floor(power_sum(power) * 10**DIGITS)), 10**DIGITS)
    left_out = truth - Fraction(int(mpmath.floor(power_sum(power, cut) * 10**DIGITS)), 10**DIGITS)
    assert lower <= truth <= upper
    assert left_out <= upper - lower <= 3 * left_out


def power_sum(power: int, stop: int = 60) -> mpmath.mpf:
    """The sum of z^power exp(-z^2 / 2) over 1 <= z < stop."""
    return mpmath.fsum(z**power * mpmath.exp(-mpmath.mpf(z * z) / 2) for z in range(1, stop))


def test_a_sum_that_cannot_be_bounded_is_not_finite(monkeypatch: pytest.MonkeyPatch) -> None:
    # At s = 100 and m = 2 the bound r = exp(2/2 - 5/200) exceeds 1.
    monkeypatch.setattr(sums, "cut_of", lambda _s, _start: 2)
    assert not sums.upper_sum(arb(100), 1, 2).is_finite()


@each("parameter", PARAMETERS)
@each("epsilon", ["0.03", "1.1", "3"])
def test_tight_delta_over_explicit_outcomes(parameter: Fraction, epsilon: str) -> None:
    probability = oracle(parameter)
    ratio = mpmath.exp(mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)
    reach = 25 * isqrt(int(parameter)) + 40
    law = {z: probability(z) for z in range(-reach, reach + 2)}
    excesses = (law[z] - ratio * law[z + 1] for z in range(-reach, reach + 1))
    delta = mpmath.fsum(x for x in excesses if x > 0)
    assert contains(discrete_gaussian(parameter).tight_delta(exp_of_epsilon(epsilon)), delta)


@pytest.mark.parametrize(
    ("parameter", "epsilon"), [("1/2", "1"), ("1", "1/2"), ("5/2", "1"), ("3", "0.2"), ("40", "1")]
)
def test_equation_45_is_the_tight_delta_at_the_parameter(parameter: str, epsilon: str) -> None:
    # The first three are ties: epsilon sigma^2 - 1/2 is the integer 0, 0 or 2.
    tight = discrete_gaussian_delta(closed_text("sigma", f"sqrt({parameter})"), 1, exact(epsilon))
    assert isinstance(tight, Enclosure)
    one, other = (x.refine(400) for x in (tight, discrete_gaussian(parameter).equation_45(exp_of_epsilon(epsilon))))
    assert max(one.lower, other.lower) <= min(one.upper, other.upper)


def test_equation_45_counts_the_outcomes_strictly_above_a_tie() -> None:
    # epsilon sigma^2 - 1/2 = 0 with another parameter: P(Z >= 1) - E P(Z >= 2), which is not P(Z >= 0) - E P(Z >= 1).
    law, ratio = discrete_gaussian(2), exp_of_epsilon("1/2")
    expected = sum((law.probability(z) for z in range(1, 60)), start=exact(0) + law.probability(60))
    later = sum((law.probability(z) for z in range(2, 60)), start=exact(0) + law.probability(60))
    difference = (law.equation_45(ratio, 1) - (expected - ratio * later)).refine(200)
    assert abs(difference.lower) < NEAR


def test_equation_45_with_the_variance_says_less_than_the_tight_delta() -> None:
    # parameter 0.266: the variance is 0.237, and 2 * 0.266 - 1/2 > 0 > 2 * 0.237 - 1/2 are different events.
    law, ratio = discrete_gaussian("0.266"), exp_of_epsilon("2")
    assert law.equation_45(ratio, law.variance) < law.tight_delta(ratio)
    assert law.equation_45(ratio) > law.equation_45(ratio, law.variance)


@pytest.mark.parametrize("variance", ["1/100", "0.266", "2", "30"])
def test_of_variance_has_that_variance(variance: str) -> None:
    law = DiscreteGaussian.of_variance(variance)
    difference = (law.variance - exact(variance)).refine(300)
    assert difference.lower <= 0 <= difference.upper


def test_a_known_parameter_variance_loss_and_tail() -> None:
    law = DiscreteGaussian.of_variance(discrete_gaussian("3/4").variance)
    assert isinstance(law.parameter, Enclosure)
    found = law.parameter.refine(200)
    assert found.lower <= Fraction(3, 4) <= found.upper
    assert discrete_gaussian("1/4").variance < Fraction(1, 4)
    assert discrete_gaussian(1).variance < 1
    law = discrete_gaussian("3/2")  # E = 1: the positive parts telescope to P(Z = 0)
    difference = (law.tight_delta(1) - law.probability(0)).refine(300)
    assert difference.lower <= 0 <= difference.upper
    assert 0 < discrete_gaussian(1).probability(10).refine(200) < Fraction(1, 10**21)


@pytest.mark.parametrize("parameter", [0, -1, "-1/2", free_exp_epsilon()])
def test_parameter_must_be_positive(parameter: object) -> None:
    refuses(ParameterError, "parameter: expected a number > 0", discrete_gaussian, parameter)


def test_other_bad_parameters() -> None:
    law = discrete_gaussian(1)
    refuses(TooLargeError, "parameter", discrete_gaussian, 10**9)
    refuses(ParameterError, "variance", DiscreteGaussian.of_variance, 0)
    refuses(ParameterError, r"^exp_epsilon: expected", law.tight_delta, "1/2")
    refuses(ParameterError, r"^exp_epsilon: expected", law.equation_45, "1/2")
    refuses(ParameterError, "sigma_squared", law.equation_45, 2, 0)
    refuses(ParameterError, r"^z: expected an integer", law.probability, True)
    refuses(InexactInputError, "", discrete_gaussian, 0.5)
