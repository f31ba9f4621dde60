"""`dpexact tight`: the least delta for an epsilon, or the least E and epsilon for a delta."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.cli.outcome import HOLDS
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
from dpexact.decide.worst_case import tight_exp_epsilon, worst_case
from dpexact.documents import load_mechanism
from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.report.decimals import epsilon_decimal_up, number_json, number_text

if TYPE_CHECKING:
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism


def run(file: str, level: Level, delta: str | None, form: Format) -> int:
    """Compute and print; the exit status. Raises: ParameterError unless exactly one of the three options is there."""
    if sum(option is not None for option in (level.epsilon, level.exp_epsilon, delta)) != 1:
        message = "expected exactly one of --epsilon, --exp-epsilon and --delta; the other side is what is computed"
        raise ParameterError(message)
    if delta is None:
        factor = exp_epsilon_option(level)
    else:
        allowed = number_option("--delta", delta, exact)
    with long_work(f"reading {file}"):
        mechanism, neighbors = load_mechanism(file)
    with long_work(f"searching {len(mechanism.inputs)} inputs and {len(mechanism.outputs)} outputs"):
        if delta is None:
            _tight_delta(mechanism, neighbors, factor, form)
        else:
            _tight_epsilon(mechanism, neighbors, allowed, form)
    return HOLDS


def _tight_delta(mechanism: Mechanism, neighbors: NeighborGraph, factor: Exact, form: Format) -> None:
    worst = worst_case(mechanism, neighbors, factor)
    first, second = worst.pair or (None, None)
    if form is Format.json:
        attained = None if worst.pair is None else {"from": first, "to": second, "event": list(worst.event)}
        values = {"exp_epsilon": number_json(factor), "tight_delta": number_json(worst.delta)}
        print_json({**values, "attained": attained})
        return
    lines = [
        f"tight delta  {number_text(worst.delta)}",
        f"  E          {number_text(factor)}",
        f"  epsilon    {epsilon_decimal_up(factor)} (rounded up)",
    ]
    if worst.pair is not None:
        lines += [
            f"  from i     {label_text(first)}",
            f"  to j       {label_text(second)}",
            f"  event S    {event_text(worst.event)}",
        ]
    print_lines(lines)


def _tight_epsilon(mechanism: Mechanism, neighbors: NeighborGraph, delta: Exact, form: Format) -> None:
    factor = tight_exp_epsilon(mechanism, neighbors, delta)
    epsilon = epsilon_decimal_up(factor)
    if form is Format.json:
        values = {"delta": number_json(delta), "tight_exp_epsilon": number_json(factor)}
        print_json({**values, "tight_epsilon": {"decimal": epsilon, "rounding": "up"}})
        return
    lines = [
        f"tight E        {number_text(factor)}",
        f"tight epsilon  {epsilon} (rounded up)",
        f"  delta        {number_text(delta)}",
    ]
    if not isinstance(factor, Exact):
        lines.append("  no E is enough: some event has probability above delta for one input and 0 for its neighbor")
    print_lines(lines)
