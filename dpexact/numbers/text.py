"""Exact numbers read from text of the grammar, and written as such, in LaTeX, in formats of floats, and for SymPy.

A number in a format of floats is correctly rounded. That text is for people and plots, and `exact` does not read it.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, cast

from flint import fmpq, fmpz

from dpexact.errors import InexactInputError, NumberSyntaxError, ParameterError
from dpexact.numbers.balls import fraction_of
from dpexact.numbers.evaluate import Evaluation, Work
from dpexact.numbers.generators import Field, Free
from dpexact.numbers.grammar import NUMBERS, literal, term_of_text
from dpexact.numbers.powers import AnyNumber, ExactNumber, LogSum
from dpexact.numbers.quotients import Terms
from dpexact.numbers.rounding import MAX_DIGITS, checked_digits, round_rational, rounded_alike
from dpexact.numbers.typography import excerpt, rational_text, value_excerpt

MAX_WORK = 1 << 40  # operations, more than any text has
SHORT = 1000  # digits that Python's int reads
MAX_LATEX = 2000  # longer texts are shown as a decimal
Powers = Callable[[Field, int, int], tuple[str, str]]  # the texts of t^i and u^j, empty for the exponent 0
_FRACTION = re.compile(r"([+-]?[0-9]+)(?:/([0-9]+)|\.([0-9]+))?")
_DECIMAL = re.compile(r"([+-]?)((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,5})?)")
_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<z>z?)(?P<alternate>#?)(?P<zero>0?)"
    r"(?P<width>[0-9]*)(?P<group>[,_]?)(?:\.(?P<precision>[0-9]+))?(?P<type>[eEfFgG%]?)",
    re.DOTALL,
)


def plain_rational(text: str) -> fmpq | None:
    """Return the number of a fraction or a decimal that is not too long, and None for a text that has to be parsed."""
    if len(text) >= SHORT:
        return None
    if (fraction := _FRACTION.fullmatch(text)) is not None:
        top, bottom, decimals = fraction.groups()
        if decimals:  # asked first, since matrices are full of them
            return fmpq(int(top + decimals), 10 ** len(decimals))
        return fmpq(int(top), int(bottom or 1)) if bottom is None or int(bottom) else None
    if (decimal := _DECIMAL.fullmatch(text)) is None:
        return None
    value = literal(decimal[2])
    return -value if decimal[1] == "-" else value


def number_of_text(text: str, made: type[AnyNumber]) -> AnyNumber:
    """Return the exact number of a text, made by the class. The grammar is at the head of `grammar`.

    Raises NumberSyntaxError, TooLargeError, DivisionByZeroError, IncompatibleFieldsError, ParameterError.
    """
    if (rational := plain_rational(text)) is not None:
        return made.of_rational(rational)
    value_of_tree = _evaluation(text, made).value(term_of_text(text, NUMBERS), {})
    if isinstance(value_of_tree, LogSum):
        message = f"number text {excerpt(text)!r}: a logarithm by itself is not in a field that dpexact decides"
        raise NumberSyntaxError(message, text=text, position=0, remedy="write exp(...), or pass it as an epsilon")
    return cast("AnyNumber", value_of_tree)


def log_sum_of_text(text: str, made: type[ExactNumber]) -> LogSum:
    """Return the r + sum of s log(q) that an epsilon's text stands for."""
    term = term_of_text(text, NUMBERS)
    evaluation = _evaluation(text, made)
    return evaluation.linear(term, evaluation.value(term, {}))


def _evaluation(text: str, made: type[ExactNumber]) -> Evaluation:
    return Evaluation(made, NUMBERS, Work(MAX_WORK), text)


def text_of(number: ExactNumber) -> str:
    """Return the number (a free E as E) as a text of the grammar, which `exact` reads back."""
    if (ratio := number.ratio) is not None:
        return ratio.str()
    field, num, den = number.parts()
    top, bottom = (_sum(field, terms, _powers, "*") for terms in (num, den))
    if den == {(0, 0): 1}:
        return top
    top = f"({top})" if len(num) > 1 else top
    return f"{top}/({bottom})" if len(den) > 1 or "*" in bottom else f"{top}/{bottom}"


def latex_of(number: ExactNumber) -> str:
    r"""Return LaTeX (without dollars) such as \frac{1}{3}, e^{1/2} or \sqrt{2}, for a very long number its decimal."""
    field, num, den = number.parts()
    above, below = (_sum(field, terms, _latex_powers, r" \, ") for terms in (num, den))
    negative = above.startswith("-") and " " not in above
    text = above if below == "1" else rf"{'-' * negative}\frac{{{above[negative:]}}}{{{below}}}"
    if len(text) <= MAX_LATEX:
        return text
    return r"\text{a long expression in } E" if isinstance(field, Free) else rf"\approx {number:.15g}"


def _sum(field: Field, terms: Terms, powers: Powers, times: str) -> str:
    """Return a sum of c t^i u^j, with a writer of the powers."""
    texts = []
    for (i, j), coefficient in terms.items():
        factors = [text for text in powers(field, i, j) if text]
        if abs(coefficient) != 1 or not factors:
            factors.insert(0, fmpz(abs(coefficient)).str())
        texts.append(("- " if coefficient < 0 else "+ ") + times.join(factors))
    joined = " ".join(texts) or "+ 0"
    return joined[2:] if joined[0] == "+" else "-" + joined[2:]


def _powers(field: Field, i: int, j: int) -> tuple[str, str]:
    if isinstance(field, Free):
        return ("E" if i == 1 else f"E**{i}") if i else "", ""
    base = rational_text(field.base)
    root = f"{base if field.base.denominator == 1 else f'({base})'}**({Fraction(j, field.degree)})"
    return f"exp({rational_text(field.exponent * i)})" if i else "", root if j else ""


def _latex_powers(field: Field, i: int, j: int) -> tuple[str, str]:
    if isinstance(field, Free):
        return ("E" if i == 1 else f"E^{{{i}}}") if i else "", ""
    base, exponent = rational_text(field.base), Fraction(j, field.degree)
    radicand = base if field.base.denominator == 1 else rf"\left({base}\right)"
    root = rf"\sqrt{{{base}}}" if exponent == Fraction(1, 2) else f"{radicand}^{{{rational_text(exponent)}}}"
    return f"e^{{{rational_text(field.exponent * i)}}}" if i else "", root if j else ""


def formatted(number: ExactNumber, specification: str) -> str:
    """Return the number in a format specification of floats, [[fill]align][sign][z][#][0][width][,_][.n][eEfFgG%].

    Without a type and a precision, the exact text, aligned. Raises ValueError, TooLargeError.
    """
    match = _SPECIFICATION.fullmatch(specification)
    if match is None:
        message = f"expected a format specification of floats with e, f, g or %, got {value_excerpt(specification)}"
        raise ValueError(message)
    parts = match.groupdict()
    kind, precision = parts["type"], parts["precision"]
    width = checked_digits(int(parts["width"] or 0) if len(parts["width"]) < 9 else MAX_DIGITS + 1)
    if not kind and precision is None:
        if parts["z"] or parts["alternate"] or parts["group"]:
            message = f"format: {value_excerpt(specification)} needs a type, one of e, f, g, %"
            raise ValueError(message)
        text = str(number)
        sign, text = ("-", text[1:]) if text[0] == "-" else ("", text)
    else:
        digits = checked_digits(int(precision) if precision and len(precision) < 9 else 6 if not precision else 10**9)
        letter, scale = ("f", 100) if kind == "%" else ((kind or "g").lower(), 1)
        write = partial(_written, kind=letter, digits=digits, alternate=bool(parts["alternate"]))
        sign, text = rounded_alike(number, lambda value: ("-" * (value < 0), write(abs(scale * value))))
        text += "%" * (kind == "%")
        if parts["z"] and not text.strip("0.e+-%"):
            sign = ""
        text = text.upper() if kind.isupper() else text
    sign = sign or parts["sign"].strip("-")
    return _laid_out(sign, text, parts, width)


def _laid_out(sign: str, text: str, parts: dict[str, str], width: int) -> str:
    whole = re.match("[0-9]*", text)
    whole_digits, rest = (whole[0], text[whole.end() :]) if whole else ("", text)
    group, fill = parts["group"], parts["fill"] or ("0" if parts["zero"] else " ")
    align = parts["align"] or ("=" if parts["zero"] else ">")
    if group:
        if fill == "0" and align == "=":  # the zeros are grouped too, and no mark comes first
            room = width - len(sign) - len(rest)
            whole_digits = whole_digits.rjust(room - room // 4 + (room % 4 == 0), "0")
        first = len(whole_digits) % 3 or 3
        parts_of_three = (whole_digits[k : k + 3] for k in range(first, len(whole_digits), 3))
        whole_digits = group.join([whole_digits[:first], *parts_of_three])
    text = whole_digits + rest
    if align == "=":
        return sign + text.rjust(width - len(sign), fill)
    return format(sign + text, f"{fill}{align}{width}")


def _written(value: Fraction, kind: str, digits: int, *, alternate: bool) -> str:
    """Return the text of a number >= 0 in the format e, f or g of floats."""
    if kind == "f":
        text = fmpz(round(value * int(fmpz(10) ** digits))).str().rjust(digits + 1, "0")
        point, end = len(text) - digits, ""
    else:
        digits = digits + 1 if kind == "e" else max(digits, 1)
        text, exponent = "0" * digits, 0
        if value:
            top, bottom = fmpz(value.numerator), fmpz(value.denominator)
            mantissa, last = round_rational(top, bottom, digits, "half-even")
            text, exponent = fmpz(mantissa).str(), last + digits - 1
        if kind == "g" and not alternate:
            text = text.rstrip("0") or "0"
        if kind == "e" or not -5 < exponent < digits:
            point, end = 1, f"e{exponent:+03d}"
        else:
            text = "0" * -exponent + text.ljust(exponent + 1, "0")
            point, end = max(exponent, 0) + 1, ""
    mark = "." if text[point:] or alternate else ""
    return f"{text[:point]}{mark}{text[point:]}{end}"


def from_sympy(value: Any, made: type[AnyNumber]) -> AnyNumber:
    """Read a SymPy number of rationals, +, *, rational powers, exp, and log inside exp, as one of this class.

    Powers of rationals and of e in a product stand under one root. Each by itself may lie in a field that has nothing
    in common with the others, since SymPy writes 12**(1/4) as sqrt(2)*3**(1/4).

    The answer is exact. Raises InexactInputError for Float, symbols, pi and other values without an exact form here.
    """
    import sympy

    if isinstance(value, sympy.Rational):
        return made.of_rational(fraction_of(value))
    if isinstance(value, sympy.Add):
        return sum((from_sympy(part, made) for part in value.args), made.of_rational(0))
    if value is not sympy.E and not isinstance(value, (sympy.Mul, sympy.Pow, sympy.exp)):
        expected = "an exact SymPy number (rationals, + * **, exp, log inside exp)"
        raise InexactInputError(f"{value_excerpt(value)} of type {type(value).__name__}", expected=expected)
    logarithm, product = LogSum(Fraction(0)), made.of_rational(1)
    for factor in sympy.Mul.make_args(value):
        base, exponent = factor.as_base_exp()
        if base is sympy.E or (base.is_Rational and base.is_positive and not factor.is_Rational):
            logarithm = logarithm.plus(_log_sum(exponent * sympy.log(base)))
        elif isinstance(factor, sympy.Pow):
            product *= from_sympy(base, made) ** from_sympy(exponent, made)
        else:
            product *= from_sympy(factor, made)
    return made.exp(logarithm) * product


def _log_sum(value: Any) -> LogSum:
    """Return the r + sum of s log(q) that stands inside exp."""
    import sympy

    total = LogSum(Fraction(0))
    for part, factor in sympy.expand_mul(value).as_coefficients_dict().items():
        is_log = isinstance(part, sympy.log)
        number = part.args[0] if is_log else part  # 1 beside a rational
        if not (factor.is_Rational and number.is_Rational and number.is_positive):
            raise ParameterError(value_excerpt(part), expected="r + s*log(q) with rational r, s, q inside exp")
        term = LogSum(Fraction(0), {fraction_of(number): Fraction(1)}) if is_log else LogSum(Fraction(1))
        total = total.plus(term.times(fraction_of(factor)))
    return total


def to_sympy(number: ExactNumber) -> Any:
    """Return the number as a SymPy expression, with a free E as the positive symbol E."""
    import sympy

    field, num, den = number.parts()

    def rational(value: Fraction) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    def power(i: int, j: int) -> Any:
        if isinstance(field, Free):
            return sympy.Symbol("E", positive=True) ** i
        return sympy.exp(rational(field.exponent * i)) * rational(field.base) ** sympy.Rational(j, field.degree)

    def total(terms: dict[tuple[int, int], int]) -> Any:
        return sympy.Add(*(c * power(i, j) for (i, j), c in terms.items()))

    return total(num) / total(den)
