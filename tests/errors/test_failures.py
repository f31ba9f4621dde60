"""Test what failing assertions say: the assertion, the number, the side, the reason; pasted lines fail as they did."""

import math
from decimal import ROUND_FLOOR, Context, Decimal
from typing import Any

import pytest

from dpexact import Mechanism, NeighborGraph, epsilon_of
from dpexact.testing import assert_close, assert_lower_bound, assert_private, assert_upper_bound, exact_reference
from tests.each import each
from tests.pasted import pasted
from tests.refusals import refuses

HIDDEN = epsilon_of(8) / epsilon_of(2)  # 3, which bounds do not show
LOG_3 = epsilon_of(3)
DIGITS = 100
CONTEXT = Context(prec=DIGITS + 20, rounding=ROUND_FLOOR)
LONG_LOG_3 = str(CONTEXT.quantize(CONTEXT.ln(Decimal(3)), Decimal(10) ** -DIGITS))


def said(assertion: Any, *arguments: object, **tolerances: object) -> str:
    return refuses(AssertionError, "", assertion, *arguments, **tolerances)


@pytest.mark.parametrize("tolerances", [{"rel": 1e-9}, {"abs": 1e-9}, {"ulps": 1}, {"rel": 0, "abs": 1}])
def test_a_number_that_is_equal_is_close_whatever_the_tolerance(tolerances: dict[str, Any]) -> None:
    assert_close(3.0, HIDDEN, **tolerances)
    assert_close(-3.0, -HIDDEN, **tolerances)
    assert "further than" in said(assert_close, 5.0, HIDDEN, **tolerances)


def test_an_undecided_assertion_names_itself_and_the_number() -> None:
    for assertion, bound in ((assert_upper_bound, "an upper bound"), (assert_lower_bound, "a lower bound")):
        for tolerances in ({}, {"ulps": 1}):
            text = said(assertion, 3.0, HIDDEN, **tolerances)
            assert text.startswith(f"{assertion.__name__}: undecided whether the claimed 3.0 is {bound} of the true")
            assert "on a side that 4096 bits do not tell" in text
            assert "to do" in text
            assert "regression" not in text
    assert "undecided whether the claimed 1 is within the tolerance" in said(assert_close, 1, HIDDEN, abs=2)
    assert "1 is not" in said(assert_upper_bound, 1, HIDDEN)


def test_infinity_and_nan_have_a_line_a_side_and_a_reason() -> None:
    text = said(assert_upper_bound, math.inf, "1/3", rel=1)
    assert "the claimed inf is an upper bound, but too loose, of the true value" in text
    assert "claimed  inf, infinite" in text
    assert "gap      infinite, above the truth" in text
    assert "too loose" in said(assert_lower_bound, -math.inf, "1/3", abs=1)
    assert "too loose" in said(assert_lower_bound, 1.0, math.inf, rel=1)
    assert "is not a lower bound" in said(assert_lower_bound, math.inf, "1/3", rel=1)
    assert "is not an upper bound" in said(assert_upper_bound, 1.0, math.inf, rel=1)
    assert "infinite, below the truth" in said(assert_upper_bound, 1.0, math.inf)
    for assertion in (assert_close, assert_upper_bound, assert_lower_bound):
        assert "nan, which is not a number" in said(assertion, math.nan, LOG_3, abs=1)
    assert_upper_bound(math.inf, LOG_3)
    assert_lower_bound(-math.inf, LOG_3)
    assert_close(math.inf, math.inf, rel=1)


TINY = exact_reference("gaussian.delta", sigma=1, sensitivity=1, epsilon=60)  # about 1e-773


@each(
    ("assertion", "claimed", "truth", "tolerances"),
    [
        (assert_upper_bound, LONG_LOG_3, LOG_3, {}),  # below by less than 1e-100
        (assert_lower_bound, f"{LONG_LOG_3}1", LOG_3, {"abs": "1e-101"}),
        (assert_close, LONG_LOG_3[:60], LOG_3, {"rel": "1e-70"}),
        (assert_upper_bound, 0.0, TINY, {}),
        (assert_close, 0.0, TINY, {"rel": 0.5}),
        (assert_lower_bound, 5e-324, TINY, {}),
        (assert_upper_bound, 1.0, LOG_3, {}),
        (assert_upper_bound, math.inf, LOG_3, {"rel": 1}),
        (assert_close, math.nan, LOG_3, {"ulps": 1}),
        (assert_lower_bound, "2/3", "1/3", {}),
        (assert_upper_bound, 1.0, math.inf, {}),
    ],
)
def test_pasted_lines_fail_as_the_assertion_did(assertion: Any, claimed: Any, truth: Any, tolerances: Any) -> None:
    first = said(assertion, claimed, truth, **tolerances)
    again = pasted(AssertionError(first))
    assert str(again).partition("\n")[0].split(" the claimed ")[1].split(" is ", 1)[1] in first


def test_pasted_lines_of_a_refuted_mechanism_fail_alone() -> None:
    mechanism = Mechanism.from_floats([0, 1], range(12), [[0.75, 0.25, *[0.0] * 10], [0.25, *[0.0] * 9, 0.25, 0.5]])
    for given in ({"epsilon": 1}, {"exp_epsilon": "5/2", "delta": "1/100"}, {"epsilon": "log(2)/2"}):
        pasted(AssertionError(said(assert_private, mechanism, NeighborGraph.complete([0, 1]), **given)))
