"""Enclosures of a rule that cannot be narrowed at will: it says so, and the bounds it came to are kept."""

import math
import operator
import pickle
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx

from dpexact import TooLargeError, UndecidedError, exact
from dpexact.numbers.balls import BallRule, bounds_of_ball
from dpexact.numbers.enclosure import Enclosure, narrowed
from tests.refusals import refuses

CALLS: list[int] = []


class Third:
    """1/3 within 2^-20, however many bits are asked for; first with 5 bits."""

    start = 5

    def __call__(self) -> Any:
        CALLS.append(ctx.prec)
        return arb(1) / 3 + arb(0, 2.0 ** -min(20, ctx.prec - 64))

    def spent(self, precision: int, bits: int) -> str | None:
        return None if precision < 64 + 20 else f"no more than 20 bits, {bits} were asked for"


def test_the_first_bounds_are_its_own() -> None:
    CALLS.clear()
    found = Enclosure(Third())
    assert max(CALLS) <= 2 * (64 + 5)
    assert found.lower < Fraction(1, 3) < found.upper
    assert Fraction(1, 2**21) < found.upper - found.lower <= Fraction(1, 2**5)
    fine = found.refine(18)
    assert fine.upper - fine.lower <= Fraction(1, 2**18)


def test_what_is_out_of_reach_is_said_with_the_bounds() -> None:
    with pytest.raises(TooLargeError, match=r"bounds 2\^-40 apart: no more than 20 bits, 40 were asked for") as caught:
        Enclosure(Third()).refine(40)
    assert caught.value.lower < Fraction(1, 3) < caught.value.upper
    assert caught.value.upper - caught.value.lower <= Fraction(1, 2**18)
    refuses(TooLargeError, "", Enclosure, Third(), 40)


def test_arithmetic_keeps_what_is_known() -> None:
    third = Enclosure(Third())
    for found, true in (
        (third * 3 - 1, Fraction(0)),
        (third * 10**9, Fraction(10**9, 3)),
        (third + Enclosure.of("1/7"), Fraction(10, 21)),
        (Enclosure.computed(operator.mul, third, third), Fraction(1, 9)),
    ):
        assert found.lower <= true <= found.upper
        assert found.upper - found.lower <= max(Fraction(1, 2**5), 10**9 * Fraction(1, 2**18))
        with pytest.raises(TooLargeError) as caught:
            found.refine(100)
        assert caught.value.lower <= true <= caught.value.upper
    assert third.log().lower < Fraction(math.log(1 / 3)) < third.log().upper


def test_comparisons_use_what_is_known() -> None:
    third = Enclosure(Third())
    assert third < exact(Fraction(1, 3)) + exact(Fraction(1, 2**17))
    assert third > exact(Fraction(1, 3)) - exact(Fraction(1, 2**17))
    with pytest.raises(UndecidedError):
        _ = third < exact("1/3")


def test_decimals_and_pickles() -> None:
    assert Enclosure(Third()).decimal(12) == "[0.333332379659, 0.333334287008]"
    again = pickle.loads(pickle.dumps(Enclosure(Third())))  # noqa: S301
    assert again.rule.start == 5
    refuses(TooLargeError, "20 bits", again.refine, 30)


def test_other_rules_begin_with_64_bits() -> None:
    assert BallRule(exact("1/3").ball).start == 64
    assert BallRule(operator.mul, (BallRule(Third()), BallRule(exact(2).ball))).start == 5
    assert Enclosure(exact("1/3").ball).refine(5000).upper > Fraction(1, 3)


class TinyAtAPrice:
    """About pi 2^-3000, by a rule whose bits are said to cost much."""

    def __call__(self) -> Any:
        return arb.pi() * arb(2) ** -3000

    def spent(self, precision: int, bits: int) -> str | None:
        del precision, bits
        return None


def test_bounds_that_cost_much_may_be_nearer_than_a_float_can_say() -> None:
    number = Enclosure(TinyAtAPrice())
    assert number.is_costly
    width = Fraction(1, 2**3200)
    lower, upper = narrowed(number, 64, 4096, lambda lower, upper: upper - lower < width)
    assert upper - lower < width
    assert 3 * Fraction(1, 2**3000) < lower <= upper < Fraction(22, 7) / 2**3000


def test_bounds_that_may_be_far_apart() -> None:
    """A number of 10^3 may have bounds 2^2 apart at first, so that the bits are fewer than none."""
    low, high = bounds_of_ball(lambda: arb(1000, 1), -2)
    assert 998 < low <= 999
    assert 1001 <= high < 1002
