"""Rows of probabilities, E and delta, the demands of every statement about them, and the excess of a pair of rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dpexact.second.document import array, with_keys
from dpexact.second.fields import ONE, Field, Quotient
from dpexact.second.meter import need

Row = list[Quotient]


def rows_of(value: Any, field: Field, inputs: int, outputs: int, where: str) -> list[Row]:
    """Return a row for each input, an entry for each output."""
    if type(value) is dict and "denominator" in value:
        written, rows = with_keys(value, "denominator", "rows", where=where)
        bottom = field.denominator(written)
        listed = [array(row, where, outputs) for row in array(rows, where, inputs)]
        return [[Quotient(field.sum(top), bottom) for top in row] for row in listed]
    (rows,) = with_keys(value, "rows", where=where)
    return [[field.quotient(entry) for entry in array(row, where, outputs)] for row in array(rows, where, inputs)]


def require_distributions(field: Field, rows: Iterable[Row]) -> None:
    """Check: no entry is negative, and every row sums to exactly 1."""
    rows = list(rows)
    for row in rows:
        need(all(map(field.is_negative_nowhere, row)), "entry-sign", "a probability is negative")
    for row in rows:
        total = field.total(row)
        need(field.minus(total.top, total.bottom) == 0, "row-sum", "a row does not sum to 1")


@dataclass(frozen=True)
class Bounds:
    """E (None for infinity) and delta, and how they bound the probabilities of one row by those of another."""

    field: Field
    factor: Quotient | None
    delta: Quotient

    def require_sense(self) -> None:
        """Check: E >= 1 and 0 <= delta <= 1."""
        field, from_0 = self.field, self.field.is_negative_nowhere
        need(not self.factor or from_0(field.difference(self.factor, ONE)), "exp-epsilon", "E is less than 1")
        need(from_0(self.delta), "delta", "delta is negative")
        need(from_0(field.difference(ONE, self.delta)), "delta", "delta is greater than 1")

    def losses(self, p: Row, q: Row) -> Row:
        """Return p(o) - E q(o) for each output, for infinity p(o) where q(o) = 0, else -1 for minus infinity."""
        if self.factor is None:
            return [x if y.top == 0 else Quotient(-1, 1) for x, y in zip(p, q, strict=True)]
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
        excess = self.excess([loss for loss in self.losses(p, q) if self.field.is_positive(loss)])
        need(not self.field.is_positive(excess), "bound", "an event of a pair exceeds E P_j(S) + delta")
        return excess.top == 0

    def excess_of(self, p: Row, q: Row, event: list[int]) -> Quotient | None:
        """Return p(S) - E q(S) - delta, or None for minus infinity."""
        if self.factor is None and any(q[o].top != 0 for o in event):
            return None
        return self.excess(self.losses([p[o] for o in event], [q[o] for o in event]))
