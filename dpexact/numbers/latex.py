"""Exact numbers in LaTeX, for notebooks."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpz

from dpexact.numbers.generators import Free

if TYPE_CHECKING:
    from dpexact.numbers.exact import Exact
    from dpexact.numbers.generators import Field
    from dpexact.numbers.quotients import Terms

MAX_LENGTH = 2000  # longer texts are shown as a decimal


def latex_of(number: Exact) -> str:
    r"""LaTeX (without dollars) of the number: \frac{1}{3}, e^{1/2}, \sqrt{2}; a very long one as its decimal."""
    field, num, den = number.parts()
    above, below = _sum(field, num), _sum(field, den)
    text = above if below == "1" else _fraction(above, below)
    if len(text) <= MAX_LENGTH:
        return text
    return r"\text{a long expression in } E" if isinstance(field, Free) else rf"\approx {number:.15g}"


def _fraction(above: str, below: str) -> str:
    negative = above.startswith("-") and " " not in above
    return ("-" if negative else "") + rf"\frac{{{above[negative:]}}}{{{below}}}"


def _sum(field: Field, terms: Terms) -> str:
    texts = []
    for (i, j), coefficient in terms.items():
        factors = [_power_of_t(field, i)] if i else []
        if j and not isinstance(field, Free):
            factors.append(_root(field.base, Fraction(j, field.degree)))
        if abs(coefficient) != 1 or not factors:
            factors.insert(0, fmpz(abs(coefficient)).str())
        texts.append(("- " if coefficient < 0 else "+ ") + r" \, ".join(factors))
    joined = " ".join(texts) or "+ 0"
    return joined[2:] if joined[0] == "+" else "-" + joined[2:]


def _power_of_t(field: Field, power: int) -> str:
    if isinstance(field, Free):
        return "E" if power == 1 else f"E^{{{power}}}"
    return f"e^{{{_plain(field.exponent * power)}}}"


def _root(base: Fraction, exponent: Fraction) -> str:
    if exponent == Fraction(1, 2):
        return rf"\sqrt{{{_plain(base)}}}"
    shown = _plain(base) if base.denominator == 1 else rf"\left({_plain(base)}\right)"
    return f"{shown}^{{{_plain(exponent)}}}"


def _plain(value: Fraction) -> str:
    top, bottom = fmpz(value.numerator).str(), fmpz(value.denominator).str()
    return top if bottom == "1" else f"{top}/{bottom}"
