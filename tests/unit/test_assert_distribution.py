"""assert_distribution, on programs whose laws are known by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpexact.errors import ParameterError
from dpexact.testing import assert_distribution

THIRD = {0: "1/3", 1: "1/3", 2: "1/3"}


def third(source: Any) -> Any:
    return source.below(3)


def biased(source: Any) -> Any:
    return source.getrandbits(2) % 3


def rounded(source: Any, p: float) -> bool:
    return bool(source.random() < p)


def loop(source: Any) -> int:
    n = 0
    while source.bit():
        n += 1
    return n


def test_what_is_right_passes() -> None:
    assert_distribution(third, THIRD)
    assert_distribution(lambda source: source.below(4) == 1, {True: "1/4", False: Fraction(3, 4)})
    assert_distribution(lambda source: 1 // source.below(2), {("raised", "ZeroDivisionError"): "1/2", 1: "1/2"})


def test_a_biased_modulo_fails_with_both_probabilities() -> None:
    with pytest.raises(AssertionError, match=r"3 outputs have another probability(.|\n)*0: 1/2, expected 1/3.*above"):
        assert_distribution(biased, THIRD)


def test_an_output_too_many_or_too_few_fails() -> None:
    with pytest.raises(AssertionError, match="2: 1/3, expected 0"):
        assert_distribution(third, {0: "1/2", 1: "1/2"})
    with pytest.raises(AssertionError, match="3: 0, expected 1/4"):
        assert_distribution(third, {0: "1/4", 1: "1/4", 2: "1/4", 3: "1/4"})


def test_the_tolerance_is_exact() -> None:
    """0.1 is 900719925474100 / 2^53 to a draw of random(): 0.8 steps above one tenth."""
    expected = {True: "1/10", False: "9/10"}
    gap = Fraction(900719925474100, 2**53) - Fraction(1, 10)
    assert_distribution(rounded, expected, 0.1, abs=gap)
    with pytest.raises(AssertionError, match="2 outputs"):
        assert_distribution(rounded, expected, 0.1, abs=gap * Fraction(999999, 1000000))


def test_unfinished_mass_is_undecided_or_within_the_tolerance_or_not_enough() -> None:
    expected = {n: Fraction(1, 2 ** (n + 1)) for n in range(10)} | {10: Fraction(1, 2**10)}
    with pytest.raises(AssertionError, match="undecided: mass of"):
        assert_distribution(lambda source: min(loop(source), 10), expected, draws=30)
    assert_distribution(lambda source: min(loop(source), 10), expected, draws=30, abs=Fraction(1, 2**30))
    with pytest.raises(AssertionError, match="is unfinished, which cannot make up for it"):
        assert_distribution(lambda source: min(loop(source), 10), {0: 1}, draws=30)


@pytest.mark.parametrize("expected", [{0: "1/3", 1: "1/3"}, {0: "3/2", 1: "-1/2"}, {}])
def test_what_is_expected_has_to_be_a_distribution(expected: dict[int, str]) -> None:
    with pytest.raises(ParameterError, match="expected probabilities that sum to 1 exactly"):
        assert_distribution(third, expected)


def test_what_is_unfinished_may_lie_on_the_side_that_is_off_already() -> None:
    """0 has between 6/10 and 7/10, so that 5/10 is within 1/10 only if all that is missing is elsewhere."""

    def program(source: Any) -> int:
        x = source.below(10)
        if x < 9:
            return 0 if x < 6 else 1
        seen = []
        while source.bit() >= 0:
            seen.append(1)
        return 0

    with pytest.raises(AssertionError, match="undecided"):
        assert_distribution(program, {0: Fraction(1, 2), 1: Fraction(1, 2)}, abs=Fraction(1, 10), draws=30)
    assert_distribution(program, {0: Fraction(6, 10), 1: Fraction(4, 10)}, abs=Fraction(1, 10), draws=30)
