"""`dpexact verify`: whether the mechanism of a document is (epsilon, delta)-private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, complain
from dpexact.cli.progress import long_work
from dpexact.cli.values import (
    Format,
    Level,
    event_text,
    exp_epsilon_option,
    label_text,
    number_option,
    print_json,
    print_lines,
)
from dpexact.decide.verdict import Proved, Refuted, Undecided
from dpexact.decide.verify import verify
from dpexact.decide.worst_case import tight_delta
from dpexact.documents import load_mechanism
from dpexact.documents.writing import write_text
from dpexact.numbers.exact import Exact, exact
from dpexact.report.decimals import epsilon_decimal_up, number_json, number_text

if TYPE_CHECKING:
    from dpexact.decide.verdict import Verdict

CLAIM = "P_i(S) <= E P_j(S) + delta for every event S and every ordered pair (i, j) of neighbors"


def run(file: str, level: Level, delta: str, certificate: str | None, form: Format) -> int:
    """Decide, print, write the certificate if it is wanted; the exit status."""
    factor = exp_epsilon_option(level)
    allowed = number_option("--delta", delta, exact)
    with long_work(f"reading {file}"):
        mechanism, neighbors = load_mechanism(file)
    with long_work(f"deciding about {len(mechanism.inputs)} inputs and {len(mechanism.outputs)} outputs"):
        verdict = verify(mechanism, neighbors, factor, allowed)
        tight = None if isinstance(verdict, Undecided) else tight_delta(mechanism, neighbors, factor)
    if certificate is not None and not isinstance(verdict, Undecided):
        with long_work("building the certificate"):
            write_text(certificate, verdict.certificate().to_json())
    if form is Format.json:
        print_json(_as_json(verdict, factor, allowed, tight))
    else:
        print_lines(_as_text(verdict, factor, allowed, tight))
    if certificate is not None and isinstance(verdict, Undecided):
        return complain(f"{certificate}: not written, an undecided claim has no certificate", UNDECIDED)
    return _status(verdict)


def _status(verdict: Verdict) -> int:
    match verdict:
        case Proved():
            return HOLDS
        case Refuted():
            return REFUTED
        case Undecided():
            return UNDECIDED
        case _:
            assert_never(verdict)


def _as_json(verdict: Verdict, factor: Exact, delta: Exact, tight: Exact | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "verdict": type(verdict).__name__.lower(),
        "exp_epsilon": number_json(factor),
        "delta": number_json(delta),
        "tight_delta": None if tight is None else number_json(tight),
        "counterexample": None,
    }
    if isinstance(verdict, Refuted):
        example = verdict.counterexample
        result["counterexample"] = {
            "from": example.pair[0],
            "to": example.pair[1],
            "event": list(example.event),
            "excess": str(example.excess),
        }
    if isinstance(verdict, Undecided):
        result["reason"] = verdict.reason
    return result


def _as_text(verdict: Verdict, factor: Exact, delta: Exact, tight: Exact | None) -> list[str]:
    lines = [
        f"{type(verdict).__name__.lower()}: {CLAIM}",
        f"  E            {number_text(factor)}",
        f"  epsilon      {epsilon_decimal_up(factor)} (rounded up)",
        f"  delta        {number_text(delta)}",
    ]
    if tight is not None:
        lines.append(f"  tight delta  {number_text(tight)}")
    if isinstance(verdict, Refuted):
        example = verdict.counterexample
        first, second = (label_text(label) for label in example.pair)
        lines += [
            f"  from i       {first}",
            f"  to j         {second}",
            f"  event S      {event_text(example.event)}",
            f"  excess       {number_text(example.excess)} = P_i(S) - E P_j(S) - delta",
        ]
    if isinstance(verdict, Undecided):
        lines.append(f"  reason       {verdict.reason}")
    return lines
