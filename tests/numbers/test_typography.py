"""Numbers as they are set in print: parameters and printed texts are read alike, where there is one reading."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from dpexact import exact, exp_of_epsilon
from dpexact.audit import audit
from dpexact.audit.printed import parse_printed
from dpexact.cli.options import exp_epsilon_option
from dpexact.errors import NumberSyntaxError, ParameterError, TooLargeError
from dpexact.numbers.formula import formula_value
from dpexact.papers.gradual_release.laws import level_of
from dpexact.testing import exact_reference
from tests.each import each
from tests.refusals import refuses

HEADER = "id,source,quantity,parameters,printed,meaning\n"
TEXTS = {  # by hand
    "1e\N{MINUS SIGN}5": Fraction(1, 10**5),
    "10^{-5}": Fraction(1, 10**5),
    "10^-5": Fraction(1, 10**5),
    "1 \N{MULTIPLICATION SIGN} 10^-5": Fraction(1, 10**5),
    "2.5 x 10^{\N{MINUS SIGN}7}": Fraction(25, 10**8),
    r"2.5 \times 10^{-7}": Fraction(25, 10**8),
    "3\N{MIDDLE DOT}10^2": Fraction(300),
    "10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT FIVE}": Fraction(1, 10**5),
    "4 \N{MULTIPLICATION SIGN} 10\N{SUPERSCRIPT TWO}": Fraction(400),
    "0.001%": Fraction(1, 10**5),
    "$10^{-5}$": Fraction(1, 10**5),
    "\N{EN DASH}1": Fraction(-1),
    "1e\N{EN DASH}5": Fraction(1, 10**5),
    "\N{MINUS SIGN}0.5": Fraction(-1, 2),
    "1e-5": Fraction(1, 10**5),
}


@each("text", TEXTS)
def test_one_reader_for_printed_texts_and_parameters(text: str) -> None:
    assert parse_printed(text).value == TEXTS[text]
    assert formula_value("x", {"x": text}) == TEXTS[text]
    assert exact_reference("formula", expression="2*x", x=text) == 2 * TEXTS[text]


def test_signs_of_print_are_read_wherever_a_number_is() -> None:
    minus, dot = "\N{MINUS SIGN}", "\N{MIDDLE DOT}"
    assert exact(f"{minus}3{dot}exp({minus}1)") == -3 * exact("exp(-1)")
    assert exp_of_epsilon(f"2{dot}log(2) {minus} 1") == 4 / exact("exp(1)")
    assert formula_value(f"2\N{DOT OPERATOR}3\N{MULTIPLICATION SIGN}x {minus} 1", {"x": f"{minus}1"}) == -7
    assert str(level_of(f"3{dot}eps {minus} 1")) == "3*eps - 1"
    level = (f"1{dot}log(2)", None)
    assert exp_epsilon_option(*level) == 2


@pytest.mark.parametrize("read", [exact, formula_value, parse_printed])
def test_a_sign_that_is_refused_is_named(read: Callable[[str], object]) -> None:
    refuses(NumberSyntaxError, r"\(U\+2013 EN DASH\)", read, "1\N{EN DASH}2")
    refuses(NumberSyntaxError, r"\(U\+FF11 FULLWIDTH DIGIT ONE\)", read, "\N{FULLWIDTH DIGIT ONE}")


@each("text", ["0.333...", "3,74", "5%/2", "110\N{SUPERSCRIPT TWO}", "2\N{SUPERSCRIPT THREE}", "<1"])
def test_what_has_no_single_reading_is_refused_in_a_parameter(text: str) -> None:
    refuses(NumberSyntaxError, r"^x: ", formula_value, "x", {"x": text})
    refuses(TooLargeError, "", formula_value, "x", {"x": "10^{-99999}"})


def test_a_power_that_has_lost_its_superscript_is_refused() -> None:
    for sign in "\N{MULTIPLICATION SIGN}\N{MIDDLE DOT}\N{DOT OPERATOR}":
        for text in (f"5{sign}10\N{MINUS SIGN}2", f"5 {sign} 10-2"):
            for read in (exact, exp_of_epsilon, formula_value, lambda text: formula_value("x", {"x": text})):
                refuses(NumberSyntaxError, "write 10\\*\\*-2, or 10 - 2 for a difference", read, text)
        assert exact(f"5{sign}10 \N{MINUS SIGN} 2") == exact("5*10-2") == 48
        assert exact(f"5{sign}10**\N{MINUS SIGN}2") == Fraction(1, 20)


def test_a_raised_point_is_refused() -> None:
    for text in ("1\N{MIDDLE DOT}5", " -0\N{MIDDLE DOT}05"):
        for read in (exact, exp_of_epsilon, formula_value, lambda text: formula_value("x", {"x": text})):
            refuses(NumberSyntaxError, r"one reading.* for a product", read, text)
    assert exact("1 \N{MIDDLE DOT} 5") == exact("1\N{DOT OPERATOR}5") == 5


def failures(folder: Path, parameters: str, printed: str) -> str:
    table = folder / "t.csv"
    table.write_text(f'{HEADER}row,here,gaussian.delta,"{parameters}",{printed},rounded\n', encoding="utf-8")
    (row,) = audit([table]).failed
    return str(row.error)


@pytest.mark.parametrize(
    ("sign", "meaning"), [("<", "at-most"), ("\N{GREATER-THAN OR EQUAL TO} ", "at-least"), ("~", "about")]
)
def test_a_sign_before_a_number_is_a_meaning(tmp_path: Path, sign: str, meaning: str) -> None:
    said = failures(tmp_path, "sigma=1; sensitivity=1; epsilon=1", f"{sign}3.74")
    assert said.endswith(f"and use the meaning {meaning}")
    assert said.count("3.74") == 1


def test_a_printed_text_is_shown_once(tmp_path: Path) -> None:
    for text in ("abc", "1e99999"):
        said = failures(tmp_path, "sigma=1; sensitivity=1; epsilon=1", text)
        assert said.count(text) == 1
        assert ": expected a" in said


def test_greek_names_are_spelt(tmp_path: Path) -> None:
    said = failures(tmp_path, "sigma=1; sensitivity=1; \N{GREEK SMALL LETTER EPSILON}=1", "0.1")
    assert said.endswith("did you mean 'epsilon'?")
    with pytest.raises(ParameterError, match="did you mean 'delta'"):
        exact_reference("gaussian.sigma", epsilon=1, sensitivity=1, δ="1e-5")
