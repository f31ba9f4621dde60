"""Lists of quotients, read from a certificate: equal denominators are one object, and counted."""

from __future__ import annotations

from typing import Any

from dpexact.second.document import array, canonical
from dpexact.second.fields import Field
from dpexact.second.numbers import Quotient, Signs, Sum
from dpexact.second.rejected import need


class Quotients:
    """A reader of numbers that remembers which denominators it has seen."""

    def __init__(self, field: Field) -> None:
        """Start with none seen."""
        self.field = field
        self.denominators: dict[str, Sum] = {}

    def common(self, written: Any) -> Sum:
        """Return a denominator."""
        key = key_of(written)
        if key not in self.denominators:
            self.denominators[key] = self.field.sum(written)
        return self.denominators[key]

    def over(self, tops: list[Any], written: Any) -> list[Quotient]:
        """Read numerators over one denominator."""
        bottom = self.common(written)
        return [Quotient(self.field.sum(top), bottom) for top in tops]

    def each(self, items: list[Any]) -> list[Quotient]:
        """Read quotients, each with its own denominator."""
        pairs = [array(item, "a quotient", 2) for item in items]
        return [Quotient(self.field.sum(top), self.common(bottom)) for top, bottom in pairs]

    def require_positive(self, signs: Signs) -> None:
        """Check: every denominator is positive."""
        need(
            all(signs.is_positive(x) for x in self.denominators.values()),
            "denominator",
            "a denominator is not positive",
        )


def key_of(written: Any) -> str:
    """Return the JSON text of the value, so that "1" and 1 differ."""
    return f'"{written}"' if type(written) is str else canonical(written)
