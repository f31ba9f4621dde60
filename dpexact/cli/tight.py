"""`dpexact tight` prints the least delta for an epsilon, or the least E and epsilon for a delta."""

from typing import cast

from dpexact.cli.answer import Answer, Field, epsilon_field, level_fields, number_field, undecided
from dpexact.cli.mechanisms import NO_FACTOR, event_text, label_text, nothing_fields, read_mechanism, size_field
from dpexact.cli.options import DeltaOfEpsilon, Epsilon, ExpEpsilon, File, Relation, one_side
from dpexact.cli.outcome import HOLDS, UNDECIDED, long_work
from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.privacy.verdict import size_text
from dpexact.privacy.worst_case import tight_exp_epsilon, worst_case


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
