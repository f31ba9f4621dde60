"""A mechanism, its neighboring pairs, E and delta, and the excess P_i(S) - E P_j(S) - delta of an event S."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, TypeVar

from flint import fmpz

from dpexact.kernel.document import Rejected, array, fields, labels, position
from dpexact.kernel.field import Field, Polynomial, Quotient, product

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Item = TypeVar("Item")
KEYS = {"kind", "generators", "inputs", "outputs", "weights", "pairs", "exp_epsilon", "delta"}


@dataclass(frozen=True)
class Claim:
    """The content of a statement: rows[i][o] is P_i(o), a quotient; labels only name rows and columns."""

    rows: list[list[Quotient]]
    pairs: list[tuple[int, ...]]
    exp_epsilon: Quotient
    delta: Quotient

    def demands(self) -> Iterator[tuple[str, str, Polynomial, str]]:
        """Yield what every kind requires: (check, relation, polynomial, what it is); each kind decides its own way."""
        (e, f), (d, g) = self.exp_epsilon, self.delta
        yield "exp-epsilon", "> 0", f, "denominator of E"
        yield "exp-epsilon", ">= 0", e - f, "E - 1"
        yield "delta", "> 0", g, "denominator of delta"
        yield "delta", ">= 0", d, "delta"
        yield "delta", ">= 0", g - d, "1 - delta"
        for bottom in {id(x): x for row in self.rows for _, x in row}.values():
            yield "denominator", "> 0", bottom, "denominator of a weight"
        for i, row in enumerate(self.rows):
            for o, (top, _) in enumerate(row):
                yield "entry-sign", ">= 0", top, f"weight of input {i}, output {o}"
            top, bottom = total(row)
            yield "row-sum", "= 0", top - bottom, f"sum of the row of input {i}, minus 1,"

    def differences(self, pair: tuple[int, ...]) -> Iterator[Polynomial]:
        """Yield P_i(o) - E P_j(o) times a positive number, for each output o."""
        e, f = self.exp_epsilon
        for (a, x), (b, y) in zip(*(self.rows[k] for k in pair), strict=True):
            yield product(a, f) - product(b, e) if x is y else product(a, y, f) - product(b, x, e)

    def excess(self, pair: tuple[int, ...], event: Sequence[int]) -> Polynomial:
        """Add up P_i(S) - E P_j(S) - delta, times a positive number, for the event S."""
        (a, x), (b, y) = (total(self.rows[k][o] for o in event) for k in pair)
        (e, f), (d, g) = self.exp_epsilon, self.delta
        return product(product(a, y, f) - product(b, x, e), g) - product(d, x, y, f)


def total(quotients: Iterable[Quotient]) -> Quotient:
    """Add quotients: numerators over one denominator first, then the quotients that are left."""
    groups: dict[int, tuple[Polynomial, list[Polynomial]]] = {}
    for top, bottom in quotients:
        groups.setdefault(id(bottom), (bottom, []))[1].append(top)
    sums = [(_tree(tops, lambda a, b: a + b, fmpz(0)), bottom) for bottom, tops in groups.values()]
    add = lambda p, q: (product(p[0], q[1]) + product(q[0], p[1]), product(p[1], q[1]))  # noqa: E731
    return _tree(sums, add, (fmpz(0), fmpz(1)))


def _tree(items: list[Item], join: Callable[[Item, Item], Item], empty: Item, leaf: int = 16) -> Item:
    """Join two halves, each joined likewise, so that sizes stay balanced; up to `leaf` items one by one."""
    if len(items) <= leaf:
        return reduce(join, items, empty)
    half = len(items) // 2
    return join(_tree(items[:half], join, empty), _tree(items[half:], join, empty))


def decode_claim(statement: object, field: Field, rows: int | None = None) -> Claim:
    """Decode a statement about a mechanism (or about so many rows of one); its demands are not decided yet."""
    content = fields(statement, KEYS, "statement")
    inputs, outputs = labels(content["inputs"], "inputs"), labels(content["outputs"], "outputs")
    listed = [array(pair, "pair", 2) for pair in array(content["pairs"], "pairs")]
    pairs = [tuple(position(k, inputs, "pairs") for k in pair) for pair in listed]
    if len(set(pairs)) != len(pairs):
        raise Rejected("pairs", "a pair occurs twice")
    parameters = (_quotient(field, content[key]) for key in ("exp_epsilon", "delta"))
    return Claim(_rows(field, content["weights"], inputs if rows is None else rows, outputs), pairs, *parameters)


def _rows(field: Field, weights: object, inputs: int, outputs: int) -> list[list[Quotient]]:
    """Decode weights over one common denominator, or each with its own; denominators written alike are one object."""
    common = isinstance(weights, dict) and "denominator" in weights
    content = fields(weights, {"denominator", "rows"} if common else {"rows"}, "weights")
    rows = [array(row, "row of weights", outputs) for row in array(content["rows"], "rows of weights", inputs)]
    if common:
        denominator = field.polynomial(content["denominator"])
        return [[(field.polynomial(top), denominator) for top in row] for row in rows]
    quotients = [[_quotient(field, value) for value in row] for row in rows]
    known: dict[str, Polynomial] = {}
    return [[(top, known.setdefault(str(bottom), bottom)) for top, bottom in row] for row in quotients]


def _quotient(field: Field, value: object) -> Quotient:
    top, bottom = array(value, "quotient", 2)
    return field.polynomial(top), field.polynomial(bottom)
