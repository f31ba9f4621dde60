"""The four kinds of statements about one mechanism."""

from __future__ import annotations

from array import array as array_of
from dataclasses import dataclass
from json import dumps
from typing import Any

from dpexact.second.document import array, increasing, labels, position, with_keys
from dpexact.second.fields import Field
from dpexact.second.free import FreeSigns
from dpexact.second.numbers import Quotient, Signs
from dpexact.second.quotients import Quotients
from dpexact.second.rejected import need
from dpexact.second.rows import Bounds, Row, rows_of

Pair = tuple[int, int]
KINDS = ("private", "not-private", "tight-delta", "private-for-all")
KEYS = ("kind", "generators", "inputs", "outputs", "weights", "pairs", "exp_epsilon", "delta")


@dataclass(frozen=True)
class Claim:
    """A decoded statement with its evidence."""

    kind: str
    rows: list[Row]
    pairs: list[Pair]
    unlike: list[Pair]
    bounds: Bounds
    reader: Quotients
    witness: tuple[Pair, list[int]] | None


def pairs_of(written: Any, inputs: int) -> list[Pair]:
    """Read ordered pairs of positions, none of which occurs twice."""
    found = [pair_of(pair, inputs, "pairs") for pair in array(written, "pairs")]
    need(len(set(found)) == len(found), "pairs", "a pair occurs twice")
    return found


def pair_of(written: Any, inputs: int, check: str) -> Pair:
    """Read one pair of positions."""
    i, j = (position(place, inputs, check, "a pair") for place in array(written, "a pair", 2))
    return i, j


def unlike_pairs(rows: list[list[Any]], pairs: list[Pair]) -> list[Pair]:
    """Keep one of the pairs whose columns of two weights, as they are written, are the same in whatever order."""
    names: dict[str, int] = {}
    named = [[names.setdefault(dumps(entry), len(names)) for entry in row] for row in rows]
    found: dict[bytes, Pair] = {}
    for i, j in pairs:
        columns = sorted(a * len(names) + b for a, b in zip(named[i], named[j], strict=True))
        found.setdefault(array_of("Q", columns).tobytes(), (i, j))
    return list(found.values())


def factor_of(written: Any, field: Field, version: int) -> Quotient | None:
    """Read E, with None for infinity."""
    if written != "infinity":
        return field.quotient(written)
    need(version > 1, "format", "infinity is written in version 2")
    need(not field.is_free, "structure", "E is infinite in a statement about a free t")
    return None


def decoded(statement: dict[str, Any], evidence: Any, field: Field, signs: Signs, version: int) -> Claim:
    """Return the claim of a statement."""
    kind = statement["kind"]
    with_keys(statement, *KEYS, where="statement")
    need(
        field.is_free == (kind == "private-for-all"),
        "generators",
        f"{kind}: t is {'free' if field.is_free else 'given'}",
    )
    inputs, outputs = labels(statement["inputs"], "inputs"), labels(statement["outputs"], "outputs")
    pairs = pairs_of(statement["pairs"], inputs)
    reader = Quotients(field)
    rows = rows_of(statement["weights"], reader, inputs, outputs, "weights")
    factor, delta = factor_of(statement["exp_epsilon"], field, version), field.quotient(statement["delta"])
    bounds = Bounds(field, signs, factor, delta)
    witness = witness_of(kind, evidence, pairs, inputs, outputs)
    field.meter.pay(16 * len(pairs) * outputs)
    unlike = unlike_pairs(statement["weights"]["rows"], pairs) if field.is_free else pairs
    return Claim(kind, rows, pairs, unlike, bounds, reader, witness)


def witness_of(kind: str, evidence: Any, pairs: list[Pair], inputs: int, outputs: int) -> tuple[Pair, list[int]] | None:
    """Return the pair and the event of the evidence, if the kind has them."""
    if kind.startswith("private") or (kind == "tight-delta" and not pairs):
        with_keys(evidence, where="evidence")
        return None
    written, event = with_keys(evidence, "pair", "event", where="evidence")
    pair = pair_of(written, inputs, "witness-pair")
    need(pair in pairs, "witness-pair", "the pair of the evidence is not among the pairs")
    return pair, increasing(event, outputs, "event", "event")


def require_true(claim: Claim) -> None:
    """Check the claim.

    Raises: Rejected.
    """
    bounds = claim.bounds
    bounds.require_sense()
    claim.reader.require_positive(bounds.signs)
    bounds.require_distributions(claim.rows)
    if claim.kind == "private-for-all":
        for i, j in claim.unlike:
            require_bound_everywhere(claim, claim.rows[i], claim.rows[j])
        return
    if claim.kind == "not-private":
        excess = excess_of(claim)
        need(excess and bounds.is_positive(excess), "violation", "the event does not exceed E P_j(S) + delta")
        return
    for i, j in claim.pairs:
        bounds.require_bound(claim.rows[i], claim.rows[j])
    if claim.kind == "tight-delta":
        attained = excess_of(claim) if claim.witness else bounds.delta
        need(attained and bounds.is_zero(attained), "attained", "no event attains delta")


def excess_of(claim: Claim) -> Quotient | None:
    """Return the excess of the event of the evidence."""
    (i, j), event = claim.witness or ((0, 0), [])
    return claim.bounds.excess_of(claim.rows[i], claim.rows[j], event)


def require_bound_everywhere(claim: Claim, p: Row, q: Row) -> None:
    """Check, for a free t: no event that is the one of all positive losses in some cell exceeds delta anywhere."""
    bounds, signs = claim.bounds, claim.bounds.signs
    losses = bounds.losses(p, q)
    events = set()
    if isinstance(signs, FreeSigns):
        for point in signs.points([loss.top for loss in losses]):
            events.add(frozenset(o for o, loss in enumerate(losses) if signs.value(loss.top, point) > 0))
    for event in sorted(events, key=sorted):
        excess = bounds.excess(losses[o] for o in sorted(event))
        below = bounds.field.negative(excess)
        need(bounds.not_negative(below), "bound", "an event of a pair exceeds E P_j(S) + delta at some t")
