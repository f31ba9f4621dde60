"""A free E: signs and order for all E of an interval at once, and where they change; roots against mpmath."""

import math
import operator
import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st
from mpmath import MPContext

from dpexact import (
    Exact,
    IncompatibleFieldsError,
    ParameterError,
    SignChangesError,
    TooLargeError,
    exact,
    free_exp_epsilon,
)
from dpexact.numbers.generators import Free
from dpexact.numbers.quotients import T
from dpexact.numbers.signs import cell_points, dense, roots_on, value_sign
from tests.each import each
from tests.refusals import refuses

mp = MPContext()
mp.dps = 80

HALF_LINE = free_exp_epsilon()
UNIT = free_exp_epsilon(1, 2)
WIDE = free_exp_epsilon(1, 3)


@each(
    ("number", "sign"),
    [
        (UNIT, 1),
        (-UNIT, -1),
        (UNIT - UNIT, 0),
        (UNIT - 3, -1),
        (HALF_LINE**2 - HALF_LINE + 1, 1),
        (1 / (HALF_LINE + 1) - 1, -1),
        (1 / (UNIT - 3), -1),
        ((UNIT - 3) / (UNIT - 4), 1),
        (HALF_LINE**10 - HALF_LINE**9 + Fraction(1, 10**9), 1),
        (HALF_LINE ** (10**9) + 1, 1),
    ],
)
def test_one_sign_on_the_whole_interval(number: Exact, sign: int) -> None:
    assert number.sign() == sign
    assert (number > 0) == (sign > 0)
    assert (number < 0) == (sign < 0)
    assert (number == 0) == (sign == 0)


# (number, its zeros and poles as intervals known by hand: (low, high) around each)
CHANGES: list[tuple[Exact, list[str]]] = [
    (UNIT - Fraction(3, 2), ["3/2"]),
    (UNIT - Fraction(7, 5), ["7/5"]),
    (HALF_LINE - 1, ["1"]),
    (UNIT - 1, ["1"]),
    (UNIT - 2, ["2"]),
    ((UNIT - 1) * (2 - UNIT), ["1", "2"]),
    (HALF_LINE**2 - 2, ["sqrt(2)"]),
    (UNIT**2 - 2, ["sqrt(2)"]),
    (UNIT**3 - 5, ["5**(1/3)"]),
    ((WIDE - 2) ** 2, ["2"]),
    ((WIDE**2 - 2) ** 2, ["sqrt(2)"]),
    (-((WIDE - 1) ** 2), ["1"]),
    (1 / (WIDE - 2), ["2"]),
    (1 / (WIDE - 2) ** 2, ["2"]),
    (1 / (WIDE**2 - 2) ** 2, ["sqrt(2)"]),
    ((WIDE - 2) / (WIDE**2 - 3), ["sqrt(3)", "2"]),
    (1 / (WIDE - 1), ["1"]),
    (1 / (WIDE - 3), ["3"]),
    ((WIDE - 1) * (WIDE - 2) * (WIDE - 3), ["1", "2", "3"]),
    ((UNIT - Fraction(4, 3)) * (UNIT - Fraction(5, 3)), ["4/3", "5/3"]),
    ((UNIT - Fraction(5, 4)) * (UNIT - Fraction(3, 2)) * (UNIT**2 - 2), ["5/4", "sqrt(2)", "3/2"]),
    ((HALF_LINE - 10**40) * (HALF_LINE**2 - 3), ["sqrt(3)", "10**40"]),
    (HALF_LINE**2 - 2 * 10**120, ["sqrt(2)*10**60"]),
]


@each(("number", "places"), CHANGES, ids=lambda part: str(part)[:40])
def test_places_where_the_sign_changes_vanishes_or_is_not_defined(number: Exact, places: list[str]) -> None:
    with pytest.raises(SignChangesError) as caught:
        number.sign()
    intervals = caught.value.intervals
    assert len(intervals) == len(places)
    for interval, place in zip(intervals, places, strict=True):
        root = exact(place)
        assert interval.lower <= root <= interval.upper
        for bits in (0, 10, 300):
            fine = interval.refine(bits)
            assert fine.upper - fine.lower <= Fraction(1, 2**bits)
            assert fine.lower <= root <= fine.upper
    for left, right in pairwise(intervals):
        assert left.upper <= right.lower


def test_a_free_number_of_a_certificate_may_be_below_0() -> None:
    t = Exact.of_sums(Free(Fraction(-5), Fraction(4)), T)
    with pytest.raises(SignChangesError, match="1\\.4142135"):
        assert t**2 > 2
    with pytest.raises(SignChangesError, match=r"\[-4.0000001, -3.9999999\]"):
        assert t + 4 > 0
    with pytest.raises(SignChangesError, match="0"):  # a root at 0, which no bisection of [-5, 4] meets
        assert t * (t - 5) < 0
    assert t**2 - t + 1 > 0
    assert (t + 5 >= 0, t > 4) == (True, False)


def test_the_message_names_the_places() -> None:
    refuses(SignChangesError, r"E = 3/2$", (UNIT - Fraction(3, 2)).sign)
    with pytest.raises(SignChangesError, match=r"E in \[1\.4142135, 1\.414213[67]\]$"):
        assert UNIT**2 < 2
    with pytest.raises(SignChangesError, match="for all E of Q"):
        assert UNIT > 1


@each(
    ("left", "right", "true", "false", "depends"),
    [
        (UNIT, 1, "ge", "lt", "gt le"),
        (UNIT, 2, "le", "gt", "lt ge"),
        (UNIT, 3, "lt le", "gt ge", ""),
        (UNIT, Fraction(3, 2), "", "", "lt le gt ge"),
        ((WIDE - 2) ** 2, 0, "ge", "lt", "gt le"),
        (-((WIDE - 2) ** 2), 0, "le", "gt", "lt ge"),
        (1 / (WIDE - 2) ** 2, 0, "", "", "lt le gt ge"),
        (HALF_LINE**2, HALF_LINE, "ge", "lt", "gt le"),
        (HALF_LINE, math.inf, "lt le", "gt ge", ""),
        (HALF_LINE, -math.inf, "gt ge", "lt le", ""),
    ],
)
def test_relations_hold_for_all_e_for_none_or_raise(
    left: Exact, right: Any, true: str, false: str, depends: str
) -> None:
    assert all(getattr(operator, name)(left, right) is True for name in true.split())
    assert all(getattr(operator, name)(left, right) is False for name in false.split())
    for name in depends.split():
        refuses(SignChangesError, "", getattr(operator, name), left, right)


def test_equality_is_identity_for_all_e() -> None:
    e = HALF_LINE
    assert (e**2 - 1) / (e - 1) == e + 1
    assert hash((e**2 - 1) / (e - 1)) == hash(e + 1)
    assert e != 1
    assert Fraction(3, 2) != UNIT
    assert e - e == 0
    assert (e / e).is_rational()
    assert ((e + 1) ** 2 - e**2 - 2 * e).as_fraction() == 1
    assert free_exp_epsilon(1, 2) == free_exp_epsilon("1", "2")
    assert pickle.loads(pickle.dumps(1 / (UNIT + 1))) == 1 / (UNIT + 1)  # noqa: S301 - made in this line


def test_quotients_of_high_degree_that_are_not_cancelled_are_equal_and_hash_alike() -> None:
    quotient = (HALF_LINE**5000 - 1) / (HALF_LINE - 1)
    total = (HALF_LINE**2500 - 1) / (HALF_LINE - 1) * (HALF_LINE**2500 + 1)
    assert quotient == total
    assert hash(quotient) == hash(total)
    assert quotient - total == 0
    assert quotient / total == 1
    assert (quotient - total).is_rational()
    reciprocal = 1 / (HALF_LINE**5000 + 1)
    assert (reciprocal - reciprocal).is_rational()
    assert reciprocal / reciprocal == 1


def test_what_a_free_e_does_not_go_with() -> None:
    for other in (exact("exp(1)"), exact("sqrt(2)"), free_exp_epsilon(1, 3)):
        for operation in (operator.add, operator.mul, operator.lt, operator.eq):
            refuses(IncompatibleFieldsError, "free", operation, UNIT, other)
    with pytest.raises(IncompatibleFieldsError):
        UNIT ** Fraction(1, 2)


@pytest.mark.parametrize("bounds", [(Fraction(1, 2), 2), (3, 2), (0, None), (-1, None), (10**5000, 10**5000 - 1)])
def test_intervals_that_are_refused(bounds: tuple[Any, Any]) -> None:
    refuses(ParameterError, "1 <= lower <= upper", free_exp_epsilon, *bounds)


def test_an_interval_of_one_point_is_that_number() -> None:
    assert free_exp_epsilon(2, 2) == 2
    assert free_exp_epsilon("3/2", Fraction(3, 2)).is_rational()
    point = Free(Fraction(2), Fraction(2))  # made by hand it behaves
    e = Exact.of_sums(point, (HALF_LINE).sums()[0])
    assert (e - 2).signs() == {0}
    assert (e - 3).sign() == -1


@pytest.mark.slow
def test_close_and_far_roots_are_isolated_without_recursion() -> None:
    e, gap = HALF_LINE, Fraction(1, 2**3000)
    with pytest.raises(SignChangesError) as caught:
        ((e - Fraction(4, 3)) * (e - Fraction(4, 3) - gap)).sign()
    first, second = caught.value.intervals
    assert first.lower <= Fraction(4, 3) <= first.upper <= second.lower <= Fraction(4, 3) + gap <= second.upper
    with pytest.raises(SignChangesError) as caught:
        (e**2 - 10**8000).sign()
    assert str(caught.value.intervals[0]).startswith("E")


@pytest.mark.slow
def test_large_degrees_are_decided_or_refused() -> None:
    e = HALF_LINE
    assert e**4000 - e + 1 >= 1
    with pytest.raises(TooLargeError, match="degree"):
        assert e ** (10**9) >= 1
    with pytest.raises(TooLargeError):
        (1 + e) ** (10**6)


integer_polynomials = st.lists(st.integers(-20, 20), min_size=1, max_size=7).filter(any)


def free_polynomial(coefficients: list[int], e: Exact) -> Exact:
    """The sum of c_k E^k."""
    return sum((c * e**k for k, c in enumerate(coefficients)), exact(0))


def real_roots(coefficients: list[int], lower: int, upper: int | None) -> list[Any]:
    """The distinct real roots on the interval, by mpmath from the square-free part (a simple gcd by Fractions)."""
    polynomial = fmpz_poly(coefficients)
    part = polynomial / polynomial.gcd(polynomial.derivative()) if polynomial.degree() > 0 else polynomial
    descending = [int(c) for c in part.coeffs()][::-1]
    if len(descending) < 2:
        return []
    roots = mp.polyroots(descending, maxsteps=500, extraprec=600)
    tiny = mp.mpf(10) ** -40
    real = sorted(mp.re(root) for root in roots if abs(mp.im(root)) < tiny)
    return [r for r in real if r > lower - tiny and (upper is None or r < upper + tiny)]


@pytest.mark.slow
@given(integer_polynomials, st.sampled_from([(1, None), (1, 2), (1, 30)]))
def test_isolating_intervals_hold_exactly_the_roots_that_mpmath_finds(
    coefficients: list[int], bounds: tuple[int, int | None]
) -> None:
    interval = Free(Fraction(bounds[0]), None if bounds[1] is None else Fraction(bounds[1]))
    found = roots_on(interval, fmpz_poly(coefficients))
    expected = real_roots(coefficients, *bounds)
    assert len(found) == len(expected)
    for root, value in zip(found, expected, strict=True):
        fine = root.refine(100)
        assert mp.mpf(fine.lower.numerator) / fine.lower.denominator <= value + mp.mpf(10) ** -25
        assert mp.mpf(fine.upper.numerator) / fine.upper.denominator >= value - mp.mpf(10) ** -25
        if root.lower < root.upper:  # the root is inside, the ends are none
            polynomial = fmpz_poly(list(root.coefficients))
            assert value_sign(polynomial, root.lower) * value_sign(polynomial, root.upper) == -1
    points = cell_points(interval, found)
    assert list(points) == sorted(points)
    assert all(interval.lower <= point and (interval.upper is None or point <= interval.upper) for point in points)


@pytest.mark.slow
@given(integer_polynomials, integer_polynomials, st.sampled_from([(1, None), (1, 2), (1, 30)]))
def test_signs_on_an_interval_are_those_at_many_points(
    above: list[int], below: list[int], bounds: tuple[int, int | None]
) -> None:
    e = free_exp_epsilon(*bounds)
    number, divisor = free_polynomial(above, e), free_polynomial(below, e)
    quotient = number / divisor
    grid = [Fraction(1) + Fraction(k, 16) * ((bounds[1] or 40) - 1) for k in range(17)] + (
        [10**9] if not bounds[1] else []
    )
    if quotient.is_rational():
        return
    num, den = quotient.sums()
    seen = {value_sign(dense(num * den), Fraction(point)) for point in grid}
    assert seen <= quotient.signs() | ({0} if real_roots([int(c) for c in dense(den).coeffs()], *bounds) else set())
    has_zero = bool(real_roots([int(c) for c in dense(num).coeffs()], *bounds))
    has_pole = bool(real_roots([int(c) for c in dense(den).coeffs()], *bounds))
    if has_pole:
        assert quotient.signs() == {-1, 0, 1}
    else:
        assert (0 in quotient.signs()) == has_zero
    if len(quotient.signs()) == 1:
        assert seen == {quotient.sign()}
    else:
        refuses(SignChangesError, "", quotient.sign)


@each("parts", [3, 7, 13, 29])
@each("interval", [Free(Fraction(1), None), Free(Fraction(1), Fraction(2))], ids=str)
def test_all_roots_of_a_polynomial_with_equidistant_roots(parts: int, interval: Free) -> None:
    expected = [1 + Fraction(k, parts) for k in range(1, parts)]
    product = fmpz_poly([1])
    for root in expected:
        product *= fmpz_poly([-root.numerator, root.denominator])
    found = roots_on(interval, product)
    assert len(found) == len(expected)
    for place, root in zip(found, expected, strict=True):
        fine = place.refine(80)
        assert place.lower <= fine.lower <= root <= fine.upper <= place.upper


def chebyshev(degree: int, e: Exact) -> Exact:
    """T_n(E - 2): all n roots 2 + cos((2k-1) pi / 2n) lie in [1, 3]."""
    before, now = exact(1), e - 2
    for _ in range(degree - 1):
        before, now = now, 2 * (e - 2) * now - before
    return now


@pytest.mark.parametrize("make", [free_exp_epsilon, lambda: free_exp_epsilon(1, 3)], ids=["[1, oo)", "[1, 3]"])
def test_all_roots_of_a_chebyshev_polynomial(make: Callable[[], Exact]) -> None:
    degree, number = 40, chebyshev(40, make())
    with pytest.raises(SignChangesError) as caught:
        number.sign()
    expected = sorted(2 + mp.cos((2 * k - 1) * mp.pi / (2 * degree)) for k in range(1, degree + 1))
    assert len(caught.value.intervals) == degree
    for interval, value in zip(caught.value.intervals, expected, strict=True):
        fine = interval.refine(60)
        assert abs(mp.mpf(fine.lower.numerator) / fine.lower.denominator - value) < mp.mpf(2) ** -59
