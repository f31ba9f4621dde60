"""Kinds about a given E: "private", "not-private" and "tight-delta"."""

from __future__ import annotations

from dpexact.kernel.budget import Budget
from dpexact.kernel.claim import KEYS, Claim, decode_claim, require_bound, require_demands
from dpexact.kernel.document import Rejected, array, fields, position
from dpexact.kernel.field import Field, decode_field

Witness = tuple[tuple[int, ...], list[int]]


def check_private(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P_i(S) <= E P_j(S) + delta for every pair and event. Everything is recomputed, the evidence is empty."""
    field, claim = _decode(statement, budget)
    fields(evidence, set(), "evidence")
    require_demands(field, claim)
    require_bound(field, claim)


def check_not_private(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P_i(S) > E P_j(S) + delta for the pair and event of the evidence."""
    field, claim = _decode(statement, budget)
    pair, event = decode_witness(evidence, claim)
    require_demands(field, claim)
    if _never_seen(field, claim, pair, event) and field.sign(claim.excess(pair, event)) > 0:
        return
    raise Rejected("violation", f"P_i(S) > E P_j(S) + delta is false for the pair {pair} and event of the evidence")


def check_tight_delta(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that delta is the least bound: it is one, and the pair and event of the evidence attain it."""
    field, claim = _decode(statement, budget)
    witness = decode_witness(evidence, claim) if claim.pairs else fields(evidence, set(), "evidence")
    require_demands(field, claim)
    require_bound(field, claim)
    if isinstance(witness, tuple):
        attained = _never_seen(field, claim, *witness) and field.sign(claim.excess(*witness)) == 0
    else:
        attained = field.sign(claim.delta[0]) == 0
    if not attained:
        raise Rejected("attained", "the pair and event of the evidence do not attain delta (0 if there is no pair)")


def _decode(statement: object, budget: Budget) -> tuple[Field, Claim]:
    field = decode_field(fields(statement, KEYS, "statement")["generators"], budget)
    return field, decode_claim(statement, field, infinity=True)


def _never_seen(field: Field, claim: Claim, pair: tuple[int, ...], event: list[int]) -> bool:
    """Return whether P_j(S) = 0, which is of interest if E is infinity, and taken as true else."""
    return claim.exp_epsilon is not None or field.sign(field.total(claim.rows[pair[1]][o] for o in event)[0]) == 0


def decode_witness(evidence: object, claim: Claim) -> Witness:
    """Decode a pair of the graph and an event: positions of outputs in increasing order."""
    content = fields(evidence, {"pair", "event"}, "evidence")
    pair = tuple(position(k, len(claim.rows), "witness-pair") for k in array(content["pair"], "pair", 2))
    if pair not in claim.pairs:
        raise Rejected("witness-pair", f"the pair {pair} of the evidence is not among the pairs of the statement")
    event = [position(o, len(claim.rows[0]), "event") for o in array(content["event"], "event")]
    if event != sorted(set(event)):
        raise Rejected("event", "the outputs of an event are listed in increasing order, each once")
    return pair, event
