"""The border between the texts of a table and the laws of numbers, at which each text is read once.

A text is a formula without names (`dpexact.numbers.formula`), so "1e-10", "1/3", "log(2)/2" and "sqrt(2)" are numbers.
The laws of our papers take exact numbers, whose texts are read by the names of their parameters.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial, update_wrapper
from inspect import signature
from typing import Any

from dpexact.audit.quantity import Computed, PrivacyDirection, QuantityList
from dpexact.errors import ParameterError, TooLargeError
from dpexact.laws.concentrated import MAX_ORDER
from dpexact.laws.parameters import Number, refused, value
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.formula import closed_text
from dpexact.numbers.grammar import Term
from dpexact.numbers.typography import excerpt

Law = Callable[..., Number | float]
Reader = Callable[[str, str], Any]

MAX_ORDERS = 1000
MAX_DIGITS = 100  # of an integer
MAX_INTEGER = 10**MAX_DIGITS - 1
MAX_TERMS = 2_000_000  # of the sums of all orders


def of_texts(law: Law, **readers: Reader) -> Law:
    """Return a law as a function, of the same signature, of texts. `readers` read those that are not numbers."""
    return update_wrapper(partial(_computed, law, readers), law)


def _computed(law: Law, readers: dict[str, Reader], /, **texts: str) -> Number | float:
    return law(**{name: readers.get(name, closed_text)(name, text) for name, text in texts.items()})


def word(_name: str, text: str) -> str:
    """Return a word as it is."""
    return text


def orders(name: str, text: str) -> list[int | Fraction]:
    """Read orders from a text such as "2..63", "2, 4, 8..16" or "1.1..10.9 step 0.1, 12..63"."""
    chosen: set[Fraction] = set()
    for place, part in enumerate(text.split(",")):
        chosen.update(_range_of_orders(f"{name}[{place}]", part))
        if len(chosen) > MAX_ORDERS:
            raise _too_many(name, text)
    terms = sum(int(order) for order in chosen if order.denominator == 1)
    if terms > MAX_TERMS:
        expected = f"integer orders that add up to at most {MAX_TERMS}"
        raise TooLargeError(f"{terms}", place=name, expected=expected, remedy="leave some out")
    return [int(order) if order.denominator == 1 else order for order in sorted(chosen)]


def _range_of_orders(name: str, part: str) -> Iterator[Fraction]:
    """Read one order, or "first..last", with " step s" if s is not 1. The steps must reach the last one."""
    low, dots, rest = part.partition("..")
    high, _, wide = rest.partition("step")
    wide = wide.strip() if "step" in rest else "1"
    first = _order(name, low.strip())
    if not dots:
        return iter([first])
    last = _order(name, high.strip())
    step = _number(f"{name}: step", wide, "a rational number > 0", lambda s: s.is_rational() and s > 0).as_fraction()
    count, left = divmod(last - first, step)
    if last < first:
        raise refused(name, f"a last order that is at least the first, {low.strip()}", closed_text(name, high.strip()))
    if left:
        expected = f"a last order that steps of {excerpt(wide)} reach from the first one"
        remedy = f"the last before it is {first + count * step}"
        raise ParameterError(repr(excerpt(part.strip())), place=name, expected=expected, remedy=remedy)
    if count >= MAX_ORDERS:
        raise _too_many(name, part)
    return (first + number * step for number in range(count + 1))


def _order(name: str, text: str) -> Fraction:
    expected = f"a rational number > 1 and at most {MAX_ORDER}"
    return _number(name, text, expected, lambda order: order.is_rational() and 1 < order <= MAX_ORDER).as_fraction()


def _number(name: str, text: str, expected: str, holds: Callable[[Exact], bool]) -> Exact:
    """Read an exact number for which something holds. Raises ParameterError."""
    tree = closed_text(name, text)
    number = value(name, tree)
    if not isinstance(number, Exact) or not holds(number):
        raise refused(name, expected, tree)
    return number


def _too_many(name: str, text: str) -> ParameterError:
    return ParameterError(repr(excerpt(text.strip())), place=name, expected=f"at most {MAX_ORDERS} orders")


def terms(name: str, text: str) -> list[Term]:
    """Read numbers separated by commas, not evaluated."""
    return [closed_text(f"{name}[{place}]", part) for place, part in enumerate(_split(text))]


def distribution(name: str, text: str) -> list[Exact]:
    """Read numbers separated by commas that sum to 1. Raises ParameterError."""
    parts = enumerate(_split(text))
    numbers = [_number(f"{name}[{n}]", part, "an exact number >= 0", lambda number: number >= 0) for n, part in parts]
    total = sum(numbers[1:], numbers[0])
    if total != 1:
        came = repr(excerpt(f"{text} (the sum is {excerpt(str(total))})"))
        raise ParameterError(came, place=name, expected="numbers that sum to 1 exactly")
    return numbers


def _split(text: str) -> list[str]:
    """Return the parts between the commas that no parenthesis encloses."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


class PaperQuantities(QuantityList):
    """The quantities of a paper. A parameter is a number, unless `readers` has a reader for its name."""

    def __init__(self, prefix: str, source: str, **readers: Reader) -> None:
        super().__init__(prefix, source)
        self.readers = readers

    def add(
        self,
        place: str,
        direction: PrivacyDirection = "neither",
        *,
        name: str = "",
        readers: Mapping[str, Reader] | None = None,
        **more: Any,
    ) -> Callable[[Computed], Computed]:
        """Decorate a law of numbers with the place that it is for. The quantity is the law of texts.

        `readers` are those of this law alone, `more` the other fields of a Quantity. A `caution` gets numbers too.
        """
        known = {**self.readers, **(readers or {})}

        def of_named_texts(law: Callable[..., Any]) -> Callable[..., Any]:
            return of_texts(law, **{parameter: known.get(parameter, number) for parameter in signature(law).parameters})

        if "caution" in more:
            more["caution"] = of_named_texts(more["caution"])
        listed = super().add(place, direction, name=name, **more)

        def law_of_numbers(law: Computed) -> Computed:
            listed(of_named_texts(law))
            return law

        return law_of_numbers


def number(name: str, text: str) -> Exact:
    """Read one number. Raises the errors of `exact`."""
    return exact_at(text, name)


def numbers(name: str, text: str) -> list[Exact]:
    """Read the entries of "1/2, 1/4, 1/4". Raises the errors of `exact`."""
    return [exact_at(entry.strip(), f"{name}[{place}]") for place, entry in enumerate(text.split(","))]


def number_or_word(name: str, text: str) -> Exact | str:
    """Read a number, or a text of letters alone as a word that the law knows."""
    return text if text.isalpha() else exact_at(text, name)


def matrix(name: str, text: str) -> list[list[Exact]]:
    """Read the rows of "2/3, 1/3; 1/3, 2/3". Raises ParameterError for rows of different lengths, or as `exact`."""
    rows = [numbers(f"{name}[{place}]", row) for place, row in enumerate(text.split(";"))]
    if len({len(row) for row in rows}) != 1:
        expected = "rows of one length, entries apart by commas, rows by semicolons"
        raise ParameterError(repr(excerpt(text)), place=name, expected=expected)
    return rows


def mechanism(name: str, text: str) -> Mechanism:
    """Read the mechanism of a printed matrix, rows = outputs and columns = inputs, both counted from 1."""
    columns = list(zip(*matrix(name, text), strict=True))
    return Mechanism.from_rows(range(1, len(columns) + 1), range(1, len(columns[0]) + 1), columns)


def integer(name: str, text: str) -> int:
    """Read an integer. Raises ParameterError, or as `exact`."""
    value = exact_at(text, name)
    if not value.is_rational() or value.as_fraction().denominator != 1 or abs(value) > MAX_INTEGER:
        raise ParameterError(repr(excerpt(text)), place=name, expected=f"an integer of at most {MAX_DIGITS} digits")
    return value.as_fraction().numerator
