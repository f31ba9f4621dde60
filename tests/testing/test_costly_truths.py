"""Assertions and decimals of a number whose bounds cost much: they take the bounds at hand."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import pytest
from flint import arb, ctx

from dpexact.numbers.balls import START_BITS, BallRule
from dpexact.numbers.enclosure import Enclosure, at_hand
from dpexact.testing import assert_brackets, assert_close, assert_lower_bound, assert_upper_bound, exact_reference
from tests.pasted import pasted
from tests.refusals import refuses

Counted: TypeAlias = "tuple[Enclosure, list[int]]"
TRUTH = Fraction(29376, 10000)


class Costly:
    """A ball around 2.9376 that is 2^-bits wide, and a list of the bits that were asked for."""

    start = 7  # the first bounds: 2.93 to 2.95, about

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self) -> arb:
        bits = ctx.prec - START_BITS
        self.asked.append(bits)
        return arb(TRUTH.numerator) / TRUTH.denominator + arb(0, arb(2) ** -(bits + 2))

    def spent(self, precision: int, bits: int) -> str | None:
        """Say that 40 bits are all there are."""
        return f"{bits} bits are out of reach" if precision - START_BITS > 40 else None


@pytest.fixture
def counted() -> Counted:
    """Return the number, and the list of what is asked of it after its first bounds."""
    operation = Costly()
    truth = Enclosure(BallRule(operation))
    operation.asked.clear()
    return truth, operation.asked


FALSE = (
    (lambda truth: assert_upper_bound(2.61, truth), "2.61 is not an upper bound", "below the truth"),
    (lambda truth: assert_lower_bound(3.1, truth), "3.1 is not a lower bound", "above the truth"),
    (lambda truth: assert_close(2.5, truth, rel="1e-2"), "further than the tolerance", "below the truth"),
    (lambda truth: assert_close(2.5, truth, abs="0.1", ulps=4), "further than the tolerance", "below the truth"),
    (lambda truth: assert_upper_bound(3.5, truth, rel="0.1"), "too loose", "above the truth"),
    (lambda truth: assert_upper_bound(3.5, truth, ulps=3), "too loose", "above the truth"),
    (lambda truth: assert_brackets(2.5, 2.6, truth), "2.6 is not an upper bound", "below the truth"),
    (lambda truth: assert_upper_bound([2.5, 2.96, 2.6], [truth] * 3), "2 of 3 elements fail", "below the truth"),
    (lambda truth: assert_upper_bound(float("nan"), truth), "nan is not an upper bound", "NaN"),
    (lambda truth: assert_close(float("inf"), truth, abs=1), "inf is not close", "infinite"),
)


@pytest.mark.parametrize(("claim", "said", "side"), FALSE)
def test_a_false_claim_asks_for_no_more_bits(
    counted: Counted, claim: Callable[[Enclosure], None], said: str, side: str
) -> None:
    """The first bounds refute these, so that the message has them and nothing else is computed."""
    truth, asked = counted
    with pytest.raises(AssertionError) as error:
        claim(truth)
    assert said in str(error.value)
    assert side in str(error.value)
    assert max(asked, default=0) <= Costly.start
    assert "true     in [2.93" in str(error.value)


def test_the_message_has_the_bounds_that_decided(counted: Counted) -> None:
    """2.937 is between the first bounds, so that narrower ones are computed, and those are in the message."""
    truth, asked = counted
    said = refuses(AssertionError, r"2\.937 is not an upper bound", assert_upper_bound, 2.937, truth)
    assert Costly.start < max(asked) < 30
    low, high = at_hand(truth)
    assert Fraction(2.937) < low <= TRUTH <= high
    assert f"in [{float(low):.6f}"[:9] in said


def test_the_lines_to_paste_fail_too(counted: Counted) -> None:
    """The pasted bound is on the side of the claim, so that the claim fails against it as well."""
    with pytest.raises(AssertionError) as error:
        assert_upper_bound(2.61, counted[0])
    assert "not an upper bound" in str(pasted(error.value))
    assert "2.93" in str(error.value).splitlines()[-1]


@pytest.mark.parametrize(
    "claim",
    [
        lambda truth: assert_upper_bound(2.96, truth),
        lambda truth: assert_lower_bound(2.9, truth),
        lambda truth: assert_close(2.9, truth, abs="0.1", rel="1e-12", ulps=2),
        lambda truth: assert_close(2.9, truth, rel="0.05", ulps=2),
        lambda truth: assert_brackets(2.9, 3, truth),
        lambda truth: assert_upper_bound([2.96, 3], [truth] * 2),
    ],
)
def test_a_true_claim_asks_for_no_more_bits(counted: Counted, claim: Callable[[Enclosure], None]) -> None:
    """Of several tolerances the loosest decides first."""
    truth, asked = counted
    claim(truth)
    assert max(asked, default=0) <= Costly.start


@pytest.mark.slow
def test_a_claim_nearer_than_any_bounds_is_undecided(counted: Counted) -> None:
    """The true number itself: nothing within reach tells, and the assertion fails with that."""
    with pytest.raises(AssertionError, match="undecided whether") as error:
        assert_upper_bound("2.9376", counted[0])
    assert "on a side that the bounds do not tell" in str(error.value)


def test_few_digits_cost_no_bits(counted: Counted) -> None:
    """Two digits are known from the first bounds, whatever their rounding; four of the nearest are not."""
    truth, asked = counted
    assert truth.decimal(2) == "[2.9, 3.0]"
    assert (truth.decimal(2, "up"), truth.decimal(2, "down")) == ("3.0", "2.9")
    assert Fraction(truth.decimal(9, "down")) <= TRUTH <= Fraction(truth.decimal(9, "up"))
    assert asked == []
    assert truth.decimal(4) in ("[2.937, 2.938]", "[2.937, 2.939]")
    assert 0 < max(asked) < 20
    assert truth.decimal(4, "up") == "2.938"


def test_digits_out_of_reach_end_with_the_bounds_there_are(counted: Counted) -> None:
    """No TooLargeError: the brackets are as narrow as they can be."""
    low, high = map(Fraction, counted[0].decimal(30).strip("[]").split(", "))
    assert low <= TRUTH <= high
    assert high - low < Fraction(1, 2**38)


def test_plain_numbers_round_to_a_side() -> None:
    """The decimals are those of mpmath."""
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(60):
        digits = mpmath.nstr(mpmath.log(2), 50)  # 0.693147180559945309417232121458...
    truth = Enclosure.of(2).log()
    assert truth.decimal(30, "down") == digits[:32]
    assert truth.decimal(30, "up") == f"{digits[:31]}{int(digits[31]) + 1}"
    assert (-truth).decimal(30, "up") == f"-{digits[:32]}"
    with pytest.raises(ValueError, match='rounding: expected "nearest" or "up" or "down", got \'half-even\''):
        truth.decimal(3, "half-even")  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_false_epsilon_of_a_training() -> None:
    """The claim of an engineer: 2.61 where it is between 2.93 and 2.95, by another accountant."""
    truth = exact_reference(
        "dp_sgd.epsilon", noise_multiplier="0.9", batch=512, examples=60000, epochs=20, delta="1e-5"
    )
    said = refuses(AssertionError, r"2\.61 is not an upper bound of the true value", assert_upper_bound, 2.61, truth)
    ends = re.search(r"true     in \[(2\.\d+), (2\.\d+)\]", said)
    assert ends is not None
    assert Fraction("2.93") < Fraction(ends[1]) < Fraction(ends[2]) < Fraction("2.95")
    gap = re.search(r"gap      between (0\.3\d+) and (0\.3\d+) \(7\.\d+e\+14 ulps at least\), below the truth", said)
    assert gap is not None
    assert Fraction("0.32") <= Fraction(gap[1]) < Fraction(gap[2]) <= Fraction("0.34")
    assert_upper_bound(2.95, truth)
    assert isinstance(truth, Enclosure)
    assert truth.decimal(2) == "[2.9, 3.0]"
