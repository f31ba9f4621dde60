"""Floats, integers, formats and LaTeX of exact numbers; and that nothing of it comes back in as a number."""

import copy
import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any, cast

import pytest

from dpexact import (
    Exact,
    InexactInputError,
    IrrationalError,
    ParameterError,
    TooLargeError,
    epsilon_of,
    exact,
    free_exp_epsilon,
)
from dpexact.numbers.enclosure import Enclosure
from dpexact.papers.count_queries import DiscreteGaussian, discrete_gaussian, linear_program
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)


@each(
    ("text", "expected"),
    [
        ("1/3", 1 / 3),
        ("0", 0.0),
        ("exp(1)", math.e),
        ("sqrt(2)", math.sqrt(2)),
        ("-sqrt(2)/10**400", -0.0),
        ("exp(-800)", 0.0),
        ("2**-1074", 5e-324),
        ("2**-1075", 0.0),  # a tie goes to the even one
        ("3*2**-1075", 1e-323),
        ("2**-1075 + 2**-2000", 5e-324),
        ("2**-1075*exp(1/10**30)", 5e-324),  # just above the tie
        ("2**-1075*exp(-1/10**30)", 0.0),
        ("1 + 2**-53", 1.0),
        ("1 + 2**-53*exp(1/10**30)", 1 + 2**-52),
        ("1 + 3*2**-53", 1 + 2**-51),
        ("2**1024 - 2**970 - 1", math.nextafter(math.inf, 0)),
        ("exp(709)", 8.218407461554972e307),
    ],
)
def test_floats(text: str, expected: float) -> None:
    found = float(exact(text))
    assert found == expected
    assert math.copysign(1, found) == math.copysign(1, expected)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["2**1024", "2**1024 - 2**970", "-2**1024", "exp(710)", "-exp(1000000)"])
def test_floats_past_the_range(text: str) -> None:
    refuses(OverflowError, "past the range of doubles", float, exact(text))


def test_a_float_does_not_come_back_in() -> None:
    number = exact("1/2")
    functions: list[Callable[[], Any]] = [
        lambda: number + float(number),
        lambda: float(number) * number,
        lambda: number == float(number),
        lambda: float(number) < number,
        lambda: exact(float(number)),
        lambda: number ** float(number),
    ]
    for function in functions:
        refuses(InexactInputError, "", function)


def test_integers() -> None:
    assert [round(exact(text)) for text in ("1/2", "3/2", "-1/2", "-5/2", "exp(3)", "7")] == [0, 2, 0, -2, 20, 7]
    assert [math.floor(exact(text)) for text in ("-1/2", "exp(3)", "-exp(3)", "4")] == [-1, 20, -21, 4]
    assert [math.ceil(exact(text)) for text in ("-1/2", "exp(3)", "-exp(3)", "4")] == [0, 21, -20, 4]
    assert [math.trunc(exact(text)) for text in ("-1/2", "exp(3)", "-exp(3)", "-4")] == [0, 20, -20, -4]
    assert int(exact("-exp(3)")) == -20
    large = exact("10**30 + exp(-500)")  # closer to an integer than 700 bits show
    assert (math.floor(large), math.ceil(large), round(large)) == (10**30, 10**30 + 1, 10**30)
    assert round(exact("0.125"), 2) == exact("0.12")
    assert round(exact("1250"), -2) == 1200
    assert isinstance(round(exact("1250"), -2), Exact)
    assert round(exact("exp(1)"), 3) == exact("2.718")
    for digits in (0.5, True, "1"):
        refuses(ParameterError, "", round, exact("1/3"), cast("int", digits))
    refuses(TooLargeError, "", round, exact("1/3"), 10**9)
    for function in (float, math.floor, round, "{:.3f}".format):
        refuses(IrrationalError, "", function, free_exp_epsilon())


@each(("text", "specification", "expected"), BESIDE["formats"])
def test_formats(text: str, specification: str, expected: str) -> None:
    assert format(exact(text), specification) == expected


def test_formats_of_any_length_and_of_none() -> None:
    assert f"{exact('1/3'):.5000f}" == "0." + "3" * 5000
    assert f"{exact('10**5000'):f}" == "1" + "0" * 5000 + ".000000"
    for specification in ("d", "x", ".3q", "s", ",", "z", "hello", ".f", "10,_f"):
        refuses(ValueError, "format", format, exact("1/3"), specification)
    for specification in (".10000000f", "99999999999999999999f", f".{'9' * 5000}f"):
        refuses(TooLargeError, "", format, exact("1/3"), specification)


def test_latex() -> None:
    e = free_exp_epsilon()
    shown = {
        "1/3": r"\frac{1}{3}",
        "-1/3": r"-\frac{1}{3}",
        "0": "0",
        "12**(1/2)": r"2 \, \sqrt{3}",
        "(3/2)**(1/5)": r"\left(3/2\right)^{1/5}",
        "(1+exp(1/2))/3": r"\frac{e^{1/2} + 1}{3}",
        "1 - exp(2)": "-e^{2} + 1",
    }
    assert {text: exact(text)._repr_latex_() for text in shown} == {key: f"${text}$" for key, text in shown.items()}
    assert ((e**2 - 1) / (2 * e))._repr_latex_() == r"$\frac{E^{2} - 1}{2 \, E}$"
    assert exact(Fraction(1, 7**3000))._repr_latex_().startswith(r"$\approx 5.08019002283122e-2536")
    assert epsilon_of(2)._repr_latex_() == "$[0.693147180559, 0.693147180560]$"


TEXT_COMPARISONS: list[Callable[[Any], Any]] = [
    lambda number: number == "1/3",
    lambda number: number != "1/3",
    lambda number: number == "anything",
    lambda number: number == "1/3",
    lambda number: number < "1/3",
    lambda number: number >= "1/3",
    lambda number: number in ["1/3", None],
    lambda number: "1/3" in [number, number],
]


@each("compare", TEXT_COMPARISONS)
@each("number", [exact("1/3"), exact("exp(1)"), free_exp_epsilon(), epsilon_of(2)])
def test_a_text_is_not_compared(number: Any, compare: Callable[[Any], Any]) -> None:
    refuses(TypeError, "write exact", compare, number)


def test_numbers_beside_texts_in_dictionaries() -> None:
    """A look-up compares only what hashes alike, so that keys of several types still live together."""
    mixed: dict[Any, int] = {exact("1/3"): 1, "1/3": 2, None: 3}
    assert (mixed[Fraction(1, 3)], mixed["1/3"], mixed[None]) == (1, 2, 3)


# -- order and equality where the common field is too large --------------------------------------------------------


def test_order_in_fields_that_are_too_large() -> None:
    tiny, one = exact("exp(1e-30)"), exact("exp(1)")
    assert tiny < one
    assert not tiny > one
    assert tiny <= one
    assert tiny != one
    assert exact("exp(1e-3000)") > exact("exp(1e-3001)")  # they differ in the 3001st digit
    assert exact("2**(1/1021)") > exact("3**(1/1019)") - 1
    assert exact("2**(1/1021)") < exact("3**(1/1019)")
    assert exact("2**(1/1021)") != exact("3**(1/1019)")
    assert sorted([one, tiny, exact("exp(1e-31)")])[2] == one


def test_equal_numbers_in_large_fields_are_found_equal() -> None:
    """By structure: nothing is refined without end."""
    first, second = exact("exp(1e-30)*sqrt(8)"), 2 * exact("exp(1e-30)*sqrt(2)")
    assert first == second
    assert first <= second
    assert not first < second
    sum_of_both = exact("exp(1e-30)") + exact("exp(2e-30)")
    assert sum_of_both == exact("exp(1e-30)*(1 + exp(1e-30))")


# -- enclosures pickle and copy ------------------------------------------------------------------------------------


ENCLOSURES: dict[str, Callable[[], Enclosure]] = {
    "log": lambda: epsilon_of("6/5"),
    "sum": lambda: 3 * epsilon_of(2) - exact("sqrt(2)") / epsilon_of(5),
    "repeated": lambda: epsilon_of(2) * epsilon_of(2),
    "long": lambda: reduce(lambda total, _: total + 1, range(3000), epsilon_of(2)),
    "negative": lambda: -epsilon_of(7),
    "probability": lambda: discrete_gaussian("3/2").probability(2),
    "variance": lambda: discrete_gaussian("3/2").variance,
    "delta": lambda: discrete_gaussian("3/2").tight_delta("exp(1)"),
    "tail": lambda: discrete_gaussian("3/2").equation_45("exp(1)"),
    "of variance": lambda: DiscreteGaussian.of_variance("5/2").probability(1),
    "program": lambda: Enclosure.of(0) + linear_program("exp(2)", "1/5", 2, 1, 7).value,
}


@pytest.mark.long
@pytest.mark.parametrize("name", ENCLOSURES)
def test_enclosures_pickle(name: str) -> None:
    number = ENCLOSURES[name]()
    twin = pickle.loads(pickle.dumps(number))  # noqa: S301 - made in this line
    assert (twin.lower, twin.upper) == (number.lower, number.upper)
    assert (twin.refine(90).lower, twin.refine(90).upper) == (number.refine(90).lower, number.refine(90).upper)
    assert copy.copy(number) is number
    assert copy.deepcopy([number])[0] is number
