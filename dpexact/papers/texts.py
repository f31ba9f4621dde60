"""The quantities of our papers, laws of numbers whose texts are read by the names of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from dpexact.audit.quantities.given import Reader, of_texts
from dpexact.audit.quantity import Computed, PrivacyDirection, QuantityList
from dpexact.errors import ParameterError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import excerpt

MAX_DIGITS = 100  # of an integer
MAX_INTEGER = 10**MAX_DIGITS - 1


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
        raise ParameterError(
            repr(excerpt(text)), place=name, expected="rows of one length, entries apart by commas, rows by semicolons"
        )
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
