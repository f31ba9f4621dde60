"""The kinds about the sufficiency order: a mechanism is its source followed by a random map, or is not."""

from dataclasses import dataclass
from functools import reduce
from typing import Any

from dpexact.second.document import array, labels, with_keys
from dpexact.second.fields import ONE, ZERO, Field, Quotient, Signs, Sum
from dpexact.second.meter import need
from dpexact.second.rows import Bounds, Quotients, Row, rows_of

IS, IS_NOT = KINDS = ("post-processing", "not-post-processing")
KEYS = ("kind", "generators", "inputs", "outputs", "weights", "source")


@dataclass(frozen=True)
class Comparison:
    """A decoded statement with its evidence: the map, or the utility."""

    bounds: Bounds
    readers: list[Quotients]
    first: list[Row]
    source: list[Row]
    kernel: list[Row]
    utility: list[list[Sum]]


def decoded(statement: dict[str, Any], evidence: Any, field: Field, signs: Signs) -> Comparison:
    """Return the comparison of a statement."""
    with_keys(statement, *KEYS, where="statement")
    listed, weights = with_keys(statement["source"], "outputs", "weights", where="source")
    need(not field.is_free, "generators", f"{statement['kind']}: t is free")
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    between = labels(listed, "outputs of the source")
    readers = [Quotients(field), Quotients(field)]
    first = rows_of(statement["weights"], readers[0], inputs, outputs, "weights")
    source = rows_of(weights, readers[1], inputs, between, "weights of the source")
    bounds = Bounds(field, signs, ONE, ZERO)
    if statement["kind"] == IS:
        (written,) = with_keys(evidence, "kernel", where="evidence")
        readers.append(Quotients(field))
        kernel = rows_of(written, readers[2], between, outputs, "kernel")
        return Comparison(bounds, readers, first, source, kernel, [])
    (written,) = with_keys(evidence, "utility", where="evidence")
    rows = [array(row, "a row of the utility", outputs) for row in array(written, "utility", inputs)]
    utility = [[field.sum(u) for u in row] for row in rows]
    return Comparison(bounds, readers, first, source, [], utility)


def require_true(case: Comparison) -> None:
    """Check the statement. Raises Rejected."""
    for reader in case.readers:
        reader.require_positive(case.bounds.signs)
    for rows in (case.first, case.source, case.kernel):
        case.bounds.require_distributions(rows)
    if case.utility:
        require_score(case)
        return
    field = case.bounds.field
    for wanted, row in zip(case.first, case.source, strict=True):
        for o, probability in enumerate(wanted):
            total = field.total([field.product(q, line[o]) for q, line in zip(row, case.kernel, strict=True)])
            same = case.bounds.is_zero(field.difference(total, probability))
            need(same, "kernel", f"output {o}: the source and the map give another probability")


def require_score(case: Comparison) -> None:
    """Check: the mechanism scores more than the sum of the best scores of the outputs of the source."""
    field, utility = case.bounds.field, case.utility
    own = [
        field.product(Quotient(u, 1), p)
        for us, row in zip(utility, case.first, strict=True)
        for u, p in zip(us, row, strict=True)
    ]
    best = []
    for column in zip(*case.source, strict=True):
        scores = [
            field.total([field.product(Quotient(u, 1), q) for u, q in zip(action, column, strict=True)])
            for action in zip(*utility, strict=True)
        ]
        best.append(reduce(lambda x, y: y if case.bounds.is_positive(field.difference(y, x)) else x, scores))
    more = field.difference(field.total(own), field.total(best))
    need(case.bounds.is_positive(more), "score", "the score is not greater than the best one of the source")
