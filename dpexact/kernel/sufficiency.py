"""Kinds "post-processing" and "not-post-processing": whether a mechanism is another one, followed by a random map.

"(n)" in a comment is line n of the section "The sufficiency order" in docs/certificate-format.md. P is the mechanism of
the statement, Q its source. Both have the same inputs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from flint import fmpz

from dpexact.kernel.budget import Budget
from dpexact.kernel.claim import Claim, decode_claim, require_demands
from dpexact.kernel.document import Rejected, array, fields
from dpexact.kernel.field import Field, Polynomial, Quotient, decode_field

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


def check_post_processing(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that P is Q, followed by the map of the evidence."""
    order = _decode(statement, budget)
    written, content = fields(evidence, {"kernel"}, "evidence")["kernel"], order.content
    kernel = _distributions(order.field, content, content["source"]["outputs"], content["outputs"], written)
    order.require_distributions(kernel)
    product = order.field.product
    for i, (row, wanted) in enumerate(zip(order.source.rows, order.first.rows, strict=True)):
        for o, (b, y) in enumerate(wanted):
            p, z = _product(order.field, row, [line[o] for line in kernel.rows])  # (1)
            if (sign := order.field.sign(product(p, y) - product(b, z))) != 0:
                raise Rejected("kernel", f"input {i}, output {o}: the product minus the weight has the sign {sign}")


def check_not_post_processing(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that P scores more than Q does, whatever is done with the outputs of Q."""
    order = _decode(statement, budget)
    n, m = len(order.first.rows), len(order.first.rows[0])
    rows = array(fields(evidence, {"utility"}, "evidence")["utility"], "utility", n)
    utility = [[order.field.polynomial(u) for u in array(row, "row of the utility", m)] for row in rows]
    order.require_distributions()
    product, total = order.field.product, order.field.total
    both = zip(utility, order.first.rows, strict=True)
    parts = [(product(u, b), y) for us, row in both for u, (b, y) in zip(us, row, strict=True)]
    for k in range(len(order.source.rows[0])):  # (2), (3)
        column = [row[k] for row in order.source.rows]
        values = [total((product(us[o], b), y) for us, (b, y) in zip(utility, column, strict=True)) for o in range(m)]
        best, z = reduce(lambda p, q: p if _sign_of_difference(order.field, p, q) > 0 else q, values)
        parts.append((-best, z))
    if (sign := order.field.sign(total(parts)[0])) <= 0:  # (4)
        raise Rejected("score", f"the score of the mechanism minus the best one of the source has the sign {sign}")


def _sign_of_difference(field: Field, p: Quotient, q: Quotient) -> int:
    (a, x), (b, y) = p, q
    return field.sign(a - b if x is y else field.product(a, y) - field.product(b, x))


def _product(field: Field, row: Iterable[Quotient], column: Iterable[Quotient]) -> Quotient:
    """Add up products: those over the same two denominators first."""
    groups: dict[tuple[int, int], tuple[Polynomial, Polynomial, list[Polynomial]]] = {}
    for (a, x), (b, y) in zip(row, column, strict=True):
        groups.setdefault((id(x), id(y)), (x, y, []))[2].append(field.product(a, b))
    return field.total((sum(tops, fmpz(0)), field.product(x, y)) for x, y, tops in groups.values())


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
