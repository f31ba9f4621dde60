"""The border: what `exact` and the operators take, and that no float, bool or other type slips in anywhere."""

import operator
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq, fmpz

from dpexact import Enclosure, InexactInputError, TooLargeError, epsilon_of, exact, exact_of_float, free_exp_epsilon
from tests.each import each
from tests.refusals import refuses

INEXACT: list[Any] = [
    0.5,
    0.0,
    -0.0,
    float("nan"),
    True,
    False,
    1j,
    np.float64(0.5),
    np.float32(0.5),
    np.float16(0.5),
    np.longdouble(0.5),
    np.bool_(1),
    np.timedelta64(2, "ns"),  # an integer of numpy by its class
    np.complex128(1),
    arb(1),
    Decimal("NaN"),
    Decimal("sNaN"),
    Decimal("Infinity"),
    Decimal("-Infinity"),
]
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.pow]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
NUMBERS = ["1/2", "exp(1)", "sqrt(2)"]
LEFT: list[Any] = [0.5, True, np.float64(0.5), Decimal("NaN")]


@each("value", INEXACT, ids=repr)
def test_inexact_values_are_refused_at_the_border(value: object) -> None:
    refuses(InexactInputError, "expected an exact number", exact, value)


@each("operation", OPERATORS + COMPARISONS, ids=lambda f: f.__name__)
def test_inexact_operands_are_refused_by_every_operator(operation: Callable[[Any, Any], Any]) -> None:
    for number, value in product(map(exact, NUMBERS), INEXACT):
        with pytest.raises(InexactInputError):
            pytest.fail(f"{number}, {value!r}: {operation(number, value)}")
    for value, right in product(LEFT, (exact("1/2"), exact("exp(1)"), epsilon_of(2))):
        with pytest.raises((InexactInputError, TypeError)):
            pytest.fail(f"{value!r}, {right}: {operation(value, right)}")


def test_membership_and_infinities_in_arithmetic() -> None:
    with pytest.raises(InexactInputError):
        0.5 in [exact("1/2"), exact(1)]  # noqa: B015 - the operator is tested
    for infinity in (float("inf"), -float("inf"), np.float64("inf")):
        for operation in OPERATORS:
            refuses(InexactInputError, "", operation, exact(2), infinity)


def test_the_message_teaches() -> None:
    with pytest.raises(InexactInputError) as caught:
        exact(0.1)
    message = str(caught.value)
    assert "0.1000000000000000055511151231257827021181583404541015625" in message
    assert 'write the text "0.1"' in message
    assert "exact_of_float(0.1)" in message
    refuses(InexactInputError, "rounded", exact, 1e-300)
    assert isinstance(caught.value, TypeError)


@each(
    ("value", "expected"),
    [
        (7, 7),
        (-(10**6000), -(10**6000)),
        (Fraction(-2, 6), Fraction(-1, 3)),
        (Decimal("0.10"), Fraction(1, 10)),
        (Decimal("-0"), 0),
        (Decimal("1E+3"), 1000),
        (fmpz(5), 5),
        (fmpq(5, 10), Fraction(1, 2)),
        (np.int64(-5), -5),
        (np.uint8(200), 200),
        (np.array(3), 3),
        (exact("2/4"), Fraction(1, 2)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_exact_types_are_taken(value: Any, expected: Fraction) -> None:
    assert exact(value).as_fraction() == expected
    assert exact(1) + value == 1 + expected
    assert value + exact(1) == 1 + expected
    assert exact(expected) == value
    assert exact(1) / 7 != value


@each(
    "value",
    [None, b"1", bytearray(b"1"), [1], (1,), {}, object(), range(3), np.array([3])],
    ids=lambda value: type(value).__name__,
)
def test_other_types_are_refused(value: object) -> None:
    refuses(InexactInputError, "expected an exact number", exact, value)


def test_text_subclasses_and_integers_of_other_kinds() -> None:
    class Name(str):
        __slots__ = ()

    class Index:
        def __index__(self) -> int:
            return 12

    assert exact(Name("1/2")) == Fraction(1, 2)
    assert exact(Index()) == 12


@pytest.mark.parametrize("value", [Decimal("1e999999"), Decimal("1e-999999"), Decimal("9e100001")])
def test_huge_decimals_are_refused(value: Decimal) -> None:
    refuses(TooLargeError, "", exact, value)


def test_arrays_of_numbers_compute_entry_by_entry() -> None:
    total: Any = exact("1/2") + np.array([1, 2])
    assert list(total) == [Fraction(3, 2), Fraction(5, 2)]
    assert list(np.array([exact(1), exact("exp(1)")]) * 2) == [exact(2), exact("2*exp(1)")]
    with pytest.raises(InexactInputError):
        exact("1/2") + np.array([1.0])


@pytest.mark.parametrize("x", [0.1, -0.0, 1e-320, sys.float_info.max, np.float32(0.1)])
def test_floats_taken_deliberately(x: float) -> None:
    assert exact_of_float(x).as_fraction() == Fraction(*x.as_integer_ratio())


@each("x", [float("nan"), float("inf"), -float("inf"), 1, True, Fraction(1, 2), Decimal(1), "0.5", None])
def test_exact_of_float_wants_a_finite_float(x: Any) -> None:
    refuses(InexactInputError, "exact_of_float", exact_of_float, x)


def test_enclosures_and_free_numbers_refuse_them_as_well() -> None:
    for number in (epsilon_of(2), free_exp_epsilon()):
        for operation in [*OPERATORS[:4], operator.lt, operator.ge]:
            refuses(InexactInputError, "", operation, number, 0.5)
            refuses(InexactInputError, "", operation, number, True)
    refuses(InexactInputError, "", Enclosure.of, 0.5)
