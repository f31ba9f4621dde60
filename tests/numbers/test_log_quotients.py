"""Quotients of logarithms: exact where they are rational, by construction; enclosures where they are not."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import Enclosure, Exact, exact
from dpexact.audit import audit
from dpexact.errors import DivisionByZeroError
from dpexact.numbers.formula import formula_value
from dpexact.testing import assert_close, assert_upper_bound, exact_reference
from tests.each import each
from tests.refusals import refuses
from tests.values import of_type

POWERS = st.integers(-12, 12).filter(bool)
BASES = st.fractions(Fraction(1, 40), 50, max_denominator=40).filter(lambda base: base != 1)


@pytest.mark.slow
@given(BASES, POWERS, POWERS, POWERS, POWERS)
def test_powers_of_one_number_have_a_rational_quotient(base: Fraction, r: int, s: int, m: int, n: int) -> None:
    found = of_type(Exact, formula_value(f"{m}*log({base**r})/({n}*log({base**s}))"))
    assert found == exact(Fraction(m * r, n * s))


@each(
    ("text", "value"),
    [
        *(("log(8)/log(2)", "3"), ("log((2/3)/(1/3))/log(2)", "1"), ("log(6)/(log(2)+log(3))", "1")),
        *(("log(sqrt(2))/log(2)", "1/2"), ("log(exp(2)*3)/(4 + 2*log(3))", "1/2"), ("abs(log(1/8))/log(2)", "3")),
        *(("log(3)*log(8)/log(2)/log(9)", "3/2"), ("0*log(2)/log(3)", "0"), ("log(1)/log(3)", "0")),
        *(("log(2**1000)/log(4)", "500"), ("(log(9)/log(3))**2", "4"), ("1/(log(2)/log(8))", "3")),
    ],
)
def test_by_hand(text: str, value: str) -> None:
    assert of_type(Exact, formula_value(text)) == exact(value)


@each(
    "text",
    [
        *("log(3)/log(2)", "log(2**100+1)/log(2)", "log(2+1/10**50)/log(2)", "(1+log(2))/log(2)", "1/log(2)"),
        *("log(6)/log(4)", "(1+log(2))/(1+log(4))", "log(2**3000+1)/log(2)", "log(2)/log(exp(1)*2)"),
    ],
)
def test_what_is_irrational_is_enclosed(text: str) -> None:
    """a^s = b^r is impossible: prime factors differ in their shares, or e^r with r != 0 is irrational."""
    assert isinstance(formula_value(text), Enclosure)


def test_a_logarithm_that_is_zero_divides_nothing() -> None:
    for text in ("log(8)/log(1)", "log(2)/(log(6)-log(2)-log(3))", "0*log(2)/log(1)"):
        refuses(DivisionByZeroError, "", formula_value, text)


def test_rows_and_assertions_about_such_a_quotient(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    rows = [("3", "at-most"), ("3", "at-least"), ("3", "exact"), ("3.00", "truncated"), ("2.99", "truncated")]
    lines = [f"r{n},s,formula,expression = log(8)/log(2),{text},{said}" for n, (text, said) in enumerate(rows)]
    table.write_text("\n".join(("id,source,quantity,parameters,printed,meaning", *lines)) + "\n")
    found = [row.judgement.verdict for row in audit([table]).rows]
    assert found == ["valid-bound", "valid-bound", "correct", "correct", "wrong"]
    truth = exact_reference("formula", expression="log(p/(1-p))/log(2)", p="8/9")
    for tolerances in ({"rel": 1e-9}, {"abs": 1e-9}, {"ulps": 1}, {"ulps": 0}):
        assert_close(3.0, truth, **tolerances)
        assert_upper_bound(3.0, truth, **tolerances)
