"""Decimals: correctly rounded to every side, with carries, ties, huge and tiny numbers; enclosures."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpexact import IrrationalError, ParameterError, TooLargeError, exact, free_exp_epsilon
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

# (number, digits, half-even, up, down), by hand
BY_HAND = BESIDE["by_hand"]


@each(("text", "digits", "nearest", "up", "down"), BY_HAND)
def test_rationals_by_hand(text: str, digits: int, nearest: str, up: str, down: str) -> None:
    number = exact(text)
    assert number.decimal(digits) == nearest
    assert number.decimal(digits, rounding="up") == up
    assert number.decimal(digits, rounding="down") == down
    assert abs(exact(nearest) - number) <= abs(number) * Fraction(1, 2 * 10 ** (digits - 1))


# first digits of known constants (any table): e, sqrt(2), 2^(1/3), e^2.18
CONSTANTS = BESIDE["constants"]


@each(("text", "digits", "nearest", "up", "down"), CONSTANTS)
def test_irrationals_from_tables(text: str, digits: int, nearest: str, up: str, down: str) -> None:
    number = exact(text)
    assert number.decimal(digits) == nearest
    assert number.decimal(digits, "up") == up
    assert number.decimal(digits, "down") == down


@each("target", ["9.4", "9.94", "9.9946", "-9.94", "1.0004"])
@each("bits", range(58, 80))
def test_cancellation_next_to_a_power_of_ten(target: str, bits: int) -> None:
    with localcontext() as context:
        context.prec = 200
        e = Fraction(Decimal(1).exp())  # to 200 digits
    near = Fraction(round(e * 2**bits) * 2 + 1, 2 ** (bits + 1))
    scale = Fraction(target) / (e - near)
    number = (exact("exp(1)") - near) * scale  # the target, up to 10^-160, after the loss of `bits` bits
    for digits in (1, 2, 3, 4):
        for rounding, mode in (("half-even", ROUND_HALF_EVEN), ("up", ROUND_CEILING), ("down", ROUND_FLOOR)):
            with localcontext() as context:
                context.prec, context.rounding = digits, mode
                expected = +Decimal(target)
            if digits < len(Decimal(target).as_tuple().digits):  # otherwise the side of the target decides
                assert Decimal(number.decimal(digits, rounding)) == expected  # type: ignore[arg-type]


@each("digits", [0, -1, 10**9, 1.5, True, "3", None])
def test_numbers_of_digits_that_are_refused(digits: Any) -> None:
    refuses(ParameterError, "digits", exact("1/3").decimal, digits)


def test_integers_of_numpy_are_taken_as_those_of_python() -> None:
    third, e = exact("1/3"), exact("exp(1)")
    assert third.decimal(np.int64(3)) == "0.333"  # type: ignore[arg-type]
    assert round(third, np.int8(2)) == Fraction(33, 100)
    assert e.enclosure(np.int8(100)) == e.enclosure(100)  # type: ignore[arg-type]
    assert e.enclosure(np.int64(64)) == e.enclosure(64)  # type: ignore[arg-type]  # 1 << 64 is 0 for numpy


@pytest.mark.parametrize("rounding", ["nearest", "UP", "", None])
def test_roundings_that_are_refused(rounding: Any) -> None:
    refuses(ParameterError, '"half-even" or "up" or "down"', exact("1/3").decimal, 3, rounding)


@pytest.mark.parametrize("bits", [-1, 1.5, True, "3", None])
def test_numbers_of_bits_that_are_refused(bits: Any) -> None:
    for number in (exact("exp(1)"), exact("1/3")):
        refuses(ParameterError, "bits", number.enclosure, bits)
    refuses(TooLargeError, "bits", exact("exp(1)").enclosure, 10**9)


def test_enclosures() -> None:
    assert exact("1/3").enclosure(0) == (Fraction(1, 3), Fraction(1, 3))
    assert exact("sqrt(2)*sqrt(2)").enclosure(5) == (Fraction(2), Fraction(2))
    for text, square in (("sqrt(2)", 2), ("10**30*sqrt(3)", 3 * 10**60), ("sqrt(5)/10**30", Fraction(5, 10**60))):
        for bits in (0, 1, 64, 1000):
            lower, upper = exact(text).enclosure(bits)
            assert lower**2 < square < upper**2
            assert upper - lower <= Fraction(1, 2**bits)


def test_a_number_that_divides_by_almost_zero_is_enclosed() -> None:
    tiny = (exact("sqrt(2)") - 1) ** 5000  # about 2^-6358
    lower, upper = (1 / tiny).enclosure(8)
    assert upper - lower <= Fraction(1, 256)
    assert lower < (1 / tiny) < upper


def test_a_free_number_has_no_decimal_and_no_enclosure() -> None:
    e = free_exp_epsilon()
    for call in (e.decimal, e.enclosure, e.ball, e.as_fraction):
        refuses(IrrationalError, "", call)
    assert (e - e + 2).decimal(2) == "2.0"
