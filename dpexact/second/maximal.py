"""The kinds about maximally sufficient mechanisms: every output connects its inputs by tight pairs, or one does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpexact.second.document import array, labels, position, with_keys
from dpexact.second.fields import Field
from dpexact.second.mechanism import KEYS, Pair, pairs_of
from dpexact.second.numbers import Signs
from dpexact.second.quotients import Quotients
from dpexact.second.rejected import need
from dpexact.second.rows import Bounds, Row, rows_of

IS, IS_NOT = KINDS = ("maximally-sufficient", "not-maximally-sufficient")


@dataclass(frozen=True)
class Case:
    """A decoded statement with its evidence: an output and some of its inputs, if it is refuted."""

    bounds: Bounds
    reader: Quotients
    rows: list[Row]
    pairs: list[Pair]
    refuted: tuple[int, set[int]] | None

    def support(self, o: int) -> set[int]:
        """Return the inputs with a positive probability of the output."""
        return {i for i, row in enumerate(self.rows) if self.bounds.is_positive(row[o])}

    def tight(self, o: int, inside: set[int]) -> list[Pair]:
        """Return the pairs (i, j) of such inputs with P_i(o) = E P_j(o)."""
        self.bounds.field.meter.pay(len(self.pairs))
        return [
            (i, j)
            for i, j in self.pairs
            if i in inside
            and j in inside
            and self.bounds.is_zero(self.bounds.losses([self.rows[i][o]], [self.rows[j][o]])[0])
        ]


def decoded(statement: dict[str, Any], evidence: Any, field: Field, signs: Signs) -> Case:
    """Return the case of a statement."""
    with_keys(statement, *KEYS, where="statement")
    need(not field.is_free, "generators", f"{statement['kind']}: t is free")
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    pairs = pairs_of(statement["pairs"], inputs)
    reader = Quotients(field)
    rows = rows_of(statement["weights"], reader, inputs, outputs, "weights")
    bounds = Bounds(field, signs, field.quotient(statement["exp_epsilon"]), field.quotient(statement["delta"]))
    refuted = None
    if statement["kind"] == IS:
        with_keys(evidence, where="evidence")
    else:
        output, part = with_keys(evidence, "output", "inputs", where="evidence")
        places = {position(i, inputs, "part", "part") for i in array(part, "part")}
        refuted = position(output, outputs, "event", "output"), places
    return Case(bounds, reader, rows, pairs, refuted)


def require_true(case: Case) -> None:
    """Check the statement.

    Raises: Rejected.
    """
    case.bounds.require_sense()
    case.reader.require_positive(case.bounds.signs)
    case.bounds.require_distributions(case.rows)
    need(case.bounds.is_zero(case.bounds.delta), "delta", "delta is not 0")
    for i, j in case.pairs:
        case.bounds.require_bound(case.rows[i], case.rows[j])
    if case.refuted:
        o, part = case.refuted
        inside = case.support(o)
        need(inside & part and inside - part, "part", "the part has none or all of the inputs of the output")
        crossing = [pair for pair in case.tight(o, inside) if (pair[0] in part) != (pair[1] in part)]
        need(not crossing, "part", "a tight pair leads out of the part")
        return
    for o in range(len(case.rows[0])):
        inside = case.support(o)
        links = case.tight(o, inside)
        case.bounds.field.meter.pay(len(inside) * len(links))
        need(pieces(inside, links) <= 1, "connected", f"output {o}: the tight pairs leave pieces")


def pieces(inside: set[int], links: list[Pair]) -> int:
    """Return the number of connected components."""
    name = {i: i for i in inside}
    for i, j in links:
        one, other = name[i], name[j]
        name = {k: one if v == other else v for k, v in name.items()}
    return len(set(name.values()))
