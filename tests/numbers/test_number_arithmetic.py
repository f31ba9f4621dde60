"""Exact numbers: hidden zeros, smallest generators, powers, equality and hash, order across fields."""

import copy
import math
import pickle
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest

from dpexact import DivisionByZeroError, Exact, IncompatibleFieldsError, IrrationalError, ParameterError, exact
from dpexact.numbers.generators import RATIONALS, Generators
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

HIDDEN_ZEROS = BESIDE["hidden_zeros"]


@each("text", HIDDEN_ZEROS)
def test_hidden_zeros_are_zero(text: str) -> None:
    zero = exact(text)
    assert zero == 0
    assert zero.sign() == 0
    assert zero.is_rational()
    assert not zero
    assert hash(zero) == hash(0)
    assert str(zero) == "0"


@each("text", HIDDEN_ZEROS)
@each("shift", ["1e-60", "-1e-300"])
def test_next_to_a_hidden_zero_the_sign_shows(text: str, shift: str) -> None:
    number = exact(text) + exact(shift)
    assert number.sign() == (1 if Fraction(shift) > 0 else -1)
    assert number.as_fraction() == Fraction(shift)


def test_near_ties_with_the_digits_of_e() -> None:
    with localcontext() as context:
        context.prec = 320
        digits = str(Decimal(1).exp())[:302]  # 300 digits after the point, cut off
    e = exact("exp(1)")
    assert exact(digits) < e < exact(digits) + Fraction(1, 10**300)
    assert e != exact(digits)
    assert 0 < e - exact(digits) < exact("1e-300")
    assert (exact("exp(2)") - exact(digits) * e).sign() == 1


def test_a_near_tie_between_powers_of_a_root() -> None:
    small = exact("sqrt(2)") - 1  # (sqrt(2) - 1)^2000 is about 10^-766
    power = small**2000
    assert 0 < power < exact("1e-765")
    assert power * (exact("sqrt(2)") + 1) ** 2000 == 1


@each(
    ("text", "field"),
    [
        ("exp(2.18)*exp(-1.18)", Generators(Fraction(1))),
        ("exp(1/2)**2", Generators(Fraction(1))),
        ("exp(6)+exp(9)", Generators(Fraction(3))),
        ("exp(2.18)+exp(0.8)", Generators(Fraction(1, 50))),
        ("exp(1)+exp(2)-exp(1)", Generators(Fraction(2))),
        ("exp(-4)", Generators(Fraction(4))),
        ("2**(1/4)*2**(1/4)", Generators(base=Fraction(2), degree=2)),
        ("12**(1/4)*12**(1/4)", Generators(base=Fraction(3), degree=2)),
        ("sqrt(2/3)", Generators(base=Fraction(3, 2), degree=2)),
        ("exp(1+log(2)/2)", Generators(Fraction(1), Fraction(2), 2)),
        ("exp(1+log(2)/2)/sqrt(2)", Generators(Fraction(1))),
        ("exp(1+log(2)/2)/exp(1)", Generators(base=Fraction(2), degree=2)),
        ("sqrt(2)**2", RATIONALS),
    ],
)
def test_generators_are_the_smallest(text: str, field: Generators) -> None:
    assert exact(text).field == field


def test_parts_are_coprime_integer_sums() -> None:
    assert exact("-6/4").parts() == (RATIONALS, {(0, 0): -3}, {(0, 0): 2})
    assert exact(0).parts() == (RATIONALS, {}, {(0, 0): 1})
    exponent = Generators(Fraction(1, 2))
    assert exact("(2*exp(1)-2)/(6*exp(1/2)+6)").parts() == (exponent, {(1, 0): 1, (0, 0): -1}, {(0, 0): 3})
    assert exact("2/(3-3*exp(1/2))").parts() == (exponent, {(0, 0): -2}, {(1, 0): 3, (0, 0): -3})
    assert exact("1/sqrt(2)").parts() == (Generators(base=Fraction(2), degree=2), {(0, 1): 1}, {(0, 0): 2})


def test_parts_over_a_larger_field() -> None:
    larger = Generators(Fraction(1, 6), Fraction(12), 4)
    num, den = exact("(exp(1/2)+sqrt(3))/5").parts_over(larger)  # sqrt(3) = 12^(2/4) / 2
    assert (num, den) == ({(3, 0): 2, (0, 2): 1}, {(0, 0): 10})
    refuses(IncompatibleFieldsError, "contains", exact("exp(1/5)").parts_over, larger)


def test_powers() -> None:
    root, e = exact("2**(1/3)"), exact("exp(1)")
    assert exact("4/9") ** exact("3/2") == Fraction(8, 27)
    assert exact("4/9") ** Fraction(-3, 2) == Fraction(27, 8)
    assert 2 ** exact("1/3") == root
    assert root**3 == 2
    assert root**-3 == Fraction(1, 2)
    assert e**0 == exact(0) ** 0 == 1
    assert (3 * e) ** Fraction(1, 2) == exact("exp(1/2)*sqrt(3)")
    assert (e / 2) ** Fraction(2, 3) == exact("exp(2/3)") / exact("2**(2/3)")
    assert e ** Fraction(1, 5000) == exact("exp(1/5000)")
    assert exact(0) ** Fraction(1, 2) == 0
    assert (root + 1) ** 100 == math.prod([root + 1] * 100, start=exact(1))


@pytest.mark.parametrize("power", [-1, Fraction(-1, 2)])
def test_zero_to_a_negative_power(power: Fraction) -> None:
    with pytest.raises(DivisionByZeroError, match=r"0 \*\*"):
        exact(0) ** power


def test_powers_without_a_field() -> None:
    with pytest.raises(ParameterError, match="positive"):
        exact(-8) ** Fraction(1, 3)
    with pytest.raises(ParameterError, match="positive"):
        (-exact("exp(1)")) ** Fraction(1, 2)
    with pytest.raises(IncompatibleFieldsError, match="single terms"):
        exact("exp(1)+1") ** Fraction(1, 2)
    with pytest.raises(IrrationalError):
        exact(2) ** exact("sqrt(2)")


@pytest.mark.parametrize("text", ["1", "exp(1)", "sqrt(2)", "exp(1)+sqrt(2)"])
def test_division_by_zero(text: str) -> None:
    number = exact(text)
    for zero in (0, Fraction(0), number - number):
        with pytest.raises(DivisionByZeroError, match="division by zero"):
            number / zero
        with pytest.raises(ZeroDivisionError):
            1 / (number * zero)


def test_roots_without_a_common_field() -> None:
    two, three = exact("sqrt(2)"), exact("sqrt(3)")
    for operation in ("__add__", "__sub__", "__mul__", "__truediv__"):
        refuses(IncompatibleFieldsError, r"Q\(2\*\*\(1/2\)\) and Q\(3\*\*\(1/2\)\)", getattr(two, operation), three)


def test_order_without_a_common_field_is_still_decided() -> None:
    texts = ["3**(1/2)", "exp(1)", "1/2", "2**(1/2)", "exp(1) - 1", "2**(1/3)", "5**(1/2)", "7**(1/2)"]
    by_value = ["1/2", "2**(1/3)", "2**(1/2)", "exp(1) - 1", "3**(1/2)", "5**(1/2)", "7**(1/2)", "exp(1)"]
    assert [str(number) for number in sorted(map(exact, texts))] == by_value
    assert exact("sqrt(2)") != exact("sqrt(3)")
    assert len({exact(text) for text in texts + by_value}) == len(texts)


def test_a_near_tie_without_a_common_field() -> None:
    with localcontext() as context:
        context.prec = 120
        gap = Decimal(3).sqrt() - Decimal(2).sqrt()
        below, above = Decimal(str(gap)[:102]), Decimal(str(gap)[:102]) + Decimal("1e-100")
    two, three = exact("sqrt(2)"), exact("sqrt(3)")
    assert two + exact(below) < three < two + exact(above)
    assert two + exact(below) != three


@pytest.mark.parametrize("boundary", [Fraction(1), 1 - Fraction(1, 2**65), 1 + Fraction(1, 2**64), Fraction(-1)])
def test_equal_numbers_hash_alike_next_to_a_boundary_of_the_hash(boundary: Fraction) -> None:
    t, u = exact("exp(1)"), exact("sqrt(2)")
    twin = (t**2 - 2) * (t**2 - 3 * u) / ((t - u) * (t**2 - 3 * u))  # t + u, and not written so
    for bits in range(60, 260, 3):
        for sign in (1, -1):
            first, second = (boundary + sign * form / 2**bits for form in (t + u, twin))
            assert str(first) != str(second)
            assert first == second
            assert hash(first) == hash(second)


@each("value", [2, Fraction(1, 2), Fraction(-7, 3), 0, 10**50, Fraction(1, 10**50)])
def test_rationals_equal_and_hash_like_fractions_both_ways(value: Fraction) -> None:
    number = exact(value)
    assert number == value
    assert value == number
    assert hash(number) == hash(value)
    assert {number: 1}[value] == 1  # type: ignore[index]
    assert {value: 1}[number] == 1  # type: ignore[index]
    assert number in {value, 77}
    assert not number != value  # noqa: SIM202 - the operator is tested


def test_other_types_are_unequal_and_unordered() -> None:
    number = exact("1/2")
    assert number != None  # noqa: E711 - the operator is tested
    assert number not in (None, [])
    others: list[Any] = [None, []]
    for other in others:
        with pytest.raises(TypeError, match="not supported"):
            assert number < other
        with pytest.raises(TypeError):
            number + other


def test_infinity_is_the_only_float_that_is_compared() -> None:
    for number in (exact(5), exact("exp(1)"), exact("-sqrt(2)")):
        assert -math.inf < number < math.inf
        assert -math.inf <= number <= math.inf
        assert number != math.inf
        assert math.inf > number
        assert not number >= math.inf
        assert max(number, math.inf) == math.inf
        assert min(math.inf, number) == number


def test_sums_signs_and_what_is_not_defined() -> None:
    numbers = [exact("1/2"), exact("exp(1)"), exact("-3")]
    assert sum(numbers) == exact("exp(1) - 5/2")
    assert math.prod(numbers) == exact("-3/2*exp(1)")
    assert +numbers[1] is numbers[1]
    assert abs(-numbers[1]) == numbers[1]
    assert [number.sign() for number in numbers] == [1, 1, -1]
    with pytest.raises(TypeError):
        numbers[0] // 1  # type: ignore[operator]
    refuses(TypeError, "made by exact", Exact)


def test_numbers_are_copied_and_pickled() -> None:
    for text in ("1/3", "exp(1)+1", "sqrt(2)", "(exp(1)+sqrt(2))/(exp(2)-3)"):
        number = exact(text)
        for twin in (pickle.loads(pickle.dumps(number)), copy.copy(number), copy.deepcopy([number])[0]):  # noqa: S301
            assert twin == number
            assert hash(twin) == hash(number)
            assert str(twin) == str(number)


def test_irrational_numbers_are_no_fractions() -> None:
    for text in ("exp(1)", "sqrt(2)", "exp(1)+sqrt(2)"):
        refuses(IrrationalError, "decimal", exact(text).as_fraction)
        assert not exact(text).is_rational()
