"""Exact numbers as text of the grammar of `exact`, and as LaTeX for notebooks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpz

from dpexact.numbers.abstract import Number
from dpexact.numbers.generators import Field, Free
from dpexact.numbers.quotients import Terms
from dpexact.numbers.typography import rational_text

MAX_LATEX = 2000  # longer texts are shown as a decimal

Power = Callable[[Field, int], str]


def text_of(number: Number) -> str:
    """Return the number (a free E as E) as a text of the grammar, which `exact` reads back."""
    if (ratio := number.ratio) is not None:
        return ratio.str()
    field, num, den = number.parts()
    top, bottom = (_sum(field, terms, (_power, _root), "*") for terms in (num, den))
    if den == {(0, 0): 1}:
        return top
    top = f"({top})" if len(num) > 1 else top
    return f"{top}/({bottom})" if len(den) > 1 or "*" in bottom else f"{top}/{bottom}"


def latex_of(number: Number) -> str:
    r"""Return LaTeX (without dollars) such as \frac{1}{3}, e^{1/2} or \sqrt{2}, for a very long number its decimal."""
    field, num, den = number.parts()
    above, below = (_sum(field, terms, (_latex_power, _latex_root), r" \, ") for terms in (num, den))
    text = above if below == "1" else _latex_fraction(above, below)
    if len(text) <= MAX_LATEX:
        return text
    return r"\text{a long expression in } E" if isinstance(field, Free) else rf"\approx {number:.15g}"


def _sum(field: Field, terms: Terms, factor: tuple[Power, Power], times: str) -> str:
    """Return a sum of c t^i u^j, with a writer for each of the two generators."""
    power, root = factor
    texts = []
    for (i, j), coefficient in terms.items():
        factors = [power(field, i)] if i else []
        if j:
            factors.append(root(field, j))
        if abs(coefficient) != 1 or not factors:
            factors.insert(0, fmpz(abs(coefficient)).str())
        texts.append(("- " if coefficient < 0 else "+ ") + times.join(factors))
    joined = " ".join(texts) or "+ 0"
    return joined[2:] if joined[0] == "+" else "-" + joined[2:]


def _power(field: Field, power: int) -> str:
    if isinstance(field, Free):
        return "E" if power == 1 else f"E**{power}"
    return f"exp({rational_text(field.exponent * power)})"


def _root(field: Field, power: int) -> str:
    if isinstance(field, Free):
        return ""
    base = rational_text(field.base)
    return f"{base if field.base.denominator == 1 else f'({base})'}**({Fraction(power, field.degree)})"


def _latex_power(field: Field, power: int) -> str:
    if isinstance(field, Free):
        return "E" if power == 1 else f"E^{{{power}}}"
    return f"e^{{{rational_text(field.exponent * power)}}}"


def _latex_root(field: Field, power: int) -> str:
    if isinstance(field, Free):
        return ""
    base, exponent = rational_text(field.base), Fraction(power, field.degree)
    if exponent == Fraction(1, 2):
        return rf"\sqrt{{{base}}}"
    radicand = base if field.base.denominator == 1 else rf"\left({base}\right)"
    return f"{radicand}^{{{rational_text(exponent)}}}"


def _latex_fraction(above: str, below: str) -> str:
    negative = above.startswith("-") and " " not in above
    return ("-" if negative else "") + rf"\frac{{{above[negative:]}}}{{{below}}}"
