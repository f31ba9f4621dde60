"""A mechanism, its neighboring pairs, E and delta, and the excess P_i(S) - E P_j(S) - delta of an event S."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpz

from dpexact.kernel.document import Rejected, array, fields, labels, position
from dpexact.kernel.field import ZERO, Field, Polynomial, Quotient

KEYS = {"kind", "generators", "inputs", "outputs", "weights", "pairs", "exp_epsilon", "delta"}
Pair = tuple[int, int]
Demand = tuple[str, str, Polynomial, str]  # check, relation, polynomial, its name
SIGNS = {"> 0": (1,), ">= 0": (0, 1), "= 0": (0,)}


@dataclass(frozen=True)
class Claim:
    """The content of a statement: rows[i][o] is P_i(o), a quotient. Labels only name rows and columns."""

    field: Field
    rows: list[list[Quotient]]
    pairs: list[Pair]
    exp_epsilon: Quotient | None  # None is infinity
    delta: Quotient

    def demands(self) -> Iterator[Demand]:
        """Yield the demands of every kind. Each kind decides its own way."""
        for written, (check, bottom) in self.field.denominators.items():
            yield check, "> 0", bottom, f"denominator {written[:40]}"
        if self.exp_epsilon is not None:
            yield "exp-epsilon", ">= 0", self.exp_epsilon[0] - self.exp_epsilon[1], "E - 1"
        yield "delta", ">= 0", self.delta[0], "delta"
        yield "delta", ">= 0", self.delta[1] - self.delta[0], "1 - delta"
        yield from distributions(self.field, self.rows)

    def difference(self, p: Quotient, q: Quotient) -> Polynomial:
        """Compute p - E q, times a positive number, if E is not infinity."""
        (a, x), (b, y), (e, f), product = p, q, self.exp_epsilon or ZERO, self.field.product
        return product(a, f) - product(b, e) if x is y else product(a, y, f) - product(b, x, e)

    def worst(self, pair: Pair) -> list[int]:
        """List the outputs where P_i(o) > E P_j(o), for weights >= 0. Integers are multiplied with brackets first."""
        field, (first, second) = self.field, (self.rows[k] for k in pair)
        field.budget.compare(len(first), self.exp_epsilon or ())
        if self.exp_epsilon is None:
            return [o for o, (b, _) in enumerate(second) if field.sign(b) == 0]
        e, f = self.exp_epsilon
        (e_low, e_high), (f_low, f_high) = field.enclosures(e, f)
        outputs = []
        for o, ((a, x), (b, y)) in enumerate(zip(first, second, strict=True)):
            sure = False
            if x is y and type(a) is type(b) is fmpz:
                if a * f_high <= b * e_low:
                    continue
                sure = a * f_low > b * e_high
            if sure or field.sign(self.difference((a, x), (b, y))) > 0:
                outputs.append(o)
        return outputs

    def excess(self, pair: Pair, event: Sequence[int]) -> Polynomial:
        """Add up P_i(S) - E P_j(S) - delta, times a positive number, for the event S, or -1 for -infinity."""
        p, q = (self.field.total(self.rows[k][o] for o in event) for k in pair)
        if self.exp_epsilon is None and self.field.sign(q[0]):
            return fmpz(-1)
        (d, g), (_, f), product = self.delta, self.exp_epsilon or ZERO, self.field.product
        bottom = p[1] if p[1] is q[1] else product(p[1], q[1])
        return product(self.difference(p, q), g) - product(d, bottom, f)


def distributions(field: Field, rows: list[list[Quotient]]) -> Iterator[Demand]:
    """Yield the demands that rows are distributions, their denominators being positive."""
    for i, row in enumerate(rows):
        for o, (top, _) in enumerate(row):
            if not isinstance(top, fmpz) or top < 0:  # an integer that is not negative needs no more
                yield "entry-sign", ">= 0", top, f"weight of input {i}, output {o}"
        top, bottom = field.total(row)
        yield "row-sum", "= 0", top - bottom, f"sum of the row of input {i}, minus 1,"


def require_demands(field: Field, demands: Iterable[Demand]) -> None:
    """Require the signs that are demanded of numbers."""
    for check, relation, value, what in demands:
        field.require(check, value, SIGNS[relation], what)


def require_bound(field: Field, claim: Claim) -> list[Pair]:
    """Require the bound for every pair and event, and return the pairs at which some event attains it.

    No event exceeds that of the outputs where P_i(o) - E P_j(o) > 0.
    """
    attained = []
    for pair in claim.pairs:
        event = claim.worst(pair)
        sign = field.sign(claim.excess(pair, event))
        if sign > 0:
            raise Rejected("bound", f"P_i(S) <= E P_j(S) + delta is false for the pair {pair}, outputs {event[:20]}")
        if sign == 0:
            attained.append(pair)
    return attained


def decode_claim(content: dict[str, Any], field: Field, rows: int | None = None, *, infinity: bool = False) -> Claim:
    """Decode a statement about a mechanism (or about this many rows of one). Its demands are not decided yet."""
    inputs, outputs = labels(content["inputs"], "inputs"), labels(content["outputs"], "outputs")
    listed = (array(pair, "pair", 2) for pair in array(content["pairs"], "pairs"))
    pairs = [(position(i, inputs, "pairs"), position(j, inputs, "pairs")) for i, j in listed]
    if len(set(pairs)) != len(pairs):
        raise Rejected("pairs", "a pair occurs twice")
    infinite = infinity and content["exp_epsilon"] == "infinity"
    factor = None if infinite else field.quotient(content["exp_epsilon"], "exp-epsilon")
    weights = decode_rows(field, content["weights"], inputs if rows is None else rows, outputs)
    return Claim(field, weights, pairs, factor, field.quotient(content["delta"], "delta"))


def decode_rows(field: Field, weights: object, inputs: int, outputs: int) -> list[list[Quotient]]:
    """Decode weights over one common denominator, or each with its own."""
    common = isinstance(weights, dict) and "denominator" in weights
    content = fields(weights, {"denominator", "rows"} if common else {"rows"}, "weights")
    rows = [array(row, "row of weights", outputs) for row in array(content["rows"], "rows of weights", inputs)]
    if not common:
        return [[field.quotient(value) for value in row] for row in rows]
    denominator = field.denominator(content["denominator"])
    return [[(field.polynomial(top), denominator) for top in row] for row in rows]
