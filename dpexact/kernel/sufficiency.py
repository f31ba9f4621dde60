"""Kinds "post-processing" and "not-post-processing": whether a mechanism is another one, followed by a random map.

"(n)" in a comment is line n of the section "The sufficiency order" in docs/certificate-format.md. P is the mechanism of
the statement, Q its source. Both have the same inputs.
"""

from functools import reduce

from flint import fmpz

from dpexact.kernel.budget import Budget
from dpexact.kernel.claim import decode_rows, distributions, require_demands
from dpexact.kernel.document import Rejected, array, fields, labels
from dpexact.kernel.field import Field, Polynomial, Quotient, decode_field

KEYS = {"kind", "generators", "inputs", "outputs", "weights", "source"}
Rows = list[list[Quotient]]


def check_post_processing(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that P is Q, followed by the map of the evidence."""
    field, first, source = _decode(statement, budget)
    kernel = decode_rows(field, fields(evidence, {"kernel"}, "evidence")["kernel"], len(source[0]), len(first[0]))
    _require_distributions(field, first, source, kernel)
    for i, (row, wanted) in enumerate(zip(source, first, strict=True)):
        for o, (b, y) in enumerate(wanted):
            p, z = _product(field, row, [line[o] for line in kernel])  # (1)
            if (sign := field.sign(field.product(p, y) - field.product(b, z))) != 0:
                raise Rejected("kernel", f"input {i}, output {o}: the product minus the weight has the sign {sign}")


def check_not_post_processing(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that P scores more than Q does, whatever is done with the outputs of Q."""
    field, first, source = _decode(statement, budget)
    n, m = len(first), len(first[0])
    listed = array(fields(evidence, {"utility"}, "evidence")["utility"], "utility", n)
    utility = [[field.polynomial(u) for u in array(row, "row of the utility", m)] for row in listed]
    _require_distributions(field, first, source)
    product, total = field.product, field.total
    both = zip(utility, first, strict=True)
    parts = [(product(u, b), y) for us, row in both for u, (b, y) in zip(us, row, strict=True)]
    for column in zip(*source, strict=True):  # (2), (3)
        values = [total((product(us[o], b), y) for us, (b, y) in zip(utility, column, strict=True)) for o in range(m)]
        best, z = reduce(lambda p, q: p if _sign_of_difference(field, p, q) > 0 else q, values)
        parts.append((-best, z))
    if (sign := field.sign(total(parts)[0])) <= 0:  # (4)
        raise Rejected("score", f"the score of the mechanism minus the best one of the source has the sign {sign}")


def _sign_of_difference(field: Field, p: Quotient, q: Quotient) -> int:
    (a, x), (b, y) = p, q
    return field.sign(a - b if x is y else field.product(a, y) - field.product(b, x))


def _product(field: Field, row: list[Quotient], column: list[Quotient]) -> Quotient:
    """Add up products: those over the same two denominators first."""
    groups: dict[tuple[int, int], tuple[Polynomial, Polynomial, list[Polynomial]]] = {}
    for (a, x), (b, y) in zip(row, column, strict=True):
        groups.setdefault((id(x), id(y)), (x, y, []))[2].append(field.product(a, b))
    return field.total((sum(tops, fmpz(0)), field.product(x, y)) for x, y, tops in groups.values())


def _decode(statement: object, budget: Budget) -> tuple[Field, Rows, Rows]:
    """Decode the field, P and Q."""
    content = fields(statement, KEYS, "statement")
    source = fields(content["source"], {"outputs", "weights"}, "source")
    field = decode_field(content["generators"], budget)
    inputs, outputs = labels(content["inputs"], "inputs"), labels(content["outputs"], "outputs")
    between = labels(source["outputs"], "outputs of the source")
    first = decode_rows(field, content["weights"], inputs, outputs)
    return field, first, decode_rows(field, source["weights"], inputs, between)


def _require_distributions(field: Field, *several: Rows) -> None:
    field.require_denominators()
    for rows in several:
        require_demands(field, distributions(field, rows))
