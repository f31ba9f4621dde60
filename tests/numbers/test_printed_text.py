"""Printed texts: value and unit in the last place, written here by hand."""

from fractions import Fraction

import pytest

from dpexact.audit.printed import parse_printed
from dpexact.errors import DPExactError, NumberSyntaxError, TooLargeError
from tests.each import each

READ = [  # text, value, unit
    ("0.0049", "49/10000", "1/10000"),
    ("0.00960", "96/10000", "1/100000"),
    ("282", "282", "1"),
    ("1000", "1000", "1"),
    ("1e3", "1000", "1000"),
    ("5.", "5", "1"),
    (".5", "1/2", "1/10"),
    ("-2.50", "-5/2", "1/100"),
    ("\N{MINUS SIGN}2.5", "-5/2", "1/10"),
    ("+3", "3", "1"),
    ("0", "0", "1"),
    ("-0.00", "0", "1/100"),
    ("5e-7", "5/10000000", "1/10000000"),
    ("5.0E-7", "5/10000000", "1/100000000"),
    ("5 x 10^-7", "5/10000000", "1/10000000"),
    ("5 \N{MULTIPLICATION SIGN} 10^{-7}", "5/10000000", "1/10000000"),
    (r"$5 \times 10^{-7}$", "5/10000000", "1/10000000"),
    (r"5 \cdot 10^{ -7 }", "5/10000000", "1/10000000"),
    ("2.50 x 10^2", "250", "1"),
    ("10^{-3}", "1/1000", "1/1000"),
    ("10^-3", "1/1000", "1/1000"),
    ("-10^2", "-100", "100"),
    ("99.45%", "9945/10000", "1/10000"),
    (r"5\%", "5/100", "1/100"),
    ("0.08987...", "8987/100000", "1/100000"),
    ("0.08987\N{HORIZONTAL ELLIPSIS}", "8987/100000", "1/100000"),
]
REFUSED = [
    "",
    " ",
    "abc",
    "1,000",
    "1 000",
    "nan",
    "inf",
    "--1",
    "1.2.3",
    "e5",
    ".",
    "1e",
    "10^",
    "1/0",
    "1/-2",
    "5 x 7",
]


@each(("text", "value", "unit"), READ)
def test_value_and_unit(text: str, value: str, unit: str) -> None:
    printed = parse_printed(text)
    assert (printed.text, printed.value, printed.unit) == (text, Fraction(value), Fraction(unit))


@pytest.mark.parametrize(("text", "value"), [("1/3", "1/3"), ("-2/6", "-1/3"), (" 720 / 90 ", "8")])
def test_a_fraction_has_no_unit(text: str, value: str) -> None:
    printed = parse_printed(text)
    assert (printed.value, printed.unit) == (Fraction(value), None)


@each("text", [*REFUSED, "\N{ARABIC-INDIC DIGIT THREE}"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(NumberSyntaxError, match="expected a number such as"):
        parse_printed(text)


@pytest.mark.parametrize("text", ["1e10001", "1e-999999999", "9" * 201, "1 x 10^{99999999999999999999}"])
def test_absurd_sizes_are_refused(text: str) -> None:
    with pytest.raises(TooLargeError):
        parse_printed(text)


def test_the_errors_belong_to_the_tree() -> None:
    assert issubclass(NumberSyntaxError, DPExactError)
    assert issubclass(TooLargeError, DPExactError)
