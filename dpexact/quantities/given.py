"""Parameters of quantities: texts to numbers, each refusal beginning with the name of its parameter.

A text is a formula without names (`dpexact.numbers.formula`): "1e-10", "1/3", "log(2)/2" and "sqrt(2)" are all numbers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import closed_text, value_of_term
from dpexact.numbers.grammar import Term
from dpexact.numbers.typography import did_you_mean, excerpt

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

Number: TypeAlias = "Exact | Enclosure"
MAX_INTEGER = 10**18


def term(name: str, text: str) -> Term:
    """The tree of a text. Raises: ParameterError, NumberSyntaxError."""
    return closed_text(name, text)


def formula(expression: Term, **terms: Term) -> Number:
    """The value of a tree with closed trees for its names."""
    return value_of_term(expression.substituted(terms))


def value(name: str, text: str) -> Number:
    """The number that a text stands for. Raises: DPExactError that begins with the name."""
    tree = term(name, text)
    try:
        return value_of_term(tree)
    except DPExactError as error:
        message = f"{name}: {error}"
        raise ParameterError(message) from error


def _refused(name: str, expected: str, text: str) -> ParameterError:
    message = f"{name}: expected {expected}, got {excerpt(text)!r}"
    return ParameterError(message)


def _checked(name: str, text: str, expected: str, holds: Callable[[Number], bool]) -> Term:
    if not holds(value(name, text)):
        raise _refused(name, expected, text)
    return term(name, text)


def positive(name: str, text: str) -> Term:
    """The tree of a number > 0."""
    return _checked(name, text, "a number > 0", lambda number: number > 0)


def nonnegative(name: str, text: str) -> Term:
    """The tree of a number >= 0."""
    return _checked(name, text, "a number >= 0", lambda number: number >= 0)


def probability(name: str, text: str) -> Term:
    """The tree of a number in [0, 1]."""
    return _checked(name, text, "a number in [0, 1]", lambda number: number >= 0 and number <= 1)


def integer(name: str, text: str, least: int = 0, most: int = MAX_INTEGER) -> int:
    """An integer between two others."""
    number = value(name, text)
    if isinstance(number, Exact) and number.is_rational():
        fraction = number.as_fraction()
        if fraction.denominator == 1 and least <= fraction <= most:
            return int(fraction)
    raise _refused(name, f"an integer from {least} to {most}" if most < MAX_INTEGER else f"an integer >= {least}", text)


def choice(name: str, text: str, known: tuple[str, ...]) -> str:
    """One of some words."""
    if text not in known:
        message = f"{name}: expected one of {', '.join(known)}, got {excerpt(text)!r}{did_you_mean(text, known)}"
        raise ParameterError(message)
    return text


def numeral(number: int | Fraction) -> Term:
    """The tree of a rational."""
    return Term("numeral", value=exact(number).as_fmpq())


def is_exactly(number: Number, other: int) -> bool:
    """Whether a number is exactly this integer. Raises: UndecidedError for an enclosure that contains it."""
    return number == other


def distribution(name: str, text: str) -> list[Exact]:
    """Numbers separated by commas that sum to 1. Raises: ParameterError."""
    numbers = [_entry(f"{name}[{place}]", part) for place, part in enumerate(_split(text))]
    total = sum(numbers[1:], numbers[0])
    if total != 1:
        raise _refused(name, "numbers that sum to 1 exactly", f"{text} (the sum is {excerpt(str(total))})")
    return numbers


def _entry(name: str, text: str) -> Exact:
    number = value(name, text)
    if not isinstance(number, Exact) or number < 0:
        raise _refused(name, "an exact number >= 0", text)
    return number


def _split(text: str) -> list[str]:
    """The parts between the commas that no parenthesis encloses."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def least_epsilon(E: Number | float) -> Number | float:
    """Epsilon = log E of a least E >= 1; exact where it is rational, infinity as it is."""
    if isinstance(E, float):
        return math.inf
    if isinstance(E, Enclosure):
        return E.log()
    rational = rational_epsilon(E)
    return epsilon_of(E) if rational is None else exact(rational)
