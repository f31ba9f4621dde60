"""The kinds about the sufficiency order: a mechanism is its source followed by a random map, or is not."""

from typing import Any

from dpexact.second.document import array, labels, with_keys
from dpexact.second.fields import Field, Quotient
from dpexact.second.meter import need
from dpexact.second.rows import Row, require_distributions, rows_of
from dpexact.second.signs import Sum

IS, IS_NOT = KINDS = ("post-processing", "not-post-processing")
KEYS = ("kind", "generators", "inputs", "outputs", "weights", "source")


def require_true(statement: dict[str, Any], evidence: Any, field: Field) -> None:
    """Check a statement. Raises Rejected."""
    with_keys(statement, *KEYS, where="statement")
    listed, weights = with_keys(statement["source"], "outputs", "weights", where="source")
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    between = labels(listed, "outputs of the source")
    first = rows_of(statement["weights"], field, inputs, outputs, "weights")
    source = rows_of(weights, field, inputs, between, "weights of the source")
    kernel: list[Row] = []
    utility: list[list[Sum]] = []
    if statement["kind"] == IS:
        (written,) = with_keys(evidence, "kernel", where="evidence")
        kernel = rows_of(written, field, between, outputs, "kernel")
    else:
        (written,) = with_keys(evidence, "utility", where="evidence")
        rows = [array(row, "a row of the utility", outputs) for row in array(written, "utility", inputs)]
        utility = [[field.sum(u) for u in row] for row in rows]
    field.require_denominators()
    require_distributions(field, [*first, *source, *kernel])
    if statement["kind"] == IS_NOT:
        require_score(field, first, source, utility)
        return
    for wanted, row in zip(first, source, strict=True):
        for o, probability in enumerate(wanted):
            total = field.total([field.product(q, line[o]) for q, line in zip(row, kernel, strict=True)])
            same = field.difference(total, probability).top == 0
            need(same, "kernel", f"output {o}: the source and the map give another probability")


def require_score(field: Field, first: list[Row], source: list[Row], utility: list[list[Sum]]) -> None:
    """Check: the mechanism scores more than the sum of the best scores of the outputs of the source."""
    own = [
        field.product(Quotient(u, 1), p)
        for us, row in zip(utility, first, strict=True)
        for u, p in zip(us, row, strict=True)
    ]
    best = []
    for column in zip(*source, strict=True):
        scores = [
            field.total([field.product(Quotient(u, 1), q) for u, q in zip(action, column, strict=True)])
            for action in zip(*utility, strict=True)
        ]
        best.append(field.greatest(scores))
    more = field.difference(field.total(own), field.total(best))
    need(field.is_positive(more), "score", "the score is not greater than the best one of the source")
