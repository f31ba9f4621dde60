"""Numbers from text: the grammar, its errors with their place, its limits; and text back."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpexact import (
    DivisionByZeroError,
    DPExactError,
    Exact,
    NumberSyntaxError,
    ParameterError,
    TooLargeError,
    exact,
    exp_of_epsilon,
    free_exp_epsilon,
)
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

RATIONAL_TEXTS = BESIDE["rational"]


@each(("text", "value"), RATIONAL_TEXTS)
def test_rational_texts(text: str, value: str) -> None:
    assert exact(text).as_fraction() == Fraction(value)


@each(("text", "same", "shown"), BESIDE["irrational"])
def test_irrational_texts_and_their_form(text: str, same: str, shown: str) -> None:
    assert exact(text) == exact(same)
    assert str(exact(text)) == shown
    assert exact(shown) == exact(text)
    assert repr(exact(text)) == f"exact({shown!r})"


def test_a_free_e_is_written_e() -> None:
    e = free_exp_epsilon()
    assert str((e**2 - 1) / (2 * e + 4)) == "(E**2 - 1)/(2*E + 4)"
    assert str(-e) == "-E"


@each(("text", "position"), BESIDE["refused"])
def test_texts_that_are_no_numbers_say_where(text: str, position: int) -> None:
    with pytest.raises(NumberSyntaxError, match=r"expected|logarithm") as caught:
        exact(text)
    assert caught.value.position == position
    assert caught.value.text == text


@each("text", ["1/0", "0/0", "1/(1-1)", "1/(exp(1)-exp(1))", "0**-1", "exp(1/0)", "exp(log(2)/0)"])
def test_division_by_zero_in_text(text: str) -> None:
    refuses(DivisionByZeroError, "character", exact, text)


@pytest.mark.parametrize("text", ["(-8)**(1/3)", "sqrt(-exp(1))"])
def test_roots_of_negative_numbers(text: str) -> None:
    refuses(ParameterError, "positive", exact, text)


TOO_LARGE = [
    "1e999999999",
    "1e-999999999",
    "1e100001",
    "1e" + "9" * 5000,
    "9" * 1_000_001,
    "(" * 51 + "1" + ")" * 51,
    "(" * 100_000,
    "2**" * 60 + "1",
    "-" * 200_000 + "1",
    "1+" * 100_000 + "1",
    "2**(10**10)",
    "2**2**2**2**2**2",
    "2**-1e100000",
    "2**1e-100000",
    "exp(1000001)",
    "exp(-1e8)",
    "exp(log(2)*1e9)",
    "exp(log(3)/1e9)",
    "exp(1)**(10**12)",
    "exp(1e6)**1000",
    "sqrt(2)**(10**9)",
    "(1+exp(1))**(10**6)",
    "(1+exp(1)+sqrt(2))**(10**5)",
    "(1+exp(1/7))**1000*(1+exp(1/11))**1000*(1+exp(1/13))**1000",
    "1e100000*" * 1000 + "1",
    "exp(1e-1000)+exp(1)",
    "+".join(f"exp(1/{n})" for n in range(2, 60)),
    "+".join(f"1/(1+exp(1/{n}))" for n in range(2, 60)),
]


@pytest.mark.slow
@pytest.mark.parametrize("text", TOO_LARGE, ids=range(len(TOO_LARGE)))
def test_absurd_sizes_are_refused_with_a_short_message(text: str) -> None:
    assert len(refuses(TooLargeError, "", exact, text)) < 400


LARGE = [
    "1" * 100_000,
    "1e100000",
    "1e-100000",
    "0." + "3" * 50_000,
    "1" * 3000 + "/" + "7" * 3000,
    "1e" + "0" * 6000 + "5",
]


@each("text", LARGE, ids=range(len(LARGE)))
def test_long_numbers_are_read_and_written(text: str) -> None:
    assert exact(str(exact(text))) == exact(text)


def test_long_numbers_have_the_value_of_their_digits() -> None:
    digits = "123456789" * 1000  # more than Python's int reads from text
    value = 0
    for digit in digits:
        value = 10 * value + int(digit)
    assert exact(digits) == value
    assert exact("0." + digits) * 10 ** len(digits) == value
    assert exact("1e" + "0" * 6000 + "5") == 100_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["(1+exp(1))**1500", "(1+exp(1/7)+exp(1/11))**50", "1/(1+2**(1/300))", "(1+exp(1)+sqrt(2))**60/(3+exp(1))"]
)
def test_long_texts_of_sums_are_read_back(text: str) -> None:
    number = exact(text)
    assert exact(str(number)) == number


@pytest.mark.slow
def test_long_sums_are_read() -> None:
    assert exact("1/3+" * 9000 + "1") == 3001
    assert exact("exp(1)+" * 3000 + "1") == 3000 * exact("exp(1)") + 1
    assert exact("1" + " " * 500) == 1
    assert exact("(" * 49 + "7" + ")" * 49) == 7


@given(st.text(alphabet="0123456789.eE+-*/() explogsqrtn", max_size=25))
@example("2**-3**2")
@example("1e5/(2-2)")
def test_any_text_is_a_number_or_an_error_of_dpexact(text: str) -> None:
    try:
        number = exact(text)
    except DPExactError:
        return
    assert isinstance(number, Exact)
    assert exact(str(number)) == number


@pytest.mark.slow
@given(st.from_regex(r"\A[-+]{0,2}[1-9][0-9]?([-+*] ?[-+]?[1-9][0-9]?(\*\*[0-3])?){0,5}\Z"))
def test_integer_arithmetic_is_that_of_python(text: str) -> None:
    assert exact(text) == eval(text)  # noqa: S307 - digits and operators only


@each(("text", "value"), BESIDE["epsilons"])
def test_epsilons_as_people_write_them(text: str, value: str) -> None:
    assert exp_of_epsilon(text) == exact(value)


def test_epsilon_may_be_a_rational_value() -> None:
    assert exp_of_epsilon(Fraction(1, 2)) == exact("exp(1/2)")
    assert exp_of_epsilon(0) == 1
    assert exp_of_epsilon(exact("1/2")) == exact("exp(1/2)")


@each("text", ["exp(1)", "sqrt(2)", "inf", "", "log(0)", "log(2)*log(3)"])
def test_epsilons_that_are_none(text: str) -> None:
    refuses(NumberSyntaxError, "", exp_of_epsilon, text)
