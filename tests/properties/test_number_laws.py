"""Laws of exact numbers, stated once and run over every field; the second route is mpmath at 300 digits.

A sample is built twice from the same integers: as an Exact, and as an mpmath number whose generators mpmath computes.
"""

import copy
import math
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from flint import ctx
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import MPContext

from dpexact import Exact, exact, exact_of_float, free_exp_epsilon
from dpexact.numbers.quotients import sum_of

mp = MPContext()  # of its own: the precision of other tests stays theirs
mp.dps = 300
CLOSE = Fraction(1, 10**250)  # mpmath's rounding errors stay far below this
POWERS = (-3, -1, 0, 1, 1, 2, 5)
INTEGERS = st.sampled_from((0, 0, 1, -1, 2, -3, 7, 10**30))


def _exp(text: str) -> tuple[Exact, Any]:
    return exact(f"exp({text})"), mp.exp(mp.mpf(Fraction(text).numerator) / Fraction(text).denominator)


def _root(base: str, degree: int) -> tuple[Exact, Any]:
    number = Fraction(base)
    return exact(f"({base})**(1/{degree})"), mp.root(mp.mpf(number.numerator) / number.denominator, degree)


FIELDS: dict[str, tuple[tuple[Exact, Any], ...]] = {
    "rationals": (),
    "2**(1/2)": (_root("2", 2),),
    "2**(1/3)": (_root("2", 3),),
    "(3/2)**(1/5)": (_root("3/2", 5),),
    "12**(1/2) and 3**(1/2)": (_root("12", 2), _root("3", 2)),
    "2**(1/2) and 3**(1/3)": (_root("2", 2), _root("3", 3)),
    "12**(1/4)": (_root("12", 4),),
    "(4/3)**(1/4) and 3**(1/2)": (_root("4/3", 4), _root("3", 2)),
    "exp(1/3) and (10/21)**(1/6)": (_exp("1/3"), _root("10/21", 6)),
    "exp(1/2)": (_exp("1/2"),),
    "exp(2.18)": (_exp("2.18"),),
    "exp(2.18) and exp(0.8)": (_exp("2.18"), _exp("0.8")),
    "exp(1)*2**(1/2)": ((exact("exp(1 + log(2)/2)"), mp.e * mp.sqrt(2)),),
    "exp(1) and 2**(1/2)": (_exp("1"), _root("2", 2)),
    "exp(1/2) and 2**(1/3)": (_exp("1/2"), _root("2", 3)),
    "2**(1/30)": (_root("2", 30),),
}
TRANSCENDENTAL = ("exp(1/2)", "exp(2.18)", "exp(2.18) and exp(0.8)", "exp(1) and 2**(1/2)")


@dataclass(frozen=True)
class Sample:
    """One number, by dpexact and by mpmath."""

    number: Exact
    value: Any

    def fraction(self) -> Fraction:
        """A rational at most CLOSE away from the value."""
        sign, mantissa, exponent, _ = self.value._mpf_
        return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)


@st.composite
def sums(draw: st.DrawFn, field: str) -> Sample:
    """A sum of up to three terms c g^k over the generators of a field."""
    number, value = exact(0), mp.mpf(0)
    for _ in range(draw(st.integers(1, 3))):
        coefficient = draw(INTEGERS)
        term, size = exact(coefficient), mp.mpf(coefficient)
        for generator, real in FIELDS[field]:
            power = draw(st.sampled_from(POWERS))
            term, size = term * generator**power, size * real**power
        number, value = number + term, value + size
    return Sample(number, value)


@st.composite
def samples(draw: st.DrawFn, field: str) -> Sample:
    """A quotient of two sums; the divisor is one in half of the cases."""
    above = draw(sums(field))
    below = draw(sums(field)) if draw(st.booleans()) else Sample(exact(1), mp.mpf(1))
    assume(below.number != 0)
    return Sample(above.number / below.number, above.value / below.value)


def over_fields(count: int) -> Callable[[Any], Any]:
    """The law for every field, on `count` samples of it."""

    def decorate(law: Callable[..., None]) -> Any:
        @pytest.mark.parametrize("field", FIELDS)
        @settings(max_examples=20)
        @given(data=st.data())
        def test(field: str, data: st.DataObject) -> None:
            law(*(data.draw(samples(field)) for _ in range(count)))

        return test

    return decorate


def holds_value(number: Exact, value: Any) -> bool:
    """Return whether a narrow enclosure of the number lies around the mpmath value."""
    lower, upper = number.enclosure(1000)
    middle = Sample(number, mp.mpf(value)).fraction()
    margin = CLOSE * (1 + abs(middle))
    return lower - margin <= middle <= upper + margin


def same(first: Exact, second: Exact) -> bool:
    """Equal both ways, with equal hashes and an equal difference from nothing."""
    return first == second and second == first and hash(first) == hash(second) and not first - second


@over_fields(2)
def test_arithmetic_has_the_value_that_mpmath_computes(a: Sample, b: Sample) -> None:
    assert holds_value(a.number, a.value)
    assert holds_value(a.number + b.number, a.value + b.value)
    assert holds_value(a.number - b.number, a.value - b.value)
    assert holds_value(a.number * b.number, a.value * b.value)
    if b.number != 0:
        assert holds_value(a.number / b.number, a.value / b.value)


@pytest.mark.seldom
@over_fields(3)
def test_the_numbers_are_a_field(a: Sample, b: Sample, c: Sample) -> None:
    x, y, z = a.number, b.number, c.number
    assert same(x + y, y + x)
    assert same(x * y, y * x)
    assert same((x + y) + z, x + (y + z))
    assert same((x * y) * z, x * (y * z))
    assert same(x * (y + z), x * y + x * z)
    assert same(x - y, x + -y)
    assert same(x + 0, x)
    assert same(x * 1, x)
    assert same(x - x, exact(0))
    if y != 0:
        assert same((x / y) * y, x)
        assert same(y * (1 / y), exact(1))
        assert same(y**-2 * y**2, exact(1))
    assert same(x**3, x * x * x)


@over_fields(2)
def test_order_is_that_of_mpmath(a: Sample, b: Sample) -> None:
    difference = Sample(a.number, a.value - b.value).fraction()
    margin = CLOSE * (1 + abs(Sample(a.number, mp.mpf(a.value)).fraction()))
    sign = (a.number - b.number).sign()
    if abs(difference) > margin:
        assert sign == (1 if difference > 0 else -1)
        assert (a.number < b.number) == (sign < 0)
        assert a.number != b.number
    else:  # numbers this simple that agree to 250 digits are equal
        assert sign == 0
        assert same(a.number, b.number)


@over_fields(1)
def test_text_pickle_and_parts_give_the_number_back(a: Sample) -> None:
    number = a.number
    assert same(exact(str(number)), number)
    assert same(pickle.loads(pickle.dumps(number)), number)  # noqa: S301 - made one line above
    field, num, den = number.parts()
    assert field == number.field
    assert same(Exact.of_sums(field, sum_of(num), sum_of(den)), number)
    assert number.parts_over(field) == (num, den)
    if number.is_rational():
        assert str(number) == str(number.as_fraction())


@over_fields(1)
def test_sympy_and_copies_give_the_number_back(a: Sample) -> None:
    assert same(exact(a.number.to_sympy()), a.number)
    assert same(copy.copy(a.number), a.number)
    assert same(copy.deepcopy(a.number), a.number)


@over_fields(1)
def test_the_float_is_the_nearest_one(a: Sample) -> None:
    found, middle, margin = float(a.number), a.fraction(), CLOSE * (1 + abs(a.fraction()))
    distance = abs(Fraction(found) - middle)
    for other in (math.nextafter(found, math.inf), math.nextafter(found, -math.inf)):
        assert math.isinf(other) or distance <= abs(Fraction(other) - middle) + 2 * margin
    assert a.number.is_rational() or math.copysign(1, found) == a.number.sign()


@pytest.mark.seldom
@over_fields(1)
def test_integers_beside_the_number(a: Sample) -> None:
    number = a.number
    floor, ceil, near = math.floor(number), math.ceil(number), round(number)
    assert floor <= number < floor + 1
    assert ceil - 1 < number <= ceil
    assert math.trunc(number) == (floor if number >= 0 else ceil)
    assert abs(number - near) < Fraction(1, 2) or (2 * abs(number - near) == 1 and near % 2 == 0)
    for digits in (-2, 1, 30):
        rounded = round(number, digits)
        assert isinstance(rounded, Exact)
        assert (rounded * exact(10) ** digits).as_fraction().denominator == 1
        assert 2 * abs(rounded - number) <= exact(10) ** -digits
    if number.is_rational():
        assert near == round(number.as_fraction())
        assert round(number, 2) == round(number.as_fraction(), 2)


@over_fields(1)
def test_formatted_numbers_are_those_of_the_decimal_module(a: Sample) -> None:
    """Second route: the number to 200 digits, which the decimal module rounds half to even."""
    if a.number.is_rational():
        return
    long = Decimal(a.number.decimal(200))
    with localcontext() as context:
        context.prec = 600
        for digits in (0, 1, 5, 40):
            fixed = f"{a.number:.{digits}f}"
            assert fixed == f"{long:.{digits}f}"
            assert f"{a.number:.{digits}%}" == f"{long:.{digits}%}"
            mantissa, _, exponent = f"{a.number:.{digits}e}".partition("e")
            expected, _, shift = f"{long:.{digits}e}".partition("e")
            assert (mantissa, int(exponent)) == (expected, int(shift))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_comes_back_from_its_binary_value(number: float) -> None:
    twin = float(exact_of_float(number))
    assert twin == number
    assert number == 0 or math.copysign(1, twin) == math.copysign(1, number)


SPECIFICATIONS = st.tuples(
    *(
        st.sampled_from(choices)
        for choices in (
            ("", "<", ">", "^", "=", "*>", "0="),
            ("", "-", "+", " "),
            ("", "z"),
            ("", "#"),
            ("", "0"),
            ("", "1", "7", "12", "29", "30", "31"),
            ("", ",", "_"),
            (".0", ".1", ".3", ".17", ""),
            ("e", "E", "f", "F", "g", "G"),
        )
    )
).map("".join)


@given(st.floats(-1e17, 1e17) | st.floats(-10, 10) | st.floats(allow_nan=False, allow_infinity=False), SPECIFICATIONS)
def test_a_number_is_formatted_as_the_float_that_it_is(number: float, specification: str) -> None:
    assume(number != 0 or math.copysign(1, number) == 1)
    assert format(exact_of_float(number), specification) == format(number, specification)


@over_fields(1)
def test_enclosure_and_ball_contain_the_number_with_the_promised_width(a: Sample) -> None:
    middle, margin = a.fraction(), CLOSE * (1 + abs(a.fraction()))
    for bits in (0, 10, 200):
        lower, upper = a.number.enclosure(bits)
        assert upper - lower <= Fraction(1, 2**bits)
        assert lower - margin <= middle <= upper + margin
        assert a.number.is_rational() == (lower == upper)
        with ctx.workprec(bits + 2):
            ball = a.number.ball()
            if ball.is_finite():
                low, high = _point(ball.lower()), _point(ball.upper())
                assert low - margin <= middle <= high + margin


def _point(end: Any) -> Fraction:
    mantissa, exponent = end.man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)


@pytest.mark.seldom
@over_fields(1)
def test_decimals_of_irrational_numbers_are_rounded_to_the_stated_side(a: Sample) -> None:
    if not a.number.is_rational():
        for digits in (1, 3, 17, 60):
            _check_rounding(a, digits)


def _check_rounding(a: Sample, digits: int) -> None:
    value, margin = a.fraction(), CLOSE * (1 + abs(a.fraction()))
    for rounding in ("half-even", "up", "down"):
        text = a.number.decimal(digits, rounding)
        _, figures, exponent = Decimal(text).as_tuple()
        assert len(figures) == digits
        assert figures[0] != 0
        unit, rounded = Fraction(10) ** int(exponent), Fraction(text)
        if rounding == "up":
            assert rounded - unit - margin < value < rounded + margin
        elif rounding == "down":
            assert rounded - margin < value < rounded + unit + margin
        else:
            assert abs(rounded - value) < unit / 2 + margin


@given(st.fractions(), st.integers(1, 30))
def test_decimals_of_rationals_are_those_of_the_decimal_module(number: Fraction, digits: int) -> None:
    modes = {"half-even": ROUND_HALF_EVEN, "up": ROUND_CEILING, "down": ROUND_FLOOR}
    for rounding, mode in modes.items():
        with localcontext() as context:
            context.prec, context.rounding = digits, mode
            expected = Decimal(number.numerator) / Decimal(number.denominator)
        text = exact(number).decimal(digits, rounding)  # type: ignore[arg-type]
        assert Fraction(text) == Fraction(expected)
        assert number == 0 or len(Decimal(text).as_tuple().digits) == digits


@pytest.mark.parametrize("field", TRANSCENDENTAL)
@settings(max_examples=25)
@given(data=st.data())
def test_generators_are_the_smallest_whatever_the_way(field: str, data: st.DataObject) -> None:
    a, b = data.draw(samples(field)), data.draw(sums(field))
    detour = (a.number * exact("exp(1/7)") + b.number * exact("exp(1/7)")) / exact("exp(1/7)") - b.number
    assert same(detour, a.number)
    if "**" not in field:
        assert detour.parts() == a.number.parts()


# -- a free E: the laws of a field, checked against values at concrete E -------------------------------------------


@st.composite
def free_numbers(draw: st.DrawFn, e: Exact) -> Exact:
    """A quotient of polynomials in a free E whose divisor has positive coefficients."""
    above = sum((draw(INTEGERS) * e**k for k in range(draw(st.integers(0, 4)))), exact(0))
    below = sum((draw(st.integers(0, 3)) * e**k for k in range(3)), exact(0)) if draw(st.booleans()) else exact(1)
    assume(below != 0)
    return above / below


INTERVALS = {"[1, oo)": (Fraction(1), None), "[1, 2]": (Fraction(1), Fraction(2))}


@pytest.mark.parametrize("interval", INTERVALS)
@given(data=st.data(), position=st.fractions(0, 1))
def test_free_numbers_are_a_field_of_functions(interval: str, data: st.DataObject, position: Fraction) -> None:
    lower, upper = INTERVALS[interval]
    e = free_exp_epsilon(lower, upper)
    x, y, z = (data.draw(free_numbers(e)) for _ in range(3))
    point = lower + position * ((upper or Fraction(10**6)) - lower)
    fx, fy = x.substitute(point).as_fraction(), y.substitute(point).as_fraction()
    assert (x + y).substitute(point).as_fraction() == fx + fy
    assert (x * y).substitute(point).as_fraction() == fx * fy
    assert (x - y).substitute(point).as_fraction() == fx - fy
    assert same(x * (y + z), x * y + x * z)
    assert same((x * y) * z, x * (y * z))
    assert same(x - x, exact(0))
    if y != 0:
        assert same((x / y) * y, x)
        if fy:
            assert (x / y).substitute(point).as_fraction() == fx / fy
    assert same(pickle.loads(pickle.dumps(x)), x)  # noqa: S301 - made in this line
