"""Morphisms of rainbow graphs, and mechanisms pulled back along them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpexact import need
from dpexact.errors import MechanismError, ParameterError
from dpexact.mechanisms.combinators import answering
from dpexact.mechanisms.labels import labels_of
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.rainbow.graph import RainbowGraph


def is_morphism(mapping: Mapping[Any, Any], source: RainbowGraph, target: RainbowGraph) -> bool:
    """Return whether neighbors go to neighbors or to one vertex (Definition 4).

    Guarantee: exact.
    Raises: ParameterError for a vertex of the source without image, or an image that is not a vertex of the target.
    """
    need.mapping(mapping, "mapping", "{vertex: image}")
    need.instance(source, RainbowGraph, "source")
    need.instance(target, RainbowGraph, "target")
    for vertex in source.vertices:
        if vertex not in mapping:
            came, expected = f"none for {value_excerpt(vertex)}", "an image for every vertex of the source"
            raise ParameterError(came, place="mapping", expected=expected)
        target.require(mapping[vertex], f"mapping[{value_excerpt(vertex)}]")
    images = ((mapping[a], mapping[b]) for a, b in source.neighbors.edges or ())
    known = set(target.neighbors.edges or ())
    return all(u == v or (u, v) in known or (v, u) in known for u, v in images)


def is_rainbow_preserving(mapping: Mapping[Any, Any], source: RainbowGraph, target: RainbowGraph) -> bool:
    """Return whether the mapping is a morphism under which every vertex keeps its rainbow. Raises: as `is_morphism`."""
    return is_morphism(mapping, source, target) and all(
        target.rainbows[mapping[vertex]] == rainbow for vertex, rainbow in source.rainbows.items()
    )


def pullback(mechanism: Mechanism, mapping: Mapping[Any, Any]) -> Mechanism:
    """Return the mechanism M o g, whose input d answers as the input g(d) of the mechanism does.

    If g is a morphism between neighboring relations and M is (epsilon, delta)-DP on its target, so is M o g on its
    source, since two neighbors answer as two neighbors or as one input, and a distribution is close to itself.

    Guarantee: exact.
    Raises: MechanismError for an image that is not an input of the mechanism, ParameterError unless it is a mapping.
    Reference: rainbow paper, Theorem 1.
    """
    need.mapping(mapping, "mapping", "{vertex: image}")
    need.instance(mechanism, Mechanism, "mechanism", error=MechanismError)
    inputs, images = labels_of(mapping, "mapping"), list(mapping.values())
    distinct = {id(image): image for image in images}  # equal images need not be equal labels: True and 1
    places = {key: mechanism.input_place(image) for key, image in distinct.items()}
    return answering(mechanism, inputs, [places[id(image)] for image in images])
