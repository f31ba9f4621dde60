"""The weight of what is wrong: by hand at its borders, and by fractions on both sides of zero."""

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from dpexact import epsilon_of, exact
from dpexact.audit.judgement import NO_TOLERANCE, Tolerance, is_near, order, parse_tolerance, side_of, weight
from dpexact.errors import InexactInputError, ParameterError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from tests.each import each
from tests.refusals import refuses


def test_borders_by_hand() -> None:
    for claimed, true, expected in (
        ("1", "1", "last-digits"),
        ("0", "0", "last-digits"),
        ("0", "1e-300", "material"),
        ("1e-300", "0", "material"),
        ("1", "-1", "material"),
        ("1000000001", "1000000000", "small"),  # off by exactly 1e-9: not below it
        ("1000000000.9", "1000000000", "last-digits"),
        ("1.001", "1", "material"),  # off by exactly a thousandth: not below it
        ("1.0009999", "1", "small"),
        ("-0.9990001", "-1", "small"),
        ("-0.999", "-1", "material"),
        ("1.09", "1.0986122886681098", "material"),
    ):
        assert weight(exact(claimed), exact(true)) == expected, (claimed, true)


@pytest.mark.parametrize("sign", [1, -1])
def test_against_fractions(sign: int) -> None:
    """The definition itself, where everything is rational."""
    rng = random.Random(17)
    for _ in range(300):
        true = Fraction(sign * rng.randrange(1, 10**6), rng.randrange(1, 10**6))
        claimed = true * (1 + Fraction(rng.choice((-1, 1)) * rng.randrange(1, 100), 10 ** rng.randrange(1, 13)))
        relative, absolute = (Fraction(rng.randrange(2), 10 ** rng.randrange(1, 8)) for _ in range(2))
        gap, size = abs(claimed - true), abs(true)
        near = gap * 10**9 < size or gap <= relative * size or gap <= absolute
        expected = "last-digits" if near else "small" if gap * 1000 < size else "material"
        assert weight(claimed, exact(true), Tolerance(relative, absolute)) == expected
        assert weight(claimed, Enclosure.of(exact(true)), Tolerance(relative, absolute)) in (expected, None)


def test_a_tolerance_counts_with_its_ends() -> None:
    assert weight(Fraction(2), exact("1.6"), Tolerance(relative=Fraction(1, 4))) == "last-digits"
    assert weight(Fraction(2), exact("1.6"), Tolerance(absolute=Fraction(4, 10))) == "last-digits"
    assert weight(Fraction(2), exact("1.6"), Tolerance(Fraction(1, 5), Fraction(3, 10))) == "material"


def test_enclosures_are_refined() -> None:
    log3 = Enclosure.of(exact(3)).log()
    assert weight(Fraction("1.09"), log3) == "material"
    assert weight(Fraction("1.0986"), log3) == "small"
    assert weight(Fraction("1.0986122886"), log3) == "last-digits"
    assert weight(Fraction(-1), log3) == "material"
    zero = log3 - Enclosure.of(exact(3)).log()
    assert weight(Fraction(0), zero) is None  # nothing tells this enclosure from zero
    assert weight(Fraction(1), zero) == "material"


def test_infinities_and_nan() -> None:
    assert weight(math.inf, math.inf) == "last-digits"
    assert {weight(math.inf, exact(1)), weight(Fraction(1), math.inf), weight(math.nan, exact(1))} == {"material"}
    assert {weight(-math.inf, math.inf), weight(math.nan, math.inf)} == {"material"}


def test_a_finite_float_is_refused() -> None:
    refuses(InexactInputError, "", weight, 1.5, exact(1))
    refuses(InexactInputError, "", weight, Fraction(1), 1.5)


def test_tolerances_are_read() -> None:
    assert parse_tolerance("1e-9 relative") == Tolerance(Fraction(1, 10**9), Fraction(0))
    assert parse_tolerance(" 1/8  absolute ") == Tolerance(Fraction(0), Fraction(1, 8))
    assert parse_tolerance("0 absolute") == NO_TOLERANCE == parse_tolerance("")


@each("text", ["1e-9", "relative", "1e-9 rel", "-1 absolute", "1 relative", "x absolute", "sqrt(2) absolute"])
def test_other_tolerances_are_refused(text: str) -> None:
    refuses(ParameterError, "tolerance: expected a number with the word relative", parse_tolerance, text)


GRID = [Fraction(n, 4) for n in range(-9, 10)]
FACTORS = [Fraction(*pair) for pair in ((0, 1), (1, 4), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1))]


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("kind", [exact, lambda number: Enclosure.of(exact(number))], ids=["exact", "enclosure"])
def test_near_is_what_its_definition_says_on_both_sides_of_zero(factor: Fraction, kind: Any, *, ends: bool) -> None:
    for claimed in GRID:
        for true in GRID:
            distance, allowed = abs(claimed - true), factor * abs(true)
            within = distance <= allowed if ends or factor >= 1 else distance < allowed
            within = within or claimed == true == 0  # 0 is near 0
            assert is_near(exact(claimed), kind(true), factor, ends=ends) is within, (claimed, true)


@each("true", [-2, Fraction(5, 8), 0])
@each("kind", [exact, lambda number: Enclosure.of(exact(number))], ids=["exact", "enclosure"])
def test_the_order_is_that_of_fractions_and_infinities(true: Fraction, kind: Any) -> None:
    for claimed in (*GRID, true):
        assert order(exact(claimed), kind(true)) == (claimed > true) - (claimed < true)
    assert order(math.inf, kind(true)) == 1
    assert order(-math.inf, kind(true)) == -1
    refuses(UndecidedError, "NaN", order, math.nan, kind(true))
    assert (order(exact(true), math.inf), order(math.inf, math.inf), order(-math.inf, math.inf)) == (-1, 0, -1)


def test_an_order_that_no_precision_tells_is_not_guessed() -> None:
    refuses(UndecidedError, "", order, exact(0), epsilon_of(exact(4)) - 2 * epsilon_of(exact(2)))


@pytest.mark.parametrize(
    ("safe", "sides"),
    [
        ("larger", ["unsafe", "safe", "safe"]),
        ("larger-is-safe", ["unsafe", "safe", "safe"]),
        ("smaller", ["safe", "safe", "unsafe"]),
        ("smaller-is-safe", ["safe", "safe", "unsafe"]),
        ("neither", ["neither"] * 3),
    ],
)
def test_the_side_of_what_is_below_at_and_above_the_truth(safe: Any, sides: list[str]) -> None:
    assert [side_of(found, safe) for found in (-1, 0, 1)] == sides
