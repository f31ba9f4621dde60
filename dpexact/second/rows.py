"""Rows of probabilities, the demands of every statement about them, and the greatest excess of a pair of rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dpexact.second.document import array, canonical, with_keys
from dpexact.second.fields import ONE, Field, Quotient, Signs, Sum
from dpexact.second.meter import need

Row = list[Quotient]


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
        positive = all(map(signs.is_positive, self.denominators.values()))
        need(positive, "denominator", "a denominator is not positive")


def key_of(written: Any) -> str:
    """Return the JSON text of the value, so that "1" and 1 differ."""
    return f'"{written}"' if type(written) is str else canonical(written)


def rows_of(value: Any, reader: Quotients, inputs: int, outputs: int, where: str) -> list[Row]:
    """Return a row for each input, an entry for each output."""
    if type(value) is dict and "denominator" in value:
        bottom, rows = with_keys(value, "denominator", "rows", where=where)
        reader.common(bottom)
        return [reader.over(array(row, where, outputs), bottom) for row in array(rows, where, inputs)]
    (rows,) = with_keys(value, "rows", where=where)
    return [reader.each(array(row, where, outputs)) for row in array(rows, where, inputs)]


@dataclass(frozen=True)
class Bounds:
    """E (None for infinity) and delta, and how they bound the probabilities of one row by those of another."""

    field: Field
    signs: Signs
    factor: Quotient | None
    delta: Quotient

    def require_sense(self) -> None:
        """Check: E >= 1 and 0 <= delta <= 1, with positive denominators."""
        positive = self.signs.is_positive
        if self.factor:
            need(positive(self.factor.bottom), "exp-epsilon", "the denominator of E is not positive")
            need(self.not_negative(self.field.difference(self.factor, ONE)), "exp-epsilon", "E is less than 1")
        need(positive(self.delta.bottom), "delta", "the denominator of delta is not positive")
        need(self.not_negative(self.delta), "delta", "delta is negative")
        need(self.not_negative(self.field.difference(ONE, self.delta)), "delta", "delta is greater than 1")

    def require_distributions(self, rows: Iterable[Row]) -> None:
        """Check: no entry is negative, and every row sums to exactly 1, with positive denominators."""
        rows = list(rows)
        for row in rows:
            need(all(self.not_negative(entry) for entry in row), "entry-sign", "a probability is negative")
        for row in rows:
            total = self.field.total(row)
            need(not self.field.minus(total.top, total.bottom), "row-sum", "a row does not sum to 1")

    def not_negative(self, x: Quotient) -> bool:
        """Return whether x >= 0 (for a free t, at every t)."""
        return self.signs.is_negative_nowhere(x.top)

    def is_positive(self, x: Quotient) -> bool:
        """Return whether x > 0."""
        return self.signs.is_positive(x.top)

    def is_zero(self, x: Quotient) -> bool:
        """Return whether x = 0."""
        return not x.top

    def losses(self, p: Row, q: Row) -> Row:
        """Return p(o) - E q(o) for each output, for infinity p(o) where q(o) = 0, else -1 for minus infinity."""
        if self.factor is None:
            return [x if self.is_zero(y) else Quotient(-1, 1) for x, y in zip(p, q, strict=True)]
        return [self.loss(x, y, self.factor) for x, y in zip(p, q, strict=True)]

    def loss(self, x: Quotient, y: Quotient, factor: Quotient) -> Quotient:
        """Return x - E y."""
        if x.bottom != y.bottom:
            return self.field.difference(x, self.field.product(factor, y))
        top = self.field.minus(self.field.times(x.top, factor.bottom), self.field.times(factor.top, y.top))
        return Quotient(top, x.bottom if factor.bottom == 1 else self.field.times(x.bottom, factor.bottom))

    def excess(self, losses: Iterable[Quotient]) -> Quotient:
        """Return the sum of the losses, minus delta."""
        return self.field.difference(self.field.total(losses), self.delta)

    def require_bound(self, p: Row, q: Row) -> bool:
        """Check: p(S) <= E q(S) + delta for every S, as for all positive losses. Return whether these attain it."""
        excess = self.excess([loss for loss in self.losses(p, q) if self.is_positive(loss)])
        need(not self.is_positive(excess), "bound", "an event of a pair exceeds E P_j(S) + delta")
        return self.is_zero(excess)

    def excess_of(self, p: Row, q: Row, event: Iterable[int]) -> Quotient | None:
        """Return p(S) - E q(S) - delta, or None for minus infinity."""
        event = list(event)
        if self.factor is None and not all(self.is_zero(q[o]) for o in event):
            return None
        return self.excess(self.losses([p[o] for o in event], [q[o] for o in event]))
