"""Mutants of each row of the table of rules, and for each a program of which the mutant says something false.

A mutant drops or changes one field of one row. Its witness is a program of one draw, whose law comes from naive
enumeration, or is written beside it where the draw has all 2^53 doubles. The rule itself gives that law. Replays and
checks are as ever: a mutant is noticed if the law is another one, or if the program is refused.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from dpexact.programs import UnsupportedProgramError, distribution_of
from dpexact.programs.draw import is_draw, library_function
from dpexact.programs.rules import EXACT, FLOATS, FUNCTIONS, Rule, Trust, of_two
from dpexact.programs.source import Source
from tests.explored import refused
from tests.forgeries import program_mutants
from tests.naive_programs import law_of, naive_law

pytestmark = pytest.mark.filterwarnings("ignore")

WHOLE = 1 << 53
MUTANTS: dict[str, Callable[[Rule], Rule]] = {
    "splits": lambda rule: replace(rule, splits=()),
    "factor": lambda rule: replace(rule, factor=4096 * rule.factor),
    "residues": lambda rule: replace(rule, residues=max(rule.residues // 4, min(rule.residues, 1))),
    "domain": lambda rule: replace(rule, domain=None),
    "exact": lambda rule: replace(rule, exact=None),
    "trust": lambda rule: replace(rule, trust=Trust.ROUNDED if rule.trust is not Trust.ROUNDED else Trust.EXACT),
}
TABLES: dict[str, dict[Any, Any]] = {"EXACT": EXACT, "FLOATS": FLOATS, "FUNCTIONS": FUNCTIONS}
SMALL, SIGNED, DOUBLE = "s.below(200)", "s.randint(-100, 90)", "s.random()"
WRAPPING = "s.generator.integers(-128, 128, dtype=np.int8)"
TWO_SIDED = "s.random() - 0.5"
WITNESSES: dict[tuple[str, Any, str], tuple[str, str]] = {
    ("EXACT", ("add", False), "factor"): (SMALL, "(x + 3) % 4 == 1"),
    ("EXACT", ("add", True), "factor"): (SMALL, "(3 + x) % 4 == 1"),
    ("EXACT", ("sub", False), "factor"): (SMALL, "(x - 3) % 4 == 1"),
    ("EXACT", ("sub", True), "factor"): (SMALL, "(3 - x) % 4 == 1"),
    ("EXACT", ("mul", False), "factor"): (SMALL, "x * 3 % 4 == 1"),
    ("EXACT", ("mul", True), "factor"): (SMALL, "3 * x % 4 == 1"),
    ("EXACT", ("floordiv", False), "factor"): (SMALL, "x // 3 % 4 == 1"),
    ("EXACT", ("lshift", False), "factor"): (SMALL, "(x << 3) % 16 == 8"),
    ("EXACT", ("rshift", False), "factor"): (SMALL, "(x >> 3) % 4 == 1"),
    ("EXACT", ("truediv", True), "splits"): (SIGNED, "3 / x < 1"),
    ("EXACT", ("floordiv", True), "splits"): (SIGNED, "3 // x < 1"),
    ("EXACT", ("pow", False), "splits"): (SIGNED, "x ** 8 < 1"),
    ("EXACT", ("mod", False), "residues"): (SMALL, "x % 8 < 3"),
    ("EXACT", ("and", False), "residues"): (SMALL, "x & 12 < 5"),
    ("EXACT", ("and", True), "residues"): (SMALL, "12 & x < 5"),
    ("EXACT", ("or", False), "residues"): (SMALL, "(x | 9) % 16 < 10"),
    ("EXACT", ("or", True), "residues"): (SMALL, "(9 | x) % 16 < 10"),
    ("EXACT", ("xor", False), "residues"): (SMALL, "(x ^ 9) < 5"),
    ("EXACT", ("xor", True), "residues"): (SMALL, "(9 ^ x) < 5"),
    ("EXACT", ("add", False), "exact"): (WRAPPING, "x + np.int8(100) < 0"),
    ("EXACT", ("add", True), "exact"): (WRAPPING, "np.int8(100) + x < 0"),
    ("EXACT", ("sub", False), "exact"): (WRAPPING, "x - np.int8(100) < 0"),
    ("EXACT", ("sub", True), "exact"): (WRAPPING, "np.int8(100) - x < 0"),
    ("EXACT", ("mul", False), "exact"): (WRAPPING, "x * np.int8(3) < 0"),
    ("EXACT", ("mul", True), "exact"): (WRAPPING, "np.int8(3) * x < 0"),
    ("EXACT", ("floordiv", False), "exact"): (WRAPPING, "x // np.int8(-1) > 100"),
    ("EXACT", ("floordiv", True), "exact"): (WRAPPING, "np.int8(-128) // x > 50"),
    ("EXACT", ("lshift", False), "exact"): (WRAPPING, "x << np.int8(3) > 50"),
    ("EXACT", ("pow", False), "exact"): (WRAPPING, "x ** 2 > 100"),
    ("FLOATS", ("truediv", True), "splits"): (SIGNED, "0.3 / x < 1"),
    ("FLOATS", ("mod", False), "splits"): (DOUBLE, "x % 0.5 > 0.4"),
    ("FLOATS", ("pow", False), "trust"): (DOUBLE, "power(x, 2.0) < 0.25"),
    ("FLOATS", ("pow", True), "trust"): (DOUBLE, "power(2.0, x) < 0.25"),
    ("FUNCTIONS", "absolute", "splits"): (SIGNED, "abs(x) < 5"),
    ("FUNCTIONS", "fabs", "splits"): (SIGNED, "math.fabs(x) < 5"),
    ("FUNCTIONS", "bit_length", "splits"): (SIGNED, "x.bit_length() < 3"),
    ("FUNCTIONS", "negative", "exact"): (WRAPPING, "-x > 100"),
    ("FUNCTIONS", "absolute", "exact"): (WRAPPING, "abs(x) > 100"),
    ("FUNCTIONS", "negative", "factor"): (SMALL, "-x % 4 == 1"),
    ("FUNCTIONS", "invert", "factor"): (SMALL, "~x % 4 == 1"),
    ("FUNCTIONS", "absolute", "factor"): (SMALL, "abs(x) % 4 == 1"),
    ("FUNCTIONS", "positive", "factor"): (SMALL, "+x % 4 == 1"),
    **{("FUNCTIONS", name, "factor"): (SMALL, f"math.{name}(x) % 4 == 1") for name in ("floor", "ceil", "trunc")},
    ("FUNCTIONS", "rint", "factor"): (SMALL, "round(x) % 4 == 1"),
}
HARMLESS: dict[tuple[str, Any, str], str] = {
    ("EXACT", ("truediv", False), "exact"): "a quotient is a double, which does not wrap",
    ("EXACT", ("truediv", True), "exact"): "a quotient is a double, which does not wrap",
    **dict.fromkeys(
        (("EXACT", (name, side), "exact") for name in ("and", "or", "xor") for side in (False, True)),
        "bits of two numbers of one type are a number of that type",
    ),
    ("EXACT", ("mod", False), "exact"): "a remainder is smaller than its divisor",
    ("EXACT", ("rshift", False), "exact"): "a shift to the right is smaller than the number",
    ("FLOATS", ("floordiv", False), "splits"): "the quotient is constant where it is equal at both ends",
    ("FLOATS", ("floordiv", False), "trust"): "a rounded quotient rises, so that more is followed than is said",
    ("FLOATS", ("pow", False), "splits"): "the domain has one side of 0 only",
    ("FLOATS", ("pow", False), "domain"): "below 0 a power rises or falls too, or is complex, which is not followed",
    ("FLOATS", ("pow", True), "splits"): "a power rises or falls on the whole line",
    ("FUNCTIONS", "sqrt", "splits"): "below 0 it is a NaN or raises, which both are seen at an end",
    ("FUNCTIONS", "round", "splits"): "it rises on the whole line",
    **{("FUNCTIONS", name, "splits"): "it is constant where it is equal at both ends" for name in ("sign", "signbit")},
    **{("FUNCTIONS", name, "trust"): "it is constant on either side of 0" for name in ("sign", "signbit")},
    ("FUNCTIONS", "invert", "exact"): "it does not wrap",
    **{("FUNCTIONS", name, "exact"): "it does not wrap" for name in ("floor", "ceil", "trunc", "rint", "positive")},
    **{
        ("FUNCTIONS", name, "trust"): "infinity and NaN are parted from other numbers before the rule is asked"
        for name in ("isnan", "isinf", "isfinite")
    },
}
LIBRARY = [name for name, rule in FUNCTIONS.items() if rule.trust is Trust.ASSUMED]
TURNING = ("cos", "sin")


def followed(name: str, function: Callable[[Any], Any], x: Any) -> Any:
    """Return a function of a number, to which the rule with this name is applied if the number is a draw."""
    return library_function(name, function, x) if is_draw(x) else function(x)


def in_steps(x: float) -> float:
    """Return a function that does not rise."""
    return x if round(x * 256) % 16 else x + 0.25


def power(x: Any, y: Any) -> Any:
    """Return a function of two numbers by the rule of powers, which does not rise."""

    def of_two(x: Any, y: Any) -> Any:
        return in_steps(min(x, y))

    return library_function("pow", of_two, x, y) if is_draw(x) or is_draw(y) else of_two(x, y)


def program_of(start: str, text: str, **names: Any) -> Any:
    there = {"math": math, "np": np, "Fraction": Fraction, "followed": followed, "power": power, **names}
    exec(f"def program(s):\n    x = {start}\n    return bool({text})", there)  # noqa: S102 - the text is our own
    return there["program"]


def mutated(monkeypatch: pytest.MonkeyPatch, table: str, key: Any, field: str) -> None:
    """Change one field of one row."""
    before, change = TABLES[table][key], MUTANTS[field]

    def row(*given: Any) -> Rule | None:
        rule = before(*given)
        return rule and change(rule)

    monkeypatch.setitem(TABLES[table], key, change(before) if isinstance(before, Rule) else row)


def is_noticed(program: Any, expected: Any) -> bool:
    try:
        return bool(law_of(distribution_of(program, paths=300)) != expected)
    except UnsupportedProgramError:
        return True


@pytest.mark.slow
@pytest.mark.parametrize("mutant", WITNESSES, ids=lambda mutant: "-".join(map(str, mutant)))
def test_a_changed_row_says_something_false(mutant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, bits in (("double_bits", 8), ("float_bits", 6)):
        monkeypatch.setattr(Source, name, bits)
    program = program_of(*WITNESSES[mutant])
    expected = naive_law(program, bits=8, most=300)
    assert not is_noticed(program, expected)
    mutated(monkeypatch, *mutant)
    assert is_noticed(program, expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", LIBRARY)
def test_a_function_of_the_library_has_its_parts_and_is_computed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its parts it has one direction on all doubles; taken on trust, it is not computed."""
    sided = program_of(TWO_SIDED, f"followed({name!r}, abs, x) < 0.25")
    beyond = program_of("4 * s.random()", f"followed({name!r}, of_one, x) > 0.5", of_one=lambda x: min(x, 2 - x))
    for program, count in () if name in TURNING else ((sided, (1 << 52) - 1), (beyond, (1 << 51) - 1)):
        law = {("value", "bool", True): Fraction(count, WHOLE), ("value", "bool", False): 1 - Fraction(count, WHOLE)}
        assert not is_noticed(program, law)
        with monkeypatch.context() as patch:
            mutated(patch, "FUNCTIONS", name, "splits")
            assert is_noticed(program, law)
    monkeypatch.setattr(Source, "double_bits", 8)
    steps = program_of(DOUBLE, f"followed({name!r}, in_steps, x) < 0.25", in_steps=in_steps)
    expected = naive_law(steps, bits=8)
    assert not is_noticed(steps, expected)
    mutated(monkeypatch, "FUNCTIONS", name, "trust")
    assert is_noticed(steps, expected)


@pytest.mark.parametrize("name", TURNING)
def test_a_function_that_turns_is_split_at_its_extremes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two quarter turns, bisection counts what the computed function makes true."""

    def is_above(k: int) -> bool:
        return bool(getattr(math, name)(7 * (k / WHOLE) - 2) > 0.5)

    def is_other(at_first: bool, k: int) -> int:  # noqa: FBT001 - what holds at the first place
        return int(is_above(k) is not at_first)

    count, quarters = 0, [0, *(int((turn * math.pi / 2 + 2) / 7 * WHOLE) for turn in range(-1, 4)), WHOLE]
    for first, end in pairwise(quarters):
        middle = first + bisect_left(range(first, end), 1, key=partial(is_other, is_above(first)))
        count += middle - first if is_above(first) else end - middle
    program = program_of("7 * s.random() - 2", f"math.{name}(x) > 0.5")
    law = {("value", "bool", True): Fraction(count, WHOLE), ("value", "bool", False): 1 - Fraction(count, WHOLE)}
    assert not is_noticed(program, law)
    mutated(monkeypatch, "FUNCTIONS", name, "splits")
    assert is_noticed(program, law)


def test_minus_infinity_is_parted_from_other_numbers() -> None:
    """A product that overflows, times 0, is a NaN."""

    def factor(u: Any) -> Any:
        return u * -1e308 * 10.0

    finite, beyond = 0, WHOLE - 1
    while beyond - finite > 1:
        middle = (finite + beyond) // 2
        finite, beyond = (middle, beyond) if math.isfinite(factor(middle / WHOLE)) else (finite, middle)
    found = law_of(distribution_of(lambda s: math.isnan(factor(s.random()) * 0.0)))
    assert found["value", "bool", False] == Fraction(beyond, WHOLE)


def test_a_quotient_by_zero_is_a_nan_only_at_zero() -> None:
    found = law_of(distribution_of(lambda s: bool(np.isnan(s.generator.random(1)[0] / np.float64(0)))))
    assert found["value", "bool", True] == Fraction(1, WHOLE)


@pytest.mark.slow
def test_tens_of_numpys_integers_are_followed_unless_they_wrap() -> None:
    """The greatest int32 rounds to a negative number of numpy, so that round(x, -1) goes up and then down."""

    def tens(s: Any, end: int) -> bool:
        return bool(round(s.generator.integers(2**30, end, dtype=np.int32), -1) == 15 * 10**8)

    refused("wraps around", tens, 2**31)
    found = law_of(distribution_of(tens, 2**31 - 10))
    near = sum(int(round(np.int32(x), -1)) == 15 * 10**8 for x in range(15 * 10**8 - 20, 15 * 10**8 + 20))
    assert found["value", "bool", True] == Fraction(near, 2**30 - 10)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("power", "event"),
    [(lambda x: (2 * x) ** math.nan, lambda y: y == 1), (lambda x: (-math.inf) ** (2 * x + 2), lambda y: y < 0)],
)
def test_powers_with_infinite_numbers_are_not_constant(power: Any, event: Any) -> None:
    """1 ** NaN is 1, and the sign of -inf ** 3.0 is another one than beside it: one of 2^53 doubles differs."""
    assert [event(power(x)) for x in (0.25, 0.5, 0.75)] == [False, True, False]
    refused("a power of a draw", lambda s: event(power(s.random())))
    found = law_of(distribution_of(lambda s: event(power(s.below(8) / 8))))
    assert found["value", "bool", True] == Fraction(1, 8)


def test_a_product_has_few_remainders() -> None:
    found = law_of(distribution_of(lambda s: s.getrandbits(64) * 10**6 % (3 * 10**6) == 0))
    assert found["value", "bool", True] == Fraction((1 << 64) // 3 + 1, 1 << 64)


def test_a_negative_mask_that_is_no_power_of_two_is_listed() -> None:
    found = law_of(distribution_of(lambda s: (s.below(200) & -6) < 1))
    assert found["value", "bool", True] == Fraction(sum((x & -6) < 1 for x in range(200)), 200)


def test_a_power_of_a_negative_number_is_not_taken_as_monotone() -> None:
    """Both ends are even, where it is 1. The runs on plain numbers would notice it too, but later."""
    refused(r"a power of a draw with .* is not known to be monotone", lambda s: (-1.0) ** s.below(2**30 - 1) > 0)


@pytest.mark.parametrize("base", [0.5, 1.0, -2.0])
def test_a_logarithm_is_followed_for_bases_above_1_only(base: float) -> None:
    assert of_two("log", 0, 2.0) is not None
    assert of_two("log", 0, base) is None


def mutants() -> Iterator[tuple[str, Any, str]]:
    """Yield each row with each field that it has, beside the trust that says least."""
    constants = {"EXACT": (3,), "FLOATS": (0.3, float)}
    for table, rows in TABLES.items():
        for key, row in rows.items():
            rule = row if isinstance(row, Rule) else row(*constants[table])
            for field in MUTANTS:
                if getattr(rule, field) not in (getattr(Rule(), field), Trust.EXACT):
                    yield table, key, field


def test_a_mutant_of_the_exploration_changes_one_place() -> None:
    """The mutants name lines of today, or they would be run in vain."""
    folder = program_mutants.ROOT / "dpexact" / "programs"
    text = {file.stem: file.read_text(encoding="utf-8") for file in folder.glob("*.py")}
    assert [mutant for mutant in program_mutants.MUTANTS if text[mutant.file].count(mutant.old) != 1] == []


def test_each_row_has_a_witness() -> None:
    """A new row needs one: for each field, a program, or the reason for which no program can tell."""
    told = {*WITNESSES, *HARMLESS, *(("FUNCTIONS", name, field) for name in LIBRARY for field in ("splits", "trust"))}
    assert told == {*mutants()}
