"""`dpexact verify`: whether the mechanism of a document is (epsilon, delta)-private."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any, assert_never

from dpexact.certificates import load_mechanism
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import (
    Format,
    Level,
    Neighbors,
    delta_option,
    event_text,
    exp_epsilon_option,
    label_text,
    nothing_claimed,
    print_json,
    print_text,
    size_json,
    size_text,
)
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, complain, long_work
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.verdict import Proved, Refuted, Undecided, Verdict
from dpexact.privacy.verify import verify_and_measure
from dpexact.report.decimals import Side, decimal_to, epsilon_json, epsilon_text, excess_text, number_json, number_text

CLAIM = "P_i(S) <= E P_j(S) + delta for every event S and every ordered pair (i, j) of neighbors"


def run(
    file: str, level: Level, delta: str, certificate: str | None, form: Format, neighbors: Neighbors | None = None
) -> int:
    """Decide, print, write the certificate if it is wanted; return the exit status."""
    factor, allowed = exp_epsilon_option(level), delta_option(delta)
    if certificate is not None:
        check_target("--certificate", certificate, [file])
    with long_work(f"reading {file}"):
        mechanism, relation = load_mechanism(file, neighbors)
    with long_work(f"deciding about {size_text(mechanism, relation)}"):
        verdict, tight = verify_and_measure(mechanism, relation, factor, allowed)
    if form is Format.json:
        print_json(verdict_json(verdict, level.epsilon, tight))
    else:
        print_text("\n".join(verdict_text(verdict, level.epsilon, tight)))
    return written(certificate, verdict, relation)


def written(certificate: str | None, verdict: Verdict, relation: NeighborGraph) -> int:
    """Write the certificate, if one is wanted and there is one; return the exit status."""
    if certificate is None:
        return status_of_verdict(verdict)
    if relation.is_empty or isinstance(verdict, Undecided):
        why = "nothing was claimed" if relation.is_empty else "an undecided claim has no certificate"
        return complain(f"{certificate}: not written, {why}", UNDECIDED)
    with long_work("building the certificate"):
        write_text(certificate, verdict.certificate().to_json())
    return status_of_verdict(verdict)


def status_of_verdict(verdict: Verdict) -> int:
    """Return the exit status that says the verdict."""
    match verdict:
        case Proved():
            return UNDECIDED if verdict.vacuous else HOLDS
        case Refuted():
            return REFUTED
        case Undecided():
            return UNDECIDED
        case _:
            assert_never(verdict)


def _side(verdict: Verdict) -> Side:
    """Return the side to which E, epsilon and delta are rounded: a claim that holds for them holds for larger ones too.

    And one that is refuted is so for smaller ones. The tight delta is always rounded up: it is a bound that holds.
    """
    return "down" if isinstance(verdict, Refuted) else "up"


def verdict_json(verdict: Verdict, said: str | None, tight: Exact | Enclosure | None) -> dict[str, Any]:
    """Return what is printed of a verdict as JSON; `said` is epsilon as the user wrote it."""
    claim, side = verdict.claim, _side(verdict)
    result: dict[str, Any] = {
        "verdict": type(verdict).__name__.lower(),
        "mechanism": size_json(claim.mechanism, claim.neighbors),
        "exp_epsilon": number_json(claim.exp_epsilon, side),
        "epsilon": epsilon_json(claim.exp_epsilon, said, side),
        "delta": number_json(claim.delta, side),
        "tight_delta": _tight_json(tight),
        "counterexample": None,
    }
    if isinstance(verdict, Refuted):
        example = verdict.counterexample
        result["counterexample"] = {
            "from": example.pair[0],
            "to": example.pair[1],
            "event": list(example.event),
            "excess": str(example.excess) if isinstance(example.excess, Exact) else example.excess.decimal(),
        }
    nothing = nothing_claimed(claim.neighbors)
    if isinstance(verdict, Undecided):
        result["reason"] = verdict.reason
    elif nothing is not None:
        result.update(verdict="undecided", reason=nothing)
    return result


def _tight_json(tight: Exact | Enclosure | None) -> dict[str, Any] | None:
    if isinstance(tight, Enclosure):
        lower, upper = _ends(tight)
        return {"lower": lower, "upper": upper}
    return None if tight is None else number_json(tight)


def _ends(tight: Enclosure) -> tuple[str, str]:
    """Write both bounds of a delta, rounded outwards, but within [0, 1]."""
    lower, upper = exact(max(tight.lower, Fraction(0))), exact(min(tight.upper, Fraction(1)))
    return decimal_to("down", lower), decimal_to("up", upper)


def _tight_text(tight: Exact | Enclosure | None) -> str:
    if isinstance(tight, Enclosure):
        return f"in [{', '.join(_ends(tight))}], by where the unfinished mass lies"
    return "unknown" if tight is None else number_text(tight)


def verdict_text(verdict: Verdict, said: str | None, tight: Exact | Enclosure | None) -> list[str]:
    """Return what is printed of a verdict, line by line."""
    claim, side = verdict.claim, _side(verdict)
    lines = [
        nothing_claimed(claim.neighbors) or f"{type(verdict).__name__.lower()}: {CLAIM}",
        f"  mechanism    {size_text(claim.mechanism, claim.neighbors)}",
        f"  E            {number_text(claim.exp_epsilon, side)}",
        f"  epsilon      {epsilon_text(claim.exp_epsilon, said, side)}",
        f"  delta        {number_text(claim.delta, side)}",
        f"  tight delta  {_tight_text(tight)}",
    ]
    if claim.exp_epsilon == inf:
        lines.append("  remark       infinity times 0 is 0: only events with P_j(S) = 0 are bounded, by delta")
    if isinstance(verdict, Refuted):
        example = verdict.counterexample
        first, second = (label_text(label) for label in example.pair)
        lines += [
            f"  from i       {first}",
            f"  to j         {second}",
            f"  event S      {event_text(example.event)}",
            f"  excess       {excess_text(example.excess)} = P_i(S) - E P_j(S) - delta",
        ]
    if isinstance(verdict, Undecided):
        lines.append(f"  reason       {verdict.reason}")
    return lines
