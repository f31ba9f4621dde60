"""Boundary conditions of a rainbow graph, the distributions at fixed vertices."""

from __future__ import annotations

from collections.abc import Mapping

from dpexact.errors import ParameterError
from dpexact.mechanisms.labels import Label, label_of
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import excerpt, value_excerpt
from dpexact.papers.rainbow.graph import Rainbow, RainbowGraph
from dpexact.papers.rainbow.transition import Transition, prefix_sums
from dpexact.privacy.divergence import hockey_stick


def distribution(law: object, colors: Rainbow, place: str) -> dict[Label, Exact]:
    """Read {color: value} with every color once.

    Raises: ParameterError for other colors, negative values and a sum other than 1, MechanismError for keys that are
    not labels, InexactInputError for floats.
    """
    if not isinstance(law, Mapping) or {label_of(color, place) for color in law} != set(colors):
        names = excerpt(", ".join(map(value_excerpt, colors)))
        raise ParameterError(value_excerpt(law), place=place, expected=f"a value for each of {names}")
    values = {color: exact_at(law[color], f"{place}[{value_excerpt(color)}]") for color in colors}
    try:
        prefix_sums(tuple(values.values()))
    except ParameterError as error:
        raise ParameterError(f"{error}", place=place) from None
    return values


def homogeneous_boundary(graph: RainbowGraph, boundary: object) -> dict[Rainbow, dict[Label, Exact]]:
    """Read {rainbow: {color: value}} with a distribution for each rainbow that has a boundary in the graph.

    A distribution for a rainbow without boundary is read, without effect.

    Raises: ParameterError as `distribution`, for anything that is not a rainbow, and for a rainbow that is missing.
    """
    if not isinstance(boundary, Mapping):
        raise ParameterError(value_excerpt(boundary), place="boundary", expected="{rainbow: {color: value}}")
    read = {}
    for order, law in boundary.items():
        rainbow = graph.checked_rainbow(order, "boundary")
        read[rainbow] = distribution(law, graph.colors, f"boundary[{value_excerpt(rainbow)}]")
    for rainbow in dict.fromkeys(graph.rainbows.values()):
        if graph.boundary(rainbow) and rainbow not in read:
            came, expected = f"none for {value_excerpt(rainbow)}", "a distribution for each rainbow that has a boundary"
            raise ParameterError(came, place="boundary", expected=expected)
    return read


def require_close(p: Mapping[Label, Exact], q: Mapping[Label, Exact], rule: Transition, place: str) -> None:
    """Raise ParameterError, with an event, unless p and q are (epsilon, delta)-close (Definition 2)."""
    for first, second in ((p, q), (q, p)):
        excess = hockey_stick(tuple(first.values()), tuple(second.values()), rule.exp_epsilon)
        if excess > rule.delta:
            event = [color for color, value in first.items() if value > rule.exp_epsilon * second[color]]
            a, b = (excerpt(str(sum(law[color] for color in event))) for law in (first, second))
            came = (
                f"the event {value_excerpt(event)} with probabilities p = {a} and q = {b}: p - E q = "
                f"{excerpt(str(excess))} > delta = {excerpt(str(rule.delta))}"
            )
            expected, remedy = "(epsilon, delta)-close distributions", "no mechanism has this boundary"
            raise ParameterError(came, place=place, expected=expected, remedy=remedy)
