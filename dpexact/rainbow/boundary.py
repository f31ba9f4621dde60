"""Boundary conditions: the distributions at fixed vertices, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.mechanisms.labels import label_of
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.excerpt import excerpt, value_excerpt
from dpexact.privacy.hockey_stick import hockey_stick
from dpexact.rainbow.graph import RainbowGraph
from dpexact.rainbow.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from dpexact.mechanisms.labels import Label
    from dpexact.rainbow.graph import Rainbow
    from dpexact.rainbow.transition import Transition


def require_graph(graph: object) -> None:
    """Raise ParameterError for what is no RainbowGraph."""
    if not isinstance(graph, RainbowGraph):
        message = f"graph: expected a RainbowGraph, got {value_excerpt(graph)} of type {type(graph).__name__}"
        raise ParameterError(message)


def distribution(given: object, colors: Rainbow, place: str) -> dict[Label, Exact]:
    """Read {color: value} with every color once.

    Raises: ParameterError for other colors, negative values and a sum other than 1; MechanismError for keys that are
    no labels; InexactInputError for floats.
    """
    if not isinstance(given, Mapping) or {label_of(color, place) for color in given} != set(colors):
        shown = excerpt(", ".join(map(value_excerpt, colors)))
        message = f"{place}: expected a value for each of {shown}, got {value_excerpt(given)}"
        raise ParameterError(message)
    values = {color: exact_at(given[color], f"{place}[{value_excerpt(color)}]") for color in colors}
    try:
        prefix_sums(tuple(values.values()))
    except ParameterError as error:
        message = f"{place}: {error}"
        raise ParameterError(message) from None
    return values


def homogeneous_boundary(graph: RainbowGraph, boundary: object) -> dict[Rainbow, dict[Label, Exact]]:
    """Read {rainbow: {color: value}} with a distribution for each rainbow that has a boundary in the graph.

    A distribution for a rainbow without boundary is read and has no effect.

    Raises: ParameterError as `distribution`, for what is no rainbow, and for a rainbow that is missing.
    """
    if not isinstance(boundary, Mapping):
        message = f"boundary: expected {{rainbow: {{color: value}}}}, got {value_excerpt(boundary)}"
        raise ParameterError(message)
    read = {}
    for given, values in boundary.items():
        rainbow = graph.checked_rainbow(given, "boundary")
        read[rainbow] = distribution(values, graph.colors, f"boundary[{value_excerpt(rainbow)}]")
    for rainbow in dict.fromkeys(graph.rainbows.values()):
        if graph.boundary(rainbow) and rainbow not in read:
            message = (
                "boundary: expected a distribution for each rainbow that has a boundary, "
                f"got none for {value_excerpt(rainbow)}"
            )
            raise ParameterError(message)
    return read


def require_close(p: Mapping[Label, Exact], q: Mapping[Label, Exact], rule: Transition, place: str) -> None:
    """Raise ParameterError, with an event, unless p and q are (epsilon, delta)-close (Definition 2)."""
    for one, other in ((p, q), (q, p)):
        excess = hockey_stick(tuple(one.values()), tuple(other.values()), rule.exp_epsilon)
        if excess > rule.delta:
            event = [color for color, value in one.items() if value > rule.exp_epsilon * other[color]]
            first, second = (excerpt(str(sum(m[color] for color in event))) for m in (one, other))
            message = (
                f"{place}: expected (epsilon, delta)-close distributions, got the event {value_excerpt(event)} with "
                f"probabilities p = {first} and q = {second}: p - E q = {excerpt(str(excess))} > "
                f"delta = {excerpt(str(rule.delta))}; no mechanism has this boundary"
            )
            raise ParameterError(message)
