"""Read the mechanism that a command is about, and show its size, its labels and its events."""

import json
from collections.abc import Sequence

from dpexact.certificates import load_mechanism
from dpexact.cli.answer import Field, heading
from dpexact.cli.outcome import long_work
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.privacy.verdict import size_text

MAX_LABELS = 12
NO_FACTOR = "no E is enough: some event has probability above delta for one input and 0 for its neighbor"


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
