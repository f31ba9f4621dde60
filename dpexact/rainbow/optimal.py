"""The optimal mechanism of a rainbow graph with a homogeneous boundary (Theorems 2, 3 and 4, corrected)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.errors import TooLargeError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.rainbow.boundary import homogeneous_boundary, require_close
from dpexact.rainbow.iteration import MAX_IRRATIONAL_STEPS
from dpexact.rainbow.morphism import pullback
from dpexact.rainbow.prefix_sums import differences, prefix_sums
from dpexact.rainbow.transition import transition

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpexact.mechanisms.labels import Label
    from dpexact.rainbow.graph import Rainbow, RainbowGraph
    from dpexact.rainbow.transition import Transition

MAX_BITS = 1 << 31  # bits of all distinct probabilities together


def optimal_mechanism(
    graph: RainbowGraph,
    boundary: Mapping[Any, Mapping[Any, object]],
    exp_epsilon: object,
    delta: object,
) -> Mechanism:
    """The greatest (epsilon, delta)-DP mechanism with one given distribution at all boundary vertices of a rainbow.

    boundary: {rainbow: {color: value}}. Inputs of the mechanism are the vertices, outputs are `graph.colors`. A vertex
    with rainbow c at distance d from its boundary has the distribution T^d(m^c) in the order c, with the corrected T.

    What Theorem 2 leaves unsaid, and what holds. The boundary is valid if and only if m^c and m^c' are close whenever
    two vertices with rainbows c != c' are neighbors; neighbors with one rainbow share one distribution or differ by one
    step of T. A vertex from which no path leads to its boundary (a component with one rainbow) is bound by nothing: its
    greatest distribution is the first color with probability 1, which T^d need not reach: if m^c gives that color 0 and
    delta = 0, so does every T^d(m^c). No connectedness is needed, nor that all rainbows occur. "Optimal" is: dominates
    every other mechanism. In the sense of Definition 3, "no other dominates it", it is then the only one as well.

    Guarantee: exact.
    Raises: ParameterError for a boundary that is incomplete, no distribution, or not valid (with rainbows and event);
    TooLargeError where the probabilities together pass 2^31 bits, or more than 1000 steps with an irrational number;
    SignChangesError for a free E on which the branches of T depend.
    Reference: rainbow paper, Theorems 2, 3 and 4, and the end of Section 4.
    """
    rule = transition(exp_epsilon, delta)
    fixed = homogeneous_boundary(graph, boundary)
    for one, other in graph.crossing_rainbows():
        require_close(fixed[one], fixed[other], rule, f"boundary of neighbors {one!r} and {other!r}")
    morphism = graph.boundary_morphism()
    ends: dict[Rainbow, int] = {}
    for rainbow, distance in morphism.values():
        if not isinstance(distance, str):
            ends[rainbow] = max(ends.get(rainbow, 0), distance)
    rows: dict[Label, tuple[Exact, ...]] = {}
    for rainbow, end in ends.items():
        start = tuple(fixed[rainbow][color] for color in rainbow)
        for distance, row in enumerate(_walk(start, rule, end)):
            rows[rainbow, distance] = _reordered(row, rainbow, graph.colors)
    for rainbow, distance in set(morphism.values()) - rows.keys():
        rows[rainbow, distance] = tuple(exact(int(color == rainbow[0])) for color in graph.colors)
    return pullback(Mechanism.from_rows(tuple(rows), graph.colors, rows.values()), morphism)


def _walk(start: Sequence[Exact], rule: Transition, end: int) -> list[tuple[Exact, ...]]:
    """T applied 0, 1, ..., end times. Raises: TooLargeError."""
    sums = prefix_sums(start)
    rows, bits = [differences(sums)], 0
    for _ in range(end):
        sums = tuple(rule.after(s) for s in sums)
        rows.append(differences(sums))
        bits += sum(value.as_fraction().denominator.bit_length() for value in rows[-1] if value.is_rational())
        irrational = not all(value.is_rational() for value in rows[-1])
        if bits > MAX_BITS or (irrational and len(rows) > MAX_IRRATIONAL_STEPS):
            message = (
                f"graph: expected probabilities of at most {MAX_BITS} bits together, and irrational ones at distances "
                f"up to {MAX_IRRATIONAL_STEPS}, got more at distance {len(rows) - 1} of {end}; "
                "closed_form gives the distribution at one distance"
            )
            raise TooLargeError(message)
    return rows


def _reordered(row: Sequence[Exact], rainbow: Rainbow, colors: Rainbow) -> tuple[Exact, ...]:
    """A distribution in preference order as one in the order of the colors."""
    by_color = dict(zip(rainbow, row, strict=True))
    return tuple(by_color[color] for color in colors)
