"""A mechanism, its neighboring pairs, E and delta, and the excess P_i(S) - E P_j(S) - delta of an event S."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from flint import fmpz

from dpexact.kernel.document import Rejected, array, fields, labels, position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dpexact.kernel.field import Field, Polynomial, Quotient

Item = TypeVar("Item")
KEYS = {"kind", "generators", "inputs", "outputs", "weights", "pairs", "exp_epsilon", "delta"}


@dataclass(frozen=True)
class Claim:
    """The content of a statement: rows[i][o] is P_i(o), a quotient; labels only name rows and columns."""

    rows: list[list[Quotient]]
    pairs: list[tuple[int, ...]]
    exp_epsilon: Quotient | None  # None is infinity
    delta: Quotient

    def demands(self) -> Iterator[tuple[str, str, Polynomial, str]]:
        """Yield what every kind requires: (check, relation, polynomial, what it is); each kind decides its own way."""
        if self.exp_epsilon is not None:
            e, f = self.exp_epsilon
            yield "exp-epsilon", "> 0", f, "denominator of E"
            yield "exp-epsilon", ">= 0", e - f, "E - 1"
        d, g = self.delta
        yield "delta", "> 0", g, "denominator of delta"
        yield "delta", ">= 0", d, "delta"
        yield "delta", ">= 0", g - d, "1 - delta"
        for bottom in {id(x): x for row in self.rows for _, x in row}.values():
            yield "denominator", "> 0", bottom, "denominator of a weight"
        for i, row in enumerate(self.rows):
            for o, (top, _) in enumerate(row):
                if not isinstance(top, fmpz) or top < 0:  # an integer that is not negative needs no more
                    yield "entry-sign", ">= 0", top, f"weight of input {i}, output {o}"
            top, bottom = total(row)
            yield "row-sum", "= 0", top - bottom, f"sum of the row of input {i}, minus 1,"

    def differences(self, pair: tuple[int, ...]) -> Iterator[Polynomial]:
        """Yield P_i(o) - E P_j(o) times a positive number, for each output o; E is not infinity."""
        e, f = self.exp_epsilon or (fmpz(0), fmpz(1))
        for (a, x), (b, y) in zip(*(self.rows[k] for k in pair), strict=True):
            yield a * f - b * e if x is y else a * y * f - b * x * e

    def worst(self, field: Field, pair: tuple[int, ...]) -> list[int]:
        """List the outputs where P_i(o) > E P_j(o), for weights >= 0; integers are multiplied with brackets first."""
        first, second = (self.rows[k] for k in pair)
        if self.exp_epsilon is None:
            return [o for o, (b, _) in enumerate(second) if field.sign(b) == 0]
        e, f = self.exp_epsilon
        (e_low, e_high), (f_low, f_high) = field.enclosures(e, f)
        found = []
        for o, ((a, x), (b, y)) in enumerate(zip(first, second, strict=True)):
            if x is y and type(a) is type(b) is fmpz:
                if a * f_low > b * e_high:
                    found.append(o)
                    continue
                if a * f_high <= b * e_low:
                    continue
            if field.sign(a * f - b * e if x is y else a * y * f - b * x * e) > 0:
                found.append(o)
        return found

    def excess(self, pair: tuple[int, ...], event: Sequence[int]) -> Polynomial:
        """Add up P_i(S) - E P_j(S) - delta, times a positive number, for the event S; infinity times 0 is 0."""
        (a, x), (b, y) = (total(self.rows[k][o] for o in event) for k in pair)
        (e, f), (d, g) = self.exp_epsilon or ZERO, self.delta
        return (a * f - b * e) * g - d * f * x if x is y else (a * y * f - b * x * e) * g - d * (x * y) * f


ZERO: Quotient = (fmpz(0), fmpz(1))


def require_demands(field: Field, claim: Claim) -> None:
    """Require rows that are distributions, E >= 1 and 0 <= delta <= 1."""
    for check, relation, value, what in claim.demands():
        sign = field.sign(value)
        if sign < 0 or (sign == 0 and relation == "> 0") or (sign != 0 and relation == "= 0"):
            raise Rejected(check, f"{what} should be {relation} but its sign is {sign}")


def require_bound(field: Field, claim: Claim) -> None:
    """Require the bound for every pair and event: none exceeds that of the outputs where P_i(o) - E P_j(o) > 0."""
    for pair in claim.pairs:
        event = claim.worst(field, pair)
        if field.sign(claim.excess(pair, event)) > 0:
            raise Rejected("bound", f"P_i(S) <= E P_j(S) + delta is false for the pair {pair}, outputs {event[:20]}")


def total(quotients: Iterable[Quotient]) -> Quotient:
    """Add quotients: numerators over one denominator first, then the quotients that are left."""
    groups: dict[int, tuple[Polynomial, list[Polynomial]]] = {}
    for top, bottom in quotients:
        groups.setdefault(id(bottom), (bottom, []))[1].append(top)
    sums = [(_tree(tops, lambda a, b: a + b, fmpz(0)), bottom) for bottom, tops in groups.values()]
    return _tree(sums, lambda p, q: (p[0] * q[1] + q[0] * p[1], p[1] * q[1]), ZERO)


def _tree(items: list[Item], join: Callable[[Item, Item], Item], empty: Item) -> Item:
    """Join two and two, then the results likewise, so that sizes stay balanced."""
    while len(items) > 1:
        rest = items[len(items) & ~1 :]
        items = [*map(join, items[::2], items[1::2]), *rest]
    return items[0] if items else empty


def decode_claim(statement: object, field: Field, rows: int | None = None, *, infinity: bool = False) -> Claim:
    """Decode a statement about a mechanism (or about so many rows of one); its demands are not decided yet."""
    content = fields(statement, KEYS, "statement")
    inputs, outputs = labels(content["inputs"], "inputs"), labels(content["outputs"], "outputs")
    listed = [array(pair, "pair", 2) for pair in array(content["pairs"], "pairs")]
    pairs = [tuple(position(k, inputs, "pairs") for k in pair) for pair in listed]
    if len(set(pairs)) != len(pairs):
        raise Rejected("pairs", "a pair occurs twice")
    infinite = infinity and content["exp_epsilon"] == "infinity"
    factor = None if infinite else _quotient(field, content["exp_epsilon"])
    weights = _rows(field, content["weights"], inputs if rows is None else rows, outputs)
    return Claim(weights, pairs, factor, _quotient(field, content["delta"]))


def _rows(field: Field, weights: object, inputs: int, outputs: int) -> list[list[Quotient]]:
    """Decode weights over one common denominator, or each with its own; denominators written alike are one object."""
    common = isinstance(weights, dict) and "denominator" in weights
    content = fields(weights, {"denominator", "rows"} if common else {"rows"}, "weights")
    rows = [array(row, "row of weights", outputs) for row in array(content["rows"], "rows of weights", inputs)]
    if common:
        denominator = field.polynomial(content["denominator"])
        return [[(field.polynomial(top), denominator) for top in row] for row in rows]
    known: dict[str, Polynomial] = {}
    return [[_quotient(field, value, known) for value in row] for row in rows]


def _quotient(field: Field, value: object, known: dict[str, Polynomial] | None = None) -> Quotient:
    top, bottom = array(value, "quotient", 2)
    numerator, denominator = field.polynomial(top), field.polynomial(bottom)
    return numerator, denominator if known is None else known.setdefault(str(bottom), denominator)
