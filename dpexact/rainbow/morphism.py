"""Morphisms of rainbow graphs, and mechanisms pulled back along them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dpexact.errors import ParameterError
from dpexact.mechanisms.combinators import answering
from dpexact.mechanisms.labels import labels_of
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.rainbow.graph import RainbowGraph


def is_morphism(mapping: Mapping[Any, Any], source: RainbowGraph, target: RainbowGraph) -> bool:
    """Whether neighbors go to neighbors or to one vertex (Definition 4).

    Guarantee: exact.
    Raises: ParameterError for a vertex of the source without image, or an image that is no vertex of the target.
    """
    _require_mapping(mapping)
    for vertex in source.vertices:
        if vertex not in mapping:
            message = f"mapping: expected an image for every vertex of the source, got none for {value_excerpt(vertex)}"
            raise ParameterError(message)
        target.require(mapping[vertex], f"mapping[{value_excerpt(vertex)}]")
    images = ((mapping[a], mapping[b]) for a, b in source.neighbors.edges or ())
    known = set(target.neighbors.edges or ())
    return all(one == other or (one, other) in known or (other, one) in known for one, other in images)


def _require_mapping(mapping: object) -> None:
    if not isinstance(mapping, Mapping):
        message = f"mapping: expected {{vertex: image}}, got {value_excerpt(mapping)}"
        raise ParameterError(message)


def is_rainbow_preserving(mapping: Mapping[Any, Any], source: RainbowGraph, target: RainbowGraph) -> bool:
    """Whether the mapping is a morphism under which every vertex keeps its rainbow. Raises: as `is_morphism`."""
    return is_morphism(mapping, source, target) and all(
        target.rainbows[mapping[vertex]] == rainbow for vertex, rainbow in source.rainbows.items()
    )


def pullback(mechanism: Mechanism, mapping: Mapping[Any, Any]) -> Mechanism:
    """The mechanism M o g: the input d answers as the input g(d) of the mechanism does.

    If g is a morphism between neighboring relations and M is (epsilon, delta)-DP on its target, so is M o g on its
    source: two neighbors answer as two neighbors or as one input, and a distribution is close to itself.

    Guarantee: exact.
    Raises: MechanismError for an image that is no input of the mechanism; ParameterError for what is no mapping.
    Reference: rainbow paper, Theorem 1.
    """
    _require_mapping(mapping)
    inputs, images = labels_of(mapping, "mapping"), list(mapping.values())
    distinct = {id(image): image for image in images}  # equal images need not be equal labels: True and 1
    places = {key: mechanism.input_place(image) for key, image in distinct.items()}
    return answering(mechanism, inputs, [places[id(image)] for image in images])
