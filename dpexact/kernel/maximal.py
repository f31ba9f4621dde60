"""Kinds "maximally-sufficient" and "not-maximally-sufficient": whether a private mechanism can be made to say more.

"(n)" in a comment is line n of the section "Maximally sufficient mechanisms" in docs/certificate-format.md.
"""

from __future__ import annotations

from dpexact.kernel.budget import Budget
from dpexact.kernel.claim import KEYS, Claim, decode_claim, require_bound, require_demands
from dpexact.kernel.document import Rejected, array, fields, position
from dpexact.kernel.field import Field, decode_field


def check_maximally_sufficient(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that the inputs of every output are connected by tight pairs. The evidence is empty."""
    field, claim = _decode(statement, budget)
    fields(evidence, set(), "evidence")
    _require_private(field, claim)
    tight = [_tight(field, claim, pair) for pair in claim.pairs]
    for o in range(len(claim.rows[0])):
        inside = _inputs(field, claim, o)  # (1)
        links: dict[int, set[int]] = {i: set() for i in inside}
        for (i, j), outputs in zip(claim.pairs, tight, strict=True):
            if o in outputs and {i, j} <= inside:  # (2)
                links[i].add(j)
                links[j].add(i)
        reached, rest = set(), list(inside)[:1]
        while rest:
            i = rest.pop()
            reached.add(i)
            rest += links[i] - reached
        if reached != inside:  # (3)
            raise Rejected("connected", f"output {o}: no tight pairs connect the inputs {sorted(inside)[:20]}")


def check_not_maximally_sufficient(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that no tight pair leads out of a part of the inputs of an output."""
    field, claim = _decode(statement, budget)
    content = fields(evidence, {"output", "inputs"}, "evidence")
    o = position(content["output"], len(claim.rows[0]), "event")
    listed = [position(i, len(claim.rows), "part") for i in array(content["inputs"], "part")]
    _require_private(field, claim)
    inside, part = _inputs(field, claim, o), set(listed)
    if not inside & part or inside <= part:  # (9)
        raise Rejected("part", f"output {o}: expected some of the inputs {sorted(inside)[:20]}, not all of them")
    for i, j in claim.pairs:
        crosses = {i, j} <= inside and (i in part) != (j in part)
        if crosses and o in _tight(field, claim, (i, j)):  # (10)
            raise Rejected("part", f"output {o}: the pair {(i, j)} is tight, and leads out of the part")


def _decode(statement: object, budget: Budget) -> tuple[Field, Claim]:
    field = decode_field(fields(statement, KEYS, "statement")["generators"], budget)
    return field, decode_claim(statement, field)


def _require_private(field: Field, claim: Claim) -> None:
    """Require a private mechanism, with delta = 0."""
    require_demands(field, claim)
    if field.sign(claim.delta[0]) != 0:
        raise Rejected("delta", "expected delta = 0")
    require_bound(field, claim)


def _tight(field: Field, claim: Claim, pair: tuple[int, ...]) -> set[int]:
    """List the outputs o with P_i(o) = E P_j(o)."""
    return {o for o, difference in enumerate(claim.differences(pair)) if field.sign(difference) == 0}


def _inputs(field: Field, claim: Claim, o: int) -> set[int]:
    """List the inputs i with P_i(o) > 0."""
    return {i for i, row in enumerate(claim.rows) if field.sign(row[o][0]) > 0}
