"""Kinds about a given E: "private", "not-private" and "tight-delta"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.kernel.claim import KEYS, decode_claim
from dpexact.kernel.document import Rejected, array, fields, position
from dpexact.kernel.field import decode_field

if TYPE_CHECKING:
    from dpexact.kernel.claim import Claim
    from dpexact.kernel.field import Field


def check_private(statement: object, evidence: object) -> None:
    """Prove P_i(S) <= E P_j(S) + delta for every pair and event; everything is recomputed, the evidence is empty."""
    field, claim = _decode(statement)
    fields(evidence, set(), "evidence")
    check_demands(field, claim)
    check_bound(field, claim)


def check_not_private(statement: object, evidence: object) -> None:
    """Prove P_i(S) > E P_j(S) + delta for the pair and event of the evidence."""
    field, claim = _decode(statement)
    pair, event = decode_witness(evidence, claim)
    check_demands(field, claim)
    if field.sign(claim.excess(pair, event)) <= 0:
        raise Rejected("violation", f"P_i(S) > E P_j(S) + delta is false for the pair {pair} and event of the evidence")


def check_tight_delta(statement: object, evidence: object) -> None:
    """Prove that delta is the least bound: it is one, and the pair and event of the evidence attain it."""
    field, claim = _decode(statement)
    witness = decode_witness(evidence, claim) if claim.pairs else fields(evidence, set(), "evidence")
    check_demands(field, claim)
    check_bound(field, claim)
    attained = claim.excess(*witness) if isinstance(witness, tuple) else claim.delta[0]
    if field.sign(attained) != 0:
        raise Rejected("attained", "the pair and event of the evidence do not attain delta (0 if there is no pair)")


def _decode(statement: object) -> tuple[Field, Claim]:
    field = decode_field(fields(statement, KEYS, "statement")["generators"])
    return field, decode_claim(statement, field)


def check_demands(field: Field, claim: Claim) -> None:
    """Require rows that are distributions, E >= 1 and 0 <= delta <= 1."""
    for check, relation, value, what in claim.demands():
        sign = field.sign(value)
        if sign < 0 or (sign == 0 and relation == "> 0") or (sign != 0 and relation == "= 0"):
            raise Rejected(check, f"{what} should be {relation} but its sign is {sign}")


def check_bound(field: Field, claim: Claim) -> None:
    """Require the bound for every pair and event: none exceeds that of the outputs where P_i(o) - E P_j(o) > 0."""
    for pair in claim.pairs:
        event = [o for o, value in enumerate(claim.differences(pair)) if field.sign(value) > 0]
        if field.sign(claim.excess(pair, event)) > 0:
            raise Rejected("bound", f"P_i(S) <= E P_j(S) + delta is false for the pair {pair}, outputs {event[:20]}")


def decode_witness(evidence: object, claim: Claim) -> tuple[tuple[int, ...], list[int]]:
    """Decode a pair of the graph and an event: positions of outputs in increasing order."""
    content = fields(evidence, {"pair", "event"}, "evidence")
    pair = tuple(position(k, len(claim.rows), "witness-pair") for k in array(content["pair"], "pair", 2))
    if pair not in claim.pairs:
        raise Rejected("witness-pair", f"the pair {pair} of the evidence is not among the pairs of the statement")
    event = [position(o, len(claim.rows[0]), "event") for o in array(content["event"], "event")]
    if event != sorted(set(event)):
        raise Rejected("event", "the outputs of an event are listed in increasing order, each once")
    return pair, event
