"""`dpexact tight`: the least delta for an epsilon, or the least E and epsilon for a delta."""

from __future__ import annotations

from dpexact.certificates import load_mechanism
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
    require_one_side,
    size_json,
    size_text,
)
from dpexact.cli.outcome import HOLDS, UNDECIDED, complain, long_work
from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.privacy.worst_case import tight_exp_epsilon, worst_case
from dpexact.report.decimals import epsilon_json, epsilon_text, number_json, number_text


def run(file: str, level: Level, delta: str | None, form: Format, neighbors: Neighbors | None = None) -> int:
    """Compute and print; return the exit status. Raises: ParameterError unless one of the three options is given."""
    require_one_side(level, delta)
    factor = exp_epsilon_option(level) if delta is None else None
    allowed = None if delta is None else delta_option(delta)
    with long_work(f"reading {file}"):
        mechanism, relation = load_mechanism(file, neighbors)
    try:
        with long_work(f"searching {size_text(mechanism, relation)}"):
            if factor is not None:
                _tight_delta(mechanism, relation, factor, level.epsilon, form)
            elif allowed is not None:
                _tight_epsilon(mechanism, relation, allowed, form)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError) as error:
        return complain(f"undecided: {error}", UNDECIDED)
    return UNDECIDED if relation.is_empty else HOLDS


def _remark(neighbors: NeighborGraph) -> dict[str, str]:
    """Return the reason why the answer says nothing, where there is no pair."""
    nothing = nothing_claimed(neighbors)
    return {} if nothing is None else {"reason": nothing}


def _tight_delta(
    mechanism: Mechanism, neighbors: NeighborGraph, factor: Exact | float, said: str | None, form: Format
) -> None:
    worst = worst_case(mechanism, neighbors, factor)
    first, second = worst.pair or (None, None)
    if form is Format.json:
        attained = None if worst.pair is None else {"from": first, "to": second, "event": list(worst.event)}
        print_json(
            {
                "mechanism": size_json(mechanism, neighbors),
                "exp_epsilon": number_json(factor),
                "epsilon": epsilon_json(factor, said),
                "tight_delta": number_json(worst.delta),
                "attained": attained,
                **_remark(neighbors),
            }
        )
        return
    lines = [
        *_remark(neighbors).values(),
        f"tight delta  {number_text(worst.delta)}",
        f"  mechanism  {size_text(mechanism, neighbors)}",
        f"  E          {number_text(factor)}",
        f"  epsilon    {epsilon_text(factor, said)}",
    ]
    if worst.pair is not None:
        lines += [
            f"  from i     {label_text(first)}",
            f"  to j       {label_text(second)}",
            f"  event S    {event_text(worst.event)}",
        ]
    print_text("\n".join(lines))


def _tight_epsilon(mechanism: Mechanism, neighbors: NeighborGraph, delta: Exact, form: Format) -> None:
    factor = tight_exp_epsilon(mechanism, neighbors, delta)
    if form is Format.json:
        print_json(
            {
                "mechanism": size_json(mechanism, neighbors),
                "delta": number_json(delta),
                "tight_exp_epsilon": number_json(factor),
                "tight_epsilon": epsilon_json(factor),
                **_remark(neighbors),
            }
        )
        return
    lines = [
        *_remark(neighbors).values(),
        f"tight E        {number_text(factor)}",
        f"tight epsilon  {epsilon_text(factor)}",
        f"  mechanism    {size_text(mechanism, neighbors)}",
        f"  delta        {number_text(delta)}",
    ]
    if not isinstance(factor, Exact):
        lines.append("  no E is enough: some event has probability above delta for one input and 0 for its neighbor")
    print_text("\n".join(lines))
