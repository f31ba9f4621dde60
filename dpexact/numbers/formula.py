"""The number of a formula, exact if dpexact can decide it, else enclosed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from flint import fmpq

from dpexact.errors import NumberSyntaxError, ParameterError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate import NotExactError, Work, exact_value
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.grammar import Term, term_of_text
from dpexact.numbers.one_root import unshown_roots
from dpexact.numbers.typography import did_you_mean, excerpt, greek_name, number_of_print

Real = int | Fraction | Exact | Enclosure | Term  # a Term is closed, and keeps log(2) as it is

WORDS = {
    "e": "write exp(1), or exp(x) for e**x",
    **dict.fromkeys(("inf", "infinity", "oo"), "a formula has finite numbers only"),
}


def formula_value(expression: str, names: Mapping[str, str | Real] | None = None) -> Exact | Enclosure:
    """Return the value of an expression, with a number or a text (itself without names) for each name in it.

    Guarantee: exact if the value lies in a field that dpexact decides, otherwise an enclosure of any width.
    Raises: NumberSyntaxError with the place, ParameterError for names that are missing or not in the expression and for
    undefined values of functions, DivisionByZeroError, TooLargeError past the limits of work, UndecidedError.
    Reference: docs/claim-table.md, "Formulas".

    >>> formula_value("1 - (1 - delta)**k", {"delta": "1e-3", "k": "2"})
    exact('1999/1000000')
    >>> formula_value("sqrt(2*log(1.25/delta))/epsilon", {"delta": "1e-5", "epsilon": "1/2"})
    Enclosure[9.68961052521, 9.68961052522]
    """
    term = closed_term(expression, names or {})
    value = value_of_term(term)
    unshown_roots(term)
    return value


def remark_on_roots(expression: str, names: Mapping[str, str | Real]) -> str:
    """Return a remark on the roots of an expression that rest on its writer's word, empty if there are none.

    Raises: as `formula_value`.
    """
    return "; ".join(unshown_roots(closed_term(expression, names)))


def closed_term(expression: str, names: Mapping[str, str | Real]) -> Term:
    """Return the tree of an expression with those of numbers and texts for its names. Raises: as `formula_value`."""
    term = term_of_text(expression)
    wanted = term.free_names()
    for name in sorted(wanted - set(names)):
        node = next(node for node in term.nodes() if node.kind == "name" and node.name == name)
        expected = "a parameter for each name in the expression"
        hint = _name_hint(name, set(names) - wanted)
        raise node.error(ParameterError, f"none for {excerpt(name)!r}", hint, expected=expected)
    for name in sorted(set(names) - wanted):
        hint = did_you_mean(name, tuple(wanted)).removeprefix("; ")
        expected = "only names that occur in the expression"
        raise ParameterError("one that does not", place=name, expected=expected, remedy=hint)
    return term.substituted(
        {name: closed_text(name, given) if isinstance(given, str) else tree_of(given) for name, given in names.items()}
    )


def _name_hint(name: str, unused: set[str]) -> str:
    """Return the remedy for a name without a parameter, a word of mathematics or a misspelt parameter."""
    if name in WORDS:
        return WORDS[name]
    spelt = {"".join(greek_name(letter) or letter for letter in other): other for other in unused}
    if name in spelt:
        return f"call the parameter {name} instead of {spelt[name]!r}"
    return did_you_mean(name, tuple(unused)).removeprefix("; ")


def closed_text(name: str, text: str) -> Term:
    """Return the tree of the text of a number, which may be printed as 10^{-5}, 1 x 10^-5 or 0.001%.

    Raises: ParameterError that begins with the name.
    """
    try:
        term = term_of_text(text)
    except (NumberSyntaxError, TooLargeError) as error:
        printed = number_of_print(text)
        if printed is not None:
            return Term("numeral", value=fmpq(printed.numerator, printed.denominator), text=text)
        raise error.at(name) from None
    if term.free_names():
        raise ParameterError(repr(excerpt(text)), place=name, expected="a number without names")
    return term


def tree_of(number: Real) -> Term:
    """Return the tree of a number, without a text, or a tree unchanged."""
    if isinstance(number, Term):
        return number
    return Term("number", value=number if isinstance(number, Enclosure) else exact(number))


def value_of_term(term: Term) -> Exact | Enclosure:
    """Return the value of a closed term. Raises: as `formula_value`."""
    try:
        return exact_value(Exact, term, {}, Work())
    except (NotExactError, TooLargeError):
        return Enclosure(partial(ball_value, term))
