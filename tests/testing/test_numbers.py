"""Test which numbers the assertions take, and that none of them is rounded on the way."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from dpexact import exact
from dpexact.errors import InexactInputError, ParameterError
from dpexact.testing import assert_lower_bound, assert_upper_bound, hockey_stick_of_floats
from tests.each import each
from tests.pasted import pasted
from tests.refusals import refuses

numpy = pytest.importorskip("numpy")
LONG = numpy.finfo(numpy.longdouble).nmant > 52
needs_long = pytest.mark.skipif(not LONG, reason="longdouble is a double here")


@needs_long
def test_a_long_double_is_meant_as_it_is() -> None:
    below = numpy.longdouble(1) - numpy.longdouble(2) ** -63  # as a double it is 1
    refuses(AssertionError, "below the truth", assert_upper_bound, below, 1)
    assert_lower_bound(below, 1)
    assert_upper_bound(below, exact(1) - exact("1/2") ** 63)
    assert_lower_bound(numpy.longdouble("1e4000"), exact(10) ** 4001)  # as a double it is infinite
    refuses(AssertionError, "", assert_upper_bound, numpy.longdouble("nan"), 1)
    assert_upper_bound(numpy.longdouble("inf"), 1)


@each(
    "claimed",
    [1j, numpy.complex128(2), numpy.clongdouble(2), numpy.array(2j), numpy.bool_(True), numpy.array(True), {0.5}],
)
def test_what_is_no_real_number_is_refused(claimed: Any) -> None:
    refuses(InexactInputError, "claimed", assert_upper_bound, claimed, "1/3")


def test_an_array_without_dimensions_is_its_entry() -> None:
    assert_upper_bound(numpy.array(0.5), "1/2")
    refuses(AssertionError, "below the truth", assert_upper_bound, numpy.array(0.25), "1/2")


@each("rel", [numpy.float64(0.25), numpy.float32(0.25), Decimal("0.25"), Fraction(1, 4), "1/4", 0])
def test_the_pasted_tolerance_needs_no_import(rel: object) -> None:
    with pytest.raises(AssertionError, match="too loose") as caught:
        assert_upper_bound(0.5, "1/3", rel=rel)
    assert "too loose" in str(pasted(caught.value))


def test_hockey_stick_rounds_nothing() -> None:
    assert hockey_stick_of_floats([2**53 + 1], [0], 1) == exact(2**53 + 1)
    assert hockey_stick_of_floats(numpy.array([2**62 + 1]), (0.0,), 1) == exact(2**62 + 1)
    assert hockey_stick_of_floats(numpy.array([0.5], dtype=numpy.float16), [numpy.float32(0.25)], 1) == exact("1/4")


@needs_long
def test_hockey_stick_of_long_doubles() -> None:
    value = numpy.longdouble(1) + numpy.longdouble(2) ** -63
    assert hockey_stick_of_floats([value], [1], 1) == exact("1/2") ** 63


@each("entry", ["0.5", True, numpy.bool_(True), 1j, numpy.complex128(1), numpy.clongdouble(1), math.nan, None, [0.5]])
def test_entries_that_are_no_floats(entry: Any) -> None:
    refuses(InexactInputError, r"^q\[1\]: expected a finite float", hockey_stick_of_floats, [0.5, 0.5], [0.5, entry], 1)


@each("law", [{0.5}, frozenset([0.5]), {0.5: 1}, "5", b"5", 0.5, numpy.array(0.5)])
def test_vectors_that_have_no_order(law: Any) -> None:
    refuses(ParameterError, r"^p: expected a sequence", hockey_stick_of_floats, law, [0.5], 1)
