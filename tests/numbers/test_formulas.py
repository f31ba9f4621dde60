"""Formulas: values against Python's fractions and mpmath; every refusal."""

from fractions import Fraction
from math import comb
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpexact import errors, exact
from dpexact.errors import (
    DivisionByZeroError,
    InexactInputError,
    NumberSyntaxError,
    ParameterError,
)
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_term, formula_value, remark_on_roots
from dpexact.numbers.grammar import FORMULAS
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

DIGITS = 60


def contains(number: object, reference: Any) -> bool:
    """Return whether an enclosure contains a reference of many digits, and is narrow."""
    assert isinstance(number, Enclosure)
    refined = number.refine(150)
    with mpmath.workdps(DIGITS + 20):
        margin = mpmath.mpf(10) ** -(DIGITS - 10) * (1 + abs(reference))
        low, high = (mpmath.mpf(bound.numerator) / bound.denominator for bound in (refined.lower, refined.upper))
        return bool(low - margin <= reference <= high + margin) and refined.upper - refined.lower <= Fraction(1, 2**150)


def mp(function: Any) -> Any:
    with mpmath.workdps(DIGITS + 20):
        return function()


def mills(x: Any) -> Any:
    """Phi(-x) exp(x^2/2) by its asymptotic series."""
    terms = [mpmath.mpf(1)]
    for k in range(1, 12):
        terms.append(-terms[-1] * (2 * k - 1) / x**2)
    return mpmath.fsum(terms) / (x * mpmath.sqrt(2 * mpmath.pi))


@st.composite
def arithmetic(draw: st.DrawFn, depth: int = 3) -> str:
    """A text that Python's own evaluation of fractions understands too, once its numerals are wrapped."""
    if depth == 0 or draw(st.booleans()):
        return f"F({draw(st.integers(0, 9))})"
    kind = draw(st.sampled_from(["+", "-", "*", "/", "**", "neg", "()"]))
    left = draw(arithmetic(depth=depth - 1))
    if kind == "neg":
        return f"-{left}"
    if kind == "()":
        return f"({left})"
    if kind == "**":
        return f"{left}**{draw(st.sampled_from(['2', '-1', '3']))}"
    return f"{left} {kind} {draw(arithmetic(depth=depth - 1))}"


@pytest.mark.slow
@given(arithmetic())
def test_precedence_is_that_of_python(text: str) -> None:
    try:
        expected = eval(text, {"F": Fraction})  # noqa: S307 - the text is ours
    except ZeroDivisionError:
        refuses(DivisionByZeroError, "", formula_value, text.replace("F", ""))
        return
    assume(isinstance(expected, Fraction))
    assert formula_value(text.replace("F", "")) == exact(expected)


@each(("text", "value"), BESIDE["exact"])
def test_exact_values(text: str, value: int | str) -> None:
    number, true = formula_value(text), exact(value)
    if isinstance(number, Exact):
        assert number == true
    else:  # a root at one of its bounds
        assert number.lower == number.upper == true


def test_numerals_are_exact_however_long() -> None:
    digits = "7" * 3000
    assert formula_value(f"1.{digits} - 1") == exact(Fraction(int("7" * 300), 10**300)) + exact(
        Fraction(int("7" * 2700), 10**3000)
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("log(2) + pi", lambda: mpmath.log(2) + mpmath.pi),
        ("1 - 1e12*log(3)", lambda: 1 - 10**12 * mpmath.log(3)),
        ("ln(1 + exp(1))", lambda: mpmath.log(1 + mpmath.e)),
        ("Phi(-5)", lambda: mpmath.ncdf(-5)),
        ("Phi(-40)", lambda: mpmath.ncdf(-40)),
        ("erfc(1/3)", lambda: mpmath.erfc(mpmath.mpf(1) / 3)),
        ("2**sqrt(2)", lambda: mpmath.mpf(2) ** mpmath.sqrt(2)),
        ("pi**(1/3)", lambda: mpmath.pi ** (mpmath.mpf(1) / 3)),
        ("pi**-3", lambda: mpmath.pi**-3),
        ("exp(1/2) + sqrt(pi)", lambda: mpmath.exp(0.5) + mpmath.sqrt(mpmath.pi)),
        ("sum(1/k**2, k, 1, 50)*pi", lambda: mpmath.pi * mpmath.fsum(mpmath.mpf(1) / k**2 for k in range(1, 51))),
        ("sum(binomial(30, k)*pi**k, k, 0, 30)", lambda: (1 + mpmath.pi) ** 30),
        ("root(cos_ - 1/2, cos_, 0, 1)", lambda: mpmath.mpf(1) / 2),
        ("root(x**3 - 2, x, 0, 2)", lambda: mpmath.mpf(2) ** (mpmath.mpf(1) / 3)),
        ("root(exp(-x) - x, x, 0, 1)", lambda: mpmath.lambertw(1).real),
        ("root(1 - x*root(y**2 - x, y, 0, 10), x, 1/10, 10)", lambda: mpmath.mpf(1)),
        ("root(x**3, x, -1, 1)", lambda: mpmath.mpf(0)),
        ("root(x**3, x, -1, 2)", lambda: mpmath.mpf(0)),
        ("root(x**2*(x - 3), x, -4, 4) + root((x - 1)**2*(x - 3), x, -2, 4)", lambda: mpmath.mpf(6)),  # touches 0
        ("root(x*abs(x - 1/2), x, -1, 2)", lambda: mpmath.mpf(0)),
        ("1 + 0**pi", lambda: mpmath.mpf(1)),
        ("root(x*pi, x, -1, 1)", lambda: mpmath.mpf(0)),
        ("root((x - 1/3)**3, x, -1, 1)", lambda: mpmath.mpf(1) / 3),
        ("1e300*root(x - 1 - exp(1)*1e-300, x, 1, 1 + 3e-300) - 1e300", lambda: mpmath.e),
        ("1e30*root(x**3 - 1e-90, x, -1, 1)", lambda: mpmath.mpf(1)),
        ("Phi(-pi*1e5)*exp(pi**2*1e10/2)", lambda: mills(mpmath.pi * 10**5)),
        ("erfc(-pi*1e5) + erfc(4 + 1/pi)", lambda: 2 + mpmath.erfc(4 + 1 / mpmath.pi)),
        ("max(pi, 22/7) - min(pi, 3)", lambda: mpmath.mpf(22) / 7 - 3),
        ("abs(3 - pi)", lambda: mpmath.pi - 3),
    ],
)
def test_enclosures_against_mpmath(text: str, reference: Any) -> None:
    assert contains(formula_value(text), mp(reference))


@pytest.mark.slow
@given(st.fractions(0, 1, max_denominator=50), st.integers(0, 12))
def test_a_binomial_law_sums_to_one(p: Fraction, n: int) -> None:
    text = "sum(binomial(n, k)*p**k*(1 - p)**(n - k), k, 0, n)"
    assert formula_value(text, {"n": str(n), "p": str(p)}) == exact(1)
    mean = formula_value(text.replace("sum(", "sum(k*", 1), {"n": str(n), "p": str(p)})
    assert mean == exact(sum((k * comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)), Fraction(0)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        *BESIDE["refused"],
        ("(" * (FORMULAS.max_depth + 1) + "1" + ")" * (FORMULAS.max_depth + 1), "TooLargeError", "nested"),
        ("1+" * FORMULAS.max_tokens + "1", "TooLargeError", "more than"),
        ("1" * (FORMULAS.max_text + 1), "TooLargeError", "characters"),
    ],
)
def test_refusals(text: str, error: str, words: str) -> None:
    assert words in refuses(getattr(errors, error), "", formula_value, text)


def test_names() -> None:
    assert formula_value("a*b_2", {"a": "1/3", "b_2": "log(2) + log(1/2) + 3"}) == exact(1)
    refuses(ParameterError, "got none for 'rate'", formula_value, "rate", {"rat": "1"})
    refuses(ParameterError, r"^b: expected only names that occur", formula_value, "a", {"a": "1", "b": "1"})
    refuses(ParameterError, r"^a: expected a number without names", formula_value, "a", {"a": "b"})
    refuses(NumberSyntaxError, r"^a: expected a number", formula_value, "a", {"a": "1 +"})
    assert formula_value("k + sum(k, k, 1, 3)", {"k": "100"}) == exact(106)
    for text, value in (("x*x", 9), ("x*y*x", 18), ("y/x*x*x", 6), ("x*x/y", "9/2"), ("sum(x*x*k, k, 1, 2)", 27)):
        names = {name: given for name, given in (("x", "3"), ("y", "2")) if name in text}
        assert formula_value(text, names) == exact(value), f"{text}: one number twice in a product"


@each("cause", BESIDE["causes"], ids=lambda cause: cause["text"])
def test_the_cause_comes_first_and_a_caret_shows_the_place(cause: dict[str, Any]) -> None:
    with pytest.raises(getattr(errors, cause["error"])) as caught:
        formula_value(cause["text"], cause["names"])
    assert str(caught.value) == cause["message"]
    assert caught.value.text in (cause["text"], *cause["names"].values())


def test_a_long_formula_is_cut_around_the_place() -> None:
    _, line, caret = refuses(NumberSyntaxError, "", formula_value, "1+" * 500 + "?+1" + "+1" * 500).splitlines()
    assert line[caret.index("^")] == "?"
    assert len(line) < 100


def test_a_greek_parameter_is_asked_for_by_its_name() -> None:
    delta, slanted = "\N{GREEK SMALL LETTER DELTA}", "\N{MATHEMATICAL ITALIC SMALL EPSILON}"
    refuses(ParameterError, f"call the parameter delta instead of '{delta}'", formula_value, "1/delta", {delta: "1"})
    refuses(NumberSyntaxError, "write epsilon", formula_value, f"1/{slanted}", {"epsilon": "1"})


@each(("text", "shown"), BESIDE["roots"])
def test_whose_word_it_is_that_there_is_one_root(text: str, *, shown: bool) -> None:
    remark = remark_on_roots(text, {})
    assert remark == (
        ""
        if shown
        else "that there is one root between the bounds of x rests on the writer's word: it could not be shown"
    )


@pytest.mark.slow
def test_a_long_sum_is_no_recursion() -> None:
    assert formula_value("+".join(["1"] * 5000)) == exact(5000)
    assert formula_value("*".join(["1"] * 5000)) == exact(1)


def test_numbers_stand_for_names_without_a_text() -> None:
    root, log = exact("sqrt(2)"), epsilon_of(3)
    assert formula_value("x**2 + k", {"x": root, "k": 1}) == exact(3)
    assert formula_value("exp(x)/y", {"x": closed_term("log(a)", {"a": exact(6)}), "y": Fraction(3)}) == exact(2)
    found = formula_value("exp(x)*y", {"x": log, "y": root})  # an enclosure is never taken for an exact number
    assert isinstance(found, Enclosure)
    assert (found - 3 * root).refine(200).lower <= 0 <= (found - 3 * root).refine(200).upper
    refuses(InexactInputError, "", formula_value, "x", {"x": 0.5})
