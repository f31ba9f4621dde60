"""Exact numbers as text of the grammar of `exact`, and as LaTeX for notebooks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpz

from dpexact.numbers.abstract import ExactNumber
from dpexact.numbers.generators import Field, Free
from dpexact.numbers.quotients import Terms
from dpexact.numbers.typography import rational_text

MAX_LATEX = 2000  # longer texts are shown as a decimal

Powers = Callable[[Field, int, int], tuple[str, str]]  # the texts of t^i and u^j, empty for the exponent 0


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
    text = above if below == "1" else _latex_fraction(above, below)
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


def _latex_fraction(above: str, below: str) -> str:
    negative = above.startswith("-") and " " not in above
    return ("-" if negative else "") + rf"\frac{{{above[negative:]}}}{{{below}}}"
