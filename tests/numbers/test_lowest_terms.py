"""Fractions made without a greatest common divisor: the same as Python's own, in lowest terms."""

from fractions import Fraction
from math import gcd
from unittest import mock

import pytest
from flint import arb, fmpq

from dpexact import exact
from dpexact.errors import TooLargeError
from dpexact.numbers.balls import bounds_of_ball, fraction_of, rational_bounds
from dpexact.numbers.rounding import leading_digits
from tests.each import each
from tests.refusals import refuses


@each("exponent", [-200, -70, -3, -2, -1, 0, 1, 5])
@each("mantissa", [0, 1, -1, 2, 12, -12, 7, 3 << 69, -(5 << 70), 1 << 200])
def test_a_dyadic_number_is_the_fraction_in_lowest_terms(mantissa: int, exponent: int) -> None:
    (found, _), wanted = rational_bounds(arb((mantissa, exponent))), Fraction(mantissa) * Fraction(2) ** exponent
    assert (type(found), found.numerator, found.denominator) == (Fraction, wanted.numerator, wanted.denominator)
    assert (type(found.numerator), type(found.denominator), hash(found)) == (int, int, hash(wanted))


@pytest.mark.parametrize("value", [(0, 7), (6, -4), (10**40, 15), (-3, 1)])
def test_the_fraction_of_a_rational(value: tuple[int, int]) -> None:
    found, wanted = fraction_of(fmpq(*value)), Fraction(*value)
    assert (found, found.numerator, found.denominator) == (wanted, wanted.numerator, wanted.denominator)
    assert gcd(found.numerator, found.denominator) == 1
    assert (found + Fraction(1, 3), str(found), hash(found)) == (wanted + Fraction(1, 3), str(wanted), hash(wanted))


@each("low", [0, 3, -(1 << 40), 1 << 40])
@each("width", ["0", "1/32", "3/64", "1/16", "17/256", "1", "1025/1024", "2", "16"])
@each("bits", [0, 4, 5, 70])
def test_the_width_of_a_ball_is_measured_exactly(low: int, width: str, bits: int) -> None:
    apart = Fraction(width)
    ends = fmpq(low), low + fmpq(apart.numerator, apart.denominator)
    try:
        with mock.patch("dpexact.numbers.balls.end_points", return_value=ends):  # a ball of flint rounds its radius
            bounds = bounds_of_ball(lambda: arb(0), bits, spent=lambda *_: "it stays as it is")
    except TooLargeError as error:
        bounds = error.lower, error.upper
        assert apart > Fraction(1, 1 << bits)
    else:
        assert apart <= Fraction(1, 1 << bits)
    assert bounds == (Fraction(low), low + apart)


def test_a_hash_is_computed_once() -> None:
    with mock.patch("dpexact.numbers.exact.leading_digits", wraps=leading_digits) as computed:
        number = exact("sqrt(2) + 1")
        assert hash(number) == hash(number) == hash(exact("1 + 2**(1/2)"))
    assert computed.call_count == 2


def test_large_bounds_are_still_right() -> None:
    lower, upper = exact("exp(20000)").enclosure(10)
    assert 0 < upper - lower <= Fraction(1, 1 << 10)
    assert exact(lower) < exact("exp(20000)") < exact(upper)
    digits = exact("sqrt(2)").decimal(20_000).replace(".", "")
    refuses(ValueError, "4300", int, digits)  # Python's limit stays as it is
    root = exact(f"{digits}/10**19999")
    assert root**2 < 2 < (root + exact("1/10**19999")) ** 2 or (root - exact("1/10**19999")) ** 2 < 2 < root**2
