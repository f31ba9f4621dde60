"""Boundary conditions: the distributions at fixed vertices, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.hockey_stick import hockey_stick
from dpexact.rainbow.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from dpexact.mechanisms.labels import Label
    from dpexact.rainbow.graph import Rainbow, RainbowGraph
    from dpexact.rainbow.transition import Transition


def distribution(given: object, colors: Rainbow, place: str) -> dict[Label, Exact]:
    """Read {color: value} with every color once.

    Raises: ParameterError for other keys, negative values and a sum other than 1; InexactInputError for floats.
    """
    if not isinstance(given, Mapping) or set(given) != set(colors):
        message = f"{place}: expected a value for each of {', '.join(map(repr, colors))}, got {given!r:.120}"
        raise ParameterError(message)
    values = {color: exact(given[color]) for color in colors}
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
        message = f"boundary: expected {{rainbow: {{color: value}}}}, got {boundary!r:.60}"
        raise ParameterError(message)
    read = {}
    for given, values in boundary.items():
        rainbow = graph.checked_rainbow(given, "boundary")
        read[rainbow] = distribution(values, graph.colors, f"boundary[{rainbow!r}]")
    for rainbow in dict.fromkeys(graph.rainbows.values()):
        if graph.boundary(rainbow) and rainbow not in read:
            message = (
                f"boundary: expected a distribution for each rainbow that has a boundary, got none for {rainbow!r}"
            )
            raise ParameterError(message)
    return read


def require_close(p: Mapping[Label, Exact], q: Mapping[Label, Exact], rule: Transition, place: str) -> None:
    """Raise ParameterError, with an event, unless p and q are (epsilon, delta)-close (Definition 2)."""
    for one, other in ((p, q), (q, p)):
        excess = hockey_stick(tuple(one.values()), tuple(other.values()), rule.exp_epsilon)
        if excess > rule.delta:
            event = [color for color, value in one.items() if value > rule.exp_epsilon * other[color]]
            message = (
                f"{place}: expected (epsilon, delta)-close distributions, got the event {event!r} with "
                f"probabilities p = {sum(one[c] for c in event)} and q = {sum(other[c] for c in event)}: "
                f"p - E q = {excess} > delta = {rule.delta}; no mechanism has this boundary"
            )
            raise ParameterError(message)
