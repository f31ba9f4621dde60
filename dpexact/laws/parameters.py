"""Checks of the parameters of laws, with refusals that begin with the name of the parameter.

A number may be a tree (`dpexact.numbers.grammar.Term`), which keeps log(2) as it is. A refusal shows a tree that was
read from a text as this text.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial

from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.formula import Real, tree_of, value_of_term
from dpexact.numbers.grammar import Term
from dpexact.numbers.typography import did_you_mean, excerpt

Number = Exact | Enclosure
MAX_INTEGER = 10**18
KINDS: Mapping[str, tuple[str, Callable[[Number], bool]]] = {
    "real": ("a number", lambda _: True),
    "positive": ("a number > 0", lambda number: number > 0),
    "nonnegative": ("a number >= 0", lambda number: number >= 0),
    "probability": ("a number from 0 to 1", lambda number: number >= 0 and number <= 1),
}


def formula(expression: Term, **numbers: Real) -> Number:
    """Return the value of a tree with numbers for its names."""
    return value_of_term(substituted(expression, **numbers))


def substituted(expression: Term, **numbers: Real) -> Term:
    """Return a tree with numbers for its names."""
    return expression.substituted({name: tree_of(number) for name, number in numbers.items()})


def exceeds(first: Term, second: Term) -> bool:
    """Return whether a closed tree is larger than another. Equal logarithms are told. Raises UndecidedError."""
    return bool(value_of_term(Term("+", (first, Term("neg", (second,))))) > 0)


def enclosed(tree: Term) -> Enclosure:
    """Return an enclosure of a closed tree, without a search for its exact value."""
    return Enclosure(partial(ball_value, tree))


def value(name: str, number: Real) -> Number:
    """Return the number itself. Raises DPExactError that begins with the name."""
    if isinstance(number, (Exact, Enclosure)):
        return number
    if not isinstance(number, Term):
        return exact_at(number, name)
    try:
        return value_of_term(number)
    except DPExactError as error:
        raise error.at(name) from error


def refused(name: str, expected: str, number: Real) -> ParameterError:
    """Return the error for a number out of range, which is shown by its text if it was read from one."""
    text = number.text if isinstance(number, Term) and number.text else str(value(name, number))
    return ParameterError(repr(excerpt(text)), place=name, expected=expected)


def tree_checked(kind: str, name: str, number: Real) -> Term:
    """Return the tree of a number of one of the KINDS. Raises DPExactError that begins with the name."""
    expected, holds = KINDS[kind]
    if not holds(value(name, number)):
        raise refused(name, expected, number)
    return tree_of(number)


real, positive, nonnegative, probability = (partial(tree_checked, kind) for kind in KINDS)


def integer(name: str, number: Real, least: int = 0, most: int = MAX_INTEGER) -> int:
    """Return an integer between two others."""
    real_number = value(name, number)
    if isinstance(real_number, Exact) and real_number.is_rational():
        fraction = real_number.as_fraction()
        if fraction.denominator == 1 and least <= fraction <= most:
            return int(fraction)
    expected = f"an integer from {least} to {most}" if most < MAX_INTEGER else f"an integer >= {least}"
    raise refused(name, expected, number)


def choice(name: str, word: str, known: tuple[str, ...]) -> str:
    """Return the value, one of some words."""
    if word not in known:
        raise ParameterError(
            f"{excerpt(word)!r}{did_you_mean(word, known)}", place=name, expected=f"one of {', '.join(known)}"
        )
    return word


def is_exactly(name: str, number: Real, other: int) -> bool:
    """Return whether a number is exactly this integer. Raises UndecidedError for an enclosure that contains it."""
    return value(name, number) == other


def floors(number: Number) -> tuple[int, int]:
    """Return the floors of two bounds of a number, the lower first."""
    lower, upper = number.enclosure(64) if isinstance(number, Exact) else (number.lower, number.upper)
    return math.floor(lower), math.floor(upper)


def first_from(number: Number, *, beyond: bool) -> int:
    """Return the least integer from a number on, or beyond it. Raises UndecidedError."""
    low, high = floors(number)
    if low != high:
        low = high if number >= high else low
    return low if not beyond and number == low else low + 1


def least_epsilon(E: Number | float) -> Number | float:
    """Return epsilon = log E of a least E >= 1, exact if it is rational, and infinity for infinity."""
    if isinstance(E, float):
        return math.inf
    if isinstance(E, Enclosure):
        return E.log()
    rational = rational_epsilon(E)
    return epsilon_of(E) if rational is None else exact(rational)
