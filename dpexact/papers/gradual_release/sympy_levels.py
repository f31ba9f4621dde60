"""Privacy levels as people write them, SymPy expressions, whole numbers, fractions and text, read as the first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from keyword import iskeyword
from typing import Any

from dpexact.errors import NumberSyntaxError, ParameterError, TooLargeError, UndecidedError, need
from dpexact.numbers.grammar import Term, term_of_text

MAX_TEXT = 200
MAX_EXPONENT = 1000
FUNCTIONS = ("log", "ln", "exp", "sqrt")


def levels_of(values: list[object], taken: tuple[str, ...], names: Sequence[str] = ()) -> list[Any]:
    """Return the levels as SymPy expressions, real, positive and in order. If symbols leave this open, it is believed.

    `taken` are the names of the variables, which no level may bear, `names` those of the arguments.

    Raises: InexactInputError for floats, NumberSyntaxError, ParameterError for a level that is not positive and finite,
    levels out of order or a name that is taken, UndecidedError if SymPy cannot tell the sign of a number.
    """
    places = names or [f"levels[{n}]" for n in range(len(values))]
    levels = [level_of(value, place) for value, place in zip(values, places, strict=True)]
    for place, level in zip(places, levels, strict=True):
        clash = sorted({symbol.name for symbol in level.free_symbols} & set(taken))
        if clash:
            expected = f"names other than {', '.join(taken)}"
            raise ParameterError(f"{clash[0]}", place=place, expected=expected, remedy="rename it")
        _check(f"{place}: expected a positive real number", level, level.is_positive)
    for i in range(len(levels) - 1):
        gap = levels[i + 1] - levels[i]
        _check(f"{places[i]}, {places[i + 1]}: expected them in increasing order", gap, gap.is_nonnegative)
    return levels


def _check(expected: str, expression: Any, answer: bool | None) -> None:  # noqa: FBT001 - SymPy's three-valued answer
    if answer is False or expression.is_infinite or expression.is_real is False:
        raise ParameterError(f"{expected}, got {need.excerpt(_written(expression))}")
    if answer is None and expression.is_number:
        came = need.excerpt(_written(expression))
        raise UndecidedError(f"{expected}, got {came}, whose sign SymPy does not decide", remedy="write it more simply")


def _written(expression: Any) -> str:
    """Return the expression as text, or words for a number that Python does not write."""
    try:
        return str(expression)
    except ValueError:
        return "a number of too many digits"


def level_of(value: object, name: str = "a level") -> Any:
    """Read a level as a SymPy expression, unchecked. Raises: InexactInputError, NumberSyntaxError."""
    import sympy as sp

    if isinstance(value, str):
        return _of_text(value, name)
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    if isinstance(value, int) and not isinstance(value, bool):
        return sp.Integer(value)
    if isinstance(value, sp.Expr) and not value.has(sp.Float):
        return value
    expected = "an int, a Fraction, text or a SymPy expression without floats"
    raise need.number_type(value, name, f"{expected} ('1/10' or '0.1')")


def _of_text(text: str, name: str) -> Any:
    if len(text) > MAX_TEXT:
        raise NumberSyntaxError(f"{len(text)}", text[:MAX_TEXT], place=name, expected=f"at most {MAX_TEXT} characters")
    try:
        return _of_term(term_of_text(text))
    except (NumberSyntaxError, TooLargeError) as error:
        raise NumberSyntaxError(
            repr(text), text, place=name, expected="a number, a name or an expression such as 'log(2)/2'"
        ) from error


def _of_term(term: Term) -> Any:
    """Return a tree as a SymPy expression, with positive symbols for names. Raises: NumberSyntaxError."""
    import sympy as sp

    below = [_of_term(node) for node in term.below]
    match term.kind, below:
        case "numeral", _:
            return sp.Rational(int(term.value.p), int(term.value.q))
        case "pi", _:
            return sp.pi
        case "name", _ if not iskeyword(term.name):
            return sp.Symbol(term.name, positive=True)
        case "neg", [operand]:
            return -operand
        case "inverse", [operand] if operand != 0:
            return 1 / operand
        case "+", terms:
            return sum(terms, sp.Integer(0))
        case "*", factors:
            return sp.Mul(*factors)
        case "**", [base, exponent] if not exponent.is_number or abs(exponent) <= MAX_EXPONENT:
            return base**exponent
        case "call", [argument] if term.name in FUNCTIONS:
            return getattr(sp, term.name)(argument)
    expected = "numbers, names, + - * / ** with small exponents and no division by 0, log, ln, exp, sqrt and pi"
    raise term.error(NumberSyntaxError, term.name or term.kind, expected=expected)
