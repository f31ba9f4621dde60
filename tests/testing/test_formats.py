"""Floats of other formats than double, and tensors: their own ulps, what is shown of them, and what is refused."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpexact import Mechanism, NeighborGraph, exact
from dpexact.errors import InexactInputError, MechanismError, ParameterError
from dpexact.numbers.floats import DOUBLE, format_of
from dpexact.testing import (
    assert_close,
    assert_lower_bound,
    assert_private,
    assert_upper_bound,
    exact_reference,
    hockey_stick_of_floats,
)
from tests.each import each
from tests.pasted import pasted
from tests.refusals import refuses

RNG = np.random.default_rng(7)
SHORT = (np.float16, np.float32)


class Tensor:
    """As a tensor of torch: `len` raises without dimensions, entries are tensors, numpy reads it by `__array__`."""

    def __init__(self, values: Any, error: Exception | None = None) -> None:
        self.array, self.error = np.asarray(values), error

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    def __len__(self) -> int:
        if not self.shape:
            message = "len() of a 0-d tensor"
            raise TypeError(message)
        return len(self.array)

    def __iter__(self) -> Any:
        return map(Tensor, self.array)

    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        if self.error is not None:
            raise self.error
        return self.array


class Opaque:
    """Something of one entry whose length raises, and that numpy knows nothing of."""

    def __len__(self) -> int:
        message = "unsized"
        raise TypeError(message)


def of_all_sizes(kind: Any) -> list[Any]:
    """Floats of a format: the first, the last and random ones of every exponent."""
    info = np.finfo(kind)
    ends = [kind(0), info.smallest_subnormal, info.tiny, np.nextafter(info.tiny, kind(0)), info.max, kind(1)]
    exponents = range(info.minexp - info.nmant, info.maxexp)
    return ends + [np.ldexp(kind(1 + RNG.random() / 2), k) for k in exponents]


@pytest.mark.parametrize("kind", [*SHORT, np.float64])
def test_an_ulp_is_the_spacing_of_the_format(kind: Any) -> None:
    form = format_of(kind(1))
    for value in of_all_sizes(kind):
        with np.errstate(all="ignore"):
            spacing = np.spacing(value)
        wanted = Fraction(float(spacing)) if np.isfinite(spacing) else Fraction(2) ** (form.most - form.digits + 1)
        for sign in (1, -1):
            assert form.ulp(sign * Fraction(float(value))) == wanted, value


def test_of_doubles_it_is_that_of_the_nearest_double() -> None:
    for _ in range(2000):
        number = Fraction(int(RNG.integers(1, 2**62)), int(RNG.integers(1, 2**62))) * Fraction(2) ** int(
            RNG.integers(-1080, 900)
        )
        assert DOUBLE.ulp(number) == Fraction(math.ulp(float(number)))
    for place in (Fraction(2) - Fraction(1, 2**53), Fraction(2) - Fraction(1, 2**54), Fraction(2)):  # a tie, nearer, 2
        assert DOUBLE.ulp(place) == Fraction(math.ulp(float(place)))
    assert DOUBLE.ulp(Fraction(10) ** 400) == Fraction(math.ulp(1.7e308))  # past the last
    assert DOUBLE.ulp(Fraction(1, 10**400)) == Fraction(5e-324)


@each("kind", SHORT)
@each("steps", [-3, -2, -1, 0, 1, 2, 3])
def test_one_ulp_is_one_step_of_the_format(kind: Any, steps: int) -> None:
    for start in (kind(3.73), kind(0), np.finfo(kind).smallest_subnormal):
        claimed = start
        for _ in range(abs(steps)):
            claimed = np.nextafter(claimed, kind(math.copysign(math.inf, steps)))
        truth = Fraction(float(start))
        for ulps in (0, 1, 2, 3):
            if abs(steps) <= ulps:
                assert_close(claimed, truth, ulps=ulps)
                assert_close(np.array(claimed), truth, ulps=ulps)
                assert_close(Tensor(claimed), truth, ulps=ulps)
            else:
                for given in (claimed, Tensor(claimed)):
                    refuses(AssertionError, f"{abs(steps)}[.]00 ulps", assert_close, given, truth, ulps=ulps)
    if steps:  # and a double there is many ulps away
        with pytest.raises(AssertionError):
            assert_close(float(np.nextafter(kind(3.73), kind(4))), Fraction(float(kind(3.73))), ulps=3)


def test_the_claimed_number_is_shown_as_it_is_written() -> None:
    truth = exact_reference("gaussian.sigma", epsilon="1", delta="1e-5", sensitivity="1")
    text = refuses(AssertionError, "", assert_upper_bound, np.float32(3.7306), truth, ulps=2)
    assert "claimed  3.7306 (float32, 3.7306001186370849609...)" in text  # the binary value, by bc
    assert "gap      132 ulps, below the truth" in text  # (3.73063163481594 - 3.73060011863708) 2^22
    assert 'assert_upper_bound(numpy.float32("3.7306"), exact(' in text


@pytest.mark.parametrize("claimed", [np.float16(0.1), np.float32(0.1), np.float16(6e-8), np.float32("inf"), 0.1])
def test_the_pasted_lines_fail_with_the_same_gap(claimed: Any) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_close(claimed, "1/3", ulps=2)
    errors = (caught.value, pasted(caught.value))
    gap, again = ([line for line in str(error).splitlines() if "  gap  " in line] for error in errors)
    assert gap == again != []


def test_overflow_bounds_only_without_a_tolerance() -> None:
    with np.errstate(all="ignore"):
        over = np.float16(70000)
    assert_upper_bound(over, 65504)
    refuses(AssertionError, "infinite, above the truth", assert_close, over, 65504, ulps=1)
    assert_close(np.float16(65504), 65504 + 32, ulps=1)  # the last ulp goes on past the last number
    refuses(AssertionError, r"2.00 ulps", assert_close, np.float16(65504), 65504 + 64, ulps=1)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant != 63, reason="longdouble is another format here")
def test_a_long_double_has_its_own_ulp() -> None:
    third = np.longdouble(1) / 3
    assert_close(third, "1/3", ulps="1/2")
    refuses(AssertionError, r"0[.]333 ulps.*", assert_close, third, "1/3", ulps="1/10")  # 2^-65/3 of units of 2^-65
    assert_close(third, "1/3", ulps=1, rel=0)
    refuses(AssertionError, "", assert_close, np.longdouble(1 / 3), "1/3", ulps=1)


def test_vectors_and_rows_of_tensors_are_read() -> None:
    rows = [[0.5, 0.5], [0.25, 0.75]]
    for kind in ("float16", "float32", "float64"):
        p, q = (Tensor(np.array(row, kind)) for row in rows)
        assert hockey_stick_of_floats(p, q, 1) == exact("1/4")
        assert hockey_stick_of_floats([*p], [*q], 1) == exact("1/4")
        wanted = Mechanism.from_rows("ab", "xy", [["1/2", "1/2"], ["1/4", "3/4"]])
        for given in (Tensor(np.array(rows, kind)), [p, q], [[*p], [*q]]):
            assert Mechanism.from_floats("ab", "xy", given) == wanted
    assert Mechanism.from_numerators("ab", "xy", Tensor([[2, 2], [1, 3]]), 4) == wanted
    longer = RNG.random(1000)
    assert hockey_stick_of_floats(Tensor(longer), Tensor(longer[::-1]), 1) == hockey_stick_of_floats(
        longer.tolist(), longer[::-1].tolist(), 1
    )


def test_shapes_of_tensors_are_told() -> None:
    with pytest.raises(ParameterError, match=r"^true: expected 1 element, as many as claimed has, got 1"):
        assert_close(Tensor([0.5]), 1, ulps=1)
    with pytest.raises(InexactInputError, match=r"^true: expected one number, got Tensor of shape \(1,\)"):
        assert_close(0.5, Tensor([0.5]), ulps=1)
    assert_close(Tensor([0.5]), [(0.5).as_integer_ratio()[0] / exact(2)], ulps=0)
    with pytest.raises(ParameterError, match=r"^p: expected one vector, got ndarray of shape \(1, 2\)"):
        hockey_stick_of_floats(Tensor([[0.5, 0.5]]), [0.5, 0.5], 1)
    for one in (Tensor(0.5), np.array(0.5)):
        refuses(MechanismError, r"^rows: expected a sequence", Mechanism.from_floats, "ab", "xy", one)
        refuses(ParameterError, r"^p: expected a sequence of floats", hockey_stick_of_floats, one, [0.5], 1)


@pytest.mark.parametrize("assertion", [assert_upper_bound, assert_lower_bound])
def test_what_numpy_cannot_read_is_refused_with_a_remedy(assertion: Any) -> None:
    wanted = r"^claimed: expected numbers, got Tensor, which numpy cannot read \(RuntimeError: .*detach\(\)\.cpu\(\)"
    with pytest.raises(InexactInputError, match=wanted):
        assertion(Tensor(0.5, RuntimeError("Can't call numpy() on Tensor that requires grad.")), 1)
    brain = np.zeros(2, dtype=[("bits", "u2")])  # numpy has no bfloat16: packages that do bring a type of their own
    for given in (Tensor(brain[0]), Tensor(brain)):
        refuses(InexactInputError, r"^claimed: expected numbers of numpy's own types, .*bfloat16", assertion, given, 1)
    refuses(InexactInputError, r"^claimed: expected .*Opaque", assertion, Opaque(), 1)
    refuses(InexactInputError, r"^true: expected .*Opaque", assertion, 0.5, Opaque())
    refuses(InexactInputError, r"^true: expected an exact number, got the float 0.5", assertion, 0.5, Tensor(0.5))
    assert_close(0.5, Tensor(1), abs="1/2")  # an integer is exact


def test_float_rows_that_do_not_sum_to_one_are_told_what_divides_them() -> None:
    neighbors = NeighborGraph.complete("ab")
    rows = [[0.1, 0.2, 0.7], [0.7, 0.1, 0.2]]
    reported = Mechanism.from_floats("ab", "xyz", rows, row_sums="report")
    with pytest.raises(AssertionError, match=r'pass row_sums="normalize" to Mechanism\.from_floats'):
        assert_private(reported, neighbors, epsilon="2")
    assert_private(Mechanism.from_floats("ab", "xyz", rows, row_sums="normalize"), neighbors, epsilon="2")
