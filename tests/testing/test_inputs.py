"""Test what people hand to the assertions at first: vectors, numbers of mpmath, series with labels, E as a float."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest

from dpexact import exact
from dpexact.errors import InexactInputError, ParameterError, TooLargeError
from dpexact.testing import assert_close, assert_lower_bound, assert_upper_bound, hockey_stick_of_floats
from dpexact.testing.compared import claimed_value
from tests.refusals import refuses


@pytest.mark.parametrize("claimed", [[0.3], (0.3, 0.4), np.array([0.3]), np.array([[0.3]]), {0.3: 1}])
def test_several_numbers_beside_one_are_refused(claimed: Any) -> None:
    wanted = r"^claimed: expected one number" if isinstance(claimed, dict) else r"^true: expected \d elements?, as many"
    for assertion in (assert_upper_bound, assert_lower_bound):
        refuses((InexactInputError, ParameterError), wanted, assertion, claimed, "1/3")
    refuses(InexactInputError, r"^true: expected one number, got .*", assert_close, 0.3, claimed, rel=1)
    assert_close(np.array(0.5), "1/2", ulps=0)  # without dimensions


def test_a_number_of_mpmath_has_its_binary_value() -> None:
    with mpmath.workprec(300):
        third = mpmath.mpf(1) / 3
        top, bottom = (Fraction(int(mpmath.floor(third * 2**400))), 2**400)  # exact: the mantissa has 300 bits
        for value, number in ((third, top / bottom), (-third, -top / bottom), (mpmath.mpf(12), Fraction(12))):
            assert claimed_value(value) == exact(number)
        assert claimed_value(mpmath.mpf(0)) == 0
        above = top / bottom > Fraction(1, 3)
        (assert_upper_bound if above else assert_lower_bound)(third, "1/3")
        refuses(AssertionError, "", assert_lower_bound if above else assert_upper_bound, third, "1/3")
        assert claimed_value(mpmath.inf) == math.inf
        assert claimed_value(-mpmath.inf) == -math.inf
        refuses(AssertionError, "nan", assert_upper_bound, mpmath.nan, "1/3")
        refuses(TooLargeError, "", assert_upper_bound, mpmath.mpf("1e1000000000"), "1/3")


class Series:
    """As pandas.Series, as far as it is looked at."""

    iloc = None

    def __init__(self, values: list[float], index: list[Any]) -> None:
        self.values, self.index = values, index

    def __iter__(self) -> Any:
        return iter(self.values)


def test_series_of_different_labels_are_not_compared_by_position() -> None:
    first, second = Series([0.75, 0.25], ["a", "b"]), Series([0.25, 0.75], ["b", "a"])
    with pytest.raises(ParameterError, match=r"^q: expected the index of p in its order.*q\.reindex\(p\.index\)"):
        hockey_stick_of_floats(first, second, 1)
    same: Any = Series([0.25, 0.75], ["a", "b"])
    assert hockey_stick_of_floats(first, same, 1) == exact("1/2")
    assert hockey_stick_of_floats(first, [0.25, 0.75], 1) == exact("1/2")


@pytest.mark.parametrize("law", [np.array([[0.5], [0.5]]), np.array([[0.5, 0.5]])])
def test_a_matrix_is_no_vector(law: Any) -> None:
    with pytest.raises(ParameterError, match=r"^p: expected one vector, got ndarray of shape .*ravel"):
        hockey_stick_of_floats(law, [0.5, 0.5], 1)


@pytest.mark.parametrize("value", [Fraction(1, 2), Decimal("0.5"), exact("1/2")])
def test_exact_vectors_are_sent_to_the_exact_function(value: Any) -> None:
    with pytest.raises(InexactInputError, match=r"^q\[1\]: .*dpexact\.hockey_stick takes vectors of exact numbers"):
        hockey_stick_of_floats([0.5, 0.5], [0.5, value], 1)


def test_an_epsilon_factor_that_is_a_float_is_named() -> None:
    for factor in (1.5, math.nan, np.float64(1.5)):
        refuses(InexactInputError, r"^exp_epsilon: ", hockey_stick_of_floats, [0.5], [0.5], factor)


def test_infinity_leaves_what_only_the_first_has() -> None:
    p, q = [0.5, 0.25, -0.25, 0.5], [0.5, 0.0, 0.0, -0.0]
    assert hockey_stick_of_floats(p, q, math.inf) == exact("3/4")
    with pytest.raises(ParameterError, match=r"^q\[1\]: expected a number >= 0"):
        hockey_stick_of_floats([0.5, 0.5], [0.5, -0.5], math.inf)


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_a_matrix_of_numpy_is_compared_by_its_elements() -> None:
    claimed, true = np.matrix([[2.0, 0.5]]), np.matrix([[1, 1]])
    refuses(AssertionError, r"1 of 2 elements fails, at \[0, 1\]", assert_upper_bound, claimed, true)
    assert_upper_bound(claimed, [[1, "1/2"]])


@pytest.mark.parametrize("claimed", [np.timedelta64(2, "ns"), *np.array([2, -(2**63)]).view("m8")])  # NaT is the least
def test_a_length_of_time_is_no_number(claimed: Any) -> None:
    for given, true in ((claimed, 1), (np.array([claimed]), [1])):
        refuses(InexactInputError, "expected a real number", assert_upper_bound, given, true)
