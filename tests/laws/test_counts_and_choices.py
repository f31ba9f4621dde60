"""Noise of counts, thresholds and choices by scores against brute force in mpmath and in fractions."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any

import mpmath as mp
import pytest

from dpexact.laws import choices, counts, thresholds
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_text
from tests.each import each

LAWS: Any = {**vars(choices), **vars(counts), **vars(thresholds)}  # of texts, too


def near(number: Any, reference: Any) -> bool:
    bounds = number.enclosure(160) if isinstance(number, Exact) else number.refine(160)
    lower, upper = bounds if isinstance(bounds, tuple) else (bounds.lower, bounds.upper)
    with mp.workdps(60):
        ends = [mp.mpf(bound.numerator) / bound.denominator for bound in (lower, upper)]
        return all(bool(abs(end - reference) <= mp.mpf(10) ** -40) for end in ends)


def excess(mass: Callable[[int], Any], shift: int, E: Any, reach: int) -> Any:
    return sum(max(mp.mpf(0), mass(z - shift) - E * mass(z)) for z in range(-reach, reach + 1))


@pytest.mark.parametrize(
    ("trials", "shift", "epsilon"), [(1, 1, "0.5"), (17, 1, "3"), (10, 2, "0"), (40, 5, "1"), (7, 7, "0.25")]
)
def test_binomial(trials: int, shift: int, epsilon: str) -> None:
    with mp.workdps(60):
        mass = lambda z: mp.mpf(comb(trials, z)) / 2**trials if 0 <= z <= trials else mp.mpf(0)  # noqa: E731
        truth = excess(mass, shift, mp.exp(mp.mpf(epsilon)), 100)
    assert near(LAWS["binomial_delta"](trials, shift, epsilon), truth)


def test_binomial_at_the_ends() -> None:
    assert LAWS["binomial_delta"](3, 0, 1) == 0
    assert LAWS["binomial_delta"](3, 4, 1) == 1
    assert LAWS["binomial_delta"](2, 1, 0) == Fraction(1, 2)  # the masses are 1/4, 1/2, 1/4


@pytest.mark.parametrize(
    ("variance", "shift", "epsilon"), [("3", 1, "0.5"), ("20", 2, "0"), ("50", 5, "1"), ("0.01", 3, "2")]
)
def test_skellam(variance: str, shift: int, epsilon: str) -> None:
    with mp.workdps(60):
        v = mp.mpf(variance)
        masses = [mp.exp(-v) * mp.besseli(z, v) for z in range(160)]
        truth = excess(lambda z: masses[abs(z)], shift, mp.exp(mp.mpf(epsilon)), 150)
    assert near(LAWS["skellam_delta"](variance, shift, epsilon), truth)


@pytest.mark.parametrize(
    ("local", "users", "epsilon"), [("2", 10, "0.5"), ("1", 25, "0"), ("5", 12, "3"), ("0.3", 20, "0.1"), ("4", 1, "1")]
)
def test_shuffled_answers(local: str, users: int, epsilon: str) -> None:
    with mp.workdps(60):
        e, E = mp.exp(mp.mpf(local)), mp.exp(mp.mpf(epsilon))
        chance = 1 / (e + 1)

        def others(ones: int, zeros: int) -> Any:
            if min(ones, zeros, users - 1 - ones - zeros) < 0:
                return mp.mpf(0)
            ways = comb(users - 1, ones + zeros) * comb(ones + zeros, ones)
            return ways * chance ** (ones + zeros) * (1 - 2 * chance) ** (users - 1 - ones - zeros)

        truth = mp.mpf(0)
        for ones in range(users + 1):
            for zeros in range(users + 1 - ones):
                one, zero = others(ones - 1, zeros), others(ones, zeros - 1)
                truth += max(mp.mpf(0), (e * one + zero - E * (one + e * zero)) / (e + 1))
    assert near(LAWS["shuffled_delta"](local, users, epsilon), truth)


def test_shuffled_answers_are_as_private_as_each() -> None:
    assert LAWS["shuffled_delta"]("1", 9, "1") == 0
    assert LAWS["shuffled_delta"]("0", 9, "0") == 0


@each("scores", [["1"], ["1", "2", "3"], ["0.5", "0.5"], ["-4", "0", "2.5", "2.5"]])
@each("epsilon", ["0", "1", "7"])
def test_choices_by_scores(scores: list[str], epsilon: str) -> None:
    with mp.workdps(60):
        numbers = [mp.mpf(score) for score in scores]
        weights = [mp.exp(mp.mpf(epsilon) * (number - max(numbers)) / 6) for number in numbers]
        taken = [mp.mpf(0)] * len(scores)
        orders = list(permutations(range(len(scores))))
        for order in orders:
            left = mp.mpf(1)
            for place in order:
                taken[place] += left * weights[place] / len(orders)
                left *= 1 - weights[place]
        shares = [weight / sum(weights) for weight in weights]
    for place in range(len(scores)):
        assert near(LAWS["permute_and_flip_probability"](epsilon, "3", scores, place), taken[place])
        assert near(LAWS["exponential_probability"](epsilon, "3", scores, place), shares[place])


def test_equal_logarithms_are_equal() -> None:
    log, scores = closed_text("x", "log(2)"), [closed_text("x", text) for text in ("log(4)", "2*log(2)", "log(2)", "0")]
    assert LAWS["shuffled_delta"](log, 3, closed_text("x", "log(4)/2")) == 0
    assert LAWS["exponential_probability"]("1", "1/2", scores, 0) == Fraction(4, 11)


@pytest.mark.parametrize("threshold", ["-1.5", "0", "1", "1.5", "2", "2.5", "9"])
@pytest.mark.parametrize("comparison", [">", ">="])
def test_integer_noise_at_a_threshold(threshold: str, comparison: str) -> None:
    with mp.workdps(60):
        edge = mp.mpf(threshold)
        passes = [z for z in range(-400, 401) if (1 + z >= edge if comparison == ">=" else 1 + z > edge)]
        laplace = {z: mp.exp(-abs(z) * mp.mpf("0.75")) for z in range(-400, 401)}
        gaussian = {z: mp.exp(-mp.mpf(z * z) / 8) for z in range(-400, 401)}
        truths = [sum(law[z] for z in passes) / sum(law.values()) for law in (laplace, gaussian)]
    assert near(LAWS["discrete_laplace_threshold"]("0.75", threshold, comparison), truths[0])
    assert near(LAWS["discrete_gaussian_threshold"]("2", threshold, comparison), truths[1])


@pytest.mark.parametrize("threshold", ["-1.5", "1", "2.5", "40"])
def test_continuous_noise_at_a_threshold(threshold: str) -> None:
    with mp.workdps(60):
        gap = mp.mpf(threshold) - 1
        laplace = mp.quad(lambda x: mp.exp(-abs(x) / 2) / 4, sorted({gap, max(gap, mp.mpf(0)), gap + 400}))
        assert abs(laplace - _middle(LAWS["laplace_threshold"]("2", threshold))) < mp.mpf(10) ** -30
        assert (
            abs(mp.erfc(gap / 2 / mp.sqrt(2)) / 2 - _middle(LAWS["gaussian_threshold"]("2", threshold)))
            < mp.mpf(10) ** -40
        )


def _middle(number: Any) -> Any:
    bounds = Enclosure.of(number).refine(170)
    middle = (bounds.lower + bounds.upper) / 2
    return mp.mpf(middle.numerator) / middle.denominator


@pytest.mark.parametrize("value", range(4))
def test_an_output_cut_off_at_the_ends(value: int) -> None:
    with mp.workdps(60):
        r = mp.exp(-mp.mpf("0.5"))
        law = [mp.mpf(0)] * 4
        for z in range(-500, 501):
            law[min(max(value + z, 0), 3)] += (1 - r) / (1 + r) * r ** abs(z)
        for output in range(4):
            assert near(LAWS["truncated_geometric_probability"]("0.5", 3, value, output), law[output])
