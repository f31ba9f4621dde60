"""The border between the texts of a table and the laws of numbers: each text is read once, by its parameter's name.

A text is a formula without names (`dpexact.numbers.formula`): "1e-10", "1/3", "log(2)/2" and "sqrt(2)" are all numbers.
"""

from __future__ import annotations

from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any

from dpexact.errors import ParameterError, TooLargeError
from dpexact.laws.concentrated import MAX_ORDER
from dpexact.laws.parameters import Number, integer, refused, value
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_text
from dpexact.numbers.typography import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable

    Law = Callable[..., Number | float]
    Reader = Callable[[str, str], Any]

MAX_ORDERS = 1000
MAX_TERMS = 2_000_000  # of the sums of all orders


def of_texts(law: Law, **readers: Reader) -> Law:
    """Return a law as a function, of the same signature, of texts; `readers` read those that stand for no number."""
    return update_wrapper(partial(_computed, law, readers), law)


def _computed(law: Law, readers: dict[str, Reader], /, **texts: str) -> Number | float:
    return law(**{name: readers.get(name, closed_text)(name, text) for name, text in texts.items()})


def word(name: str, text: str) -> str:
    """Return a word, which is what the law takes."""
    del name
    return text


def orders(name: str, text: str) -> list[int]:
    """Read integer orders from a text such as "2..63" or "2, 4, 8..16"."""
    found: set[int] = set()
    for part in text.split(","):
        low, dots, high = (piece.strip() for piece in part.partition(".."))
        first = integer(name, closed_text(name, low), 2, MAX_ORDER)
        last = integer(name, closed_text(name, high), first, MAX_ORDER) if dots else first
        if last - first + len(found) >= MAX_ORDERS:
            message = f"{name}: expected at most {MAX_ORDERS} integer orders, got {excerpt(text)!r}"
            raise ParameterError(message)
        found.update(range(first, last + 1))
    if sum(found) > MAX_TERMS:
        message = f"{name}: expected orders that add up to at most {MAX_TERMS}, got {sum(found)}; leave some out"
        raise TooLargeError(message)
    return sorted(found)


def distribution(name: str, text: str) -> list[Exact]:
    """Read numbers separated by commas that sum to 1. Raises: ParameterError."""
    numbers = [_entry(f"{name}[{place}]", part) for place, part in enumerate(_split(text))]
    total = sum(numbers[1:], numbers[0])
    if total != 1:
        message = (
            f"{name}: expected numbers that sum to 1 exactly, got "
            f"{excerpt(f'{text} (the sum is {excerpt(str(total))})')!r}"
        )
        raise ParameterError(message)
    return numbers


def _entry(name: str, text: str) -> Exact:
    tree = closed_text(name, text)
    number = value(name, tree)
    if not isinstance(number, Exact) or number < 0:
        raise refused(name, "an exact number >= 0", tree)
    return number


def _split(text: str) -> list[str]:
    """Return the parts between the commas that no parenthesis encloses."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]
