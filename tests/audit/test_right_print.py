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
from tests.each import each

LARGER: PrivacyDirection = "larger-is-safe"
SMALLER: PrivacyDirection = "smaller-is-safe"
NEITHER: PrivacyDirection = "neither"


def judged(printed: str, meaning: Meaning, true: str, direction: PrivacyDirection = LARGER) -> Judgement:
    return judge(parse_printed(printed), meaning, exact(true), direction)


@each(
    ("printed", "meaning", "true", "direction", "right", "safe"),
    [
        ("0.66", "rounded", "2/3", NEITHER, "0.67", None),
        ("0.67", "truncated", "2/3", NEITHER, "0.66", None),
        ("-0.66", "rounded", "-2/3", NEITHER, "-0.67", None),
        ("9.9", "rounded", "10.04", NEITHER, "10.0", None),
        ("0.1", "rounded", "-0.3", NEITHER, "-0.3", None),
        ("7", "rounded-up", "12.2", NEITHER, "13", None),
        (".5", "at-most", "0.7", NEITHER, "0.7", None),
        ("0.5", "at-most", "0.61", NEITHER, "0.7", None),
        ("0.5", "at-least", "0.39", NEITHER, "0.3", None),
        ("5.20", "rounded", "5.2177", LARGER, "5.22", None),
        ("5.20", "rounded", "5.2133", LARGER, "5.21", "5.22"),
        ("5.20", "rounded", "5.2177", SMALLER, "5.22", "5.21"),
        ("5", "about", "7.4", LARGER, "8", None),  # 7 and 8 are right, and 8 promises no more than there is
        ("5", "about", "7.6", SMALLER, "7", None),
        ("5", "about", "7.6", NEITHER, "8", None),
        ("5e-1", "rounded", "0.7", NEITHER, "7e-1", None),
        ("3e-5", "rounded", "1.27e-6", NEITHER, "1e-6", None),
        ("9e-5", "at-most", "9.96e-5", LARGER, "1e-4", None),
        ("1.2E-05", "rounded", "3.456e-7", NEITHER, "3.5E-7", None),
        (r"$1.2 \times 10^{-5}$", "rounded", "3.456e-7", NEITHER, r"$3.5 \times 10^{-7}$", None),
        ("10^{-5}", "at-most", "3.2e-5", NEITHER, r"4\times10^{-5}", None),
        ("10⁻⁵", "at-most", "3.2e-5", NEITHER, "4 x 10⁻⁵", None),
        ("1.2 × 10⁻⁵", "rounded", "1.37e-5", NEITHER, "1.4 × 10⁻⁵", None),
        ("12.5e-6", "rounded", "13.06e-6", NEITHER, "13.1e-6", None),
        ("99.45%", "rounded", "0.9912345", NEITHER, "99.12%", None),
        (r"0.5\%", "at-most", "0.00612", NEITHER, r"0.7\%", None),
        ("−2.50", "rounded", "-2.604", NEITHER, "−2.60", None),
        ("0.08987...", "truncated", "0.1234567", NEITHER, "0.12345...", None),
        ("0.05", "at-most", "12.3456", NEITHER, "12.35", None),
        ("0.05", "rounded", "0.0012", NEITHER, "0.001", None),  # 0.00 would be right, and say nothing
        ("0", "at-most", "1e-20", NEITHER, "1e-20", None),
        ("282", "rounded", "283.4", NEITHER, "283", None),
        ("1/3", "at-most", "0.35678", NEITHER, "0.357", None),
        ("1/3", "exact", "2/7", NEITHER, "2/7", None),
        ("0.5", "exact", "0.7", NEITHER, "0.7", None),
        ("0.33", "exact", "1/3", NEITHER, "1/3", None),
        ("0.33", "exact", "sqrt(2)", NEITHER, None, None),
        ("0.33", "exact", "1/10**50", NEITHER, None, None),
        ("1.2600000000000002", "at-least", "0.80066768455860209", NEITHER, "0.8006676845586020", None),
        ("0.67", "rounded", "2/3", NEITHER, None, None),  # it is right
    ],
)
def test_the_text_that_would_be_right(
    printed: str, meaning: Meaning, true: str, direction: PrivacyDirection, right: str | None, safe: str | None
) -> None:
    found = judged(printed, meaning, true, direction)
    assert (found.print, found.print_safe) == (right, safe)


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
