"""`dpexact verify` decides whether the mechanism of a document is (epsilon, delta)-private."""

from fractions import Fraction
from math import inf
from typing import assert_never

from dpexact.certificates.writing import write_file
from dpexact.cli import options
from dpexact.cli.answer import Answer, Field, heading, level_fields, number_field
from dpexact.cli.mechanisms import event_text, label_text, nothing_claimed, read_mechanism, size_field
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, complain, long_work
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.verdict import Proved, Refuted, Undecided, Verdict, contribution_text, size_text
from dpexact.privacy.verify import verify_and_measure
from dpexact.report.decimals import Side, decimal_to, number_text

CLAIM = "P_i(S) <= E P_j(S) + delta for every event S and every ordered pair (i, j) of neighbors"


def run(
    file: options.File,
    epsilon: options.Epsilon = None,
    exp_epsilon: options.ExpEpsilon = None,
    delta: options.Delta = "0",
    certificate: options.Certificate = None,
    neighbors: options.Relation = None,
) -> Answer:
    """Decide whether the mechanism is (epsilon, delta)-private.

    Decimals are rounded if they say so, up for a claim that holds and down for one that is refuted.
    """
    factor, allowed = options.exp_epsilon_option(epsilon, exp_epsilon), options.delta_option(delta)
    options.check_targets([("--certificate", certificate)], [file])
    mechanism, relation = read_mechanism(file, neighbors)
    with long_work(f"deciding about {size_text(mechanism, relation)}"):
        verdict, tight = verify_and_measure(mechanism, relation, factor, allowed)
    return Answer(lambda: written(certificate, verdict, relation), verdict_fields(verdict, epsilon, tight))


def written(certificate: str | None, verdict: Verdict, relation: NeighborGraph) -> int:
    """Write the certificate, if one is wanted and there is one, and return the exit status."""
    if certificate is None:
        return status_of_verdict(verdict)
    if relation.is_empty or isinstance(verdict, Undecided):
        why = "nothing was claimed" if relation.is_empty else "an undecided claim has no certificate"
        return complain(f"{certificate}: not written, {why}", UNDECIDED)
    with long_work("building the certificate"):
        write_file(certificate, verdict.certificate().to_json())
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


def verdict_fields(verdict: Verdict, written_epsilon: str | None, tight: Exact | Enclosure | None) -> list[Field]:
    """Return the facts of a verdict, with epsilon as the user wrote it.

    A claim that holds for E, epsilon and delta holds for larger ones, so they are rounded up. One that is refuted is
    so for smaller ones, and they are rounded down. The tight delta is rounded up, since it is a bound that holds.
    """
    claim = verdict.claim
    side: Side = "down" if isinstance(verdict, Refuted) else "up"
    name = type(verdict).__name__.lower()
    nothing = nothing_claimed(claim.neighbors)
    fields = [
        heading(nothing or f"{name}: {CLAIM}", "verdict", "undecided" if nothing else name),
        size_field(claim.mechanism, claim.neighbors),
        *level_fields(claim.exp_epsilon, written_epsilon, side),
        number_field("delta", "delta", claim.delta, side),
        _tight_field(tight),
    ]
    if claim.exp_epsilon == inf:
        fields.append(
            Field(label="remark", text="infinity times 0 is 0: only events with P_j(S) = 0 are bounded, by delta")
        )
    fields += _counterexample_fields(verdict) if isinstance(verdict, Refuted) else [Field("counterexample")]
    if isinstance(verdict, Undecided):
        fields.append(Field("reason", verdict.reason, "reason", verdict.reason))
    elif nothing is not None:
        fields.append(Field("reason", nothing))
    return fields


def _counterexample_fields(verdict: Refuted) -> list[Field]:
    example = verdict.counterexample
    if isinstance(example.excess, Exact):
        excess, text = str(example.excess), number_text(example.excess, "down")
    else:
        excess = text = example.excess.decimal()
    value = {"from": example.pair[0], "to": example.pair[1], "event": list(example.event), "excess": excess}
    ordered = example.by_contribution(verdict.concrete)
    mostly = contribution_text(ordered, label_text)
    return [
        Field("counterexample", value),
        Field(label="from i", text=label_text(example.pair[0])),
        Field(label="to j", text=label_text(example.pair[1])),
        Field(label="event S", text=event_text([output for output, _ in ordered])),
        Field(label="mostly", text=mostly or None),
        Field(label="excess", text=f"{text} = P_i(S) - E P_j(S) - delta"),
    ]


def _tight_field(tight: Exact | Enclosure | None) -> Field:
    """Return the tight delta. Both bounds of an enclosure are rounded outwards, but within [0, 1]."""
    if tight is None:
        return Field("tight_delta", None, "tight delta", "unknown")
    if isinstance(tight, Exact):
        return number_field("tight_delta", "tight delta", tight)
    lower = decimal_to("down", exact(max(tight.lower, Fraction(0))))
    upper = decimal_to("up", exact(min(tight.upper, Fraction(1))))
    text = f"in [{lower}, {upper}], by where the unfinished mass lies"
    return Field("tight_delta", {"lower": lower, "upper": upper}, "tight delta", text)
