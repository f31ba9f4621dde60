"""Printed texts: value and unit in the last place, written here by hand."""

from fractions import Fraction

import pytest

from dpexact.audit.printed import parse_printed
from dpexact.errors import DPExactError, NumberSyntaxError, TooLargeError
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

READ = BESIDE["read"]
REFUSED = BESIDE["refused"]


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
    refuses(NumberSyntaxError, "expected a number such as", parse_printed, text)


@pytest.mark.parametrize("text", ["1e10001", "1e-999999999", "9" * 201, "1 x 10^{99999999999999999999}"])
def test_absurd_sizes_are_refused(text: str) -> None:
    refuses(TooLargeError, "", parse_printed, text)


def test_the_errors_belong_to_the_tree() -> None:
    assert issubclass(NumberSyntaxError, DPExactError)
    assert issubclass(TooLargeError, DPExactError)
