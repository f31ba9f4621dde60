"""Kinds "post-processing" and "not-post-processing": whether a mechanism is another one, followed by a random map.

"(n)" in a comment is line n of the section "The sufficiency order" in docs/certificate-format.md. P is the mechanism of
the statement, Q its source; both have the same inputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from flint import fmpz

from dpexact.kernel.budget import add, costs, measure, multiply, sign_steps, tree
from dpexact.kernel.claim import Claim, decode_claim, require_demands, total
from dpexact.kernel.document import Rejected, array, fields
from dpexact.kernel.field import Field, decode_field

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.kernel.budget import Size
    from dpexact.kernel.document import Budget
    from dpexact.kernel.field import Polynomial, Quotient

KEYS = {"kind", "generators", "inputs", "outputs", "weights", "source"}
NO_PAIRS = {"pairs": [], "exp_epsilon": ["1", "1"], "delta": ["0", "1"]}  # a claim about distributions only


@dataclass(frozen=True)
class Order:
    """P and Q, decoded."""

    field: Field
    content: dict[str, Any]
    first: Claim  # P
    source: Claim  # Q

    def require_distributions(self, *more: Claim) -> None:
        """Require rows that are distributions."""
        for claim in (self.first, self.source, *more):
            require_demands(self.field, claim)

    def sizes(self, *more: Claim) -> tuple[Size, Size, int]:
        """Measure all numerators, all denominators, and count the denominators."""
        rows = [row for claim in (self.first, self.source, *more) for row in claim.rows]
        bottoms = {str(x): x for x in {id(x): x for row in rows for _, x in row}.values()}
        tops = measure((top for row in rows for top, _ in row), self.field.generators)
        return tops, measure(bottoms.values(), self.field.generators), len(bottoms)

    @property
    def shape(self) -> tuple[int, int, int]:
        """The numbers of inputs, of outputs of P, of outputs of Q."""
        return len(self.first.rows), len(self.first.rows[0]), len(self.source.rows[0])

    def demands(self, *more: Claim) -> int:
        """Price the demands on distributions."""
        return sum(costs(self.field, claim).demands for claim in (self.first, self.source, *more))


def check_post_processing(statement: object, evidence: object, budget: Budget) -> Iterator[None]:
    """Prove that P is Q, followed by the map of the evidence."""
    order = _decode(statement, budget)
    written, content = fields(evidence, {"kernel"}, "evidence")["kernel"], order.content
    kernel = _distributions(order.field, content, content["source"]["outputs"], content["outputs"], written)
    n, m, s = order.shape
    a, x, c = order.sizes(kernel)
    f = min(s, c * c)
    steps, top, bottom = tree(f, s * (a * a), x * x)
    v = top | bottom
    each = s * multiply(a, a) + add(s, a * a) + f * multiply(x, x) + steps
    each += 2 * multiply(v, a | x) + sign_steps(order.field, 2 * (v * (a | x)))
    budget.spend(order.demands(kernel) + n * m * each)
    yield
    order.require_distributions(kernel)
    for i, (row, wanted) in enumerate(zip(order.source.rows, order.first.rows, strict=True)):
        for o, (b, y) in enumerate(wanted):
            p, z = _product(row, [line[o] for line in kernel.rows])  # (1)
            if (sign := order.field.sign(p * y - b * z)) != 0:
                raise Rejected("kernel", f"input {i}, output {o}: the product less the weight has the sign {sign}")


def check_not_post_processing(statement: object, evidence: object, budget: Budget) -> Iterator[None]:
    """Prove that P scores more than Q does, whatever is done with the outputs of Q."""
    order = _decode(statement, budget)
    n, m, s = order.shape
    rows = array(fields(evidence, {"utility"}, "evidence")["utility"], "utility", n)
    utility = [[order.field.polynomial(u) for u in array(row, "row of the utility", m)] for row in rows]
    a, x, c = order.sizes()
    size = measure((u for row in utility for u in row), order.field.generators)
    steps, top, bottom = tree(min(n, c), n * (size * a), x)
    v = top | bottom
    scores = s * m * (n * multiply(size, a) + add(n, size * a) + steps + 2 * multiply(v, v))
    last, top, bottom = tree(c + s, (n * m + s) * v, v)
    signs = s * m * sign_steps(order.field, 2 * (v * v)) + sign_steps(order.field, top | bottom)
    budget.spend(order.demands() + scores + n * m * multiply(size, a) + add(n * m + s, v) + last + signs)
    yield
    order.require_distributions()
    both = zip(utility, order.first.rows, strict=True)
    parts = [(u * b, y) for us, row in both for u, (b, y) in zip(us, row, strict=True)]
    for k in range(s):  # (2), (3)
        column = [row[k] for row in order.source.rows]
        values = [total((us[o] * b, y) for us, (b, y) in zip(utility, column, strict=True)) for o in range(m)]
        best, z = reduce(lambda p, q: p if _sign_of_difference(order.field, p, q) > 0 else q, values)
        parts.append((-best, z))
    if (sign := order.field.sign(total(parts)[0])) <= 0:  # (4)
        raise Rejected("score", f"the score of the mechanism, less the best one of the source, has the sign {sign}")


def _sign_of_difference(field: Field, p: Quotient, q: Quotient) -> int:
    (a, x), (b, y) = p, q
    return field.sign(a - b if x is y else a * y - b * x)


def _product(row: Iterable[Quotient], column: Iterable[Quotient]) -> Quotient:
    """Add up products: those over the same two denominators first."""
    groups: dict[tuple[int, int], tuple[Polynomial, Polynomial, list[Polynomial]]] = {}
    for (a, x), (b, y) in zip(row, column, strict=True):
        groups.setdefault((id(x), id(y)), (x, y, []))[2].append(a * b)
    return total((sum(tops, fmpz(0)), x * y) for x, y, tops in groups.values())


def _decode(statement: object, budget: Budget) -> Order:
    content = fields(statement, KEYS, "statement")
    source = fields(content["source"], {"outputs", "weights"}, "source")
    field = decode_field(content["generators"], budget)
    first = _distributions(field, content, content["inputs"], content["outputs"], content["weights"])
    second = _distributions(field, content, content["inputs"], source["outputs"], source["weights"])
    return Order(field, content, first, second)


def _distributions(field: Field, content: dict[str, Any], inputs: object, outputs: object, weights: object) -> Claim:
    """Decode a distribution over the outputs for each input."""
    parts = {"kind": content["kind"], "generators": content["generators"]} | NO_PAIRS
    return decode_claim({**parts, "inputs": inputs, "outputs": outputs, "weights": weights}, field)
