"""Enclosures: bounds that refine, arithmetic that composes, comparison that decides or says that it does not."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st
from mpmath import MPContext

from dpexact import (
    DivisionByZeroError,
    Enclosure,
    Exact,
    IncompatibleFieldsError,
    IrrationalError,
    ParameterError,
    TooLargeError,
    UndecidedError,
    epsilon_of,
    exact,
    free_exp_epsilon,
)
from dpexact.numbers.enclosure import narrowed
from tests.each import each
from tests.refusals import refuses

mp = MPContext()
mp.dps = 100


def fraction(value: Any) -> Fraction:
    """The rational value of an mpmath number."""
    sign, mantissa, exponent, _ = mp.mpf(value)._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("+-*/r"), st.integers(2, 9)), max_size=12))
def test_arithmetic_contains_what_mpmath_computes(steps: list[tuple[str, int]]) -> None:
    number: Enclosure = epsilon_of(2)
    value = mp.log(2)
    for mark, k in steps:
        other: Any = epsilon_of(k) if k % 2 else exact(k)
        real = mp.log(k) if k % 2 else mp.mpf(k)
        if mark == "+":
            number, value = number + other, value + real
        elif mark == "-":
            number, value = other - number, real - value
        elif mark == "*":
            number, value = number * other, value * real
        elif mark == "/" and abs(value) > mp.mpf("1e-9"):
            number, value = other / number, real / value
        else:
            number, value = -number / other, -value / real
    margin = Fraction(1, 10**60) * (1 + abs(fraction(value)))
    for bits in (0, 64, 128):
        fine = number.refine(bits)
        assert fine.lower - margin <= fraction(value) <= fine.upper + margin
        assert fine.upper - fine.lower <= Fraction(1, 2**bits)
        assert fine.lower <= fine.upper


@each("text", ["2", "6/5", "exp(1)", "exp(2.18)", "sqrt(2)", "3*exp(1/2)"])
def test_epsilon_is_the_logarithm(text: str) -> None:
    number = exact(text)
    value = mp.log(fraction_of(text))
    epsilon = epsilon_of(number).refine(200)
    assert epsilon.upper - epsilon.lower <= Fraction(1, 2**200)
    assert abs(epsilon.lower - fraction(value)) < Fraction(1, 2**150)


def fraction_of(text: str) -> Any:
    """The mpmath value of a text of the grammar, by Python."""
    names = {"exp": mp.exp, "sqrt": mp.sqrt}
    return eval(text.replace("2.18", "mp.mpf('2.18')").replace("6/5", "mp.mpf(6)/5"), {"mp": mp, **names})  # noqa: S307


def test_epsilon_of_one_is_zero_and_known() -> None:
    epsilon = epsilon_of(1)
    assert epsilon.lower == epsilon.upper == 0
    assert epsilon == 0
    assert not epsilon


@pytest.mark.parametrize("value", [0, -1, "1-exp(1)", free_exp_epsilon()])
def test_epsilon_of_what_has_none(value: object) -> None:
    refuses(ParameterError, "E > 0", epsilon_of, value)


def test_comparison_is_decided_where_the_bounds_are_apart() -> None:
    log2, log3 = epsilon_of(2), epsilon_of(3)
    assert log2 < log3
    assert log3 > log2
    assert log2 <= log3
    assert log2 != log3
    assert not log2 == log3  # noqa: SIM201 - the operator is tested
    assert Fraction(69, 100) < log2 < exact("0.7")
    assert exact("exp(1)") > log2
    assert log2 < 1
    assert log2
    assert -math.inf < log2 < math.inf
    assert log2 != math.inf
    assert log2 - Fraction(log2.refine(3000).lower) > 0  # more bits are taken as needed
    assert sorted([log3, log2, epsilon_of("5/2")])[1].lower > Fraction(9, 10)


def test_comparison_of_equal_numbers_is_undecided_and_says_how_far() -> None:
    twice, four = 2 * epsilon_of(2), epsilon_of(4)
    for relation in (twice.__lt__, twice.__le__, twice.__gt__, twice.__ge__, twice.__eq__):
        with pytest.raises(UndecidedError, match="may be equal") as caught:
            relation(four)
        assert caught.value.lower <= 0 <= caught.value.upper
        assert caught.value.upper - caught.value.lower < Fraction(1, 2**4000)
    refuses(UndecidedError, "", bool, twice - four)
    assert twice <= twice  # noqa: PLR0124 - one object is one number
    assert twice == twice  # noqa: PLR0124


def test_single_points_are_equal() -> None:
    third = Enclosure(lambda: arb(3) / 1)
    assert third == 3
    assert third >= 3
    assert not third < 3
    assert third == Enclosure.of("3")


def test_other_types() -> None:
    number = epsilon_of(2)
    assert number != None  # noqa: E711 - the operator is tested
    refuses(TypeError, "unhashable", hash, number)
    for function in (lambda: number == "1", lambda: number < "1", lambda: number + "1", lambda: None - number):
        refuses(TypeError, "", function)
    with pytest.raises(IrrationalError):
        number + free_exp_epsilon()


def test_division_by_zero_and_by_what_is_not_told_from_zero() -> None:
    number = epsilon_of(2)
    for zero in (0, exact(0), Fraction(0)):
        with pytest.raises(DivisionByZeroError):
            number / zero
    with pytest.raises(UndecidedError, match="zero"):
        1 / (number - epsilon_of(2))
    tiny = number - number.refine(400).lower
    assert 1 / tiny > 2**399


@pytest.mark.parametrize("bits", [-1, 1.5, True, "3", None])
def test_numbers_of_bits_that_are_refused(bits: Any) -> None:
    refuses(ParameterError, "bits", epsilon_of(2).refine, bits)
    refuses(TooLargeError, "bits", epsilon_of(2).refine, 10**12)


@pytest.mark.slow
def test_long_sums_and_repeated_squares_cost_no_recursion_and_no_time() -> None:
    total = epsilon_of("3/2")
    for _ in range(3000):
        total = total + epsilon_of("3/2")
    fine = total.refine(500)
    assert fine.upper - fine.lower <= Fraction(1, 2**500)
    assert total > 1216  # 3001 log(3/2) = 1216.8
    square = epsilon_of(3)  # 1.0986
    for _ in range(10):
        square = square * square
    assert square.refine(100) > 10**41  # log(3)^1024 = 10^41.8
    assert square < 10**42


def test_each_rule_is_evaluated_once_for_each_precision() -> None:
    calls: list[int] = []

    def rule() -> Any:
        calls.append(ctx.prec)
        return arb(2).log()

    number = Enclosure(rule)
    total = number + number * number - number
    total.refine(1000)
    assert len(calls) == len(set(calls))


def test_text_shows_bounds_rounded_outwards() -> None:
    assert repr(epsilon_of(2)) == "Enclosure[0.693147180559, 0.693147180560]"
    assert epsilon_of(2).decimal(5) == "[0.69314, 0.69315]"
    assert (-epsilon_of(2)).decimal(5) == "[-0.69315, -0.69314]"
    assert Enclosure.of("1/8").decimal(2) == "[0.12, 0.13]"


@pytest.mark.parametrize(
    "make", [lambda: Enclosure.of("1/3"), lambda: Enclosure.of(epsilon_of(2)), lambda: Enclosure.of(7)]
)
def test_enclosure_of_values(make: Callable[[], Enclosure]) -> None:
    enclosure = make()
    assert enclosure.lower <= enclosure.upper <= 7


def test_enclosures_stand_in_for_numbers_without_a_common_field() -> None:
    with pytest.raises(IncompatibleFieldsError):
        exact("sqrt(2)") + exact("sqrt(3)")
    total = Enclosure.of("sqrt(2)") + exact("sqrt(3)")
    assert Fraction("3.146") < total < Fraction("3.147")


def test_bounds_of_an_absurd_size_are_not_written_out() -> None:
    refuses(TooLargeError, "large", Enclosure, lambda: arb(10**20).exp())


@pytest.mark.parametrize("exponent", [-(10**20), -(10**8), -(1 << 26)])
def test_bounds_close_to_zero_are_rounded_outwards(exponent: int) -> None:
    """e^exponent is less than 2^-(2^26), the least number > 0 that is written out."""
    small, large = Enclosure(lambda: arb(exponent).exp()), Enclosure(lambda: -arb(exponent).exp())
    assert small.lower == large.upper == 0
    assert 0 < small.upper == -large.lower
    assert small.upper.numerator == 1
    assert small.upper.denominator.bit_length() == (1 << 26) + 1


@pytest.mark.parametrize("number", [exact("sqrt(2)"), Enclosure.of("sqrt(2)")])
def test_bounds_are_narrowed_until_they_are_enough(number: Exact | Enclosure) -> None:
    tried: list[Fraction] = []

    def within(width: Fraction, lower: Fraction, upper: Fraction) -> bool:
        tried.append(upper - lower)
        return upper - lower <= width

    lower, upper = narrowed(number, 16, 100, partial(within, Fraction(1, 2**20)))
    assert lower**2 <= 2 <= upper**2
    assert 0 < upper - lower <= Fraction(1, 2**20)
    assert len(tried) <= 2
    tried.clear()
    lower, upper = narrowed(number, 16, 100, partial(within, Fraction(0)))  # never: those of 64 bits
    assert len(tried) == 3
    assert tried[-1] == upper - lower <= Fraction(1, 2**64)
