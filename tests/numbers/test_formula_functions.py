"""Rounding, conditions, least values and the special functions of formulas, against fractions, mpmath and by hand."""

import operator
from fractions import Fraction
from math import ceil, factorial, floor
from typing import Any

import mpmath
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dpexact import exact
from dpexact.audit import audit
from dpexact.errors import DivisionByZeroError, DPExactError, NumberSyntaxError, ParameterError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate import Work
from dpexact.numbers.evaluate_balls import slope_of
from dpexact.numbers.formula import formula_value, remark_on_roots
from dpexact.numbers.grammar import term_of_text
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

DIGITS = 60
WHOLE: dict[str, Any] = {"floor": floor, "ceil": ceil, "round": round}
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
COMPARISONS |= {"==": operator.eq, "!=": operator.ne}


def is_near(number: object, reference: Any) -> bool:
    """Return whether an enclosure has a reference of many digits between its bounds, and is narrow."""
    assert isinstance(number, Enclosure)
    refined = number.refine(150)
    with mpmath.workdps(DIGITS + 20):
        margin = mpmath.mpf(10) ** -DIGITS * (1 + abs(reference))
        low, high = (mpmath.mpf(bound.numerator) / bound.denominator for bound in (refined.lower, refined.upper))
        return bool(low - margin <= reference <= high + margin) and refined.upper - refined.lower <= Fraction(1, 2**150)


FRACTIONS = st.fractions(min_value=-50, max_value=50, max_denominator=12)


@given(FRACTIONS, st.sampled_from(sorted(WHOLE)))
def test_rounding_of_rationals_is_that_of_python(number: Fraction, name: str) -> None:
    assert formula_value(f"{name}(x)", {"x": number}) == WHOLE[name](number)


@given(FRACTIONS, FRACTIONS, st.sampled_from(sorted(COMPARISONS)))
def test_conditions_on_rationals_are_those_of_python(a: Fraction, b: Fraction, sign: str) -> None:
    expected = 1 if COMPARISONS[sign](a, b) else 2
    assert formula_value(f"if(a {sign} b, 1, 2)", {"a": a, "b": b}) == expected
    if a != b:  # the same with numbers that are only enclosed
        assert formula_value(f"if(a*pi {sign} b*pi, 1, 2)", {"a": a, "b": b}) == expected


@each(
    ("expression", "value"),
    [
        ("ceil(3516*60000/256)", 824063),  # 824062.5
        ("round(0.5) + round(1.5) + round(2.5)", 4),  # 0 + 2 + 2
        ("floor(sqrt(2)*sqrt(2)) + ceil(sqrt(2)**2)", 4),
        ("floor(log(8)/log(2)) + ceil(log2(8))", 6),
        ("ceil(2*log(1e5)/0.1**2)", 2303),  # mpmath: 2302.585...
        ("floor(100*exp(1))", 271),
        ("floor(-exp(1))", -3),
        ("round(exp(1) - 1/4)", 2),  # 2.468...
        ("floor(sqrt(10**40 - 1))", 10**20 - 1),  # 5e-21 below an integer
        ("ceil(sqrt(10**40 + 1))", 10**20 + 1),
        ("round(sqrt(10**40 + 10**20 + 1/4)) + round(sqrt(10**40 + 10**20 + 1/3))", 2 * 10**20 + 1),  # a tie, and not
        ("factorial(0) + factorial(20)", 1 + factorial(20)),
        ("gamma(6)", 120),
        ("erf(0) + erfc(0)", 1),
        ("log2(8) + log10(1/1000) + log(81, 3) + log(2, 1/2)", 3),
        ("log(exp(2), exp(1))", 2),
        ("Phi_inverse(1/2)", 0),
        ("if(1 < 2, 3, 1/0)", 3),
        ("if(sqrt(2)*sqrt(2) == 2, 1, log(0))", 1),
        ("if(exp(1) > 2.718281828459045, 1, 0)", 1),
        ("if(log(3) \N{GREATER-THAN OR EQUAL TO} 1.0986, 1, 0)", 1),
        ("if(1 \N{NOT EQUAL TO} 1, 1, if(2 \N{LESS-THAN OR EQUAL TO} 2, 5, 6))", 5),
        ("sum(if(k <= 3, k, 0), k, 1, 9)", 6),
        ("sum(k, k, 1, ceil(5/2))", 6),
        ("binomial(floor(9/2), 2)", 6),
    ],
)
def test_what_is_exact(expression: str, value: int) -> None:
    found = formula_value(expression)
    assert not isinstance(found, Enclosure)
    assert found == value


@each(
    ("expression", "reference"),
    [
        ("erf(0.3)", lambda: mpmath.erf(mpmath.mpf("0.3"))),
        ("gamma(1/3)", lambda: mpmath.gamma(mpmath.mpf(1) / 3)),
        ("gamma(-5/2)", lambda: mpmath.gamma(-mpmath.mpf(5) / 2)),
        ("log(2, 10)", lambda: mpmath.log10(2)),
        ("log2(10)", lambda: mpmath.log(10) / mpmath.log(2)),
        ("log10(pi)", lambda: mpmath.log10(mpmath.pi)),
        ("Phi_inverse(0.975)", lambda: mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf("0.95"))),
        ("Phi_inverse(1e-9)", lambda: mpmath.findroot(lambda x: mpmath.log(mpmath.ncdf(x) * 10**9), -6)),
        ("Phi(Phi_inverse(0.3)) ", lambda: mpmath.mpf("0.3")),
        ("floor(pi*100)", lambda: 314),
        ("round(pi*1e10)", lambda: 31415926536),
        ("floor(1000*0.001)*pi", lambda: mpmath.pi),
        ("sum(k, k, 1, floor(pi*10))", lambda: 31 * 32 // 2),
        ("binomial(ceil(pi)*2, 3)", lambda: 56),
        ("factorial(ceil(pi))", lambda: 24),
        ("factorial(max(pi, 4)) + sum(k, k, 1, if(pi < 4, 3, pi))", lambda: 24 + 6),
        ("(-2)**floor(pi) + (-2)**ceil(-pi)", lambda: -8 - mpmath.mpf(1) / 8),
        ("if(pi < 22/7, erf(1), 1/0)", lambda: mpmath.erf(1)),
        ("root(if(x < 1, x - 1/2, x), x, 0, 3) + pi", lambda: mpmath.pi + mpmath.mpf(1) / 2),
    ],
)
def test_what_is_enclosed(expression: str, reference: Any) -> None:
    with mpmath.workdps(DIGITS + 20):
        expected = reference()
    assert is_near(formula_value(expression), expected)


def six_terms(x: Any) -> Any:
    return sum(x**k / k for k in range(1, 7)) - 3 * x


def least_of(function: Any, start: float) -> Any:
    """The value where mpmath's numerical derivative is 0: an error there counts by its square."""
    return function(mpmath.findroot(lambda x: mpmath.diff(function, x), start, tol=1e-45))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "reference"),
    [
        ("minimize((x - 1)**2 + 3, x, -10, 10)", lambda: mpmath.mpf(3)),  # inside
        ("minimize(x, x, 1, 2)", lambda: mpmath.mpf(1)),  # at an end
        ("minimize(-x*x, x, -1, 2)", lambda: mpmath.mpf(-4)),
        ("minimize(-x, x, 0, sqrt(2))", lambda: -mpmath.sqrt(2)),
        ("minimize(sum(x, k, 1, ceil(x)), x, 5/4, 7/4)", lambda: mpmath.mpf(5) / 2),
        ("minimize(abs(x - 0.3), x, 0, 1)", lambda: mpmath.mpf(0)),  # a corner
        ("minimize(max(x, 1 - 2*x), x, 0, 1)", lambda: mpmath.mpf(1) / 3),
        ("minimize(if(x < 1, 2 - x, x*x), x, 0, 3)", lambda: mpmath.mpf(1)),
        ("minimize(max(x*x, x/10) - x, x, 0, 1)", lambda: -mpmath.mpf(1) / 4),  # beyond the corner
        ("minimize(if(x < 1/10, x/10, x*x) - abs(x), x, 0, 1)", lambda: -mpmath.mpf(1) / 4),
        ("minimize(x**4 - x, x, -1, 2)", lambda: -3 * mpmath.mpf(4) ** (-mpmath.mpf(4) / 3)),
        ("minimize((x*x - 1)**2, x, -3, 2)", lambda: mpmath.mpf(0)),  # two minima, equally low
        ("minimize((x*x - 1)**2 + x/10, x, -3, 2)", lambda: least_of(lambda x: (x * x - 1) ** 2 + x / 10, -1.01)),
        ("minimize(exp(x) + exp(-2*x), x, -1, 3)", lambda: least_of(lambda x: mpmath.exp(x) + mpmath.exp(-2 * x), 0.2)),
        ("minimize(sqrt(x), x, 0, 2)", lambda: mpmath.mpf(0)),  # with an end at which there is no slope
        ("minimize(sqrt(1 - x), x, 0, 1)", lambda: mpmath.mpf(0)),
        ("minimize(-sqrt(1 - x**2), x, -1, 1)", lambda: mpmath.mpf(-1)),
        ("minimize(sqrt(x) - x, x, 0, 1)", lambda: mpmath.mpf(0)),
        ("minimize(sqrt(x)*(x - 1/3), x, 0, 1)", lambda: -mpmath.mpf(2) / 27),  # at 1/9
        ("minimize(x**(3/2) - x, x, 0, 1)", lambda: -mpmath.mpf(4) / 27),  # at 4/9
        ("minimize(x**pi, x, 0, 1)", lambda: mpmath.mpf(0)),
        ("minimize(gamma(x), x, 1, 3)", lambda: mpmath.gamma(mpmath.findroot(mpmath.digamma, 1.46))),
        (
            "minimize(sum(x**k/k, k, 1, 6) - 3*x, x, 0, 2)",
            lambda: least_of(six_terms, 0.7),
        ),
        ("minimize(erf(x) + Phi_inverse(x/4), x, 1, 2)", lambda: mpmath.erf(1) - mpmath.sqrt(2) * mpmath.erfinv(0.5)),
    ],
)
def test_least_values(expression: str, reference: Any) -> None:
    with mpmath.workdps(DIGITS + 20):
        expected = reference()
    assert is_near(formula_value(expression), expected)


def test_a_least_value_is_the_conversion_of_zcdp() -> None:
    """Canonne, Kamath, Steinke, Proposition 12: the second route is the derivative, with mpmath."""
    expression = "minimize(rho*a + log(1/(a*delta))/(a - 1) + log(1 - 1/a), a, 1.001, 1000)"

    def slope(a: Any) -> Any:
        rho, delta = mpmath.mpf("0.3"), mpmath.mpf("1e-6")
        return rho - (1 / a) / (a - 1) + mpmath.log(a * delta) / (a - 1) ** 2 + 1 / (a * (a - 1))

    with mpmath.workdps(DIGITS + 20):
        a = mpmath.findroot(slope, 6)
        expected = mpmath.mpf("0.3") * a + mpmath.log(1 / (a * mpmath.mpf("1e-6"))) / (a - 1) + mpmath.log(1 - 1 / a)
    assert is_near(formula_value(expression, {"rho": "0.3", "delta": "1e-6"}), expected)


COEFFICIENTS = st.lists(st.integers(-5, 5), min_size=1, max_size=5)


@given(COEFFICIENTS, st.integers(-3, 2), st.integers(1, 4))
def test_no_value_of_a_polynomial_is_below_the_least_one(coefficients: list[int], low: int, width: int) -> None:
    expression = " + ".join(f"({c})*x**{k}" for k, c in enumerate(coefficients))
    least = formula_value(f"minimize({expression}, x, {low}, {low + width})")
    assert isinstance(least, Enclosure)
    points = [Fraction(low) + Fraction(width * part, 64) for part in range(65)]
    values = [sum(c * x**k for k, c in enumerate(coefficients)) for x in points]
    steepest = sum(abs(c) * k * max(abs(low), abs(low + width)) ** max(k - 1, 0) for k, c in enumerate(coefficients))
    assert least.lower <= min(values)
    assert least.upper >= min(values) - Fraction(steepest * width, 64)  # no value lies farther from its neighbors


@each("expression", BESIDE["what_no_enclosure_settles_is_undecided"])
def test_what_no_enclosure_settles_is_undecided(expression: str) -> None:
    refuses(UndecidedError, "", formula_value, expression)


@each(
    ("expression", "error", "said"),
    [
        ("factorial(1/2)", ParameterError, "expected an integer as argument of factorial, got 1/2"),
        ("factorial(-1)", ParameterError, "expected an integer >= 0 as argument of factorial, got -1"),
        ("gamma(-3)", ParameterError, "expected another argument of gamma than 0, -1, -2, ..., got -3"),
        ("Phi_inverse(1)", ParameterError, "expected a number between 0 and 1 inside Phi_inverse(...), got 1"),
        ("Phi_inverse(pi)", ParameterError, "expected a number between 0 and 1 inside Phi_inverse, got about 3.14"),
        ("log(2, 1)", DivisionByZeroError, "division by zero, at character 8"),
        ("log2(0)", ParameterError, "expected a number > 0 inside log(...), got 0"),
        ("log(2, 3, 4)", NumberSyntaxError, "expected 1 or 2 arguments of log, got '3'"),
        ("ceil(1/2, 1)", NumberSyntaxError, "expected 1 argument of ceil, got '2'"),
        ("if(1, 2, 3)", NumberSyntaxError, "expected one of < <= > >= == != in if(a < b, then, else), got ','"),
        ("if(1 < 2, 3)", NumberSyntaxError, "expected ',', got ')'"),
        ("if(1 = 2, 3, 4)", NumberSyntaxError, "got '='"),
        ("1 < 2", NumberSyntaxError, "expected an operator or the end, got '<'"),
        ("minimize(x, x, 2, 1)", ParameterError, "expected low < high as the bounds of x, got low >= high"),
        ("minimize(log(x), x, -1, 1)", ParameterError, "expected the logarithm of a number > 0"),
        ("minimize(gamma(x), x, 0, 3)", UndecidedError, "no finite bounds"),
        ("minimize(sqrt((x - 1/3)**2 - 1e-30), x, 0, 1)", ParameterError, "the square root of a number >= 0"),  # a gap
        ("minimize(sqrt(x - 1e-9), x, 0, 1)", ParameterError, "expected the square root of a number >= 0"),
        ("factorial(if(pi < 3, 1, pi))", ParameterError, "an integer as argument of factorial, got about 3.1"),
        ("minimize(1/x, x, -1, 1)", DivisionByZeroError, "expected a divisor that is not 0"),
        ("root(floor(x) - 1/2, x, 0, 3)", ParameterError, "expected a continuous expression in root, got floor"),
        (
            "sum(k, k, 1, floor(pi) + pi)",
            ParameterError,
            "an integer as an end of the sum over k, got about 6.1",
        ),
    ],
)
def test_refusals(expression: str, error: type[DPExactError], said: str) -> None:
    assert said in refuses(error, "", formula_value, expression)


def test_a_number_has_none_of_these() -> None:
    for text in ("ceil(1/2)", "1 < 2", "if(1 < 2, 1, 2)", "gamma(3)", "log(8, 2)"):
        refuses(NumberSyntaxError, "", exact, text)


def test_names_of_tables_stay_names() -> None:
    names = {"gamma": "2", "round": "3", "ceil": "5", "if_": "7"}
    assert formula_value("gamma*round + ceil*if_ + sum(floor, floor, 1, 2)", names) == 44
    assert formula_value("gamma(gamma + 1)", {"gamma": "2"}) == 2


def test_a_root_with_a_condition_is_the_word_of_its_writer() -> None:
    assert "writer's word" in remark_on_roots("root(if(x < 1, x - 1/2, x), x, 0, 3)", {})


def test_a_row_of_a_table(tmp_path: Any) -> None:
    path = tmp_path / "a.csv"
    head = "id,source,quantity,parameters,printed,meaning\n"
    path.write_text(
        f'{head}steps,s,formula,"expression = ceil(epochs*n/batch); epochs = 15; n = 60000; batch = 256",3516,exact\n'
        f"open,s,formula,expression = floor(pi/pi),1,exact\n"
    )
    assert [row.judgement.verdict for row in audit([path]).entries] == ["correct", "undecided"]  # 3515.625


@pytest.mark.parametrize(
    "expression", ["max(x, 0)**(-1)", "(0*x)**(-1)", "1/(0*x)", "if(x < -1, 0, 5)", "floor(x)", "abs(x + 1)"]
)
def test_where_a_formula_is_undefined_or_breaks_off_its_slope_is_unknown(expression: str) -> None:
    value, slope = slope_of(term_of_text(expression), ("x", arb(-1, 0.5)), {}, Work())
    assert not (value.is_finite() and slope.is_finite())


@pytest.mark.parametrize("expression", ["max(x, 0)", "if(x < 0, 3, x)", "if(floor(x) < 0, 2, x)"])
def test_a_formula_that_is_constant_on_a_ball_has_the_slope_zero(expression: str) -> None:
    _, slope = slope_of(term_of_text(expression), ("x", arb(-1, 0.5)), {}, Work())
    assert slope == 0


def test_a_closed_sum_is_added_up_once_at_a_precision() -> None:
    text = "minimize(x*sum(1/k, k, 1, 40000) + exp(-x), x, 1, 2)"  # in every value and slope
    with mpmath.workdps(DIGITS + 20):
        assert is_near(formula_value(text), mpmath.harmonic(40000) + mpmath.exp(-1))
