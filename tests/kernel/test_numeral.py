"""Numbers in words where the sentence is most easily wrong: the side of a rounding, cancelled factors, denominators."""

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import fmpz

from dpexact.kernel.numeral import enclosed, exactly, least, numeral
from dpexact.kernel.sentence import sentence
from tests.each import each
from tests.kernel.test_sentence import PLAIN, statement_of
from tests.vectors.certificates.build import T

EXP = PLAIN | {"exponent": ["1", "2"]}
ROOT = PLAIN | {"base": ["2", "1"], "degree": 2}
FREE = {"lower": ["1", "1"], "upper": ["2", "1"]}


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        ("private", "(1.64872127071, rounded up)"),
        ("not-private", "(1.6487212707, rounded down)"),
        ("tight-delta", "(between 1.6487212707 and 1.64872127071)"),
    ],
)
def test_the_side_of_a_rounding_is_the_one_on_which_the_sentence_stays_true(kind: str, number: str) -> None:
    """exp(1/2) = 1.648721270700128...; a bound that holds, holds for larger E; one that is refuted, for smaller E."""
    lines = sentence(statement_of(kind, generators=EXP, exp_epsilon=[T, "1"])).splitlines()
    assert lines[0].endswith(f"where E = t {number} and delta = 1/4")
    assert "  t = exp(1/2)" in lines


def test_a_long_delta_of_a_statement_for_all_t_is_rounded_up() -> None:
    third = [format(10**90 + 1, "x"), format(3 * 10**90, "x")]
    text = sentence(statement_of("private-for-all", generators=FREE, exp_epsilon=[T, "1"], delta=third))
    assert "delta = 0.333333333334 (rounded up)" in text


def test_bounds_of_quotients_of_intervals() -> None:
    """least is the least of top/bottom and top/above; enclosed contains the number, which 400 bits show."""
    for top in range(-5, 6):
        for bottom in range(1, 5):
            for above in range(bottom, 6):
                ends = [Fraction(top, x) for x in (bottom, above)]
                found = least(fmpz(top), fmpz(bottom), fmpz(above))
                assert Fraction(int(found.p), int(found.q)) == min(ends)
    generators = EXP | {"base": ["3", "1"], "degree": 2}
    divisor = [["1", 0, 0], ["5", 1, 1]]
    with mpmath.workprec(400):
        t, u = mpmath.exp(mpmath.mpf(1) / 2), mpmath.sqrt(3)
        for sign, (one, two) in ((1, ("1", "-1")), (-1, ("-1", "1"))):
            dividend = [[two, 0, 1], [one, 1, 0]]
            number = sign * (t - u) / (1 + 5 * t * u)
            low, high, shift = enclosed([dividend, divisor], generators)
            below, above = (mpmath.mpf(int(x.p)) / int(x.q) * mpmath.mpf(2) ** shift for x in (low, high))
            assert below < number < above
            assert above - below < abs(number) * mpmath.mpf(2) ** -60


@each(
    ("value", "expected"),
    [
        ([[["2", 3, 0]], T], "2*t^2"),
        ([T, [["2", 3, 0]]], "1/(2*t^2)"),
        ([[["2", 0, 0], ["2", 1, 0]], [["3", 0, 0], ["3", 1, 0]]], "2/3"),
        ([[["6", 0, 0], ["-6", 1, 0]], [["3", 0, 0], ["-3", 1, 0]]], "2"),
        ([[["1", 0, 0], ["-2", 1, 0]], [["4", 0, 0], ["6", 2, 0]]], "(1 - 2*t)/(4 + 6*t^2)"),
        ([[["-2", 0, 0], ["4", 1, 0]], "6"], "(-1 + 2*t)/3"),
    ],
)
def test_common_factors_are_cancelled(value: Any, expected: str) -> None:
    assert exactly(value, FREE) == expected


@pytest.mark.parametrize(
    ("value", "generators"),
    [
        (["1", "0"], PLAIN),
        (["1", "-3"], PLAIN),
        ([T, "-1"], EXP),
        (["1", [["-1", 1, 0]]], EXP),
        (["1", [["-2", 0, 0], ["1", 0, 1]]], ROOT),  # sqrt(2) - 2 < 0
    ],
)
def test_a_denominator_that_is_not_positive_has_no_words(value: Any, generators: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a denominator is not positive: expected a statement that the kernel"):
        numeral("x", value, generators, "up")
    with pytest.raises(ValueError, match="a denominator is not positive"):
        sentence(statement_of(generators=generators, exp_epsilon=value))
