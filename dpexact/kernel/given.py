"""Kinds about one mechanism at a given E: how private it is, and whether it can be made to say more.

They are "private", "not-private", "tight-delta", "maximally-sufficient" and "not-maximally-sufficient". "(n)" in a
comment is line n of the section "Maximally sufficient mechanisms" in docs/certificate-format.md.
"""

from dpexact.kernel.budget import Budget
from dpexact.kernel.claim import KEYS, Claim, Pair, decode_claim, require_bound, require_demands
from dpexact.kernel.document import Rejected, array, fields, position
from dpexact.kernel.field import Field, decode_field

Witness = tuple[Pair, list[int]]


def check_private(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P_i(S) <= E P_j(S) + delta for every pair and event. Everything is recomputed, the evidence is empty."""
    field, claim = _decode(statement, budget)
    fields(evidence, set(), "evidence")
    require_demands(field, claim.demands())
    require_bound(field, claim)


def check_not_private(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P_i(S) > E P_j(S) + delta for the pair and event of the evidence."""
    field, claim = _decode(statement, budget)
    pair, event = decode_witness(evidence, claim)
    require_demands(field, claim.demands())
    if field.sign(claim.excess(pair, event)) <= 0:
        raise Rejected("violation", f"P_i(S) > E P_j(S) + delta is false for the pair {pair} and event of the evidence")


def check_tight_delta(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that delta is the least bound: it is one, and the pair and event of the evidence attain it."""
    field, claim = _decode(statement, budget)
    witness = decode_witness(evidence, claim) if claim.pairs else fields(evidence, set(), "evidence")
    require_demands(field, claim.demands())
    require_bound(field, claim)
    if field.sign(claim.excess(*witness) if isinstance(witness, tuple) else claim.delta[0]) != 0:
        raise Rejected("attained", "the pair and event of the evidence do not attain delta (0 if there is no pair)")


def _decode(statement: object, budget: Budget, *, infinity: bool = True) -> tuple[Field, Claim]:
    content = fields(statement, KEYS, "statement")
    field = decode_field(content["generators"], budget)
    return field, decode_claim(content, field, infinity=infinity)


def decode_witness(evidence: object, claim: Claim) -> Witness:
    """Decode a pair of the graph and an event: positions of outputs in increasing order."""
    content = fields(evidence, {"pair", "event"}, "evidence")
    i, j = (position(k, len(claim.rows), "witness-pair") for k in array(content["pair"], "pair", 2))
    if (pair := (i, j)) not in claim.pairs:
        raise Rejected("witness-pair", f"the pair {pair} of the evidence is not among the pairs of the statement")
    event = [position(o, len(claim.rows[0]), "event") for o in array(content["event"], "event")]
    if event != sorted(set(event)):
        raise Rejected("event", "the outputs of an event are listed in increasing order, each once")
    return pair, event


def check_maximally_sufficient(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that the inputs of every output are connected by exhausted tight pairs. The evidence is empty."""
    field, claim = _decode(statement, budget, infinity=False)
    fields(evidence, set(), "evidence")
    require_demands(field, claim.demands())
    exhausted = require_bound(field, claim)  # (2)
    tight = [_tight(field, claim, pair) for pair in exhausted]
    for o in range(len(claim.rows[0])):
        inside = _inputs(field, claim, o)  # (1)
        links: dict[int, set[int]] = {i: set() for i in inside}
        for (i, j), outputs in zip(exhausted, tight, strict=True):
            if o in outputs and {i, j} <= inside:  # (3)
                links[i].add(j)
                links[j].add(i)
        reached, rest = set(), list(inside)[:1]
        while rest:
            i = rest.pop()
            reached.add(i)
            rest += links[i] - reached
        if reached != inside:  # (4)
            raise Rejected(
                "connected", f"output {o}: no exhausted tight pairs connect the inputs {sorted(inside)[:20]}"
            )


def check_not_maximally_sufficient(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that no exhausted tight pair leads out of a part of the inputs of an output."""
    field, claim = _decode(statement, budget, infinity=False)
    content = fields(evidence, {"output", "inputs"}, "evidence")
    o = position(content["output"], len(claim.rows[0]), "event")
    listed = [position(i, len(claim.rows), "part") for i in array(content["inputs"], "part")]
    require_demands(field, claim.demands())
    exhausted = require_bound(field, claim)
    inside, part = _inputs(field, claim, o), set(listed)
    if not inside & part or inside <= part:  # (11)
        raise Rejected("part", f"output {o}: expected some of the inputs {sorted(inside)[:20]}, not all of them")
    for i, j in exhausted:
        crosses = {i, j} <= inside and (i in part) != (j in part)
        if crosses and o in _tight(field, claim, (i, j)):  # (12)
            raise Rejected("part", f"output {o}: the pair {(i, j)} is exhausted and tight, and leads out of the part")


def _tight(field: Field, claim: Claim, pair: Pair) -> set[int]:
    """List the outputs o with P_i(o) = E P_j(o)."""
    columns = zip(*(claim.rows[k] for k in pair), strict=True)
    return {o for o, (p, q) in enumerate(columns) if field.sign(claim.difference(p, q)) == 0}


def _inputs(field: Field, claim: Claim, o: int) -> set[int]:
    """List the inputs i with P_i(o) > 0."""
    return {i for i, row in enumerate(claim.rows) if field.sign(row[o][0]) > 0}
