"""Test what an audit says to print in place of a wrong number: right under its meaning, and on the safe side."""

from fractions import Fraction
from math import ceil, floor, inf
from typing import Any

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dpexact.audit.auditor import audit
from dpexact.audit.judgement import Judgement, judge
from dpexact.audit.printed import MEANINGS, REFUTED, Meaning, parse_printed
from dpexact.audit.quantity import PrivacyDirection
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import exact
from tests.beside import beside

BESIDE = beside(__file__)

LARGER: PrivacyDirection = "larger-is-safe"
SMALLER: PrivacyDirection = "smaller-is-safe"
NEITHER: PrivacyDirection = "neither"


def judged(printed: str, meaning: Meaning, true: str, direction: PrivacyDirection = LARGER) -> Judgement:
    return judge(parse_printed(printed), meaning, exact(true), direction)


@pytest.mark.parametrize(
    ("printed", "meaning", "true", "direction", "right", "safe"),
    BESIDE["texts"],
)
def test_the_text_that_would_be_right(
    printed: str, meaning: Meaning, true: str, direction: PrivacyDirection, right: str, safe: str
) -> None:
    found = judged(printed, meaning, true, direction)
    assert (found.print, found.print_safe) == (right or None, safe or None)


def is_right(text: str, meaning: Meaning, v: Fraction) -> bool:
    """The table of docs/claim-table.md, Meanings, once more."""
    number = parse_printed(text)
    d, u = number.value, number.unit or Fraction(1)
    away, cut = (floor if v >= 0 else ceil), (floor if v >= 0 else ceil)
    half_up = away(v / u + (Fraction(1, 2) if v >= 0 else -Fraction(1, 2))) * u
    return {
        "rounded": d in (half_up, round(v / u) * u),
        "truncated": d == cut(v / u) * u,
        "rounded-up": d == ceil(v / u) * u,
        "exact": d == v,
        "about": abs(v - d) <= u,
        "at-most": v <= d,
        "at-least": v >= d,
    }[meaning]


TAILS = st.from_regex("[0-9]{1,4}", fullmatch=True)
NUMERALS = st.builds("{}{}.{}".format, st.sampled_from(["", "-"]), st.integers(0, 999), TAILS)
SCALES = st.sampled_from(["", "e-7", "e3", "%", " x 10^-5", r"\cdot10^{4}", " × 10⁻³"])
PRINTED = st.builds("{}{}".format, NUMERALS, SCALES)
POWERS = st.integers(-9, 9).map(lambda power: Fraction(10) ** power)
TRUE = st.builds(lambda p, q, power: Fraction(p, q) * power, st.integers(-999, 999), st.integers(1, 99), POWERS)
ALL_BUT_EXACT = [meaning for meaning in MEANINGS if meaning != "exact"]


@pytest.mark.slow
@given(PRINTED, TRUE, st.sampled_from(ALL_BUT_EXACT), st.sampled_from([LARGER, SMALLER, NEITHER]))
def test_what_is_to_be_printed_is_right(
    printed: str, true: Fraction, meaning: Meaning, direction: PrivacyDirection
) -> None:
    found = judge(parse_printed(printed), meaning, exact(true), direction)
    if found.verdict not in REFUTED:
        assert (found.print, found.print_safe) == (None, None)
        return
    assert found.print is not None
    assert is_right(found.print, meaning, true)
    assert (found.print.count("%"), found.print.count("$")) == (printed.count("%"), printed.count("$"))
    value = parse_printed(found.print).value
    if meaning in ("at-most", "at-least") or direction == "neither":
        assert found.print_safe is None
        return
    is_safe = value >= true if direction == LARGER else value <= true
    assert (found.print_safe is None) == is_safe
    if found.print_safe is not None:
        safe = parse_printed(found.print_safe)
        assert safe.unit is not None
        gap = safe.value - true if direction == LARGER else true - safe.value
        assert 0 <= gap < safe.unit


def test_an_enclosure_and_infinity() -> None:
    enclosed = Enclosure.of(exact("exp(2)"))  # 7.389056...
    assert judge(parse_printed("7.38"), "rounded", enclosed, LARGER).print == "7.39"
    assert judge(parse_printed("7.38"), "exact", enclosed, LARGER).print is None
    assert judge(parse_printed("7.38"), "at-most", inf, LARGER).print is None


def test_a_reading_is_not_to_be_printed(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("readings") / "a.csv"
    head = "id,source,quantity,parameters,printed,meaning,reading\n"
    path.write_text(f"{head}a,s,formula,expression = 2,3,rounded,\nb,s,formula,expression = 2,3,rounded,true\n")
    assert [row.judgement.print for row in audit([path]).rows] == ["2", None]


class NoNarrower:
    """A number between 7 and 8 of which no more can be had."""

    def __call__(self) -> Any:
        return arb(7.5, 0.5)

    def spent(self, precision: int, bits: int) -> str:
        del precision, bits
        return "no more can be had"


def test_bounds_far_apart_are_answered_at_once() -> None:
    """About 10^24 units lie between the bounds: the safe end is printed, and no rounded number is right."""
    number, unit = Enclosure(NoNarrower()), Fraction(1, 10**24)
    most = judge(parse_printed("5." + 24 * "0"), "at-most", number, NEITHER)
    assert (most.verdict, most.units_off) == ("violated-bound", None)
    assert 0 <= parse_printed(most.print or "").value - number.upper < unit
    least = judge(parse_printed("9." + 24 * "0"), "at-least", number, NEITHER)
    assert 0 <= number.lower - parse_printed(least.print or "").value < unit
    assert judge(parse_printed("5." + 24 * "0"), "rounded", number, NEITHER).print is None
