"""formula_value: the number that a formula stands for, exact where dpexact can decide it, else enclosed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq

from dpexact.documents.fault import did_you_mean
from dpexact.errors import NumberSyntaxError, ParameterError, TooLargeError
from dpexact.formulas.balls import ball_value
from dpexact.formulas.exactly import NotExactError, exact_value, number
from dpexact.formulas.grammar import RESERVED, term_of_text
from dpexact.formulas.term import Term
from dpexact.formulas.work import Work
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.excerpt import excerpt
from dpexact.numbers.typography import number_of_print

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.numbers.exact import Exact


def formula_value(expression: str, names: Mapping[str, str] | None = None) -> Exact | Enclosure:
    """The value of an expression, with a text (an expression without names) for each name that occurs in it.

    Guarantee: exact where the value lies in a field that dpexact decides, otherwise an enclosure of any width.
    Raises: NumberSyntaxError with the place; ParameterError for names that are missing or not in the expression, and
    where a function has no value; DivisionByZeroError; TooLargeError past the limits of work; UndecidedError.
    Reference: docs/claim-table.md, "Formulas".

    >>> formula_value("1 - (1 - delta)**k", {"delta": "1e-3", "k": "2"})
    exact('1999/1000000')
    >>> formula_value("sqrt(2*log(1.25/delta))/epsilon", {"delta": "1e-5", "epsilon": "1/2"})
    Enclosure[9.68961052521, 9.68961052522]
    """
    return value_of_term(closed_term(expression, names or {}))


def closed_term(expression: str, names: Mapping[str, str]) -> Term:
    """The tree of an expression with the trees of texts for its names. Raises: as `formula_value`."""
    term = term_of_text(expression)
    wanted = term.free_names()
    for name in sorted(wanted - set(names)):
        message = f"expression: expected a parameter for each name in it, got none for {excerpt(name)!r}"
        raise ParameterError(message + did_you_mean(name, tuple(RESERVED | set(names))))
    for name in sorted(set(names) - wanted):
        message = f"{name}: expected only names that occur in the expression, got one that does not"
        raise ParameterError(message + did_you_mean(name, tuple(wanted)))
    return term.substituted({name: closed_text(name, text) for name, text in names.items()})


def closed_text(name: str, text: str) -> Term:
    """The tree of a text that stands for a number, also one as it is printed: 10^{-5}, 1 x 10^-5, 0.001%.

    Raises: ParameterError that begins with the name.
    """
    try:
        term = term_of_text(text)
    except (NumberSyntaxError, TooLargeError) as error:
        printed = number_of_print(text)
        if printed is not None:
            return Term("numeral", value=fmpq(printed.numerator, printed.denominator))
        message = f"{name}: {error}"
        raise type(error)(message) from error
    if term.free_names():
        message = f"{name}: expected a number without names, got {excerpt(text)!r}"
        raise ParameterError(message)
    return term


def value_of_term(term: Term) -> Exact | Enclosure:
    """The value of a closed term. Raises: as `formula_value`."""
    try:
        return number(exact_value(term, {}, Work()))
    except (NotExactError, TooLargeError):
        return Enclosure(partial(ball_value, term))
