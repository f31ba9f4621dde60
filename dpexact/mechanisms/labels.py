"""Labels of inputs and outputs: text, integers, or tuples of these; 1 is not "1"."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from dpexact.errors import MechanismError

if TYPE_CHECKING:
    from collections.abc import Iterable

Label = str | int | tuple["Label", ...]

MAX_DEPTH = 20


def label_of(value: object, place: str, depth: int = 0) -> Label:
    """The label that a value is. Raises: MechanismError for booleans, floats and everything else that is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and depth < MAX_DEPTH:
        return tuple(label_of(part, place, depth + 1) for part in value)
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        try:
            return index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    message = (
        f"{place}: expected a label (text, an integer, or a tuple of these, at most {MAX_DEPTH} deep), "
        f"got {value!r} of type {type(value).__name__}"
    )
    raise MechanismError(message, place)


def labels_of(values: Iterable[object], name: str) -> tuple[Label, ...]:
    """The labels, at least one and all distinct. Raises: MechanismError naming the place."""
    if not hasattr(values, "__iter__"):
        message = f"{name}: expected a sequence of labels, got {values!r} of type {type(values).__name__}"
        raise MechanismError(message, name)
    labels = tuple(label_of(value, f"{name}[{place}]") for place, value in enumerate(values))
    if not labels:
        message = f"{name}: expected at least one label, got none"
        raise MechanismError(message, name)
    seen: dict[Label, int] = {}
    for place, label in enumerate(labels):
        if label in seen:
            message = f"{name}[{place}]: the label {label!r} is already {name}[{seen[label]}]; labels are distinct"
            raise MechanismError(message, f"{name}[{place}]")
        seen[label] = place
    return labels
