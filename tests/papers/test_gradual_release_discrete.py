"""Discrete Laplace noise of several levels: laws, kernels, the joint level, the exact sampler."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from dpexact import ParameterError, exact
from dpexact.errors import InexactInputError, IrrationalError
from dpexact.papers.gradual_release import (
    discrete_laplace_probability,
    joint_probability,
    relax_conditional,
    release_probability,
    sample_release,
    tighten_probability,
    tighten_weight,
)
from dpexact.papers.gradual_release.discrete import bernoulli, discrete_laplace, geometric, relax, tighten
from tests.refusals import refuses

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PAIRS = [(HALF, THIRD), (Fraction(9, 10), Fraction(1, 10)), (Fraction(2, 3), Fraction(2, 3)), (THIRD, Fraction(1, 4))]
REACH = 40
CHI_SQUARE_8 = 42.71  # exceeded with probability 10^-6


def law(k: int, p: Fraction) -> Fraction:
    """The discrete Laplace law, on its own."""
    return p ** abs(k) * (1 - p) / (1 + p)


def transform(p: Fraction, z: Fraction) -> Fraction:
    """The sum of law(k) z^k, for p < z < 1/p."""
    return (1 - p) ** 2 / ((1 - p * z) * (1 - p / z))


def test_values_by_hand() -> None:
    twelfths = [discrete_laplace_probability(k, "1/2") * 12 for k in (-2, -1, 0, 1)]
    assert twelfths == [1, 2, 4, 2]
    assert tighten_weight("1/2", "1/3") == exact("3/8")
    assert joint_probability(0, 0, "1/2", "1/3") == exact("7/24")  # 1/2 (3/8 + 5/8 * 1/3)
    assert joint_probability(1, 0, "1/2", "1/3") == exact("5/96")  # 1/2 * 5/8 * 1/6
    assert relax_conditional(0, 1, "1/2", "1/3") == exact("5/16")
    assert release_probability((0, 0, 1), ("1/2", "1/3", "1/4")) == exact("77/12960")


@pytest.mark.parametrize(("p1", "p2"), PAIRS)
def test_the_second_noise_and_an_independent_one_make_the_first(p1: Fraction, p2: Fraction) -> None:
    weight = tighten_weight(p1, p2).as_fraction()
    for z in (Fraction(1), Fraction(19, 20), Fraction(21, 20)):
        assert transform(p2, z) * (weight + (1 - weight) * transform(p1, z)) == transform(p1, z)
    assert 0 < weight <= 1
    assert (weight == 1) == (p1 == p2)


@pytest.mark.parametrize(("p1", "p2"), PAIRS)
def test_marginals_up_to_the_exact_remainder(p1: Fraction, p2: Fraction) -> None:
    weight = tighten_weight(p1, p2).as_fraction()
    for x in (0, 1, -4):
        total = sum(joint_probability(x, y, p1, p2).as_fraction() for y in range(-REACH, REACH + 1))
        beyond = (p1 * p2) ** (REACH + 1) * (p1**x + p1 ** (-x)) / (1 - p1 * p2)
        missing = (1 - weight) * (1 - p1) / (1 + p1) * (1 - p2) / (1 + p2) * beyond
        assert total == law(x, p1) - missing
    for y in (0, 3):
        total = sum(joint_probability(x, y, p1, p2).as_fraction() for x in range(y - REACH, y + REACH + 1))
        assert total == law(y, p2) * (1 - (1 - weight) * 2 * p1 ** (REACH + 1) / (1 + p1))


def test_markov_and_semigroup() -> None:
    levels = ("3/4", "1/2", "1/5")
    assert tighten_weight("3/4", "1/2") * tighten_weight("1/2", "1/5") == tighten_weight("3/4", "1/5")
    for x, y, z in product(range(-2, 3), repeat=3):
        joint = release_probability((x, y, z), levels)
        assert joint == joint_probability(x, y, *levels[:2]) * relax_conditional(z, y, *levels[1:])


def test_the_joint_release_has_the_last_level() -> None:
    ratios = [
        joint_probability(x + 1, y + 1, "1/2", "1/3") / joint_probability(x, y, "1/2", "1/3")
        for x, y in product(range(-4, 5), repeat=2)
    ]
    assert set(ratios) == {exact(3), exact("1/3")}


def test_equal_levels_and_irrational_ratios() -> None:
    assert relax_conditional(2, 2, "1/3", "1/3") == 1
    assert relax_conditional(1, 2, "1/3", "1/3") == 0
    assert tighten_probability(5, "1/3", "1/3") == 0
    assert relax(-7, HALF, HALF, random.Random(1).getrandbits) == -7
    assert sample_release(5, (), random.Random(1).getrandbits) == ()
    assert tighten_weight("exp(-1/2)", "exp(-1)") == exact("exp(-1/2) * ((1 - exp(-1/2)) / (1 - exp(-1)))**2")


def test_what_is_refused() -> None:
    bits = random.Random(1).getrandbits
    for bad in ("0", "1", "-1/2", "3/2"):
        refuses(ParameterError, "ratio 0 < p", discrete_laplace_probability, 0, bad)
        refuses(ParameterError, "p2", tighten_weight, "1/2", bad)
    refuses(ParameterError, "p1 >= p2", tighten_weight, "1/3", "1/2")
    refuses(ParameterError, r"ratios\[1\] >= ratios\[2\]", release_probability, (0, 0, 0), ("1/2", "1/4", "1/3"))
    for wrong in (True, "1", Fraction(1, 2)):
        refuses(ParameterError, "expected an integer", joint_probability, 0, wrong, "1/2", "1/3")
    refuses(ParameterError, "one integer for each", release_probability, (0,), ("1/2", "1/3"))
    refuses(ParameterError, "one integer for each", release_probability, (), ())
    refuses(InexactInputError, "", tighten_weight, 0.5, "1/3")
    refuses(ParameterError, "numerator", bernoulli, 3, 2, bits)
    refuses(IrrationalError, "", sample_release, 0, ("exp(-1)",), bits)


def fixed(drawn: int) -> Callable[[int], int]:
    """Bits that are always these."""
    return lambda _: drawn


def test_bernoulli_takes_every_integer_below_the_denominator_once() -> None:
    answers = [bernoulli(2, 5, fixed(drawn)) for drawn in range(5)]
    assert answers == [True, True, False, False, False]
    again = iter([7, 6, 5, 4])  # 3 bits: 5, 6, 7 are drawn again
    assert bernoulli(2, 5, lambda _: next(again)) is False
    assert bernoulli(1, 1, lambda _: 0) is True
    assert bernoulli(0, 1, lambda _: 0) is False


def test_geometric_counts() -> None:
    bits = iter([0, 0, 1])  # Bernoulli(1/2) is True for 0
    assert geometric(HALF, lambda _: next(bits)) == 2
    bits = iter([0, 1, 0, 0, 1])
    assert discrete_laplace(HALF, lambda _: next(bits)) == -1


def chi_square(drawn: list[int], probabilities: dict[int, Fraction]) -> float:
    """Against the exact law, with one more cell for all other values."""
    counts, total = Counter(drawn), len(drawn)
    cells = [(counts[k], probability) for k, probability in probabilities.items()]
    cells.append((total - sum(count for count, _ in cells), 1 - sum(probabilities.values(), Fraction(0))))
    return sum((count - total * float(q)) ** 2 / (total * float(q)) for count, q in cells)


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0, 3, -2])
def test_relaxing_has_the_conditional_law(noise: int) -> None:
    bits = random.Random(12).getrandbits
    drawn = [relax(noise, Fraction(3, 4), HALF, bits) for _ in range(4000)]
    expected = {y: relax_conditional(y, noise, "3/4", "1/2").as_fraction() for y in range(-3, 5)}
    assert chi_square(drawn, expected) < CHI_SQUARE_8
    wrong = {y: relax_conditional(y, -noise or 1, "3/4", "1/2").as_fraction() for y in range(-3, 5)}
    assert chi_square(drawn, wrong) > CHI_SQUARE_8


@pytest.mark.slow
def test_tightening_and_samples_have_their_laws() -> None:
    bits = random.Random(3).getrandbits
    drawn = [tighten(1, Fraction(3, 4), HALF, bits) for _ in range(4000)]
    expected = {k: tighten_probability(k - 1, "3/4", "1/2").as_fraction() for k in range(-3, 5)}
    assert chi_square(drawn, expected) < CHI_SQUARE_8
    pairs = [sample_release(100, ("3/4", "1/2"), bits) for _ in range(4000)]
    for place, ratio in enumerate((Fraction(3, 4), HALF)):
        values = [pair[place] - 100 for pair in pairs]
        assert chi_square(values, {k: law(k, ratio) for k in range(-4, 4)}) < CHI_SQUARE_8
    same = [int(first == second) for first, second in pairs]
    assert abs(sum(same) / 4000 - float(tighten_probability(0, "3/4", "1/2").as_fraction())) < 0.04
