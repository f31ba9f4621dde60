"""`dpexact tight` prints the least delta for an epsilon, or the least E and epsilon for a delta.

The facts of a mechanism are those of other commands, too.
"""

import json
from collections.abc import Sequence
from typing import cast

from dpexact.certificates import load_mechanism
from dpexact.cli.answer import Answer, Field, epsilon_field, heading, level_fields, number_field, undecided
from dpexact.cli.options import DeltaOfEpsilon, Epsilon, ExpEpsilon, File, Relation, one_side
from dpexact.cli.outcome import HOLDS, UNDECIDED, long_work
from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.privacy.verdict import size_text
from dpexact.privacy.worst_case import tight_exp_epsilon, worst_case

MAX_LABELS = 12
NO_FACTOR = "no E is enough: some event has probability above delta for one input and 0 for its neighbor"


def run(
    file: File,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: DeltaOfEpsilon = None,
    neighbors: Relation = None,
) -> Answer:
    """Print the least delta, or the least epsilon.

    Decimals are rounded up if they say so. Nothing else is rounded.
    """
    factor, allowed = one_side(epsilon, exp_epsilon, delta)
    mechanism, relation = read_mechanism(file, neighbors)
    status = UNDECIDED if relation.is_empty else HOLDS
    fields = [*nothing_fields(relation), size_field(mechanism, relation)]
    try:
        with long_work(f"searching {size_text(mechanism, relation)}"):
            if factor is not None:
                return Answer(status, [*fields, *_delta_fields(mechanism, relation, factor, epsilon)], column=13)
            return Answer(status, [*fields, *_epsilon_fields(mechanism, relation, cast("Exact", allowed))])
    except (IncompatibleFieldsError, TooLargeError, UndecidedError) as error:
        return undecided(str(error))


def _delta_fields(
    mechanism: Mechanism, neighbors: NeighborGraph, factor: Exact | float, written_epsilon: str | None
) -> list[Field]:
    worst = worst_case(mechanism, neighbors, factor)
    fields = [
        *level_fields(factor, written_epsilon),
        number_field("tight_delta", "tight delta", worst.delta, heading=True),
    ]
    if worst.pair is None:
        return [*fields, Field("attained")]
    first, second = worst.pair
    return [
        *fields,
        Field("attained", {"from": first, "to": second, "event": list(worst.event)}),
        Field(label="from i", text=label_text(first)),
        Field(label="to j", text=label_text(second)),
        Field(label="event S", text=event_text(worst.event)),
    ]


def _epsilon_fields(mechanism: Mechanism, neighbors: NeighborGraph, delta: Exact) -> list[Field]:
    factor = tight_exp_epsilon(mechanism, neighbors, delta)
    return [
        number_field("delta", "delta", delta),
        number_field("tight_exp_epsilon", "tight E", factor, heading=True),
        epsilon_field("tight_epsilon", "tight epsilon", factor, heading=True),
        *([] if isinstance(factor, Exact) else [Field(text=NO_FACTOR)]),
    ]


def read_mechanism(file: str, neighbors: str | None) -> tuple[Mechanism, NeighborGraph]:
    """Return the mechanism of a document and its neighbors. Raises the errors of `load_mechanism`."""
    with long_work(f"reading {file}"):
        return load_mechanism(file, neighbors)


def size_field(mechanism: Mechanism, neighbors: NeighborGraph) -> Field:
    """Return the size of a mechanism."""
    sizes = {"inputs": len(mechanism.inputs), "outputs": len(mechanism.outputs)}
    sizes["ordered_pairs"] = neighbors.count_pairs()
    return Field("mechanism", sizes, "mechanism", size_text(mechanism, neighbors))


def nothing_claimed(neighbors: NeighborGraph) -> str | None:
    """Return the sentence for a relation without a pair of neighbors, or None if it has one."""
    if not neighbors.is_empty:
        return None
    why = "and there is one input only" if len(neighbors.inputs) == 1 else "so every epsilon and delta would hold"
    return f"nothing was claimed: {NO_PAIR}, {why}"


def nothing_fields(neighbors: NeighborGraph) -> list[Field]:
    """Return the reason why an answer says nothing, if there are no pairs."""
    nothing = nothing_claimed(neighbors)
    return [] if nothing is None else [heading(nothing, "reason", nothing)]


def label_text(label: object) -> str:
    """Return a label as JSON, so that 1 and "1" look different.

    Characters that do not print, or that turn the writing, are escaped.
    """
    text = json.dumps(label, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def event_text(event: Sequence[object]) -> str:
    """Return an event as a set of labels, which is cut if it is long."""
    labels = ", ".join(label_text(label) for label in event[:MAX_LABELS])
    more = f", ... ({len(event)} outputs)" if len(event) > MAX_LABELS else ""
    return f"{{{labels}{more}}}"
