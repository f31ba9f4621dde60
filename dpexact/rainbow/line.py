"""The mechanism of Theorem 4 on a line: dataset d answers with T applied d times to the boundary's distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.errors import TooLargeError
from dpexact.mechanisms.combinators import answering
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.excerpt import value_excerpt
from dpexact.rainbow.growth import MAX_BITS, counted, least_bits, too_large
from dpexact.rainbow.iteration import step_count
from dpexact.rainbow.prefix_sums import differences, prefix_sums
from dpexact.rainbow.transition import transition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpexact.numbers.exact import Exact
    from dpexact.rainbow.transition import Transition, Variant

MAX_LENGTH = 10**6


def line_mechanism(
    p: Sequence[object],
    exp_epsilon: object,
    delta: object,
    length: int,
    variant: Variant = "corrected",
) -> Mechanism:
    """The mechanism on datasets 0..length of a line with boundary 0, where dataset d has the distribution T^d(p).

    Inputs: 0, 1, ..., length. Outputs: 1, ..., q in preference order. Neighbors are `NeighborGraph.path(inputs)`.
    With the corrected T it is (epsilon, delta)-DP and dominates every other such mechanism with M(0) = p.

    Guarantee: exact.
    Raises: ParameterError as `iterate`; TooLargeError for more than 10^6 steps and as
    `optimal_mechanism`.
    Reference: rainbow paper, Definition 7 and Theorem 4.
    """
    sums, rule, end = prefix_sums(p), transition(exp_epsilon, delta, variant), step_count(length, "length")
    if end > MAX_LENGTH:
        message = f"length: expected at most {MAX_LENGTH}, got {value_excerpt(end)}; closed_form gives one distribution"
        raise TooLargeError(message)
    if variant == "corrected" and 2 * max(least_bits(s, rule, end) for s in sums) > MAX_BITS:
        raise too_large("length", end)
    rows, bits = [], 0
    for distance, row in enumerate(walk(sums, rule, end)):
        rows.append(row)
        bits = counted(row, distance, bits, "length")
    line = Mechanism.from_rows(range(len(rows)), range(1, len(sums) + 1), rows)
    return answering(line, tuple(range(end + 1)), [min(distance, len(rows) - 1) for distance in range(end + 1)])


def walk(sums: tuple[Exact, ...], rule: Transition, end: int) -> Iterator[tuple[Exact, ...]]:
    """The distributions after 0, 1, ..., end steps of T, ending where T changes nothing any more."""
    yield differences(sums)
    for _ in range(end):
        following = tuple(rule.after(s) for s in sums)
        if following == sums:
            return
        sums = following
        yield differences(sums)
